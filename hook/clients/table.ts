/**
 * What is registered with the clients: which script runs at which event, and what it may do. The
 * installers, the plugin form, the README's permissions and the tests all read this table.
 */

import { OWN_FOLDER } from "../../lib/store/own_folder.ts";
import { MODEL_VARIABLES } from "../../lib/model/settings.ts";

/** What a hook's script may do, as lists for deno's permission flags. */
export interface HookPermissions {
  readonly env: readonly string[];
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly run: readonly string[];
  /** Hosts. Without it, no network. */
  readonly net?: readonly string[];
  /** Whether the client's transcripts may be read, which stand outside of the repository. */
  readonly transcripts?: boolean;
  /** Whether the user's own configuration may be read, which does too. */
  readonly config?: boolean;
}

/** A script of ours that a client runs, and with what. */
export interface HookScript {
  /** The stage it belongs to; `capture` is always installed, others are asked for by name. */
  readonly stage: "capture" | "review" | "judge" | "unblock";
  /** Its script, from the package's top folder, without the ending. */
  readonly script: string;
  readonly permissions: HookPermissions;
  /**
   * How it is run: `waiting` for its end; `background`, where the shell starts it and is done; or
   * `noticing`, like waiting, but only where a notice for the person lies ready.
   */
  readonly kind: "waiting" | "background" | "noticing";
  /** A member of the payload and its value, both texts: for any other payload no deno is started. */
  readonly only?: readonly [name: string, value: string];
  /**
   * A part of the package that it loads without deno's knowing: who fetches it fetches both, and
   * for what deno does not know of beforehand it wants the permission to read.
   */
  readonly loads?: string;
  /** Whether it is started inside of an answer too: to say that nothing is judged there. */
  readonly alsoInside?: boolean;
}

/** One hook: what Claude Code runs at which event, and for how long at most. */
export interface HookRegistration extends HookScript {
  readonly event:
    | "SessionStart"
    | "UserPromptSubmit"
    | "Stop"
    | "StopFailure"
    | "PreCompact"
    | "Notification"
    | "PostToolUse"
    | "PostToolUseFailure"
    | "SubagentStop"
    | "SessionEnd";
  /** The tools that it is about, where the event is about one; absent: all. */
  readonly tools?: readonly string[];
  /** Seconds after which the client ends it. */
  readonly timeout: number;
}

/**
 * The tightest list with which capture works. `HOME` and `PATH` are for git: the user's own settings
 * are there, whom it may trust and what to ignore, and the programs that those settings name.
 */
export const CAPTURE_PERMISSIONS: HookPermissions = {
  env: ["REFLECTION_*", "HOME", "PATH"],
  read: ["."],
  write: [`./${OWN_FOLDER}`],
  run: ["git"],
};

/**
 * What the reviewer may do, beside reading the user's own configuration and talking to the base URL
 * that the user set. The keys are for the provider that the user named, and `claude` is run only
 * where that is the one.
 */
export const REVIEW_PERMISSIONS: HookPermissions = {
  env: [
    ...["REFLECTION_*", "XDG_CONFIG_HOME"],
    ...MODEL_VARIABLES.filter((name) => !name.startsWith("REFLECTION_")),
  ],
  read: ["."],
  write: [`./${OWN_FOLDER}`],
  run: ["git", "claude"],
  net: ["api.anthropic.com"],
  config: true,
};

/**
 * What the judge may do: what the reviewer may, and read the conversation. The client's cap on what
 * a hook may send back tells when to hand over.
 */
export const JUDGE_PERMISSIONS: HookPermissions = {
  ...REVIEW_PERMISSIONS,
  env: [...REVIEW_PERMISSIONS.env, "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"],
  transcripts: true,
};

/** Reading the conversation and remembering a little of it; git tells what a clone brought. */
export const CONVERSATION_PERMISSIONS: HookPermissions = {
  env: ["REFLECTION_*", "HOME", "PATH"],
  read: ["."],
  write: [`./${OWN_FOLDER}`],
  run: ["git"],
  transcripts: true,
};

/** Before it speaks, it looks whether it may. */
const COMPACTION_PERMISSIONS: HookPermissions = {
  ...CONVERSATION_PERMISSIONS,
  env: [...CONVERSATION_PERMISSIONS.env, "XDG_CONFIG_HOME"],
  config: true,
};

