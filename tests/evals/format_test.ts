import assert from "node:assert/strict";
import { caseWith, evals, fileOf, resultOf, runFile } from "./_command.ts";

/** Pairs of an assertion that holds for any verdict of an empty answer, and one that does not. */
const HOLDS = [
  { type: "javascript", value: "JSON.parse(output).complete === false" },
  { type: "javascript", value: "JSON.parse(output).complete === false;\n" },
  {
    type: "javascript",
    value: "const json = output.match(/\\{[\\s\\S]*\\}/);\nif (!json) return false;\n" +
      "return JSON.parse(json[0]).complete === false;",
  },
  { type: "javascript", value: "return context.vars.task.includes('README')" },
  { type: "javascript", value: "await Promise.resolve(true)" },
  { type: "javascript", value: "0.2" },
  { type: "javascript", value: "0.7", threshold: 0.7 },
  { type: "javascript", value: "({ pass: true, score: 1, reason: 'fine' })" },
  { type: "javascript", value: "console.log('noise'); return true" },
  { type: "contains", value: '"complete"' },
  { type: "not-contains", value: "strawberry" },
  { type: "icontains", value: '"COMPLETE"' },
  { type: "contains-any", value: ["strawberry", "severity"] },
  { type: "contains-all", value: "complete, severity" },
  { type: "icontains-any", value: ["SEVERITY"] },
  { type: "icontains-all", value: ["SEVERITY", "Complete"] },
  { type: "starts-with", value: "{" },
  { type: "regex", value: '"complete":\\s*false' },
  { type: "not-equals", value: "{}" },
  { type: "is-json" },
];

const FAILS = [
  { type: "javascript", value: "JSON.parse(output).complete === true" },
  { type: "javascript", value: "0" },
  { type: "javascript", value: "0.6", threshold: 0.7 },
  { type: "javascript", value: "({ pass: false, reason: 'because' })" },
  { type: "javascript", value: "undefined" },
  { type: "javascript", value: "'true'" },
  { type: "javascript", value: "const nothing = output;" },
  { type: "javascript", value: "this is not code" },
  { type: "javascript", value: "throw new Error('on purpose')" },
  { type: "javascript", value: "file://elsewhere.js" },
  { type: "javascript" },
  { type: "contains", value: "strawberry" },
  { type: "not-contains", value: "complete" },
  { type: "not-is-json" },
  { type: "contains-all", value: ["complete", "strawberry"] },
  { type: "equals", value: "{}" },
  { type: "equals", value: { complete: false } },
  { type: "regex", value: "^strawberry" },
  { type: "regex", value: "(" },
  { type: "is-json", value: { type: "object" } },
  { type: "llm-rubric", value: "It is nice" },
  { type: "not-llm-rubric", value: "It is nice" },
  { type: "constructor", value: "" },
];

Deno.test("an assertion of every type holds or fails as promptfoo has it", async () => {
  const tests = [...HOLDS, ...FAILS].map((assertion, index) =>
    caseWith(`${index} ${JSON.stringify(assertion)}`, [assertion])
  );
  const { total, failed } = resultOf(await runFile(fileOf(tests)));
  assert.equal(total, tests.length);
  assert.deepEqual(
    failed.map(({ description }) => Number.parseInt(description)),
    FAILS.map((_, index) => HOLDS.length + index),
  );
  assert(failed.every(({ why }) => why.length > 0));
  const whys = failed.map(({ why }) => why).join("\n");
  for (const part of ["because", "on purpose", 'Unknown assertion type "llm-rubric"']) {
    assert(whys.includes(part), `${part}\n${whys}`);
  }
});

Deno.test("equals takes an object by what it means", async () => {
  const found = await runFile(fileOf([caseWith("whole", [{ type: "equals", value: {} }])]), {
    kind: "task",
  });
  const [{ why } = { why: "" }] = resultOf(found).failed;
  assert.match(why, /^equals: expected \{\}/);
});

