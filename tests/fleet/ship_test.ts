import assert from "node:assert/strict";
import { jetstreamManager } from "@nats-io/jetstream";
import { newStream, NO_WISHES } from "../../fleet/stream.ts";
import { sampleRecord } from "../schema/_records.ts";
import type { Ran } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import type { RunningScript } from "../support/running.ts";
import { hasTerminal } from "../support/terminal.ts";
import { allSamples, asFiles } from "../lib/records/_samples.ts";
import { Cluster, fleetTest } from "./_cluster.ts";
import { Ledger, STREAM } from "./_records.ts";
import { type Shipped, Shipper } from "./_shipper.ts";
import { oneServer, running, task, taskJson, taskSeen } from "./_tasks.ts";
import { until } from "./_wait.ts";

const json = (session: string): string =>
  JSON.stringify({ ...sampleRecord(), session_id: session });

interface Plan {
  readonly would_ship: number;
  readonly known: number;
  readonly makes_stream: boolean | null;
  readonly subjects: Record<string, number>;
  readonly invalid: readonly { readonly origin: string; readonly problem: string }[];
}

/** One server with a stream, a folder, and the task that sends records of folders there. */
interface Place {
  readonly cluster: Cluster;
  readonly scratch: Scratch;
  readonly ship: (...args: string[]) => Promise<Ran>;
  readonly shipJson: (...args: string[]) => Promise<Shipped>;
  readonly follow: (...args: string[]) => RunningScript;
}

function shipTest(
  name: string,
  test: (place: Place) => Promise<void>,
  lacking: string | null = null,
) {
  fleetTest(name, async () => {
    await using cluster = await oneServer();
    await using scratch = await Scratch.make();
    const to = ["--to", cluster.urls];
    await test({
      ...{ cluster, scratch },
      ship: (...args) => task("ship", ...to, ...args),
      shipJson: (...args) => taskJson<Shipped>("ship", ...to, ...args),
      follow: (...args) => running("ship", ...to, ...args, "--follow"),
    });
  }, lacking);
}

/** How many kinds of records there are. */
const KINDS = allSamples().length;

shipTest(
  "every kind of record is brought once, and the next run brings what is new",
  async ({ cluster, scratch, ship, shipJson }) => {
    await scratch.write(asFiles(allSamples()));
    const first = await shipJson(scratch.folder);
    assert.deepEqual([first.shipped, first.known, first.doubles], [KINDS, 0, 0]);
    const second = await shipJson(scratch.folder);
    assert.deepEqual([second.shipped, second.known], [0, KINDS]);
    await scratch.write({ "new.reflection.json": json("new") });
    const third = await ship(scratch.folder);
    assert.match(third.stdout, /^1 record acknowledged \(\d+ bytes\); 7 were before\n$/);
    assert.equal(await cluster.count(STREAM), KINDS + 1);
  },
);

shipTest(
  "what is no record is named and left, and stops nothing",
  async ({ scratch, ship, shipJson }) => {
    await scratch.write({
      "good.reflection.json": json("s"),
      "half.reflection.json": json("s").slice(0, 50),
      "other.json": "{}",
      "notes.txt": "mine",
      ".being-written.reflection.json.77.tmp": "{",
      "errors.log": "an error",
      "state/s.json": "{}",
    });
    await Deno.symlink("/dev/zero", scratch.path("link.reflection.json"));
    const { shipped, invalid } = await shipJson(scratch.folder);
    assert.equal(shipped, 1);
    assert.deepEqual(
      Object.fromEntries(invalid.map(({ origin, problem }) => [origin.split("/").at(-1), problem])),
      {
        "half.reflection.json": "not JSON, or only half of it",
        "other.json": "no schema named",
        "notes.txt": "not a record by its name",
        "link.reflection.json": "not a plain file",
      },
    );
    assert.equal(await Deno.readTextFile(scratch.path("other.json")), "{}");
    const { code, stderr } = await ship(scratch.folder);
    assert.equal(code, 0);
    assert.match(stderr, /^4 files left in place:\n/);
    assert.match(stderr, /notes\.txt: not a record by its name\n/);
  },
);

