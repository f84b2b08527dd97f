/** Exactly one output, in a mode that allows it, and nothing beside it where it stands alone. */

import type { UnblockOutput } from "../../../schema/names.ts";
import { COHERENCE_FAILED, type Mode, modeFor, OUTPUTS, type Role } from "../contract.ts";
import { saysNothing } from "../escalation/said.ts";
import { shown, type Violation } from "../violation.ts";
import { type Answer, type FoundOutput, sectionText } from "./answer.ts";
import { PACKET } from "./begin.ts";
import { fault, type OutputCode } from "./fault.ts";
import { OUTPUT_LIMITS } from "./limits.ts";
import { COHERENCE_MARK, neededTarget } from "./marks.ts";

const NAMES = [...OUTPUTS.map(({ name }) => name), COHERENCE_FAILED].join(", ");

/** Checks which outputs an answer has. */
export function checkOutputs(answer: Answer, role: Role, attempt: number | null): Violation[] {
  const mode = attempt === null ? null : modeFor(role, attempt);
  return [
    ...counted(answer),
    ...answer.outputs.flatMap((found) => mode === null ? [] : misplaced(found, mode)),
    ...alone(answer),
    ...answer.outputs.flatMap((found) => malformed(found, answer)),
  ];
}

function counted({ outputs }: Answer): Violation[] {
  const [first, second] = outputs;
  if (first === undefined) {
    const message = `The answer has no output, expected exactly one of ${NAMES}`;
    return [fault("no_output", message, { where: "answer", line: null })];
  }
  if (second === undefined) return [];
  const found = outputs.map(({ name }) => `"${name}"`).slice(0, 8).join(", ");
  const message = `The answer has ${outputs.length} outputs (${found}), expected exactly one`;
  return [fault("several_outputs", message, { where: "answer", line: second.line })];
}

/** The modes in which an output may be returned. A contradiction is told before the end, or never. */
function modesOf(name: UnblockOutput): readonly Mode[] {
  return OUTPUTS.find((output) => output.name === name)?.modes ?? ["work", "context_override"];
}

function misplaced({ name, line }: FoundOutput, mode: Mode): Violation[] {
  if (modesOf(name).includes(mode)) return [];
  const refused = (code: OutputCode, message: string): Violation[] => [
    fault(code, message, { where: name, line }),
  ];
  if (name === "<ESCALATION>") {
    return refused(
      "escalation_too_early",
      `"${name}" in mode ${mode}, expected only when terminal`,
    );
  }
  return name === PACKET
    ? refused("packet_in_terminal", `"${name}" in mode ${mode}, expected no further packet`)
    : refused("only_escalation_in_terminal", `"${name}" in mode ${mode}, expected "<ESCALATION>"`);
}

const ALONE = [
  { name: "<ESCALATION>", part: "payload", code: "more_than_escalation" },
  { name: "[NEED_CONTEXT: target]", part: "need", code: "more_than_need_context" },
] as const;

function alone({ lines, outputs }: Answer): Violation[] {
  return ALONE.flatMap(({ name, part, code }) => {
    if (!outputs.some((output) => output.name === name)) return [];
    const other = lines.find((line) =>
      line.part !== part && line.kind !== "fence" && line.text.trim() !== ""
    );
    if (other === undefined) return [];
    const message = `"${shown(other.text)}" stands beside "${name}", expected nothing else`;
    return [fault(code, message, { where: other.where, line: other.number })];
  });
}

function malformed({ name, line, begin }: FoundOutput, answer: Answer): Violation[] {
  const refused = (code: OutputCode, message: string): Violation[] => [
    fault(code, message, { where: name, line }),
  ];
  if (name === "[NEED_CONTEXT: target]") {
    return neededTarget(begin) !== null ? [] : refused(
      "need_context_form",
      `"${shown(begin)}" asks for nothing, expected "${name}" with what is needed, alone on a line`,
    );
  }
  if (name === COHERENCE_FAILED) {
    const words = contradictionIn(answer).match(/[\p{L}\p{N}_]+/gu) ?? [];
    return words.length >= OUTPUT_LIMITS.contradiction ? [] : refused(
      "no_contradiction",
      `"${name}" without words, expected what contradicts what behind it`,
    );
  }
  if (name === "<ESCALATION>" || name === PACKET) return [];
  const text = sectionText(answer, name) ?? "";
  if (saysNothing(text) || text === OUTPUTS.find((output) => output.name === name)?.what) {
    return refused(
      "empty_output",
      `Section "${name}" says nothing, expected the correction below it`,
    );
  }
  return text.length <= OUTPUT_LIMITS.section ? [] : refused(
    "too_large",
    `Section "${name}" has ${text.length} characters, at most ${OUTPUT_LIMITS.section}`,
  );
}

/** What is said to contradict what. */
export function contradictionIn({ lines }: Answer): string {
  return lines.filter(({ part }) => part === "coherence")
    .map(({ text }) => text.replace(COHERENCE_MARK, " ")).join("\n").trim();
}