Deno.test("stdout is one object, and prompts and providers are not looked at", async () => {
  const more = {
    prompts: ["file://not/there.txt"],
    providers: ["openai:gpt-4o"],
    description: "x",
  };
  const ran = await runFile(fileOf([caseWith("a", [{ type: "is-json" }])], more));
  assert.deepEqual(resultOf(ran), { total: 1, passed: 1, failed: [] });
  assert.equal(ran.stderr, "");
});

Deno.test("the default test's variables and assertions apply to every test", async () => {
  const defaultTest = {
    vars: { task: "Say hello", tools_used: "(none)", agent_response: "" },
    assert: [{ type: "javascript", value: "context.vars.task === 'Say hello'" }],
    options: { provider: "openai:gpt-4o" },
  };
  const tests = [
    { description: "by default", vars: {} },
    { description: "own task", vars: { task: "Say goodbye" }, assert: [{ type: "is-json" }] },
  ];
  const { failed } = resultOf(await runFile(fileOf(tests, { defaultTest })));
  assert.deepEqual(failed.map(({ description }) => description), ["own task"]);
});

Deno.test("tests and texts may stand in files beside or below", async () => {
  const yaml = `
tests:
  - file://more/tests.yaml
  - description: text from a file
    vars: {task: file://task.txt, tools_used: (none), agent_response: ''}
    assert: [{type: javascript, value: "context.vars.task === 'From a file'"}]
`;
  const files = {
    "task.txt": "From a file",
    "more/answer.txt": "Said in a file",
    "more/tests.yaml": `
- description: in another file
  vars: {task: x, tools_used: (none), agent_response: file://answer.txt}
  assert: [{type: javascript, value: "context.vars.agent_response === 'Said in a file'"}]
`,
  };
  assert.deepEqual(resultOf(await runFile(yaml, { files })), { total: 2, passed: 2, failed: [] });
  const alone = await runFile("tests: file://more/tests.yaml", { files });
  assert.equal(resultOf(alone).total, 1);
});

Deno.test("anchors and merged keys are read as promptfoo reads them", async () => {
  const yaml = `
tests:
  - description: one
    vars: &vars {task: a, tools_used: (none), agent_response: ''}
    assert: &any [{type: is-json}]
  - {description: two, vars: {<<: *vars, task: b}, assert: *any}
`;
  assert.equal(resultOf(await runFile(yaml)).passed, 2);
});

Deno.test("a test without assertions fails, since nothing was looked at", async () => {
  const { failed } = resultOf(await runFile(fileOf([caseWith("unseen", [])])));
  assert.match(failed[0]!.why, /no assertions/);
});

Deno.test("a missing variable fails its case by name, and no other", async () => {
  const whole = caseWith("whole", [{ type: "is-json" }]);
  const part = { description: "part", vars: { task: "x" }, assert: [{ type: "is-json" }] };
  const { passed, failed } = resultOf(await runFile(fileOf([part, whole])));
  assert.equal(passed, 1);
  assert.deepEqual(failed, [
    { description: "part", why: 'Missing variables "tools_used", "agent_response"' },
  ]);
});

Deno.test("every kind answers in its own shape", async () => {
  const shapes: Record<string, [Record<string, unknown>, string[]]> = {
    stuck: [{
      ...{ time_since_activity: "2 minutes", message_completed: "false", output_tokens: "0" },
      ...{ last_user_message: "Go", last_assistant_response: "", tool_calls: "(none)" },
    }, ["stuck", "reason", "confidence", "shouldNudge"]],
    compaction: [{
      ...{ task_summary: "Port it", last_assistant_response: "Half done", tools_used: "edit" },
      ...{ has_git_commands: "false", has_pr_issue_ref: false },
    }, ["action", "hasActiveGitWork", "confidence"]],
    agent: [
      { task: "Port it", trace: "1. [Bash] make → ok", output: "Ported" },
      ["reasoning", "score", "verdict", "feedback", "strengths", "issues", "recommendations"],
    ],
  };
  for (const [kind, [vars, keys]] of Object.entries(shapes)) {
    const value = `${JSON.stringify(keys)}.every((key) => key in JSON.parse(output))`;
    const test = { description: kind, vars, assert: [{ type: "javascript", value }] };
    assert.deepEqual(resultOf(await runFile(fileOf([test]), { kind })).failed, []);
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
