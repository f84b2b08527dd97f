/**
 * Checks what a reflection agent answers: exactly one output, in the form that the protocol states,
 * and in it nothing that the protocol refuses.
 *
 *     failure_layer: environment
 *     observations:
 *     - the variable is set in the shell and missing in the runner
 *     new_hypothesis: the runner starts with an empty environment
 *     action: environment_fix
 *     environment_fix:
 *     - export DATABASE_URL in the step that runs the tests
 *
 * The report goes with the four corrections and with `retry_packet_for_coder:`, whose seven fields
 * follow its line. `[NEED_CONTEXT: target]` and `<ESCALATION>` stand alone. Whoever finds that what
 * was handed over contradicts itself says `[COHERENCE_CHECK_FAILED]` and the contradiction.
 *
 * Every fault has a code that does not change. The check never throws, and costs as much as the
 * answer is long, up to a limit behind which nothing is read. It judges the form and the stated
 * signs; whether a hypothesis is right it does not know.
 */

import type { RetryPacket, UnblockOutput, UnblockReport } from "../../schema/unblock.ts";
import { COHERENCE_FAILED, type OutputRule, OUTPUTS } from "./contract.ts";
import { type EscalationPayload, lintEscalation } from "./escalation.ts";
import { type Answer, readAnswer, sectionText } from "./output/answer.ts";
import { PACKET } from "./output/begin.ts";
import { findBreadth } from "./output/breadth.ts";
import { checkOutputs, contradictionIn } from "./output/exactly_one.ts";
import { fault } from "./output/fault.ts";
import { findHarm } from "./output/harm.ts";
import { checkHypotheses } from "./output/hypothesis.ts";
import { OUTPUT_LIMITS } from "./output/limits.ts";
import { neededTarget } from "./output/marks.ts";
import { checkMemory } from "./output/memory.ts";
import type { OutputOptions } from "./output/options.ts";
import { canonical, canonicalPacket, checkPacket } from "./output/packet.ts";
import { findReplay } from "./output/replay.ts";
import { checkReport } from "./output/report.ts";
import { sentencesIn } from "./output/sentences.ts";
import { findThought } from "./output/thought.ts";
import { shown, type Violation } from "./violation.ts";

export type { RetryPacket, UnblockOutput, UnblockReport } from "../../schema/unblock.ts";
export { OUTPUT_RULES, type OutputCode } from "./output/fault.ts";
export { OUTPUT_LIMITS, SAME_STATEMENT } from "./output/limits.ts";
export type { FindInProposal, OutputOptions } from "./output/options.ts";
export { canonicalPacket, formatPacket, packetHash, parsePacket } from "./output/packet.ts";

/** What an answer came to. */
export interface CheckedOutput {
  /** The one output; null where there is none, or more than one. */
  readonly output: UnblockOutput | null;
  /** The report, where it is whole. */
  readonly report: UnblockReport | null;
  /** The packet, where it is whole. */
  readonly packet: RetryPacket | null;
  /** What `[NEED_CONTEXT: target]` asks for. */
  readonly target: string | null;
  /** The payload, as its own check read it. */
  readonly payload: EscalationPayload | null;
  /** What the output says, without what makes no difference: a repeat is told by its hash. */
  readonly canonical: string | null;
  readonly violations: readonly Violation[];
}

const NOTHING: CheckedOutput = {
  output: null,
  report: null,
  packet: null,
  target: null,
  payload: null,
  canonical: null,
  violations: [],
};

/** Checks an answer. */
export function checkOutput(text: string, options: OutputOptions): CheckedOutput {
  if (text.length > OUTPUT_LIMITS.answer) {
    const message = `The answer has ${text.length} characters, at most ${OUTPUT_LIMITS.answer}`;
    const violations = [fault("too_large", message, { where: "answer", line: null })];
    return { ...NOTHING, violations };
  }
  const { role = "reflection", attempt, tried = [] } = options;
  const answer = readAnswer(text);
  const sentences = sentencesIn(answer);
  const { report, violations: reportFaults } = needsReport(answer)
    ? checkReport(answer)
    : { report: null, violations: [] };
  const { packet, violations: packetFaults } = checkPacket(answer);
  const lint = options.lintEscalation ?? lintEscalation;
  const linted = hasPayload(answer) ? lint(payloads(answer), { role }) : null;
  const [only, another] = answer.outputs;
  const output = another === undefined ? only?.name ?? null : null;
  return {
    output,
    report,
    packet,
    target: output === "[NEED_CONTEXT: target]" ? neededTarget(only?.begin ?? "") : null,
    payload: linted?.payload ?? null,
    canonical: output === null ? null : canonicalOutput(output, answer, packet),
    violations: [
      ...checkOutputs(answer, role, attempt),
      ...linted?.violations ?? [],
      ...reportFaults,
      ...packetFaults,
      ...answer.unknown.map(unknownField),
      ...checkHypotheses(answer, tried),
      ...checkMemory(answer, options),
      ...findReplay(answer, sentences),
      ...findThought(answer, sentences),
      ...findBreadth(answer, sentences),
      ...findHarm(answer, sentences),
    ],
  };
}

/** A report is expected with what it goes with, and looked at where nothing follows it. */
function needsReport({ outputs, report }: Answer): boolean {
  const rules: readonly OutputRule[] = OUTPUTS;
  return outputs.length === 0
    ? report.length > 0
    : outputs.some(({ name }) => rules.find((rule) => rule.name === name)?.report);
}

function hasPayload({ outputs }: Answer): boolean {
  return outputs.some(({ name }) => name === "<ESCALATION>");
}

/** The payloads alone, each line where it stands in the answer. */
function payloads({ lines }: Answer): string {
  return lines.map(({ text, part }) => part === "payload" ? text : "").join("\n");
}

function unknownField({ name, where, line }: Answer["unknown"][number]): Violation {
  const message = `Unknown field "${shown(name)}", expected those of the form`;
  return fault("unknown_field", message, { where, line });
}

function canonicalOutput(
  output: UnblockOutput,
  answer: Answer,
  packet: RetryPacket | null,
): string | null {
  if (output === PACKET) return packet === null ? null : canonicalPacket(packet);
  if (output === COHERENCE_FAILED) return canonical(contradictionIn(answer));
  if (output === "<ESCALATION>") return canonical(payloads(answer));
  if (output === "[NEED_CONTEXT: target]") {
    return canonical(neededTarget(answer.outputs[0]?.begin ?? "") ?? "");
  }
  return canonical(sectionText(answer, output) ?? "");
}
