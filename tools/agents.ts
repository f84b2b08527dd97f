/**
 * The reflection agent's file for each client: a text, with the values of the protocol's tables where
 * it names them. What checks an answer reads the same tables, so that neither changes alone.
 */

import {
  attemptMark,
  BLIND_ZONES,
  COHERENCE_FAILED,
  emptyField,
  escalationForm,
  FAILURE_LAYERS,
  LADDER,
  NEEDED,
  OUTPUTS,
  OVERRIDE_ATTEMPT,
  REPORT_FIELDS,
  RETRY_FIELDS,
  SUSPICIONS,
  TERMINAL_ATTEMPT,
} from "../judge/unblock/protocol.ts";
import TEMPLATE from "./reflection_agent.txt" with { type: "text" };

const DESCRIPTION = "Finds out why a coding loop is blocked, above the code: architecture, " +
  "environment, dependencies, contracts, test harness. Call it only with a clean handoff that " +
  "holds an <ESCALATION> payload.";

/**
 * What each client is told about the agent. It may edit and run commands and has no browser; a
 * model is not named, so that it is the user's own choice.
 */
const FRONT_MATTER = {
  claude: [
    "name: reflection-agent",
    `description: ${JSON.stringify(DESCRIPTION)}`,
    "tools: Read, Grep, Glob, Edit, Write, Bash",
    "model: inherit",
    "maxTurns: 80",
    "color: red",
  ],
  opencode: [
    `description: ${JSON.stringify(DESCRIPTION)}`,
    "mode: subagent",
    "temperature: 0",
    "steps: 80",
    'color: "error"',
    "permission:",
    "  edit: allow",
    "  bash: allow",
    "  webfetch: deny",
    "  websearch: deny",
    '  "*browser*": deny',
  ],
} as const;

const { work, context_override, terminal_escalation } = LADDER.reflection;

/** What stands for each name in the text: its line is written once for each value. */
const VALUES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries({
  terminal_attempt: [String(TERMINAL_ATTEMPT)],
  need_trigger: [NEEDED.trigger],
  need_handoff: [NEEDED.handoff],
  coherence_failed: [COHERENCE_FAILED],
  blind_zones: BLIND_ZONES,
  failure_layers: [FAILURE_LAYERS.join(", ")],
  work_mode: [`1 and ${OVERRIDE_ATTEMPT - 1}: ${work.name}`],
  override_mode: [`${OVERRIDE_ATTEMPT}: ${context_override.name}`],
  terminal_mode: [`${TERMINAL_ATTEMPT} and on: ${terminal_escalation.name}`],
  suspicions: SUSPICIONS,
  outputs: OUTPUTS.map(({ name, form, what }) => {
    const only = form === "payload" ? ` (only from ${attemptMark(TERMINAL_ATTEMPT)} on)` : "";
    return `\`${name}\`: ${what}${only}`;
  }),
  report_form: REPORT_FIELDS.map(emptyField),
  retry_form: RETRY_FIELDS.map(emptyField),
  terminal_payload: [escalationForm("reflection", TERMINAL_ATTEMPT)],
}));

/** The text of a template. A name without a value, or a value that is not named, is an error. */
export function filled(
  template: string,
  values: ReadonlyMap<string, readonly string[]> = VALUES,
): string {
  const unused = new Set(values.keys());
  const lines = template.split("\n").flatMap((line) => {
    const [mark = "", name] = /\{\{(.*?)\}\}/.exec(line) ?? [];
    if (name === undefined) return [line];
    const all = values.get(name);
    if (all === undefined) throw new TypeError(`The template names "${name}", which has no value`);
    unused.delete(name);
    return all.map((value) => line.replace(mark, () => value));
  });
  const [name] = unused;
  if (name !== undefined) throw new TypeError(`The template does not name "${name}"`);
  return lines.join("\n");
}

/** The text of every agent that is checked in, by its path. */
export function renderAgents(): Map<string, string> {
  const render = (client: keyof typeof FRONT_MATTER) =>
    ["---", ...FRONT_MATTER[client], "---", "", filled(TEMPLATE)].join("\n");
  return new Map([
    ["hook/clients/agents/reflection-agent.md", render("claude")],
    ["hook/opencode/agents/reflection-agent.md", render("opencode")],
  ]);
}
