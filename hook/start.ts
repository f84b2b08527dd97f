/**
 * The hook for SessionStart: remembers where the run began, so that its end can be compared with
 * it, and, only where the user asked for that, asks the agent for its self-report.
 *
 * Acts only while REFLECTION_MODE is `solo` or `orchestrated`. Always exits 0.
 *
 * @module
 */

const mode = Deno.env.get("REFLECTION_MODE");
if (mode === "solo" || mode === "orchestrated") {
  try {
    const { Deadline, Repository, STATUS } = await import("../lib/git/run.ts");
    const deadline = new Deadline(5);
    const repository = Repository.at(".", deadline);
    const status = repository.run(...STATUS);
    status.catch(() => {});
    const { begin } = await import("./begin.ts");
    await begin(status, deadline);
  } catch (error) {
    console.error(`reflection: ${error instanceof Error ? error.message : error}`);
  }
}
Deno.exit(0);
