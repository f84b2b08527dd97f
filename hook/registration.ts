/**
 * What is registered with Claude Code: one table, and the shell command it stands for. The
 * installer, the plugin form, the README's permissions and the tests all read it here.
 */

import { OWN_FOLDER } from "../git/kinds.ts";

/** What a hook's script may do, as lists for deno's permission flags. */
export interface HookPermissions {
  readonly env: readonly string[];
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly run: readonly string[];
}

/** One hook: what runs at which event, and for how long at most. */
export interface HookRegistration {
  /** The stage it belongs to; `capture` is always installed, others are asked for by name. */
  readonly stage: string;
  readonly event: "SessionStart" | "Stop" | "StopFailure" | "SessionEnd";
  /** Its script in this folder, without the ending. */
  readonly script: string;
  readonly permissions: HookPermissions;
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

/** Every hook there is. */
export const HOOKS: readonly HookRegistration[] = [
  capture("SessionStart", "start", 10),
  capture("Stop", "stop", 15),
  capture("StopFailure", "stop", 15),
  capture("SessionEnd", "stop", 10),
];

/** How a command of ours is told from others in a settings file. */
export const COMMAND_MARK = "# reflection-kernel";

/** The version of the package that `--from jsr` registers. */
export const PACKAGE = "jsr:@reflection/kernel@0.1.0";

/** Where the scripts are run from. */
export type ScriptSource =
  | { readonly from: "path"; readonly folder: string }
  | { readonly from: "jsr" }
  | { readonly from: "plugin" };

/**
 * The shell command of a hook. Off, it costs a shell and nothing else. On, it goes to the
 * repository's top folder, because deno's permissions are relative to where it starts, grants what
 * the table says (and the two folders that the user names, where a flag can carry them), and ends
 * in `exit 0` whatever happened.
 */
export function hookCommand(hook: HookRegistration, source: ScriptSource): string {
  const { env, read, write, run } = hook.permissions;
  return [
    'case "${REFLECTION_MODE-}" in solo|orchestrated) ;; *) exit 0 ;; esac',
    // The client starts hooks where its shell tool last was, which need not be the project.
    'cd -P "${CLAUDE_PROJECT_DIR:-.}" || exit 0',
    // Up to the repository's top folder. git would do, but can hang, and can be told another one.
    'd="$PWD"; until [ -e .git ] || [ "$PWD" = / ]; do cd .. || exit 0; done',
    '[ -e .git ] || cd "$d" || exit 0',
    `r=${read.join(",")}`,
    `w=${write.join(",")}`,
    'case "${REFLECTION_DIR-}" in *,*) ;; /*) r="$r,$REFLECTION_DIR" w="$w,$REFLECTION_DIR" ;; esac',
    'case "${REFLECTION_INPUT-}" in *,*) ;; ?*) r="$r,$REFLECTION_INPUT" ;; esac',
    [
      "deno run --quiet --no-prompt --no-config --no-lock --cached-only",
      `--allow-env='${env.join(",")}' --allow-read="$r" --allow-write="$w"`,
      `--allow-run=${run.join(",")} ${scriptArgument(hook.script, source)}`,
    ].join(" "),
    `exit 0 ${COMMAND_MARK}`,
  ].join("; ");
}

/** The script as an argument in the shell command. */
function scriptArgument(script: string, source: ScriptSource): string {
  if (source.from === "jsr") return `${PACKAGE}/hook-${script}`;
  if (source.from === "plugin") return `"$CLAUDE_PLUGIN_ROOT/hook/${script}.ts"`;
  return `'${`${source.folder}/hook/${script}.ts`.replaceAll("'", "'\\''")}'`;
}

function capture(
  event: HookRegistration["event"],
  script: string,
  timeout: number,
): HookRegistration {
  return { stage: "capture", event, script, permissions: CAPTURE_PERMISSIONS, timeout };
}
