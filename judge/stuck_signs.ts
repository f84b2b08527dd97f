/** The signs by which silence is understood, in the order in which they are looked for. */

import type { StuckReason } from "../schema/names.ts";
import type { ToolCall, Turn } from "./conversation.ts";
import type { Evidence } from "./evidence.ts";
import { quoted, withoutCode } from "./rules/quote.ts";
import type { Task } from "./task.ts";
import { code, oneLine } from "../lib/text/text.ts";

/** The limits, in milliseconds unless the name says otherwise. */
export const STUCK_LIMITS = {
  stuckAfterMs: {
    value: 30_000,
    why: "a message younger than this says nothing: the agent may be about to go on",
  },
  uncountedAfterMs: {
    value: 60_000,
    why: "where the client counts no tokens a model that thinks looks like one that is gone",
  },
  writingMs: {
    value: 120_000,
    why: "a message that has text and is not closed is being written, but not for ever",
  },
  longToolMs: {
    value: 600_000,
    why: "installs, builds and test runs take minutes; after this it is less sure that they run",
  },
} as const;

/** One sign: what it means, and what it sees. */
interface Sign {
  readonly name: string;
  readonly reason: StuckReason;
  /** How sure it is, from 0 to 1. */
  readonly confidence: number;
  /** What to tell the agent if it is stuck; null where the sign is not there. */
  readonly see: (silence: Silence) => string | null;
}

/** What a sign sees that needs no words: nobody is told. */
const SEEN = "";

/** A choice that is put before the person without a question mark. */
const CHOICE =
  /\b(?:let me know|tell me|please (?:choose|pick|select|decide|confirm|specify|indicate))\b.{0,20}\b(?:which|what|whether|how|option|approach|one)\b|\b(?:which(?:ever)? (?:option|one|approach) you)\b/i;

/** A text that ends on a word: nobody pauses there for long. */
const HALF_WRITTEN = /[\p{L}\p{N},]$/u;

function runs({ state, background }: ToolCall): boolean {
  return !background && (state === "running" || state === "pending");
}

function lastCall(turn: Turn | null): ToolCall | null {
  return turn?.calls.at(-1) ?? null;
}

