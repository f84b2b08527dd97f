/** Which of the person's messages make the task that stands. */

import type { Conversation, Turn } from "../conversation.ts";
import { cancels, changesCourse } from "./pivots.ts";
import { isAcknowledgement, saysGoOn } from "./wording.ts";

/** A message of the person. */
interface Message {
  readonly text: string;
  /** Where it stands in the conversation's turns. */
  readonly index: number;
}

/** The messages that make the task, and those that a change of course took back. */
interface Messages {
  readonly asked: readonly Message[];
  readonly takenBack: readonly Message[];
}

/**
 * The messages since the last settled task, the oldest first. Thanks alone are no task: they are
 * only given where there is nothing else.
 */
export function messagesOf(
  { turns, personTurnsBefore }: Conversation,
  settled: number,
): Messages {
  const state = new Standing();
  let persons = personTurnsBefore;
  for (const [index, turn] of turns.entries()) {
    if (turn.origin === "person" && ++persons > settled) state.hear(turn, index);
    else state.see(turn);
  }
  return state.messages;
}

/** What stands while the conversation is gone through. */
class Standing {
  #asked: Message[] = [];
  #thanks: Message[] = [];
  #takenBack: Message[] = [];
  /** Where in `#asked` the messages begin that the agent is working on. */
  #run = 0;
  #ended = false;
  #aborted = false;

  see({ origin, aborted, subagent, completed, calls }: Turn): void {
    if (subagent) return;
    if (aborted) this.#aborted = true;
    // The agent's last turn on a message is the one in which it calls nothing more.
    else if (origin === "agent") this.#ended = completed && calls.length === 0;
  }

  hear({ text, subagent }: Turn, index: number): void {
    const message = { text: text.trim(), index };
    if (subagent || message.text === "") return;
    if (isAcknowledgement(message.text)) {
      this.#thanks.push(message);
      return;
    }
    if (this.#aborted) {
      if (!saysGoOn(message.text)) this.#asked.length = this.#run;
    } else if (this.#ended) {
      this.#run = this.#asked.length;
    }
    this.#aborted = false;
    this.#ended = false;
    if (changesCourse(message.text)) this.#drop();
    if (cancels(message.text)) this.#thanks.push(message);
    else this.#asked.push(message);
  }

  get messages(): Messages {
    const asked = this.#asked.length > 0 ? this.#asked : this.#thanks;
    return { asked, takenBack: this.#takenBack };
  }

  #drop(): void {
    this.#takenBack = this.#asked;
    this.#asked = [];
    this.#thanks = [];
    this.#run = 0;
  }
}
