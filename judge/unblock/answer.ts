/**
 * Checks what a reflection agent answers: exactly one output, in the form that the protocol states,
 * with everything that the form asks for.
 *
 * The report goes with the four corrections and with `retry_packet_for_coder:`, whose seven fields
 * follow its line. `[NEED_CONTEXT: target]` and `<ESCALATION>` stand alone. An agent that finds
 * that what was handed over contradicts itself says `[COHERENCE_CHECK_FAILED]`, and what does.
 *
 * Whether a hypothesis is right, or different in more than its words, is not looked at: that is the
 * agent's, and its instructions ask for it. Never throws; of a text beyond its limit none is read.
 */

import type { RetryPacket, UnblockReport } from "../../schema/types.ts";
import { commandHash } from "./attempts.ts";
import { type Decision, findRejected, findRemovedTags, names, revisionsIn } from "./decisions.ts";
import {
  canonical,
  CLOSING,
  type Field,
  fieldsIn,
  isUnfilled,
  type Line,
  lineOf,
  linesOf,
  lintEscalation,
  nameIn,
  OPENING,
  type ReadForm,
  readForm,
  sameIn,
  saysSomething,
  sizeOf,
  withKinds,
} from "./form.ts";
import { tooMuchNoise } from "./handoff.ts";
import {
  COHERENCE_FAILED,
  fault,
  type FaultCode,
  faultIf,
  modeFor,
  NEED,
  OUTPUTS,
  PACKET,
  quote,
  REPORT_FIELDS,
  RETRY_FIELDS,
  UNBLOCK_OUTPUTS,
  type UnblockOutput,
  type Violation,
} from "./protocol.ts";

/** Every number that an answer is measured by, once, with its reason. */
export const ANSWER_LIMITS = {
  /** Characters of an answer. "Return compactly"; of a longer one nothing else is read. */
  answer: 24_000,
  /** Characters of a correction and of a packet, items of a list, and characters of one. */
  ...{ section: 10_000, packet: 6_000, items: 20, characters: 2_000 },
  /** Lines of text that belong to no field: room for a greeting. */
  looseLines: 3,
} as const;

