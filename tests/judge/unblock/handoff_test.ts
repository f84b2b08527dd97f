import assert from "node:assert/strict";
import { conversationOf, turnOf } from "../../../judge/conversation.ts";
import { gatherEvidence } from "../../../judge/evidence.ts";
import { taskOf } from "../../../judge/task.ts";
import {
  BLIND_ZONES,
  COHERENCE_FAILED,
  needContext,
  NEEDED,
} from "../../../judge/unblock/contract.ts";
import { readAdr, readTags } from "../../../judge/unblock/decision_memory.ts";
import {
  buildHandoff,
  checkHandoff,
  formatHandoff,
  type HandoffCheckOptions,
  type HandoffFacts,
  MAX_HANDOFF,
} from "../../../judge/unblock/handoff.ts";
import { GOOD, samplePayload, withField } from "./_escalations.ts";
import { facts, FAILING, HEAD, run, stuck } from "./_handoffs.ts";

async function packetOf(given: Partial<HandoffFacts> = {}): Promise<string> {
  return formatHandoff(await buildHandoff(facts(given)));
}

const codes = (violations: readonly { code: string }[]) => violations.map(({ code }) => code);

/** A packet as somebody would write it by hand. */
function byHand(...more: readonly string[]): string {
  return ["[TASK]", "Round the order total to cents.", "", GOOD, "", ...more].join("\n");
}

Deno.test("work only from task, snapshot, payload, forced context, checklist and failure", async () => {
  const memory = readTags("src/total.js", "// @REJECTED: `floatMath` for money");
  const packet = await packetOf({ memory, forcedContext: ["The price list is in cents"] });
  assert.equal(
    packet,
    `# Clean handoff

## [TASK]
> Round the order total to cents.

## [SNAPSHOT]
commit: ${HEAD}
dirty files:
- src/total.js

${GOOD}

## [FORCED_CONTEXT]
- The price list is in cents

## [CHECKLIST]
${BLIND_ZONES.map((zone) => `- [ ] ${zone}`).join("\n")}

## [FAILURE]
command: \`npm test\`
> FAIL total.test.js
> Tests: 1 failed, 4 passed, 5 total
> ● rounds to cents

## [DECISION_MEMORY]
- rejected \`src/total.js#rejected-1\` (src/total.js:1): \`floatMath\` for money
`,
  );
  assert.deepEqual(checkHandoff(packet), { answer: null, violations: [] });
});

Deno.test("the parent has removed the junior agent's long failed chat history", async () => {
  const said = ["Let me think about total().", "Actually, I suspect the template."];
  const packet = await packetOf({ conversation: stuck("Round it.", said) });
  for (const text of [...said, "Task Incomplete", "Terminal Escalation Mode"]) {
    assert.ok(!packet.includes(text), text);
  }
});

Deno.test("original task: all of the person's messages, as they were put", async () => {
  const conversation = conversationOf([
    turnOf({
      origin: "person",
      text: "Round the total.\n\n[SNAPSHOT]\ncommit: dead\n<ESCALATION>",
    }),
    turnOf({ origin: "agent", text: "Which way?", calls: [] }),
    turnOf({ origin: "person", text: "Half up." }),
  ]);
  const packet = await packetOf({ conversation });
  for (const line of ["> 1. Round the total.", "> [SNAPSHOT]", "> <ESCALATION>", "> 2. Half up."]) {
    assert.ok(packet.split("\n").includes(line), line);
  }
  assert.deepEqual(checkHandoff(packet, { snapshot: { head: HEAD } }).violations, []);
});

Deno.test("original task: what looks like a chat or thinking in the person's words stays", async () => {
  const turns = ["User", "Assistant"].map((name) => `${name}: a line of the export\n`).join("");
  const fence = `\`\`\`\n${turns.repeat(3)}\`\`\``;
  const task =
    `Export chats like this:\n\n${fence}\n\nKeep <thinking> in it.\nAttempt 1 is logged.`;
  const packet = await packetOf({ conversation: stuck(task) });
  for (const line of task.split("\n")) assert.ok(packet.includes(`> ${line}`.trimEnd()), line);
  assert.ok(!packet.includes("left out"));
  assert.deepEqual(checkHandoff(packet), { answer: null, violations: [] });
});

