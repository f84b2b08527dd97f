/** Where the change was put aside with `git stash`: what runs there is about the old state. */

import type { Run } from "./read_back.ts";
import { invocationOf, isOption } from "./shell_words.ts";

/** A command of a run. */
interface Spot {
  readonly step: number;
  readonly at: number;
}

/** From one command to another. */
interface Span {
  readonly from: Spot;
  /** Null where it was never put back. */
  readonly to: Spot | null;
  /** Whether all came back as it was. */
  readonly whole: boolean;
}

/** The times for which the change was put aside. */
export class Stashes {
  readonly #spans: readonly Span[];

  /** `edited`: the steps in which tools wrote files. */
  constructor(runs: readonly Run[], edited: readonly number[]) {
    this.#spans = spansIn(runs, edited);
  }

  /** Whether the change was put aside while this command ran. */
  holds(step: number, at: number): boolean {
    const spot = { step, at };
    return this.#spans.some(({ from, to }) =>
      isBefore(from, spot) && (to === null || isBefore(spot, to))
    );
  }

  /** Whether this command only puts aside what comes back, or brings it back. */
  isRoundTrip(step: number, at: number): boolean {
    return this.#spans.some(({ from, to, whole }) =>
      whole && [from, to].some((spot) => spot?.step === step && spot.at === at)
    );
  }
}

function isBefore(one: Spot, other: Spot): boolean {
  return one.step < other.step || (one.step === other.step && one.at < other.at);
}

function spansIn(runs: readonly Run[], edited: readonly number[]): Span[] {
  const spans: Span[] = [];
  let from: Spot | null = null;
  for (const { commands, step, output, refused } of runs) {
    if (refused) continue;
    for (const [at, { words }] of commands.entries()) {
      const verb = stashVerb(words);
      if (verb === null) continue;
      if (verb === "push" || verb === "save") {
        if (!tells(output, /^No local changes to save/)) from ??= { step, at };
      } else if (from !== null && (verb === "pop" || verb === "apply")) {
        const whole = !tells(output, /^CONFLICT |conflict|could not restore/i);
        spans.push({ from, to: { step, at }, whole });
        from = null;
      } else if (verb === "drop" || verb === "clear") from = null;
    }
  }
  // Who goes on to edit has given up what was put aside: what lies there is the work now.
  const begun = from;
  if (begun !== null && !edited.some((step) => step > begun.step)) {
    spans.push({ from: begun, to: null, whole: false });
  }
  return spans;
}

function stashVerb(words: readonly string[]): string | null {
  const invocation = invocationOf(words);
  if (invocation?.program !== "git") return null;
  const at = invocation.args.indexOf("stash");
  if (at < 0 || invocation.args.slice(0, at).some((arg) => /^[a-z]+$/.test(arg))) return null;
  const [verb = "push"] = invocation.args.slice(at + 1).filter((arg) => !isOption(arg));
  return invocation.args[at + 1] === "--" ? "push" : verb;
}

function tells(output: readonly string[] | null, what: RegExp): boolean {
  return (output ?? []).some((line) => what.test(line));
}
