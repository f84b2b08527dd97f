/** The shell command that a hook of the table stands for, and where its script is run from. */

import { OWN_FOLDER } from "../../lib/store/own_folder.ts";
import type { HookRegistration, HookScript } from "./table.ts";

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
 * to finish writing it. With `setsid` the worker survives the end of the client's whole group.
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

/** What loads packages needs our own import map; no other one is ever looked for. */
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
    : shellQuoted(`${source.folder}${path}`);
}

/** The script as an export of the published package. */
export function packagedScript(script: string): string {
  return `${PACKAGE}/${script.replaceAll("/", "-")}`;
}

function shellQuoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