shipTest(
  "a record that the engine does not take is named, and the rest arrives",
  async ({ scratch, shipJson }) => {
    const huge = { ...sampleRecord(), files_changed: [`src/${"x".repeat(1_100_000)}.ts`] };
    await scratch.write({
      "a.reflection.json": JSON.stringify(huge),
      "b.reflection.json": json("b"),
    });
    const { shipped, invalid } = await shipJson(scratch.folder);
    assert.equal(shipped, 1);
    assert.match(
      invalid[0]?.problem ?? "",
      /^larger than the 1048576 bytes that the engine takes$/,
    );
  },
);

shipTest(
  "a record that is written again is brought again, one that is touched is no double",
  async ({ cluster, scratch, shipJson }) => {
    await scratch.write({ "a.reflection.json": json("one") });
    await shipJson(scratch.folder);
    await scratch.write({ "a.reflection.json": json("another") });
    assert.equal((await shipJson(scratch.folder)).shipped, 1);
    await Deno.utime(scratch.path("a.reflection.json"), new Date(0), new Date(0));
    const { shipped, doubles } = await shipJson(scratch.folder);
    assert.deepEqual([shipped, doubles], [1, 1]);
    assert.equal(await cluster.count(STREAM), 2);
  },
);

shipTest(
  "a stream that was removed and made again gets everything",
  async ({ cluster, scratch, shipJson }) => {
    const ledger = new Ledger();
    ledger.write(scratch.folder, "shop", 50);
    await shipJson(scratch.folder);
    const nc = await cluster.connect();
    try {
      await (await jetstreamManager(nc)).streams.delete(STREAM);
      await task("fleet:stream", "--to", cluster.urls, "--replicas", "1");
      const again = await shipJson(scratch.folder);
      assert.deepEqual([again.shipped, again.known], [50, 0]);
      await ledger.assertArrived(nc, cluster.urls);
    } finally {
      await nc.close();
    }
  },
);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  shipTest(
    `--follow brings what comes, also into folders to come, and ends on ${signal}`,
    async ({ cluster, scratch, shipJson, follow }) => {
      await scratch.write({ "kept/a.reflection.json": json("a"), "later/.git/HEAD": "" });
      const places = [scratch.path("kept"), scratch.path("later")];
      await using following = follow(...places, "--json");
      await until("the first record", async () => await cluster.count(STREAM) === 1);
      const store = ".mosaic/reflections";
      await scratch.write({ [`later/${store}/b.reflection.json`]: json("b") });
      await until("the second record", async () => await cluster.count(STREAM) === 2);
      await scratch.write({ "kept/new": json("c"), "kept/bad.json": "{" });
      await Deno.rename(scratch.path("kept/new"), scratch.path("kept/c.reflection.json"));
      await until("the third record", async () => await cluster.count(STREAM) === 3);
      assert.match(await following.stderr.until(/bad\.json.*\n/), /not JSON, or only half of it/);
      const { code, signal: by } = await following.end(signal);
      assert.deepEqual([code, by], [0, null]);
      const { shipped, invalid } = JSON.parse(await following.stdout.rest()) as Shipped;
      assert.deepEqual([shipped, invalid.length], [3, 1], "folders are left out");
      const { known } = await shipJson(...places);
      assert.equal(known, 3, "all of it was written down");
    },
  );
}

shipTest(
  "a stream that is replaced while it is followed is noticed, and gets everything",
  async ({ cluster, scratch, shipJson, follow }) => {
    const ledger = new Ledger();
    ledger.write(scratch.path("kept"), "shop", 20);
    await using following = follow(scratch.path("kept"));
    await until("the records", async () => await cluster.count(STREAM) === 20);
    const nc = await cluster.connect();
    try {
      const manager = await jetstreamManager(nc);
      const { config } = await manager.streams.info(STREAM);
      await manager.streams.delete(STREAM);
      await manager.streams.add(config);
      await scratch.write({ "kept/z.reflection.json": json("z") });
      await following.stderr.until(
        /was removed or replaced meanwhile; nothing is lost: start again\n/,
      );
      assert.equal((await following.ended()).code, 1);
      const { shipped } = await shipJson(scratch.path("kept"));
      assert.equal(shipped, 21);
      assert.equal(await cluster.count(STREAM), 21);
    } finally {
      await nc.close();
    }
  },
);

