import assert from "node:assert/strict";
import fc from "fast-check";
import { callOf, conversationOf, type Turn, turnOf } from "../../../judge/conversation.ts";
import { gatherEvidence } from "../../../judge/evidence.ts";
import { taskOf } from "../../../judge/task.ts";
import { ESCALATION_LAYERS } from "../../../judge/unblock/contract.ts";
import {
  checkDiff,
  type Decision,
  findRejectedReuse,
  findRemovedTags,
  hasDecisionRevision,
  isAdrPath,
  readAdr,
  readTags,
} from "../../../judge/unblock/decision_memory.ts";
import {
  type EscalationPayload,
  formatEscalation,
  lintEscalation,
} from "../../../judge/unblock/escalation.ts";
import {
  buildHandoff,
  checkHandoff,
  formatHandoff,
  type HandoffFacts,
  MAX_HANDOFF,
} from "../../../judge/unblock/handoff.ts";
import { ABOVE, GOOD } from "./_escalations.ts";
import { facts, FAILING, HEAD } from "./_handoffs.ts";

const SEED = 20260131;

/** Pieces of packets, chats, tags and diffs: whatever is made of them must stay what it was. */
const PIECES: readonly string[] = [
  ...[
    "<ESCALATION>",
    "\n</ESCALATION>\n",
    "\nstatus: blocked\n",
    "\n[TASK]\n",
    "\n## [SNAPSHOT]\n",
  ],
  ...["\ncommit: deadbeef\n", "\n[CHECKLIST]\n- [x] ", "\n[FAILURE]\ncommand: `npm test`\n", "> "],
  ...["\nassistant: now I will try this\n", "\nHuman: please do it again\n", "\n### Assistant\n"],
  ...[
    "<thinking>",
    "\n</thinking>\n",
    "\n<think>\n",
    "I think ",
    "let me ",
    "Hmm, ",
    "\n\n",
    "\r",
    "\n",
  ],
  ...[
    "\nAttempt 1: no\n",
    "[ATTEMPT: 3] ",
    "\n@@ -1,2 +3,4 @@\n",
    "\ndiff --git a/a b/a\n",
    "\n--- ",
  ],
  ...[
    "\n    at f (a.js:1:2)\n",
    '\n  File "a.py", line 3\n',
    "\nFAIL a.test.js\n",
    "2 failed ",
    "- ",
  ],
  ...[
    "// @REJECTED: ",
    "# @RATIONALE: ",
    "[DEF:a:ADR]",
    "[/DEF:a]",
    "`redis`",
    " sessions ",
    "\n+",
  ],
  ...[
    "decision_revision: a\n",
    "new_evidence: ",
    "## Status\nRejected\n",
    "do not ",
    "remove ",
    "*/",
  ],
  ...["\u2028", "\u0000", "\ud800", "é", "👩‍💻", "word ", "1. ", "\t", "`", "<", "*", "@", "#"],
];

const messy = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 12 })), {
  maxLength: 40,
}).map((pieces) => pieces.join(""));

/** The same, sometimes as much of it as a person would paste. */
const pasted = fc.tuple(messy, fc.constantFrom(1, 1, 1, 60)).map(([text, times]) =>
  text.repeat(times)
);

const line = messy.map((text) => `It says ${text}`.replace(/\s+/g, " ").slice(0, 900))
  .filter((text) => !text.includes("<.."));
const list = fc.array(line, { minLength: 1, maxLength: 5 });

const payloads: fc.Arbitrary<EscalationPayload> = fc.record({
  attempt: fc.integer({ min: 4, max: 99 }),
  task_scope: line,
  suspected_failure_layer: fc.subarray([...ESCALATION_LAYERS], { minLength: 1 }),
  what_was_tried: list,
  what_did_not_work: list,
  forced_context_checked: list,
  current_invariants: list,
  handoff_artifacts: list.map((items) => ["task: 12", "signal: exit 1", ...items]),
  request: fc.constant(ABOVE).map((text) => [text]),
}, { noNullPrototype: true }).filter((payload) =>
  lintEscalation(formatEscalation(payload)).violations.length === 0
);

/** What an agent says in a failed attempt carries a mark that nothing else does. */
const SECRET = "wrong-turn-";
const attempt: fc.Arbitrary<Turn> = fc.tuple(messy, fc.nat(9), fc.boolean()).map((
  [text, at, fails],
) =>
  turnOf({
    origin: "agent",
    text: `${text} ${SECRET}${at} ${text}`,
    calls: [callOf({
      name: "Bash",
      input: { command: `npm test -- ${at % 3}`, description: `${SECRET}${at}` },
      output: fails ? FAILING : "Tests: 5 passed, 5 total",
      exitCode: fails ? 1 : 0,
      state: fails ? "failed" : "done",
    })],
  })
);

const others: fc.Arbitrary<Turn> = fc.tuple(
  fc.constantFrom("feedback" as const, "synthetic" as const, "summary" as const),
  messy,
).map(([origin, text]) => turnOf({ origin, text: `${text} ${SECRET}` }));

