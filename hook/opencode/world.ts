/** What the sessions of a project need of the world. */

import type { OpencodeClient } from "./client.ts";
import type { Answer, ModelReply, ModelRequest, Question } from "./question.ts";

/** What runs outside of the client. */
export interface Scripts {
  /** Whether they can be run at all. */
  readonly available: boolean;
  /** Remembers where a run began. */
  begin(payload: Record<string, unknown>): Promise<void>;
  /** Leaves a record of a run. */
  capture(payload: Record<string, unknown>): Promise<void>;
  /** Judges; null where no answer came, or nobody wants one any more. */
  judge(
    question: Question,
    askModel: (request: ModelRequest["ask"]) => Promise<ModelReply>,
    signal: AbortSignal,
  ): Promise<Answer | null>;
}

/** All that a project's sessions need of the world. */
export interface World {
  readonly client: OpencodeClient;
  readonly scripts: Scripts;
  readonly directory: string;
  readonly judges: boolean;
  readonly speaks: boolean;
  readonly now: () => number;
  readonly log: (message: string) => void;
}
