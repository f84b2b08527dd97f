import assert from "node:assert/strict";
import { openFleet } from "../../fleet/open.ts";
import { openPlaces } from "../../lib/records/open.ts";
import { Cluster, fleetTest } from "./_cluster.ts";
import { Disks, NO_DISKS } from "./_disks.ts";
import { STREAM } from "./_records.ts";
import { Voyage } from "./_voyage.ts";
import { stopwatch, until } from "./_wait.ts";
import { UserError } from "../../lib/text/errors.ts";

const CARGO = { folders: 2, records: 5000 };
/** So many are there when something happens. */
const SOME = 1000;

fleetTest("the server that leads is killed: nothing is lost, nothing is doubled", async () => {
  await using cluster = await Cluster.start();
  await using voyage = await Voyage.prepare(cluster, CARGO);
  const shipper = await voyage.ship();
  await voyage.reached(SOME);
  const leader = await cluster.leaderOf(STREAM);
  await cluster.kill(leader, "SIGKILL");
  const killed = stopwatch();
  await voyage.assertMidway(shipper);
  assert.notEqual(await cluster.leaderOf(STREAM), leader);
  const elected = stopwatch();
  await shipper.result();
  console.log(`caught up ${killed()} after the leader was killed, ${elected()} after the next led`);
  cluster.start(leader);
  await voyage.assertArrived();
});

fleetTest(
  "all servers are killed and started again: nothing is lost, nothing is doubled",
  async () => {
    await using cluster = await Cluster.start();
    await using voyage = await Voyage.prepare(cluster, CARGO);
    const shipper = await voyage.ship();
    await voyage.reached(SOME);
    await cluster.killAll("SIGKILL");
    assert.ok(shipper.running, "not everything was acknowledged when all servers were gone");
    await cluster.startAll();
    const back = stopwatch();
    await shipper.result();
    console.log(`caught up ${back()} after all servers were back`);
    await voyage.assertArrived();
  },
);

fleetTest("while a server lags behind, reading tells everything or that it cannot", async () => {
  await using cluster = await Cluster.start();
  await using voyage = await Voyage.prepare(cluster, { folders: 4, records: 5000 });
  await (await voyage.ship(voyage.folders.slice(0, 1))).result();
  const follower = (await cluster.leaderOf(STREAM) + 1) % 3;
  await cluster.kill(follower);
  await (await voyage.ship(voyage.folders.slice(1))).result();
  cluster.start(follower);
  // Whom the engine lets answer is its choice: now and then it is the one that lags.
  let lags = true;
  for (let reads = 0; lags || reads < 6; reads++) {
    lags = await cluster.heldBy(follower, STREAM) < voyage.ledger.size;
    const count = await readAll(cluster.urls);
    assert.ok(count === null || count === voyage.ledger.size, `${count} were read`);
  }
});

/** How many records are read; null where that is refused. */
async function readAll(place: string): Promise<number | null> {
  const source = await openPlaces([place], "/", openFleet);
  try {
    let count = 0;
    for await (const batch of source.read()) count += batch.length;
    return count;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  } finally {
    await source.close();
  }
}

fleetTest("a shipper killed 20 times leaves nothing out and nothing twice", async () => {
  await using cluster = await Cluster.start();
  await using voyage = await Voyage.prepare(cluster, CARGO);
  const connection = await voyage.connection();
  const random = seeded(20);
  for (let life = 0; life < 20; life++) {
    // What is published is seen as it is sent, acknowledged or not.
    const published = connection.subscribe("reflection.>", { max: 1 + Math.floor(random() * 300) });
    await connection.flush();
    const shipper = await voyage.ship();
    const seen = (async () => {
      for await (const _ of published);
    })();
    // Every fifth dies before it could publish anything.
    if (life % 5 > 0) await Promise.race([seen, shipper.ended]);
    assert.ok(shipper.running, `life ${life} had work to do`);
    shipper.kill("SIGKILL");
    await shipper.ended;
    published.unsubscribe();
    await seen;
  }
  const last = stopwatch();
  assert.ok(await cluster.count(STREAM) < voyage.ledger.size);
  const { shipped, known } = await (await voyage.ship()).result();
  console.log(`caught up ${last()} after the last start, with ${shipped} of ${known + shipped}`);
  await voyage.assertArrived();
});

/** A row of numbers from 0 to 1 that is the same every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Fills the disk of a server, and waits until it suffers from it. */
async function choke(cluster: Cluster, disks: Disks, n: number): Promise<void> {
  await disks.fill(n);
  const { log } = cluster.nodes[n]!;
  // Of Debian's server nothing is heard any more, not even a complaint.
  await until(
    "the server to suffer",
    async () => !await cluster.answers(n) || /no space left/i.test(await Deno.readTextFile(log)),
  );
}

/** Makes room again and starts the server anew, as a person would. */
async function relieve(cluster: Cluster, disks: Disks, n: number): Promise<void> {
  await disks.empty(n);
  await cluster.kill(n, "SIGKILL");
  cluster.start(n);
}

fleetTest("the leader's disk is full: nothing is lost, nothing is doubled", async () => {
  await using disks = await Disks.mount(3);
  await using cluster = await Cluster.start({ store: (n) => disks.folder(n) });
  await using voyage = await Voyage.prepare(cluster, CARGO);
  const shipper = await voyage.ship();
  await voyage.reached(SOME);
  const leader = await cluster.leaderOf(STREAM);
  await choke(cluster, disks, leader);
  await voyage.assertMidway(shipper);
  await relieve(cluster, disks, leader);
  const relieved = stopwatch();
  await shipper.result();
  console.log(`caught up ${relieved()} after the leader had space again`);
  await voyage.assertArrived();
}, NO_DISKS);

fleetTest("the disk of one that follows is full: shipping goes on, and it catches up", async () => {
  await using disks = await Disks.mount(3);
  await using cluster = await Cluster.start({ store: (n) => disks.folder(n) });
  await using voyage = await Voyage.prepare(cluster, CARGO);
  const shipper = await voyage.ship();
  await voyage.reached(SOME);
  const leader = await cluster.leaderOf(STREAM);
  const follower = (leader + 1) % 3;
  await disks.fill(follower);
  const full = stopwatch();
  const there = await cluster.heldBy(leader, STREAM);
  assert.ok(there < voyage.ledger.size, `${there} were there when the disk was full`);
  await shipper.result();
  console.log(`caught up ${full()} after the disk was full`);
  assert.ok(await cluster.heldBy(follower, STREAM) < voyage.ledger.size, "it does without one");
  await relieve(cluster, disks, follower);
  const relieved = stopwatch();
  await voyage.assertArrived();
  console.log(`the server held all again ${relieved()} after it had space`);
}, NO_DISKS);
