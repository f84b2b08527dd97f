import assert from "node:assert/strict";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { openFleet } from "../../fleet/open.ts";
import { openPlaces } from "../../lib/records/open.ts";
import type { RunRecord } from "../../lib/records/record.ts";
import type { RunJson } from "../report/_report.ts";
import { recordsOf, type Told } from "../report/_page_records.ts";
import { sampleRecord } from "../schema/_records.ts";
import { Scratch } from "../support/repository.ts";
import { Cluster, fleetTest } from "./_cluster.ts";
import { Ledger, STREAM } from "./_records.ts";
import { oneServer, running, task, taskJson } from "./_tasks.ts";

const told = (n: number, more: Partial<Told> = {}): Told => ({
  time: new Date(Date.UTC(2026, 0, 3, 9, n)).toISOString(),
  ...{ repo: "shop", task: `shop/${n}`, session: `s-${n}`, risk: ["auth", 1] },
  ...more,
});

/** Puts records straight into the stream, as any client could. */
async function publish(cluster: Cluster, bodies: readonly (string | RunRecord)[]): Promise<void> {
  const nc = await cluster.connect();
  try {
    for (const body of bodies) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      await jetstream(nc).publish("reflection.reflection.shop", text);
    }
  } finally {
    await nc.close();
  }
}

interface Report {
  readonly runs: RunJson[];
  readonly problems: { count: number; first: { origin: string; problem: string }[] };
}

fleetTest("a report is the same from the engine as from the folders", async () => {
  await using cluster = await oneServer();
  await using scratch = await Scratch.make();
  const ledger = new Ledger();
  ledger.write(scratch.path("one"), "shop", 300);
  ledger.write(scratch.path("two"), "api.v2 *", 300);
  const folders = [scratch.path("one"), scratch.path("two")];
  assert.equal((await task("ship", "--to", cluster.urls, ...folders)).code, 0);
  const byId = (a: RunJson, b: RunJson) => `${a.repo} ${a.id}` < `${b.repo} ${b.id}` ? -1 : 1;
  const from = async (...places: string[]) =>
    (await taskJson<Report>("report", ...places)).runs.sort(byId);
  const there = await from(cluster.urls);
  assert.ok(there.length > 0);
  assert.deepEqual(there, await from(...folders));
  // Both at once: every record is known by what it says, not by where it stands.
  assert.equal((await from(cluster.urls, folders[0]!)).length, there.length);
  const [first] = there;
  const args = ["--session", first!.id, "--repo", first!.repo];
  const full = await task("report", cluster.urls, ...args);
  assert.equal(full.code, 0, full.stderr);
  assert.equal(full.stdout, (await task("report", ...folders, ...args)).stdout);
  const page = scratch.path("page.html");
  const written = await task("report", cluster.urls, "--html", page);
  assert.equal(written.code, 0, written.stderr);
  assert.match(await Deno.readTextFile(page), /api\.v2/);
});

fleetTest(
  "what stands twice in the stream is read once, and what is no record is named",
  async () => {
    await using cluster = await oneServer();
    const records = [told(1), told(2)].flatMap((one) => recordsOf(one));
    await publish(cluster, [...records, "{", ...records, "{}"]);
    assert.equal(await cluster.count(STREAM), 6);
    const { runs, problems } = await taskJson<Report>("report", cluster.urls);
    assert.deepEqual(runs.map(({ task_ref }) => task_ref), ["shop/2", "shop/1"]);
    assert.deepEqual(problems, {
      count: 2,
      first: [
        { origin: `${cluster.urls}/${STREAM}/3`, problem: "not JSON, or only half of it" },
        { origin: `${cluster.urls}/${STREAM}/6`, problem: "no schema named" },
      ],
    });
  },
);