const built: fc.Arbitrary<HandoffFacts> = fc.record({
  task: pasted,
  turns: fc.array(fc.oneof(attempt, others), { maxLength: 6 }),
  payload: payloads,
  head: fc.constantFrom(HEAD, HEAD.slice(0, 7), null, "no commit"),
  dirty: fc.array(messy, { maxLength: 30 }),
  // What it says may contradict the payload, which is another matter.
  forcedContext: fc.array(messy.map((text) => text.replaceAll("[x]", "")), { maxLength: 20 }),
  memory: fc.array(messy, { maxLength: 12 }).map((texts) =>
    texts.map((text, at): Decision => ({
      id: `${text}#rationale-${at}`,
      kind: "tag",
      status: "rationale",
      scope: null,
      // A rejection may forbid the task, which is another matter.
      text: text.replaceAll("@REJECTED", "@RATIONALE"),
      path: text,
      line: at,
    }))
  ),
}).map(({ task, turns, payload, head, dirty, forcedContext, memory }) =>
  facts({
    conversation: conversationOf([turnOf({ origin: "person", text: `Fix it. ${task}` }), ...turns]),
    payload,
    snapshot: { head, dirty },
    forcedContext,
    memory,
  })
);

Deno.test("clean handoff: what was built has nothing of the failed attempts, and checks clean", async () => {
  await fc.assert(
    fc.asyncProperty(built, async (given) => {
      const packet = formatHandoff(await buildHandoff(given));
      assert.ok(!packet.includes(SECRET));
      assert.ok(packet.length <= MAX_HANDOFF);
      const { conversation, payload, snapshot } = given;
      const { done } = gatherEvidence(conversation, taskOf(conversation));
      const isCommit = /^[\da-f]{7,}$/.test(snapshot.head ?? "");
      assert.deepEqual(
        checkHandoff(packet, {
          attempt: payload.attempt,
          runs: done,
          ...isCommit ? { snapshot } : {},
        }),
        { answer: null, violations: [] },
      );
    }),
    { seed: SEED, numRuns: 1_000 },
  );
});

Deno.test("no text makes the reading of decisions or the check of a handoff throw", () => {
  const memory = [
    ...readTags("a.ts", "// @REJECTED: `redis` for sessions\n// @REJECTED: Mongo"),
    ...readAdr("docs/adr/0001-a.md", "# Use Kafka\nStatus: Rejected"),
  ];
  fc.assert(
    fc.property(messy, fc.boolean(), (text, isPacket) => {
      const packet = isPacket ? `[TASK]\n${text}\n${GOOD}\n${text}` : text;
      const { answer, violations } = checkHandoff(packet, { memory, snapshot: { head: HEAD } });
      assert.equal(answer === null, violations.length === 0);
      for (
        const found of [
          ...violations,
          ...findRejectedReuse(text, memory),
          ...findRemovedTags(text, memory),
          ...checkDiff(text, memory),
        ]
      ) assert.match(found.code, /^[a-z_]+$/);
      for (const { path } of [...readTags(text, text), ...readAdr(text, text)]) {
        assert.equal(path, text);
      }
      assert.equal(typeof hasDecisionRevision(text), "boolean");
      assert.equal(typeof isAdrPath(text), "boolean");
    }),
    { seed: SEED, numRuns: 3_000 },
  );
});

/** Each made to be slow in another way. */
const SHAPES: Readonly<Record<string, string>> = {
  "letters": "a",
  "blanks": " ",
  "marks": "<",
  "backticks": "`a",
  "names": "a_b.c",
  "words": "store the sessions in redis ",
  "negations": "do not use no redis, ",
  "tags": "// @REJECTED: `redis` for sessions\n",
  "scopes": "// [DEF:a:B]\n",
  "items": "- @REJECTED: a\n- b\n",
  "headings": "## Rejected options\n- a\n",
  "revisions": "decision_revision: a\nnew_evidence: b c\n",
  "hunks": "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-// @REJECTED: a b c\n+redis()\n",
  "removals": "remove @REJECTED ",
  "turns": "assistant: this is what I think\n",
  "fences": "```\n",
  "thinking": "<thinking>",
};

const MEMORY = [
  ...readTags("a.ts", "// @REJECTED: storing sessions in `redis` forever\n".repeat(20)),
  ...readAdr("docs/adr/0001-a.md", "# Use Kafka\nStatus: Rejected"),
];

function readAll(text: string): void {
  readTags("a.ts", text);
  readAdr("docs/adr/1-a.md", text);
  findRejectedReuse(text, MEMORY);
  findRemovedTags(text, MEMORY);
  checkDiff(text, MEMORY);
  checkHandoff(text, { memory: MEMORY });
}

/** The least time of several: whatever else the machine does only ever adds to it. */
function leastTimes(texts: readonly string[]): number[] {
  const least = texts.map(() => Infinity);
  for (let round = 0; round < 3; round++) {
    for (const [at, text] of texts.entries()) {
      const begin = performance.now();
      readAll(text);
      least[at] = Math.min(least[at] ?? Infinity, performance.now() - begin);
    }
  }
  return least;
}

for (const [name, piece] of Object.entries(SHAPES)) {
  Deno.test(`four times the text costs about four times as much: ${name}`, () => {
    const texts = [100_000, 400_000].map((size) => piece.repeat(size / piece.length));
    let ratio = Infinity;
    // Another look only where the machine was busy with something else.
    for (let tries = 0; tries < 3 && ratio > 8; tries++) {
      const [once = 0, more = 0] = leastTimes(texts);
      ratio = Math.min(ratio, more / once);
    }
    assert.ok(ratio <= 8, `${ratio.toFixed(2)} times`);
  });
}
