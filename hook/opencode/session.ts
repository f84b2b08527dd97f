/** What is held of one session while the client runs. */

import { JUDGE_TITLE } from "./client.ts";
import type { Addressee } from "./conversation.ts";
import { newWatch, type Watch } from "./watch.ts";

/** A session. */
export interface Session {
  readonly id: string;
  state: Watch;
  /** Whether a person talks to it; asked for once. */
  main: Promise<boolean> | null;
  /** The remembering of where it began: what compares with that comes after. */
  begun: Promise<void> | null;
  timer: Timer | null;
  /** The last message of a user, whose parts are no activity of the agent. */
  userMessage: string | null;
  /** What is being asked is called off when the person does something: it would be in the way. */
  calledOff: AbortController;
  /** The judging of the last stop, which the next stop calls off. */
  judging: AbortController | null;
  /** The agent, model and terms of the last message. */
  addressee: Addressee | null;
  /** Whether the client is writing a summary. */
  compacting: boolean;
}

/** A session of which nothing is known yet. */
export function newSession(id: string, now: number): Session {
  return {
    id,
    state: newWatch(now),
    main: null,
    begun: null,
    timer: null,
    userMessage: null,
    calledOff: new AbortController(),
    judging: null,
    addressee: null,
    compacting: false,
  };
}

/** Whether a person talks to a session: not one of a subagent, nor one of ours. */
export function isMain({ parentID, title }: { parentID?: unknown; title?: unknown }): boolean {
  return !parentID && title !== JUDGE_TITLE;
}

/** What `setTimeout` gives, in every runtime. */
export type Timer = ReturnType<typeof setTimeout>;

/** A timer of ours must not keep the client from ending. */
export function unref(timer: Timer): Timer {
  (timer as unknown as { unref?: () => void }).unref?.();
  return timer;
}
