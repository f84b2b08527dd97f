import assert from "node:assert/strict";
import { callOf, conversationOf, turnOf } from "../../judge/conversation.ts";
import {
  type CompactionAction,
  compactionFacts,
  compactionFactsFromTexts,
  type CompactionTexts,
  type CompactionVerdict,
  judgeCompaction,
} from "../../judge/compaction.ts";
import { hasGithubCommand, referencesIn } from "../../judge/compaction_github.ts";
import { beginsWithMark } from "../../judge/feedback_marks.ts";
import { taskOf } from "../../judge/task.ts";

const WORK: CompactionTexts = {
  task_summary: "Add rate limiting to the upload endpoint",
  last_assistant_response: "I added the limiter and now I am wiring it into the router.",
  tools_used: "read: src/router.ts, edit: src/limiter.ts",
  has_git_commands: "false",
  has_pr_issue_ref: "false",
};

function judge(texts: CompactionTexts): CompactionVerdict {
  return judgeCompaction(compactionFactsFromTexts({ ...WORK, ...texts }));
}

function is(
  verdict: CompactionVerdict,
  action: CompactionAction,
  active = action === "needs_github_update",
): void {
  assert.equal(verdict.action, action, JSON.stringify(verdict));
  assert.equal(verdict.hasActiveGitWork, active, JSON.stringify(verdict));
  assert.equal(verdict.nudgeMessage === null, action === "task_complete");
  if (verdict.nudgeMessage !== null) assert.ok(beginsWithMark(verdict.nudgeMessage));
}

Deno.test("the commands that mean work on GitHub are those of the seed", () => {
  for (
    const command of [
      "gh pr create",
      "gh pr comment 3",
      "gh issue create",
      "gh issue comment 4",
      "git commit -m x",
      "git push",
      "git branch x",
    ]
  ) assert.equal(hasGithubCommand(`bash: ${command}`), true, command);
  assert.equal(hasGithubCommand("bash: git status, read: gh.ts"), false);
});

Deno.test("the references that mean work on GitHub are those of the seed", () => {
  const numbers = (text: string) => referencesIn(text).map(({ kind, number }) => [kind, number]);
  assert.deepEqual(numbers("see #123"), [["unknown", 123]]);
  assert.deepEqual(numbers("PR #34 and PR34"), [["pull_request", 34], ["pull_request", 34]]);
  assert.deepEqual(numbers("issue #42"), [["issue", 42]]);
  assert.deepEqual(numbers("Fixes #9, then merge #8"), [["issue", 9], ["pull_request", 8]]);
  assert.deepEqual(numbers("the pull request"), [["pull_request", null]]);
  assert.deepEqual(numbers("https://github.com/a/b/pull/7"), [["pull_request", 7]]);
  assert.deepEqual(numbers("colour #fff, a#1, &#39; and 3 prs"), []);
});

