/** The table of checks: a new check is one row. */

import type { ReviewCategory, Severity } from "../../schema/names.ts";
import { DOWNLOADS, EVALUATIONS, findShells, findSql } from "./injection.ts";
import { type Finding, findNewShapes, type Shapes } from "./matching.ts";
import { findDebugging, findNotes, findSwallowedErrors } from "./quality.ts";
import { findSecrets } from "./secrets.ts";
import type { SourceFile } from "./source.ts";
import { findDisabled, findRemovedAssertions, FOCUSED } from "./tests.ts";

/** A deterministic check of one changed file. */
export interface Check {
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

const isOwn = (file: SourceFile): boolean => !file.isForeign && !file.isDocs;
const isOwnTest = (file: SourceFile): boolean => isOwn(file) && file.isTest;
/** Rust has its unit tests in the file of the code. */
const hasTests = (file: SourceFile): boolean =>
  isOwnTest(file) || isOwn(file) && file.syntax?.name === "rust";
const isProduct = (file: SourceFile): boolean => isOwn(file) && !file.isTest;
const anyOf = (shapes: Shapes) => (file: SourceFile): Finding[] => findNewShapes(file, shapes);

/** Every check of a file. */
export const CHECKS: readonly Check[] = [
  {
    category: "SECURITY",
    severity: "CRITICAL",
    says: "This looks like {}",
    impact:
      "A person who can read the repository can use it, also after it is removed from the file",
    recommendation: "Take it out, read it from the environment, and revoke it if it was real",
    applies: () => true,
    find: findSecrets,
  },
  {
    category: "SECURITY",
    severity: "HIGH",
    says: "An SQL statement is put together with {}",
    impact: "A value that comes from outside can change the statement",
    recommendation: "Pass values as parameters of the query",
    applies: isProduct,
    find: findSql,
  },
  {
    category: "SECURITY",
    severity: "HIGH",
    says: "A shell gets text that is put together: {}",
    impact: "A value that comes from outside can run other commands",
    recommendation: "Start the program directly, with a list of arguments",
    applies: isProduct,
    find: findShells,
  },
  {
    category: "SECURITY",
    severity: "HIGH",
    says: "Text is run as code: {}",
    impact: "A value that comes from outside can do whatever the program can",
    recommendation: "Parse the text, or look up what to do in a table",
    applies: isProduct,
    find: anyOf(EVALUATIONS),
  },
  {
    category: "SECURITY",
    severity: "MEDIUM",
    says: "A download is run unseen: {}",
    impact:
      "A person who controls the server decides what runs here, and may decide anew every time",
    recommendation: "Fetch a fixed version into a file, compare its hash, and run that",
    applies: isProduct,
    find: anyOf(DOWNLOADS),
  },
  {
    category: "TESTING",
    severity: "HIGH",
    says: "A test is focused: {}",
    impact: "All other tests of the file no longer run",
    recommendation: "Remove the focus",
    applies: isOwnTest,
    find: anyOf(FOCUSED),
  },
  {
    category: "TESTING",
    severity: "MEDIUM",
    says: "A test is switched off: {}",
    impact: "What it tested may break unseen",
    recommendation: "Make it pass, or remove it and say why",
    applies: hasTests,
    find: findDisabled,
  },
  {
    category: "TESTING",
    severity: "MEDIUM",
    says: "{} went away from tests that stay",
    impact: "The tests may pass because they check less",
    recommendation: "Check that what they checked still holds, and is still checked",
    applies: isOwnTest,
    find: findRemovedAssertions,
  },
  {
    category: "QUALITY",
    severity: "MEDIUM",
    says: "An error is swallowed: {}",
    impact: "A failure goes unseen",
    recommendation: "Handle it, pass it on, or say in a comment why it does not matter",
    applies: isProduct,
    find: findSwallowedErrors,
  },
  {
    category: "QUALITY",
    severity: "LOW",
    says: "This looks like a leftover of debugging: {}",
    impact: "It stops or clutters the program",
    recommendation: "Remove it",
    applies: isOwn,
    find: findDebugging,
  },
  {
    category: "TECHNICAL_DEBT",
    severity: "LOW",
    says: "Something is left to be done: {}",
    impact: "Notes in code are seldom found again",
    recommendation: "Do it now, or write it down where work is planned",
    applies: isOwn,
    find: findNotes,
  },
];
