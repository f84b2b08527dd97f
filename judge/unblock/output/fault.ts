/** What can be wrong with an answer: every code, with the rule that it stands for. */

import type { Violation } from "../violation.ts";
import { OUTPUT_LIMITS as MOST, SAME_STATEMENT as SAME } from "./limits.ts";

/** The rules by their codes. A code never changes its meaning; programs and tests rely on it. */
export const OUTPUT_FAULTS = {
  no_output: "An answer has an output",
  several_outputs: "An answer has exactly one output",
  empty_output: "A correction says something",
  need_context_form: "What is needed is named, in the mark's form, on a line of its own",
  more_than_need_context: "Who asks for context says nothing else",
  no_contradiction: "A contradiction is told in words",
  escalation_too_early: "No agent escalates before the terminal attempt",
  more_than_escalation: "Beside an escalation stands nothing else",
  packet_in_terminal: "In the terminal attempt there is no packet",
  only_escalation_in_terminal: "In the terminal attempt there is nothing but an escalation",
  missing_field: "The report has its four fields, and a packet its seven",
  empty_field: "Every field says something; only decision_memory_notes may say none",
  empty_item: "Every item of a list has three letters or more, and is no word such as none",
  repeated_field: "Every field is there once",
  unknown_field: "There are no other fields, but those that revise a decision",
  unfilled_template: "Nothing of the form is left unfilled",
  unknown_layer: "The failure layer is one of the list",
  layer_mismatch: "Report and packet blame the same layer",
  action_mismatch: "The action names the output that follows, and no other",
  several_hypotheses: "There is one hypothesis",
  not_different:
    `The hypothesis is not what was tried: less than ${percent(SAME.jaccard)} of all ` +
    `words shared, and of four and more less than ${percent(SAME.containment)}`,
  rejected_path: "No rejected path comes back without a revision that names new evidence",
  removes_tag: "No answer recommends removing a tag or record of a decision",
  removes_test: "A harness is not mended by deleting, disabling or skipping a test",
  destructive:
    "No command destroys what others made: `rm -rf` of a root, home or working folder, " +
    "a hard reset, clean or forced push of git, a file system, a database",
  replays_attempts: `Failed attempts are not retold: at most ${MOST.attemptLines} lines of them, ` +
    `${MOST.notToRetry} items of ${MOST.notToRetryItem} characters not to retry, ` +
    `${MOST.logLines} lines of output`,
  chain_of_thought: "Thinking is not told: no tags of it, nothing aloud, fewer than " +
    `${MOST.steps} steps in the report, at most ${MOST.deliberation} sentences of it and ` +
    `${MOST.looseLines} lines outside of any field`,
  broad_rewrite: `A change is narrow: at most ${MOST.filesToRecheck} files to recheck, ` +
    `${MOST.patchedFiles} to patch, ${MOST.codeLines} lines of code and commands`,
  business_implementation: `Code is a minimal proof patch: at most ${MOST.proofLines} lines and ` +
    `${MOST.proofDefinitions} definitions`,
  too_large: `An answer has at most ${MOST.answer} characters, a packet ${MOST.packet}, a ` +
    `correction ${MOST.section}, a list ${MOST.items} items`,
} as const satisfies Readonly<Record<string, string>>;

/** The code of a rule. */
export type OutputCode = keyof typeof OUTPUT_FAULTS;

/** Where something is wrong. */
export interface Place {
  readonly where: string;
  readonly line: number | null;
}

/** A violation of a rule. */
export function fault(code: OutputCode, message: string, { where, line }: Place): Violation {
  return { code, message, where, line };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
