/**
 * What comes next when a loop is blocked: a pure state machine that only answers. Nobody is started.
 *
 *     coder fails … → escalates → reflection agent → packet or correction → coder, who begins anew
 *
 * What it promises, for every order of events:
 * - after a fourth attempt the coder may only escalate, and if it does not a person decides;
 * - nothing goes to the coder twice: a repeat, known by its hash, is a failed rescue;
 * - an answer that was refused, and context that was asked for again, are failed rescues too;
 * - rescues have the same ladder as attempts: in the terminal one nothing is accepted but an
 *   escalation, and whatever is answered, a person decides then;
 * - once a person has to decide, nothing else comes next until one takes over.
 *
 * What is told out of turn changes nothing. Keep the new state before acting on the answer.
 */

import {
  COHERENCE_FAILED,
  type Mode,
  modeFor,
  shown,
  TERMINAL_ATTEMPT,
  type Violation,
} from "./protocol.ts";
import type { CheckedAnswer } from "./answer.ts";

/** Every number of the dispatcher that the ladder does not have, once, with its reason. */
export const DISPATCH_LIMITS = {
  /**
   * Failures that a coder reports before it has to escalate, whatever they are called. Each failure
   * has a counter of its own, and somebody who breaks one thing after the other reaches no fourth
   * attempt at any of them.
   */
  failures: 16,
  /** Escalations that are none, before a person reads what the coder wants to say. */
  invalidEscalations: 2,
  /** Different things that context is asked for; one more counts as a failed rescue. */
  targets: 4,
  /** Outputs that went to the coder in all. A task that needs more is not helped by another. */
  accepted: 32,
  /** Characters of a hash, and of a target. */
  hash: 128,
  target: 200,
} as const;

/** Whose turn it is. `escalate`: the coder's, and only for that. `context`: a person supplies it. */
const PHASES = ["coder", "escalate", "reflection", "context", "person", "finished"] as const;

/** One of {@linkcode PHASES}. */
type Phase = (typeof PHASES)[number];

