/**
 * The facts of a conversation: everything that its tool calls prove. What the agent says about them
 * is not looked at, so that the facts are the same in whatever language it writes.
 */

import type { Conversation } from "../conversation.ts";
import { checksOf } from "./checks.ts";
import { editsOfRun, editsOfTool, isWork } from "./edits.ts";
import type { CallFact, Facts, Place } from "./facts.ts";
import { gitFactOfRun, gitFactOfTool } from "./git.ts";
import { backgroundIn, todosAfter } from "./left_open.ts";
import { type Run, runsOf } from "./runs.ts";
import { outcomeOf, pathOf, type Step, textIn, useOf } from "./tools.ts";
import { oneLine } from "../../lib/text/text.ts";

/** Reads the calls of the agent and of those that it started. */
export function factsIn(conversation: Conversation): Facts {
  const steps = stepsIn(conversation);
  const lines = steps.map(runsOf);
  const runs = lines.flat();
  const edits = [...steps.flatMap(editsOfTool), ...runs.flatMap(editsOfRun)];
  const git = [...steps.flatMap(gitFactOfTool), ...runs.flatMap(gitFactOfRun)];
  return {
    runs: runs.map(factOf),
    checks: lines.flatMap(checksOf),
    edits: edits.filter(({ path }) => isWork(path, conversation.folder)).sort(inOrder),
    calls: steps.flatMap(callFact),
    todos: todosAfter(steps.filter(({ own }) => own)),
    git: git.sort(inOrder),
    background: backgroundIn(steps),
    delegated: steps.filter(({ use }) => use === "delegate").map(({ place }) => place),
    total: steps.length,
    running:
      steps.filter(({ call: { state } }) => state === "running" || state === "pending").length,
  };
}

function stepsIn({ turns, turnsBefore }: Conversation): Step[] {
  const steps: Step[] = [];
  let step = 0;
  for (const [index, { origin, subagent, calls }] of turns.entries()) {
    for (const call of calls) {
      const place = { turn: turnsBefore + index, step: step++ };
      if (origin === "agent") steps.push({ place, call, use: useOf(call), own: !subagent });
    }
  }
  return steps;
}

function inOrder(one: Place, other: Place): number {
  return one.step - other.step;
}

function factOf({ turn, step, command, words, folder, outcome, why }: Run): Facts["runs"][number] {
  return { turn, step, command, words, folder, outcome, why };
}

function callFact({ place, call, use }: Step): CallFact[] {
  if (use === "command" || use === "edit") return [];
  const target = pathOf(call) ||
    textIn(call.input, "pattern", "query", "url", "description", "prompt", "subject");
  return [{ ...place, name: call.name, target: oneLine(target), outcome: outcomeOf(call) }];
}
