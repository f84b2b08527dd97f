/** Every rule of the deterministic verdict, in one table: documentation prints it from here. */

import type { Evidence } from "./evidence.ts";
import type { Task } from "./task.ts";
import { ADMISSION_RULES } from "./rules/admissions.ts";
import { ASTRAY_RULES } from "./rules/astray.ts";
import { CHECK_RULES } from "./rules/checks.ts";
import { CLAIM_RULES } from "./rules/claims.ts";
import { ELSEWHERE_RULE } from "./rules/elsewhere.ts";
import { ESCALATION_RULES } from "./rules/escalated.ts";
import { readFacts } from "./rules/facts.ts";
import { FAILED_ACT_RULES } from "./rules/failed_acts.ts";
import { OFF_TASK_RULE } from "./rules/off_task.ts";
import { OPEN_RULES } from "./rules/left_open.ts";
import { PART_RULE } from "./rules/parts.ts";
import { WHOLE_RULES } from "./rules/part_of_whole.ts";
import { PERSON_RULES } from "./rules/person.ts";
import { PREVIEW_RULES } from "./rules/previews.ts";
import { REPORT_RULES } from "./rules/reports.ts";
import { apply, type Found, type Rule } from "./rules/rule.ts";
import { NO_EVIDENCE, SUPPORT_RULES } from "./rules/support.ts";
import { TAKEN_BACK_RULE } from "./rules/taken_back.ts";
import { TARGET_RULE } from "./rules/targets.ts";
import { UNCOVERED_RULE } from "./rules/uncovered.ts";
import { UNFOUNDED_RULE } from "./rules/unfounded.ts";
import { UNTOLD_RULE } from "./rules/untold.ts";
import { WEAKENED_RULES } from "./rules/weakened.ts";
import { WISH_RULES } from "./rules/wishes.ts";

export type { Found, RuleEffect } from "./rules/rule.ts";

/** The rules, those first whose findings are told first at equal severity. */
export const RULES: readonly Rule[] = [
  ...ESCALATION_RULES,
  ...CHECK_RULES,
  ...REPORT_RULES,
  UNTOLD_RULE,
  ...WISH_RULES,
  ...ASTRAY_RULES,
  OFF_TASK_RULE,
  ...WEAKENED_RULES,
  TAKEN_BACK_RULE,
  ELSEWHERE_RULE,
  PART_RULE,
  UNCOVERED_RULE,
  ...PREVIEW_RULES,
  ...WHOLE_RULES,
  TARGET_RULE,
  ...CLAIM_RULES,
  UNFOUNDED_RULE,
  ...OPEN_RULES,
  ...ADMISSION_RULES,
  ...FAILED_ACT_RULES,
  ...PERSON_RULES,
  NO_EVIDENCE,
  ...SUPPORT_RULES,
];

/** Everything that any rule finds, whether or not it will count. */
export function findingsOf(task: Task, evidence: Evidence): Found[] {
  const facts = readFacts(task, evidence);
  const found = RULES.flatMap((rule) => apply(rule, facts));
  const alone = found.filter(({ rule }) => rule.alone);
  if (alone.length > 0) return alone;
  // That nothing shows the task to be done is worth a word only where no rule says more.
  const said = found.some(({ rule }) => rule !== NO_EVIDENCE && rule.effect !== "complete");
  return said ? found.filter(({ rule }) => rule !== NO_EVIDENCE) : found;
}
