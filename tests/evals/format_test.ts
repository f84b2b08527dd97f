import assert from "node:assert/strict";
import { caseWith, DECIDED, evals, fileOf, having, resultOf, runFile } from "./_command.ts";

/** Assertions that hold for what the floor says to `DECIDED`. */
const HOLD = [
  having({ stuck: false, reason: "working" }),
  { type: "contains-json", value: { properties: { reason: { enum: ["working", "complete"] } } } },
  { type: "is-json" },
  { type: "not-is-json", value: { properties: { stuck: { const: true } } } },
  { type: "contains", value: '"stuck"' },
  { type: "not-contains", value: "strawberry" },
  { type: "icontains", value: '"STUCK"' },
  { type: "contains-any", value: ["strawberry", "reason"] },
  { type: "contains-all", value: "stuck, reason" },
  { type: "icontains-any", value: ["REASON"] },
  { type: "icontains-all", value: ["REASON", "Stuck"] },
  { type: "starts-with", value: "{" },
  { type: "regex", value: '"stuck":\\s*false' },
  { type: "not-equals", value: "{}" },
  { type: "not-equals", value: { stuck: false } },
];

/** Assertions that are refuted, and those that cannot be looked at. */
const REFUTED = [
  having({ stuck: true }),
  { type: "is-json", value: { required: ["strawberry"] } },
  { type: "contains", value: "strawberry" },
  { type: "not-contains", value: "stuck" },
  { type: "not-is-json" },
  { type: "contains-all", value: ["stuck", "strawberry"] },
  { type: "equals", value: "{}" },
  { type: "equals", value: { stuck: false } },
  { type: "regex", value: "^strawberry" },
];

const BROKEN = [
  { type: "contains" },
  { type: "contains", value: "" },
  { type: "regex", value: "(" },
  { type: "is-json", value: { type: "strawberry" } },
  { type: "llm-rubric", value: "It is nice" },
  { type: "not-llm-rubric", value: "It is nice" },
  { type: "constructor", value: "" },
];

Deno.test("an assertion of every type holds or fails as promptfoo has it", async () => {
  const tests = [...HOLD, ...REFUTED, ...BROKEN].map((assertion, index) =>
    caseWith(`${index} ${JSON.stringify(assertion)}`, [assertion])
  );
  const { total, passed, wrong, failed } = resultOf(await runFile(fileOf(tests)));
  assert.deepEqual([total, passed, wrong], [tests.length, HOLD.length, REFUTED.length]);
  assert.deepEqual(
    failed.map(({ description }) => Number.parseInt(description)),
    [...REFUTED, ...BROKEN].map((_, index) => HOLD.length + index),
  );
  const whys = failed.map(({ why }) => why).join("\n");
  for (const part of ["equals: expected {", 'Unknown assertion type "llm-rubric"']) {
    assert(whys.includes(part), `${part}\n${whys}`);
  }
});

/** An agent that did nothing, which the floor decides too. */
const AGENT = { kind: "agent" };

Deno.test("stdout is one object, and prompts and providers are not looked at", async () => {
  const more = {
    prompts: ["file://not/there.txt"],
    providers: ["openai:gpt-4o"],
    description: "x",
  };
  const ran = await runFile(fileOf([caseWith("a", [{ type: "is-json" }])], more));
  assert.deepEqual(resultOf(ran), {
    ...{ total: 1, passed: 1, unknown: 0, wrong: 0 },
    failed: [],
  });
  assert.equal(ran.stderr, "");
});

Deno.test("the default test's variables and assertions apply to every test", async () => {
  const defaultTest = {
    vars: { task: "Say hello", trace: [], output: "" },
    assert: [{ type: "contains", value: "strawberry" }],
    options: { provider: "openai:gpt-4o" },
  };
  const alone = { disableDefaultAsserts: true };
  const tests = [
    { description: "by default", vars: {} },
    { description: "own too", vars: { task: "Say goodbye" }, assert: [{ type: "is-json" }] },
    { description: "own only", vars: {}, assert: [{ type: "is-json" }], options: alone },
  ];
  const { failed } = resultOf(await runFile(fileOf(tests, { defaultTest }), AGENT));
  assert.deepEqual(failed.map(({ description }) => description), ["by default", "own too"]);
});

Deno.test("tests and texts may stand in files beside or below", async () => {
  const yaml = `
tests:
  - file://more/tests.yaml
  - description: text from a file
    vars: {task: x, trace: file://trace.txt, output: ''}
    assert: [{type: contains, value: NO_ATTEMPT}]
`;
  const files = {
    "trace.txt": "(none)",
    "more/below.txt": "none",
    "more/tests.yaml": `
- description: in another file
  vars: {task: x, trace: file://below.txt, output: ''}
  assert: [{type: contains, value: NO_ATTEMPT}]
`,
  };
  assert.deepEqual(resultOf(await runFile(yaml, { files, ...AGENT })), {
    ...{ total: 2, passed: 2, unknown: 0, wrong: 0 },
    failed: [],
  });
  const alone = await runFile("tests: file://more/tests.yaml", { files, ...AGENT });
  assert.equal(resultOf(alone).total, 1);
});

Deno.test("anchors and merged keys are read as promptfoo reads them", async () => {
  const yaml = `
tests:
  - description: one
    vars: &vars {task: a, trace: (none), output: ''}
    assert: &any [{type: is-json}]
  - {description: two, vars: {<<: *vars, task: b}, assert: *any}
`;
  assert.equal(resultOf(await runFile(yaml, AGENT)).passed, 2);
});

