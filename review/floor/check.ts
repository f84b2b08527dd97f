/** What a check is: one row of the table, and what it gives. */

import type { ReviewCategory, Severity } from "../../schema/names.ts";
import type { SourceFile } from "./source.ts";

/** Where a check found something. */
export interface Finding {
  /** In the file as it is now. */
  readonly line: number;
  /** What was found, in words of the check and never of the file: a line may hold a secret. */
  readonly what: string;
}

/** A deterministic check of one changed file. */
export interface Check {
  readonly name: string;
  readonly category: ReviewCategory;
  readonly severity: Severity;
  /** The finding as a sentence; `{}` stands for what was found. */
  readonly says: string;
  readonly impact: string;
  readonly recommendation: string;
  /** Whether the check has a say in such a file at all. */
  readonly applies: (file: SourceFile) => boolean;
  readonly find: (file: SourceFile) => Finding[];
}
