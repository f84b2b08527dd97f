/**
 * Checks what a reflection agent answers: exactly one output, in the form that the protocol states,
 * with everything that the form asks for.
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
 * follow its line. `[NEED_CONTEXT: target]` and `<ESCALATION>` stand alone. An agent that finds that
 * what was handed over contradicts itself says `[COHERENCE_CHECK_FAILED]` and the contradiction.
 *
 * Whether a hypothesis is right, or different in more than its words, is not looked at: that is the
 * agent's, and its instructions ask for it. Never throws; of a text beyond the limit nothing is read.
 */

import type { RetryPacket, UnblockReport } from "../../schema/types.ts";
import {
  type Answer,
  canonicalPacket,
  contentOf,
  FORM_LIMITS,
  type FoundOutput,
  inPlace,
  NEED,
  PACKET,
  packetOf,
  readAnswer,
  reportOf,
  targetIn,
} from "./answer_parts.ts";
import { commandHash } from "./attempts.ts";
import { type Decision, findRejected, findRemovedTags, names, revisionsIn } from "./decisions.ts";
import { lintEscalation, OPENING } from "./escalation.ts";
import { canonical, type Field, isUnfilled, nameIn, saysSomething } from "./form.ts";
import { tooMuchNoise } from "./noise.ts";
import {
  COHERENCE_FAILED,
  fault,
  type FaultCode,
  type Mode,
  modeFor,
  type OutputRule,
  OUTPUTS,
  quote,
  type UnblockOutput,
  type Violation,
} from "./protocol.ts";

export type { RetryPacket } from "../../schema/types.ts";

/** Every number that an answer is measured by, once, with its reason. */
export const ANSWER_LIMITS = {
  /** Characters of an answer. "Return compactly"; of a longer one nothing else is read. */
  answer: 24_000,
  /** A packet, and the lists and items of a form. */
  ...FORM_LIMITS,
  /** Characters of a correction. What is longer is no narrow strategy. */
  section: 10_000,
  /** Lines of text that belong to no field: room for a greeting. */
  looseLines: 3,
} as const;

/** What is known about the rescue that an answer belongs to. */
export interface AnswerOptions {
  /** The number of the rescue attempt; null where it was not counted, and then no mode is enforced. */
  readonly attempt: number | null;
  /** What was tried before, a statement each. */
  readonly tried?: readonly string[];
  /** Prints of the commands that were run and failed, as `attempts.ts` makes them. */
  readonly failed?: ReadonlySet<string>;
  /** The decisions that bind. */
  readonly memory?: readonly Decision[];
  /** Whether a path is one of the repository's; null where that cannot be told. */
  readonly exists?: (path: string) => boolean | null;
}

/** What an answer came to. */
export interface CheckedAnswer {
  /** The one output; null where there is none, or more than one. */
  readonly output: UnblockOutput | null;
  /** The report, where it is whole. */
  readonly report: UnblockReport | null;
  /** The packet, where it is whole. */
  readonly packet: RetryPacket | null;
  /** What `[NEED_CONTEXT: target]` asks for. */
  readonly target: string | null;
  /** What the output says, without what makes no difference: a repeat is told by its hash. */
  readonly canonical: string | null;
  readonly violations: readonly Violation[];
  /** What is worth knowing and no fault: fields that no form has. */
  readonly notes: readonly Violation[];
}

/** Checks an answer. */
export function checkAnswer(text: string, options: AnswerOptions): CheckedAnswer {
  if (text.length > ANSWER_LIMITS.answer) {
    const message = `The answer has ${text.length} characters, at most ${ANSWER_LIMITS.answer}`;
    const violations = [fault("too_large", message, { where: "answer", line: null })];
    const nothing = { output: null, report: null, packet: null, target: null };
    return { ...nothing, canonical: null, violations, notes: [] };
  }
  const { attempt } = options;
  const answer = readAnswer(text);
  const { outputs } = answer;
  const [only, another] = outputs;
  const output = another === undefined ? only?.name ?? null : null;
  const payloads = outputs.filter(({ name }) => name === OPENING).flatMap(({ lines }) => lines);
  const linted = payloads.length === 0 ? null : lintEscalation(inPlace(payloads));
  const report = reportOf(answer);
  const packet = packetOf(answer);
  return {
    output,
    report: report.value,
    packet: packet.value,
    target: output === NEED ? targetIn(only) : null,
    canonical: output === null || only === undefined
      ? null
      : output === PACKET
      ? packet.value && canonicalPacket(packet.value)
      : canonical(contentOf(only)),
    violations: [
      ...countFaults(answer),
      ...attempt === null ? [] : outputs.flatMap((found) => modeFault(found, modeFor(attempt))),
      ...aloneFaults(answer),
      ...outputs.flatMap(contentFaults),
      ...linted?.violations ?? [],
      ...report.violations,
      ...packet.violations,
      ...equalityFaults(answer, report.value, packet.value, options),
      ...fileFaults(answer, packet.value, options),
      ...memoryFaults(text, answer, options.memory ?? []),
      ...noiseFaults(answer),
    ],
    notes: [...linted?.notes ?? [], ...report.notes, ...packet.notes],
  };
}