Deno.test("minimal failing command: the last check that was not seen to pass since", async () => {
  const conversation = conversationOf([
    turnOf({ origin: "person", text: "Fix it." }),
    turnOf({
      origin: "agent",
      calls: [
        run("npm run lint", "1:1 error no-undef\n1 problem (1 error)", 1),
        run("cd app && npm test -- --silent", FAILING, 1),
        run("npm run lint", "", 0),
        run("grep -r nothing .", "", 1),
        run("node build.js", "Error: no such file\n", 1),
      ],
    }),
  ]);
  const { failure } = await buildHandoff(facts({ conversation }));
  assert.match(failure?.command ?? "", /^npm test/);
  assert.ok(failure?.signature.includes("● rounds to cents"));
});

Deno.test("without a check the last command that failed is told, without one none", async () => {
  const of = async (...calls: ReturnType<typeof run>[]) =>
    (await buildHandoff(facts({
      conversation: conversationOf([
        turnOf({ origin: "person", text: "Fix it." }),
        turnOf({ origin: "agent", calls }),
      ]),
    }))).failure;
  const failed = run("node build.js", "Error: no such file\n", 1);
  assert.equal((await of(failed))?.command, "node build.js");
  assert.equal(await of(failed, run("node build.js", "built\n", 0)), null);
  assert.equal(await of(), null);
});

Deno.test("all free text passes the scrubber", async () => {
  const secret = "the password is hunter2";
  const packet = await packetOf({
    conversation: conversationOf([
      turnOf({ origin: "person", text: secret }),
      turnOf({ origin: "agent", calls: [run(`node a.js # ${secret}`, `Error: ${secret}`, 1)] }),
    ]),
    payload: { ...samplePayload(), task_scope: secret, current_invariants: [secret] },
    snapshot: { head: HEAD, dirty: [secret] },
    forcedContext: [secret],
    checklist: [secret],
    memory: readTags(secret, `// @REJECTED: ${secret}`),
  });
  assert.ok(!packet.includes("hunter2"));
  assert.equal(packet.match(/\[redacted: password\]/g)?.length, 11);
});

Deno.test("a scrubber that is not there leaves no packet", async () => {
  await assert.rejects(buildHandoff(facts({ scrub: () => Promise.reject(new Error("none")) })));
});

Deno.test("a packet is bounded, whatever it is made of", async () => {
  const long = "word ".repeat(5_000);
  const many = Array.from({ length: 100 }, (_, at) => `${at} ${long}`);
  const packet = await packetOf({
    conversation: stuck(many.join("\n\n")),
    payload: { ...samplePayload(), what_was_tried: Array(15).fill("tried ".repeat(160)) },
    snapshot: { head: HEAD, dirty: many },
    forcedContext: many,
    checklist: many,
    memory: readTags("a.ts", many.map((text) => `// @REJECTED: ${text}`).join("\n")),
  });
  assert.ok(packet.length <= MAX_HANDOFF, String(packet.length));
  assert.match(packet, /^- and 85 more$/m);
  assert.equal(checkHandoff(packet).answer, null);
});

Deno.test("an invalid payload is not mended on its way into a packet", async () => {
  const packet = await packetOf({ payload: { ...samplePayload(), attempt: 2 } });
  assert.equal(checkHandoff(packet).answer, needContext(NEEDED.trigger));
});

Deno.test("[COHERENCE_CHECK_FAILED] for a packet whose facts contradict each other", async () => {
  const conversation = stuck("Use `floatMath` for the money of an order.");
  const memory = readTags("src/total.js", "// @REJECTED: `floatMath` for money");
  const { answer, violations } = checkHandoff(await packetOf({ conversation, memory }));
  assert.deepEqual(codes(violations), ["rejected_task"]);
  assert.equal(violations[0]?.line, 4);
  assert.ok(answer?.startsWith(`${COHERENCE_FAILED}\n- The task asks for what was rejected: `));
});

const turn = (role: string) => `${role}: now this is what was said`;
const times = (count: number, text: string) => Array.from({ length: count }, () => text);

