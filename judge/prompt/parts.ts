/** What a question is made of, and how each piece of it is shown. */

import type { DataBlock } from "../../lib/text/data_blocks.ts";
import type { Verdict } from "../../schema/types.ts";
import type { AgentEvaluation } from "../agent_evaluation.ts";
import type { CompactionVerdict } from "../compaction.ts";
import type { ToolCall } from "../conversation.ts";
import type { Evidence } from "../evidence.ts";
import type { StuckVerdict } from "../stuck.ts";
import { inOneLine, linesOf } from "./bounded.ts";
import { factLines } from "./facts.ts";
import type { JudgeKind } from "./instructions.ts";
import type { Values } from "./sections.ts";
import type { Ends } from "../../lib/text/text.ts";

/** Is the task done? */
export interface TaskParts {
  readonly task: string;
  /** Since the task began. */
  readonly calls: readonly ToolCall[];
  /** What the agent said last. */
  readonly response: string;
  readonly evidence: Evidence | null;
  /** The project's AGENTS.md or CLAUDE.md. */
  readonly instructions: string | null;
  /** What the deterministic judge says. */
  readonly floor: Verdict | null;
}

/** Is it stuck? */
interface StuckParts {
  /** Since anything happened. */
  readonly seconds: number;
  readonly completed: boolean;
  readonly outputTokens: number | null;
  /** What the person said last. */
  readonly asked: string;
  /** What the agent said last. */
  readonly response: string;
  readonly calls: readonly ToolCall[];
  readonly floor: StuckVerdict | null;
}

/** What after a compaction? */
interface CompactionParts {
  readonly task: string;
  /** What the agent said last. */
  readonly response: string;
  readonly calls: readonly ToolCall[];
  readonly hasGitCommands: boolean;
  readonly hasReferences: boolean;
  readonly floor: CompactionVerdict | null;
}

/** How well was it done? */
interface AgentParts {
  readonly task: string;
  readonly calls: readonly ToolCall[];
  /** What the agent gave back at the end. */
  readonly output: string;
  readonly floor: AgentEvaluation | null;
}

/** The parts of each question; scrubbed. */
export interface JudgePromptParts {
  readonly task: TaskParts;
  readonly stuck: StuckParts;
  readonly compaction: CompactionParts;
  readonly agent: AgentParts;
}

/** A message is known by its beginning, and its result by its end. */
const TEXT: Ends = { head: 1500, tail: 2500 };

const INSTRUCTIONS: Ends = { head: 1500, tail: 0 };
const FLOOR: Ends = { head: 300, tail: 0 };

/** The values of a question's variables. */
export const VALUES: {
  readonly [Kind in JudgeKind]: (parts: JudgePromptParts[Kind]) => Values<Kind>;
} = {
  task: ({ task, calls, response }) => ({
    task: linesOf(task, TEXT),
    tools_used: callLines(calls),
    agent_response: linesOf(response, TEXT),
  }),
  stuck: ({ seconds, completed, outputTokens, asked, response, calls }) => ({
    time_since_activity: [String(seconds)],
    message_completed: [String(completed)],
    output_tokens: [outputTokens === null ? "not known" : String(outputTokens)],
    last_user_message: linesOf(asked, TEXT),
    last_assistant_response: linesOf(response, TEXT),
    tool_calls: callLines(calls),
  }),
  compaction: ({ task, response, calls, hasGitCommands, hasReferences }) => ({
    task_summary: linesOf(task, TEXT),
    last_assistant_response: linesOf(response, TEXT),
    tools_used: callLines(calls),
    has_git_commands: [String(hasGitCommands)],
    has_pr_issue_ref: [String(hasReferences)],
  }),
  agent: ({ task, calls, output }) => ({
    task: linesOf(task, TEXT),
    trace: callLines(calls),
    output: linesOf(output, TEXT),
  }),
};

/** What may be known beside them. */
interface Extras {
  readonly floor: object | null;
  readonly evidence?: Evidence | null;
  readonly instructions?: string | null;
}

/** What is known beside them, and no eval has: shown where there is any of it. */
export function extrasOf(
  { floor, evidence = null, instructions = null }: Extras,
): DataBlock[] {
  return [
    {
      title: "Facts that deterministic rules read from the run:",
      lines: evidence === null ? [] : factLines(evidence),
    },
    {
      title: "The project's instructions to agents, as far as they go here:",
      lines: instructions === null ? [] : linesOf(instructions, INSTRUCTIONS),
    },
    { title: "What deterministic rules conclude:", lines: floor === null ? [] : floorLines(floor) },
  ].filter(({ lines }) => lines.length > 0);
}

function floorLines(floor: object): string[] {
  return Object.entries(floor).filter(([name]) => name !== "evidence")
    .map(([name, value]) => inOneLine(`${name}: ${JSON.stringify(value)}`, FLOOR));
}

/** So many of the last calls are shown. */
const MOST_CALLS = 10;

const INPUT: Ends = { head: 200, tail: 0 };

/** Results stand at the end of an output, the command's own name for itself at the beginning. */
const OUTPUT: Ends = { head: 200, tail: 400 };

/** The lines for the last of the calls. */
function callLines(calls: readonly ToolCall[]): string[] {
  const first = Math.max(0, calls.length - MOST_CALLS);
  const earlier = first === 0 ? [] : [`(${first} earlier calls are not shown)`];
  const shown = calls.slice(first).flatMap((call, n) => [
    `${first + n + 1}. ${inOneLine(call.name, INPUT)} ${inputText(call.input)}: ${
      howItEnded(call)
    }`,
    ...call.output === null ? [] : linesOf(call.output, OUTPUT).map((line) => `   | ${line}`),
  ]);
  return [...earlier, ...shown];
}

function howItEnded({ state, exitCode, background, output }: ToolCall): string {
  return [
    state === "failed" ? "failed" : state === "done" ? "ended" : `still ${state}`,
    ...exitCode === null ? [] : [`exit code ${exitCode}`],
    ...background ? ["in the background"] : [],
    output === null ? "output not recorded" : output.trim() === "" ? "empty output" : "output:",
  ].join(", ");
}

function inputText(input: ToolCall["input"]): string {
  return inOneLine(json(input), INPUT);
}

/** A file's whole text may be an input: no more of it is written out than is shown. */
function json(input: ToolCall["input"]): string {
  const short = (_: string, value: unknown): unknown =>
    typeof value === "string" ? value.slice(0, INPUT.head) : value;
  try {
    return JSON.stringify(input, short);
  } catch {
    // Nested too deeply, or it holds itself.
    return "(unreadable input)";
  }
}
