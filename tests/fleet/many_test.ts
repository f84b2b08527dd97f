import assert from "node:assert/strict";
import { Cluster, fleetTest } from "./_cluster.ts";
import { STREAM } from "./_records.ts";
import { Voyage } from "./_voyage.ts";
import { stopwatch } from "./_wait.ts";

fleetTest(
  "100,000 records of 20 folders arrive exactly once, in order, through 4 shippers at once",
  async () => {
    await using cluster = await Cluster.start();
    await using voyage = await Voyage.prepare(cluster, { folders: 20, records: 5000 });
    const parts = [0, 5, 10, 15].map((start) => voyage.folders.slice(start, start + 5));

    const time = stopwatch();
    const shippers = await Promise.all(parts.map((folders) => voyage.ship(folders)));
    await voyage.reached(1);
    assert.ok(shippers.every(({ running }) => running), "all ship at once");
    const results = await Promise.all(shippers.map((shipper) => shipper.result()));
    console.log(`shipped ${voyage.ledger.size} records in ${time()}`);

    for (const { shipped, known, doubles, invalid } of results) {
      assert.deepEqual({ shipped, known, doubles, invalid }, {
        ...{ shipped: 25_000, known: 0, doubles: 0, invalid: [] },
      });
    }
    const bytes = results.reduce((sum, result) => sum + result.bytes, 0);
    assert.equal(bytes, voyage.ledger.bytes);
    const reading = stopwatch();
    assert.deepEqual(await voyage.assertArrived(), { doubles: 0 });
    console.log(`read them back twice in ${reading()}`);

    const again = await (await voyage.ship(parts[0])).result();
    assert.deepEqual([again.shipped, again.known, again.bytes], [0, 25_000, 0]);
    assert.equal(await cluster.count(STREAM), voyage.ledger.size);
  },
);

fleetTest("two shippers of the same folders at once leave each record once", async () => {
  await using cluster = await Cluster.start();
  await using voyage = await Voyage.prepare(cluster, { folders: 2, records: 2000 });
  const shippers = await Promise.all([voyage.ship(), voyage.ship()]);
  const results = await Promise.all(shippers.map((shipper) => shipper.result()));
  const shipped = results.reduce((sum, result) => sum + result.shipped, 0);
  assert.equal(shipped, voyage.ledger.size);
  assert.deepEqual(await voyage.assertArrived(), { doubles: 0 });
});
