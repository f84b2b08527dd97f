/** What the client tells at Stop, as far as a judge needs it. Whatever is odd counts as not told. */

import type { HookEvent } from "../event.ts";

/** The circumstances of a stop. */
export interface StopEvent {
  /** The file with the conversation; null where the client did not say. */
  readonly transcript: string | null;
  readonly planMode: boolean;
  /** What the agent started beside the conversation and what has not ended. */
  readonly backgroundTasks: number;
  /** Whether the agent went on because a hook had sent it back. */
  readonly continued: boolean;
  readonly subagent: boolean;
}

/**
 * How a background task is when it has ended. Any other word means that it will wake the agent: the
 * client has several for that (`running`, `pending`), and may get more.
 */
const ENDED: ReadonlySet<unknown> = new Set(["completed", "failed", "killed", "stopped"]);

/** Reads the circumstances. */
export function stopEventOf({ payload }: HookEvent): StopEvent {
  const { transcript_path, permission_mode, background_tasks, agent_id } = payload;
  return {
    transcript: typeof transcript_path === "string" && transcript_path.startsWith("/")
      ? transcript_path
      : null,
    planMode: permission_mode === "plan",
    backgroundTasks: Array.isArray(background_tasks)
      ? background_tasks.filter(isUnderWay).length
      : 0,
    continued: payload.stop_hook_active === true,
    subagent: typeof agent_id === "string" && agent_id !== "",
  };
}

function isUnderWay(task: unknown): boolean {
  return typeof task === "object" && task !== null && !Array.isArray(task) &&
    !ENDED.has((task as { status?: unknown }).status);
}
