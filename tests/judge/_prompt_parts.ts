// Parts of questions in which something is everywhere.

import { callOf } from "../../judge/conversation.ts";
import type { Done } from "../../judge/done/facts.ts";
import type { Evidence } from "../../judge/evidence.ts";
import type { JudgeKind, JudgePromptParts } from "../../judge/prompt.ts";
import type { Statements } from "../../judge/said.ts";
import type { ToolCall } from "../../judge/conversation.ts";

/** Every question. */
export const KINDS: readonly JudgeKind[] = ["task", "stuck", "compaction", "agent"];

/** A call of a shell with this output. */
export function shellCall(command: string, output: string | null): ToolCall {
  return callOf({ name: "Bash", input: { command }, output });
}

function done(text: string): Done {
  const place = { turn: 7, step: 1, command: text, outcome: "failed", excerpt: text } as const;
  const check = { kind: "test", runner: "vitest", passed: 11, failed: 2, partial: true } as const;
  return {
    commands: [place, { ...place, step: 2 }],
    checks: [{ ...place, ...check, afterLastEdit: true }],
    edits: [{ turn: 5, step: 0, path: text, outcome: "passed" }],
    lastEdit: 0,
    todos: [{ text, status: "pending" }, { text: "finished long ago", status: "completed" }],
    git: [{ turn: 8, step: 3, what: "pr_comment", outcome: "not_recorded", command: text }],
    loops: [{ kind: "action", command: text, times: 4 }],
    failures: [place],
    calls: 14,
    recorded: 10,
    running: 1,
  };
}

function said(text: string): Statements {
  const one = [text];
  return {
    ...{ text, empty: false, midSentence: true, claims: one, question: text, permission: text },
    ...{ remaining: one, nextSteps: one, announced: text, humanAction: one, delegated: one },
    ...{ dismissed: one, mitigated: false, trouble: one, waiting: text, danger: one },
    reported: [{ kind: "test", outcome: "passed", quote: text }],
    references: ["#12"],
    substance: 1,
  };
}

/** The facts, with this text in all of them. */
export function evidenceOf(text: string): Evidence {
  return { done: done(text), said: said(text) };
}

/** The parts of every question, with this text in all of them. */
export function partsOf(text: string): JudgePromptParts {
  const calls = [
    shellCall(text, text),
    callOf({ name: text, input: { [text]: text }, state: "failed", exitCode: 1, output: text }),
    callOf({ name: "Task", state: "running", background: true }),
  ];
  const verdict = { complete: false, severity: "HIGH", requires_human_action: false } as const;
  return {
    task: {
      ...{ task: text, calls, response: text, evidence: evidenceOf(text), instructions: text },
      floor: {
        ...{ ...verdict, feedback: text, missing: [text], next_actions: [text] },
        evidence: [{ rule: "failing_check", fact: text, turn: 7 }],
      },
    },
    stuck: {
      ...{ seconds: 45, completed: false, outputTokens: 12, asked: text, response: text, calls },
      floor: {
        ...{ stuck: true, reason: "genuinely_stuck", confidence: 0.7, shouldNudge: true },
        nudgeMessage: text,
      },
    },
    compaction: {
      ...{ task: text, response: text, calls, hasGitCommands: true, hasReferences: false },
      floor: {
        ...{ action: "continue_task", hasActiveGitWork: true, confidence: 0.7 },
        nudgeMessage: text,
      },
    },
    agent: {
      ...{ task: text, calls, output: text },
      floor: {
        ...{ reasoning: text, score: 3, verdict: "PARTIAL", feedback: text },
        ...{ strengths: [text], issues: [text], recommendations: [text] },
      },
    },
  };
}