fleetTest("who may not publish is told at once, also while following", async () => {
  const config = `authorization { users: [
    { user: "all", password: "all" }
    { user: "reader", password: "reader", permissions: { publish: { deny: "reflection.>" } } }
  ] }`;
  await using cluster = await Cluster.start({
    ...{ nodes: 1, config, connect: { user: "all", pass: "all" } },
  });
  const nc = await cluster.connect();
  await (await jetstreamManager(nc)).streams.add(newStream({ ...NO_WISHES, replicas: 1 }));
  await nc.close();
  await using scratch = await Scratch.make();
  await scratch.write({ "a.reflection.json": json("a") });
  const env = { NATS_USER: "reader", NATS_PASSWORD: "reader" };
  await using following = await Shipper.start(["--to", cluster.urls, scratch.folder, "--follow"], {
    env,
  });
  const { code, stderr } = await following.ended;
  assert.equal(code, 1);
  assert.match(stderr, /does not permit this: .*reflection\.reflection/);
});

shipTest(
  "a folder that is removed and made again while it is followed is brought anew",
  async ({ cluster, scratch, shipJson, follow }) => {
    await scratch.write({ "kept/a.reflection.json": json("a") });
    const kept = scratch.path("kept");
    await using following = follow(kept);
    await until("the first record", async () => await cluster.count(STREAM) === 1);
    await Deno.remove(kept, { recursive: true });
    await scratch.write({ "kept/b.reflection.json": json("b") });
    await until("the second record", async () => await cluster.count(STREAM) === 2);
    await scratch.write({ "kept/c.reflection.json": json("c") });
    await until("the third record", async () => await cluster.count(STREAM) === 3);
    assert.equal((await following.end("SIGTERM")).code, 0);
    assert.equal((await shipJson(kept)).known, 2);
  },
);

shipTest("a folder that cannot be worked in keeps no other waiting", async ({ scratch, ship }) => {
  await scratch.write({
    "bad/a.reflection.json": json("a"),
    "bad/state": "in the way",
    "good/b.reflection.json": json("b"),
  });
  const places = [scratch.path("bad"), scratch.path("good")];
  const { code, stdout, stderr } = await ship(...places);
  assert.equal(code, 1);
  assert.match(stdout, /^1 record acknowledged/);
  assert.match(stderr, /^Cannot write to ".*bad\/state": Not a directory/m);
});

shipTest(
  "what the stream is too small for is named, and the rest arrives",
  async ({ cluster, scratch, ship, follow }) => {
    const nc = await cluster.connect();
    try {
      const manager = await jetstreamManager(nc);
      const { config } = await manager.streams.info(STREAM);
      await using shipping = follow(scratch.folder, "--json");
      await shipping.stderr.until(/Following/);
      await manager.streams.update(STREAM, { ...config, max_msg_size: 2_000 });
      const large = { ...sampleRecord(), files_changed: [`src/${"x".repeat(3_000)}.ts`] };
      await scratch.write({
        "a.reflection.json": JSON.stringify(large),
        "b.reflection.json": json("b"),
      });
      await until("the small one", async () => await cluster.count(STREAM) === 1);
      await shipping.stderr.until(/a\.reflection\.json: larger than what the stream takes/);
      assert.equal((await shipping.end("SIGTERM")).code, 0);
      const { code, stderr } = await ship(scratch.folder);
      assert.equal(code, 1);
      assert.match(stderr, /message size is 2000, expected no limit/);
    } finally {
      await nc.close();
    }
  },
);

shipTest(
  "--follow waits for an engine that is not there yet",
  async ({ cluster, scratch, follow }) => {
    await scratch.write({ "a.reflection.json": json("a") });
    await cluster.killAll();
    await using following = follow(scratch.folder);
    await following.stderr.until(/^Cannot reach .*; trying again\n/);
    await cluster.startAll();
    await until("the record", async () => await cluster.count(STREAM) === 1);
    assert.equal((await following.end("SIGTERM")).code, 0);
  },
);

shipTest(
  "a folder that another process brings is left to it",
  async ({ cluster, scratch, ship, follow }) => {
    await scratch.write({ "a.reflection.json": json("a") });
    await using _following = follow(scratch.folder);
    await until("the record", async () => await cluster.count(STREAM) === 1);
    const { code, stdout, stderr } = await ship(scratch.folder);
    assert.equal(code, 0);
    assert.match(stdout, /^0 records acknowledged/);
    assert.match(stderr, /is being brought by another process, and left to it\n/);
  },
);

