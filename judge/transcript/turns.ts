/**
 * The turns of a conversation while it is read. Holds the last ones, and before them the messages
 * that a task may begin with; counts the others.
 */

import type { Conversation } from "../conversation.ts";
import { withoutFeedback } from "../feedback_marks.ts";
import { AGENT_TURNS, ALL_TURNS, CALLS_PER_TURN, EARLIER_MESSAGES, TEXT } from "./bounds.ts";
import { closedTurns, type OpenCall, type OpenTurn } from "./open.ts";
import { cutMiddle } from "../../lib/text/text.ts";

/** Builds a conversation turn by turn. */
export class TurnLog {
  readonly #settled: number;
  /** Messages and interruptions that outlived the turns around them. */
  #earlier: OpenTurn[] = [];
  #latest: OpenTurn[] = [];
  #agentTurns = 0;
  #dropped = 0;
  #droppedPersons = 0;
  #persons = 0;
  /** Turns of messages that may have more lines: those of the agent, and of those it started. */
  readonly #growing = { own: new Map<string, OpenTurn>(), others: new Map<string, OpenTurn>() };
  readonly #calls = new Map<string, OpenCall>();

  constructor(settled: number) {
    this.#settled = settled;
  }

  /** A turn; what a person says is ours if nothing but our feedback is in it. */
  add(turn: Pick<OpenTurn, "id" | "origin" | "subagent" | "at" | "text">): OpenTurn {
    const rest = turn.origin === "feedback" ? turn.text : withoutFeedback(turn.text);
    const repeated = turn.origin === "person" && rest === "" && turn.text !== "";
    const origin = repeated ? "feedback" : turn.origin;
    if (origin === "person" && this.#persons++ <= this.#settled && this.#settled > 0) this.#clear();
    if (origin === "person") this.#growingBeside(turn).clear();
    const open: OpenTurn = {
      ...turn,
      origin,
      text: cutMiddle(repeated ? turn.text : rest, TEXT),
      stopReason: null,
      open: false,
      outputTokens: null,
      aborted: false,
      calls: [],
    };
    this.#latest.push(open);
    if (origin === "agent") this.#agentTurns++;
    while (this.#agentTurns > AGENT_TURNS || this.#latest.length > ALL_TURNS) this.#retireFirst();
    return open;
  }

  /**
   * The turn of a message, which comes in several lines; a new one if it is not known. An id that
   * comes again after a person spoke, or after another message got results, is another message's.
   */
  agentTurn(message: string | null, given: Pick<OpenTurn, "id" | "subagent" | "at">): OpenTurn {
    const known = message === null ? undefined : this.#growingBeside(given).get(message);
    if (known) return known;
    const turn = this.add({ ...given, origin: "agent", text: "" });
    if (message !== null) this.#growingBeside(turn).set(message, turn);
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

  /** Something came back from a call: other messages have all their lines. */
  settleOthers(call: OpenCall, subagent: boolean): void {
    const growing = this.#growingBeside({ subagent });
    if (growing.size < 2) return;
    for (const [message, { calls }] of growing) {
      if (!calls.includes(call)) growing.delete(message);
    }
  }

  findCall(id: string): OpenCall | undefined {
    return this.#calls.get(id);
  }

  /** A person pressed Esc: what the agent did since somebody spoke to it ends there. */
  interrupt(turn: Pick<OpenTurn, "id" | "subagent" | "at" | "text">): void {
    const stopped = this.#latest.findLast(({ origin, subagent }) =>
      subagent === turn.subagent && (origin === "agent" || origin === "person")
    );
    if (stopped?.origin === "agent") stopped.aborted = true;
    this.add({ ...turn, origin: "synthetic" }).aborted = true;
  }

  /** What was read, in a session that began in a folder; empty where nobody told which. */
  finish(folder: string): Conversation {
    return {
      turns: closedTurns([...this.#earlier, ...this.#latest]),
      turnsBefore: this.#dropped,
      personTurnsBefore: this.#droppedPersons,
      folder,
    };
  }

  #clear(): void {
    for (const turn of [...this.#earlier, ...this.#latest]) this.#forget(turn);
    this.#earlier = [];
    this.#latest = [];
  }

  #retireFirst(): void {
    const first = this.#latest.shift()!;
    if (first.origin !== "person" && !isInterruptionMark(first)) return this.#forget(first);
    this.#earlier.push(first);
    if (this.#earlier.length > EARLIER_MESSAGES) this.#forget(this.#earlier.shift()!);
  }

  #forget(turn: OpenTurn): void {
    this.#dropped++;
    if (turn.origin === "person") this.#droppedPersons++;
    if (turn.origin !== "agent") return;
    this.#agentTurns--;
    for (const call of turn.calls) {
      if (this.#calls.get(call.id) === call) this.#calls.delete(call.id);
    }
    const growing = this.#growingBeside(turn);
    if (growing.get(turn.id) === turn) growing.delete(turn.id);
  }

  #growingBeside({ subagent }: Pick<OpenTurn, "subagent">): Map<string, OpenTurn> {
    return subagent ? this.#growing.others : this.#growing.own;
  }
}

function isInterruptionMark({ origin, aborted }: OpenTurn): boolean {
  return origin === "synthetic" && aborted;
}
