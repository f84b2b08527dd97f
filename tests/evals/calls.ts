/**
 * The tool calls of a case. Ours are a list: `{ tool: bash, input: { command: npm test }, state:
 * running, exit_code: 1, output: "…" }`, or `{ said: "…" }`. Other files have them as a text, with
 * one call a line, like `bash: {command: 'npm test'} (running, 90s)` or `[Bash] npm test`.
 */

import { parse } from "yaml";
import { z } from "zod";
import { callOf, type CallState, type ToolCall } from "../../judge/conversation.ts";
import { isObject } from "../../lib/text/values.ts";

/** Calls, and what the agent said between them. */
interface Steps {
  readonly calls: readonly ToolCall[];
  readonly said: string;
}

type Step = ToolCall | string;

const LIST = z.array(z.union([
  z.strictObject({
    tool: z.string().min(1),
    input: z.record(z.string(), z.unknown()).default({}),
    state: z.enum(["pending", "running", "done", "failed"]).optional(),
    exit_code: z.int().nullable().default(null),
    output: z.string().nullable().default(null),
  }),
  z.strictObject({ said: z.string() }),
]));

const MOST_LINES = 2_000;
const LONGEST_LINE = 4_000;

/** Steps that are words and no tool. */
const SPEECH =
  /^(?:response|text|message|assistant|agent|output|final|answer|reply|thinking|thought)$/i;

/** A text that says that there were no calls. */
const NONE = /^\W*(?:none|n\/a|no tools?|nothing)?\W*$/i;

const SHELL = /^(?:bash|shell|terminal|exec|run)$/i;

/** How a call went, alone or in brackets: `running`, `(error: exit 1)`, `[status: pending]`. */
const STATE =
  /(?:^|[([])(?:status: )?(running|in progress|pending|error|failed|completed|done)\b[^)\]]*[)\]]?$/i;

const STATES: Readonly<Record<string, CallState>> = {
  ...{ running: "running", "in progress": "running", pending: "pending" },
  ...{ error: "failed", failed: "failed" },
};

/** Reads the calls of a variable; throws where a list holds anything else. */
export function readCalls(value: unknown): Steps {
  const steps = typeof value === "string" ? textSteps(value) : listSteps(value ?? []);
  return {
    calls: steps.filter((step) => typeof step !== "string")
      .map((step, index) => ({ ...step, id: `call-${index}` })),
    said: steps.filter((step) => typeof step === "string").join("\n"),
  };
}

function listSteps(value: unknown): Step[] {
  const { data, error } = LIST.safeParse(value);
  if (error) {
    const expected = "Expected a list of {tool, input, state, exit_code, output} or {said}";
    throw new TypeError(`${expected}: ${z.prettifyError(error)}`);
  }
  return data.map((step) => {
    if ("said" in step) return step.said;
    const { tool, input, exit_code, output } = step;
    return callOf({
      ...{ name: tool, input, output, exitCode: exit_code },
      state: step.state ?? (exit_code ? "failed" : "done"),
    });
  });
}

function textSteps(text: string): Step[] {
  const lines = text.split("\n", MOST_LINES).filter((line) => !NONE.test(line.slice(0, 20)));
  return lines.flatMap((line): Step[] => {
    const entry = line.slice(0, LONGEST_LINE).trim().replace(/^(?:[-*]|\d{1,4}[.)])\s+/, "");
    const step = /^\[([\w .-]{1,40})\]\s*(.*)$/.exec(entry);
    if (step !== null) {
      const [, name = "", rest = ""] = step;
      return SPEECH.test(name) ? [rest] : [textCall(name, rest)];
    }
    // At commas, but not inside of brackets
    return entry.split(/[,;]\s+(?![^{}()]*[})])/).filter((call) => call !== "").map(bareCall);
  });
}

/** `bash: npm test`, `edit (completed)`, `edit`; anything longer without a colon is a command. */
function bareCall(text: string): ToolCall {
  const named = /^([A-Za-z][\w.-]{0,60})(?::\s*|\s+(?=[([])|$)(.*)$/.exec(text);
  return named === null ? textCall("bash", text) : textCall(named[1]!, named[2]!);
}

function textCall(name: string, text: string): ToolCall {
  const found = STATE.exec(text);
  const told = found?.[0] ?? "";
  const code = /exit(?: code| status)? (\d{1,3})/i.exec(told)?.[1];
  const exitCode = code === undefined ? null : Number(code);
  const state = exitCode ? "failed" : STATES[found?.[1]?.toLowerCase() ?? ""] ?? "done";
  const input = inputOf(name, text.slice(0, found?.index).trim());
  return callOf({ name, input, state, exitCode, output: state === "failed" ? told : null });
}

function inputOf(name: string, text: string): Record<string, unknown> {
  if (text === "") return {};
  try {
    const input = text.startsWith("{") ? parse(text) : null;
    if (isObject(input)) return input;
  } catch {
    // Braces that YAML does not read are text.
  }
  return SHELL.test(name) ? { command: text } : { text };
}
