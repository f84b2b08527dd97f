/** A conversation at the end of a turn, whoever it was heard from. */

import type { Conversation } from "../../judge/conversation.ts";

/** What the person did after a conversation was read. */
export interface Since {
  readonly interrupted: boolean;
  /** Messages, one included that waits until the agent is free. */
  readonly messages: number;
}

/** What is judged. */
export interface Heard {
  readonly conversation: Conversation;
  /** Whether it ends with the person's interruption. */
  readonly interrupted: boolean;
  /** What the person did since; asked once, at the end. */
  readonly since: () => Since;
}
