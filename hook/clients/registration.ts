/**
 * What is registered with Claude Code: one table, and the shell command it stands for. The
 * installer, the plugin form, the README's permissions and the tests all read it here.
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

/** How a command of ours is told from others in a settings file. */
export const COMMAND_MARK = "# reflection-kernel";

/** The version of the package that `--from jsr` registers. */
export const PACKAGE = "jsr:@reflection/kernel@0.1.0";

/** Where the scripts are run from. */
export type ScriptSource =
  | { readonly from: "path"; readonly folder: string }
  | { readonly from: "jsr" }
  /** A folder that only the environment names, in this variable. */
  | { readonly from: "variable"; readonly variable: string };

/** Where Claude Code says that a plugin stands. */
export const PLUGIN_FOLDER: ScriptSource = { from: "variable", variable: "CLAUDE_PLUGIN_ROOT" };

/** Where the plugin for OpenCode says that it stands. */
export const OPENCODE_FOLDER: ScriptSource = { from: "variable", variable: "REFLECTION_ROOT" };

/**
 * The shell command of a hook. Off, it costs a shell and nothing else; inside of a review that a
 * hook started, everything is off. On, it goes to the repository's top folder, because deno's
 * permissions are relative to where it starts, grants what the table says (and the folders that the
 * user names, where a flag can carry them), and ends in `exit 0` whatever happened.
 */
export function hookCommand(hook: HookScript, source: ScriptSource): string {
  const { env, read, write, run } = hook.permissions;
  return [
    `case "\${REFLECTION_MODE-}${
      hook.alsoInside ? "" : "${REFLECTION_INSIDE-}"
    }" in solo|orchestrated) ;; *) exit 0 ;; esac`,
    ...SWITCHES[hook.stage],
    ...hook.only ? lookAtTheEvent(hook.only) : [],
    // The client starts hooks where its shell tool last was, which need not be the project.
    'cd -P "${CLAUDE_PROJECT_DIR:-.}" || exit 0',
    // Up to the repository's top folder. git would do, but can hang, and can be told another one.
    'd="$PWD"; until [ -e .git ] || [ "$PWD" = / ]; do cd .. || exit 0; done',
    '[ -e .git ] || cd "$d" || exit 0',
    ...hook.kind === "noticing" ? LOOK_FOR_NOTICES : [],
    `r=${read.join(",")}`,
    `w=${write.join(",")}`,
    'case "${REFLECTION_DIR-}" in *,*) ;; /*) r="$r,$REFLECTION_DIR" w="$w,$REFLECTION_DIR" ;; esac',
    ...hook.stage === "capture"
      ? ['case "${REFLECTION_INPUT-}" in *,*) ;; ?*) r="$r,$REFLECTION_INPUT" ;; esac']
      : [],
    ...hook.loads && source.from !== "jsr" ? [`r="$r,"${ownPath(source, "")}`] : [],
    ...hook.permissions.transcripts ? OPEN_THE_TRANSCRIPTS : [],
    ...hook.stage === "judge" ? OPEN_THE_SIGNALS : [],
    ...hook.permissions.config ? OPEN_THE_CONFIGURATION : [],
    ...hook.permissions.net ? openToTheProvider(hook.permissions.net) : [],
    ...hook.kind === "background" ? KEEP_THE_EVENT : [],
    [
      ...hook.only ? ["printf '%s' \"$e\" |"] : [],
      `${hook.kind === "background" ? "$s " : ""}deno run --quiet --no-prompt`,
      `${configuration(hook, source)} --no-lock --cached-only`,
      `--allow-env='${env.join(",")}' --allow-read="$r" --allow-write="$w"`,
      ...run.length > 0 ? [`--allow-run=${run.join(",")}`] : [],
      ...hook.permissions.net ? ['--allow-net="$n"'] : [],
      scriptArgument(hook.script, source),
      ...hook.kind === "background" ? ["</dev/null >/dev/null 2>&1 &"] : [],
    ].join(" "),
    `exit 0 ${COMMAND_MARK}`,
  ].join("; ").replace("&; exit", "& exit");
}

/** What switches a stage on, beside the mode. */
const SWITCHES: Readonly<Record<HookRegistration["stage"], readonly string[]>> = {
  capture: [],
  review: ['[ "${REFLECTION_REVIEW-}" = on ] || exit 0'],
  judge: ['case "${REFLECTION_JUDGE-}" in observe|on) ;; *) exit 0 ;; esac'],
  unblock: ['[ "${REFLECTION_UNBLOCK-}" = on ] || exit 0'],
};

