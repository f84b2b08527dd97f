/** What a reviewer is asked to look for: one table, one row for each category. */

import type { ReviewCategory, ReviewDepth } from "../schema/names.ts";
import type { ReviewCategories } from "../lib/config/settings.ts";

/** A category and its questions. */
interface ChecklistRow {
  readonly category: ReviewCategory;
  /** What switches it, in the settings. */
  readonly setting: keyof ReviewCategories;
  /** So many of the first questions are asked in a quick review, which is after nothing but
   * security and correctness. */
  readonly quick: number;
  readonly items: readonly string[];
}

/** Every category. */
export const CHECKLIST: readonly ChecklistRow[] = [
  {
    category: "SECURITY",
    setting: "security",
    quick: 8,
    items: [
      "outside input that reaches a query, a shell, a template, a path or eval unescaped",
      "a missing or wrong check of who may do this, or of whose data it is",
      "a key, password or token in the source, in a log or in an error message",
      "input taken without checking its type, size or range",
      "personal or secret data sent, stored or shown further than needed",
      "weak or home-made cryptography, predictable randomness, checks of certificates turned off",
      "a request to an address, or the loading of code, that an outsider can choose",
      "a dependency, default or permission that opens more than the task needs",
    ],
  },
  {
    category: "QUALITY",
    setting: "quality",
    quick: 3,
    items: [
      "logic that gives a wrong result: conditions, borders, off by one, null, order, types",
      "failures that are swallowed, or leave state, files or locks half done",
      "races, missing awaits, shared state that two callers change",
      "a function or file that does too much, or a name that says something else than it does",
      "the same thing twice where one would do, or code that nothing reaches",
      "a contract that callers rely on, changed without them",
    ],
  },
  {
    category: "TESTING",
    setting: "testing",
    quick: 0,
    items: [
      "new behaviour that no test would notice missing",
      "failures and borders that are not tried: empty, huge, malformed, late",
      "a test that cannot fail, or that repeats the code it tests",
      "a test that was removed, skipped or weakened",
      "a test that depends on time, order, network or the machine",
    ],
  },
  {
    category: "PERFORMANCE",
    setting: "performance",
    quick: 0,
    items: [
      "work that grows faster than its input: nested scans, a query for each row",
      "input read whole, or kept, with no bound",
      "blocking or repeated work where many wait for it",
      "something opened, subscribed or started that is never released",
    ],
  },
  {
    category: "TECHNICAL_DEBT",
    setting: "technicalDebt",
    quick: 0,
    items: [
      "a workaround or hard-coded value without a word on when it can go",
      "an outdated call, format or copy of code kept alive beside its successor",
      "documentation, configuration or a comment that the change made untrue",
    ],
  },
];

/** What is asked at a depth with these settings; nothing means that no model need be asked. */
export function checklistFor(
  categories: ReviewCategories,
  depth: ReviewDepth,
): readonly Pick<ChecklistRow, "category" | "items">[] {
  return CHECKLIST
    .filter(({ setting }) => categories[setting])
    .map(({ category, quick, items }) => ({
      category,
      items: depth === "quick" ? items.slice(0, quick) : items,
    }))
    .filter(({ items }) => items.length > 0);
}
