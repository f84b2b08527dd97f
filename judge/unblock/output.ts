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

import type { UnblockOutput } from "../../schema/names.ts";
import type { RetryPacket, UnblockReport } from "../../schema/types.ts";
import { COHERENCE_FAILED, type OutputRule, OUTPUTS, REPORT_FIELDS } from "./contract.ts";
import * as decisions from "./decision_memory.ts";
import { type EscalationPayload, lintEscalation } from "./escalation.ts";
import { type Answer, readAnswer, sectionText } from "./output/answer.ts";
import { PACKET } from "./output/begin.ts";
import { findBreadth } from "./output/breadth.ts";
import { checkOutputs, contradictionIn } from "./output/exactly_one.ts";
import { fault, type Place } from "./output/fault.ts";
import { readForm } from "./output/form.ts";
import { findHarm } from "./output/harm.ts";
import { checkHypotheses } from "./output/hypothesis.ts";
import { layerOf, unknownLayer } from "./output/layer.ts";
import { OUTPUT_LIMITS } from "./output/limits.ts";
import { neededTarget } from "./output/marks.ts";
import type { OutputOptions } from "./output/options.ts";
import { canonical, canonicalPacket, checkPacket } from "./output/packet.ts";
import { findReplay } from "./output/replay.ts";
import { sentencesIn } from "./output/sentences.ts";
import { findThought } from "./output/thought.ts";
import { shown, type Violation } from "./violation.ts";

export type { UnblockOutput } from "../../schema/names.ts";
export type { RetryPacket, UnblockReport } from "../../schema/types.ts";
export { OUTPUT_FAULTS, type OutputCode } from "./output/fault.ts";
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

/** Checks an answer against the decisions that are known. */
function checkMemory(
  answer: Answer,
  {
    memory = [],
    findRejectedReuse = decisions.findRejectedReuse,
    findRemovedTags = decisions.findRemovedTags,
  }: OutputOptions,
): Violation[] {
  const proposed = proposal(answer);
  const found = [
    ...findRejectedReuse(proposed, memory),
    ...findRemovedTags(proposed, memory),
  ].map((violation) => ({ ...violation, where: whereIn(answer, violation) }));
  return decisions.hasDecisionRevision(proposed) ? found : [...found, ...removedInDiffs(answer)];
}

/** What may propose something, each line where it stands in the answer. */
function proposal({ lines }: Answer): string {
  return lines.map(({ text, part }) =>
    part === "payload" || part === "coherence" || part === "need" ? "" : text
  ).join("\n");
}

/** The place as the other rules name it. */
function whereIn({ lines }: Answer, { line, where }: Violation): string {
  return line === null ? where : lines[line - 1]?.where ?? where;
}

const TAG = /@(?:RATIONALE|REJECTED)\b/;

/** Patches that take a tag out and put none in. */
function removedInDiffs({ blocks }: Answer): Violation[] {
  return blocks.flatMap(({ lines, line }) => {
    const tagged = lines.filter((text) => TAG.test(text));
    const removed = tagged.filter((text) => /^-(?!-- )/.test(text));
    const added = tagged.filter((text) => /^\+(?!\+\+ )/.test(text));
    const first = removed[0];
    if (first === undefined || added.length >= removed.length) return [];
    const message = `"${shown(first)}" takes a tag out, expected decision_revision: <id> with ` +
      "new_evidence";
    return [fault("removes_tag", message, { where: "answer", line })];
  });
}

/** A report, or what keeps it from being one. */
interface CheckedReport {
  /** Null where a field is missing or empty, or the layer is none. */
  readonly report: UnblockReport | null;
  readonly violations: readonly Violation[];
}

/** Reads and checks the report of an answer. */
function checkReport({ report: written, outputs }: Answer): CheckedReport {
  const form = readForm(written, { prefix: "", fields: REPORT_FIELDS, mayBeNone: [], line: null });
  const violations = [...form.violations];
  const place = (name: string): Place => ({
    where: name,
    line: written.find((field) => field.name === name)?.line ?? null,
  });
  const value = (name: string): string => form.values.get(name)?.join(" ") ?? "";

  const said = value("failure_layer");
  const layer = layerOf(said);
  if (said !== "" && layer === null) {
    violations.push(unknownLayer(said, place("failure_layer")));
  }
  const action = value("action");
  const [output, ...others] = outputs;
  if (action !== "" && output !== undefined && others.length === 0 && !isNamed(action, output)) {
    const message = `Action "${shown(action)}", expected the output that follows, "${output.name}"`;
    violations.push(fault("action_mismatch", message, place("action")));
  }
  const observations = form.values.get("observations");
  const hypothesis = value("new_hypothesis");
  const isWhole = layer !== null && observations !== undefined && hypothesis !== "" &&
    action !== "";
  return {
    report: isWhole
      ? { failure_layer: layer, observations, new_hypothesis: hypothesis, action }
      : null,
    violations,
  };
}

/** Whether an action names this output first, and no other one. */
function isNamed(action: string, { name }: { readonly name: string }): boolean {
  const words: readonly string[] = action.match(/[a-z_]+/g) ?? [];
  const names: readonly string[] = OUTPUTS.map((output) => output.name);
  return words[0] === name && !words.some((word) => word !== name && names.includes(word));
}
