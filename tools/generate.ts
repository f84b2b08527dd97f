/**
 * Writes the files that are checked in and made from others, and says whether they are current.
 *
 *     deno task schema|hooks|agents|evals:prompts [--check]
 */

import { command } from "../lib/cli/command.ts";
import { flag, UsageError } from "../lib/cli/flags.ts";
import { z } from "zod";
import {
  hookCommand,
  OPENCODE_FOLDER,
  PLUGIN_FOLDER,
  type ScriptSource,
} from "../hook/clients/command.ts";
import { type HookRegistration, HOOKS, hooksOf, OPENCODE_SCRIPTS } from "../hook/clients/table.ts";
import { entriesFor, register } from "../hook/install/claude_settings.ts";
import { COMPACTION, STUCK, TASK } from "../judge/questions.ts";
import { promptTemplate } from "../judge/prompt.ts";
import { configFileSchema } from "../lib/config/_config_zod.ts";
import { SCHEMAS } from "../lib/records/record.ts";
import { DECLARATIONS, TYPE_NAMES } from "../schema/fields.ts";
import { AGENT } from "../tests/evals/agent_question.ts";
import { TASK_PERMISSIONS } from "../hook/clients/permissions.ts";
import { renderAgents } from "./agents.ts";

/** The text of every JSON Schema by its path, formatted as `deno fmt` would. */
export function renderSchemas(): Map<string, string> {
  return new Map(
    Object.entries({ ...SCHEMAS, config: configFileSchema }).map(([name, schema]) => {
      const { $schema, title, description, ...rest } = z.toJSONSchema(schema, {
        target: "draft-2020-12",
      });
      const $id = `urn:reflection-kernel:${name}`;
      const text = JSON.stringify({ $schema, $id, title, description, ...rest }, null, 2);
      return [`schema/${name}.schema.json`, `${text}\n`];
    }),
  );
}

/** The types of the records, formatted as `deno fmt` would. */
export function renderTypes(): string {
  const named = new Set<string>();
  const declarations = DECLARATIONS.map(({ name, doc, schema }) => {
    const type = typeOf(schema, "", named, true);
    const lines = type.length > 60 ? `\n  | ${type.replaceAll(" | ", "\n  | ")}` : ` ${type}`;
    const isObject = schema instanceof z.ZodObject;
    const declaration = isObject ? `interface ${name} ${type}` : `type ${name} =${lines};`;
    return `${comment(doc, "")}\nexport ${declaration}\n`;
  });
  // A generic type declares its parameter, too, and refers to what that extends.
  const heads = DECLARATIONS.map(({ name }) => name);
  const own = new Set(heads.flatMap((head) => head.match(/^\w+|\w+(?= extends )/g) ?? []));
  const used = [...named, ...heads]
    .flatMap((type) => type.replace(/".*?"| extends /g, " ").match(/\w+/g) ?? []);
  const foreign = [...new Set(used)].filter((name) => !own.has(name)).sort();
  const ofRiskFloor = foreign.filter((name) => RISK_FLOOR.includes(name)).join(", ");
  const ofNames = foreign.filter((name) => !RISK_FLOOR.includes(name));
  return [
    `/**
 * The records of this project as TypeScript types, and the names that they may hold. Generated from
 * the zod schemas in this folder by \`deno task schema\`; nothing here is written by hand.
 *
 * @module
 */

import type { ${ofRiskFloor} } from "../risk_floor.ts";
import type {
${ofNames.map((name) => `  ${name},\n`).join("")}} from "./names.ts";

export type { ${ofRiskFloor} };
export * from "./names.ts";
`,
    ...declarations,
  ].join("\n");
}

/** What a record takes from the risk floor. */
const RISK_FLOOR = ["ReviewSurface", "RiskFloorVerdict"];

/** A schema's output as TypeScript; `named` collects the names that it refers to. */
function typeOf(
  schema: z.core.$ZodType,
  indent: string,
  named: Set<string>,
  whole = false,
): string {
  const name = whole ? undefined : TYPE_NAMES.get(schema)?.type;
  if (name !== undefined) {
    named.add(name);
    return name;
  }
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (part: z.core.$ZodType): string => typeOf(part, indent, named);
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
      return def.type;
    case "literal":
      return def.values.map((value) => JSON.stringify(value)).join(" | ");
    case "enum":
      return Object.values(def.entries).map((value) => JSON.stringify(value)).join(" | ");
    case "nullable":
      return `${inner(def.innerType)} | null`;
    case "optional":
      return `${inner(def.innerType)} | undefined`;
    case "array": {
      const item = inner(def.element);
      return / \| [^{}]*$/.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case "tuple":
      return `[${def.items.map(inner).join(", ")}]`;
    case "union":
      return def.options.map(inner).join(" | ");
    case "object": {
      const deeper = `${indent}  `;
      const fields = Object.entries(def.shape).map(([key, field]) => {
        const type = typeOf(field, deeper, named);
        const { description = "" } = z.globalRegistry.get(field) ?? {};
        const label = /^[a-z]\w*$/i.test(key) ? key : JSON.stringify(key);
        const optional = type.endsWith(" | undefined") ? "?" : "";
        return `${comment(`${description}.`, deeper)}\n${deeper}${label}${optional}: ${type};\n`;
      });
      return `{\n${fields.join("")}${indent}}`;
    }
    default:
      throw new Error(`A ${def.type} of zod has no form in schema/types.ts yet`);
  }
}

