import assert from "node:assert/strict";
import { jetstreamManager } from "@nats-io/jetstream";
import { Scratch } from "../support/repository.ts";
import { Cluster, fleetTest } from "./_cluster.ts";
import { Ledger, STREAM } from "./_records.ts";
import { oneServer, task, taskJson } from "./_tasks.ts";

interface Told {
  readonly made: boolean;
  readonly config: Record<string, unknown>;
  readonly state: { readonly messages: number };
}

fleetTest("a stream is made as it was asked for, and found so the next time", async () => {
  await using cluster = await Cluster.start({ nodes: 1 });
  const wishes = ["--replicas", "1", "--max-age", "90d", "--max-bytes", "5MiB"];
  const first = await taskJson<Told>("fleet:stream", "--to", cluster.urls, ...wishes);
  assert.equal(first.made, true);
  const { max_age, max_bytes, num_replicas, subjects, retention, storage } = first.config;
  assert.deepEqual(
    { max_age, max_bytes, num_replicas, subjects, retention, storage },
    {
      ...{ max_age: 90 * 86_400e9, max_bytes: 5 * 1024 ** 2, num_replicas: 1 },
      ...{ subjects: ["reflection.>"], retention: "limits", storage: "file" },
    },
  );
  assert.equal((await taskJson<Told>("fleet:stream", "--to", cluster.urls, ...wishes)).made, false);
  const { code, stdout } = await task("fleet:stream", "--to", cluster.urls);
  assert.equal(code, 0);
  assert.match(stdout, /is there:\n {2}replicas: 1\n {2}max-age: 2160 h\n {2}max-bytes: 5242880\n/);
});

fleetTest(
  "a stream that disagrees is an error that names all of it, and is left as it is",
  async () => {
    await using cluster = await oneServer();
    const before = await taskJson<Told>("fleet:stream", "--to", cluster.urls);
    const { code, stdout, stderr } = await task(
      ...["fleet:stream", "--to", cluster.urls, "--replicas", "3", "--max-age", "1w"] as const,
      ...["--max-bytes", "1GiB"],
    );
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /replicas is 1, expected 3; max-age is no limit, expected 168 h; /);
    assert.match(stderr, /max-bytes is no limit, expected 1073741824\. It was left as it is/);
    assert.deepEqual(await taskJson<Told>("fleet:stream", "--to", cluster.urls), before);
  },
);

fleetTest(
  "a single server cannot keep three replicas, and the error says what would do",
  async () => {
    await using cluster = await Cluster.start({ nodes: 1 });
    const { code, stderr } = await task("fleet:stream", "--to", cluster.urls);
    assert.equal(code, 1);
    assert.match(stderr, /with 3 replicas: too few servers there.*--replicas 1/);
  },
);

fleetTest("a stream is read back in order, from its beginning, a number or a moment", async () => {
  await using cluster = await oneServer();
  await using scratch = await Scratch.make();
  new Ledger().write(scratch.folder, "shop", 1_200);
  assert.equal((await task("ship", "--to", cluster.urls, scratch.folder)).code, 0);
  const read = async (...from: string[]): Promise<{ sequence: number; arrived: string }[]> => {
    const args = ["--to", cluster.urls, "--read", ...from];
    const { code, stdout, stderr } = await task("fleet:stream", ...args);
    assert.equal(code, 0, stderr);
    return stdout.split("\n").slice(0, -1).map((line) => JSON.parse(line));
  };
  const sequences = (from: number) => Array.from({ length: 1_201 - from }, (_, n) => from + n);
  const all = await read();
  assert.deepEqual(all.map(({ sequence }) => sequence), sequences(1));
  assert.deepEqual((await read("--from", "700")).map(({ sequence }) => sequence), sequences(700));
  assert.deepEqual(await read("--from", "1201"), []);
  assert.deepEqual(await read("--from", "2999-01-01"), []);
  const { arrived } = all[600]!;
  const since = await read("--from", arrived);
  assert.equal(since.length, all.filter((one) => one.arrived >= arrived).length);
});

fleetTest("what was removed from the end of a stream is not waited for", async () => {
  await using cluster = await oneServer();
  await using scratch = await Scratch.make();
  new Ledger().write(scratch.folder, "shop", 20);
  assert.equal((await task("ship", "--to", cluster.urls, scratch.folder)).code, 0);
  const nc = await cluster.connect();
  try {
    const manager = await jetstreamManager(nc);
    for (const sequence of [1, 19, 20]) await manager.streams.deleteMessage(STREAM, sequence);
    const { stdout } = await task("fleet:stream", "--to", cluster.urls, "--read");
    assert.equal(stdout.split("\n").length - 1, 17);
    await manager.streams.purge(STREAM);
    assert.equal((await task("fleet:stream", "--to", cluster.urls, "--read")).stdout, "");
  } finally {
    await nc.close();
  }
});

Deno.test("wrong usage is named, before the engine is asked", async () => {
  const to = ["--to", "nats://127.0.0.1:1"];
  const cases: [args: string[], message: RegExp][] = [
    [[], /^--to is missing/],
    [["--to", "127.0.0.1:1"], /^--to: "127.0.0.1:1" is no address/],
    [[...to, "x"], /^Unexpected argument "x"/],
    [[...to, "--replicas", "2"], /^--replicas must be 1, 3 or 5, got "2"/],
    [[...to, "--replicas", "7"], /^--replicas must be 1, 3 or 5, got "7"/],
    [[...to, "--max-age", "soon"], /^--max-age must be like .*, got "soon"/],
    [[...to, "--max-bytes", "5GB"], /^--max-bytes must be like .*, got "5GB"/],
    [[...to, "--from", "1"], /^--from needs --read/],
    [[...to, "--read", "--from", "0"], /^--from must be .*, got "0"/],
    [[...to, "--read", "--replicas", "1"], /^--read and --replicas do not go together/],
    [[...to, "--loud"], /--loud/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await task("fleet:stream", ...args);
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
    assert.match(stderr, message);
  }
});