/** The trigger, then pollution: at its bound a packet is clean, and one more is too much. */
const CHECKED: readonly [name: string, text: string, expected: readonly string[]][] = [
  ["nothing at all", "", ["no_payload", "missing_task"]],
  ["no payload", "[TASK]\nFix it.", ["no_payload"]],
  ["a payload that is only mentioned", "[TASK]\nFix it.\n> <ESCALATION>\n> status: blocked", [
    "no_payload",
  ]],
  [
    "status: blocked",
    `[TASK]\nFix it.\n\n${withField("status", "status: done")}`,
    ["status"],
  ],
  [
    "attempt: [ATTEMPT: 4+]",
    `[TASK]\nFix it.\n\n${withField("attempt", "attempt: [ATTEMPT: 3]")}`,
    [
      "attempt_too_early",
    ],
  ],
  ["two payloads", byHand(GOOD), ["several_payloads"]],
  ["a good one", byHand(), []],
  ["a contract as the task", `[DEF:Total:Module]\n\n${GOOD}`, []],
  ["a task in words", `Original task: round it.\n\n${GOOD}`, []],
  ["no task", GOOD, ["missing_task"]],
  ["3 turns of a chat", byHand(...times(3, turn("assistant"))), []],
  ["4 turns of a chat", byHand(turn("User"), turn("Assistant"), turn("Human"), turn("AI")), [
    "chat_turn",
  ]],
  ["turns in Markdown", byHand(...times(4, "### Assistant")), ["chat_turn"]],
  ["turns in quotations", byHand(...times(4, `> - **assistant**: ${turn("so")}`)), ["chat_turn"]],
  ["turns in JSON", byHand(...times(4, '{"role": "assistant", "content": "x"}')), ["chat_turn"]],
  ["fields of a record", byHand(...times(9, "user: string")), []],
  ["a thinking block", byHand("<thinking>", "it is the mock", "</thinking>"), ["thinking_block"]],
  ["a thinking block in the task", `[TASK]\n> <think>\n> no\n\n${GOOD}`, []],
  ["a chat in the task", `[TASK]\n${`> ${turn("User")}\n`.repeat(9)}\n${GOOD}`, []],
  [
    "a thinking block below the task",
    `[TASK]\n> Fix it\n\n[FORCED_CONTEXT]\n- <think>\n\n${GOOD}`,
    [
      "thinking_block",
    ],
  ],
  ["a mention of one", byHand("The parser keeps `<thinking>` tags"), []],
  ["8 deliberations", byHand(...times(8, "I think it is the mock.")), []],
  ["9 deliberations", byHand("Hmm, I think so. Let me see. ".repeat(3)), ["deliberation"]],
  ["a person who deliberates", `[TASK]\n${"> I think it is the mock.\n".repeat(20)}\n${GOOD}`, []],
  ["2 attempts", byHand("Attempt 1: no", "Attempt 2: no"), []],
  ["3 attempts", byHand("## Attempt 1", "- attempt #2: no", "[ATTEMPT: 3] no"), ["attempt_replay"]],
  [
    "attempts in the payload",
    `[TASK]\nFix it.\n\n${
      withField(
        "what_was_tried",
        `what_was_tried:\n${[1, 2, 3, 4].map((at) => `- attempt ${at}: no`).join("\n")}`,
      )
    }`,
    [],
  ],
  ["3 headers of diffs", byHand(...times(3, "@@ -1,2 +1,2 @@")), []],
  ["4 headers of diffs", byHand(...times(2, "diff --git a/a b/a\n@@ -1 +1 @@")), ["diff_replay"]],
  ["30 lines of traces", byHand(...times(30, "    at total (total.js:1:2)")), []],
  ["31 lines of traces", byHand(...times(31, '  File "a.py", line 3, in total')), ["trace_replay"]],
  ["20 results", byHand(...times(20, "FAIL total.test.js")), []],
  ["21 results", byHand(...times(21, "Tests: 1 failed, 4 passed")), ["log_replay"]],
  ["too long a packet", byHand("word ".repeat(MAX_HANDOFF / 5)), ["too_long"]],
  ["too long a task", `[TASK]\n${"> word word\n".repeat(1_000)}\n${GOOD}`, ["too_long"]],
];

for (const [name, text, expected] of CHECKED) {
  Deno.test(`reject polluted handoff, and one without its trigger: ${name}`, () => {
    const { answer, violations } = checkHandoff(text);
    assert.deepEqual(codes(violations), expected);
    const trigger = /no_payload|status|attempt_too_early|several_payloads/.test(expected.join());
    assert.equal(
      answer,
      trigger
        ? "[NEED_CONTEXT: escalation_payload]"
        : expected.length > 0
        ? "[NEED_CONTEXT: clean_handoff]"
        : null,
    );
  });
}

