/** What tool calls prove: commands and how they ended, checks, edits, todos, git. No agent's words. */

import type { EvidencePointer } from "../../schema/types.ts";
import type { Conversation, ToolCall } from "../conversation.ts";

/**
 * How something ended. `not_run`: it was asked for and never started (refused, no such command or
 * script). `unknown`: nothing tells; the fact says why.
 */
export type Outcome = "passed" | "failed" | "running" | "not_run" | "unknown";

/** A place in the conversation: what a person is pointed to. */
export interface Place {
  /** The number of the turn, from 0; turns that were not kept count. */
  readonly turn: number;
  /** The number of the tool call among all that were kept, from 0. */
  readonly step: number;
}

/** One simple command of a shell line: `cd x && npm test | tail` has three. */
export interface RunFact extends Place {
  /** As it stands in the line, in one line, shortened. */
  readonly command: string;
  /** Its words, with assignments and launchers (`npx`, `mise exec --`, `uv run`) still in front. */
  readonly words: readonly string[];
  /** The folder that it ran in, as far as the line and the client tell; empty: where the session is. */
  readonly folder: string;
  /** By its exit status alone; what it printed is not read. */
  readonly outcome: Outcome;
  /** Why the outcome is `unknown` or `not_run`, as a clause: "a pipe hides its exit status". */
  readonly why: string;
}

export type CheckKind = "test" | "build" | "types" | "lint";

/** A test, build, type check or lint run, known by its command. */
export interface CheckFact extends Place {
  readonly kind: CheckKind;
  readonly command: string;
  /** By its exit status, and where that is hidden by the runner's own summary. */
  readonly outcome: Outcome;
  /** How many failed, where the output tells. */
  readonly failed: number | null;
  /** The lines of the output that tell, shortened. */
  readonly excerpt: string;
}

/** A file that the agent, or one that it started, wrote, moved or removed. */
export interface EditFact extends Place {
  /** As the call names it: relative to the session's folder, or absolute. */
  readonly path: string;
  /** The number of the command among `runs` that made it; null where a tool for files did. */
  readonly run: number | null;
  /** Whether it holds what a program printed: its output was sent there. */
  readonly printed: boolean;
  readonly outcome: Outcome;
  /** What it makes weaker, as the code that was added; null where nothing. */
  readonly weakens: string | null;
  /** The line in the new text where that stands, from 1; null where the call does not tell. */
  readonly line: number | null;
}

/** A call that is neither a shell line nor an edit. */
export interface CallFact extends Place {
  readonly name: string;
  /** The file, pattern or address that it is about; empty where it names none. */
  readonly target: string;
  readonly outcome: Outcome;
}

/** An entry of the client's own list, as it last stood. */
export interface TodoFact {
  readonly text: string;
  /** `unknown`: open when it was last seen, and another agent may have done it since. */
  readonly status: "pending" | "in_progress" | "completed" | "unknown";
}

/** Something done to the repository's history or its remote side. */
export interface GitFact extends Place {
  /** `forge`: a pull request or an issue. `ci`: what its checks were seen to say. */
  readonly what: "commit" | "push" | "branch" | "forge" | "ci";
  readonly outcome: Outcome;
  readonly command: string;
}

/** A command that was left running beside the conversation. */
export interface BackgroundFact extends Place {
  readonly command: string;
  /** Whether the transcript tells that it has ended. */
  readonly ended: boolean;
  /** Whether the agent looked at what it printed. */
  readonly read: boolean;
}

/** Everything that the calls of a conversation prove. */
export interface Facts {
  readonly runs: readonly RunFact[];
  readonly checks: readonly CheckFact[];
  readonly edits: readonly EditFact[];
  readonly calls: readonly CallFact[];
  readonly todos: readonly TodoFact[];
  readonly git: readonly GitFact[];
  readonly background: readonly BackgroundFact[];
  /** Calls that started another agent, whose own calls may not be shown. */
  readonly delegated: readonly Place[];
  /** How many tool calls there were, and how many of them still run. */
  readonly total: number;
  readonly running: number;
}

/** Whether it was done. Where nothing tells how it ended, it was. */
export function wasMade({ outcome }: { readonly outcome: Outcome }): boolean {
  return outcome !== "failed" && outcome !== "not_run";
}

/** The calls of a conversation, so that they are put in a row once. */
const CALLS = new WeakMap<Conversation["turns"], readonly ToolCall[]>();

/** The call that a fact is of. Steps are counted over all calls that were kept. */
export function callAt({ turns }: Conversation, { step }: Place): ToolCall | undefined {
  const calls = CALLS.get(turns) ?? turns.flatMap(({ calls }) => calls);
  CALLS.set(turns, calls);
  return calls[step];
}

/** Points to a call, and to what of a file it is about. */
export function pointerTo(
  conversation: Conversation,
  place: Place,
  { path = null, line = null }: Partial<Pick<EvidencePointer, "path" | "line">> = {},
): EvidencePointer {
  return { turn: place.turn, call: callAt(conversation, place)?.id || null, path, line };
}