/** The client's tools that run commands: what fails again and again is counted for these. */
const ATTEMPT_TOOLS: readonly string[] = ["Bash", "PowerShell"];

/** Counting attempts: remembering a little, and asking git whether anything was changed. */
export const ATTEMPT_PERMISSIONS: HookPermissions = {
  env: ["REFLECTION_*", "HOME", "PATH"],
  read: ["."],
  write: [`./${OWN_FOLDER}`],
  run: ["git"],
};

/** Showing a notice once: reading it, taking it away, and asking git whether a clone brought it. */
const NOTICE_PERMISSIONS: HookPermissions = {
  env: ["REFLECTION_*", "HOME", "PATH"],
  read: ["."],
  write: [`./${OWN_FOLDER}`],
  run: ["git"],
};

/** Every hook there is. */
export const HOOKS: readonly HookRegistration[] = [
  capture("SessionStart", "start", 10),
  capture("Stop", "stop", 15),
  capture("StopFailure", "stop", 15),
  capture("SessionEnd", "stop", 10),
  {
    stage: "review",
    event: "Stop",
    script: "hook/review",
    permissions: REVIEW_PERMISSIONS,
    timeout: 10,
    kind: "background",
  },
  // The client shows a person what a hook says here; what one says at SessionStart it does not.
  {
    stage: "review",
    event: "UserPromptSubmit",
    script: "hook/notice",
    permissions: NOTICE_PERMISSIONS,
    timeout: 10,
    kind: "noticing",
  },
  {
    stage: "judge",
    event: "Stop",
    script: "hook/judge",
    permissions: JUDGE_PERMISSIONS,
    // The model has 30 seconds, and reading a long conversation takes a few.
    timeout: 60,
    kind: "waiting",
    loads: "hook/judgement",
    alsoInside: true,
  },
  conversation("PreCompact", "hook/compact", CONVERSATION_PERMISSIONS),
  {
    ...conversation("SessionStart", "hook/compact", COMPACTION_PERMISSIONS),
    only: ["source", "compact"],
  },
  {
    ...conversation("Notification", "hook/idle", CONVERSATION_PERMISSIONS),
    only: ["notification_type", "idle_prompt"],
  },
  attempt("PostToolUse"),
  attempt("PostToolUseFailure"),
  // A handoff is made of the task, which only the conversation has.
  escalation("Stop"),
  escalation("SubagentStop"),
];

/**
 * What OpenCode's plugin runs, by what for. The same scripts as in Claude Code leave the records;
 * the judge gets the conversation from the plugin, so that it may read no client's files.
 */
export const OPENCODE_SCRIPTS: Readonly<Record<"begin" | "capture" | "judge", HookScript>> = {
  begin: capture("SessionStart", "start", 10),
  capture: capture("Stop", "stop", 15),
  judge: {
    stage: "judge",
    script: "hook/opencode/judge",
    permissions: REVIEW_PERMISSIONS,
    kind: "waiting",
    loads: "hook/judgement",
  },
};

/** The hooks of some stages. */
export function hooksOf(...stages: HookRegistration["stage"][]): HookRegistration[] {
  return HOOKS.filter((hook) => stages.includes(hook.stage));
}

function conversation(
  event: HookRegistration["event"],
  script: string,
  permissions: HookPermissions,
): HookRegistration {
  return { stage: "judge", event, script, permissions, timeout: 10, kind: "waiting" };
}

function capture(
  event: HookRegistration["event"],
  name: string,
  timeout: number,
): HookRegistration {
  const script = `hook/${name}`;
  const permissions = CAPTURE_PERMISSIONS;
  return { stage: "capture", event, script, permissions, timeout, kind: "waiting" };
}

function attempt(event: "PostToolUse" | "PostToolUseFailure"): HookRegistration {
  return {
    stage: "unblock",
    event,
    tools: ATTEMPT_TOOLS,
    script: "hook/attempt",
    permissions: ATTEMPT_PERMISSIONS,
    timeout: 10,
    kind: "waiting",
    loads: "hook/count-attempt",
  };
}

function escalation(event: "Stop" | "SubagentStop"): HookRegistration {
  return {
    stage: "unblock",
    event,
    script: "hook/escalation",
    permissions: CONVERSATION_PERMISSIONS,
    timeout: 15,
    kind: "waiting",
    loads: "hook/store-escalation",
  };
}