/** The client tells many things at one event; a shell can see whether this is one for us. */
function lookAtTheEvent([name, value]: readonly [string, string]): string[] {
  return [`e="$(cat)"; case "$e" in *'"${name}"'*'"${value}"'*) ;; *) exit 0 ;; esac`];
}

/** Where the client keeps its conversations. */
const OPEN_THE_TRANSCRIPTS: readonly string[] = [
  't="${CLAUDE_CONFIG_DIR:-${HOME-}/.claude}/projects"',
  'case "$t" in *,*) ;; /*) r="$r,$t" ;; esac',
];

/** Where other tools look for verdicts, if the user said so. */
const OPEN_THE_SIGNALS: readonly string[] = [
  'case "${REFLECTION_SIGNAL_DIR-}" in ""|*,*) ;; *) r="$r,$REFLECTION_SIGNAL_DIR" w="$w,$REFLECTION_SIGNAL_DIR" ;; esac',
];

/** A notice is a plain file; where there is none, no deno is started. */
const LOOK_FOR_NOTICES: readonly string[] = [
  `f=${OWN_FOLDER}/reflections; case "\${REFLECTION_DIR-}" in *,*) ;; /*) f="$REFLECTION_DIR" ;; esac`,
  'for f in "$f"/state/*.notice.json; do [ -f "$f" ] && break; done',
  '[ -f "$f" ] || exit 0',
];

/**
 * What the client says comes on stdin, which the background has none of; and the client must be able
 * to finish writing it. With `setsid` the worker outlives whoever ends the client's whole group.
 */
const KEEP_THE_EVENT: readonly string[] = [
  // Plain ASCII only: a character that is cut in two could not be read from the environment.
  String.raw`REFLECTION_EVENT="$(head -c 100000 | LC_ALL=C tr -d '\000\200-\377'; cat >/dev/null)"`,
  "export REFLECTION_EVENT",
  "s=; command -v setsid >/dev/null 2>&1 && s=setsid",
];

/** Where the user's own configuration is. */
const OPEN_THE_CONFIGURATION: readonly string[] = [
  'c="${XDG_CONFIG_HOME:-${HOME-}/.config}/reflection/config.json"',
  'case "$c" in *,*) c=/dev/null ;; /*) r="$r,$c" ;; *) c=/dev/null ;; esac',
];

/** Beside the provider's own host, that of the base URL that the user set may be talked to. */
function openToTheProvider(hosts: readonly string[]): string[] {
  return [
    `n=${hosts.join(",")}`,
    // Only the user's own file and environment name a host, never the repository's.
    String
      .raw`u=; [ ! -f "$c" ] || u="$({ tr -d '\n\134' <"$c"; } 2>/dev/null | grep -o '"base_url"[[:space:]]*:[[:space:]]*"[^" ]*"' | sed 's/.*"\([^"]*\)"$/\1/')"`,
    'for u in "${REFLECTION_BASE_URL-}" "${ANTHROPIC_BASE_URL-}" $u; do ' +
    'u="${u#*://}"; u="${u%%/*}"; case "$u" in ""|*[!][A-Za-z0-9._:-]*) ;; *) n="$n,$u" ;; esac; done',
  ];
}

/** What loads packages needs our own import map; nobody else's is ever looked for. */
function configuration(hook: HookScript, source: ScriptSource): string {
  if (hook.kind !== "background" || source.from === "jsr") return "--no-config";
  return `--config ${ownPath(source, "/deno.json")}`;
}

/** The script as an argument in the shell command. */
function scriptArgument(script: string, source: ScriptSource): string {
  if (source.from === "jsr") return packagedScript(script);
  return ownPath(source, `/${script}.ts`);
}

/** A path below the folder in which the package stands on this machine, as a word for the shell. */
function ownPath(source: Exclude<ScriptSource, { from: "jsr" }>, path: string): string {
  return source.from === "variable"
    ? `"$${source.variable}${path}"`
    : quoted(`${source.folder}${path}`);
}

/** The script as an export of the published package. */
export function packagedScript(script: string): string {
  return `${PACKAGE}/${script.replaceAll("/", "-")}`;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
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