Deno.test("work on a pull request that is not finished is told there, by its number", () => {
  const verdict = judge({
    task_summary: "Address the review of PR #34",
    last_assistant_response: "I fixed two of the comments and I am working on the third.",
    tools_used: "bash: git commit -m 'Fix', bash: git push",
    has_pr_issue_ref: "true",
  });
  is(verdict, "needs_github_update");
  assert.match(verdict.nudgeMessage ?? "", /Update PR #34 with `gh pr comment 34`/);
});

Deno.test("work on an issue is told on the issue", () => {
  const verdict = judge({
    task_summary: "Work on issue #42",
    last_assistant_response: "The cause is found; the fix is half done.",
    tools_used: "bash: git commit -am wip",
    has_git_commands: "true",
    has_pr_issue_ref: "true",
  });
  is(verdict, "needs_github_update");
  assert.match(verdict.nudgeMessage ?? "", /`gh issue comment 42`/);
});

Deno.test("ordinary work goes on, with the task and what was said last", () => {
  const verdict = judge({});
  is(verdict, "continue_task");
  assert.match(verdict.nudgeMessage ?? "", /rate limiting[^]*router/);
});

Deno.test("commands of git without a reference are active work, and nothing to update", () => {
  for (const command of ["git commit -m x", "git push", "git branch x"]) {
    is(judge({ tools_used: `bash: ${command}`, has_git_commands: "true" }), "continue_task", true);
    is(judge({ tools_used: `bash: ${command}` }), "continue_task", true);
  }
});

Deno.test("a reference alone is no work on GitHub, unless it is what is worked on", () => {
  const seen = { has_pr_issue_ref: "true" };
  is(judge({ ...seen, task_summary: "Port the upload limits, see #12" }), "continue_task");
  is(judge({ ...seen, task_summary: "Fix #123" }), "needs_github_update");
});

Deno.test("colours and steps are no references", () => {
  for (
    const text of [
      "Make the footer background #333 and the text #000",
      "Change the color to #333",
      "Step #1 is done; I'm now working on step #2.",
      "The border is #112233 now",
    ]
  ) assert.deepEqual(referencesIn(text), [], text);
  const commits = { tools_used: "bash: git commit -am x", has_git_commands: "true" };
  for (const told of ["", "true"]) {
    const colour = judge({
      ...commits,
      task_summary: "Make the footer background #333",
      last_assistant_response: "The footer is done, now I am changing the text.",
      has_pr_issue_ref: told,
    });
    assert.doesNotMatch(colour.nudgeMessage ?? "", /(?:PR|issue) #333/, told);
  }
});

Deno.test("where somebody says that there is no reference, nothing is called one", () => {
  const verdict = judge({
    task_summary: "Port the change of PR #7 to #8",
    tools_used: "bash: git push",
    has_git_commands: "true",
    has_pr_issue_ref: "false",
  });
  is(verdict, "continue_task", true);
});

Deno.test("a bare number is called what the words around it say", () => {
  const nudge = (task: string, response = "I am in the middle of it.") =>
    judge({
      task_summary: task,
      last_assistant_response: response,
      tools_used: "bash: git commit -am wip",
      has_git_commands: "true",
      has_pr_issue_ref: "true",
    }).nudgeMessage ?? "";
  assert.match(nudge("Fix #123"), /Update issue #123 with `gh issue comment 123`/);
  assert.match(nudge("Rebase #8 onto main"), /Update PR #8 with `gh pr comment 8`/);
  assert.match(nudge("Go on with #5", "PR #5 has one comment left."), /Update PR #5 with `gh pr/);
  assert.match(
    nudge("Go on with #5"),
    /Update issue or PR #5 with `gh issue comment 5` or `gh pr comment 5`/,
  );
});

Deno.test("one cannot be sure where nothing is left to go by", () => {
  const { confidence } = judge({ task_summary: "", last_assistant_response: "", tools_used: "" });
  assert.ok(confidence < 0.7, String(confidence));
});

Deno.test("where too much is lost the agent says first where it is", () => {
  for (
    const texts of [
      { task_summary: "", last_assistant_response: "" },
      { task_summary: "continue" },
      { last_assistant_response: "" },
      { last_assistant_response: "I'm not sure what I was working on. Could you remind me?" },
    ]
  ) {
    const verdict = judge(texts);
    is(verdict, "needs_clarification");
    assert.match(verdict.nudgeMessage ?? "", /Summarise the state of the work and what is next/);
  }
});

Deno.test("what was finished needs no nudge", () => {
  const finished = "I've implemented the rate limiter. All tests pass. The task is complete.";
  is(judge({ last_assistant_response: finished }), "task_complete");
  is(
    judge({ last_assistant_response: "Uploads are limited. Nothing remaining." }),
    "task_complete",
  );
  is(
    judge({
      task_summary: "Fix the crash of issue #9",
      last_assistant_response: "PR #12 was merged and the issue is closed. Everything is done.",
      tools_used: "bash: git push, bash: gh pr merge 12",
      has_git_commands: "true",
    }),
    "task_complete",
  );
});

Deno.test("a conversation is read into the same facts", () => {
  const conversation = conversationOf([
    turnOf({ origin: "person", text: "Fix the crash in PR #7" }),
    turnOf({
      origin: "agent",
      text: "I pushed a first fix and now I am looking at the second crash.",
      calls: [callOf({ name: "bash", input: { command: "git push" }, output: "" })],
    }),
  ]);
  const facts = compactionFacts(conversation, taskOf(conversation));
  assert.equal(facts.gitCommands, true);
  assert.deepEqual(facts.references, ["PR #7"]);
  is(judgeCompaction(facts), "needs_github_update");
});

Deno.test("words that were asked for and given need no nudge", () => {
  is(
    judge({
      task_summary: "How are uploads limited?",
      last_assistant_response: "`src/limiter.ts` counts 10 per minute and user, in Redis.",
    }),
    "task_complete",
  );
});

Deno.test("a megabyte of anything is judged in reasonable time", () => {
  for (const piece of ["a", " ", "#1 ", "PR ", "pr:", "issue", "now ", "gh pr "]) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const begin = performance.now();
    judge({
      task_summary: text,
      last_assistant_response: text,
      tools_used: text,
      has_pr_issue_ref: text,
    });
    assert.ok(performance.now() - begin < 3_000, piece);
  }
});