Deno.test("a test without assertions fails, since nothing was looked at", async () => {
  const { failed } = resultOf(await runFile(fileOf([caseWith("unseen", [])])));
  assert.match(failed[0]!.why, /no assertions/);
});

const { output_tokens: _, tool_calls: __, ...PART } = DECIDED;

Deno.test("a missing variable fails its case by name, and no other", async () => {
  const whole = caseWith("whole", [{ type: "is-json" }]);
  const part = { description: "part", vars: PART, assert: [{ type: "is-json" }] };
  const { passed, failed } = resultOf(await runFile(fileOf([part, whole])));
  assert.equal(passed, 1);
  assert.deepEqual(failed, [
    { description: "part", why: 'Missing variables "output_tokens", "tool_calls"' },
  ]);
});

Deno.test("where the floor does not know, the case is unknown and its assertions are not looked at", async () => {
  const vars = { task: "x", tools_used: "edit", agent_response: "Done, and all tests pass." };
  const test = { description: "x", vars, assert: [{ type: "contains", value: "strawberry" }] };
  const ran = await runFile(fileOf([test]), { kind: "task", flags: ["--json", "--strict"] });
  assert.deepEqual(resultOf(ran), { total: 1, passed: 0, unknown: 1, wrong: 0, failed: [] });
});

Deno.test("every kind answers in its own shape", async () => {
  const shapes: Record<string, [Record<string, unknown>, string[]]> = {
    stuck: [{
      ...{ time_since_activity: "2 minutes", message_completed: "false", output_tokens: "0" },
      ...{ last_user_message: "Go", last_assistant_response: "", tool_calls: [] },
    }, ["stuck", "reason", "confidence", "shouldNudge"]],
    compaction: [{
      ...{ task_summary: "Port it", last_assistant_response: "Half done" },
      ...{ tools_used: "gh pr view 3, git push", has_git_commands: "true", has_pr_issue_ref: true },
    }, ["action", "hasActiveGitWork", "confidence"]],
    agent: [
      { task: "Port it", trace: "(none)", output: "" },
      ["reasoning", "score", "verdict", "feedback", "strengths", "issues", "recommendations"],
    ],
  };
  for (const [kind, [vars, required]] of Object.entries(shapes)) {
    const test = { description: kind, vars, assert: [{ type: "is-json", value: { required } }] };
    assert.equal(resultOf(await runFile(fileOf([test]), { kind })).passed, 1, kind);
  }
});

Deno.test("bad YAML is refused with file, line and column", async () => {
  const { code, stdout, stderr, file } = await runFile("tests:\n  - description: a\n   vars: {\n");
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert(stderr.includes(`Cannot parse "${file}"`), stderr);
  assert.match(stderr, /line \d, column \d+/);
});

Deno.test("a file that holds no cases is refused", async () => {
  for (
    const [yaml, message] of [
      ["just words", /expected a mapping/],
      ["tests: []", /has no tests/],
      ["description: x", /has no tests/],
      ["tests: [3]", /is no mapping/],
      ["tests: [{vars: [1]}]", /vars of test "Test 1" are no mapping/],
      ["tests: [{assert: [{value: x}]}]", /has no type/],
      ["tests: [tests.csv]", /cannot be read: "tests.csv"/],
    ] as const
  ) {
    const { code, stderr } = await runFile(yaml);
    assert.equal(code, 1, yaml);
    assert.match(stderr, message);
  }
  const { code, stderr } = await evals(["--file", "/not/there.yaml", "--kind", "task"]);
  assert.equal(code, 1);
  assert.match(stderr, /Cannot read "\/not\/there\.yaml"/);
});

Deno.test("wrong usage exits with 2 and names what is wrong", async () => {
  for (
    const [args, message] of [
      [["--kind", "task"], /--file and --kind go together/],
      [["--file", "x.yaml"], /--file and --kind go together/],
      [
        ["--file", "x.yaml", "--kind", "mood"],
        /--kind must be task, stuck, compaction or agent, got "mood"/,
      ],
      [["--split", "test"], /--split must be tuning or held-out, got "test"/],
      [["--provider", "oracle"], /--provider must be none, .* got "oracle"/],
      [["--write", "--split", "tuning"], /--write keeps/],
      [["--mood"], /--mood/],
      [["extra"], /Unexpected argument "extra"/],
    ] as const
  ) {
    const { code, stdout, stderr } = await evals([...args]);
    assert.equal(code, 2, stderr);
    assert.equal(stdout, "");
    assert.match(stderr, message);
  }
});

Deno.test("--strict exits with 1 if a case fails, and prints the same", async () => {
  const yaml = fileOf([caseWith("fails", [{ type: "contains", value: "strawberry" }])]);
  const { code, stdout } = await runFile(yaml, { flags: ["--strict"] });
  assert.equal(code, 1);
  assert.equal(JSON.parse(stdout).failed.length, 1);
});

Deno.test("--split takes only the cases of that part", async () => {
  const test = (split: string) => ({
    ...caseWith(split, [{ type: "is-json" }]),
    metadata: { split },
  });
  const yaml = fileOf([test("tuning"), test("held-out"), test("tuning")]);
  assert.equal(resultOf(await runFile(yaml, { flags: ["--split", "tuning"] })).total, 2);
  assert.equal(resultOf(await runFile(yaml, { flags: ["--split", "held-out"] })).total, 1);
});