/** What is remembered of a task: small, plain JSON, bounded. */
export interface DispatchState {
  readonly phase: Phase;
  /** The attempt that the coder failed at last; 0 where it has not failed since it was sent. */
  readonly attempt: number;
  /** How many failures it reported since. */
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
  | ReflectionAnswered
  /** What was asked for was supplied, or the contradiction settled. */
  | { readonly kind: "context_supplied" }
  | { readonly kind: "coder_passed" }
  | { readonly kind: "person_took_over" };

/** The reflection agent answered, and its answer was checked. */
export interface ReflectionAnswered {
  readonly kind: "reflection_answered";
  readonly checked: Pick<CheckedAnswer, "output" | "packet" | "target" | "violations">;
  /** A hash of the output's `canonical` text; null where nobody made one. */
  readonly hash: string | null;
}

/** What comes next. */
interface DispatchAnswer {
  readonly step: "coder" | "reflection" | "person" | "none";
  /** For people. */
  readonly why: string;
  /** What is said as `[ATTEMPT: N]`; null where it is nobody's, or nothing has failed since. */
  readonly attempt: number | null;
  readonly mode: Mode | null;
}

/** A state, and what comes next in it. */
export interface Dispatched {
  readonly state: DispatchState;
  readonly answer: DispatchAnswer;
}

/** A task of which nothing is known. */
export function newDispatch(): DispatchState {
  return { ...FRESH, rescue: 0, accepted: [], targets: [] };
}

/** Says what comes next after an event. */
export function dispatch(before: DispatchState, event: DispatchEvent): Dispatched {
  if (event.kind === "person_took_over") {
    return stepOf({ ...begunAgain(before), phase: "finished" }, "A person has taken over");
  }
  if (before.phase === "person") return stepOf(before, "A person has to decide");
  // What passed may fail once more.
  const isNews = event.kind === "coder_failed" || event.kind === "coder_escalated";
  const state = before.phase === "finished" && isNews ? begunAgain(before) : before;
  const isCoders = state.phase === "coder" || state.phase === "escalate";
  const isRescue = state.phase === "reflection" || state.phase === "context";
  switch (event.kind) {
    case "coder_failed":
      return isCoders ? failed(state, event.attempt) : outOfTurn(state);
    case "coder_escalated":
      return isCoders ? escalated(state, event.valid) : outOfTurn(state);
    case "reflection_answered":
      return isRescue ? answered(state, event) : outOfTurn(state);
    case "context_supplied":
      return state.phase === "context"
        ? stepOf({ ...state, phase: "reflection" }, "The rescue goes on with the context")
        : outOfTurn(state);
    case "coder_passed":
      return stepOf({ ...begunAgain(state), phase: "finished" }, "What failed passes");
  }
}

function failed(state: DispatchState, told: number): Dispatched {
  if (state.phase === "escalate") {
    return toPerson(state, "The coder went on after its terminal attempt and did not escalate");
  }
  // A number that is none may not lift the limit.
  const isOne = Number.isSafeInteger(told) && told >= 1;
  const attempt = isOne ? Math.min(told, TERMINAL_ATTEMPT) : TERMINAL_ATTEMPT;
  const failures = state.failures + 1;
  if (attempt < TERMINAL_ATTEMPT && failures < DISPATCH_LIMITS.failures) {
    const why = `The coder failed at attempt ${attempt} and tries again`;
    return stepOf({ ...state, attempt, failures }, why);
  }
  const what = attempt < TERMINAL_ATTEMPT ? `${failures} times` : `at attempt ${told}`;
  const last = { ...state, phase: "escalate" as const, attempt: TERMINAL_ATTEMPT, failures };
  return stepOf(last, `The coder failed ${what} and may only escalate`);
}

function escalated(state: DispatchState, valid: boolean): Dispatched {
  if (valid) return nextRescue(state, "The coder escalated");
  const invalid = state.invalid + 1;
  const said = { ...state, phase: "escalate" as const, attempt: TERMINAL_ATTEMPT, invalid };
  return invalid >= DISPATCH_LIMITS.invalidEscalations
    ? toPerson(said, `The coder's escalation was invalid ${invalid} times`)
    : stepOf(said, "The coder's escalation is invalid and has to be stated again");
}

/**
 * What becomes of an answer. What its check found is believed; whether the mode allows the output is
 * looked at again, with the number that is counted here.
 */
function answered(state: DispatchState, { checked, hash }: ReflectionAnswered): Dispatched {
  const { output, violations: [fault] } = checked;
  if (modeFor("reflection", state.rescue) === "terminal_escalation") {
    const isEscalation = output === "<ESCALATION>" && fault === undefined;
    const why = isEscalation ? "was escalated" : `ended without an escalation${saying(fault)}`;
    return toPerson(state, `The rescue is blocked too and ${why}`);
  }
  if (fault !== undefined) return nextRescue(state, `The answer was refused${saying(fault)}`);
  switch (output) {
    case null:
      return nextRescue(state, "The answer has not exactly one output");
    case "<ESCALATION>":
      return nextRescue(state, "The rescue escalated before its terminal attempt");
    case "[NEED_CONTEXT: target]":
    case COHERENCE_FAILED:
      return contextNeeded(state, checked.target ?? output);
    case "retry_packet_for_coder":
      if (checked.packet === null) return nextRescue(state, "The packet is not whole");
      return toCoder(state, output, hash);
    default:
      return toCoder(state, output, hash);
  }
}

/** Sends an output to the coder, unless the coder had it before. */
function toCoder(state: DispatchState, output: string, hash: string | null): Dispatched {
  const { accepted } = state;
  if (hash === null || hash === "" || hash.length > DISPATCH_LIMITS.hash) {
    return nextRescue(state, `"${output}" has no hash, so it cannot be told from a repeat`);
  }
  if (accepted.includes(hash)) {
    return nextRescue(state, `"${output}" is one that the coder had before`);
  }
  if (accepted.length >= DISPATCH_LIMITS.accepted) {
    return toPerson(state, `The coder had ${accepted.length} outputs already`);
  }
  const sent = { ...state, ...FRESH, accepted: [...accepted, hash] };
  return stepOf(sent, `"${output}" goes to the coder, who begins anew`);
}

/** Somebody has to supply what is missing, or to settle a contradiction: once for each. */
function contextNeeded(state: DispatchState, target: string): Dispatched {
  const asked = target.toLowerCase().slice(0, DISPATCH_LIMITS.target);
  const { targets } = state;
  if (targets.includes(asked)) return nextRescue(state, `"${shown(target)}" was asked for before`);
  if (targets.length >= DISPATCH_LIMITS.targets) {
    return nextRescue(state, `Context was asked for ${targets.length} times before`);
  }
  const waiting = { ...state, phase: "context" as const, targets: [...targets, asked] };
  return stepOf(waiting, `A person has to supply "${shown(target)}", then the rescue goes on`);
}

/** The next rescue attempt. There is none behind the terminal one. */
function nextRescue(state: DispatchState, why: string): Dispatched {
  const rescue = state.rescue + 1;
  if (rescue > TERMINAL_ATTEMPT) return toPerson(state, why);
  const next = { ...state, phase: "reflection" as const, rescue };
  return stepOf(next, `${why}: the reflection agent is asked, attempt ${rescue}`);
}

function toPerson(state: DispatchState, why: string): Dispatched {
  return stepOf({ ...state, phase: "person" }, `${why}: a person has to decide`);
}

function outOfTurn(state: DispatchState): Dispatched {
  return stepOf(state, "Told out of turn: nothing changes");
}

/** A coder that nothing has failed for yet. */
const FRESH = { phase: "coder", attempt: 0, failures: 0, invalid: 0 } as const;

/** A task that begins again. Only what the coder had is remembered. */
function begunAgain(state: DispatchState): DispatchState {
  return { ...newDispatch(), accepted: state.accepted };
}

function stepOf(state: DispatchState, why: string): Dispatched {
  return { state, answer: { ...turnOf(state), why } };
}

function turnOf({ phase, attempt, rescue }: DispatchState): Omit<DispatchAnswer, "why"> {
  switch (phase) {
    case "coder": {
      const mode = modeFor("coder", Math.max(1, attempt));
      return { step: "coder", attempt: attempt === 0 ? null : attempt, mode };
    }
    case "escalate":
      return { step: "coder", attempt: TERMINAL_ATTEMPT, mode: "terminal_escalation" };
    case "reflection":
      return { step: "reflection", attempt: rescue, mode: modeFor("reflection", rescue) };
    case "context":
    case "person":
      return { step: "person", attempt: null, mode: null };
    case "finished":
      return { step: "none", attempt: null, mode: null };
  }
}

function saying(fault: Violation | undefined): string {
  return fault === undefined ? "" : ` (${fault.code}: ${shown(fault.message)})`;
}

/**
 * The state that a value read from JSON describes. Where there is none the task is new. Where there
 * is one that was not written here nobody knows how often the task went round: a person decides.
 */
export function readDispatch(value: unknown): DispatchState {
  if (value === undefined || value === null) return newDispatch();
  const state = value as Readonly<Record<keyof DispatchState, unknown>>;
  const { phase, attempt, failures, invalid, rescue, accepted, targets } = state;
  const most = DISPATCH_LIMITS;
  const isWhole = isPhase(phase) && isUpTo(attempt, TERMINAL_ATTEMPT) &&
    isUpTo(failures, most.failures) && isUpTo(invalid, most.invalidEscalations) &&
    isUpTo(rescue, TERMINAL_ATTEMPT) && isTexts(accepted, most.accepted, most.hash) &&
    isTexts(targets, most.targets, most.target) && isPossible(phase, attempt, rescue);
  return isWhole
    ? { phase, attempt, failures, invalid, rescue, accepted, targets }
    : { ...newDispatch(), phase: "person" };
}

/** Whether a phase goes with its numbers. */
function isPossible(phase: Phase, attempt: number, rescue: number): boolean {
  if (phase === "coder") return attempt < TERMINAL_ATTEMPT && rescue < TERMINAL_ATTEMPT;
  if (phase === "context") return rescue >= 1 && rescue < TERMINAL_ATTEMPT;
  return phase !== "reflection" || rescue >= 1;
}

function isPhase(value: unknown): value is Phase {
  return (PHASES as readonly unknown[]).includes(value);
}

function isUpTo(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

function isTexts(value: unknown, most: number, length: number): value is string[] {
  return Array.isArray(value) && value.length <= most &&
    value.every((item) => typeof item === "string" && item !== "" && item.length <= length);
}
