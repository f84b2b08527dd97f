/**
 * What is registered with the clients: which script runs at which event. The installers, the plugin
 * form and the tests read this table; what each script may do stands in `permissions.ts`.
 */

import { HOOK_PERMISSIONS, type HookPermissions } from "./permissions.ts";

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

/** The client's tools that run commands: what fails again and again is counted for these. */
const ATTEMPT_TOOLS: readonly string[] = ["Bash", "PowerShell"];

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
    permissions: HOOK_PERMISSIONS.review,
    timeout: 10,
    kind: "background",
  },
  // The client shows a person what a hook says here; what one says at SessionStart it does not.
  {
    stage: "review",
    event: "UserPromptSubmit",
    script: "hook/notice",
    permissions: HOOK_PERMISSIONS.capture,
    timeout: 10,
    kind: "noticing",
  },
  {
    stage: "judge",
    event: "Stop",
    script: "hook/judge",
    permissions: HOOK_PERMISSIONS.judge,
    // The model has 30 seconds, and reading a long conversation takes a few.
    timeout: 60,
    kind: "waiting",
    loads: "hook/judgement",
    alsoInside: true,
  },
  conversation("PreCompact", "hook/compact", HOOK_PERMISSIONS.conversation),
  asking("SessionStart", "hook/compact", ["source", "compact"]),
  asking("Notification", "hook/idle", ["notification_type", "idle_prompt"]),
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
export const OPENCODE_SCRIPTS: Readonly<
  Record<"begin" | "capture" | "attempt" | "judge", HookScript>
> = {
  begin: capture("SessionStart", "start", 10),
  capture: capture("Stop", "stop", 15),
  attempt: attempt("PostToolUse"),
  judge: {
    stage: "judge",
    script: "hook/opencode/judge",
    permissions: HOOK_PERMISSIONS.review,
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

/** One that may ask a quick model, which has 30 seconds. */
function asking(
  event: HookRegistration["event"],
  script: string,
  only: readonly [name: string, value: string],
): HookRegistration {
  const registration = conversation(event, script, HOOK_PERMISSIONS.quickly);
  return { ...registration, only, timeout: 45, loads: "hook/judgement" };
}

function capture(
  event: HookRegistration["event"],
  name: string,
  timeout: number,
): HookRegistration {
  const script = `hook/${name}`;
  const permissions = HOOK_PERMISSIONS.capture;
  return { stage: "capture", event, script, permissions, timeout, kind: "waiting" };
}

function attempt(event: "PostToolUse" | "PostToolUseFailure"): HookRegistration {
  return {
    stage: "unblock",
    event,
    tools: ATTEMPT_TOOLS,
    script: "hook/attempt",
    permissions: HOOK_PERMISSIONS.capture,
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
    permissions: HOOK_PERMISSIONS.conversation,
    timeout: 15,
    kind: "waiting",
    loads: "hook/store-escalation",
  };
}
