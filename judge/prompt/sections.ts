/**
 * How a question is laid out: the one table that the shipped prompt and the template for evals are
 * both made from. A variable is called as the evals call it.
 */

import type { DataBlock } from "../../lib/text/data_blocks.ts";
import type { JudgeKind } from "./instructions.ts";

/** One block of data under a title. */
interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** A variable, on a line of its own with a label, or as lines. */
interface Entry {
  readonly label: string | null;
  readonly variable: string;
}

const lines = <const Name extends string>(title: string, variable: Name) => ({
  title,
  entries: [{ label: null, variable }] as const,
});

const CALLS = "The last tool calls and what came back:";
const SAID = "What the agent said last. Claims, not facts:";

/** The sections of each question. */
const SECTIONS = {
  task: [
    lines("The task, as the person gave it:", "task"),
    lines(CALLS, "tools_used"),
    lines(SAID, "agent_response"),
  ],
  stuck: [
    {
      title: "The state of the run:",
      entries: [
        { label: "Seconds since anything happened", variable: "time_since_activity" },
        { label: "The last message was completed", variable: "message_completed" },
        { label: "Tokens that the agent wrote", variable: "output_tokens" },
      ],
    },
    lines("What the person said last:", "last_user_message"),
    lines(SAID, "last_assistant_response"),
    lines("Tool calls and their state:", "tool_calls"),
  ],
  compaction: [
    lines("The task, as far as it is known:", "task_summary"),
    lines(SAID, "last_assistant_response"),
    lines(CALLS, "tools_used"),
    {
      title: "What was found in them:",
      entries: [
        { label: "Commands of git or gh that change something", variable: "has_git_commands" },
        { label: "References to pull requests or issues", variable: "has_pr_issue_ref" },
      ],
    },
  ],
  agent: [
    lines("The task:", "task"),
    lines("What the agent did, step by step:", "trace"),
    lines("What it gave back at the end:", "output"),
  ],
} as const satisfies Readonly<Record<JudgeKind, readonly Section[]>>;

/** The variables of a question. */
type Variable<Kind extends JudgeKind> =
  (typeof SECTIONS)[Kind][number]["entries"][number]["variable"];

/** The lines for each variable of a question. */
export type Values<Kind extends JudgeKind> = Readonly<Record<Variable<Kind>, readonly string[]>>;

/** The blocks of a question, with the lines of each variable. */
export function blocksOf(
  kind: JudgeKind,
  linesFor: (variable: string) => readonly string[],
): DataBlock[] {
  return SECTIONS[kind].map(({ title, entries }: Section) => ({
    title,
    lines: entries.flatMap(({ label, variable }) => {
      const found = linesFor(variable);
      const shown = found.length === 0 ? ["(nothing)"] : found;
      return label === null ? shown : [`${label}: ${shown.join(" ")}`];
    }),
  }));
}
