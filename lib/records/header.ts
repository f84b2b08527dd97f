/**
 * The header of every record, and the one place that scrubs the names in it: they come from outside.
 * Loaded on every start of the capture, so it loads a scrubber only for a name that needs one.
 */

import type { CapturedRun } from "../../schema/types.ts";

/** Who, when and on what; records of one run are joined by the last three and the session. */
export type RecordHeader = Pick<
  CapturedRun,
  "task_ref" | "agent" | "session_id" | "timestamp" | "repo" | "prompt_id" | "head" | "diff_hash"
>;

/** What the person set, and what the client told, of a record's origin. */
interface RecordOrigin {
  readonly settings: { readonly taskRef: string | null; readonly agent: string | null };
  readonly event: { readonly sessionId: string; readonly promptId: string | null };
}

/** What tells one state of the repository from another. */
export interface RepositoryState {
  /** Null when HEAD is detached. */
  readonly branch: string | null;
  /** The commit; null without one. */
  readonly head: string | null;
  /** Of the change so far; left out where it was not read. */
  readonly hash?: string;
}

/** The header of a record that is written now. @param state Null where git could not tell. */
export async function recordHeader(
  { settings, event }: RecordOrigin,
  state: RepositoryState | null,
): Promise<RecordHeader> {
  const repo = Deno.cwd().split("/").pop() || "unknown";
  const branch = state === null ? "unknown" : state.branch ?? "detached";
  return {
    task_ref: await scrubLabel(settings.taskRef ?? `${repo}@${branch}`),
    agent: await scrubLabel(settings.agent ?? "unknown"),
    session_id: event.sessionId,
    timestamp: new Date().toISOString(),
    repo,
    prompt_id: event.promptId,
    head: state?.head ?? null,
    diff_hash: state?.hash ?? null,
  };
}

/** A short text without secrets. Only one that could hold a secret is worth loading a scrubber. */
export async function scrubLabel(label: string): Promise<string> {
  if (!/[:=]|\w{20,}/.test(label)) return label;
  const { scrubPatterns } = await import("../scrub/patterns.ts");
  return scrubPatterns(label);
}