/** What is known about the rescue that an answer belongs to. */
export interface AnswerOptions {
  /** The number of the rescue attempt; null where it was not counted: then no mode is enforced. */
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

/** Fields that may stand in any form: a decision is named, or revised openly, with its evidence. */
const also = ["decision_revision", "new_evidence", "decision_memory_notes"];

/** A form that is not there, and need not be. */
const NONE = { said: {}, whole: null, violations: [], notes: [] };

/** Checks an answer. */
export function checkAnswer(text: string, options: AnswerOptions): CheckedAnswer {
  const { answer: longest } = ANSWER_LIMITS;
  if (text.length > longest) {
    const values = ["The answer", text.length, "characters", longest];
    const violations = [fault("too_large", ["answer", null], ...values)];
    const nothing = { output: null, report: null, packet: null, target: null, canonical: null };
    return { ...nothing, violations, notes: [] };
  }
  const answer = readAnswer(text);
  const { outputs } = answer;
  const [only, another] = outputs;
  const output = another === undefined ? only?.name ?? null : null;
  const payloads = outputs.filter(({ name }) => name === OPENING).flatMap(({ lines }) => lines);
  const linted = payloads.length === 0 ? NONE : lintEscalation(payloads);
  // The report is expected with what it goes with, and looked at where nothing follows it.
  const hasReport = outputs.length === 0
    ? answer.report.length > 0
    : outputs.some(({ name }) => NAMED.has(name));
  const line = outputs.find(({ name }) => name === PACKET)?.line ?? null;
  const ofReport = { fields: REPORT_FIELDS, line: null, most: ANSWER_LIMITS, also };
  const ofPacket = { ...ofReport, fields: RETRY_FIELDS, prefix: `${PACKET}.`, line };
  const report: ReadForm<UnblockReport> = hasReport ? readForm(answer.report, ofReport) : NONE;
  const packet: ReadForm<RetryPacket> = line === null ? NONE : readForm(answer.packet, ofPacket);
  return {
    output,
    report: report.whole,
    packet: packet.whole,
    target: output === NEED ? targetIn(only) : null,
    canonical: output === PACKET
      ? packet.whole && canonicalPacket(packet.whole)
      : output && canonical(contentOf(only!)),
    violations: [
      ...outputFaults(answer, options.attempt),
      ...linted.violations,
      ...report.violations,
      ...packet.violations,
      ...formFaults(answer, report, packet.whole, options),
      ...memoryFaults(text, answer, options.memory ?? []),
      ...noiseFaults(answer),
    ],
    notes: [...linted.notes, ...report.notes, ...packet.notes],
  };
}

/** An output that stands in an answer; of a packet only the line that begins it. */
type FoundOutput = Pick<Field, "line" | "lines"> & { readonly name: UnblockOutput };

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

/** Outputs that have no name and colon. */
const MARKS = UNBLOCK_OUTPUTS.filter((name) => /^[[<]/.test(name));

/** A line without what sets its mark off, as code or in bold. */
function unmarked(text: string): string {
  return text.trim().replace(/^[*`]{1,3}(?=\[)/, "").replace(/(?<=\])[*`]{1,3}$/, "");
}

function markIn(text: string): UnblockOutput | null {
  return MARKS.find((mark) => unmarked(text).startsWith(mark.split(":")[0]!)) ?? null;
}

/** Whether a fence in front of this line is put around the answer. */
function isSaid(text: string): boolean {
  const begins = [...NAMED, "failure_layer", "new_hypothesis"];
  return markIn(text) !== null || begins.includes(nameIn(text)?.name ?? "");
}

/**
 * Takes an answer apart: first what begins with a mark, then the fields. Behind the packet's line
 * the names that both forms have are the packet's. A name of no form is a field of its own in a
 * form, and content in a correction.
 */
function readAnswer(text: string): Answer {
  const outputs: (FoundOutput & { readonly lines: Line[] })[] = [];
  const rest: Line[] = [];
  let open = null as typeof outputs[number] | null;
  let end = Infinity;
  for (const line of withKinds(linesOf(text), isSaid)) {
    const inPayload = open?.name === OPENING;
    const name = line.kind === "said" && !inPayload ? nameIn(line.text)?.name ?? "" : "";
    const mark = line.kind === "said" && !inPayload ? markIn(line.text) : null;
    if (mark !== null || (name === PACKET && end === Infinity)) {
      open = { name: mark ?? PACKET, line: line.number, lines: [] };
      outputs.push(open);
      if (mark === null) end = rest.length;
    } else if (open?.name === COHERENCE_FAILED && NAMED.has(name)) open = null;
    (open?.lines ?? rest).push(line);
    const isOneLine = open?.name === NEED || open?.name === PACKET;
    if (isOneLine || (inPayload && line.text.includes(CLOSING))) open = null;
  }
  const read = (lines: readonly Line[], isPacket: boolean) =>
    fieldsIn(
      lines,
      (name, behind) =>
        REPORT.has(name) || NAMED.has(name) || (isPacket && RETRY.has(name)) ||
        (behind === null ? isPacket : !NAMED.has(behind)),
    );
  const [before, after] = [read(rest.slice(0, end), false), read(rest.slice(end), true)];
  const fields = [...before.fields, ...after.fields];
  const sections = fields.filter((field): field is Field & FoundOutput => NAMED.has(field.name));
  const said = fields.filter(({ name }) => !NAMED.has(name));
  const isPackets = (field: Field) =>
    after.fields.includes(field) && (RETRY.has(field.name) || !REPORT.has(field.name));
  return {
    outputs: [...outputs, ...sections].toSorted((a, b) => a.line - b.line),
    report: said.filter((field) => !isPackets(field)),
    packet: said.filter(isPackets),
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
  const target = /^\[NEED_CONTEXT:([^\][]{1,200})\]$/.exec(mark)?.[1]?.trim() ?? "";
  return target === "" || target === "target" ? null : target;
}

/** A packet as the one text that all its spellings have in common. */
function canonicalPacket({ extra = [], ...packet }: RetryPacket): string {
  const more = extra.map(({ name, values }) => [name, values] as const);
  const fields = [...Object.entries<string | readonly string[]>(packet), ...more];
  const said = (value: string | readonly string[]) => [value].flat().map(canonical).toSorted();
  return JSON.stringify(fields.map(([name, value]) => [name, ...new Set(said(value))]));
}

/** What is said of an output in the wrong mode, of what stands beside it, and of an empty one. */
function codesOf(name: UnblockOutput): { mode: FaultCode; beside?: FaultCode; empty?: FaultCode } {
  const mode = "only_escalation_in_terminal";
  if (name === OPENING) return { mode: "escalation_too_early", beside: "more_than_escalation" };
  if (name === NEED) return { mode, beside: "more_than_need_context", empty: "need_context_form" };
  if (name === PACKET) return { mode: "packet_in_terminal" };
  return { mode, empty: name === COHERENCE_FAILED ? "no_contradiction" : "empty_output" };
}

/** How many outputs there are, and whether each is allowed, alone, filled in and bounded. */
function outputFaults({ outputs, rest }: Answer, attempt: number | null): Violation[] {
  const [first, second] = outputs;
  const all = outputs.map(({ name }) => `"${name}"`).slice(0, 8).join(", ");
  const at = ["answer", second?.line ?? null] as const;
  const mode = attempt === null ? undefined : modeFor(attempt);
  const { section: most } = ANSWER_LIMITS;
  return [
    ...faultIf(first === undefined, "no_output", ["answer", null]),
    ...faultIf(second !== undefined, "several_outputs", at, outputs.length, all),
    ...outputs.flatMap((found): Violation[] => {
      const { name, line, lines } = found;
      const { mode: misplaced, beside, empty } = codesOf(name);
      const hasText = empty !== undefined;
      const at = [name, line] as const;
      // A contradiction is told before the end, or never.
      const isAllowed = (name === OPENING) === (mode === "terminal_escalation");
      const others = outputs.filter((other) => other.name !== name).flatMap(({ lines }) => lines);
      const other = [...rest, ...others].find(({ kind, text }) =>
        beside !== undefined && kind !== "fence" && text.trim() !== ""
      );
      const text = name === NEED ? targetIn(found) ?? "" : contentOf(found);
      const isEmpty = !saysSomething(text) || isUnfilled(text.replace(/^- /, ""));
      const shown = name === NEED ? lines[0]?.text : name;
      const values = [`Section "${name}"`, text.length, "characters", most];
      return [
        ...faultIf(mode !== undefined && !isAllowed, misplaced, at, name, mode),
        ...other === undefined ? [] : [fault(beside!, ["answer", other.number], other.text, name)],
        ...faultIf(hasText && isEmpty, empty!, at, shown),
        ...faultIf(hasText && text.length > most, "too_large", at, ...values),
      ];
    }),
  ];
}

/** What the report and the packet say: against each other, what was tried, and what is there. */
function formFaults(
  answer: Answer,
  { said: { action = "" }, whole: report }: ReadForm<UnblockReport>,
  packet: RetryPacket | null,
  { tried = [], failed = new Set(), exists = () => null }: AnswerOptions,
): Violation[] {
  const [only, another] = answer.outputs;
  const isNamed = OUTPUTS.every(({ name }) => action.includes(name) === (name === only?.name));
  const isOther = action !== "" && only !== undefined && another === undefined && !isNamed;
  const at = (name: string) => [`${PACKET}.${name}`, lineOf(answer.packet, name)] as const;
  const atAction = ["action", lineOf(answer.report, "action")] as const;
  const { what_not_to_retry: notAgain = [], failure_layer, files_to_recheck = [] } = packet ?? {};
  const asked = [...packet?.forced_checklist ?? [], ...packet?.constraints ?? []];
  const both = [sameIn(asked, notAgain), "is asked for and is not to be retried"];
  const layers = [failure_layer, report?.failure_layer ?? failure_layer];
  const isMismatch = packet !== null && layers[0] !== layers[1];
  const [size, most] = [sizeOf(answer.packet.flatMap(({ lines }) => lines)), ANSWER_LIMITS.packet];
  const fix = answer.outputs.find(({ name }) => name === "environment_fix");
  const commands = fix === undefined ? [] : commandsOf(fix);
  const isOld = commands.length > 0 && commands.every((command) => failed.has(command));
  const atFix = ["environment_fix", fix?.line ?? null] as const;
  const gone = files_to_recheck.map((item) =>
    item.replace(/^[`"']+/, "").split(/[`"'\s,]|:\d|\(/, 1)[0]!
  ).filter((path) => path !== "" && !/[*?{}$~]/.test(path) && exists(path) === false);
  return [
    ...faultIf(isOther, "action_mismatch", atAction, action, only?.name),
    ...faultIf(size > most, "too_large", [PACKET, null], "The packet", size, "characters", most),
    ...hypothesisFaults("", answer.report, tried),
    ...hypothesisFaults(`${PACKET}.`, answer.packet, [...tried, ...notAgain]),
    ...faultIf(both[0] !== undefined, "contradicting_fields", at("what_not_to_retry"), ...both),
    ...faultIf(isMismatch, "layer_mismatch", at("failure_layer"), ...layers),
    ...faultIf(isOld, "not_different", atFix, "Every command of the fix was run and failed"),
    ...gone.map((path) => fault("no_such_file", at("files_to_recheck"), path)),
  ];
}

/** One hypothesis, and none that was tried. */
function hypothesisFaults(prefix: string, fields: readonly Field[], tried: readonly string[]) {
  const { text = "", items = [] } = fields.find(({ name }) => name === "new_hypothesis") ?? {};
  const said = [text, ...items].filter((value) => value !== "");
  const same = sameIn(said, tried);
  const at = [`${prefix}new_hypothesis`, lineOf(fields, "new_hypothesis")] as const;
  const why = `Hypothesis ${quote(same ?? "")} is what was tried`;
  return [
    ...faultIf(said.length > 1, "several_hypotheses", at, said.length),
    ...faultIf(same !== undefined, "not_different", at, why),
  ];
}

/** The prints of a fix's commands; none where it is more than commands. */
function commandsOf({ lines }: FoundOutput): string[] {
  const written = lines.filter(({ kind }) => kind !== "fence").flatMap(({ kind, text }) => {
    const said = kind === "code" ? text.trim() : nameIn(text)?.rest ?? text.trim();
    const span = /^(?:[-*]\s+)?`([^`]{1,600})`$/.exec(said)?.[1];
    return said === "" ? [] : [kind === "code" ? said : span ?? null];
  });
  const commands = written.filter((command) => command !== null);
  return commands.length < written.length ? [] : commands.map((command) => commandHash(command));
}

/** Checks an answer against the decisions that bind. */
function memoryFaults(text: string, answer: Answer, memory: readonly Decision[]): Violation[] {
  const revisions = revisionsIn(text);
  const forms = [...answer.report, ...answer.packet];
  const noted = forms.filter(({ name }) => name === "decision_memory_notes")
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
  const ideas = named(forms, "new_hypothesis");
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
  const { looseLines: most } = ANSWER_LIMITS;
  const outside = { kind: null, what: "lines that belong to no field", most, found: loose };
  const isLoose = !isAlone && loose.length > most;
  return [...tooMuchNoise(rest), ...isLoose ? [outside] : []].map((noise) => {
    const { kind, what, most, found: [first, ...more] } = noise;
    const isThought = kind === "thinking_block" || kind === null;
    const code = isThought ? "chain_of_thought" : "replays_attempts";
    return fault(code, ["answer", first!.number], first!.text, more.length + 1, what, most);
  });
}
