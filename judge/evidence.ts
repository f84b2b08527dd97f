/**
 * Facts about a task, each with the turn it comes from. What was done is read from tool calls and
 * their outputs; what was said is read from the agent's last message and proves nothing by itself.
 */

import type { Verdict } from "../schema/types.ts";
import type { Conversation, Turn } from "./conversation.ts";
import type { Task } from "./task.ts";
import type { Done } from "./done/facts.ts";
import { doneIn } from "./done.ts";
import { readSaid, type Statements } from "./said.ts";
import { commandKey } from "./rules/commands.ts";
import { quickHash } from "../lib/text/names.ts";

/** What a reader of escalations found in a text. */
export interface EscalationFound {
  /** How many payloads there are, whole or not. */
  readonly found: number;
  readonly payload:
    | { readonly task_scope: string; readonly request: readonly string[]; readonly attempt: number }
    | null;
  readonly violations: readonly { readonly where: string; readonly message: string }[];
}

/** Everything a verdict may rest on. */
export interface Evidence {
  readonly done: Done;
  readonly said: Statements;
  /** The number of the turn that `said` comes from, as facts count; null if there is none. */
  readonly saidAt?: number | null;
  /** The name of every tool that was used since the task began, each once. */
  readonly tools?: readonly string[];
  /** The escalation in the agent's last message; absent where none was looked for. */
  readonly escalation?: EscalationFound;
}

/**
 * The facts of a conversation about a task.
 *
 * @param readEscalation Reads an escalation out of the agent's last message. Default: none is read
 */
export function gatherEvidence(
  conversation: Conversation,
  task: Task,
  readEscalation?: (text: string) => EscalationFound,
): Evidence {
  const at = answerAt(conversation.turns, task.from);
  const turns = conversation.turns.slice(task.from).filter(({ subagent }) => !subagent);
  const tools = new Set(turns.flatMap(({ calls }) => calls.map(({ name }) => name)));
  const text = at === null ? "" : conversation.turns[at]?.text ?? "";
  return {
    done: doneIn(conversation, task),
    said: readSaid(text),
    saidAt: at === null ? null : conversation.turnsBefore + at,
    tools: [...tools],
    ...readEscalation !== undefined && text.includes("<ESCALATION>")
      ? { escalation: readEscalation(text) }
      : {},
  };
}

/** To be found to repeat oneself is no progress. */
const LOOPS: ReadonlySet<string> = new Set(["action_loop", "planning_loop"]);

/**
 * What matters of the facts, as a short text: the same as long as nothing new came to light.
 *
 * Leaves out the wording of messages, the numbers of turns, and a further run with the same result:
 * an agent that only says more, or looks again, has not come further.
 */
export function evidenceHash({ done, said }: Evidence, verdict?: Verdict): string {
  const checks = lastOf(
    done.checks,
    (check) => `${check.kind} ${commandKey(check.command)}`,
    ({ outcome, passed, failed }) => `${outcome} ${passed} ${failed}`,
  );
  const git = lastOf(done.git, ({ what }) => what, ({ outcome }) => outcome);
  const todos = done.todos.map(({ text, status }) => `${status} ${text}`).sort();
  const edits = done.edits.filter(({ outcome }) => outcome !== "failed").length;
  const rules = verdict === undefined
    ? said.reported.map(({ kind, outcome }) => `${kind} ${outcome}`)
    : verdict.evidence.map(({ rule }) => rule).filter((rule) => !LOOPS.has(rule));
  return quickHash(JSON.stringify([checks, edits, todos, git, [...new Set(rules)].sort()]));
}

/** Where the agent's answer stands: its last turn, unless somebody spoke after it. */
function answerAt(turns: readonly Turn[], from: number): number | null {
  for (let at = turns.length - 1; at >= from; at--) {
    const turn = turns[at];
    if (turn === undefined || turn.subagent) continue;
    if (turn.origin === "agent") return at;
    // The agent has said nothing yet to what it was told last.
    if (turn.origin === "person" || turn.origin === "feedback") return null;
  }
  return null;
}

/** How things of one name ended last, in an order that does not depend on when. */
function lastOf<T extends { readonly step: number }>(
  facts: readonly T[],
  name: (fact: T) => string,
  state: (fact: T) => string,
): string[] {
  const states = new Map<string, { step: number; state: string }>();
  for (const fact of facts) {
    const key = name(fact);
    if ((states.get(key)?.step ?? -1) <= fact.step) {
      states.set(key, { step: fact.step, state: state(fact) });
    }
  }
  return [...states].map(([key, { state }]) => `${key} ${state}`).sort();
}
