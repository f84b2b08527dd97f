import assert from "node:assert/strict";
import { Cluster, fleetTest } from "./_cluster.ts";
import { Network, NO_NETWORK } from "./_network.ts";
import { STREAM } from "./_records.ts";
import { Voyage } from "./_voyage.ts";
import { stopwatch, until } from "./_wait.ts";

const CARGO = { folders: 2, records: 5000 };
const SOME = 1000;
const SERVERS = [0, 1, 2];
/** The machine that ships. */
const SHIPPER = 3;

fleetTest("a shipper that is cut off goes on when the network is back", async () => {
  await using network = await Network.make(4);
  await using cluster = await Cluster.start({ elsewhere: network });
  await using voyage = await Voyage.prepare(cluster, CARGO);
  const shipper = await voyage.ship(voyage.folders, { command: network.command(SHIPPER) });
  await voyage.reached(SOME);
  await network.cut(SHIPPER);
  await until(
    "the servers to give it up",
    async () => (await cluster.clients()).every((count) => count === 0),
  );
  await voyage.assertMidway(shipper);
  await network.heal(SHIPPER);
  const healed = stopwatch();
  await shipper.result();
  console.log(`caught up ${healed()} after the network came back`);
  await voyage.assertArrived();
}, NO_NETWORK);

fleetTest(
  "the leader is cut off from everybody: another takes its place, and it comes back",
  () => assertDoneWithout((cluster) => cluster.leaderOf(STREAM)),
  NO_NETWORK,
);

fleetTest(
  "the server that a shipper speaks to is cut off: it speaks to another",
  () =>
    assertDoneWithout(async (cluster) => {
      const speaking = (await cluster.clients()).findIndex((count) => count > 0);
      assert.notEqual(speaking, -1);
      return speaking;
    }),
  NO_NETWORK,
);

/** Cuts one server off while records are shipped, and puts it back when all are. */
async function assertDoneWithout(choose: (cluster: Cluster) => Promise<number>): Promise<void> {
  await using network = await Network.make(4);
  await using cluster = await Cluster.start({ elsewhere: network });
  await using voyage = await Voyage.prepare(cluster, CARGO);
  const shipper = await voyage.ship(voyage.folders, { command: network.command(SHIPPER) });
  await voyage.reached(SOME);
  const server = await choose(cluster);
  const [other = 0] = SERVERS.filter((n) => n !== server);
  await network.cut(server);
  const cut = stopwatch();
  const there = await cluster.heldBy(other, STREAM);
  assert.ok(there < voyage.ledger.size, `${there} were there when it was cut off`);
  const { name } = cluster.nodes[server]!;
  await until("another leader", async () => {
    const leader = await cluster.leaderSeenBy(other, STREAM);
    return leader !== null && leader !== "" && leader !== name;
  });
  await shipper.result();
  console.log(`caught up ${cut()} after the server was cut off`);
  await network.heal(server);
  const healed = stopwatch();
  await voyage.assertArrived();
  console.log(`all servers held all ${healed()} after the network came back`);
}
