import assert from "node:assert/strict";
import { reachable } from "../support/module_graph.ts";
import { PROJECT } from "../support/process.ts";

/** Everything that a client starts or loads, and what a program imports. */
const { exports } = JSON.parse(await Deno.readTextFile(`${PROJECT}/deno.json`)) as {
  exports: Record<string, string>;
};

/** What a script loads of the fleet and of its client. */
async function ofFleet(script: string): Promise<string[]> {
  return [...(await reachable(script)).keys()].sort().filter((path) =>
    /^fleet\/|^lib\/records\/address|@nats-io/.test(path)
  );
}

Deno.test("no hook, plugin or entry of the module reaches the fleet or its client", async () => {
  for (const entry of Object.values(exports)) {
    assert.deepEqual(await ofFleet(entry.replace("./", "")), [], entry);
  }
});

Deno.test("who reads folders loads no more of the fleet than what an address looks like", async () => {
  for (const script of ["report/report.ts", "report/serve.ts", "experiments/calibration.ts"]) {
    assert.deepEqual(await ofFleet(script), ["fleet/open.ts", "lib/records/address.ts"], script);
  }
  assert.ok((await ofFleet("fleet/source.ts")).some((path) => path.startsWith("npm:")));
});
