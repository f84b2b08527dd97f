/** What counting attempts costs the session it runs in, and what a hostile message costs. */

import { fileURLToPath } from "node:url";
import { hookCommand } from "../../hook/clients/command.ts";
import { hooksOf } from "../../hook/clients/table.ts";
import { checkAnswer } from "../../judge/unblock/answer.ts";
import { lintEscalation } from "../../judge/unblock/form.ts";
import { type Figure, median, takeTurns } from "./measure.ts";
import { starter } from "./start.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const ROUNDS = 25;
const MEGABYTES = 5;

/** Measures the hook after a command that passed, and the checks on twice as much text. */
export async function benchUnblock(): Promise<Figure[]> {
  return [...await benchAttempt(), ...await benchHostile()];
}

async function benchAttempt(): Promise<Figure[]> {
  const scratch = await Deno.makeTempDir({ prefix: "reflection-bench-" });
  try {
    await new Deno.Command("git", { args: ["init", "--quiet"], cwd: scratch }).output();
    await Deno.writeTextFile(`${scratch}/empty.ts`, "");
    const hook = hooksOf("unblock").find(({ event }) => event === "PostToolUse")!;
    const command = hookCommand(hook, { from: "path", folder: PROJECT });
    const used = (output: string) =>
      starter(scratch, {
        session_id: "s",
        cwd: scratch,
        hook_event_name: "PostToolUse",
        tool_name: "Bash",
        tool_input: { command: "ls" },
        tool_response: { stdout: output, stderr: "" },
      });
    const times = await takeTurns(ROUNDS, {
      empty: () =>
        starter(scratch, {})(Deno.execPath(), [
          ...["run", "--no-config", "--no-lock"],
          `${scratch}/empty.ts`,
        ]),
      quiet: () =>
        used("a.ts\nb.ts\n")("sh", ["-c", command], {
          REFLECTION_MODE: "solo",
          REFLECTION_UNBLOCK: "on",
        }),
    });
    const ratio = median(times.quiet) / median(times.empty);
    return [{ what: "attempt, nothing to say / empty deno", ratio, target: "<= 1.6" }];
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** A message with many signs that begin something and never end it. */
function hostile(megabytes: number): string {
  const line = "<".repeat(20) + " <ESCALATION> [NEED_CONTEXT: " + "x".repeat(220) + "\n";
  return line.repeat(Math.ceil(megabytes * 1024 * 1024 / line.length));
}

async function benchHostile(): Promise<Figure[]> {
  const [once, twice] = [hostile(MEGABYTES), hostile(2 * MEGABYTES)];
  const figures: Figure[] = [];
  for (
    const [what, check] of [
      ["escalation", (text: string) => lintEscalation(text)],
      ["answer", (text: string) => checkAnswer(text, { attempt: 1 })],
    ] as const
  ) {
    const times = await takeTurns(9, {
      once: () => Promise.resolve(void check(once)),
      twice: () => Promise.resolve(void check(twice)),
    });
    figures.push({
      what: `${what}, 10 MB of hostile text / 5 MB`,
      ratio: median(times.twice) / median(times.once),
      target: "<= 2.3",
    });
  }
  return figures;
}
