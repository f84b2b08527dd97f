/**
 * The figures of the own files, for people and as JSON. Of the cases that are held out only figures
 * are told: whoever reads which of them fail can no longer claim not to have tuned to them.
 */

import { markdownSections } from "../../lib/page/doc.ts";
import type { JudgeKind } from "../../judge/prompt.ts";
import { type Figures, figuresOf, type Outcome, type Rate, splitOf, SPLITS } from "./rates.ts";
import type { Split } from "./suite.ts";

/** Figures of all cases, and of each part. */
interface SplitFigures extends Readonly<Record<Split, Figures>> {
  readonly all: Figures;
}

/** What a run of the own files gives. */
export interface Report {
  /** Who helped the deterministic core, or `none`. */
  readonly provider: string;
  readonly files: readonly (SplitFigures & {
    readonly file: string;
    readonly kind: JudgeKind;
    /** Cases for tuning that fail; `--file` tells why. */
    readonly failed: readonly string[];
  })[];
  readonly total: SplitFigures;
}

/** One file that was run. */
interface FileRun {
  readonly file: string;
  readonly kind: JudgeKind;
  readonly outcomes: readonly Outcome[];
}

/** Sums up. */
export function reportOn(runs: readonly FileRun[], provider: string): Report {
  return {
    provider,
    files: runs.map(({ file, kind, outcomes }) => ({
      file,
      kind,
      ...splitFigures(outcomes),
      failed: outcomes.flatMap(({ test, why }) =>
        why === null || splitOf(test) === "held-out" ? [] : [test.description]
      ),
    })),
    total: splitFigures(runs.flatMap(({ outcomes }) => outcomes)),
  };
}

function splitFigures(outcomes: readonly Outcome[]): SplitFigures {
  const part = (split: Split) => figuresOf(outcomes.filter(({ test }) => splitOf(test) === split));
  return { "all": figuresOf(outcomes), "tuning": part("tuning"), "held-out": part("held-out") };
}

/** The report as markdown. */
export function renderReport({ provider, files, total }: Report): string {
  const rows = [...files, { file: "total", ...total }].flatMap((figures) =>
    (["all", ...SPLITS] as const).filter((part) => figures[part].cases > 0).map((part) => {
      const { cases, accuracy, false_complete, false_incomplete } = figures[part];
      const rates = [accuracy, false_complete, false_incomplete].map(percent);
      return [figures.file, part, String(cases), ...rates];
    })
  );
  const failed = files.flatMap(({ file, failed }) =>
    failed.map((name) => ({ text: `${file}: ${name}` }))
  );
  const head = ["file", "cases", "n", "accuracy", "false complete", "false incomplete"];
  const by = `the deterministic core${provider === "none" ? "" : ` and "${provider}"`}`;
  return markdownSections([
    { table: { head, rows } },
    {
      text: [
        `Answered by ${by}. False complete: let go though it must not be (for stuck: stuck, and ` +
        "not seen). False incomplete: held though it is fine.",
      ],
    },
    ...failed.length === 0 ? [] : [{ text: ["Cases for tuning that fail:"], points: failed }],
  ]);
}

function percent(rate: Rate): string {
  return rate === null ? "" : `${(rate * 100).toFixed(1)} %`;
}
