/**
 * What comes next when a loop is blocked: a pure state machine that only answers. It starts nobody.
 *
 *     coder fails … → escalates → reflection agent → packet or correction → coder, who begins anew
 *
 * For every order of events: after a fourth attempt the coder may only escalate, and if it does not
 * a person decides; nothing goes to the coder twice; what was refused, sent or asked for before is
 * a failed rescue; rescues have the same ladder as attempts, and behind its end is a person; until
 * one takes over nothing else comes next. What is told out of turn changes nothing. Keep the new
 * state before acting on the answer.
 */

import type { NextStep } from "../../schema/types.ts";
import { oneLine } from "../../lib/text/text.ts";
import { countOf } from "../../lib/text/values.ts";
import { COHERENCE_FAILED, modeFor, NEED, quote, TERMINAL_ATTEMPT } from "./protocol.ts";
import type { CheckedAnswer } from "./answer.ts";

/**
 * Failures that a coder reports before it has to escalate, be each the first of its kind, and
 * escalations that are none, before a person reads what the coder wants to say; and how often context
 * is asked for in one task.
 */
export const DISPATCH_LIMITS = { failures: 16, invalidEscalations: 2, targets: 4 } as const;

/** Who is next in each phase. `escalate`: only for that. `context`: to supply what is missing. */
const NEXT = {
  coder: "coder",
  escalate: "coder",
  reflection: "reflection",
  context: "person",
  person: "person",
  finished: "none",
} as const satisfies Readonly<Record<string, NextStep["step"]>>;

type Phase = keyof typeof NEXT;

/** What is remembered of a task: small, plain JSON, bounded. */
export interface DispatchState {
  readonly phase: Phase;
  /** How many failures the coder reported since it was sent. */
  readonly failures: number;
  /** Its escalations that were none, since. */
  readonly invalid: number;
  /** The number of the rescue attempt; 0 where nobody was asked yet. */
  readonly rescue: number;
  /** The hashes of the outputs that went to the coder: none goes twice. */
  readonly accepted: readonly string[];
  /** What context was asked for, in lower case. */
  readonly targets: readonly string[];
}

/** What happened. */
export type DispatchEvent =
  /** The coder failed; its attempt as `attempts.ts` counts it, anew after each output for it. */
  | { readonly kind: "coder_failed"; readonly attempt: number }
  /** The coder returned a payload, and whether that is one. */
  | { readonly kind: "coder_escalated"; readonly valid: boolean }
  /** The reflection agent answered; a hash of its output's `canonical` text, null without one. */
  | {
    readonly kind: "reflection_answered";
    readonly checked: Pick<CheckedAnswer, "output" | "target" | "violations">;
    readonly hash: string | null;
  }
  /** What was asked for was supplied, or the contradiction settled; or what failed passes. */
  | { readonly kind: "context_supplied" | "coder_passed" | "person_took_over" };

type ReflectionAnswered = Extract<DispatchEvent, { kind: "reflection_answered" }>;

/** A task of which nothing is known. */
export function newDispatch(): DispatchState {
  return { phase: "coder", failures: 0, invalid: 0, rescue: 0, accepted: [], targets: [] };
}

/** Says what comes next after an event, and in which state. */
export function dispatch(state: DispatchState, event: DispatchEvent) {
  const { phase, accepted } = state;
  // A task that is over. What the coder had is remembered.
  const over = { ...newDispatch(), accepted };
  if (event.kind === "person_took_over") return to("finished", over, "A person has taken over");
  if (phase === "person") return to("person", state, "A person has to decide");
  // What passed may fail once more.
  const isCoders = phase === "coder" || phase === "escalate" || phase === "finished";
  if (event.kind === "coder_passed") return to("finished", over, "What failed passes");
  if (event.kind === "coder_failed" && isCoders) return failed(state, event.attempt);
  if (event.kind === "coder_escalated" && isCoders) {
    if (event.valid) return nextRescue(state, "The coder escalated");
    const now = { ...state, invalid: state.invalid + 1 };
    return now.invalid >= DISPATCH_LIMITS.invalidEscalations
      ? toPerson(now, `The coder's escalation was invalid ${now.invalid} times`)
      : to("escalate", now, "The coder's escalation is invalid and has to be stated again");
  }
  if (event.kind === "reflection_answered" && !isCoders) return answered(state, event);
  if (event.kind === "context_supplied" && phase === "context") {
    return to("reflection", state, "The rescue goes on with the context");
  }
  return to(phase, state, "Told out of turn: nothing changes");
}