fleetTest("a source gives a record once more by its origin, and only its own", async () => {
  await using cluster = await oneServer();
  const [record] = recordsOf(told(1));
  await publish(cluster, [record!, "{"]);
  const source = await openPlaces([cluster.urls], "/", openFleet);
  try {
    const origin = `${cluster.urls}/${STREAM}/`;
    assert.deepEqual(await source.again(`${origin}1`), record);
    for (const none of [`${origin}2`, `${origin}3`, `${origin}x`, origin, "/etc/passwd"]) {
      assert.equal(await source.again(none), null, none);
    }
  } finally {
    await source.close();
  }
});

fleetTest("report --watch shows what arrives, also after all servers were away", async () => {
  await using cluster = await oneServer();
  await using watching = running("report", cluster.urls, "--watch");
  await watching.stderr.until(/^No runs\n/);
  await publish(cluster, recordsOf(told(1)));
  await watching.stdout.until(/shop\/1 .*\n/);
  await cluster.killAll();
  await cluster.startAll();
  await publish(cluster, recordsOf(told(2)));
  assert.match(await watching.stdout.until(/shop\/2 [^]*shop\/1 .*\n/), /^ {2}time/);
  assert.equal((await watching.end("SIGTERM")).code, 0);
});

fleetTest("report --watch ends with an error where its stream was replaced", async () => {
  await using cluster = await oneServer();
  await publish(cluster, recordsOf(told(1)));
  await using watching = running("report", cluster.urls, "--watch");
  await watching.stdout.until(/shop\/1 .*\n/);
  const nc = await cluster.connect();
  try {
    const manager = await jetstreamManager(nc);
    const { config } = await manager.streams.info(STREAM);
    await manager.streams.delete(STREAM);
    await manager.streams.add(config);
    await watching.stderr.until(/was removed or replaced; start again\n/);
    assert.equal((await watching.ended()).code, 1);
  } finally {
    await nc.close();
  }
});

Deno.test("an engine that takes a call and never says a word is given up", async () => {
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const address = `nats://127.0.0.1:${silent.addr.port}`;
  for (const ran of [task("report", address), task("fleet:status", "--to", address)]) {
    const { code, stderr } = await ran;
    assert.equal(code, 1);
    assert.match(stderr, /^Cannot reach nats:.*: timeout\n$/);
  }
});

fleetTest("a record captured in one project is in a report from the cluster at once", async () => {
  await using cluster = await Cluster.start();
  await using scratch = await Scratch.make();
  await scratch.write({ "shop/.git/HEAD": "" });
  const shop = scratch.path("shop");
  await using shipping = running("ship", "--to", cluster.urls, shop, "--follow");
  await shipping.stderr.until(/Following 1 folder/);
  await using watching = running("report", cluster.urls, "--watch");
  await watching.stderr.until(/^No runs\n/);
  const folder = "shop/.mosaic/reflections";
  await scratch.write({ [`${folder}/state/s.json`]: "{}" });
  const start = performance.now();
  await scratch.write({ [`${folder}/s.reflection.json`]: JSON.stringify(recordsOf(told(7))[0]) });
  await watching.stdout.until(/shop\/7 .*\n/);
  console.log(`seen ${((performance.now() - start) / 1000).toFixed(2)} s after it was written`);
  assert.equal((await watching.end("SIGTERM")).code, 0);
  assert.equal((await shipping.end("SIGTERM")).code, 0);
});

fleetTest("an engine that cannot be reached, or dies while it is read, is named", async () => {
  const { code, stderr } = await task("report", "nats://127.0.0.1:1");
  assert.equal(code, 1);
  assert.match(stderr, /^Cannot reach nats:\/\/127\.0\.0\.1:1: /);
  await using cluster = await oneServer();
  await using scratch = await Scratch.make();
  new Ledger().write(scratch.folder, "shop", 10_000);
  assert.equal((await task("ship", "--to", cluster.urls, scratch.folder)).code, 0);
  const source = await openPlaces([cluster.urls], "/", openFleet);
  await assert.rejects(async () => {
    for await (const _ of source.read()) await cluster.killAll();
  }, /^UnreachableError: nats:.* stopped answering while it was read$/);
  await source.close();
});

