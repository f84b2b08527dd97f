import { deepEqual, equal } from "node:assert/strict";
import { callOf, conversationOf, turnOf } from "../../../judge/conversation.ts";
import { doneIn } from "../../../judge/done.ts";
import { doneBy, shell, taskOfKind } from "./calls.ts";

Deno.test("a written list replaces the one before", () => {
  const write = (...todos: unknown[]) => callOf({ name: "TodoWrite", input: { todos } });
  const { todos } = doneBy([
    write(
      ...["old", "older", "oldest", "first"].map((content) => ({ content, status: "pending" })),
    ),
    write({ content: "a", status: "completed" }, { content: "b", status: "in_progress" }, {
      content: "c",
      status: "cancelled",
    }),
  ]);
  deepEqual(todos, [{ text: "a", status: "completed" }, { text: "b", status: "in_progress" }]);
});

Deno.test("a plan is a list, and so is a list given as JSON", () => {
  const plan = callOf({ name: "update_plan", input: { plan: [{ step: "a", status: "pending" }] } });
  deepEqual(doneBy([plan]).todos, [{ text: "a", status: "pending" }]);
  const json = callOf({ name: "todowrite", input: { todos: '[{"content":"a","status":"done"}]' } });
  deepEqual(doneBy([json]).todos, [{ text: "a", status: "completed" }]);
});

Deno.test("tasks are built up by their ids", () => {
  const create = (subject: string, output: string | null = null) =>
    callOf({ name: "TaskCreate", input: { subject }, output });
  const update = (taskId: string, status: string) =>
    callOf({ name: "TaskUpdate", input: { taskId, status } });
  const { todos } = doneBy([
    create("a", "Task #7 created successfully: a"),
    create("b"),
    create("c"),
    update("7", "completed"),
    update("2", "in_progress"),
    update("3", "deleted"),
  ]);
  deepEqual(todos, [{ text: "a", status: "completed" }, { text: "b", status: "in_progress" }]);
});

Deno.test("only calls of the agent itself since the task began count", () => {
  const calls = [shell("npm test", "1 passing")];
  const conversation = {
    ...conversationOf([
      turnOf({ origin: "agent", calls }),
      turnOf({ origin: "person" }),
      turnOf({ origin: "agent", calls, subagent: true }),
      turnOf({ origin: "agent", calls: [callOf({ name: "Read" }), ...calls] }),
    ]),
    turnsBefore: 10,
  };
  const done = doneIn(conversation, taskOfKind("work", 1));
  deepEqual(done.checks.map(({ turn, step }) => [turn, step]), [[13, 3]]);
  deepEqual([done.calls, done.recorded, done.running], [2, 1, 0]);
});

const GIT: readonly (readonly [string, string | null, string, number?])[] = [
  ["git commit -m 'x'", "[main 1a2b3c4] x\n 1 file changed", "commit passed"],
  [
    "git add . && git commit -m x",
    "On branch main\nnothing to commit, working tree clean",
    "commit failed",
    1,
  ],
  ["git commit -m x | tail", "error: pathspec 'x' did not match", "commit failed"],
  ["git push", "To github.com:a/b.git\n   1a2b3c4..5d6e7f8  main -> main", "push passed"],
  [
    "git push -u origin fix 2>&1",
    "To https://x/y.git\n * [new branch]      fix -> fix",
    "push passed",
  ],
  [
    "git push | cat",
    " ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs",
    "push failed",
  ],
  ["git push", "fatal: could not read Username", "push failed", 128],
  ["git push", null, "push not_recorded"],
  ["git -C repo push", "Everything up-to-date", "push passed"],
  ["git checkout -b fix", "Switched to a new branch 'fix'", "branch passed"],
  ["git switch -c fix", "", "branch passed"],
  ["gh pr create --fill", "https://github.com/a/b/pull/12", "pr_create passed"],
  [
    "gh pr create --fill | cat",
    "pull request create failed: GraphQL: No commits",
    "pr_create failed",
  ],
  [
    "gh pr comment 12 --body 'done'",
    "https://github.com/a/b/pull/12#issuecomment-1",
    "pr_comment passed",
  ],
  ["gh pr merge 12 --squash", "✓ Squashed and merged", "pr_merge passed"],
  ["gh issue create -t x", "https://github.com/a/b/issues/3", "issue_create passed"],
  ["gh issue comment 3 -b x", "ok", "issue_comment passed"],
  ["gh pr checks 12", "build\tpass\t1m2s\thttps://x\ntest\tpass\t2m\thttps://x", "ci passed"],
  ["gh pr checks 12", "build\tpass\t1m2s\thttps://x\ntest\tfail\t2m\thttps://x", "ci failed", 1],
  ["gh pr checks 12", "build\tpending\t0\thttps://x", "ci running", 8],
  ["gh run list --limit 3", "completed\tsuccess\tx\nother\ncompleted\tfailure\ty\tz", "ci passed"],
  ["gh run view 1", "✓ main ci · 1\n✓ build in 1m", "ci passed"],
  ["gh run watch 1 --exit-status", "X main ci · 1\nX build in 1m", "ci failed", 1],
  ["glab mr create", "https://gitlab.com/a/b/-/merge_requests/4", "pr_create passed"],
  ["glab ci status", "(passed) • 01m 02s\tbuild\n", "ci passed"],
];

Deno.test("what happened on the remote side is found, with how it ended", () => {
  for (const [command, output, want, exit = 0] of GIT) {
    const facts = doneBy([shell(command, output, exit)]).git;
    equal(facts.map(({ what, outcome }) => `${what} ${outcome}`).join(), want, command);
  }
});

Deno.test("looking at git is no fact of its own", () => {
  for (
    const command of [
      "git branch",
      "git branch -d x",
      "git log",
      "git push --dry-run",
      "echo git push",
    ]
  ) {
    deepEqual(doneBy([shell(command, "")]).git, [], command);
  }
});
