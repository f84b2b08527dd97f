/**
 * What an agent did, from the lines of a trace: `2. [Bash] npm test → 3 passed`. The text behind a
 * tool is what came back from it; `[Response]` is what the agent said.
 */

import { callOf, type ToolCall } from "../../judge/conversation.ts";
import { stateOfResult } from "./call_state.ts";
import { readTools } from "./read_tools.ts";

/** Calls, and what was said between them. */
interface Trace {
  readonly calls: readonly ToolCall[];
  readonly said: string;
}

const STEP =
  /^\s*(?:(?:step\s+)?\d{1,4}[.):]\s*|[-*•]\s+)?\[([A-Za-z][\w .-]{0,40})\]\s*:?\s*(.*)$/i;

/** Steps that are words and no tool. */
const SPEECH =
  /^(?:response|text|message|assistant|agent|output|final|answer|reply|think(?:ing)?|thought|plan|reasoning)$/i;

const SHELL = /^(?:bash|shell|terminal|exec(?:ute)?|run|command)$/i;

const WRITES =
  /^(?:write|edit|multiedit|create|patch|apply_patch|update|notebookedit|read|view|delete)$/i;

const ARROW = /\s(?:→|⇒|=>|->)\s/;

/** A file's name somewhere in a sentence. */
const PATH =
  /(?:^|[\s`'"(])((?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[A-Za-z]\w{0,9}|(?:[\w@.-]+\/)+[\w@.-]+)(?=[\s`'",:;)]|\.?$)/;

/** "Ran `npm test`: 3 passed" and its like. */
const RAN = /^(?:ran|run|running|executed?|executing|called)\s+(.+?)(?::\s|\s[-–—]\s|,\s|\.\s|$)/i;

/** Reads a trace; a text without steps is only words. */
export function readTrace(value: unknown): Trace {
  if (typeof value !== "string") return { calls: readTools(value), said: "" };
  const text = value.slice(0, 200_000);
  if (text.trimStart().startsWith("[{")) {
    const calls = readTools(text);
    if (calls.length > 0) return { calls, said: "" };
  }
  const steps: { tool: string; text: string }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const step = STEP.exec(line.slice(0, 20_000));
    if (step !== null) steps.push({ tool: step[1]!.trim(), text: step[2]! });
    else if (steps.length > 0) steps.at(-1)!.text += `\n${line}`;
    else if (!/^\s*\(?none\)?\s*$/i.test(line)) steps.push({ tool: "text", text: line });
  }
  const said = steps.filter(({ tool }) => SPEECH.test(tool)).map((step) => step.text.trim());
  const calls = steps.filter(({ tool }) => !SPEECH.test(tool))
    .map(({ tool, text }, index) => ({ ...readStep(tool, text.trim()), id: `call-${index}` }));
  return { calls, said: said.filter((part) => part !== "").join("\n") };
}

function readStep(name: string, text: string): ToolCall {
  if (SHELL.test(name)) return shellStep(name, text);
  const arrow = ARROW.exec(text);
  const path = WRITES.test(name) ? PATH.exec(text.slice(0, 2000))?.[1] : undefined;
  const input = path !== undefined
    ? { file_path: path }
    : { description: arrow === null ? text : text.slice(0, arrow.index) };
  // What an edit did may have an arrow in it: only a question's answer stands behind one.
  const output = arrow === null || path !== undefined ? text : text.slice(arrow.index + 3);
  return callOf({ name, input, ...stateOfResult(output.trim()) });
}

function shellStep(name: string, text: string): ToolCall {
  const arrow = ARROW.exec(text);
  if (arrow !== null) {
    const output = text.slice(arrow.index + arrow[0].length).trim();
    return callOf({
      name,
      input: { command: unquoted(text.slice(0, arrow.index)) },
      ...stateOfResult(output === "(no output)" ? "" : output),
    });
  }
  const command = /`([^`]{1,2000})`/.exec(text)?.[1] ?? RAN.exec(text)?.[1] ?? text;
  return callOf({ name, input: { command: unquoted(command) }, ...stateOfResult(text) });
}

function unquoted(command: string): string {
  return command.trim().replace(/^[`$]\s*|`$/g, "").trim();
}
