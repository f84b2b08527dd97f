/** Commands that were left running beside the conversation, and whether their output was looked at. */

import type { ToolCall } from "../conversation.ts";
import type { BackgroundFact, Place } from "./facts.ts";
import { lineOf, pathOf, textIn, type Use } from "./tools.ts";
import { oneLine } from "../../lib/text/text.ts";

/** A call and where it stands. */
interface Step extends Place {
  readonly call: ToolCall;
  readonly use: Use;
}

/** The commands that were left running. */
export function backgroundIn(steps: readonly Step[]): BackgroundFact[] {
  const looks = steps.filter(({ use }) => use === "watch" || use === "look" || use === "command");
  return steps.filter(({ call, use }) =>
    use === "command" && call.background && call.refusedBy === null
  ).map(({ turn, step, call }) => {
    const names = namesOf(call.output);
    const later = looks.filter((look) => look.step > step && isAbout(look, names));
    const told = later.some(({ call }) => hasEnded(call));
    return {
      turn,
      step,
      command: oneLine(lineOf(call), 300),
      ended: call.state === "done" || call.state === "failed" || told,
      // What the client brought itself stands in the output of the call.
      read: later.length > 0,
    };
  });
}

/** The names of the job and of the file with its output, as the client announced them. */
function namesOf(output: string | null): readonly string[] {
  const text = (output ?? "").slice(0, 2_000);
  const found = /(?:with|job|task|shell|process)[ _]?ID:? ?"?([\w-]{1,64})/i.exec(text)?.[1];
  const file = /(?:^|[\s"'])(\/[^\s"']{1,300}\.(?:output|log|txt))/.exec(text)?.[1];
  return [found, file].filter((name) => name !== undefined);
}

/** A later call is about a job where it names it; one that asks for output, where no name is known. */
function isAbout({ call, use }: Step, names: readonly string[]): boolean {
  const asked = use === "watch"
    ? textIn(call.input, "bash_id", "task_id", "shell_id", "id")
    : use === "command"
    ? lineOf(call).slice(0, 20_000)
    : pathOf(call);
  if (names.length === 0) return use === "watch" || /\/tasks\/[\w-]{1,80}\.output\b/.test(asked);
  return names.some((name) => asked.includes(name));
}

/** Whether a look tells that the job has ended. */
function hasEnded({ output, name }: ToolCall): boolean {
  if (/kill|stop/i.test(name)) return true;
  return /<exit_code>|^Exit code:? \d|<status>\s{0,9}(?:completed|failed|killed)/m
    .test((output ?? "").slice(0, 20_000));
}
