/** What does an agent need after its context was compacted? */

import { COMPACTION_ACTIONS, type CompactionFacts, type CompactionVerdict } from "../compaction.ts";
import {
  answerOf,
  type Asked,
  CALLS,
  NUDGE,
  numberTo,
  type Question,
  SAID,
  z,
} from "./question.ts";

/** The question. */
export const COMPACTION: Question<CompactionVerdict> = {
  role: "The conversation of a coding agent was just compacted. You say what it should do next.",
  rules: [
    "needs_clarification: too little is left to tell what it was doing, the task names nothing " +
    "that one could go on with, or it can go on with nothing before a person supplies something. " +
    "The message asks it to summarise the state and what comes next.",
    "task_complete: the work is finished and nothing is open. There is no message then.",
    "needs_github_update: it is still working on a pull request or an issue, and what it did since " +
    "is not written there. The message asks for an update with gh pr comment or gh issue comment, " +
    "and names the number if it is known.",
    "continue_task: ordinary work is under way. The message reminds it of that work, by name.",
    "hasActiveGitWork: it ran gh pr, gh issue, git commit, git push or git branch, or the text " +
    "names a pull request or an issue that it works on.",
    "Evidence beats claims: work is finished where it was shown, not where it was promised.",
  ],
  sections: [
    { title: "The task, as far as it is known:", shows: "task_summary" },
    { title: SAID, shows: "last_assistant_response" },
    { title: CALLS, shows: "tools_used" },
    {
      title: "What was found in them:",
      shows: {
        has_git_commands: "Commands of git or gh that change something",
        has_pr_issue_ref: "References to pull requests or issues",
      },
    },
  ],
  answer: answerOf(
    z.object({
      action: z.enum(COMPACTION_ACTIONS),
      hasActiveGitWork: z.boolean(),
      confidence: numberTo(1),
      nudgeMessage: NUDGE,
    }),
    { nudgeMessage: null },
  ),
};

/** The parts of the question about the work before a compaction. */
export function askCompaction(facts: CompactionFacts): Asked<CompactionVerdict> {
  const parts = {
    task_summary: facts.task,
    last_assistant_response: facts.lastResponse,
    tools_used: facts.tools,
    has_git_commands: facts.gitWork,
    has_pr_issue_ref: facts.reference !== null,
  };
  return { question: COMPACTION, parts };
}
