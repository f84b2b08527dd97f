/** A rule about checks of another package than the one that was changed. */

import type { CheckFact } from "../done/facts.ts";
import { isProgram } from "./commands.ts";
import type { Rule } from "./rule.ts";
import { code } from "../../lib/text/text.ts";

/** Folders whose folders are packages of their own, and sides of a system that stand beside each other. */
const ONE_OF_MANY =
  /(?:^|\/)((?:packages|apps|crates|libs|services|modules|plugins)\/[^/\s]+)(?=\/|$)/;
const SIDES = /^\/?(?:[^/]+\/){0,6}?(frontend|backend|client|server|mobile|ios|android)(?=\/|$)/;

function packageOf(path: string): string | null {
  return ONE_OF_MANY.exec(path)?.[1] ?? SIDES.exec(path)?.[1] ?? null;
}

/** These go through all that stands behind what they open. */
const END_TO_END = /\b(?:playwright|cypress|e2e|integration)\b/;

/** The packages that a check was sent to; none where it may have gone through all. */
function checkedBy({ scope, runner }: CheckFact): string[] {
  if (scope === undefined || scope.wide || END_TO_END.test(`${runner} ${scope.script}`)) return [];
  const places = [
    scope.folder,
    ...scope.filters,
    ...scope.paths.map((path) => `${scope.folder}/${path}`),
  ];
  return places.flatMap((place) => packageOf(place) ?? []);
}

/** A rule against a complete verdict. */
export const ELSEWHERE_RULE: Rule = {
  name: "checked_elsewhere",
  when: "one package was changed, and only the checks of another one were run",
  why: "they pass with the change and without it",
  severity: "MEDIUM",
  effect: "incomplete",
  yields: true,
  settled: "a run of the checks of the package that was changed",
  find: ({ work, edits, fresh }) => {
    const changed = edits.filter(({ path }) => isProgram(path)).map(({ path }) => packageOf(path));
    if (!work || fresh.length === 0 || changed.length === 0 || changed.includes(null)) return [];
    const places = fresh.map(checkedBy);
    if (
      places.some((names) => names.length === 0 || names.some((name) => changed.includes(name)))
    ) {
      return [];
    }
    const check = fresh.at(-1)!;
    const [name = ""] = changed;
    return [{
      fact: `${code(name ?? "")} was changed, and ${code(check.command)} ran in ${
        code(places.at(-1)?.[0] ?? "")
      }`,
      turn: check.turn,
      missing: `A check of ${code(name ?? "")}`,
      action: `Run the tests of ${code(name ?? "")} and show the result`,
    }];
  },
};