fleetTest("an engine without the stream is an error that says so", async () => {
  await using cluster = await Cluster.start({ nodes: 1 });
  for (const name of ["report", "ship"] as const) {
    const { code, stderr } = await task(
      name,
      ...name === "ship" ? ["--dry-run"] : [],
      cluster.urls,
    );
    assert.equal(code, 1);
    assert.match(stderr, /^There is no stream REFLECTION on nats:/);
  }
});

fleetTest("P1 takes confidence from the engine as from a folder", async () => {
  await using cluster = await oneServer();
  await using scratch = await Scratch.make();
  const lines: string[] = [];
  for (let n = 0; n < 200; n++) {
    const record = { ...sampleRecord(), session_id: `s-${n}`, confidence: n % 10 / 10 };
    await scratch.write({ [`kept/s-${n}.reflection.json`]: JSON.stringify(record) });
    lines.push(JSON.stringify({ session_id: `s-${n}`, correct: n % 3 > 0 }));
  }
  await scratch.write({ "outcomes.jsonl": `${lines.join("\n")}\n` });
  const folder = scratch.path("kept");
  assert.equal((await task("ship", "--to", cluster.urls, folder)).code, 0);
  const outcomes = ["--outcomes", scratch.path("outcomes.jsonl")];
  const from = (place: string) =>
    taskJson<{ n: number; metrics: unknown }>(
      ...["experiments:calibration", "--from-reflections", place, ...outcomes] as const,
    );
  const there = await from(cluster.urls);
  assert.equal(there.n, 200);
  assert.deepEqual(there.metrics, (await from(folder)).metrics);
});

fleetTest(
  "fleet:status tells by repository and agent what arrived, how late, and what waits",
  async () => {
    await using cluster = await oneServer();
    const now = Date.now();
    const at = (ago: number) => new Date(now - ago).toISOString();
    const safe: Partial<Told> = { risk: ["docs", 0], repo: "docs" };
    await publish(cluster, [
      ...recordsOf(told(1, { time: at(60_000) })),
      ...recordsOf(told(2, { time: at(600_000) })),
      ...recordsOf(told(3, { time: at(6_000), ...safe })),
      ...recordsOf(told(1, { time: at(60_000) })),
      "{",
    ]);
    interface Group {
      repo: string;
      records: number;
      newest: string;
      lag: { median: number; longest: number };
      needs_review: number;
    }
    const status = await taskJson<
      { records: number; doubles: number; problems: number; groups: Group[] }
    >(
      ...["fleet:status", "--to", cluster.urls] as const,
    );
    assert.deepEqual([status.records, status.doubles, status.problems], [3, 1, 1]);
    const [shop, docs] = status.groups;
    assert.deepEqual([shop?.repo, shop?.records, shop?.needs_review], ["shop", 2, 2]);
    assert.deepEqual([docs?.repo, docs?.records, docs?.needs_review], ["docs", 1, 0]);
    assert.equal(shop?.newest, at(60_000));
    assert.ok(shop.lag.longest >= 600_000 && shop.lag.longest < 700_000, String(shop.lag.longest));
    const { stdout, stderr } = await task("fleet:status", "--to", cluster.urls);
    assert.match(stdout, /^\| repo .*needs review \|\n\| -.*\n\| shop .*\| 10 min .*\| 2 /);
    assert.match(stderr, /^3 records from 2 /);
  },
);

fleetTest("following ends when it is told to, also while the engine is away", async () => {
  await using cluster = await oneServer();
  const source = await openPlaces([cluster.urls], "/", openFleet);
  const stop = new AbortController();
  let batches = 0;
  for await (const batch of source.read({ follow: stop.signal })) {
    batches++;
    assert.deepEqual(batch, []);
    await cluster.killAll();
    stop.abort();
  }
  assert.equal(batches, 1);
  await source.close();
});
