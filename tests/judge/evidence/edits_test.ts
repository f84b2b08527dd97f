import { deepEqual, equal } from "node:assert/strict";
import { callOf, conversationOf, turnOf } from "../../../judge/conversation.ts";
import { isCode } from "../../../judge/evidence/edits.ts";
import { factsIn } from "../../../judge/evidence/evidence.ts";
import { edit, factsOf, shell } from "./_calls.ts";

Deno.test("the tools of both clients write files", () => {
  const patch = "*** Begin Patch\n*** Update File: src/a.ts\n-x\n+y\n*** Add File: b.ts\n+z\n" +
    "*** Delete File: c.ts\n*** End Patch";
  const call = (name: string, input: Record<string, unknown>) => callOf({ name, input });
  for (
    const [made, ...paths] of [
      [call("Edit", { file_path: "a.ts", old_string: "x", new_string: "y" }), "a.ts"],
      [call("MultiEdit", { file_path: "a.ts", edits: [] }), "a.ts"],
      [call("Write", { file_path: "/w/a.ts", content: "x" }), "/w/a.ts"],
      [call("NotebookEdit", { notebook_path: "a.ipynb", new_source: "x" }), "a.ipynb"],
      [call("edit", { filePath: "a.ts", oldString: "x", newString: "y" }), "a.ts"],
      [call("write", { filePath: "a.ts", content: "x" }), "a.ts"],
      [call("apply_patch", { patchText: patch }), "src/a.ts", "b.ts", "c.ts"],
      [call("mcp__files__write_file", { path: "a.ts", content: "x" }), "a.ts"],
      [call("mcp__docs__write_page", { path: "a.ts" })],
      [call("Read", { file_path: "a.ts" })],
      [call("Write", { file_path: "/tmp/x.py", content: "x" })],
    ] as const
  ) deepEqual(factsOf(made).edits.map(({ path }) => path), paths, made.name);
});

Deno.test("a session may begin in any folder, and what it throws away lies below that", () => {
  const home = "/tmp/build/shop";
  const write = (path: string) => callOf({ name: "Write", input: { file_path: path } });
  const paths = [`${home}/a.ts`, `${home}/node_modules/a.js`, `${home}/build`, "/tmp/b.ts"];
  const calls = paths.map(write);
  const turn = turnOf({ origin: "agent", calls });
  const { edits } = factsIn({ ...conversationOf([turn]), folder: home });
  deepEqual(edits.map(({ path }) => path), [`${home}/a.ts`]);
});

Deno.test("shell commands write, move and remove files", () => {
  for (
    const [line, ...paths] of [
      ["echo x > a.ts", "a.ts"],
      ["cat > a.ts <<'EOF'\nnpm test > b.ts\nEOF", "a.ts"],
      ["echo x >> a.ts 2>&1", "a.ts"],
      ["{ echo x; echo y; } > a.ts", "a.ts"],
      ["npm test > /tmp/out.txt 2>&1"],
      ["npm test 2>/dev/null | tee out.log"],
      ["sed -i 's/a/b/' a.ts b.ts", "a.ts", "b.ts"],
      ["sed -i.bak -e 's/a/b/' a.ts", "a.ts"],
      ["sed -n 1,5p a.ts"],
      ["perl -pi -e 's/a/b/' a.ts", "a.ts"],
      ["mv a.ts b.ts", "a.ts", "b.ts"],
      ["rm -f a.ts", "a.ts"],
      ["cp a.ts b.ts", "b.ts"],
      ["ls | tee a.txt", "a.txt"],
      ["git checkout -- a.ts", "a.ts"],
      ["git checkout main", "git checkout"],
      ["git checkout -b feat/x.y"],
      ["git switch v1.2", "git switch"],
      ["git restore src", "git restore"],
      ["git restore a.ts", "a.ts"],
      ["git restore --staged a.ts"],
      ["git apply fix.patch", "git apply"],
      ["git stash pop", "git stash"],
      ["git stash list"],
      ["git reset --hard", "git reset"],
      ["git mv a.ts b.ts", "a.ts", "b.ts"],
      ["npm install zod", "package.json"],
      ["npm install"],
      ["npm install -g zod"],
      ["python3 - <<'EOF'\nopen('a.py', 'w').write('x')\nEOF", "a.py"],
      ["python3 -c 'print(1)'"],
      ["bash -c 'rm a.ts'", "a.ts"],
      ["rm -rf node_modules dist"],
      ["grep -r x . > /dev/null"],
    ] as const
  ) deepEqual(factsOf(shell(line)).edits.map(({ path }) => path), paths, line);
});

