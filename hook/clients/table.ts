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
   * A module that the script loads by a name that deno cannot see beforehand: the installer fetches
   * it too, and the script needs the permission to read it.
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

/** Every script that a client runs. What it may do, and what else differs, stands beside its name. */
const SCRIPTS = {
  start: script("capture", "start", "capture"),
  stop: script("capture", "stop", "capture"),
  review: { ...script("review", "review", "review"), kind: "background" },
  notice: { ...script("review", "notice", "capture"), kind: "noticing" },
  judge: {
    ...script("judge", "judge", "judge"),
    loads: "hook/judgement",
    alsoInside: true,
  },
  /** Gets the conversation from the plugin, so that it may read no client's files. */
  judgeForOpencode: { ...script("judge", "opencode/judge", "review"), loads: "hook/judgement" },
  saveTask: script("judge", "compact", "conversation"),
  remindOfTask: {
    ...script("judge", "compact", "quickly"),
    only: ["source", "compact"],
    loads: "hook/judgement",
  },
  lookAtSilence: {
    ...script("judge", "idle", "quickly"),
    only: ["notification_type", "idle_prompt"],
    loads: "hook/judgement",
  },
  countAttempt: { ...script("unblock", "attempt", "capture"), loads: "hook/count-attempt" },
  // A handoff is made of the task, which only the conversation has.
  keepEscalation: {
    ...script("unblock", "escalation", "conversation"),
    loads: "hook/store-escalation",
  },
} as const satisfies Record<string, HookScript>;

/** The client's tools that run commands: what fails again and again is counted for these. */
const COMMANDS = { tools: ["Bash", "PowerShell"], timeout: 10 } as const;

/** Every hook of Claude Code. */
export const HOOKS: readonly HookRegistration[] = [
  { event: "SessionStart", ...SCRIPTS.start, timeout: 10 },
  { event: "Stop", ...SCRIPTS.stop, timeout: 15 },
  { event: "StopFailure", ...SCRIPTS.stop, timeout: 15 },
  { event: "SessionEnd", ...SCRIPTS.stop, timeout: 10 },
  { event: "Stop", ...SCRIPTS.review, timeout: 10 },
  // The client shows a person what a hook says here; what one says at SessionStart it does not.
  { event: "UserPromptSubmit", ...SCRIPTS.notice, timeout: 10 },
  // The model has 30 seconds, and reading a long conversation takes a few.
  { event: "Stop", ...SCRIPTS.judge, timeout: 60 },
  { event: "PreCompact", ...SCRIPTS.saveTask, timeout: 10 },
  { event: "SessionStart", ...SCRIPTS.remindOfTask, timeout: 45 },
  { event: "Notification", ...SCRIPTS.lookAtSilence, timeout: 45 },
  { event: "PostToolUse", ...SCRIPTS.countAttempt, ...COMMANDS },
  { event: "PostToolUseFailure", ...SCRIPTS.countAttempt, ...COMMANDS },
  { event: "Stop", ...SCRIPTS.keepEscalation, timeout: 15 },
  { event: "SubagentStop", ...SCRIPTS.keepEscalation, timeout: 15 },
];

/** What OpenCode's plugin runs, by what for: the same scripts as in Claude Code leave the records. */
export const OPENCODE_SCRIPTS: Readonly<
  Record<"begin" | "capture" | "attempt" | "judge", HookScript>
> = {
  begin: SCRIPTS.start,
  capture: SCRIPTS.stop,
  attempt: SCRIPTS.countAttempt,
  judge: SCRIPTS.judgeForOpencode,
};

/** The hooks of some stages. */
export function hooksOf(...stages: HookRegistration["stage"][]): HookRegistration[] {
  return HOOKS.filter((hook) => stages.includes(hook.stage));
}

function script(
  stage: HookScript["stage"],
  name: string,
  permissions: keyof typeof HOOK_PERMISSIONS,
) {
  const kind: HookScript["kind"] = "waiting";
  return { stage, script: `hook/${name}`, permissions: HOOK_PERMISSIONS[permissions], kind };
}