fleetTest(
  "--once gives up on a cluster that cannot decide, and brings all when it can",
  async () => {
    await using cluster = await Cluster.start();
    await using scratch = await Scratch.make();
    new Ledger().write(scratch.folder, "shop", 20);
    assert.equal((await task("fleet:stream", "--to", cluster.urls)).code, 0);
    await Promise.all([cluster.kill(0), cluster.kill(1)]);
    const args = ["--to", cluster.urls, scratch.folder, "--patience", "1"];
    const { code, stderr } = await task("ship", ...args);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /No answer from nats:|No acknowledgement from nats:|JetStream does not answer on /,
    );
    cluster.start(0);
    cluster.start(1);
    await cluster.ready();
    const { shipped, known } = await taskJson<Shipped>(
      ...["ship", "--to", cluster.urls, scratch.folder] as const,
    );
    assert.deepEqual([shipped, known], [20, 0]);
  },
);

shipTest(
  "--dry-run says what would be brought, from folders and from the engine itself",
  async ({ cluster, scratch, ship }) => {
    await scratch.write({ ...asFiles(allSamples(), "kept/"), "kept/bad.json": "{" });
    const folder = scratch.path("kept");
    const all = await taskJson<Plan>("ship", "--dry-run", folder);
    assert.deepEqual([all.would_ship, all.known, all.makes_stream], [KINDS, 0, null]);
    assert.deepEqual(Object.values(all.subjects), Array(KINDS).fill(1));
    assert.equal(all.invalid[0]?.origin, `${folder}/bad.json`);
    assert.equal(await cluster.count(STREAM), 0);
    const planned = await taskJson<Plan>("ship", "--dry-run", "--to", cluster.urls, folder);
    assert.deepEqual([planned.would_ship, planned.makes_stream], [KINDS, false]);
    await ship(folder);
    const none = await task("ship", "--dry-run", "--to", cluster.urls, folder);
    assert.match(
      none.stdout,
      /^0 records would be brought to nats:.*; 7 were acknowledged before\n/,
    );
    const back = await taskJson<Plan>("ship", "--dry-run", cluster.urls);
    assert.deepEqual(back.subjects, all.subjects);
    for (const { name } of Deno.readDirSync(folder)) {
      assert.ok(name === "state" || name.endsWith(".json"), name);
    }
  },
);

shipTest(
  "at a terminal a line says how far it is, and is gone at the end",
  async ({ cluster, scratch }) => {
    new Ledger().write(scratch.folder, "shop", 3_000);
    const { code, text } = await taskSeen("ship", "--to", cluster.urls, scratch.folder);
    assert.equal(code, 0, text);
    assert.match(text, /\r␛\[K[\d,]+ records acknowledged, [\d,]+ on their way/);
    assert.match(text, /\r␛\[K3,000 records acknowledged \([\d,]+ bytes\); 0 were before\n$/);
  },
  hasTerminal ? null : "there is no program script",
);

Deno.test("wrong usage of ship is named, before the engine is asked", async () => {
  await using scratch = await Scratch.make();
  const to = ["--to", "nats://127.0.0.1:1"];
  const cases: [args: string[], code: number, message: RegExp][] = [
    [[scratch.folder], 2, /^--to is missing/],
    [[...to, "--once", "--follow"], 2, /^--once and --follow do not go together/],
    [["--dry-run", "--follow"], 2, /^--dry-run and --follow do not go together/],
    [[...to, "--patience", "long"], 2, /^--patience must be a number .*, got "long"/],
    [[...to, "nats://host:1"], 2, /^Records are brought from folders, not from "nats:\/\/host:1"/],
    [[...to, scratch.path("none")], 1, /^Cannot read ".*none": no such folder/],
    [[...to, "--password", "x"], 2, /--password/],
  ];
  for (const [args, expected, message] of cases) {
    const { code, stdout, stderr } = await task("ship", ...args);
    assert.deepEqual([code, stdout], [expected, ""], args.join(" "));
    assert.match(stderr, message);
  }
});
