import assert from "node:assert/strict";
import { run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { isThere } from "./_faults.ts";
import { type Trap, TRAPS, writeProgram } from "./_faults_traps.ts";
import { Session } from "./session.ts";

/** Runs a whole session in a repository with a trap, and then plain git, to prove that it is one. */
async function checkTrap(session: Session, trap: Trap, main: Scratch): Promise<void> {
  const { repo } = session;
  await using outside = await Scratch.make();
  const canary = outside.path("canary");
  const program = await writeProgram(outside, canary);
  await trap.prepare?.(main);
  await session.start();
  await repo.write({ "b.ts": "1\n" });
  await repo.commit("By the agent");

  await trap.set(main, program);
  await Deno.remove(canary).catch(() => {}); // Setting some traps springs them
  // As long as before, and newer: git has to read the file to compare.
  await repo.write({ "a.ts": "2\n", "b.ts": "2\n", "new.ts": "1\n" });
  const another = new Session(repo, "session-2");
  await another.start({ env: { REFLECTION_DEBUG: "1" } });
  const record = await session.capture({ env: { REFLECTION_DEBUG: "1" } });
  await session.end();
  await another.end();
  assert.equal(isThere(canary), false, "the trap was sprung");
  if (trap.untold) assert.equal(record.provenance.degraded, true);
  else for (const path of ["a.ts", "new.ts"]) assert.ok(record.files_changed.includes(path));
  const steps = await Deno.readTextFile(repo.path(".mosaic/reflections/debug.log"));
  if (!trap.uncountable && !trap.untold) {
    assert.match(steps, / \+\d+ -\d+\n/, `lines were counted: ${steps}`);
  }

  await run("git", trap.spring, { cwd: repo.folder });
  assert.equal(isThere(canary), true, "the trap is none");
}

for (const trap of TRAPS) {
  Deno.test(`the hooks do not spring ${trap.name}`, async () => {
    await using repo = await Scratch.make();
    await repo.init({ "a.ts": "1\n" });
    await checkTrap(new Session(repo), trap, repo);
  });
}

for (const name of ["a clean filter", "a filter in an included file", "a file-system monitor"]) {
  Deno.test(`the hooks do not spring ${name} from a linked worktree`, async () => {
    await using main = await Scratch.make();
    await using linked = await Scratch.make();
    await main.init({ "a.ts": "1\n" });
    await main.git("worktree", "add", "--quiet", "-b", "linked", linked.folder);
    await linked.write({ ".gitattributes": "*.ts filter=evil\n" });
    const trap = TRAPS.find((trap) => trap.name === name)!;
    await checkTrap(new Session(linked), trap, main);
  });
}