function countFaults({ outputs }: Answer): Violation[] {
  const [first, second] = outputs;
  if (first === undefined) {
    const all = [...OUTPUTS.map(({ name }) => name), COHERENCE_FAILED].join(", ");
    const message = `The answer has no output, expected exactly one of ${all}`;
    return [fault("no_output", message, { where: "answer", line: null })];
  }
  if (second === undefined) return [];
  const found = outputs.map(({ name }) => `"${name}"`).slice(0, 8).join(", ");
  const message = `The answer has ${outputs.length} outputs (${found}), expected exactly one`;
  return [fault("several_outputs", message, { where: "answer", line: second.line })];
}

const RULES: readonly OutputRule[] = OUTPUTS;

/** Whether the mode allows an output. A contradiction is told before the end, or never. */
function modeFault({ name, line }: FoundOutput, mode: Mode): Violation[] {
  if ((name === OPENING) === (mode === "terminal_escalation")) return [];
  const at = { where: name, line };
  const said = `"${name}" in mode ${mode}, expected`;
  if (name === OPENING) {
    return [fault("escalation_too_early", `${said} only when terminal`, at)];
  }
  return name === PACKET
    ? [fault("packet_in_terminal", `${said} no further packet`, at)]
    : [fault("only_escalation_in_terminal", `${said} "${OPENING}"`, at)];
}

function aloneFaults({ rest, outputs }: Answer): Violation[] {
  const alone = { [OPENING]: "more_than_escalation", [NEED]: "more_than_need_context" } as const;
  return ([OPENING, NEED] as const).flatMap((name) => {
    const others = outputs.filter((output) => output.name !== name).flatMap(({ lines }) => lines);
    const other = [...rest, ...others].find(({ kind, text }) =>
      kind !== "fence" && text.trim() !== ""
    );
    if (other === undefined || !outputs.some((output) => output.name === name)) return [];
    const message = `${quote(other.text)} stands beside "${name}", expected nothing else`;
    return [fault(alone[name], message, { where: "answer", line: other.number })];
  });
}

/** Whether an output says something, and not too much. */
function contentFaults(found: FoundOutput): Violation[] {
  const { name, line, lines } = found;
  if (name === OPENING || name === PACKET) return [];
  const refused = (
    code: FaultCode,
    message: string,
  ) => [fault(code, message, { where: name, line })];
  if (name === NEED) {
    const expected = `expected "${name}" with what is needed, alone on a line`;
    const message = `${quote(lines[0]?.text ?? "")} asks for nothing, ${expected}`;
    return targetIn(found) !== null ? [] : refused("need_context_form", message);
  }
  const text = contentOf(found);
  const isTemplate = isUnfilled(text.replace(/^- /, "")) ||
    text === RULES.find((rule) => rule.name === name)?.what;
  if (!saysSomething(text) || isTemplate) {
    return name === COHERENCE_FAILED
      ? refused("no_contradiction", `"${name}" alone, expected what contradicts what behind it`)
      : refused("empty_output", `Section "${name}" says nothing, expected the correction below it`);
  }
  const { section } = ANSWER_LIMITS;
  return text.length <= section
    ? []
    : refused("too_large", `Section "${name}" has ${text.length} characters, at most ${section}`);
}

/** One hypothesis, and nothing that equals what was tried or is not to be retried. */
function equalityFaults(
  answer: Answer,
  report: UnblockReport | null,
  packet: RetryPacket | null,
  { tried = [], failed = new Set() }: AnswerOptions,
): Violation[] {
  const found: Violation[] = [];
  const notToRetry = packet?.what_not_to_retry ?? [];
  const forms = [["", answer.report, tried], [`${PACKET}.`, answer.packet, [
    ...tried,
    ...notToRetry,
  ]]] as const;
  for (const [prefix, fields, before] of forms) {
    const field = fields.find(({ name }) => name === "new_hypothesis");
    if (field === undefined) continue;
    const at = { where: `${prefix}new_hypothesis`, line: field.line };
    const said = [field.text, ...field.items].filter((value) => value !== "");
    if (said.length > 1) {
      const message = `${said.length} hypotheses, expected exactly one`;
      found.push(fault("several_hypotheses", message, at));
    }
    const same = before.find((one) => said.some((value) => canonical(value) === canonical(one)));
    if (same === undefined) continue;
    const message = `Hypothesis ${quote(said[0]!)} is what was tried, expected another one`;
    found.push(fault("not_different", message, at));
  }
  const again = [...packet?.forced_checklist ?? [], ...packet?.constraints ?? []]
    .find((item) => notToRetry.some((one) => canonical(one) === canonical(item)));
  if (again !== undefined) {
    const message = `${quote(again)} is asked for and is not to be retried, expected one of both`;
    const line = answer.packet.find(({ name }) => name === "what_not_to_retry")?.line ?? null;
    found.push(fault("contradicting_fields", message, { where: PACKET, line }));
  }
  if (report !== null && packet !== null && report.failure_layer !== packet.failure_layer) {
    const message =
      `The packet blames "${packet.failure_layer}", expected the report's "${report.failure_layer}"`;
    const line = answer.packet.find(({ name }) => name === "failure_layer")?.line ?? null;
    found.push(fault("layer_mismatch", message, { where: `${PACKET}.failure_layer`, line }));
  }
  const fix = answer.outputs.find(({ name }) => name === "environment_fix");
  const commands = fix === undefined ? null : commandsOf(fix);
  if (fix !== undefined && commands !== null && commands.every((one) => failed.has(one))) {
    const message = "Every command of the fix was run and failed, expected another one";
    found.push(fault("not_different", message, { where: fix.name, line: fix.line }));
  }
  return found;
}

