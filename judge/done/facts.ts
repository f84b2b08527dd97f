/** The facts about what was done: commands and how they ended, checks, edits, loops. */

/** What a check is about. */
export type CheckKind = "test" | "build" | "types" | "lint";

/** How something ended. `unknown`: an output was there and did not tell. */
export type Outcome = "passed" | "failed" | "running" | "unknown" | "not_recorded";

/** A place in the conversation. */
export interface Place {
  /** The number of the turn, from 0, those not kept included. */
  readonly turn: number;
  /** The number of the tool call among all of the kept ones, from 0: an order within a turn. */
  readonly step: number;
}

/** A command that was run. */
export interface CommandFact extends Place {
  readonly command: string;
  readonly outcome: Outcome;
  /** The lines of the output that tell, shortened; empty where there are none. */
  readonly excerpt: string;
}

/** What a check was asked to go through. */
export interface CheckScope {
  /** Where it ran, from the top of the project; empty: at the top, or nobody told. */
  readonly folder: string;
  /** Who looked up the script: `package` for npm and its like, `make`, …; empty without one. */
  readonly launcher: string;
  /** What the project calls it; empty where a program was called by its own name. */
  readonly script: string;
  /** Files, folders and names of tests; empty: all. */
  readonly paths: readonly string[];
  /** Other choices, such as `-k login` or a package; empty: none. */
  readonly filters: readonly string[];
  /** Whether it was told to go through all packages. */
  readonly wide: boolean;
  /** Whether several runners spoke in its output. */
  readonly mixed: boolean;
}

/** A test, build, type check or lint run. */
export interface CheckFact extends CommandFact {
  readonly kind: CheckKind;
  /** `deno`, `vitest`, `pytest`, … or `unknown`. */
  readonly runner: string;
  /** Counts, where the output has them. */
  readonly passed: number | null;
  readonly failed: number | null;
  /** Whether it covered less than everything: one file, one name, a filter. */
  readonly partial: boolean;
  /** What it went through; absent where only the command is known. */
  readonly scope?: CheckScope;
  /** Whether no edit came after it. */
  readonly afterLastEdit: boolean;
}

/** A file that was written. */
export interface EditFact extends Place {
  readonly path: string;
  readonly outcome: Outcome;
  /** What it makes weaker, as code, where the call tells; absent where it does not. */
  readonly lowers?: { readonly what: "check" | "silence" | "lock"; readonly code: string };
  /** Whether all that it changes is the value that an assertion expects. */
  readonly bends?: true;
  /** Whether the whole file was written anew. */
  readonly whole?: true;
  /** Whether the file was taken away. */
  readonly removes?: true;
  /** Whether git put the file back later as it was before. */
  readonly undone?: true;
  /** Whether it is git that put back what was edited before. */
  readonly takesBack?: true;
}

/** An open or finished entry of the agent's own list. */
export interface TodoFact {
  readonly text: string;
  readonly status: "pending" | "in_progress" | "completed";
}

/** Something that happened on the remote side of the repository. */
export interface GitFact extends Place {
  readonly what:
    | "commit"
    | "push"
    | "branch"
    | "pr_create"
    | "pr_comment"
    | "pr_merge"
    | "issue_create"
    | "issue_comment"
    | "ci";
  readonly outcome: Outcome;
  readonly command: string;
}

/** Doing the same thing again and again. */
export interface LoopFact {
  readonly kind: "action" | "planning";
  /** The command that is repeated; empty for planning. */
  readonly command: string;
  readonly times: number;
}

/** What was done since the task began. */
export interface Done {
  readonly commands: readonly CommandFact[];
  readonly checks: readonly CheckFact[];
  readonly edits: readonly EditFact[];
  /** The step of the last edit; null without one. */
  readonly lastEdit: number | null;
  /** The agent's own list as it last stood. */
  readonly todos: readonly TodoFact[];
  readonly git: readonly GitFact[];
  readonly loops: readonly LoopFact[];
  /** Calls other than commands that failed and were not tried again with success. */
  readonly failures: readonly CommandFact[];
  /** How many calls there were, and how many of them have their output recorded. */
  readonly calls: number;
  readonly recorded: number;
  /** Calls that still run, or wait to. */
  readonly running: number;
}