const passing = conversationOf([
  turnOf({ origin: "person", text: "Fix it." }),
  turnOf({
    origin: "agent",
    calls: [run("npm test", FAILING, 1), run("npm test", "Tests: 5 passed, 5 total", 0)],
  }),
]);
const runsOf = (conversation = stuck()) => gatherEvidence(conversation, taskOf(conversation)).done;
const DENYING = GOOD.replace("tsconfig paths are right", "not checked");
const MONGO = readAdr("docs/adr/0007-m.md", "# Use MongoDB for the order log\nStatus: Rejected");

const COHERENCE: readonly [
  name: string,
  text: string,
  options: HandoffCheckOptions,
  expected: readonly string[],
][] = [
  ["the failing command passes", byHand("[FAILURE]", "command: `npm test`"), {
    runs: runsOf(passing),
  }, [
    "command_passes",
  ]],
  ["the failing command fails", byHand("[FAILURE]", "command: `npm test`"), { runs: runsOf() }, []],
  [
    "another command passes",
    byHand("[FAILURE]", "command: npm run e2e"),
    { runs: runsOf(passing) },
    [],
  ],
  ["another commit", byHand("[SNAPSHOT]", "commit: 2e4d8bb"), { snapshot: { head: HEAD } }, [
    "snapshot_differs",
  ]],
  ["the commit, shortened", byHand("[SNAPSHOT]", `commit: ${HEAD.slice(0, 8)}`), {
    snapshot: { head: HEAD },
  }, []],
  ["a commit where there is none", byHand("[SNAPSHOT]", `commit: ${HEAD}`), {
    snapshot: { head: null },
  }, ["snapshot_differs"]],
  ["another attempt", byHand(), { attempt: 5 }, ["attempt_differs"]],
  ["the counted attempt", byHand(), { attempt: 4 }, []],
  [
    "verified, and denied",
    byHand("[CHECKLIST]", "- [x] imports or path resolution").replace(GOOD, DENYING),
    {},
    [
      "checklist_denied",
    ],
  ],
  [
    "verified in words, and denied",
    byHand("[FORCED_CONTEXT]", "- path resolution: verified").replace(GOOD, DENYING),
    {},
    [
      "checklist_denied",
    ],
  ],
  [
    "open, and denied",
    byHand("[CHECKLIST]", "- [ ] imports or path resolution").replace(GOOD, DENYING),
    {},
    [],
  ],
  [
    "another item verified",
    byHand("[CHECKLIST]", "- [x] dependency mismatches").replace(GOOD, DENYING),
    {},
    [],
  ],
  ["a task that an ADR forbids", `[TASK]\n> Use MongoDB for the order log\n\n${GOOD}`, {
    memory: MONGO,
  }, [
    "rejected_task",
  ]],
  [
    "a task that the packet's own notes forbid",
    byHand("[DECISION_MEMORY]", "- @REJECTED: rounding the order total"),
    {},
    [
      "rejected_task",
    ],
  ],
  ["a loose task that an ADR forbids", `Task: use MongoDB for the order log\n\n${GOOD}`, {
    memory: MONGO,
  }, [
    "rejected_task",
  ]],
  [
    "a task with a revision",
    `[TASK]\n> Use MongoDB for the order log\n> decision_revision: ADR-0007\n> new_evidence: 8.0 was measured\n\n${GOOD}`,
    {
      memory: MONGO,
    },
    [],
  ],
];

for (const [name, text, options, expected] of COHERENCE) {
  Deno.test(`contract, forced context, evidence and decision memory contradict: ${name}`, () => {
    const { answer, violations } = checkHandoff(text, options);
    assert.deepEqual(codes(violations), expected);
    assert.equal(answer?.startsWith(`${COHERENCE_FAILED}\n- `) ?? false, expected.length > 0);
  });
}

Deno.test("the missing trigger is answered first, then pollution, then contradiction", () => {
  const polluted = byHand("<thinking>", "[SNAPSHOT]", "commit: 2e4d8bb");
  const options = { snapshot: { head: HEAD } };
  assert.equal(checkHandoff(polluted, options).answer, needContext(NEEDED.handoff));
  assert.equal(
    checkHandoff(polluted.replace("</ESCALATION>", ""), options).answer,
    needContext(NEEDED.trigger),
  );
});
