/**
 * What fails and was not seen to pass since: the minimal command, and the lines that tell.
 *
 * A check is asked before other commands, and a command that only looks for something is none.
 */

import { commandKey, isTrying } from "../../rules/commands.ts";
import type { CommandFact, Done } from "../../done/facts.ts";
import { FAILURE } from "./limits.ts";
import { oneLine } from "../../../lib/text/text.ts";

/** What was run, as far as it matters here. */
export type Runs = Pick<Done, "commands" | "checks">;

/** The last failure that stands; null where everything passed that was run. */
export function standingFailure(done: Runs & Pick<Done, "failures">): CommandFact | null {
  const ends = new LastOutcomes(done);
  const stands = ({ command, outcome }: CommandFact) =>
    outcome === "failed" && ends.of(command) !== "passed";
  return done.checks.findLast(stands) ??
    done.commands.findLast((fact) => isTrying(fact.command) && stands(fact)) ??
    done.failures.findLast(stands) ?? null;
}

/** A command as a packet shows it. */
function shownCommand(command: string): string {
  return oneLine(command, FAILURE.command);
}

/** How each command ended last. */
export class LastOutcomes {
  readonly #ends = new Map<string, CommandFact["outcome"]>();

  constructor({ commands, checks }: Runs) {
    for (const { command, outcome } of commands) this.#ends.set(keyOf(command), outcome);
    // What a check's output says counts more than how the line around it ended.
    for (const { command, outcome } of checks) this.#ends.set(keyOf(command), outcome);
  }

  /** How a command ended last; one that nobody ran has failed as it was said. */
  of(command: string): CommandFact["outcome"] {
    return this.#ends.get(keyOf(command)) ?? "failed";
  }
}

function keyOf(command: string): string {
  return commandKey(shownCommand(command));
}
