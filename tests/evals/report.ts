/** The figures of eval files, for people and as JSON. */

import { markdownSections } from "../../lib/page/doc.ts";
import type { Outcome } from "./run_suite.ts";
import type { EvalKind } from "./variables.ts";

/** The figures of some cases: `wrong` is a decided answer that the assertions refute. */
interface Figures {
  readonly total: number;
  readonly passed: number;
  /** Those that nothing tells: the floor says nothing that it cannot prove. */
  readonly unknown: number;
  readonly wrong: number;
}

/** What a run of the own files gives. */
export interface Report {
  /** Who helped the floor, or `none`. */
  readonly provider: string;
  readonly files: readonly (Figures & {
    readonly file: string;
    readonly kind: EvalKind;
    /** Cases that fail; `--file` tells why. */
    readonly failed: readonly string[];
  })[];
  readonly total: Figures;
}

/** One file that was run. */
interface FileRun {
  readonly file: string;
  readonly kind: EvalKind;
  readonly outcomes: readonly Outcome[];
}

/** Counts. */
export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const count = (result: Outcome["result"]) =>
    outcomes.filter((outcome) => outcome.result === result).length;
  return {
    total: outcomes.length,
    passed: count("passed"),
    unknown: count("unknown"),
    wrong: count("wrong"),
  };
}

/** The cases that fail, and why. */
export function failuresIn(outcomes: readonly Outcome[]): { description: string; why: string }[] {
  return outcomes.filter(({ why }) => why !== "")
    .map(({ test: { description }, why }) => ({ description, why }));
}

/** Sums up. */
export function reportOn(runs: readonly FileRun[], provider: string): Report {
  return {
    provider,
    files: runs.map(({ file, kind, outcomes }) => ({
      file,
      kind,
      ...figuresOf(outcomes),
      failed: failuresIn(outcomes).map(({ description }) => description),
    })),
    total: figuresOf(runs.flatMap(({ outcomes }) => outcomes)),
  };
}

/** The report as markdown. */
export function renderReport({ provider, files, total }: Report): string {
  const rows = [...files, { file: "total", kind: "", ...total }].map((row) => [
    ...[row.file, row.kind],
    ...[row.total, row.passed, row.unknown, row.wrong].map(String),
  ]);
  const failed = files.flatMap(({ file, failed }) =>
    failed.map((name) => ({ text: `${file}: ${name}` }))
  );
  const by = provider === "none" ? "the floor alone" : `the floor and "${provider}"`;
  return markdownSections([
    { table: { head: ["file", "kind", "cases", "right", "unknown", "wrong"], rows } },
    {
      text: [
        `Answered by ${by}. Unknown: nothing that was declared or called tells, so nothing is said.`,
      ],
    },
    ...failed.length === 0 ? [] : [{ text: ["Cases that fail:"], points: failed }],
  ]);
}
