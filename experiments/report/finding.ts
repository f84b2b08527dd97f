/** What an experiment found, before it becomes a record, a text or a page. */

import type { ExperimentName, Phase0Verdict } from "../../schema/names.ts";
import type { Phase0Metrics, RejectedRows } from "../../schema/types.ts";
import type { Plot } from "../../lib/page/plot.ts";

/** Rows of text under a head. */
interface Table {
  readonly head: readonly string[];
  readonly rows: readonly string[][];
}

/** A part of a report: a heading, what it says, and figures. */
export interface Section {
  readonly heading: string;
  /** For a person who knows no statistics. */
  readonly text: readonly string[];
  readonly list?: readonly string[];
  readonly table?: Table;
}

/** All of it. */
export interface Finding<Name extends ExperimentName> {
  readonly verdict: Phase0Verdict;
  /** The verdict in words, without its name: `confidence tells right work from wrong`. */
  readonly headline: string;
  /** Why, in one line, for a person who knows no statistics. */
  readonly why: string;
  /** How many observations the verdict rests on. */
  readonly n: number;
  readonly rejected: RejectedRows[];
  readonly metrics: Phase0Metrics[Name];
  readonly caveats: string[];
  readonly sections: readonly Section[];
  /** Only a page shows them, and they may be dear to make: asked for only then. */
  readonly plots: () => readonly Plot[];
}
