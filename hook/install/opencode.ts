/**
 * Puts the plugin into OpenCode, and takes it out again.
 *
 *     deno task install-opencode [options]
 */

import { command } from "../../lib/cli/command.ts";
import {
  callersFolder,
  flag,
  group,
  oneOf,
  path,
  UsageError,
  value,
  type Values,
} from "../../lib/cli/flags.ts";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { DEFAULT_FOLDER, isThere } from "../../lib/store/store.ts";
import { COMMAND_MARK, OPENCODE_FOLDER } from "../clients/command.ts";
import { OPENCODE_SCRIPTS } from "../clients/table.ts";
import { PERSONAL, planExclude, planInclude } from "./exclude.ts";
import { applyChange, type FileChange, readText, show } from "../../lib/cli/file_change.ts";
import { MODELS, priceInWords, voiceLines } from "./voice.ts";
import { prepareDeno } from "./warm.ts";
import { UserError } from "../../lib/text/errors.ts";

const MODES = ["solo", "orchestrated"] as const;

/** What can be installed beside capture, and what switches it on. */
const STAGES = { judge: "REFLECTION_JUDGE", unblock: "REFLECTION_UNBLOCK" } as const;

type Stage = keyof typeof STAGES;

/** The stages that a person names. */
function stagesFrom(names: string): Stage[] {
  return names.split(",").map((given) => {
    const name = given.trim();
    if (!Object.hasOwn(STAGES, name)) {
      const known = Object.keys(STAGES).join(", ");
      throw new UsageError(`Unknown stage "${name}" in --with, known: ${known}`);
    }
    return name as Stage;
  });
}

/** The name of the file, for a person who looks into the folder. */
const FILE = "reflection-kernel.ts";

/** Every file of ours ends so; one that does not is another's. */
const MARK = COMMAND_MARK.replace("#", "//");

/** Where the plugin goes. */
interface Place {
  /** Holds the client's folders for plugins and more. */
  readonly folder: string;
  readonly project: string | null;
}

/** What `--model own` costs. */
const COST = "one call of the session's model per stop (" +
  `${priceInWords("claude-haiku-4-5")} with a small one, ${
    priceInWords("claude-opus-4-5")
  } with a large` +
  " one)";

const FLAGS = {
  ...group("Where (one of)", {
    project: path("DIR", "DIR/.opencode/plugin/ (default: here)"),
    user: flag("plugin/ in $XDG_CONFIG_HOME/opencode, or in ~/.config/opencode"),
  }),
  ...group("What", {
    mode: oneOf(
      "MODE",
      `Switch it on: ${
        MODES.join(" or ")
      }. Without it, it stays off until REFLECTION_MODE is set; ` +
        "what the environment says goes before this",
      MODES,
    ),
    noAsk: flag("With --mode: do not ask the agent for its doubts"),
    with: value(
      "NAME,…",
      "With --mode: judge, whether tasks are really done, and send the agent back; unblock, count " +
        "attempts at what keeps failing, and tell the agent",
      "names of stages",
      stagesFrom,
    ),
    observe: flag("With --with judge: only record the verdicts"),
    model: oneOf(
      "WHICH",
      `With --with judge: ask the client's own model whether tasks are done, ${COST}`,
      MODELS,
    ),
    uninstall: flag("Take it out again"),
    dryRun: flag("Print what would change, and change nothing"),
  }),
};

async function run(given: Values<typeof FLAGS>): Promise<number> {
  const { mode, noAsk, observe, model, dryRun } = given;
  if (observe && !given.with?.includes("judge")) {
    throw new UsageError("--observe goes with --with judge");
  }
  if (model !== undefined && !given.with?.includes("judge")) {
    throw new UsageError("--model goes with --with judge");
  }
  const place = placeFrom(given.project, given.user);
  if (given.uninstall) return await uninstall(place, dryRun);
  const variables = mode === undefined ? null : {
    REFLECTION_MODE: mode,
    ...noAsk ? {} : { REFLECTION_ASK: "1" },
    ...Object.fromEntries((given.with ?? []).map((stage) => [STAGES[stage], "on"])),
    ...observe ? { REFLECTION_JUDGE: "observe" } : {},
    ...model === undefined ? {} : { REFLECTION_PROVIDER: "opencode" },
  };
  return await install(place, variables, dryRun);
}