/** The prints of a fix's commands; null where it is more, or less, than commands. */
function commandsOf({ lines }: FoundOutput): string[] | null {
  const written = lines.filter(({ kind }) => kind !== "fence").flatMap(({ kind, text }) => {
    const said = kind === "code" ? text.trim() : nameIn(text)?.rest ?? text.trim();
    const span = /^(?:[-*]\s+)?`([^`]{1,600})`$/.exec(said)?.[1];
    return said === "" ? [] : [kind === "code" ? said : span ?? null];
  });
  const commands = written.filter((command) => command !== null);
  if (commands.length === 0 || commands.length < written.length) return null;
  return commands.map((command) => commandHash(command));
}

/** The files that a packet sends the coder to are there. */
function fileFaults(
  { packet: fields }: Answer,
  packet: RetryPacket | null,
  { exists = () => null }: AnswerOptions,
): Violation[] {
  const where = `${PACKET}.files_to_recheck`;
  const line = fields.find(({ name }) => name === "files_to_recheck")?.line ?? null;
  return (packet?.files_to_recheck ?? []).flatMap((item) => {
    const [path = ""] = item.replace(/^[`"']+/, "").split(/[`"'\s,]|:\d|\(/, 1);
    if (path === "" || /[*?{}$~]/.test(path) || exists(path) !== false) return [];
    return [
      fault("no_such_file", `${quote(path)} does not exist, expected a path`, { where, line }),
    ];
  });
}

/** The corrections and fixes. */
const SECTIONS = RULES.filter(({ form }) => form === "section").map(({ name }) => name);

/** Checks an answer against the decisions that bind. */
function memoryFaults(text: string, answer: Answer, memory: readonly Decision[]): Violation[] {
  const revisions = revisionsIn(text);
  const noted = [...answer.report, ...answer.packet]
    .filter(({ name }) => name === "decision_memory_notes")
    .flatMap(({ text, items }) => [text, ...items]).join("\n");
  const isOpen = (decision: Decision) => revisions.some((about) => names(about, decision));
  const isNoted = (decision: Decision) => isOpen(decision) || names(noted, decision);
  const named = (fields: readonly Pick<Field, "name" | "lines">[], ...only: string[]) =>
    fields.filter(({ name }) => only.includes(name))
      .flatMap(({ name, lines }) => lines.map((line) => ({ ...line, where: name })));
  // What a patch takes out is not proposed, and a tag records.
  const fixes = named(answer.outputs, ...SECTIONS).filter(({ kind, text }) =>
    !(kind === "code" && text.startsWith("-")) && !/@(?:REJECTED|RATIONALE)\b/.test(text)
  );
  const ideas = named([...answer.report, ...answer.packet], "new_hypothesis");
  const limits = named(answer.packet, "constraints", "forced_checklist");
  return [
    ...findRejected([...fixes, ...ideas], memory, isOpen),
    ...findRejected(limits, memory, isNoted),
    ...findRemovedTags(
      answer.rest.filter(({ kind, text }) => kind === "code" && !/^-\s+@/.test(text)),
      (decision) => isOpen(memory.find(({ text }) => text === decision.text) ?? decision),
    ),
  ];
}

/** No thinking, few lines outside of any field, and no replay of what failed. */
function noiseFaults({ rest, loose, outputs }: Answer): Violation[] {
  // Beside what stands alone every line is one too many, and is reported as such.
  const isAlone = outputs.length === 0 ||
    outputs.some(({ name }) => name === OPENING || name === NEED);
  const outside = isAlone || loose.length <= ANSWER_LIMITS.looseLines ? [] : [{
    code: "loose",
    what: "lines that belong to no field",
    most: ANSWER_LIMITS.looseLines,
    found: loose,
  }];
  return [...tooMuchNoise(rest), ...outside].map(({ code: kind, what, most, found }) => {
    const [first] = found;
    const isThought = kind === "thinking_block" || kind === "loose";
    const code = isThought ? "chain_of_thought" : "replays_attempts";
    const message = `${quote(first!.text)} is one of ${found.length} ${what}, at most ${most}`;
    return fault(code, message, { where: "answer", line: first!.number });
  });
}