function failed(state: DispatchState, attempt: number) {
  if (state.phase === "escalate") {
    return toPerson(state, "The coder went on after its terminal attempt and did not escalate");
  }
  const now = { ...state, failures: state.failures + 1 };
  const isTerminal = !(attempt < TERMINAL_ATTEMPT);
  if (!isTerminal && now.failures < DISPATCH_LIMITS.failures) {
    return to("coder", now, `The coder failed at attempt ${attempt} and tries again`);
  }
  const what = isTerminal ? `at attempt ${attempt}` : `${now.failures} times`;
  return to("escalate", now, `The coder failed ${what} and may only escalate`);
}

/**
 * What becomes of an answer. What its check found is believed; whether the mode allows the output
 * is looked at again, with the number that is counted here.
 */
function answered(state: DispatchState, { checked, hash }: ReflectionAnswered) {
  const { output, target, violations: [fault] } = checked;
  const { accepted, targets } = state;
  const wrong = fault === undefined ? "" : ` (${fault.code}: ${oneLine(fault.message, 80)})`;
  const isEscalation = output === "<ESCALATION>";
  if (modeFor(state.rescue) === "terminal_escalation") {
    const why = isEscalation && !fault ? "was escalated" : `ended without an escalation${wrong}`;
    return toPerson(state, `The rescue is blocked too and ${why}`);
  }
  // Somebody has to supply what is missing, or to settle a contradiction: once for each.
  const asked = output === NEED || output === COHERENCE_FAILED ? target ?? output : null;
  const known = asked?.toLowerCase() ?? "";
  const sent = asked === null && output !== null ? hash : null;
  const failures: readonly (readonly [boolean, why: string])[] = [
    [fault !== undefined, `The answer was refused${wrong}`],
    [isEscalation, "The rescue escalated before its terminal attempt"],
    [targets.includes(known), `${quote(asked ?? "")} was asked for before`],
    [
      asked !== null && targets.length >= DISPATCH_LIMITS.targets,
      "Context was asked for too often",
    ],
    [asked === null && sent === null, "The answer has no output that can be told from a repeat"],
    [accepted.includes(sent ?? ""), `"${output}" is one that the coder had before`],
  ];
  const [, failure] = failures.find(([isFailed]) => isFailed) ?? [];
  if (failure !== undefined) return nextRescue(state, failure);
  if (asked !== null) {
    const why = `A person has to supply ${quote(asked)}, then the rescue goes on`;
    return to("context", { ...state, targets: [...targets, known] }, why);
  }
  const fresh = { ...state, failures: 0, invalid: 0, accepted: [...accepted, sent!] };
  return to("coder", fresh, `"${output}" goes to the coder, who begins anew`);
}

/** The next rescue attempt. There is none behind the terminal one. */
function nextRescue(state: DispatchState, why: string) {
  const rescue = state.rescue + 1;
  if (rescue > TERMINAL_ATTEMPT) return toPerson(state, why);
  const next = `${why}: the reflection agent is asked, attempt ${rescue}`;
  return to("reflection", { ...state, rescue }, next);
}

function toPerson(state: DispatchState, why: string) {
  return to("person", state, `${why}: a person has to decide`);
}

function to(phase: Phase, state: DispatchState, why: string) {
  const answer: NextStep = { step: NEXT[phase], why };
  return { state: { ...state, phase }, answer };
}

/**
 * The state that a value read from JSON describes. Where there is none the task is new. Where there
 * is one that was not written here nobody knows how often the task went round: a person decides.
 */
export function readDispatch(value: unknown): DispatchState {
  if (value === undefined || value === null) return newDispatch();
  const { phase, failures, invalid, rescue, accepted, targets } = value as DispatchState;
  const isWhole = Object.keys(NEXT).includes(phase) &&
    [failures, invalid, rescue].every((count) => countOf(count) !== null) &&
    [accepted, targets].every((list) =>
      Array.isArray(list) && list.every((item) => typeof item === "string")
    );
  return isWhole
    ? { phase, failures, invalid, rescue, accepted, targets }
    : { ...newDispatch(), phase: "person" };
}
