/** What the installers of all clients share: their flags, and the way from a plan to what is done. */

import {
  callersFolder,
  flag,
  group,
  oneOf,
  UsageError,
  value,
  type Values,
} from "../../lib/cli/flags.ts";
import { resolve } from "node:path";
import { applyChange, type FileChange, show } from "../../lib/cli/file_change.ts";
import { isThere } from "../../lib/store/store.ts";
import { UserError } from "../../lib/text/errors.ts";
import type { ScriptSource } from "../clients/command.ts";
import type { HookScript } from "../clients/table.ts";
import { PERSONAL, planExclude, planInclude } from "./exclude.ts";
import { MODELS, voiceLines } from "./voice.ts";
import { prepareDeno } from "./warm.ts";

const MODES = ["solo", "orchestrated"] as const;

/** A stage that can be installed; `capture` always is. */
export type Stage = HookScript["stage"];

/**
 * The flags that say what is installed.
 *
 * @param stages Those that the client knows.
 * @param help What the help says of `--with`.
 * @param cost What `--model own` costs.
 */
export function installFlags(stages: readonly Stage[], help: string, cost: string) {
  return group("What", {
    mode: oneOf(
      "MODE",
      `Switch it on: ${MODES.join(" or ")}. Without it, it stays off until REFLECTION_MODE is set`,
      MODES,
    ),
    noAsk: flag("With --mode: do not ask the agent for its doubts"),
    with: value("NAME,…", help, "names of stages", (names) => stagesFrom(names, stages)),
    observe: flag(
      "With --with judge and --mode: only record the verdicts, and never send the agent back",
    ),
    model: oneOf(
      "WHICH",
      "With --with judge and --mode: ask the client's own model whether tasks are done, " + cost,
      MODELS,
    ),
    uninstall: flag("Take everything out again"),
    dryRun: flag("Print what would change, and change nothing"),
  });
}

function stagesFrom(names: string, known: readonly Stage[]): Stage[] {
  return names.split(",").map((name) => {
    const stage = known.find((stage) => stage === name.trim());
    if (stage !== undefined) return stage;
    throw new UsageError(`Unknown stage "${name.trim()}" in --with, known: ${known.join(", ")}`);
  });
}

/** What a person wants installed. */
export interface Wanted {
  /** What `REFLECTION_MODE` is set to; null leaves it as it is. */
  readonly mode: string | null;
  readonly ask: boolean;
  readonly stages: readonly Stage[];
  /** How the judge acts; null without it. */
  readonly judge: "on" | "observe" | null;
  /** Whether the client's own model is asked. */
  readonly ownModel: boolean;
}

/** Reads the flags. */
export function wantedFrom(given: Values<ReturnType<typeof installFlags>>): Wanted {
  const { mode = null, noAsk, observe, model, with: named = [] } = given;
  const judges = named.includes("judge");
  for (const [name, set] of Object.entries({ observe, model: model !== undefined })) {
    if (set && !(judges && mode !== null)) {
      throw new UsageError(`--${name} goes with --with judge and --mode`);
    }
  }
  return {
    ...{ mode, ask: !noAsk, stages: ["capture", ...named], ownModel: model !== undefined },
    judge: judges ? (observe ? "observe" : "on") : null,
  };
}

/** The flags that `--uninstall` goes without. */
export const NOT_UNINSTALLED = (["mode", "noAsk", "with", "observe", "model"] as const)
  .map((name) => ["uninstall", name] as const);

/** A folder of the user's: from a variable, or below the home. */
export function userFolder(variable: string, below: string): string {
  const home = Deno.env.get("HOME");
  const folder = Deno.env.get(variable) || (home && `${home}/${below}`);
  if (folder) return resolve(callersFolder(), folder);
  throw new UserError("Cannot tell where the user's settings are: HOME is not set");
}

/** The folder of a project, which has to be there. */
export function projectFolder(named: string | undefined): string {
  const folder = named ?? callersFolder();
  if (isThere(folder) && Deno.statSync(folder).isDirectory) return folder.replace(/(?<=.)\/$/, "");
  throw new UserError(`Cannot find the folder "${folder}"`);
}

/** Where a client's files are. */
export interface Place {
  readonly client: keyof typeof PERSONAL;
  /** Null where all projects of the user are meant. */
  readonly project: string | null;
  readonly dryRun: boolean;
}

/** An installation, ready to be done. */
interface Installation {
  readonly changes: readonly FileChange[];
  /** What of ours in the project is this machine's alone. */
  readonly personal: readonly string[];
  /** What is said when it is done, and what the person does next. */
  readonly done: readonly string[];
  readonly next: string;
  /** What `--model own` asks, and for what price. */
  readonly asked: string;
  readonly scripts: readonly HookScript[];
  readonly source: ScriptSource;
}

/** Does an installation, or shows it. */
export async function install(
  { client, project, dryRun }: Place,
  { judge, ownModel }: Wanted,
  { changes, personal, done, next, asked, scripts, source }: Installation,
): Promise<number> {
  const exclude = project === null
    ? null
    : await planExclude(project, { pattern: PERSONAL[client], covers: personal });
  const all = [...changes, ...exclude?.change ? [exclude.change] : []];
  if (dryRun) return show(all);
  all.forEach(applyChange);
  const speaks = judge === "on" || ownModel;
  const lines = [
    ...done,
    ...exclude?.change ? [`git ignores in this clone: ${exclude.patterns.join(", ")}`] : [],
    ...exclude?.note ? [`${exclude.note}: told git to ignore nothing`] : [],
    next,
    ...speaks ? await voiceLines(project, { own: ownModel, asked }) : [],
  ];
  console.log(lines.join("\n"));
  for (const warning of await prepareDeno(scripts, source)) console.error(warning);
  return 0;
}

/**
 * Takes an installation out again, or shows that.
 *
 * @param where What the person knows the place by.
 * @param folders Those that only we needed, if they are empty now: the innermost first.
 */
export async function uninstall(
  { client, project, dryRun }: Place,
  { where, changes, folders }: {
    readonly where: string;
    readonly changes: readonly FileChange[];
    readonly folders: readonly string[];
  },
): Promise<number> {
  const include = project === null ? null : await planInclude(project, PERSONAL[client]);
  const all = [...changes, ...include?.change ? [include.change] : []];
  if (all.length === 0) {
    console.log(`Nothing of ours in "${where}"`);
    return 0;
  }
  if (dryRun) return show(all);
  all.forEach(applyChange);
  folders.forEach(removeIfEmpty);
  for (const { path, after } of all) {
    console.log(`${after === null ? "Removed" : "Restored"} "${path}"`);
  }
  console.log(
    "Sessions that are open keep their hooks until they end. " +
      "Records stay: deno task prune removes them",
  );
  return 0;
}

function removeIfEmpty(folder: string): void {
  try {
    Deno.removeSync(folder);
  } catch {
    // Something else is in it, or it is not there
  }
}
