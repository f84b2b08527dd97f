import { deepEqual, equal, match, ok } from "node:assert/strict";
import { compactionFacts, judgeCompaction } from "../../judge/compaction.ts";
import { callOf, conversationOf, type ToolCall, turnOf } from "../../judge/conversation.ts";
import { beginsWithMark } from "../../judge/feedback.ts";

function bash(command: string, output = ""): ToolCall {
  return callOf({ name: "bash", input: { command }, output, exitCode: 0 });
}

const edit = callOf({ name: "edit", input: { filePath: "src/a.ts" }, output: "ok" });

function facts(task: string, calls: readonly ToolCall[], text = "On it.") {
  const turns = [
    turnOf({ origin: "person", text: task }),
    turnOf({ origin: "agent", text, calls }),
  ];
  return compactionFacts(conversationOf(turns), 0);
}

function nudge(...given: Parameters<typeof facts>): string | null {
  const verdict = judgeCompaction(facts(...given));
  equal(verdict?.action ?? "needs_github_update", "needs_github_update");
  return verdict?.nudgeMessage ?? null;
}

Deno.test("work on a pull request that GitHub was not told of wants an update, by its number", () => {
  const rows: [task: string, calls: ToolCall[], told: RegExp][] = [
    ["Address the comments", [bash("gh pr view 34 --comments"), edit], /`gh pr comment 34`/],
    ["Fix it", [bash("cd x && GH_TOKEN=a gh pr checkout 9"), bash("git push")], /PR #9 with/],
    [
      "Fix it",
      [bash("gh pr create --fill", "https://github.com/a/b/pull/57\n"), edit],
      /`gh pr comment 57`/,
    ],
    ["Fix it", [bash("gh pr create --fill"), bash("git push")], /Update PR with `gh pr comment`:/],
    ["Fix it", [bash("gh issue comment 7 -b x"), edit], /`gh issue comment 7`/],
    ["Fix it", [bash("gh pr view https://github.com/a/b/pull/8"), edit], /PR #8/],
    ["Fix issue #42", [edit, bash("git commit -am x && git push")], /`gh issue comment 42`/],
    ["See https://github.com/a/b/pull/12", [bash("git push --force")], /`gh pr comment 12`/],
    ["Keep PR34 up to date", [bash("git commit -m x")], /`gh pr comment 34`/],
    ["Fix PR #3", [bash("gh pr view 4"), bash("gh pr view 5"), edit], /PR #5/],
  ];
  for (const [task, calls, told] of rows) {
    const said = nudge(task, calls);
    ok(said !== null && beginsWithMark(said), task);
    match(said, told);
  }
  match(nudge("Fix PR #3\nand more", [bash("git push")]) ?? "", /task: "Fix PR #3 and more"/);
});

Deno.test("where GitHub was told last, or nothing is about it, only reading tells", () => {
  const rows: [task: string, calls: ToolCall[]][] = [
    ["Merge it", [bash("git push"), bash("gh pr merge 71 --squash")]],
    ["Open a PR", [edit, bash("git push"), bash("gh pr create --fill")]],
    ["Report on issue #7", [edit, bash("gh issue comment 7 -b done")]],
    ["Read PR #5", [bash("gh pr view 5"), bash("git log")]],
    ["Tidy up, a commit each", [edit, bash("git commit -am x")]],
    ["Restyle step #3 in #112233", [edit, bash("git commit -am x")]],
    ["Fix issue #42", [edit]],
    ["Fix issue #42", [bash("echo gh pr view 42"), bash("git status"), edit]],
    ["Fix issue #42", []],
  ];
  for (const [task, calls] of rows) {
    equal(nudge(task, calls), null, `${task}: ${JSON.stringify(calls.map(({ input }) => input))}`);
  }
});

Deno.test("what the agent says changes nothing", () => {
  const calls = [bash("gh pr view 34"), edit];
  const said = ["All done and merged, PR #99.", "Готово. Всё слито.", "I lost the context", ""];
  const verdicts = said.map((text) => judgeCompaction(facts("Fix it", calls, text)));
  for (const verdict of verdicts) deepEqual(verdict, verdicts[0]);
});

Deno.test("only the task at hand counts, and the facts hold what a model is shown", () => {
  const turns = [
    turnOf({ origin: "person", text: "Fix PR #1" }),
    turnOf({ origin: "agent", text: "Pushed", calls: [bash("git push"), bash("gh pr view 1")] }),
    turnOf({ origin: "person", text: "Now rename the option" }),
    turnOf({ origin: "agent", text: "Renaming", calls: [edit] }),
  ];
  const current = compactionFacts(conversationOf(turns), 2);
  deepEqual(current, {
    ...{ task: "Now rename the option", lastResponse: "Renaming", gitWork: false },
    tools: ['1. edit {"filePath":"src/a.ts"}: ended, output:', "   | ok"],
    ...{ reference: null, untold: true },
  });
  equal(judgeCompaction(current), null);
});

Deno.test("a megabyte of anything is read in reasonable time", () => {
  for (const piece of ["/pull/", "PR ", "pull requests #", "issue", "gh pr "]) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const begin = performance.now();
    facts(text, [bash("gh pr create", text), bash(text.slice(0, 50_000))], text);
    ok(performance.now() - begin < 2_000, piece);
  }
});
