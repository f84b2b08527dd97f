/**
 * The turns of a conversation while it is read. Holds the last ones, and before them the messages
 * that a task may begin with; counts the others. How much is kept stands here: sessions of days
 * reach 100 MB, and a verdict needs a fraction.
 */

import type { CallState, Conversation, ToolCall, Turn } from "../conversation.ts";
import { callOf, turnOf } from "../conversation.ts";
import { withoutFeedback } from "../feedback.ts";
import { cutMiddle, type Ends } from "../../lib/text/text.ts";
import { objectOf, objectsOf } from "../../lib/text/values.ts";

/** A tool's output: what it is stands first, how it ended and the totals stand last. */
export const OUTPUT: Ends = { head: 2_000, tail: 6_000 };

/** A message: its end says what is claimed, asked and left open. */
const TEXT: Ends = { head: 5_000, tail: 15_000 };

/** A string in a tool's input: longer than any path, and than any command worth reading. */
const INPUT_TEXT: Ends = { head: 3_000, tail: 1_000 };

/** Entries and characters in one tool's input; lists of todos stay whole, written files do not. */
const INPUT_ENTRIES = 500;
const INPUT_CHARACTERS = 40_000;
const INPUT_DEPTH = 8;

/** Turns of the agent: days of work on one task, about 10 MB at the very most. */
export const AGENT_TURNS = 400;

/** Turns of any origin, for a transcript that holds hardly any of the agent. */
export const ALL_TURNS = 1_000;

/** Messages that outlive the turns around them: the task may be older than what was done last. */
export const EARLIER_MESSAGES = 50;

/** Calls in one turn. Models make a handful at once. */
export const CALLS_PER_TURN = 200;

type Writable<Values> = { -readonly [key in keyof Values]: Values[key] };

/** A call whose result may still come; its state is null until something came back. */
export type OpenCall = Writable<Omit<ToolCall, "state">> & { state: CallState | null };

/** What a client tells of a call. */
export interface WrittenCall extends Partial<Omit<OpenCall, "input">> {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** A turn that may still grow. */
type OpenTurn = Writable<Omit<Turn, "calls">> & {
  readonly calls: OpenCall[];
  /** Why the model stopped, as its last line says. */
  stopReason: string | null;
  /** Whether the client says that it has not come to its end. */
  open: boolean;
};

/** Where a turn stands. */
export type Place = Pick<Turn, "id" | "subagent" | "at">;

/** Builds a conversation turn by turn. */
export class TurnLog {
  #turns: OpenTurn[] = [];
  #agentTurns = 0;
  #dropped = 0;
  #droppedPersons = 0;
  /** The last message, which may have more lines: of the agent, and of those that it started. */
  readonly #growing = new Map<boolean, OpenTurn>();
  /** By their ids. */
  readonly calls = new Map<string, OpenCall>();
  /** The folder that the session began in; empty until something tells. */
  folder = "";

  /** A turn; what a person says is ours if nothing but our feedback is in it. */
  add(given: Place & Pick<Turn, "origin" | "text">): OpenTurn {
    const rest = given.origin === "feedback" ? given.text : withoutFeedback(given.text);
    const repeated = given.origin === "person" && rest === "" && given.text !== "";
    const origin = repeated ? "feedback" : given.origin;
    const text = cutMiddle(repeated ? given.text : rest, TEXT);
    if (origin === "person") this.#growing.delete(given.subagent);
    const turn = {
      ...turnOf({ ...given, origin, text }),
      calls: [],
      stopReason: null,
      open: false,
    };
    this.#turns.push(turn);
    if (origin === "agent") this.#agentTurns++;
    const most = ALL_TURNS + EARLIER_MESSAGES;
    while (this.#agentTurns > AGENT_TURNS || this.#turns.length > most) this.#forgetOne();
    return turn;
  }

  /**
   * The turn of a message, which comes in several lines; a new one if it is not known. An id that
   * comes again after a person spoke, or after another message, is another message's.
   */
  agentTurn(message: string | null, given: Place): OpenTurn {
    const last = this.#growing.get(given.subagent);
    if (last !== undefined && last.id === message) return last;
    const turn = this.add({ ...given, origin: "agent", text: "" });
    this.#growing.set(given.subagent, turn);
    return turn;
  }

  addText(turn: OpenTurn, text: string): void {
    const said = withoutFeedback(text);
    if (said === "") return;
    turn.text = cutMiddle(turn.text === "" ? said : `${turn.text}\n\n${said}`, TEXT);
  }

  /**
   * A call as the client wrote it down; one with a known id is the same call written again, unless
   * that has its result.
   */
  addCall(
    turn: OpenTurn,
    { input, output = null, folder = "", state = null, ...given }: WrittenCall,
  ): void {
    const known = this.calls.get(given.id);
    if (known && (known.state === null || turn.calls.includes(known))) return;
    if (turn.calls.length === CALLS_PER_TURN) return;
    const call: OpenCall = {
      ...callOf({ ...given, input: boundedInput(input) }),
      output: output === null ? null : cutMiddle(output, OUTPUT),
      folder: folder === this.folder ? "" : folder,
      state,
    };
    turn.calls.push(call);
    if (call.id !== "") this.calls.set(call.id, call);
  }

  /** A person pressed Esc: what the agent did since the last message to it ends there. */
  interrupt(given: Place & Pick<Turn, "text">): void {
    const stopped = this.#turns.findLast(({ origin, subagent }) =>
      subagent === given.subagent && (origin === "agent" || origin === "person")
    );
    if (stopped?.origin === "agent") stopped.aborted = true;
    this.add({ ...given, origin: "synthetic" }).aborted = true;
  }

