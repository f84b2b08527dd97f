/**
 * The hook for Stop, StopFailure and SessionEnd: leaves a `reflection.v1` record of the run.
 *
 * Acts only while REFLECTION_MODE is `solo` or `orchestrated`; otherwise it does nothing at all, and
 * imports nothing either. Always exits 0, never prints to stdout, never decides anything for the
 * session. `clients/table.ts` has the command and the permissions it is registered with.
 *
 * @module
 */

// Not by gate.ts: this script runs at every stop, and one module more would be felt.
const mode = Deno.env.get("REFLECTION_MODE");
if (mode === "solo" || mode === "orchestrated") {
  try {
    const { Deadline, Repository, STATUS } = await import("../lib/git/run.ts");
    const deadline = new Deadline(5);
    const repository = Repository.at(".", deadline);
    // git first: it works while the rest of the hook is loaded.
    const status = repository.run(...STATUS);
    status.catch(() => {});
    const { capture } = await import("./capture.ts");
    await capture({ mode, repository, status, deadline });
  } catch (error) {
    // There is nowhere to write it to: stderr is seen by a person who debugs the client.
    console.error(`reflection: ${error instanceof Error ? error.message : error}`);
  }
}
// Running off the end would wait for what may still hang, and costs more.
Deno.exit(0);
