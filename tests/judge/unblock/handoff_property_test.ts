import assert from "node:assert/strict";
import fc from "fast-check";
import { callOf, conversationOf, type Turn, turnOf } from "../../../judge/conversation.ts";
import { factsIn } from "../../../judge/evidence/evidence.ts";
import { ESCALATION_LAYERS } from "../../../judge/unblock/protocol.ts";
import { type Decision, isAdrPath, readAdr, readTags } from "../../../judge/unblock/decisions.ts";
import type { EscalationPayload } from "../../../schema/types.ts";
import { formatEscalation, lintEscalation } from "../../../judge/unblock/form.ts";
import { buildHandoff, checkHandoff, HANDOFF_LIMITS } from "../../../judge/unblock/handoff.ts";
import { ABOVE, GOOD } from "./_escalations.ts";
import { facts, FAILING, HEAD } from "./_handoffs.ts";

const SEED = 20260131;

/** Pieces of packets, chats, tags and diffs: whatever is made of them must stay what it was. */
const PIECES: readonly string[] = [
  ...["<ESCALATION>", "\n</ESCALATION>\n", "\nstatus: blocked\n", "\n[TASK]\n", "> ", "- ", "\r"],
  ...["\n## [SNAPSHOT]\n", "\ncommit: deadbeef\n", "\n[CHECKLIST]\n- [x] ", "\n", "\n\n", "```\n"],
  ...["\n[FAILURE]\ncommand: `npm test`\n", "\nassistant: now I will try this\n", "<thinking>"],
  ...["\nHuman: please do it again\n", "\n### Assistant\n", "\n</thinking>\n", "[ATTEMPT: 3] "],
  ...["\nAttempt 1: no\n", "\n@@ -1,2 +3,4 @@\n", "\ndiff --git a/a b/a\n", "\n--- ", "\n+"],
  ...["\n    at f (a.js:1:2)\n", '\n  File "a.py", line 3\n', "\nFAIL a.test.js\n", "2 failed "],
  ...["// @REJECTED: ", "# @RATIONALE: ", "[DEF:a:ADR]", "[/DEF:a]", "`redis`", " sessions "],
  ...["decision_revision: a\n", "new_evidence: ", "## Status\nRejected\n", "## Rejected\n", "*/"],
  ...["\u2028", "\u0000", "\ud800", "é", "👩‍💻", "word ", "1. ", "\t", "`", "<", "*", "@", "#"],
];

const messy = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 12 })), {
  maxLength: 40,
}).map((pieces) => pieces.join(""));

/** The same, sometimes as much of it as a person would paste. */
const pasted = fc.tuple(messy, fc.constantFrom(1, 1, 1, 60)).map(([text, times]) =>
  text.repeat(times)
);

const line = messy.map((text) => `It says ${text}`.replace(/\s+/g, " ").slice(0, 900));
const list = fc.array(line, { minLength: 1, maxLength: 5 });

const payloads: fc.Arbitrary<EscalationPayload> = fc.record({
  attempt: fc.integer({ min: 4, max: 99 }),
  task_scope: line,
  suspected_failure_layer: fc.subarray([...ESCALATION_LAYERS], { minLength: 1 }),
  what_was_tried: list,
  what_did_not_work: list.map((items) => items.map((item) => `Not: ${item}`)),
  forced_context_checked: list,
  current_invariants: list,
  handoff_artifacts: list.map((items) => ["task: 12", "signal: exit 1", ...items]),
  request: fc.constant<string[]>([ABOVE]),
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

const built = fc.record({
  task: pasted,
  turns: fc.array(attempt, { maxLength: 6 }),
  payload: payloads,
  head: fc.constantFrom(HEAD, HEAD.slice(0, 7), null, "no commit"),
  dirty: fc.array(messy, { maxLength: 30 }),
  memory: fc.array(messy, { maxLength: 12 }).map((texts) =>
    texts.map((text, at): Decision => ({
      ...{ id: `${text}#rationale-${at}`, kind: "tag", status: "rationale", scope: null },
      ...{ text, path: text, line: at },
    }))
  ),
}).map(({ task, turns, head, dirty, ...given }) =>
  facts({
    ...given,
    task: `Fix it. ${task}`,
    facts: factsIn(conversationOf(turns)),
    snapshot: { head, dirty },
  })
);

Deno.test("what is built is clean, bounded and accepted, and holds nothing that the agent said", async () => {
  await fc.assert(
    fc.asyncProperty(built, async (given) => {
      const packet = await buildHandoff(given);
      assert.ok(!packet.includes(SECRET));
      assert.ok(packet.length <= HANDOFF_LIMITS.packet);
      const { payload, snapshot } = given;
      const isCommit = /^[\da-f]{7,}$/.test(snapshot.head ?? "");
      const known = { attempt: payload.attempt, ...isCommit ? { snapshot } : {} };
      assert.deepEqual(checkHandoff(packet, known), { answer: null, violations: [] });
    }),
    { seed: SEED, numRuns: 600 },
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
      for (const { code } of violations) assert.match(code, /^[a-z_]+$/);
      for (const { path, text: said } of [...readTags(text, text), ...readAdr(text, text)]) {
        assert.equal(path, text);
        assert.ok(said.length <= 2_000);
      }
      assert.equal(typeof isAdrPath(text), "boolean");
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});