Deno.test("an edit that was refused or failed is told from one that was made", () => {
  const outcome = (more: Partial<ReturnType<typeof edit>>) =>
    factsOf({ ...edit("a.ts"), ...more }).edits[0]!.outcome;
  equal(outcome({}), "passed");
  equal(outcome({ state: "failed" }), "failed");
  equal(outcome({ state: "failed", refusedBy: "person" }), "not_run");
  equal(factsOf(shell("make test && node x > a.ts", "", 1)).edits[0]!.outcome, "unknown");
});

Deno.test("what a check cannot depend on is no code", () => {
  for (
    const path of [
      ...["README.md", "docs/a.txt", "/h/u/p/CHANGELOG.md", "logo.png", ".claude/a.md"],
      ...[".gitignore", ".github/workflows/ci.yml", "plan/sprint.yaml", "/h/u/p/locales/de.json"],
      ...["bin/server", "skills/search", "git stash", "dist/x.js", "target/debug/a.rs"],
    ]
  ) {
    equal(isCode(path), false, path);
  }
  for (
    const path of [
      "src/a.ts",
      "/home/u/docs/app/src/main.ts",
      "requirements.txt",
      "package.json",
      "Makefile",
      "tests/a_test.ts",
      "style.css",
      "tsconfig.json",
      "tests/fixtures/a.json",
      "src/build/x.ts",
      "packages/web/out/a.js",
    ]
  ) equal(isCode(path), true, path);
  equal(isCode("dist/x.js", true), true);
});

Deno.test("what an edit makes weaker is quoted, unless it was so before", () => {
  const weakens = (path: string, before: string, after: string) =>
    factsOf(edit(path, before, after)).edits[0]!.weakens;
  for (
    const [path, before, after, want] of [
      ["a.test.ts", "it('x', f)", "it.skip('x', f)", "it.skip('x', f)"],
      ["a.test.ts", "it.skip('x', f)", "it.skip('y', f)", null],
      ["a.test.ts", "it('x', f)", "it.only('x', f)", "it.only('x', f)"],
      ["a_test.py", "def test_a():", "@pytest.mark.skip\ndef test_a():", "@pytest.mark.skip"],
      ["a_test.py", "  assert a == 1\n  b()", "  b()", "removed: assert a == 1"],
      ["a_test.py", "assert a == 1", "assert a == 2", null],
      ["a.test.ts", "expect(a).toBe(1)", "// expect(a).toBe(1)", "// expect(a).toBe(1)"],
      ["playwright.config.ts", "retries: 0", "retries: 3", "retries: 3"],
      ["src/http.ts", "retries: 0", "retries: 3", null],
      [
        ".github/workflows/ci.yml",
        "run: npm test",
        "run: npm test || true",
        "run: npm test || true",
      ],
      ["run.sh", "rm x", "rm x || true", null],
      ["src/a.ts", "const a: number = b", "// @ts-ignore\nconst a = b", "// @ts-ignore"],
      ["src/a.py", "import a", "import a  # noqa", "import a  # noqa"],
      ["README.md", "x", "use `it.skip(`", null],
      ["src/a.ts", "a", "b", null],
    ] as const
  ) equal(weakens(path, before, after), want, after);
});

Deno.test("the line of what was made weaker is told where the call tells it", () => {
  const line = (input: Record<string, unknown>, output = "") =>
    factsOf(callOf({ name: "Write", input, output })).edits[0]!.line;
  equal(line({ file_path: "a.test.ts", content: "a\nb\nit.skip('x')\n" }), 3);
  const change = { file_path: "a.test.ts", old_string: "it('x')", new_string: "it.skip('x')" };
  equal(line(change), null);
  equal(line(change, "The file has been updated:\n    41→a\n    42→  it.skip('x')\n"), 42);
});
