/**
 * The named permission sets of deno.json: what the scripts that people start may do, a set for each
 * kind of script. The permissions of hooks stand in the table of what is registered, and what a
 * script has in common with a hook is taken from there.
 */

import { REVIEW_PERMISSIONS } from "../hook/clients/table.ts";
import { FETCH_VARIABLES } from "../hook/install/warm.ts";

/** What a set allows: everything of a kind, or what is listed. Paths are relative to deno.json. */
type PermissionSet = Readonly<
  Partial<Record<"read" | "write" | "run" | "env" | "net" | "sys", true | readonly string[]>>
>;

/** The files that generators write, and compare with what they would write. */
const GENERATED = [
  ...["deno.json", "schema", "tests/evals/prompts"],
  ...["hook/clients/claude_settings.json", "hook/clients/plugin_hooks.json"],
  ...["hook/clients/agents", "hook/opencode/agents", "hook/opencode/commands.json"],
];

/** What git is started with, and where the person stands who started the task. */
const GIT_VARIABLES = ["HOME", "PATH", "INIT_CWD"];

/**
 * Every set. Reading is not narrowed where a task looks at the repositories of the person who
 * starts it. No set that may use the network holds keys that its scripts do not send themselves.
 */
export const PERMISSION_SETS: Readonly<Record<string, PermissionSet>> = {
  // Files that are named, or records
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
    run: REVIEW_PERMISSIONS.run,
    env: [...REVIEW_PERMISSIONS.env, "INIT_CWD"],
    net: true,
  },
  "evals": {
    read: true,
    write: ["tests/evals/results"],
    run: ["deno", "claude"],
    env: [
      ...REVIEW_PERMISSIONS.env.filter((name) => name !== "XDG_CONFIG_HOME"),
      ...["DENO_DIR", "XDG_CACHE_HOME", "LOG_TOKENS", "LOG_STREAM", "INIT_CWD"],
    ],
    net: true,
  },
  "install": {
    read: true,
    write: true,
    run: ["git", "deno"],
    env: [...FETCH_VARIABLES, "INIT_CWD", "CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME"],
  },
  "warm": { read: true, run: ["deno"], env: FETCH_VARIABLES },
  // Runs hooks and scripts as others would, in a scratch folder
  "demo": {
    read: true,
    write: true,
    run: true,
    env: [...GIT_VARIABLES, "DENO_DIR", "XDG_CACHE_HOME"],
  },
  "generate": { read: GENERATED, write: GENERATED },
  // TypeScript, which reads the imports, looks at many variables
  "layers": { read: true, write: ["docs/architecture.md"], run: ["git"], env: true },
  "test": { read: true, write: true, run: true, env: true, sys: true, net: ["127.0.0.1"] },
};

/** The text of deno.json with the sets in it, laid out as `deno fmt` does. */
export function withPermissionSets(config: string): string {
  const sets = Object.entries(PERMISSION_SETS).map(([name, set]) => {
    const lines = Object.entries(set).map(([kind, allowed]) => `      "${kind}": ${list(allowed)}`);
    return `    "${name}": {\n${lines.join(",\n")}\n    }`;
  });
  // As `deno fmt` lays it out, the next brace at this depth is the end.
  const start = config.indexOf('  "permissions": {\n');
  const end = config.indexOf("\n  }", start);
  if (start < 0) throw new TypeError('Cannot find "permissions" in deno.json');
  return `${config.slice(0, start)}  "permissions": {\n${sets.join(",\n")}${config.slice(end)}`;
}

/** On one line, where it is not too long. */
function list(allowed: true | readonly string[]): string {
  if (allowed === true) return "true";
  const texts = allowed.map((name) => JSON.stringify(name));
  const line = `[${texts.join(", ")}]`;
  return line.length < 80 ? line : `[\n        ${texts.join(",\n        ")}\n      ]`;
}
