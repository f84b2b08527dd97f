/** Facts made by hand, for what is decided on them. */

import type { EditFact, Facts } from "../../judge/evidence/facts.ts";

/** Facts with nothing in them but what is given. */
export function factsOf(given: Partial<Facts> = {}): Facts {
  return {
    runs: [],
    checks: [],
    edits: [],
    calls: [],
    todos: [],
    git: [],
    background: [],
    delegated: [],
    total: 0,
    running: 0,
    ...given,
  };
}

/** An edit of a file, made in the call with this number. */
export function edit(step: number, path: string, given: Partial<EditFact> = {}): EditFact {
  return {
    turn: 1,
    step,
    path,
    run: null,
    printed: false,
    outcome: "passed",
    weakens: null,
    line: null,
    ...given,
  };
}