  /** What was read. */
  finish(): Conversation {
    // The agent and those it started take their turns side by side.
    const followed = new Set<boolean>();
    const turns = this.#turns.toReversed().map((turn) => {
      const closed = closedTurn(turn, followed.has(turn.subagent));
      followed.add(turn.subagent);
      return closed;
    });
    return {
      turns: turns.reverse(),
      turnsBefore: this.#dropped,
      personTurnsBefore: this.#droppedPersons,
      folder: this.folder,
    };
  }

  /** Messages and interruptions outlive the turns around them, as long as they are not too many. */
  #forgetOne(): void {
    const first = this.#turns.findIndex(({ origin, aborted }) =>
      origin !== "person" && !(origin === "synthetic" && aborted)
    );
    const at = first === -1 || first > EARLIER_MESSAGES ? 0 : first;
    const [turn] = this.#turns.splice(at, 1);
    this.#dropped++;
    if (turn?.origin === "person") this.#droppedPersons++;
    if (turn?.origin !== "agent") return;
    this.#agentTurns--;
    for (const call of turn.calls) {
      if (this.calls.get(call.id) === call) this.calls.delete(call.id);
    }
    if (this.#growing.get(turn.subagent) === turn) this.#growing.delete(turn.subagent);
  }
}

/** A turn as it stands at the end of a transcript, and whether more turns of its side followed. */
function closedTurn({ stopReason, open, ...turn }: OpenTurn, followed: boolean): Turn {
  const { origin, text, aborted } = turn;
  const said = text !== "" && turn.calls.every(({ state }) => state !== null);
  // Many releases of Claude Code write no reason: then what was followed by more had come to its
  // end, and so had what said something and waits for no call.
  const ended = stopReason === null
    ? !aborted && (followed || !open && said)
    : !CUT_OFF.has(stopReason);
  // A call that nothing came back from still runs if nothing came after it, and has failed if the
  // person stopped it. Otherwise its result was not recorded: done, with an output of null.
  const unanswered = aborted ? "failed" : followed ? "done" : "running";
  return {
    ...turn,
    completed: origin !== "agent" || ended,
    calls: turn.calls.map((call) => ({ ...call, state: call.state ?? unanswered })),
  };
}

/** Reasons to stop that leave a message unfinished. */
const CUT_OFF: ReadonlySet<string> = new Set([
  "max_tokens",
  "model_context_window_exceeded",
  "pause_turn",
]);

/** A tool's input, no larger than it may be. What does not fit is left out. */
function boundedInput(input: unknown): Readonly<Record<string, unknown>> {
  const room = { entries: INPUT_ENTRIES, characters: INPUT_CHARACTERS };
  return bounded(objectOf(input) ?? {}, room, INPUT_DEPTH) as Record<string, unknown>;
}

function bounded(
  value: unknown,
  room: { entries: number; characters: number },
  depth: number,
): unknown {
  if (typeof value === "string") {
    const text = cutMiddle(value, INPUT_TEXT);
    room.characters -= text.length;
    return text;
  }
  if (typeof value !== "object" || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    if (depth === 0 || --room.entries < 0 || room.characters < 0) break;
    kept.push([cutMiddle(key, INPUT_TEXT), bounded(entry, room, depth - 1)]);
  }
  return Array.isArray(value) ? kept.map(([, entry]) => entry) : Object.fromEntries(kept);
}

/** The texts of a message or a tool result: a string, or a list of blocks. */
export function textsOf(content: unknown): string[] {
  if (typeof content === "string") return [content];
  return objectsOf(content).filter(({ type }) => type === "text").map(({ text }) => text)
    .filter((text) => typeof text === "string");
}