function placeFrom(project: string | undefined, user: boolean): Place {
  const here = callersFolder();
  if (user) {
    const home = Deno.env.get("HOME");
    const config = Deno.env.get("XDG_CONFIG_HOME") || (home && `${home}/.config`);
    if (!config) {
      throw new UserError("Cannot tell where the user's settings are: HOME is not set");
    }
    return { folder: resolve(here, config, "opencode"), project: null };
  }
  const folder = project ?? here;
  if (!(isThere(folder) && Deno.statSync(folder).isDirectory)) {
    throw new UserError(`Cannot find the folder "${folder}"`);
  }
  return { folder: `${folder.replace(/\/$/, "")}/.opencode`, project: folder };
}

/** The file's one line: the plugin as it is, or with switches for an environment that says nothing. */
function lineFor(variables: Readonly<Record<string, string>> | null): string {
  const at = (script: string): string =>
    JSON.stringify(fileURLToPath(new URL(script, import.meta.url)));
  const line = variables === null
    ? `export { default } from ${at("../opencode/plugin.ts")};`
    : `import { switchedOn } from ${at("../opencode/switched_on.ts")}; ` +
      `export default switchedOn(${JSON.stringify(variables)});`;
  return `${line} ${MARK}\n`;
}

async function install(
  { folder, project }: Place,
  variables: Readonly<Record<string, string>> | null,
  dryRun: boolean,
): Promise<number> {
  const path = `${folder}/plugin/${FILE}`;
  const before = oursAt(path);
  const after = lineFor(variables);
  const changes: FileChange[] = [{ path, before, after }];
  const exclude = project === null
    ? null
    : await planExclude(project, { pattern: PERSONAL.opencode, covers: [path] });
  if (exclude?.change) changes.push(exclude.change);
  if (dryRun) return show(changes);
  changes.forEach(applyChange);
  console.log(`${before === after ? "Already there" : "Wrote"}: "${path}"`);
  if (exclude?.change) console.log(`git ignores in this clone: ${exclude.patterns.join(", ")}`);
  if (exclude?.note) console.log(`${exclude.note}: told git to ignore nothing`);
  console.log(
    variables === null
      ? "It stays off until REFLECTION_MODE is set. Next: install again with --mode solo, or export it"
      : `Next: start opencode anew; its records will be in ${DEFAULT_FOLDER}`,
  );
  const own = variables?.REFLECTION_PROVIDER !== undefined;
  if (variables?.REFLECTION_JUDGE === "on" || own) {
    const asked = `the model that the session uses: ${COST}`;
    for (const line of await voiceLines(project, { own, asked })) console.log(line);
  }
  const scripts = Object.values(OPENCODE_SCRIPTS)
    .filter(({ stage }) =>
      stage === "capture" || Object.hasOwn(variables ?? {}, STAGES[stage as Stage] ?? "")
    );
  for (const warning of await prepareDeno(scripts, OPENCODE_FOLDER)) console.error(warning);
  return 0;
}

async function uninstall({ folder, project }: Place, dryRun: boolean): Promise<number> {
  const path = `${folder}/plugin/${FILE}`;
  const before = oursAt(path);
  const changes: FileChange[] = before === null ? [] : [{ path, before, after: null }];
  const include = project === null ? null : await planInclude(project, PERSONAL.opencode);
  if (include?.change) changes.push(include.change);
  if (changes.length === 0) {
    console.log(`Nothing of ours in "${folder}"`);
    return 0;
  }
  if (dryRun) return show(changes);
  changes.forEach(applyChange);
  for (const empty of [`${folder}/plugin`, folder]) removeIfEmpty(empty);
  for (const { path, after } of changes) {
    console.log(`${after === null ? "Removed" : "Restored"} "${path}"`);
  }
  console.log("Sessions that are open keep it until they end. Records stay: deno task prune");
  return 0;
}

/** The file's text; null where there is none. */
function oursAt(path: string): string | null {
  const text = readText(path);
  if (text === null || text.trimEnd().endsWith(MARK)) return text;
  throw new UserError(`"${path}" is not ours: move it away first`);
}

/** A folder that only we needed. */
function removeIfEmpty(folder: string): void {
  try {
    Deno.removeSync(folder);
  } catch {
    // Something else is in it, or it is not there
  }
}

if (import.meta.main) {
  await command({
    name: "install-opencode",
    summary:
      "Puts the reflection kernel into OpenCode, as a file of one line that names this checkout.",
    flags: FLAGS,
    apart: [
      ["project", "user"],
      ...(["mode", "noAsk", "with", "observe", "model"] as const).map((name) =>
        ["uninstall", name] as const
      ),
    ],
    needs: { noAsk: "mode", with: "mode", observe: "with", model: "with" },
    run,
  });
}
