/**
 * What every script of ours may do, in one table: the registered commands are made of the hooks' part,
 * and `deno task hooks` writes the tasks' part into deno.json as named permission sets.
 */

import { MODEL_VARIABLES } from "../../lib/model/settings.ts";
import { OWN_FOLDER } from "../../lib/store/own_folder.ts";

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

/**
 * The tightest list with which capture works; counting attempts and showing a notice need the same.
 * `HOME` and `PATH` are for git: there it finds the person's own settings, which say what to trust and
 * what to ignore, and the programs that they name.
 */
const CAPTURE: HookPermissions = {
  env: ["REFLECTION_*", "HOME", "PATH"],
  read: ["."],
  write: [`./${OWN_FOLDER}`],
  run: ["git"],
};

/**
 * Beside reading the person's own configuration and talking to the base URL that the person set. The
 * keys are for the provider that the person named, and `claude` is run only where that is the one.
 */
const REVIEW: HookPermissions = {
  ...CAPTURE,
  env: [
    ...["REFLECTION_*", "XDG_CONFIG_HOME"],
    ...MODEL_VARIABLES.filter((name) => !name.startsWith("REFLECTION_")),
  ],
  run: ["git", "claude"],
  net: ["api.anthropic.com"],
  config: true,
};

/** What hooks may do, by what they are for. */
export const HOOK_PERMISSIONS = {
  capture: CAPTURE,
  review: REVIEW,
  /** The client's cap on what a hook may send back tells when to hand over. */
  judge: {
    ...REVIEW,
    env: [...REVIEW.env, "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"],
    transcripts: true,
  },
  /** Reads the conversation and remembers a little of it; git tells what came with the clone. */
  conversation: { ...CAPTURE, transcripts: true },
  /** Looks at a silence, or reminds after a compaction: where calls do not tell, a model is asked. */
  quickly: { ...REVIEW, transcripts: true },
} as const satisfies Record<string, HookPermissions>;

/** What deno needs to fetch and to find what it fetched; nothing else is passed on. */
export const FETCH_VARIABLES = [
  ..."PATH HOME DENO_DIR XDG_CACHE_HOME DENO_TLS_CA_STORE DENO_CERT SSL_CERT_FILE".split(" "),
  ..."HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy".split(" "),
  "NPM_CONFIG_REGISTRY",
];

/** What a set allows: everything of a kind, or what is listed. Paths are relative to deno.json. */
type PermissionSet = Readonly<
  Partial<Record<"read" | "write" | "run" | "env" | "net" | "sys", true | readonly string[]>>
>;

/** What a generator may do: write these files, and compare them with what it would write. */
function generates(...files: readonly string[]): PermissionSet {
  return { read: files, write: files };
}

/** What git is started with, and the folder in which the person started the task. */
const GIT_VARIABLES = ["HOME", "PATH", "INIT_CWD"];

/**
 * Every set. Reading is not narrowed where a task looks at the repositories of the person who
 * starts it. No set that may use the network holds keys that its scripts do not send themselves.
 */
export const TASK_PERMISSIONS: Readonly<Record<string, PermissionSet>> = {
  // Files that are named
  "read-files": { read: true, env: ["INIT_CWD"] },
  // Records
  "read-records": { read: true, env: ["INIT_CWD", "REFLECTION_*"] },
  "read-repo": { read: true, run: ["git"], env: GIT_VARIABLES },
  "write-repo": {
    read: true,
    write: true,
    run: ["git"],
    env: [...GIT_VARIABLES, "REFLECTION_DIR"],
  },
  // Records of this machine, and those of many machines
  "records": {
    read: true,
    write: true,
    run: ["git"],
    env: [...GIT_VARIABLES, "REFLECTION_DIR", "NATS_*", "NO_COLOR"],
    net: true,
  },
  "serve": {
    read: true,
    run: ["git"],
    env: [...GIT_VARIABLES, "REFLECTION_DIR", "NATS_*"],
    net: ["127.0.0.1"],
  },
  "fleet": { read: true, env: ["NATS_*"], net: true },
  // An experiment on records of many machines; it asks no git
  "calibration": { read: true, write: true, env: ["INIT_CWD", "NATS_*"], net: true },
  "review": {
    read: true,
    write: true,
    run: HOOK_PERMISSIONS.review.run,
    env: [...HOOK_PERMISSIONS.review.env, "INIT_CWD"],
    net: true,
  },
  "evals": {
    read: true,
    write: ["tests/evals/results"],
    run: ["npx", "claude"],
    env: [
      ...HOOK_PERMISSIONS.review.env.filter((name) => name !== "XDG_CONFIG_HOME"),
      ...["NPM_CONFIG_REGISTRY", "LOG_TOKENS", "LOG_STREAM", "INIT_CWD"],
    ],
    net: true,
  },
  "install": {
    read: true,
    write: true,
    run: ["git", "deno"],
    env: [...FETCH_VARIABLES, "INIT_CWD", "CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME"],
  },
  // Looks at one session and, where it is named, at its repository
  "judge": {
    read: true,
    run: ["git"],
    // The last two say where the clients keep their sessions
    env: [
      ...[...GIT_VARIABLES, "REFLECTION_*", "XDG_CONFIG_HOME"],
      ...["CLAUDE_CONFIG_DIR", "XDG_DATA_HOME"],
    ],
  },
  // The person's own config file may stand anywhere; whether the judge is on stands in the clients'
  "require": {
    read: true,
    write: true,
    run: ["git"],
    env: [...GIT_VARIABLES, "XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "REFLECTION_JUDGE"],
  },
  "warm": { read: true, run: ["deno"], env: FETCH_VARIABLES },
  // Runs hooks and scripts as others would, in a scratch folder
  "demo": {
    read: true,
    write: true,
    run: true,
    env: [...GIT_VARIABLES, "DENO_DIR", "XDG_CACHE_HOME"],
  },
  // Every generator its own files: only one may write what every task may do
  "schema": generates("schema"),
  "hooks": generates(
    "deno.json",
    "hook/clients/claude_settings.json",
    "hook/clients/plugin_hooks.json",
    "hook/opencode/commands.json",
  ),
  "agents": generates("hook/clients/agents", "hook/opencode/agents"),
  "evals-prompts": generates("tests/evals/prompts"),
  "layers": {
    read: true,
    write: ["docs/architecture.md"],
    run: ["git"],
    // What TypeScript, which reads the imports, looks at when it is loaded
    env: ["NODE_*", "TSC_*", "VSCODE_INSPECTOR_OPTIONS"],
  },
  "test": { read: true, write: true, run: true, env: true, sys: true, net: ["127.0.0.1"] },
};
