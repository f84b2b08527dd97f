import { deepEqual, equal } from "node:assert/strict";
import { callOf, conversationOf, type ToolCall, turnOf } from "../../../judge/conversation.ts";
import { factsIn } from "../../../judge/evidence/evidence.ts";
import { factsOf, shell } from "./_calls.ts";

const GIT: readonly (readonly [string, string, string, number?])[] = [
  ["git commit -m 'x'", "", "commit passed"],
  ["git add . && git commit -m x", "nothing to commit, working tree clean", "commit failed", 1],
  ["git commit -m x | tail", "error: pathspec 'x' did not match", "commit failed"],
  ["git commit -m x | tail -1", "[main 1a2b3c4] x", "commit passed"],
  ["git push", "", "push passed"],
  [
    "git push 2>&1 | tail",
    "To github.com:a/b.git\n   1a2b3c4..5d6e7f8  main -> main",
    "push passed",
  ],
  ["git push | cat", " ! [rejected]        main -> main (fetch first)", "push failed"],
  ["git push", "fatal: could not read Username", "push failed", 128],
  ["git -C repo push | cat", "Everything up-to-date", "push passed"],
  ["git checkout -b fix", "", "branch passed"],
  ["git switch -c fix", "", "branch passed"],
  ["gh pr create --fill | cat", "https://github.com/a/b/pull/12", "forge passed"],
  ["gh pr create | cat", "pull request create failed: GraphQL: No commits", "forge failed"],
  ["gh pr comment 12 --body 'done'", "", "forge passed"],
  ["gh pr merge 12 --squash", "", "forge passed"],
  ["gh issue create -t x", "", "forge passed"],
  ["gh issue comment 3 -b x", "ok", "forge passed"],
  ["gh pr checks 12", "build\tpass\t1m2s\thttps://x\ntest\tpass\t2m\thttps://x", "ci passed"],
  ["gh pr checks 12", "build\tpass\t1m2s\thttps://x\ntest\tfail\t2m\thttps://x", "ci failed", 1],
  ["gh pr checks 12", "build\tpending\t0\thttps://x", "ci running", 8],
  ["gh run list --limit 3", "completed\tsuccess\tx\nother\ncompleted\tfailure\ty\tz", "ci passed"],
  ["gh run view 1", "✓ main ci · 1\n✓ build in 1m", "ci passed"],
  ["gh run watch 1 --exit-status", "X main ci · 1\nX build in 1m", "ci failed", 1],
  ["glab mr create | cat", "https://gitlab.com/a/b/-/merge_requests/4", "forge passed"],
  ["glab ci status", "(passed) • 01m 02s\tbuild\n", "ci passed"],
  ["git push", "git: command not found", "push not_run", 127],
  ...["git branch", "git branch -d x", "git log", "git push --dry-run", "echo git push"].map((
    line,
  ) => [line, "", ""] as const),
];

Deno.test("what was done to history and the remote side is found, with how it ended", () => {
  for (const [command, output, want, exit = 0] of GIT) {
    const facts = factsOf(shell(command, output, exit)).git;
    equal(facts.map(({ what, outcome }) => `${what} ${outcome}`).join(), want, command);
  }
});

Deno.test("the agent's list is what it last was, in whatever way the client keeps it", () => {
  const write = (...todos: unknown[]) => callOf({ name: "TodoWrite", input: { todos } });
  const item = (content: string, status: string) => ({ content, status });
  deepEqual(
    factsOf(
      write(item("old", "pending")),
      write(item("a", "completed"), item("b", "in_progress"), item("c", "cancelled")),
    ).todos,
    [{ text: "a", status: "completed" }, { text: "b", status: "in_progress" }],
  );
  const json = callOf({ name: "todowrite", input: { todos: '[{"content":"a","status":"done"}]' } });
  deepEqual(factsOf(json).todos, [{ text: "a", status: "completed" }]);
  const create = (subject: string, output: string | null = null) =>
    callOf({ name: "TaskCreate", input: { subject }, output });
  const update = (taskId: string, status: string) =>
    callOf({ name: "TaskUpdate", input: { taskId, status } });
  deepEqual(
    factsOf(
      create("a", "Task #7 created successfully: a"),
      create("b"),
      update("7", "completed"),
      update("2", "deleted"),
    ).todos,
    [{ text: "a", status: "completed" }],
  );
});

Deno.test("a list that other agents share is open where it was seen open after they were started", () => {
  const create = callOf({ name: "TaskCreate", input: { subject: "a" }, output: "Task #1 created" });
  const start = callOf({ name: "Agent", input: { prompt: "x" } });
  const show = (status: string) => callOf({ name: "TaskList", output: `#1 [${status}] a\n` });
  const gone = callOf({ name: "TaskUpdate", input: { taskId: "1" }, output: "Task not found" });
  const team = callOf({ name: "TeamCreate", input: { team_name: "t" } });
  const status = (...calls: ToolCall[]) => factsOf(...calls).todos[0]?.status;
  equal(status(create), "pending");
  equal(status(create, start), "unknown");
  equal(status(create, start, show("in_progress")), "in_progress");
  equal(status(create, start, show("completed")), "completed");
  equal(status(create, start, gone), undefined);
  equal(status(create, team, show("pending")), "unknown");
  const written = callOf({
    name: "TodoWrite",
    input: { todos: [{ content: "a", status: "pending" }] },
  });
  equal(status(written, start), "pending");
});

Deno.test("what a subagent did counts, but its list is not the agent's", () => {
  const todos = [{ content: "a", status: "pending" }];
  const facts = factsIn({
    ...conversationOf([
      turnOf({ origin: "person" }),
      turnOf({ origin: "agent", calls: [callOf({ name: "Task", input: { prompt: "x" } })] }),
      turnOf({
        origin: "agent",
        subagent: true,
        calls: [callOf({ name: "TodoWrite", input: { todos } }), shell("npm test")],
      }),
    ]),
    turnsBefore: 10,
  });
  deepEqual(facts.delegated, [{ turn: 11, step: 0 }]);
  deepEqual(facts.checks.map(({ turn, step }) => [turn, step]), [[12, 2]]);
  deepEqual([facts.todos, facts.total, facts.running], [[], 3, 0]);
});

Deno.test("a command left running is followed until it ended and was looked at", () => {
  const left = shell("npm run dev", "Command running in background with ID: b7", 0, {
    background: true,
    state: "running",
    exitCode: null,
  });
  const ask = (bash_id: string, output: string) =>
    callOf({ name: "BashOutput", input: { bash_id }, output });
  const seen = (...calls: ToolCall[]) => {
    const { ended, read } = factsOf(...calls).background[0]!;
    return `${ended ? "ended" : "runs"}, ${read ? "read" : "unread"}`;
  };
  equal(seen(left), "runs, unread");
  equal(seen({ ...left, state: "done", exitCode: 0 }), "ended, unread");
  equal(seen(left, ask("b8", "x")), "runs, unread");
  equal(seen(left, ask("b7", "<status>running</status>")), "runs, read");
  equal(seen(left, ask("b7", "<status>completed</status>")), "ended, read");
  equal(seen({ ...left, output: null }, ask("b9", "x")), "runs, read");
  equal(factsOf(left).runs[0]!.outcome, "running");
});
