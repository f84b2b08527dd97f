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
  await until("the servers to give it up", async () => await cluster.clients() === 0);
  await voyage.assertMidway(shipper);
  await network.heal(SHIPPER);
  const healed = stopwatch();
  await shipper.result();
  console.log(`caught up ${healed()} after the network came back`);
  await voyage.assertArrived();
}, NO_NETWORK);

fleetTest(
  "a leader that is cut off from all others is followed by another, and comes back",
  async () => {
    await using network = await Network.make(4);
    await using cluster = await Cluster.start({ elsewhere: network });
    await using voyage = await Voyage.prepare(cluster, CARGO);
    const shipper = await voyage.ship(voyage.folders, { command: network.command(SHIPPER) });
    await voyage.reached(SOME);
    const leader = await cluster.leaderOf(STREAM);
    await network.cut(leader);
    const cut = stopwatch();
    await voyage.assertMidway(shipper);
    const others = SERVERS.filter((n) => n !== leader);
    const next = await until("another leader", async () => {
      const [name, also] = await Promise.all(others.map((n) => cluster.leaderSeenBy(n, STREAM)));
      return name === also && name !== cluster.nodes[leader]!.name && name;
    });
    assert.ok(others.some((n) => cluster.nodes[n]!.name === next));
    await shipper.result();
    console.log(`caught up ${cut()} after the leader was cut off`);
    await network.heal(leader);
    const healed = stopwatch();
    await voyage.assertArrived();
    console.log(`all servers hold all ${healed()} after the network came back`);
  },
  NO_NETWORK,
);