/** A doc comment of at most 100 columns. */
function comment(text: string, indent: string): string {
  const line = `${indent}/** ${text} */`;
  if (line.length <= 100) return line;
  const lines = [`${indent} *`];
  for (const word of text.split(" ")) {
    if (`${lines.at(-1)} ${word}`.length > 100) lines.push(`${indent} *`);
    lines.push(`${lines.pop()} ${word}`);
  }
  return [`${indent}/**`, ...lines, `${indent} */`].join("\n");
}

/** The text of every registration that is checked in, by its path. */
export function renderRegistrations(): Map<string, string> {
  const render = (hooks: readonly HookRegistration[], source: ScriptSource): string =>
    register("", { entries: entriesFor(hooks, source), env: {} });
  const opencodeCommands = Object.fromEntries(
    Object.entries(OPENCODE_SCRIPTS).map(([name, script]) => [
      name,
      hookCommand(script, OPENCODE_FOLDER),
    ]),
  );
  return new Map([
    ["hook/clients/claude_settings.json", render(hooksOf("capture"), { from: "jsr" })],
    // A plugin is installed whole; what is not switched on costs a shell.
    ["hook/clients/plugin_hooks.json", render(HOOKS, PLUGIN_FOLDER)],
    // Loaded by OpenCode, which may not reach what the table imports.
    ["hook/opencode/commands.json", `${JSON.stringify(opencodeCommands, null, 2)}\n`],
    [
      "deno.json",
      withPermissionSets(Deno.readTextFileSync(new URL("../deno.json", import.meta.url))),
    ],
  ]);
}

/** The question of each template's file. */
const PROMPT_FILES = {
  "task-verification.txt": TASK,
  "stuck-detection.txt": STUCK,
  "post-compression.txt": COMPACTION,
  "agent-evaluation.txt": AGENT,
};

/** The variables of evals that hold a list of calls: a template shows them as JSON. */
const CALL_LISTS = /\{\{(tools_used|tool_calls|trace)\}\}/g;

/** The text of every prompt template for evals, by its path. */
export function renderPrompts(): Map<string, string> {
  return new Map(
    Object.entries(PROMPT_FILES).map(([file, question]) => [
      `tests/evals/prompts/${file}`,
      `${promptTemplate(question).replace(CALL_LISTS, "{{$1 | dump}}")}\n`,
    ]),
  );
}

/** What a task writes, in a few words and as the text of every file by its path. */
interface Generator {
  readonly what: string;
  render(): ReadonlyMap<string, string>;
}

/** Every task that writes files. */
const TASKS: Readonly<Record<string, Generator>> = {
  "schema": {
    what: "the JSON Schemas and the types in schema/ from the zod schemas",
    render: () => renderSchemas().set("schema/types.ts", renderTypes()),
  },
  "hooks": {
    what: "hook/clients/claude_settings.json, hook/clients/plugin_hooks.json, " +
      "hook/opencode/commands.json and the permissions in deno.json from their tables",
    render: renderRegistrations,
  },
  "agents": {
    what:
      "hook/clients/agents/reflection-agent.md and hook/opencode/agents/reflection-agent.md from the protocol",
    render: renderAgents,
  },
  "evals:prompts": {
    what: "the prompt templates in tests/evals/prompts/ from the judge's prompts",
    render: renderPrompts,
  },
};

function readIfThere(file: URL): string | null {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** The text of deno.json with the sets in it, laid out as `deno fmt` does. */
export function withPermissionSets(config: string): string {
  const sets = Object.entries(TASK_PERMISSIONS).map(([name, set]) => {
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

if (import.meta.main) {
  const task = Deno.args[0] ?? "";
  const generator = TASKS[task];
  await command({
    name: generator ? task : Object.keys(TASKS).join("|"),
    summary: `Writes ${generator?.what ?? "files that are made from others"}.`,
    flags: {
      check: flag("Write nothing; exit 1 if a checked-in file is not what would be written"),
    },
    // The task itself
    most: 1,
    run({ check }) {
      if (generator === undefined) throw new UsageError(`No generator is called "${task}"`);
      let stale = 0;
      for (const [path, text] of generator.render()) {
        const file = new URL(`../${path}`, import.meta.url);
        if (readIfThere(file) === text) continue;
        stale++;
        if (!check) Deno.writeTextFileSync(file, text);
        else console.error(`"${path}" is not current: run deno task ${task}`);
      }
      return check && stale > 0 ? 1 : 0;
    },
  });
}
