/**
 * What was done: commands and how they ended, checks and their results, edits, loops. Read from
 * tool calls and their outputs alone; what the agent says about them is not looked at.
 */

import type { Conversation } from "./conversation.ts";
import { checksOf, type FreshCheck } from "./done/checks.ts";
import { fromTop, topOf } from "./done/check_folder.ts";
import { editsIn, makesStale, wasMade } from "./done/edits.ts";
import { endOf, shownCommand } from "./done/excerpt.ts";
import { failuresIn } from "./done/failures.ts";
import { gitFactsIn } from "./done/git_facts.ts";
import { actionLoops, planningLoops } from "./done/loops.ts";
import type { Run } from "./done/read_back.ts";
import { runOutcome, runsIn } from "./done/runs.ts";
import { Stashes } from "./done/stash.ts";
import { stepsIn } from "./done/steps.ts";
import { todosIn } from "./done/todos.ts";
import type { CheckFact, CommandFact, Done, EditFact } from "./done/facts.ts";
import type { Task } from "./task.ts";

/** What the agent itself, not one that it started, did since the task began. */
export function doneIn(conversation: Conversation, task: Task): Done {
  const steps = stepsIn(conversation, task);
  const runs = runsIn(steps);
  const written = steps.filter(({ use }) => use === "edit" || use === "patch");
  const stashes = new Stashes(runs, written.map(({ step }) => step));
  const edits = editsIn(steps, runs, stashes);
  // What a check says while the change is put aside is about the old state.
  const found = runs.map((run) => checksOf(run, (at) => !stashes.holds(run.step, at)));
  const checks = seenFromTop(found.flat(), edits);
  const aside = runs.filter((run, at) =>
    found[at]!.length === 0 && run.commands.some((_, index) => stashes.holds(run.step, index))
  );
  const lastStale = edits.findLast(makesStale)?.step ?? -1;
  const working = task.kind === "work";
  return {
    commands: runs.filter((run) => !aside.includes(run)).map(commandFact),
    checks: checks.map((check) => aged(check, lastStale)),
    edits,
    lastEdit: edits.findLast(wasMade)?.step ?? null,
    todos: todosIn(steps, stepsIn(conversation, task, "before")),
    git: gitFactsIn(steps, runs),
    loops: working ? [...actionLoops(runs, edits), ...planningLoops(steps, runs)] : [],
    failures: failuresIn(steps, edits),
    calls: steps.length,
    recorded: steps.filter(({ call }) => call.output !== null).length,
    running:
      steps.filter(({ call }) => call.state === "running" || call.state === "pending").length,
  };
}

function commandFact(run: Run): CommandFact {
  const { turn, step, line, output } = run;
  const excerpt = endOf(output ?? []);
  return { turn, step, command: shownCommand(line), outcome: runOutcome(run), excerpt };
}

/** Folders are told in short and in full: both are seen from the top of the project. */
function seenFromTop(checks: readonly FreshCheck[], edits: readonly EditFact[]): FreshCheck[] {
  const folders = checks.map(({ scope }) => scope?.folder ?? "");
  const top = topOf(folders, edits.filter(makesStale).map(({ path }) => path));
  return checks.map((check) =>
    check.scope === undefined
      ? check
      : { ...check, scope: { ...check.scope, folder: fromTop(check.scope.folder, top) } }
  );
}

/** `sed -i … && npm test` is one step in which the check comes last. */
function aged(check: FreshCheck, lastStale: number): CheckFact {
  return { ...check, afterLastEdit: lastStale <= check.step };
}
