import assert from "node:assert/strict";
import fc from "fast-check";
import type { RequirementKind } from "../../schema/names.ts";
import type { RequirementAnswer } from "../../schema/types.ts";
import { conversationOf, turnOf } from "../../judge/conversation.ts";
import { factsIn } from "../../judge/evidence/evidence.ts";
import {
  answerRequirements,
  type RepositoryFacts,
  type Requirement,
} from "../../judge/requirements.ts";
import { CUT_MARK } from "../../lib/text/text.ts";
import { type Did, edits, runs, session, TOP } from "./_session.ts";

const CUT = `a line\n${CUT_MARK}a line\n`;

const CLEAN: RepositoryFacts = {
  top: TOP,
  tree: "t",
  uncommitted: [],
  dirtyBefore: [],
  changed: null,
  submodules: [],
  headMoved: false,
  pushed: true,
  upstream: "origin/main",
  secrets: [],
};

function answer(
  requirement: Requirement,
  did: readonly Did[],
  repository: RepositoryFacts | null = CLEAN,
): RequirementAnswer {
  const conversation = session(did);
  const proof = { conversation, facts: factsIn(conversation), repository };
  const [answer] = answerRequirements([requirement], proof);
  assert.match(answer!.evidence, /^[A-Z0-9`].{10,}[^.]$/);
  assert.match(answer!.settle, /^[A-Z].{10,}[^.]$/);
  if (!answer!.applies) assert.equal(answer!.state, "cannot_tell");
  return answer!;
}

const state = (...given: Parameters<typeof answer>): string => {
  const { applies, state } = answer(...given);
  return applies ? state : "not applying";
};

const TEST: Requirement = { kind: "check", command: "npm test" };
const named = (kind: RequirementKind): Requirement => ({ kind, command: "" });
const EDIT = edits(`${TOP}/src/a.ts`);
const PASSES = runs("npm test");
const FAILS = runs("npm test", 1);

/** What was done, by what a check of `npm test` comes to. */
const CHECKS: Readonly<Record<string, readonly (readonly Did[])[]>> = {
  met: [
    [EDIT, PASSES],
    [EDIT, FAILS, PASSES],
    [EDIT, PASSES, edits(`${TOP}/README.md`)],
    [EDIT, PASSES, runs("npm test | tail -5")],
    [EDIT, runs("cd /home/me/app && CI=1 npm test")],
    [EDIT, runs("npm run lint && npm test")],
    [EDIT, PASSES, runs("npm test -- a.test.js", 1)],
    [runs("sed -i s/a/b/ src/a.ts && npm test")],
    [EDIT, PASSES, edits("/home/me/other/b.ts")],
    [EDIT, PASSES, edits(`${TOP}/src/a.ts`, { state: "failed" })],
    [EDIT, runs("npm test > test-output.txt 2>&1")],
    [EDIT, runs("npm test 2>&1 > report.html")],
    [EDIT, runs("set -o pipefail; npm test 2>&1 | tee test-results.txt")],
    [EDIT, PASSES, runs("git checkout -b feat/x.y")],
    [EDIT, PASSES, runs("npm install -g typescript")],
    [EDIT, PASSES, runs("cp src/a.ts ~/backup/a.ts")],
    [EDIT, PASSES, runs("find . -name a.ts -exec grep foo {} +")],
    [EDIT, PASSES, { ...runs("source .env && npm test", 1), output: "bash: .env: not found" }],
    [EDIT, runs("bash <<'EOF'\nnpm test\nEOF")],
  ],
  unmet: [
    [EDIT],
    [PASSES, EDIT],
    [EDIT, FAILS],
    [EDIT, PASSES, FAILS],
    [EDIT, runs("npm test -- a.test.js")],
    [EDIT, runs("npm run lint")],
    [edits(`${TOP}/src/build/x.ts`)],
    [PASSES, runs("cd packages/web && cp a.js dist/b.js")],
    [EDIT, runs("cd packages/web && npm test -- a.test.js")],
    [EDIT, runs("npm test && sed -i s/a/b/ src/a.ts")],
    [EDIT, FAILS, runs("npm test -- -t login")],
    [EDIT, PASSES, runs("echo x > src/b.ts")],
    [EDIT, PASSES, runs("node gen.js > src/b.ts")],
    [EDIT, PASSES, runs("git checkout HEAD~1 src/a.ts")],
    [EDIT, PASSES, runs("curl -o src/a.ts https://x.test/a.ts")],
  ],
  cannot_tell: [
    [EDIT, runs("cd x && npm test 2>&1 | tail -5"), runs("npm test 2>&1 | tail -5")],
    [EDIT, FAILS, runs("npm test | tail -5")],
    [EDIT, { ...runs("npm test", 1), cut: true }],
    [EDIT, runs("npm test", 127)],
    [EDIT, { ...PASSES, state: "failed", exitCode: null, refusedBy: "person" }],
    [EDIT, { ...PASSES, state: "running", exitCode: null, output: null }],
    [EDIT, runs("npm test -- --weird")],
    [EDIT, runs("cd /home/me/other && npm test")],
    [EDIT, runs("cd packages/web && npm test")],
    [EDIT, runs("npm --prefix packages/web test", 1)],
    [EDIT, FAILS, runs("cd packages/web && npm test")],
    [EDIT, PASSES, { name: "Task", input: { prompt: "x" }, output: "" }],
    [EDIT, { name: "Task", input: { prompt: "x" }, output: "" }],
    [EDIT, PASSES, runs("git merge main")],
    [EDIT, PASSES, runs("cd go && git stash pop")],
    [EDIT, runs("npm test && git merge main")],
    [EDIT, PASSES, runs("npx eslint . --fix", 1)],
    [EDIT, runs("npm test && npx prettier --write .")],
    [EDIT, PASSES, runs('rm -rf "$OUT"')],
    [EDIT, runs("rtk npm test")],
    [EDIT, { ...PASSES, exitCode: null, output: null }],
    [EDIT, runs("cd packages/a; cd; npm test")],
    [EDIT, runs("pushd a; pushd b; popd; npm test")],
    [EDIT, runs(`cat > src/b.ts <<'EOF'\n${CUT}npm test\n`)],
    [EDIT, runs(`npm test && cat > NOTES.md <<'EOF'\n${CUT}EOF`)],
    [EDIT, PASSES, runs(`cat > NOTES.md <<'EOF'\n${CUT}EOF`)],
    [EDIT, PASSES, runs("grep -rl foo src | xargs sed -i s/a/b/")],
    [EDIT, PASSES, runs("find src -name '*.ts' -exec sed -i s/a/b/ {} +")],
    ...["git switch main", "git checkout v1.2", "git checkout .", "git reset --keep HEAD~1"]
      .map((line) => [EDIT, PASSES, runs(line)]),
    ...["tar xf a.tar", "rsync -a ../b/ .", "npx dprint fmt", "./gradlew ktlintFormat"]
      .map((line) => [EDIT, PASSES, runs(line)]),
    [runs("git checkout main")],
    [runs("git merge main")],
  ],
  "not applying": [
    [],
    [PASSES],
    [FAILS],
    [edits(`${TOP}/README.md`)],
    [edits(`${TOP}/dist/x.js`), runs("rm -rf build node_modules")],
    [edits("/home/me/other/b.ts"), FAILS],
    [edits(`${TOP}/src/a.ts`, { state: "failed" })],
    [edits(`${TOP}/.mosaic/reflection-input.json`)],
  ],
};

Deno.test("a check is met or unmet where the calls prove it, and otherwise nobody can tell", () => {
  for (const [expected, cases] of Object.entries(CHECKS)) {
    for (const did of cases) {
      const shown = JSON.stringify(did.map(({ input }) => input));
      assert.equal(state(TEST, did), expected, shown);
    }
  }
});

Deno.test("a run without a word that was declared is another command, and settles nothing", () => {
  const check: Requirement = { kind: "check", command: "node --test tests/" };
  const other = answer(check, [EDIT, runs("node app.js")]);
  assert.equal(other.state, "unmet");
  assert.match(
    other.evidence,
    /^`src\/a.ts` was edited, and `node --test tests\/` did not run after/,
  );
  assert.equal(state(check, [EDIT, runs("node --test tests/"), runs("node app.js")]), "met");
  assert.equal(state(check, [EDIT, runs("node --test")]), "cannot_tell");
});

Deno.test("where the repository is not known, only the session's folder is where a check counts", () => {
  assert.equal(state(TEST, [EDIT, runs("cd x && npm test")], null), "cannot_tell");
  assert.equal(state(TEST, [EDIT, runs(`cd ${TOP} && npm test`)], null), "met");
});

Deno.test("a check of several commands wants each of them, in the folder that it names", () => {
  const both: Requirement = { kind: "check", command: "cd web && npm run lint && npm test" };
  assert.equal(state(both, [EDIT, runs("cd web && npm test && npm run lint")]), "met");
  assert.equal(state(both, [EDIT, runs("cd web && npm test")]), "unmet");
  assert.match(answer(both, [EDIT, runs("cd web && npm test")]).evidence, /`npm run lint` did not/);
  assert.equal(state(both, [EDIT, runs("npm test && npm run lint")]), "cannot_tell");
  const web: Requirement = { kind: "check", command: "npm --prefix web test" };
  assert.equal(state(web, [EDIT, runs("cd web && npm test")]), "met");
  const elsewhere = answer(TEST, [EDIT, runs("cd packages/web && npm test")]).evidence;
  assert.equal(
    elsewhere,
    "`npm test` ran in `packages/web`, and it cannot be told whether that is all of it",
  );
});

Deno.test("what stands behind a pipe of a declared command is not wanted", () => {
  for (
    const command of [
      "npm test | tee log",
      "set -o pipefail; npm test 2>&1 | tee log | tail",
      "cat a | npm test",
    ]
  ) {
    const check: Requirement = { kind: "check", command };
    assert.equal(state(check, [EDIT, PASSES]), "met", command);
    assert.equal(state(check, [EDIT]), "unmet", command);
  }
});

Deno.test("the evidence names the call, its exit status and the file that was edited after it", () => {
  const failed = answer(TEST, [EDIT, FAILS]);
  assert.equal(
    failed.evidence,
    "`npm test` failed with exit status 1 after the last edit of a file of code, `src/a.ts`",
  );
  assert.deepEqual(failed.at, { turn: 1, call: "call-1", path: "src/a.ts", line: null });
  const edited = answer(TEST, [PASSES, EDIT]);
  assert.equal(edited.evidence, "`src/a.ts` was edited, and `npm test` did not run after that");
  assert.deepEqual(edited.at, { turn: 1, call: "call-1", path: "src/a.ts", line: null });
  assert.match(edited.settle, /^Run `npm test` /);
  const part = answer(TEST, [EDIT, runs("npm test -- a.test.js")]);
  assert.match(
    part.evidence,
    /did not run after that: `npm test -- a.test.js` is only a part of it$/,
  );
  const piped = answer(TEST, [EDIT, runs("npm test | tail -5")]);
  assert.match(piped.evidence, /a pipe hides its exit status$/);
});

Deno.test("an edit that git does not show counts for nothing: ignored, or taken back", () => {
  const shown = (...paths: string[]): RepositoryFacts => (
    { ...CLEAN, changed: paths.map((path) => ({ path, writtenAt: 1 })) }
  );
  assert.equal(state(TEST, [EDIT], shown("src/b.ts")), "not applying");
  assert.equal(state(TEST, [EDIT], shown("src/a.ts")), "unmet");
  const built = edits(`${TOP}/dist/x.js`);
  assert.equal(state(TEST, [built], shown("dist/x.js")), "unmet");
  assert.equal(state(TEST, [built], shown("src/a.ts")), "not applying");
  assert.equal(state(named("committed"), [EDIT], shown()), "not applying");
  const inside = { ...shown(), submodules: ["src"] };
  assert.equal(state(TEST, [EDIT], inside), "unmet");
  assert.equal(state(named("committed"), [EDIT], inside), "cannot_tell");
});

Deno.test("a file of code that was written after the run takes back that it passed", () => {
  const written = (path: string, writtenAt: number | null) =>
    state(TEST, [EDIT, { ...PASSES, endedAt: 1000 }], {
      ...CLEAN,
      changed: [{ path: "src/a.ts", writtenAt: 900 }, { path, writtenAt }],
    });
  assert.equal(written("src/b.ts", 1001), "cannot_tell");
  assert.equal(written("src/b.ts", 1000), "met");
  assert.equal(written("src/b.ts", null), "met");
  assert.equal(written("README.md", 2000), "met");
  assert.equal(written("dist/x.js", 2000), "cannot_tell");
});

Deno.test("what formats or fixes code after the run takes back that it passed, unless git knows", () => {
  const after = (command: string, writtenAt?: number): string =>
    state(TEST, [EDIT, { ...PASSES, endedAt: 1000 }, runs(command)], {
      ...CLEAN,
      changed: writtenAt === undefined ? null : [{ path: "src/a.ts", writtenAt }],
    });
  for (
    const command of [
      ...[
        "prettier --write .",
        "npx eslint src --fix",
        "cargo fmt",
        "cargo clippy --fix",
        "deno fmt",
      ],
      ...[
        "gofmt -w .",
        "go fmt ./...",
        "ruff check --fix",
        "ruff format",
        "uv run black .",
        "isort .",
      ],
      ...["npx @biomejs/biome check --write .", "rubocop -A", "npm run lint:fix", "make fmt"],
      ...["npm run lint -- --fix", "npm run format", "dotnet format", "./gradlew spotlessApply"],
    ]
  ) {
    assert.equal(after(command), "cannot_tell", command);
    assert.equal(after(command, 900), "met", command);
    assert.equal(state(TEST, [EDIT, runs(command), PASSES]), "met", command);
    assert.equal(state(TEST, [EDIT, FAILS, runs(command)]), "unmet", command);
  }
  for (
    const command of [
      ...["prettier --check .", "eslint .", "cargo fmt -- --check", "gofmt -l .", "ruff check"],
      ...[
        "ruff format --diff",
        "black --check .",
        "deno fmt --check",
        "biome check",
        "npm run lint",
      ],
      ...["dotnet format --verify-no-changes", "npm run format:check", "grep -r x --fixed"],
    ]
  ) assert.equal(after(command), "met", command);
  const once = runs("npm test && deno fmt");
  const changed = [{ path: "src/a.ts", writtenAt: 900 }];
  assert.equal(
    state(TEST, [EDIT, { ...once, endedAt: 1000 }], { ...CLEAN, changed }),
    "cannot_tell",
  );
  assert.equal(
    answer(TEST, [EDIT, PASSES, runs("deno fmt")]).evidence,
    "`deno fmt` ran after `npm test` and may have changed code",
  );
});

Deno.test("committed: a file that the agent edited must not be left uncommitted", () => {
  const left = (given: Partial<RepositoryFacts>, did: readonly Did[] = [EDIT]): string =>
    state(named("committed"), did, { ...CLEAN, ...given });
  assert.equal(left({ uncommitted: ["src/a.ts"] }), "unmet");
  assert.equal(
    left({ uncommitted: ["src/a.ts"] }, [runs("cd src && sed -i s/a/b/ a.ts")]),
    "unmet",
  );
  assert.equal(left({ uncommitted: ["src/a.ts"], dirtyBefore: ["src/a.ts"] }), "met");
  assert.equal(left({}), "met");
  assert.equal(left({ uncommitted: ["other.ts"] }), "cannot_tell");
  assert.equal(left({ uncommitted: null }), "cannot_tell");
  assert.equal(state(named("committed"), [EDIT], null), "cannot_tell");
  assert.equal(left({ uncommitted: ["src/a.ts"] }, []), "not applying");
  assert.equal(left({}, [edits("/home/me/other/b.ts")]), "not applying");
  const { at, evidence } = answer(named("committed"), [EDIT], {
    ...CLEAN,
    uncommitted: ["src/a.ts"],
  });
  assert.equal(evidence, "The agent changed `src/a.ts`, and it is not committed");
  assert.deepEqual(at, { turn: 1, call: "call-0", path: "src/a.ts", line: null });
});

Deno.test("committed: what was written after the agent's commit need not be the agent's", () => {
  const left = (writtenAt: number) =>
    state(named("committed"), [EDIT, { ...runs("git commit -am x"), endedAt: 1000 }], {
      ...CLEAN,
      uncommitted: ["src/a.ts"],
      changed: [{ path: "src/a.ts", writtenAt }],
    });
  assert.equal(left(1001), "cannot_tell");
  assert.equal(left(999), "unmet");
});

Deno.test("pushed: the remote side must have what this session committed", () => {
  const pushed = (given: Partial<RepositoryFacts>, did: readonly Did[] = [EDIT]): string =>
    state(named("pushed"), did, { ...CLEAN, ...given });
  assert.equal(pushed({ pushed: false }), "unmet");
  assert.equal(pushed({}), "met");
  assert.equal(pushed({ pushed: null }), "cannot_tell");
  assert.equal(pushed({ pushed: false }, []), "not applying");
  assert.equal(pushed({ pushed: false, headMoved: true }, []), "unmet");
  const built = edits(`${TOP}/dist/x.js`);
  assert.equal(pushed({ pushed: false, changed: null }, [built]), "not applying");
  const [commit, push] = [runs("git commit -am x"), runs("git push https://host/repo HEAD:main")];
  assert.equal(pushed({ pushed: false }, [EDIT, commit, push]), "cannot_tell");
  assert.equal(pushed({ pushed: false }, [EDIT, push, commit]), "unmet");
  assert.equal(pushed({ pushed: false }, [EDIT, commit, runs("git push", 1)]), "unmet");
  const { evidence, settle } = answer(named("pushed"), [EDIT], { ...CLEAN, pushed: false });
  assert.equal(evidence, "The last commit was not pushed to `origin/main`");
  assert.equal(settle, "Push the branch to `origin/main`");
});

Deno.test("todos: no item of the client's own list may be open", () => {
  const listed = (...statuses: string[]): Did => ({
    name: "TodoWrite",
    input: { todos: statuses.map((status, n) => ({ content: `Part ${n}`, status })) },
    output: "",
  });
  assert.equal(state(named("todos"), []), "not applying");
  assert.equal(state(named("todos"), [listed("completed", "completed")]), "met");
  assert.equal(state(named("todos"), [listed("completed", "pending")]), "unmet");
  assert.equal(
    answer(named("todos"), [listed("completed", "in_progress")]).evidence,
    "1 of 2 items of the list open, first `Part 1`",
  );
});

Deno.test("no-secrets: the file, the line and the kind are named, and the secret is not", () => {
  const secrets = [{ path: "a.ts", line: 3, what: "AWS access key" }];
  const found = answer(named("no-secrets"), [EDIT], { ...CLEAN, secrets });
  assert.deepEqual([found.state, found.severity], ["unmet", "BLOCKER"]);
  assert.equal(found.evidence, "A secret was added to `a.ts`, line 3: AWS access key");
  const pulled = [EDIT, runs("git pull")];
  assert.equal(state(named("no-secrets"), pulled, { ...CLEAN, secrets }), "cannot_tell");
  assert.equal(state(named("no-secrets"), [EDIT]), "met");
  assert.equal(state(named("no-secrets"), [EDIT], { ...CLEAN, secrets: null }), "cannot_tell");
  assert.equal(state(named("no-secrets"), [EDIT], null), "cannot_tell");
  assert.equal(state(named("no-secrets"), []), "not applying");
});

const CALLS: readonly Did[] = [...Object.values(CHECKS).flat(2)];

Deno.test("reading about it settles nothing: what only looks changes no answer", () => {
  const looks = fc.constantFrom(runs("ls"), runs("git status"), runs("cat a | head"));
  const calls = fc.array(fc.constantFrom(...CALLS), { maxLength: 6 });
  fc.assert(fc.property(calls, looks, fc.nat(), (did, look, at) => {
    const place = at % (did.length + 1);
    const more = [...did.slice(0, place), look, ...did.slice(place)];
    assert.equal(state(TEST, more), state(TEST, did));
  }));
});

Deno.test("an edit of code takes back what was met, and a passing run settles what was unmet", () => {
  const calls = fc.array(fc.constantFrom(...CALLS), { maxLength: 6 });
  fc.assert(fc.property(calls, (did) => {
    assert.equal(state(TEST, [...did, EDIT]), "unmet");
    assert.equal(state(TEST, [...did, EDIT, PASSES]), "met");
    if (state(TEST, did) === "unmet") assert.equal(state(TEST, [...did, PASSES]), "met");
  }));
});

Deno.test("commands of any kind and length are answered at once", () => {
  for (const piece of ["npm test -x ", "'", "$(", "a && ", "\n", "\\", "npm --a b "]) {
    const command = piece.repeat(1_000_000 / piece.length);
    const conversation = session([EDIT, runs(command)]);
    const proof = { conversation, facts: factsIn(conversation), repository: CLEAN };
    const started = performance.now();
    answerRequirements([TEST, { kind: "check", command: command.slice(0, 1_000) }], proof);
    assert.ok(performance.now() - started < 1_500, JSON.stringify(piece));
  }
});

Deno.test("turns that were not kept prove nothing", () => {
  const conversation = {
    ...conversationOf([turnOf({ origin: "agent", text: "Done." })]),
    turnsBefore: 40,
  };
  const proof = { conversation, facts: factsIn(conversation), repository: CLEAN };
  assert.equal(answerRequirements([TEST], proof)[0]!.state, "cannot_tell");
});
