/**
 * Tool calls from the text of an eval: `bash: {command: 'npm test'}`, one per line or separated by
 * commas, bare names, bare commands, or JSON. Outputs are "not recorded" unless the text tells.
 */

import { callOf, type ToolCall } from "../../judge/conversation.ts";
import { NOT_RECORDED, readState, splitState, type ToldState } from "./call_state.ts";
import { readRelaxedObject } from "./relaxed_object.ts";
import { splitCalls } from "./split_calls.ts";
import { PROGRAM, SHELLS, TOOLS } from "./tool_names.ts";
import { isObject } from "../../lib/text/values.ts";

const MAX_TEXT = 200_000;
const MAX_CALLS = 2000;

/** Texts that say that there were no calls. */
const NONE =
  /^[(\[<]?\s{0,3}(?:none|no tools?(?: (?:used|calls?))?|no calls|n\/a|empty|nothing|-)?\s{0,3}[)\]>]?\.?$/i;

/** What the input of other tools is, where only a text is given. */
const MAIN_INPUT: Readonly<Record<string, string>> = {
  grep: "pattern",
  glob: "pattern",
  search: "query",
  websearch: "query",
  webfetch: "url",
  fetch: "url",
  task: "description",
  agent: "description",
};

/** Words up to a mark, as a state is written and no command. */
const ALONE = /^[([]?[A-Za-z][\w ]{0,30}(?:$|[)\]]|\s{0,3}[-–—:,(])/;

const NAMED = /^([A-Za-z][\w.-]{0,60})\s{0,5}(:|(?=[{(]))\s{0,5}/;

/** The calls that a text, or the JSON of them, tells of. */
export function readTools(value: unknown): ToolCall[] {
  const calls = typeof value === "string"
    ? readText(value.slice(0, MAX_TEXT).trim())
    : readJson(value);
  return calls.slice(0, MAX_CALLS).map((call, index) => ({ ...call, id: `call-${index}` }));
}

function readText(text: string): ToolCall[] {
  if (NONE.test(text)) return [];
  if (text.startsWith("[") || text.startsWith('{"')) {
    try {
      return readJson(JSON.parse(text));
    } catch {
      // Brackets that are no JSON are read as text.
    }
  }
  return splitCalls(text).map(readCall);
}

/** The text of one call, with a name or without. */
function readCall(text: string): ToolCall {
  const named = NAMED.exec(text);
  const name = named?.[1] ?? "";
  if (named !== null && (named[2] === ":" || TOOLS.has(name.toLowerCase()))) {
    return callWith(name, text.slice(named[0].length));
  }
  const { text: rest, told } = splitState(text);
  if (PROGRAM.test(rest) || /\s/.test(rest)) {
    const [first = "", ...others] = rest.split(/\s+/);
    // "read src/a.ts": a tool and its object, without the colon.
    if (!PROGRAM.test(rest) && TOOLS.has(first.toLowerCase())) {
      return callOf({ name: first, input: inputOf(first, others.join(" ")), ...told });
    }
    return callOf({ name: "bash", input: { command: rest }, ...told });
  }
  return callOf({ name: rest, ...told });
}

function callWith(name: string, rest: string): ToolCall {
  const object = readRelaxedObject(rest);
  if (object !== null) {
    const { told } = splitState(`x ${rest.slice(object.end)}`);
    return callOf({ name, input: object.input, ...told });
  }
  const running = /^(?:running|executing)\s+(?=[\w.\/])/i.exec(rest);
  if (running !== null && SHELLS.has(name.toLowerCase())) {
    const { text } = splitState(rest.slice(running[0].length));
    return callOf({ name, input: { command: text }, state: "running" });
  }
  // "edit: completed", "edit (completed)": a state and no input.
  const alone = ALONE.test(rest) ? readState(rest.replace(/^[([]|[)\]]$/g, "")) : null;
  if (alone !== null) return callOf({ name, ...alone });
  const { text, told } = splitState(rest);
  return callOf({ name, input: inputOf(name, text), ...told });
}

function inputOf(name: string, text: string): Record<string, unknown> {
  const plain = text.replace(/^\((.*)\)$/s, "$1").replace(/^(["'`])(.*)\1$/s, "$2").trim();
  if (plain === "") return {};
  const tool = name.toLowerCase();
  if (SHELLS.has(tool)) return { command: plain };
  return { [MAIN_INPUT[tool] ?? "filePath"]: plain };
}

function readJson(value: unknown): ToolCall[] {
  if (value === null || value === undefined) return [];
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => {
    if (typeof item === "string") return readText(item.slice(0, MAX_TEXT).trim());
    if (typeof item !== "object" || item === null) return [];
    const fields = item as Record<string, unknown>;
    const name = fields.name ?? fields.tool ?? fields.tool_name ?? fields.type;
    if (typeof name !== "string") {
      // `- bash: {command: …}` in YAML: a name and its input.
      return Object.entries(fields).map(([key, input]) =>
        isObject(input) ? callOf({ name: key, input }) : callWith(key, String(input ?? ""))
      );
    }
    const input = fields.input ?? fields.args ?? fields.arguments ?? fields.parameters;
    return [callOf({
      name,
      input: isObject(input) ? input : typeof input === "string" ? inputOf(name, input) : {},
      ...toldBy(fields),
    })];
  });
}

function toldBy(fields: Record<string, unknown>): ToldState {
  const status = fields.status ?? (typeof fields.state === "string" ? fields.state : undefined);
  const told = typeof status === "string" ? readState(status) : null;
  const result = fields.output ?? fields.result ?? fields.error;
  const failed = fields.error !== undefined && fields.error !== null && fields.error !== false;
  return {
    ...(told ?? NOT_RECORDED),
    ...(failed ? { state: "failed" as const } : {}),
    ...(typeof result === "string" ? { output: result } : {}),
  };
}