/** The signs. The first that is seen decides. */
export const SIGNS: readonly Sign[] = [
  {
    name: "no_task",
    reason: "waiting_for_user",
    confidence: 0.9,
    see: ({ task, turn, evidence: { said } }) =>
      task.text.trim() === "" && said.empty && !turn?.calls.some(runs) ? SEEN : null,
  },
  {
    name: "aborted",
    reason: "waiting_for_user",
    confidence: 0.95,
    see: ({ turn }) => turn?.aborted ? SEEN : null,
  },
  {
    name: "tool_runs",
    reason: "working",
    confidence: 0.9,
    see: ({ turn, idleMs }) =>
      turn?.calls.some(runs) && idleMs < STUCK_LIMITS.longToolMs.value ? SEEN : null,
  },
  {
    name: "tool_runs_long",
    reason: "working",
    confidence: 0.5,
    see: ({ turn }) => turn?.calls.some(runs) ? SEEN : null,
  },
  {
    name: "waits_for_what_comes",
    reason: "working",
    confidence: 0.8,
    see: ({ evidence: { said } }) => said.waiting !== null && said.question === null ? SEEN : null,
  },
  {
    name: "question",
    reason: "waiting_for_user",
    confidence: 0.9,
    see: ({ evidence: { said } }) =>
      said.question !== null || said.permission !== null ? SEEN : null,
  },
  {
    name: "choice",
    reason: "waiting_for_user",
    confidence: 0.8,
    see: ({ evidence: { said } }) => CHOICE.test(withoutCode(said.text).slice(-300)) ? SEEN : null,
  },
  {
    name: "human_action",
    reason: "waiting_for_user",
    confidence: 0.85,
    see: ({ evidence: { said } }) => said.humanAction.length > 0 ? SEEN : null,
  },
  {
    name: "same_failure_again",
    reason: "genuinely_stuck",
    confidence: 0.85,
    see: (silence) => silence.complete ? null : repeatedFailure(silence),
  },
  {
    name: "no_answer",
    reason: "genuinely_stuck",
    confidence: 0.75,
    see: (silence) => isMute(silence) ? "You stopped without a word. Go on with the task." : null,
  },
  {
    name: "about_to_answer",
    reason: "working",
    confidence: 0.5,
    see: ({ evidence: { said } }) => said.empty ? SEEN : null,
  },
  {
    name: "mid_sentence",
    reason: "genuinely_stuck",
    confidence: 0.85,
    see: ({ evidence: { said } }) =>
      said.midSentence
        ? `Your message broke off after ${
          quoted(ending(said.text))
        }. Go on from there and finish the task.`
        : null,
  },
  {
    name: "cut_off",
    reason: "genuinely_stuck",
    confidence: 0.75,
    see: ({ turn, idleMs, evidence: { said } }) =>
      turn !== null && !turn.completed && idleMs >= STUCK_LIMITS.uncountedAfterMs.value &&
        HALF_WRITTEN.test(said.text.slice(-40))
        ? `Your message broke off after ${
          quoted(ending(said.text))
        }. Go on from there and finish the task.`
        : null,
  },
  {
    name: "writing",
    reason: "working",
    confidence: 0.7,
    see: ({ turn, idleMs }) =>
      turn !== null && !turn.completed && idleMs < STUCK_LIMITS.writingMs.value ? SEEN : null,
  },
  {
    name: "tool_error",
    reason: "genuinely_stuck",
    confidence: 0.8,
    see: ({ turn, complete, evidence: { said } }) => {
      const call = lastCall(turn);
      if (call?.state !== "failed" || complete || said.claims.length > 0) return null;
      return `${code(nameOf(call))} failed and you stopped. ` +
        "Find out why, try another way, and go on.";
    },
  },
  {
    name: "announced",
    reason: "genuinely_stuck",
    confidence: 0.85,
    see: ({ evidence: { said } }) =>
      said.announced === null
        ? null
        : `You announced ${quoted(said.announced)} and stopped. Do it now.`,
  },
  {
    name: "complete",
    reason: "complete",
    confidence: 0.9,
    see: ({ complete }) => complete ? SEEN : null,
  },
  {
    name: "next_steps",
    reason: "genuinely_stuck",
    confidence: 0.8,
    see: ({ evidence: { said } }) => {
      const [step] = [...said.nextSteps, ...said.remaining];
      return step === undefined
        ? null
        : `You named what comes next and stopped. Go on with: ${oneLine(step)}`;
    },
  },
  {
    name: "open_todos",
    reason: "genuinely_stuck",
    confidence: 0.75,
    see: ({ evidence: { done } }) => {
      const open = done.todos.find(({ status }) => status !== "completed");
      return open === undefined
        ? null
        : `Your list still has ${quoted(open.text)} open. Go on with it.`;
    },
  },
  {
    name: "claims",
    reason: "complete",
    confidence: 0.75,
    see: ({ evidence: { said } }) => said.claims.length > 0 ? SEEN : null,
  },
  {
    name: "trouble",
    reason: "genuinely_stuck",
    confidence: 0.7,
    see: ({ evidence: { said } }) => {
      const [trouble] = said.trouble;
      return trouble === undefined
        ? null
        : `You stopped at ${quoted(trouble)}. Try another way, or say plainly what you need.`;
    },
  },
  {
    name: "never_closed",
    reason: "genuinely_stuck",
    confidence: 0.7,
    see: ({ turn }) =>
      turn !== null && !turn.completed
        ? "Your message was never finished. Go on with the task."
        : null,
  },
];

/** What is known when nothing happens. */
interface Silence {
  readonly task: Task;
  readonly evidence: Evidence;
  /** The agent's last turn; null if it has not answered yet. */
  readonly turn: Turn | null;
  readonly idleMs: number;
  /** Whether the facts say that the task is done. */
  readonly complete: boolean;
}

/** Whether the agent has not said anything, and long enough for that to mean something. */
function isMute({ turn, idleMs, evidence: { said } }: Silence): boolean {
  if (!said.empty) return false;
  if (turn?.completed || turn?.outputTokens === 0) return true;
  return idleMs >= STUCK_LIMITS.uncountedAfterMs.value;
}

/** The same action that failed again and again at the end. */
function repeatedFailure({ turn, evidence: { done } }: Silence): string | null {
  const loop = done.loops.find(({ kind }) => kind === "action");
  const failing = [...done.commands, ...done.failures].filter(({ outcome }) =>
    outcome === "failed"
  );
  const last = failing.at(-1);
  const again = failing.filter(({ command }) => command === last?.command).length;
  const command = loop?.command ?? (again >= 3 ? last?.command : undefined) ?? failedThrice(turn);
  return command === undefined || command === null
    ? null
    : `You tried ${code(command)} again and again. Do not repeat it: find the cause and try ` +
      "another way.";
}

/** Three failed calls at the end of a turn that are the same. */
function failedThrice(turn: Turn | null): string | null {
  const ends = turn?.calls.slice(-3) ?? [];
  const [first] = ends;
  return first !== undefined && ends.length === 3 &&
      ends.every((call) => call.state === "failed" && nameOf(call) === nameOf(first))
    ? nameOf(first)
    : null;
}

/** What a call is called: its command, or its tool. */
function nameOf({ name, input }: ToolCall): string {
  const { command } = input;
  return typeof command === "string" ? command : name;
}

/** The last words of a text. */
function ending(text: string): string {
  return text.slice(-80);
}
