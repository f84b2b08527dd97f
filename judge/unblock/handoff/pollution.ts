/**
 * What makes a handoff unclean, counted line by line: pieces of a chat, of somebody's thinking, and
 * of attempts that failed. Each may occur so often, and is pollution beyond that.
 *
 * The same counts decide what is left out of a packet that is built, and whether one that is given
 * is refused: what was built is clean by construction.
 */

/** A rule: how often something may stand in a packet, and what it is. */
interface Rule {
  readonly most: number;
  readonly what: string;
}

/** The rules by their codes. */
export const POLLUTION = {
  chat_turn: { most: 3, what: "turns of a chat" },
  thinking_block: { most: 0, what: "tags of a thinking block" },
  deliberation: { most: 8, what: "phrases of first-person deliberation" },
  attempt_replay: { most: 2, what: "reports of single attempts" },
  diff_replay: { most: 3, what: "headers of diffs" },
  trace_replay: { most: 30, what: "lines of stack traces" },
  log_replay: { most: 20, what: "results of failed runs" },
} as const satisfies Readonly<Record<string, Rule>>;

/** The code of a rule. */
export type PollutionCode = keyof typeof POLLUTION;

/** All codes. */
export const POLLUTION_CODES = Object.keys(POLLUTION) as PollutionCode[];

/**
 * Where a line stands. The payload is bounded by rules of its own. The task is the person's words,
 * whatever they look like: nothing that an agent thought gets there, and only its size is bounded.
 */
export type Place = "task" | "payload" | "other";

/** How often a line breaks each rule. */
type Counts = Readonly<Partial<Record<PollutionCode, number>>>;

/** A label with at least three words behind it, or none: `user: string` is a field of a record. */
const ROLE =
  /^[#*[_]{0,8}\s?(?:assistant|user|human|ai|claude|agent|coder|model|gpt|chatgpt|bot)\b[\]*_]{0,4}\s?:[*_]{0,3}(?:\s*$|\s*\S+\s+\S+\s+\S)/i;
const ROLE_HEADING = /^#{1,6}\s+(?:assistant|user|human|ai|claude)\s*$/i;
const ROLE_JSON = /^\{?\s?"role"\s?:\s?"(?:assistant|user|model)"/i;

/** The tags of a thinking block. */
const THINKING = /<(\/?)(?:antml:)?(?:thinking|think|reasoning|scratchpad|chain_of_thought)>/gi;

const DELIBERATION =
  /\b(?:let me|let['’]s (?:try|see|think)|i (?:think|thought|guess|wonder|suspect|believe|should|tried|will try|need to|can try|could try|was wrong)|i['’]ll (?:try|now|just)|i['’]m going to|maybe i|perhaps i|on second thought|now i)\b|\b(?:hmm+|wait|actually),/gi;
const ATTEMPT = /^#{0,6}\s?\**(?:\[ATTEMPT:|(?:attempt|try|iteration|round)\s?#?\d)/i;
const DIFF = /^(?:diff --git |@@ -\d)/;
const FRAME = /^(?:at\s.{1,200}[:(]\d|File ".{1,200}", line \d|#\d{1,3}\s+0x|goroutine \d)/;
const RUN =
  /\b[1-9]\d{0,5} (?:failed|failing|failures?)\b|^FAIL(?:ED|URES)?\b|\bexit(?:ed)?(?: with)?(?: code| status)? [1-9]/i;

const MOST_OF_LINE = 20_000;

/** What one line counts for. */
export function countsOf(line: string, place: Place): Counts {
  if (place === "task") return {};
  const text = bare(line.slice(0, MOST_OF_LINE));
  const counts: Partial<Record<PollutionCode, number>> = {};
  const start = text.slice(0, 400);
  if (ROLE.test(start) || ROLE_HEADING.test(start) || ROLE_JSON.test(start)) counts.chat_turn = 1;
  if (thinkingTags(text).length > 0) counts.thinking_block = 1;
  const phrases = text.match(DELIBERATION)?.length ?? 0;
  if (phrases > 0) counts.deliberation = phrases;
  if (place !== "payload" && ATTEMPT.test(start)) counts.attempt_replay = 1;
  if (DIFF.test(start)) counts.diff_replay = 1;
  if (FRAME.test(start)) counts.trace_replay = 1;
  if (place !== "payload" && RUN.test(start)) counts.log_replay = 1;
  return counts;
}

/** Whether a line opens a thinking block that it does not close. */
export function opensThinking(line: string): boolean {
  return thinkingTags(line).at(-1) === "";
}

/** Whether a line closes a thinking block, and opens none behind it. */
export function closesThinking(line: string): boolean {
  return thinkingTags(line).at(-1) === "/";
}

/** The slashes of the tags in a line; what stands in backticks is only mentioned. */
function thinkingTags(line: string): string[] {
  const said = line.replace(/`[^`]{0,200}`/g, "");
  return [...said.matchAll(THINKING)].map(([, slash = ""]) => slash);
}

/** How often each rule was broken so far. */
export class PollutionCount {
  readonly #counts = new Map<PollutionCode, number>();

  /** How often one was. */
  of(code: PollutionCode): number {
    return this.#counts.get(code) ?? 0;
  }

  /** Whether all is within its bounds with one line more. */
  fits(counts: Counts): boolean {
    return POLLUTION_CODES.every((code) =>
      this.of(code) + (counts[code] ?? 0) <= POLLUTION[code].most
    );
  }

  /** Counts a line. */
  add(counts: Counts): void {
    for (const code of POLLUTION_CODES) {
      const count = counts[code] ?? 0;
      if (count > 0) this.#counts.set(code, this.of(code) + count);
    }
  }
}

/** A line without the marks of quotations and items, so that they hide nothing. */
function bare(line: string): string {
  return line.replace(/^(?:[\s>+|-]|\*\s|\d{1,3}[.)]\s)*/, "").replace(/^\[[ xX]\]\s/, "")
    .trimEnd();
}
