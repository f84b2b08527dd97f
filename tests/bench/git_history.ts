/** What reading a whole history costs, against git's own part of it, and in memory. */

import { makeHistory } from "../../experiments/demo_history.ts";
import { logArguments } from "../../experiments/history/commits.ts";
import { type Figure, figure, inScratch, peakMemory, PROJECT, takeTurns } from "./measure.ts";

const COMMITS = 60_000;
const ROUNDS = 9;
const MEMORY = 300_000_000;

/** Measures on a history of 60,000 commits with reverts and trailers. */
export async function benchGitHistory(): Promise<Figure[]> {
  return await inScratch(async (scratch) => {
    await makeHistory(scratch, COMMITS);
    const times = await takeTurns(ROUNDS, {
      git: () => start("git", logArguments(), scratch),
      script: () => start(Deno.execPath(), script(scratch), PROJECT),
    });
    const most = await peakMemory(Deno.execPath(), script(scratch), PROJECT);
    const what = `git_history.ts, ${COMMITS.toLocaleString("en")} commits`;
    return [
      figure(`${what} / the same git log to /dev/null`, "<= 1.3", times.script, times.git),
      { what: `${what}, memory / 300 MB`, ratio: most / MEMORY, target: "<= 1" },
    ];
  });
}

function script(repository: string): string[] {
  const permissions = ["--allow-read", "--allow-run=git", "--allow-env=HOME,PATH"];
  return ["run", ...permissions, `${PROJECT}/experiments/git_history.ts`, repository];
}

/** Runs a program to its end. */
async function start(command: string, args: string[], cwd: string): Promise<void> {
  const { success } = await new Deno.Command(command, {
    args,
    cwd,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn().status;
  if (!success) throw new Error(`${command} ${args[0]} failed`);
}
