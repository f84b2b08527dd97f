import { deepEqual, equal } from "node:assert/strict";
import { callOf } from "../../../judge/conversation.ts";
import { doneBy, edit, shell } from "./calls.ts";

Deno.test("edits are found whatever the client calls them", () => {
  const calls = [
    callOf({ name: "Write", input: { file_path: "a.ts" } }),
    callOf({ name: "edit", input: { filePath: "b.ts" } }),
    callOf({ name: "create_file", input: { path: "c.ts" } }),
    callOf({ name: "NotebookEdit", input: { notebook_path: "d.ipynb" } }),
    callOf({
      name: "apply_patch",
      input: {
        patchText: "*** Begin Patch\n*** Update File: e.ts\n*** Add File: f.ts\n*** End Patch",
      },
    }),
    shell("apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: g.ts\n*** End Patch\nEOF"),
    callOf({ name: "Read", input: { file_path: "z.ts" } }),
  ];
  const { edits } = doneBy(calls);
  deepEqual(edits.map(({ path }) => path), [
    "a.ts",
    "b.ts",
    "c.ts",
    "d.ipynb",
    "e.ts",
    "f.ts",
    "g.ts",
  ]);
});

Deno.test("shell commands that change the work are edits, others are not", () => {
  for (
    const [command, paths] of [
      ["sed -i 's/a/b/' src/a.ts", ["src/a.ts"]],
      ["sed -i -e 's/a/b/' src/a.ts src/b.ts", ["src/a.ts", "src/b.ts"]],
      ["sed -i '' 's/a/b/' a.ts", ["a.ts"]],
      ["cat > src/a.ts <<'EOF'\nrm -rf /\nEOF", ["src/a.ts"]],
      ["echo x >> src/a.ts", ["src/a.ts"]],
      ["echo x | tee src/a.ts", ["src/a.ts"]],
      ["git checkout -- src/a.ts", ["src/a.ts"]],
      ["git stash pop", ["git stash"]],
      ["git apply fix.patch", ["git apply"]],
      ["git reset --hard HEAD~1", ["git reset"]],
      ["rm src/old.ts", ["src/old.ts"]],
      ["npm install lodash", ["package.json"]],
      ["python3 - <<'EOF'\np = 'src/a.py'\nopen(p, 'w').write('x')\nEOF", ["src/a.py"]],
      ["node -e \"require('fs').writeFileSync('a.json', '{}')\"", ["a.json"]],
      ["npm install", []],
      ["npm test > /tmp/out.txt 2>&1", []],
      ["npm test 2>/dev/null", []],
      ["npm test 2>&1 | tee test.log", []],
      ["rm -rf dist node_modules", []],
      ["git checkout -b fix", []],
      ["git stash list", []],
      ["sed -n 1,5p a.ts", []],
      ["npx prettier --write .", []],
      ["deno fmt", []],
      ["cargo fmt", []],
      ["npx eslint --fix .", []],
      ["echo 'a > b.ts'", []],
      ["cat a.ts", []],
    ] as const
  ) deepEqual(doneBy([shell(command, "")]).edits.map(({ path }) => path), [...paths], command);
});

const TESTS = shell("npx jest", "Tests:       4 passed, 4 total\n");

function isFresh(...later: Parameters<typeof doneBy>[0]): boolean {
  return doneBy([edit("src/a.ts"), TESTS, ...later]).checks[0]!.afterLastEdit;
}

Deno.test("a check is stale once the work was changed after it", () => {
  equal(isFresh(), true);
  equal(isFresh(edit("src/b.ts")), false);
  equal(isFresh(shell("sed -i s/a/b/ src/a.ts", "")), false);
  equal(isFresh(shell("git stash pop", "")), false);
  equal(isFresh(callOf({ name: "write", input: { filePath: "requirements.txt" } })), false);
});

Deno.test("a check stays fresh after what cannot change its result", () => {
  equal(isFresh(edit("src/b.ts", "failed")), true);
  equal(isFresh(edit("README.md")), true);
  equal(isFresh(edit("/tmp/notes.json")), true);
  equal(isFresh(shell("npx prettier --write .", "a.ts 10ms")), true);
  equal(isFresh(shell("git commit -am x", "[main abc1234] x")), true);
  equal(isFresh(shell("cat src/a.ts", "x")), true);
});

Deno.test("an edit and a check in one line leave the check fresh", () => {
  const line = shell("sed -i s/a/b/ a.ts && npx jest", "Tests:       4 passed, 4 total\n");
  equal(doneBy([line]).checks[0]!.afterLastEdit, true);
});

Deno.test("the last edit is the last one that did not fail", () => {
  equal(doneBy([edit("a.ts"), edit("b.ts", "failed")]).lastEdit, 0);
  equal(doneBy([edit("b.ts", "failed")]).lastEdit, null);
  deepEqual(doneBy([edit("b.ts", "failed")]).edits, [
    { turn: 1, step: 0, path: "b.ts", outcome: "failed" },
  ]);
});

Deno.test("a failure stands until the same succeeds", () => {
  const failed = (...calls: Parameters<typeof doneBy>[0]) =>
    doneBy(calls).failures.map(({ command }) => command);
  deepEqual(failed(edit("/app/a.ts", "failed")), ["Edit /app/a.ts"]);
  deepEqual(failed(edit("a.ts", "failed"), edit("b.ts")), ["Edit a.ts"]);
  deepEqual(failed(edit("/app/src/a.ts", "failed"), edit("/app/src/a.ts")), []);
  deepEqual(failed(edit("/app/src/a.ts", "failed"), shell("sed -i s/a/b/ app/src/a.ts", "")), []);
  const read = callOf({
    name: "Read",
    input: { file_path: "no.ts" },
    output: "none",
    state: "failed",
  });
  deepEqual(failed(read), ["Read no.ts"]);
  deepEqual(failed(read, edit("a.ts")), []);
  deepEqual(failed(shell("false", "", 1)), []);
});
