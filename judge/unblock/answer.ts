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
import { commandHash } from "./attempts.ts";
import { type Decision, findRejected, findRemovedTags, names, revisionsIn } from "./decisions.ts";
import { CLOSING, lintEscalation, OPENING } from "./escalation.ts";
import {
  canonical,
  type Field,
  fieldsIn,
  isUnfilled,
  type Line,
  lineOf,
  linesOf,
  nameIn,
  type ReadForm,
  readForm,
  sameIn,
  saysSomething,
  sizeOf,
  withKinds,
} from "./form.ts";
import { tooMuchNoise } from "./noise.ts";
import {
  COHERENCE_FAILED,
  fault,
  modeFor,
  NEED,
  OUTPUTS,
  PACKET,
  quote,
  REPORT_FIELDS,
  RETRY_FIELDS,
  type UnblockOutput,
  type Violation,
} from "./protocol.ts";

/** Every number that an answer is measured by, once, with its reason. */
export const ANSWER_LIMITS = {
  /** Characters of an answer. "Return compactly"; of a longer one nothing else is read. */
  answer: 24_000,
  /** Characters of a packet, items of a list, characters of one, and of a target. */
  ...{ packet: 6_000, items: 20, characters: 2_000, target: 200 },
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

const NOTHING = { output: null, report: null, packet: null, target: null, canonical: null };

/** Checks an answer. */
export function checkAnswer(text: string, options: AnswerOptions): CheckedAnswer {
  const { answer: most } = ANSWER_LIMITS;
  if (text.length > most) {
    const at = { where: "answer", line: null };
    const wrong = fault("too_large", at, "The answer", text.length, "characters", most);
    return { ...NOTHING, violations: [wrong], notes: [] };
  }
  const answer = readAnswer(text);
  const { outputs } = answer;
  const [only, another] = outputs;
  const output = another === undefined ? only?.name ?? null : null;
  const payloads = outputs.filter(({ name }) => name === OPENING).flatMap(({ lines }) => lines);
  const linted = payloads.length === 0 ? NONE : lintEscalation(payloads);
  const report = reportOf(answer);
  const packet = packetOf(answer);
  return {
    output,
    report: report.whole,
    packet: packet.whole,
    target: output === NEED ? targetIn(only) : null,
    canonical: output === null || only === undefined
      ? null
      : output === PACKET
      ? packet.whole && canonicalPacket(packet.whole)
      : canonical(contentOf(only)),
    violations: [
      ...outputFaults(answer, options.attempt),
      ...outputs.flatMap(contentFaults),
      ...linted.violations,
      ...report.violations,
      ...packet.violations,
      ...equalityFaults(answer, report.whole, packet.whole, options),
      ...fileFaults(answer, packet.whole, options),
      ...memoryFaults(text, answer, options.memory ?? []),
      ...noiseFaults(answer),
    ],
    notes: [...linted.notes, ...report.notes, ...packet.notes],
  };
}

/** An output that stands in an answer. */
interface FoundOutput {
  readonly name: UnblockOutput;
  readonly line: number;
  /** Its lines, the one that begins it first; of a packet only that. */
  readonly lines: readonly Line[];
}

/** An answer taken apart. Every line belongs to one part. */
interface Answer {
  readonly outputs: readonly FoundOutput[];
  readonly report: readonly Field[];
  readonly packet: readonly Field[];
  /** Lines that belong to no field and no output. */
  readonly loose: readonly Line[];
  /** All lines but those of marks and payloads. */
  readonly rest: readonly Line[];
}

const namesOf = (rules: readonly { readonly name: string }[]): ReadonlySet<string> =>
  new Set(rules.map(({ name }) => name));
const REPORT = namesOf(REPORT_FIELDS);
const RETRY = namesOf(RETRY_FIELDS);
/** The corrections and fixes. */
const SECTIONS = namesOf(OUTPUTS.filter(({ form }) => form === "section"));
/** What the report goes with. */
const NAMED: ReadonlySet<string> = new Set([...SECTIONS, PACKET]);

/** What each output that has no name and colon begins with. */
const MARKS: readonly (readonly [begin: string, output: UnblockOutput])[] = [
  [OPENING, OPENING],
  ["[NEED_CONTEXT", NEED],
  [COHERENCE_FAILED, COHERENCE_FAILED],
];

/** A line without what sets its mark off, as code or in bold. */
function unmarked(text: string): string {
  return text.trim().replace(/^[*`]{1,3}(?=\[)/, "").replace(/(?<=\])[*`]{1,3}$/, "");
}

function markIn(text: string): UnblockOutput | null {
  return MARKS.find(([mark]) => unmarked(text).startsWith(mark))?.[1] ?? null;
}

/** Whether a fence in front of this line is put around the answer. */
function isSaid(text: string): boolean {
  const name = nameIn(text)?.name ?? "";
  return markIn(text) !== null || NAMED.has(name) || name === "failure_layer" ||
    name === "new_hypothesis";
}

/**
 * Takes an answer apart: first what begins with a mark, then the fields. Behind the packet's line the
 * names that both forms have are the packet's. A name of no form is a field of its own in a form, and
 * content in a correction.
 */
function readAnswer(text: string): Answer {
  const marked: (FoundOutput & { readonly lines: Line[] })[] = [];
  const rest: Line[] = [];
  let open = null as typeof marked[number] | null;
  for (const line of withKinds(linesOf(text), isSaid)) {
    const inPayload = open?.name === OPENING;
    const mark = line.kind === "said" && !inPayload ? markIn(line.text) : null;
    if (mark !== null) {
      open = { name: mark, line: line.number, lines: [] };
      marked.push(open);
    } else if (open?.name === COHERENCE_FAILED && NAMED.has(nameIn(line.text)?.name ?? "")) {
      open = null;
    }
    (open?.lines ?? rest).push(line);
    if (open?.name === NEED || (inPayload && line.text.includes(CLOSING))) open = null;
  }
  const at = rest.findIndex(({ kind, text }) => kind === "said" && nameIn(text)?.name === PACKET);
  const end = at < 0 ? rest.length : at;
  const before = fieldsIn(
    rest.slice(0, end),
    (name, behind) =>
      REPORT.has(name) || NAMED.has(name) || (behind !== null && !NAMED.has(behind)),
  );
  const after = fieldsIn(
    rest.slice(end + 1),
    (name, behind) =>
      REPORT.has(name) || RETRY.has(name) || NAMED.has(name) || !NAMED.has(behind ?? ""),
  );
  const fields = [...before.fields, ...after.fields];
  const isReports = (field: Field) =>
    !NAMED.has(field.name) &&
    (before.fields.includes(field) || (REPORT.has(field.name) && !RETRY.has(field.name)));
  const begun = [
    ...fields.filter(({ name }) => NAMED.has(name)),
    ...rest.slice(end, end + 1)
      .map((line) => ({ name: PACKET, line: line.number, lines: [line] })),
  ] as FoundOutput[];
  return {
    outputs: [...marked, ...begun].toSorted((a, b) => a.line - b.line),
    report: fields.filter(isReports),
    packet: after.fields.filter((field) => !NAMED.has(field.name) && !isReports(field)),
    loose: [...before.loose, ...after.loose],
    rest,
  };
}

/** What an output says, without its own name or mark. */
function contentOf({ lines }: FoundOutput): string {
  return lines.filter(({ kind }) => kind !== "fence").map(({ text }, at) => {
    if (at > 0) return text;
    return nameIn(text)?.rest ?? text.replace(COHERENCE_FAILED, "");
  }).join("\n").trim();
}

/** What a mark asks for; null where it has not the form, or asks for nothing. */
function targetIn(found: FoundOutput | undefined): string | null {
  const mark = unmarked(found?.lines[0]?.text ?? "");
  const target = /^\[NEED_CONTEXT:([^\][]{1,300})\]$/.exec(mark)?.[1]?.trim() ?? "";
  const isOne = target !== "" && target !== "target" && target.length <= ANSWER_LIMITS.target;
  return isOne ? target : null;
}

const NONE = { said: {}, whole: null, violations: [], notes: [] };

/** Fields that may stand in any form: a decision is named, or revised openly, with its evidence. */
const also = ["decision_revision", "new_evidence", "decision_memory_notes"];

/** The report. It is expected with what it goes with, and looked at where nothing follows it. */
function reportOf({ outputs, report }: Answer): ReadForm<UnblockReport> {
  const isNeeded = outputs.length === 0
    ? report.length > 0
    : outputs.some(({ name }) => NAMED.has(name));
  if (!isNeeded) return NONE;
  const form = { fields: REPORT_FIELDS, line: null, most: ANSWER_LIMITS, also };
  const read = readForm<UnblockReport>(report, form);
  const { action = "" } = read.said;
  const [output, another] = outputs;
  const isNamed = OUTPUTS.every(({ name }) => action.includes(name) === (name === output?.name));
  if (action !== "" && output !== undefined && another === undefined && !isNamed) {
    const at = { where: "action", line: lineOf(report, "action") };
    read.violations.push(fault("action_mismatch", at, action, output.name));
  }
  return read;
}

/** The packet that sends a task back to the coder. */
function packetOf({ outputs, packet }: Answer): ReadForm<RetryPacket> {
  const begin = outputs.find(({ name }) => name === PACKET);
  if (begin === undefined) return NONE;
  const { line } = begin;
  const form = { fields: RETRY_FIELDS, prefix: `${PACKET}.`, line, most: ANSWER_LIMITS, also };
  const read = readForm<RetryPacket>(packet, form);
  const size = sizeOf(packet.flatMap(({ lines }) => lines));
  const { packet: most } = ANSWER_LIMITS;
  if (size > most) {
    const values = ["The packet", size, "characters", most];
    read.violations.push(fault("too_large", { where: PACKET, line }, ...values));
  }
  return read;
}

/** A packet as the one text that all its spellings have in common. */
function canonicalPacket({ extra = [], ...packet }: RetryPacket): string {
  const own = Object.entries<string | readonly string[]>(packet);
  const more = extra.map(({ name, values }) => [name, values] as const);
  return JSON.stringify(
    [...own, ...more].map((
      [name, value],
    ) => [name, ...new Set([value].flat().map(canonical).toSorted())]),
  );
}

/** How many outputs there are, whether the mode allows them, and whether they stand alone. */
function outputFaults({ outputs, rest }: Answer, attempt: number | null): Violation[] {
  const [first, second] = outputs;
  if (first === undefined) {
    return [fault("no_output", { where: "answer", line: null })];
  }
  const found: Violation[] = [];
  const add = (...told: Parameters<typeof fault>) => found.push(fault(...told));
  if (second !== undefined) {
    const all = outputs.map(({ name }) => `"${name}"`).slice(0, 8).join(", ");
    add("several_outputs", { where: "answer", line: second.line }, outputs.length, all);
  }
  const mode = attempt === null ? null : modeFor(attempt);
  for (const { name, line } of outputs) {
    // A contradiction is told before the end, or never.
    if (mode === null || (name === OPENING) === (mode === "terminal_escalation")) continue;
    const code = name === OPENING
      ? "escalation_too_early"
      : name === PACKET
      ? "packet_in_terminal"
      : "only_escalation_in_terminal";
    add(code, { where: name, line }, name, mode);
  }
  const alone = [[OPENING, "more_than_escalation"], [NEED, "more_than_need_context"]] as const;
  for (const [name, code] of alone) {
    const others = outputs.filter((output) => output.name !== name).flatMap(({ lines }) => lines);
    const other = [...rest, ...others]
      .find(({ kind, text }) => kind !== "fence" && text.trim() !== "");
    if (other === undefined || !outputs.some((output) => output.name === name)) continue;
    add(code, { where: "answer", line: other.number }, other.text, name);
  }
  return found;
}

/** Whether an output says something, and not too much. */
function contentFaults(found: FoundOutput): Violation[] {
  const { name, line, lines } = found;
  const at = { where: name, line };
  if (name === OPENING || name === PACKET) return [];
  if (name === NEED) {
    return targetIn(found) === null ? [fault("need_context_form", at, lines[0]?.text ?? "")] : [];
  }
  const text = contentOf(found);
  const isTemplate = isUnfilled(text.replace(/^- /, "")) ||
    OUTPUTS.some((output) => output.name === name && output.what === text);
  if (!saysSomething(text) || isTemplate) {
    const code = name === COHERENCE_FAILED ? "no_contradiction" : "empty_output";
    return [fault(code, at, name)];
  }
  const { section: most } = ANSWER_LIMITS;
  const values = [`Section "${name}"`, text.length, "characters", most];
  return text.length <= most ? [] : [fault("too_large", at, ...values)];
}

/** One hypothesis, and nothing that equals what was tried or is not to be retried. */
function equalityFaults(
  answer: Answer,
  report: UnblockReport | null,
  packet: RetryPacket | null,
  { tried = [], failed = new Set() }: AnswerOptions,
): Violation[] {
  const found: Violation[] = [];
  const add = (...told: Parameters<typeof fault>) => found.push(fault(...told));
  const { what_not_to_retry = [], forced_checklist = [], constraints = [] } = packet ?? {};
  const forms = [
    ["", answer.report, tried],
    [`${PACKET}.`, answer.packet, [...tried, ...what_not_to_retry]],
  ] as const;
  for (const [prefix, fields, before] of forms) {
    const field = fields.find(({ name }) => name === "new_hypothesis");
    if (field === undefined) continue;
    const at = { where: `${prefix}new_hypothesis`, line: field.line };
    const said = [field.text, ...field.items].filter((value) => value !== "");
    if (said.length > 1) add("several_hypotheses", at, said.length);
    const same = sameIn(said, before);
    if (same !== undefined) add("not_different", at, `Hypothesis ${quote(same)} is what was tried`);
  }
  const again = sameIn([...forced_checklist, ...constraints], what_not_to_retry);
  if (again !== undefined) {
    const at = { where: PACKET, line: lineOf(answer.packet, "what_not_to_retry") };
    add("contradicting_fields", at, again, "is asked for and is not to be retried");
  }
  if (report !== null && packet !== null && report.failure_layer !== packet.failure_layer) {
    const at = { where: `${PACKET}.failure_layer`, line: lineOf(answer.packet, "failure_layer") };
    add("layer_mismatch", at, packet.failure_layer, report.failure_layer);
  }
  const fix = answer.outputs.find(({ name }) => name === "environment_fix");
  const commands = fix === undefined ? null : commandsOf(fix);
  if (fix !== undefined && commands?.every((one) => failed.has(one))) {
    const at = { where: fix.name, line: fix.line };
    add("not_different", at, "Every command of the fix was run and failed");
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
  const at = { where: `${PACKET}.files_to_recheck`, line: lineOf(fields, "files_to_recheck") };
  return (packet?.files_to_recheck ?? []).flatMap((item) => {
    const [path = ""] = item.replace(/^[`"']+/, "").split(/[`"'\s,]|:\d|\(/, 1);
    const isGone = path !== "" && !/[*?{}$~]/.test(path) && exists(path) === false;
    return isGone ? [fault("no_such_file", at, path)] : [];
  });
}

/** Checks an answer against the decisions that bind. */
function memoryFaults(text: string, answer: Answer, memory: readonly Decision[]): Violation[] {
  const revisions = revisionsIn(text);
  const forms = [...answer.report, ...answer.packet];
  const noted = forms.filter(({ name }) => name === "decision_memory_notes")
    .flatMap(({ text, items }) => [text, ...items]).join("\n");
  const isOpen = (decision: Decision) => revisions.some((about) => names(about, decision));
  const isNoted = (decision: Decision) => isOpen(decision) || names(noted, decision);
  const named = (
    fields: readonly Pick<Field, "name" | "lines">[],
    only: { has(name: string): boolean },
  ) =>
    fields.filter(({ name }) => only.has(name))
      .flatMap(({ name, lines }) => lines.map((line) => ({ ...line, where: name })));
  // What a patch takes out is not proposed, and a tag records.
  const fixes = named(answer.outputs, SECTIONS).filter(({ kind, text }) =>
    !(kind === "code" && text.startsWith("-")) && !/@(?:REJECTED|RATIONALE)\b/.test(text)
  );
  const ideas = named(forms, new Set(["new_hypothesis"]));
  const limits = named(answer.packet, new Set(["constraints", "forced_checklist"]));
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
  const { looseLines: most } = ANSWER_LIMITS;
  const outside = isAlone || loose.length <= most
    ? []
    : [{ kind: null, what: "lines that belong to no field", most, found: loose }];
  return [...tooMuchNoise(rest), ...outside].map(({ kind, what, most, found }) => {
    const isThought = kind === "thinking_block" || kind === null;
    const code = isThought ? "chain_of_thought" : "replays_attempts";
    const { text, number: line } = found[0]!;
    return fault(code, { where: "answer", line }, text, found.length, what, most);
  });
}
