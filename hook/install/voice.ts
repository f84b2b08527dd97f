/**
 * What the installers say of the judge's voice: it sends an agent back for what the person declared,
 * or where a model that the person named says that the task is not done, and otherwise it watches.
 */

import { readConfigFiles } from "../../lib/config/config.ts";
import { requirementsFor } from "../../lib/config/requirements.ts";
import { cost } from "../../lib/model/prices.ts";
import { requireLine } from "../clients/turn_off.ts";

/** What `--model` takes. */
export const MODELS = ["own"] as const;

/** The tokens of an ordinary question about a task, and of its answer. */
const QUESTION = { input_tokens: 4_000, output_tokens: 300 };

/** What one question costs a model, in words. */
export function priceInWords(model: string): string {
  const cents = 100 * (cost(model, QUESTION) ?? 0);
  if (cents < 0.75) return "about half a cent";
  return cents < 1.5 ? "about a cent" : `about ${Math.round(cents)} cents`;
}

/**
 * The lines for a judge that may speak.
 *
 * @param folder The project; null where the installation is for all of them.
 * @param asked What is asked with `--model own`, and what that costs.
 */
export async function voiceLines(
  folder: string | null,
  { own, asked }: { readonly own: boolean; readonly asked: string },
): Promise<string[]> {
  if (own) return [`The judge asks ${asked}`];
  if (await hasVoice(folder ?? "/")) return [];
  return [
    "The judge will only watch: no requirement is declared here, and no model is named",
    `To let it speak: ${requireLine('"npm test"', folder ?? "DIR")} (free, offline), or install ` +
    `again with --model own (it asks ${asked})`,
  ];
}

/** Whether something is declared, or a model is named, in the person's own file. */
async function hasVoice(folder: string): Promise<boolean> {
  // Nothing else of the environment is the installer's to see.
  const env = (name: string): string | undefined =>
    name === "HOME" || name === "XDG_CONFIG_HOME" ? Deno.env.get(name) : undefined;
  const { provider } = readConfigFiles(folder, env).config;
  if (provider !== null && provider !== "none") return true;
  return (await requirementsFor(folder, env)).requirements.length > 0;
}

/** How the installers write the switch, in Claude Code's settings and in OpenCode's plugin. */
const SWITCH = /"REFLECTION_JUDGE"\s*:\s*"(on|observe)"/;

/** The strongest that any client was set to; null where none has it. */
export function installedJudge(
  top: string,
  env: (name: string) => string | undefined,
): "on" | "observe" | null {
  const home = env("HOME");
  const claude = env("CLAUDE_CONFIG_DIR") || `${home}/.claude`;
  const config = env("XDG_CONFIG_HOME") || `${home}/.config`;
  const plugin = "plugin/reflection-kernel.ts";
  const set = [
    env("REFLECTION_JUDGE"),
    ...[
      ...[`${top}/.claude/settings.local.json`, `${top}/.claude/settings.json`],
      ...[`${claude}/settings.json`, `${top}/.opencode/${plugin}`, `${config}/opencode/${plugin}`],
    ].map((path) => SWITCH.exec(textOf(path))?.[1]),
  ];
  return set.includes("on") ? "on" : set.includes("observe") ? "observe" : null;
}

/** The text of a file; nothing where it cannot be read. */
function textOf(path: string): string {
  try {
    return Deno.statSync(path).isFile ? Deno.readTextFileSync(path) : "";
  } catch {
    return "";
  }
}
