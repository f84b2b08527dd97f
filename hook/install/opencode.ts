/**
 * Puts the plugin into OpenCode, and takes it out again.
 *
 *     deno task install-opencode [options]
 */

import { command } from "../../lib/cli/command.ts";
import { flag, group, path, type Values } from "../../lib/cli/flags.ts";
import { fileURLToPath } from "node:url";
import { DEFAULT_FOLDER } from "../../lib/store/store.ts";
import { COMMAND_MARK, OPENCODE_FOLDER } from "../clients/command.ts";
import { OPENCODE_SCRIPTS } from "../clients/table.ts";
import { readText } from "../../lib/cli/file_change.ts";
import { UserError } from "../../lib/text/errors.ts";
import {
  install,
  installFlags,
  NOT_UNINSTALLED,
  projectFolder,
  uninstall,
  userFolder,
  type Wanted,
  wantedFrom,
} from "./flow.ts";
import { priceInWords } from "./voice.ts";

/** The name of the file, for a person who looks into the folder. */
const FILE = "reflection-kernel.ts";

/** Every file of ours ends so; one that does not is another's. */
const MARK = COMMAND_MARK.replace("#", "//");

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
  ...installFlags(
    ["judge", "unblock"],
    "With --mode: judge, whether tasks are really done, and send the agent back; unblock, count " +
      "attempts at what keeps failing, and tell the agent",
    COST,
  ),
};

async function run(given: Values<typeof FLAGS>): Promise<number> {
  const wanted = wantedFrom(given);
  const project = given.user ? null : projectFolder(given.project);
  const folder = project === null
    ? `${userFolder("XDG_CONFIG_HOME", ".config")}/opencode`
    : `${project}/.opencode`;
  const place = { client: "opencode", project, dryRun: given.dryRun } as const;
  const path = `${folder}/plugin/${FILE}`;
  const before = oursAt(path);
  if (given.uninstall) {
    const changes = before === null ? [] : [{ path, before, after: null }];
    return await uninstall(place, {
      where: folder,
      changes,
      folders: [`${folder}/plugin`, folder],
    });
  }
  const after = lineFor(wanted.mode === null ? null : variablesFor(wanted));
  return await install(place, wanted, {
    changes: [{ path, before, after }],
    personal: [path],
    done: [`${before === after ? "Already there" : "Wrote"}: "${path}"`],
    next: wanted.mode === null
      ? "It stays off until REFLECTION_MODE is set. Next: install again with --mode solo, or export it"
      : `Next: start opencode anew; its records will be in ${DEFAULT_FOLDER}`,
    asked: `the model that the session uses: ${COST}`,
    scripts: Object.values(OPENCODE_SCRIPTS).filter(({ stage }) => wanted.stages.includes(stage)),
    source: OPENCODE_FOLDER,
  });
}

/** The variables that switch on what is wanted. */
function variablesFor({ mode, ask, judge, stages, ownModel }: Wanted): Record<string, string> {
  return {
    REFLECTION_MODE: mode ?? "off",
    ...ask ? { REFLECTION_ASK: "1" } : {},
    ...judge === null ? {} : { REFLECTION_JUDGE: judge },
    ...stages.includes("unblock") ? { REFLECTION_UNBLOCK: "on" } : {},
    ...ownModel ? { REFLECTION_PROVIDER: "opencode" } : {},
  };
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

/** The file's text; null where there is none. */
function oursAt(path: string): string | null {
  const text = readText(path);
  if (text === null || text.trimEnd().endsWith(MARK)) return text;
  throw new UserError(`"${path}" is not ours: move it away first`);
}

if (import.meta.main) {
  await command({
    name: "install-opencode",
    summary:
      "Puts the reflection kernel into OpenCode, as a file of one line that names this checkout.",
    about: ["What the environment says goes before --mode and what is switched on with it."],
    flags: FLAGS,
    apart: [["project", "user"], ...NOT_UNINSTALLED],
    needs: { noAsk: "mode", with: "mode" },
    run,
  });
}
