/**
 * The facts of a conversation: everything that its tool calls prove. What the agent says about them
 * is not looked at, so that the facts are the same in whatever language it writes.
 */

import type { Conversation } from "../conversation.ts";
import { backgroundIn } from "./background.ts";
import { checksOf } from "./checks.ts";
import { editsOfRun, editsOfTool, isWork } from "./edits.ts";
import type { CallFact, EditFact, Facts, GitFact, Place, RunFact } from "./facts.ts";
import { gitFactOfRun, gitFactOfTool } from "./git.ts";
import { type Run, runsOf } from "./runs.ts";
import { todosAfter } from "./todos.ts";
import { outcomeOf, type Step, targetOf, useOf } from "./tools.ts";
import { oneLine } from "../../lib/text/text.ts";

/** Reads the calls of the agent and of those that it started. */
export function factsIn(conversation: Conversation): Facts {
  const steps = stepsIn(conversation);
  const lines = steps.filter(({ use }) => use === "command")
    .map((step) => runsOf(step.call, placeOf(step)));
  const runs = lines.flat();
  return {
    runs: runs.map(factOf),
    checks: lines.flatMap(checksOf),
    edits: editsIn(steps, runs, conversation.folder),
    calls: steps.flatMap(callFact),
    todos: todosAfter(steps.filter(({ own }) => own)),
    git: gitFactsIn(steps, runs),
    background: backgroundIn(steps),
    delegated: steps.filter(({ use }) => use === "delegate").map(placeOf),
    total: steps.length,
    running:
      steps.filter(({ call }) => call.state === "running" || call.state === "pending").length,
  };
}

function stepsIn({ turns, turnsBefore }: Conversation): Step[] {
  const steps: Step[] = [];
  let step = 0;
  for (const [index, { origin, subagent, calls }] of turns.entries()) {
    for (const call of calls) {
      const place = { turn: turnsBefore + index, step: step++ };
      if (origin === "agent") steps.push({ ...place, call, use: useOf(call), own: !subagent });
    }
  }
  return steps;
}

function placeOf({ turn, step }: Place): Place {
  return { turn, step };
}

function factOf({ turn, step, command, words, folder, outcome, why }: Run): RunFact {
  return { turn, step, command, words, folder, outcome, why };
}

function editsIn(steps: readonly Step[], runs: readonly Run[], folder: string): EditFact[] {
  const byTools = steps.flatMap((step) =>
    step.use === "edit" || step.use === "patch" ? editsOfTool(step.call, placeOf(step)) : []
  );
  return [...byTools, ...runs.flatMap(editsOfRun)].filter(({ path }) => isWork(path, folder))
    .sort((a, b) => a.step - b.step);
}

function gitFactsIn(steps: readonly Step[], runs: readonly Run[]): GitFact[] {
  const byTools = steps.flatMap((step) =>
    step.use === "other" ? gitFactOfTool(step.call, placeOf(step)) : []
  );
  return [...byTools, ...runs.flatMap(gitFactOfRun)].sort((a, b) => a.step - b.step);
}

function callFact(step: Step): CallFact[] {
  const { call, use } = step;
  if (use === "command" || use === "edit" || use === "patch") return [];
  const { name } = call;
  return [{ ...placeOf(step), name, target: oneLine(targetOf(call)), outcome: outcomeOf(call) }];
}
