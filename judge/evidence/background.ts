/** Commands that were left running beside the conversation, and whether their output was looked at. */

import type { BackgroundFact } from "./facts.ts";
import { lineOf, pathOf, type Step, textIn } from "./tools.ts";
import { oneLine } from "../../lib/text/text.ts";

/** The commands that were left running. */
export function backgroundIn(steps: readonly Step[]): BackgroundFact[] {
  return steps.filter(({ call, use }) =>
    use === "command" && call.background && call.refusedBy === null
  ).map(({ place, call }) => {
    const names = namesOf(call.output);
    const looks = steps.filter((look) => look.place.step > place.step && isAbout(look, names));
    const told = looks.some(({ call: { name, output } }) =>
      /kill|stop/i.test(name) || ENDED.test((output ?? "").slice(0, 20_000))
    );
    return {
      ...place,
      command: oneLine(lineOf(call), 300),
      ended: call.state === "done" || call.state === "failed" || told,
      read: looks.length > 0,
    };
  });
}

/** How clients say that a job has ended. */
const ENDED = /<exit_code>|^Exit code:? \d|<status>\s{0,9}(?:completed|failed|killed)/m;

/** The names of the job and of the file with its output, as the client announced them. */
function namesOf(output: string | null): readonly string[] {
  const text = (output ?? "").slice(0, 2_000);
  const found = /(?:with|job|task|shell|process)[ _]?ID:? ?"?([\w-]{1,64})/i.exec(text)?.[1];
  const file = /(?:^|[\s"'])(\/[^\s"']{1,300}\.(?:output|log|txt))/.exec(text)?.[1];
  return [found, file].filter((name) => name !== undefined);
}

/** A later call is about a job where it names it; one that asks for output, where no name is known. */
function isAbout({ call, use }: Step, names: readonly string[]): boolean {
  if (use !== "watch" && use !== "command" && use !== "look") return false;
  const asked = use === "watch"
    ? textIn(call.input, "bash_id", "task_id", "shell_id", "id")
    : (use === "command" ? lineOf(call) : pathOf(call)).slice(0, 20_000);
  if (names.length === 0) return use === "watch" || /\/tasks\/[\w-]{1,80}\.output\b/.test(asked);
  return names.some((name) => asked.includes(name));
}
