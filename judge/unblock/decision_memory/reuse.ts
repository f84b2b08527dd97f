/**
 * Whether a proposal takes a path that was rejected.
 *
 * A clause does that when it holds at least 0.6 of the weight of the path's terms, and among them
 * two terms or a name; where all that it holds are generic words, it holds all terms. What it denies is no part of it. A superseded title is a path that was left
 * where it proposes something ("Use …", not "DNS definitions"), unless all of its terms are in a
 * decision that stands.
 */

import type { Decision } from "./decision.ts";
import { shown, type Violation } from "../violation.ts";
import { clausesOf } from "./clauses.ts";
import { MOST_MEMORY, MOST_VIOLATIONS } from "./limits.ts";
import { isRevised, nameOf, readRevisions } from "./revision.ts";
import { isGeneric, keysIn, pathOf, type Term, termsOf } from "./terms.ts";

/** The share of a path's weight from which on a clause takes it. */
export const REUSED = 0.6;

const PROPOSES =
  /^(?:use|adopt|add|allow|build|cache|call|centrali[sz]e|combine|compile|deploy|embed|enable|expose|generate|host|implement|introduce|keep|log|make|merge|migrate|move|poll|publish|put|read|replace|require|run|send|serve|share|split|store|support|switch|sync|write)\b/i;

/** A rejected path. */
interface Path {
  readonly decision: Decision;
  readonly terms: readonly Term[];
  readonly weight: number;
}

/** The clauses of a proposal that take a rejected path, each path once. */
export function findRejectedReuse(proposal: string, memory: readonly Decision[]): Violation[] {
  const paths = pathsOf(memory, proposal);
  const byKey = new Map<string, Path[]>();
  for (const path of paths) {
    for (const { key } of path.terms) {
      const others = byKey.get(key);
      if (others === undefined) byKey.set(key, [path]);
      else others.push(path);
    }
  }
  const violations: Violation[] = [];
  const told = new Set<Path>();
  if (paths.length === 0) return violations;
  for (const { text, affirmed, line, field } of clausesOf(proposal)) {
    if (affirmed === "") continue;
    const keys = keysIn(affirmed);
    const touched = new Set([...keys].flatMap((key) => byKey.get(key) ?? []));
    for (const path of touched) {
      if (told.has(path) || !isTaken(path, keys)) continue;
      told.add(path);
      violations.push(violationOf(path, text, { where: field ?? "proposal", line }));
      if (violations.length >= MOST_VIOLATIONS) return violations;
    }
  }
  return violations;
}

function isTaken({ terms, weight }: Path, keys: ReadonlySet<string>): boolean {
  const found = terms.filter(({ key }) => keys.has(key));
  if (found.length < terms.length && found.every(isGeneric)) return false;
  return sum(found) >= REUSED * weight && (found.length >= 2 || found[0]?.weight === 2);
}

function pathsOf(memory: readonly Decision[], proposal: string): Path[] {
  const revisions = readRevisions(proposal);
  const bounded = memory.slice(0, MOST_MEMORY);
  const standing = bounded.filter(({ status }) => status === "rationale")
    .map(({ text }) => keysIn(text));
  return bounded.filter(({ status }) => status !== "rationale").flatMap((decision) => {
    const terms = termsOf(decision.text);
    const isPath = decision.status === "rejected" || (PROPOSES.test(decision.text) &&
      !standing.some((keys) => terms.every(({ key }) => keys.has(key))));
    if (terms.length === 0 || !isPath || isRevised(decision, revisions)) return [];
    return [{ decision, terms, weight: sum(terms) }];
  });
}

function sum(terms: readonly Term[]): number {
  return terms.reduce((total, { weight }) => total + weight, 0);
}

function violationOf(
  { decision }: Path,
  clause: string,
  place: Pick<Violation, "where" | "line">,
): Violation {
  const { id, status, path, line, text } = decision;
  return {
    code: "rejected_path",
    message: `Cannot propose "${shown(clause)}": ${id} (${path}:${line}) has "${
      shown(pathOf(text))
    }" as ${status}; expected another path, or decision_revision: ${nameOf(id)} with new_evidence`,
    ...place,
  };
}
