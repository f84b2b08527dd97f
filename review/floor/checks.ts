/** The table of checks: a new check is one row. */

import type { Check } from "./check.ts";
import { findSecrets } from "./secrets.ts";
import { findSwallowedErrors } from "./errors.ts";
import { findDownloads, findEvaluations, findShells, findSql } from "./injection.ts";
import { findDebugging, findNotes } from "./leftovers.ts";
import type { SourceFile } from "./source.ts";
import { findDisabled, findFocused, findRemovedAssertions } from "./tests.ts";

const isOwn = (file: SourceFile): boolean => !file.isForeign && !file.isDocs;
const isOwnTest = (file: SourceFile): boolean => isOwn(file) && file.isTest;
/** Rust has its unit tests in the file of the code. */
const hasTests = (file: SourceFile): boolean =>
  isOwnTest(file) || isOwn(file) && file.syntax?.name === "rust";
const isProduct = (file: SourceFile): boolean => isOwn(file) && !file.isTest;

/** Every check of a file. */
export const CHECKS: readonly Check[] = [
  {
    name: "secret",
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
    name: "sql",
    category: "SECURITY",
    severity: "HIGH",
    says: "An SQL statement is put together with {}",
    impact: "A value that comes from outside can change the statement",
    recommendation: "Pass values as parameters of the query",
    applies: isProduct,
    find: findSql,
  },
  {
    name: "shell",
    category: "SECURITY",
    severity: "HIGH",
    says: "A shell gets text that is put together: {}",
    impact: "A value that comes from outside can run other commands",
    recommendation: "Start the program directly, with a list of arguments",
    applies: isProduct,
    find: findShells,
  },
  {
    name: "eval",
    category: "SECURITY",
    severity: "HIGH",
    says: "Text is run as code: {}",
    impact: "A value that comes from outside can do whatever the program can",
    recommendation: "Parse the text, or look up what to do in a table",
    applies: isProduct,
    find: findEvaluations,
  },
  {
    name: "download",
    category: "SECURITY",
    severity: "MEDIUM",
    says: "A download is run unseen: {}",
    impact:
      "A person who controls the server decides what runs here, and may decide anew every time",
    recommendation: "Fetch a fixed version into a file, compare its hash, and run that",
    applies: isProduct,
    find: findDownloads,
  },
  {
    name: "focused test",
    category: "TESTING",
    severity: "HIGH",
    says: "A test is focused: {}",
    impact: "All other tests of the file no longer run",
    recommendation: "Remove the focus",
    applies: isOwnTest,
    find: findFocused,
  },
  {
    name: "disabled test",
    category: "TESTING",
    severity: "MEDIUM",
    says: "A test is switched off: {}",
    impact: "What it tested may break unseen",
    recommendation: "Make it pass, or remove it and say why",
    applies: hasTests,
    find: findDisabled,
  },
  {
    name: "removed assertion",
    category: "TESTING",
    severity: "MEDIUM",
    says: "{} went away from tests that stay",
    impact: "The tests may pass because they check less",
    recommendation: "Check that what they checked still holds, and is still checked",
    applies: isOwnTest,
    find: findRemovedAssertions,
  },
  {
    name: "swallowed error",
    category: "QUALITY",
    severity: "MEDIUM",
    says: "An error is swallowed: {}",
    impact: "A failure goes unseen",
    recommendation: "Handle it, pass it on, or say in a comment why it does not matter",
    applies: isProduct,
    find: findSwallowedErrors,
  },
  {
    name: "debugging",
    category: "QUALITY",
    severity: "LOW",
    says: "This looks like a leftover of debugging: {}",
    impact: "It stops or clutters the program",
    recommendation: "Remove it",
    applies: isOwn,
    find: findDebugging,
  },
  {
    name: "note",
    category: "TECHNICAL_DEBT",
    severity: "LOW",
    says: "Something is left to be done: {}",
    impact: "Notes in code are seldom found again",
    recommendation: "Do it now, or write it down where work is planned",
    applies: isOwn,
    find: findNotes,
  },
];
