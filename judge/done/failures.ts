/** Calls other than commands that failed, and nothing made good for it. */

import type { CommandFact, EditFact } from "./facts.ts";
import { wasMade } from "./edits.ts";
import { endOf, shownCommand } from "./excerpt.ts";
import { plainOutput, shortLines } from "./plain_output.ts";
import { outcomeOf, type Step } from "./steps.ts";
import { targetOf } from "./tools.ts";

/** How much of an error is looked at, in UTF-16 units. */
const MOST = 20_000;

/** The failures that still stand. */
export function failuresIn(steps: readonly Step[], edits: readonly EditFact[]): CommandFact[] {
  const later = new LaterSuccess(steps, edits);
  return steps.filter((step) =>
    step.use !== "command" && step.use !== "watch" && step.call.state === "failed" &&
    !later.settles(step)
  ).map(({ turn, step, call }) => ({
    turn,
    step,
    command: shownCommand(`${call.name} ${targetOf(call)}`),
    outcome: "failed",
    excerpt: endOf(shortLines(plainOutput((call.output ?? "").slice(0, MOST)))),
  }));
}

/** What succeeded last, by what it was about. */
class LaterSuccess {
  readonly #edited = new Map<string, number>();
  readonly #tools = new Map<string, number>();
  #any = -1;

  constructor(steps: readonly Step[], edits: readonly EditFact[]) {
    for (const edit of edits) {
      if (wasMade(edit)) this.#edited.set(fileOf(edit.path), edit.step);
    }
    for (const { step, call } of steps) {
      const outcome = outcomeOf(call);
      if (outcome !== "passed" && outcome !== "not_recorded") continue;
      this.#tools.set(call.name, step);
      this.#any = step;
    }
  }

  /** To look in vain is no failure of the work once anything else has worked. */
  settles({ step, use, call }: Step): boolean {
    if (use === "look") return this.#any > step;
    if (use !== "edit" && use !== "patch") return (this.#tools.get(call.name) ?? -1) > step;
    return (this.#edited.get(fileOf(targetOf(call))) ?? -1) > step ||
      (use === "patch" && (this.#tools.get(call.name) ?? -1) > step);
  }
}

/** Tools give whole paths and shell commands short ones: the last two parts tell. */
function fileOf(path: string): string {
  return path.split("/").filter((part) => part !== "" && part !== ".").slice(-2).join("/");
}
