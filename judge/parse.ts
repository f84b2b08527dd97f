/**
 * A model's answer to the judge, read from its text or from JSON.
 *
 * Words and code fences around the answer are no fault, and fields too many are let go. Everything
 * else is as it was asked for or is refused with a sentence that names the field and the value:
 * nothing is guessed, and `"true"` is not true.
 */

import { UserError } from "../lib/text/errors.ts";
import { jsonIn } from "../lib/text/json_in_text.ts";
import { VERDICT_SEVERITIES } from "../schema/names.ts";
import type { Verdict } from "../schema/types.ts";
import { AGENT_VERDICTS, type AgentEvaluation } from "./agent_evaluation.ts";
import { COMPACTION_ACTIONS, type CompactionVerdict } from "./compaction.ts";
import { STUCK_REASONS, type StuckVerdict } from "./stuck.ts";
import { quoted } from "../lib/text/text.ts";

/** A value of the right shape, or what is wrong with it. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** Reads one field; what is not there is undefined. Throws a {@linkcode UserError}. */
type Reader<T> = (value: unknown, name: string) => T;

/** Longer texts are cut, and more of them let go: a model that rambles fills no disk. */
const MOST_TEXT = 4000;
const MOST_ITEMS = 50;

/** A field that is not what it should be, for the model that is asked again. */
function fault(name: string, expected: string, value: unknown): UserError {
  const got = value === undefined ? "nothing" : quoted(value);
  return new UserError(`Expected "${name}" to be ${expected}, got ${got}`);
}

const yesOrNo: Reader<boolean> = (value, name) => {
  if (typeof value !== "boolean") throw fault(name, "true or false", value);
  return value;
};

const text: Reader<string> = (value, name) => {
  if (typeof value !== "string") throw fault(name, "a text", value);
  const trimmed = value.trim();
  return trimmed.length > MOST_TEXT ? `${trimmed.slice(0, MOST_TEXT)}…` : trimmed;
};

const textOrNull: Reader<string | null> = (value, name) =>
  value === null ? null : text(value, name) || null;

const texts: Reader<string[]> = (value, name) => {
  if (!Array.isArray(value)) throw fault(name, "a list of texts", value);
  return value.slice(0, MOST_ITEMS).map((item, n) => text(item, `${name}[${n}]`))
    .filter((item) => item !== "");
};

function oneOf<const Name extends string>(names: readonly Name[]): Reader<Name> {
  return (value, name) => {
    const found = names.find((known) => known === value);
    if (found === undefined) throw fault(name, `one of ${names.join(", ")}`, value);
    return found;
  };
}

function numberWithin(least: number, most: number): Reader<number> {
  return (value, name) => {
    if (typeof value !== "number" || !(value >= least && value <= most)) {
      throw fault(name, `a number from ${least} to ${most}`, value);
    }
    return value;
  };
}

/** A field that may be left out, and what that means. */
function optional<T>(read: Reader<T>, absent: T): Reader<T> {
  return (value, name) => value === undefined ? absent : read(value, name);
}

/** Reads an object by its fields; those that it has beside them are let go. */
function objectOf<T extends object>(
  fields: { readonly [Name in keyof T]: Reader<T[Name]> },
): (value: unknown) => Parsed<T> {
  const readers = Object.entries(fields) as [string, Reader<unknown>][];
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return { ok: false, problem: `Expected an object, got ${quoted(value)}` };
    }
    try {
      // Only what it holds itself: a field may be called like something that every object has.
      const own = (name: string): unknown =>
        Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
      const read = readers.map(([name, reader]) => [name, reader(own(name), name)]);
      return { ok: true, value: Object.fromEntries(read) as T };
    } catch (error) {
      if (error instanceof UserError) return { ok: false, problem: error.message };
      throw error;
    }
  };
}

/** What a model says about a task: the facts are the floor's alone. */
export type ModelVerdict = Omit<Verdict, "evidence">;

