/**
 * The turns of a conversation while it is read. Holds the last ones, and before them the messages
 * that a task may begin with; counts the others.
 */

import type { CallState, Conversation, ToolCall, Turn } from "../conversation.ts";
import { turnOf } from "../conversation.ts";
import { withoutFeedback } from "../feedback.ts";
import { AGENT_TURNS, ALL_TURNS, CALLS_PER_TURN, EARLIER_MESSAGES, TEXT } from "./bounds.ts";
import { cutMiddle } from "../../lib/text/text.ts";

type Writable<Values> = { -readonly [key in keyof Values]: Values[key] };

/** A call whose result may still come; its state is null until something came back. */
export type OpenCall = Writable<Omit<ToolCall, "state">> & { state: CallState | null };

/** A turn that may still grow. */
export type OpenTurn = Writable<Omit<Turn, "calls">> & {
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
  readonly #calls = new Map<string, OpenCall>();

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

  /** A call; one with a known id is the same call written again, unless that has its result. */
  addCall(turn: OpenTurn, call: OpenCall): void {
    const known = this.#calls.get(call.id);
    if (known && (known.state === null || turn.calls.includes(known))) return;
    if (turn.calls.length === CALLS_PER_TURN) return;
    turn.calls.push(call);
    if (call.id !== "") this.#calls.set(call.id, call);
  }

  findCall(id: string): OpenCall | undefined {
    return this.#calls.get(id);
  }

  /** A person pressed Esc: what the agent did since somebody spoke to it ends there. */
  interrupt(given: Place & Pick<Turn, "text">): void {
    const stopped = this.#turns.findLast(({ origin, subagent }) =>
      subagent === given.subagent && (origin === "agent" || origin === "person")
    );
    if (stopped?.origin === "agent") stopped.aborted = true;
    this.add({ ...given, origin: "synthetic" }).aborted = true;
  }

  /** What was read, in a session that began in a folder; empty where nobody told which. */
  finish(folder: string): Conversation {
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
      folder,
    };
  }

  /** Messages and interruptions outlive the turns around them, as long as they are not too many. */
  #forgetOne(): void {
    const first = this.#turns.findIndex(({ origin, aborted }) =>
      origin !== "person" && !(origin === "synthetic" && aborted)
    );
    const at = first === -1 || first > EARLIER_MESSAGES ? 0 : first;
    for (const turn of this.#turns.splice(at, 1)) this.#forget(turn);
  }

  #forget(turn: OpenTurn): void {
    this.#dropped++;
    if (turn.origin === "person") this.#droppedPersons++;
    if (turn.origin !== "agent") return;
    this.#agentTurns--;
    for (const call of turn.calls) {
      if (this.#calls.get(call.id) === call) this.#calls.delete(call.id);
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