/** Reads whether a task is done. */
export const verdictFrom: (value: unknown) => Parsed<ModelVerdict> = objectOf<ModelVerdict>({
  complete: yesOrNo,
  severity: oneOf(VERDICT_SEVERITIES),
  feedback: text,
  missing: texts,
  next_actions: texts,
  // Most tasks need nobody: models leave it out then.
  requires_human_action: optional(yesOrNo, false),
});

/** Reads whether an agent is stuck. */
export const stuckFrom: (value: unknown) => Parsed<StuckVerdict> = objectOf<StuckVerdict>({
  stuck: yesOrNo,
  reason: oneOf(STUCK_REASONS),
  confidence: numberWithin(0, 1),
  shouldNudge: yesOrNo,
  nudgeMessage: optional(textOrNull, null),
});

/** Reads what to do after a compaction. */
export const compactionFrom: (value: unknown) => Parsed<CompactionVerdict> = objectOf<
  CompactionVerdict
>({
  action: oneOf(COMPACTION_ACTIONS),
  hasActiveGitWork: yesOrNo,
  confidence: numberWithin(0, 1),
  nudgeMessage: optional(textOrNull, null),
});

const evaluationFields = objectOf<AgentEvaluation>({
  reasoning: text,
  score: numberWithin(0, AGENT_VERDICTS.length - 1),
  verdict: oneOf(AGENT_VERDICTS),
  feedback: text,
  strengths: texts,
  issues: texts,
  recommendations: texts,
});

/** A grade is the name of its score; between two scores either name will do. */
const FITS = 0.5;

/** Reads how well a task was done; a score and a grade that contradict each other are no answer. */
export function agentEvaluationFrom(value: unknown): Parsed<AgentEvaluation> {
  const read = evaluationFields(value);
  if (!read.ok) return read;
  const { score, verdict } = read.value;
  if (Math.abs(AGENT_VERDICTS.indexOf(verdict) - score) <= FITS) return read;
  const expected = AGENT_VERDICTS[Math.round(score)];
  return {
    ok: false,
    problem: `Expected "verdict" to be ${expected} for a score of ${score}, got "${verdict}"`,
  };
}

/** Finds and reads whether a task is done. */
export function parseVerdict(text: string): Parsed<ModelVerdict> {
  return readAnswer(text, verdictFrom);
}

/** Finds and reads whether an agent is stuck. */
export function parseStuck(text: string): Parsed<StuckVerdict> {
  return readAnswer(text, stuckFrom);
}

/** Finds and reads what to do after a compaction. */
export function parseCompaction(text: string): Parsed<CompactionVerdict> {
  return readAnswer(text, compactionFrom);
}

/** Finds and reads how well a task was done. */
export function parseAgentEvaluation(text: string): Parsed<AgentEvaluation> {
  return readAnswer(text, agentEvaluationFrom);
}

/** An answer is a few kilobytes; a longer text is none. */
const MOST_ANSWER = 256 * 1024;

/**
 * Reads the one object of the right shape in a text. The same one twice is one; of two that differ
 * nobody knows which is meant.
 */
function readAnswer<T>(text: string, read: (value: unknown) => Parsed<T>): Parsed<T> {
  if (text.length > MOST_ANSWER) {
    return wrong(`Expected at most ${MOST_ANSWER} characters, got ${text.length}`);
  }
  if (text.trim() === "") return wrong("Expected a JSON object, got an empty text");
  const values = [...jsonIn(text)];
  const objects = values.filter((value) => typeof value === "object" && !Array.isArray(value));
  const answers = objects.map(read);
  const good = answers.filter((answer) => answer.ok);
  const different = new Set(good.map(({ value }) => JSON.stringify(value))).size;
  if (different > 1) return wrong(`Expected one answer, got ${different} that differ`);
  // The last word is the answer; what stands before it is on the way there.
  return good[0] ?? answers.at(-1) ??
    (values.length > 0 ? read(values.at(-1)) : wrong("Expected a JSON object, got none"));
}

function wrong(problem: string): Parsed<never> {
  return { ok: false, problem };
}
