import fc from "fast-check";
import assert from "node:assert/strict";
import { escalationPayload } from "../../../schema/protocol_records.ts";
import {
  ESCALATION_FIELDS,
  ESCALATION_LAYERS,
  FAULTS,
  MAX_PAYLOAD_CHARACTERS,
} from "../../../judge/unblock/protocol.ts";
import type { EscalationPayload } from "../../../schema/types.ts";
import { formatEscalation, lintEscalation, valueLine } from "../../../judge/unblock/form.ts";
import { ABOVE, GOOD } from "./_escalations.ts";

const SEED = 20260131;

/** Pieces of what a payload is made of: an item that holds them must still be an item. */
const AWKWARD = [
  ...["<ESCALATION>", "</ESCALATION>", "\n<ESCALATION>\n", "\n</ESCALATION>\n", "```", "\n```\n"],
  ...["status: blocked", "\nstatus: done\n", "request:", "\nrequest:\n- retry", "- ", "\n- ", "* "],
  ...["[ATTEMPT: 9]", "architecture | unknown", "<...>", "TODO", "> ", "\t", "\r\n", "\r", " "],
  ...["\u2028", "\u0000", "\u200b", "\ud800", "é", "日本", "👩‍💻", ":", "|", "-", "a", "0", "`", "'"],
];

const awkward = fc.array(fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ maxLength: 20 })), {
  maxLength: 8,
}).map((pieces) => pieces.join(""));

const says = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
const line = awkward.map(valueLine).filter(says);
const list = fc.array(line, { minLength: 1, maxLength: 6 });

/** Every payload that can be, whether or not it follows the rules about content. */
const payloads: fc.Arbitrary<EscalationPayload> = fc.record({
  attempt: fc.integer({ min: 1, max: 999_999 }),
  task_scope: line,
  suspected_failure_layer: fc.array(fc.constantFrom(...ESCALATION_LAYERS), {
    minLength: 1,
    maxLength: 9,
  }),
  what_was_tried: list,
  what_did_not_work: list,
  forced_context_checked: list,
  current_invariants: list,
  handoff_artifacts: list,
  request: list,
}, { noNullPrototype: true }).filter((payload) =>
  formatEscalation(payload).length <= MAX_PAYLOAD_CHARACTERS
);

/** Those that follow them: whatever is written stands behind words that somebody meant. */
const validPayloads: fc.Arbitrary<EscalationPayload> = payloads.map((payload) => {
  const meant = (items: string[]): string[] => items.map((item) => `It says ${item}`);
  return {
    ...payload,
    attempt: payload.attempt + 3,
    task_scope: `About ${payload.task_scope}`,
    what_was_tried: meant(payload.what_was_tried),
    what_did_not_work: meant(payload.what_did_not_work),
    forced_context_checked: meant(payload.forced_context_checked),
    current_invariants: meant(payload.current_invariants),
    handoff_artifacts: [...meant(payload.handoff_artifacts), "task: 12", "signal: exit 1"],
    request: [ABOVE],
  };
}).filter((payload) =>
  payload.attempt <= 999_999 && formatEscalation(payload).length <= MAX_PAYLOAD_CHARACTERS &&
  // A placeholder of dots is one wherever it stands.
  !JSON.stringify(payload).includes("<..")
);

Deno.test("what is written is read again, word by word, whatever stands in it", () => {
  fc.assert(
    fc.property(payloads, fc.constantFrom("", "Blocked:\n", "```\n"), (payload, before) => {
      const { found, payload: read } = lintEscalation(before + formatEscalation(payload));
      assert.equal(found, 1);
      assert.deepEqual(read, payload);
      assert.ok(escalationPayload.safeParse(read).success);
    }),
    { seed: SEED, numRuns: 1_500 },
  );
});

Deno.test("a payload that follows the rules is written so that nothing is wrong with it", () => {
  fc.assert(
    fc.property(validPayloads, (payload) => {
      const linted = lintEscalation(formatEscalation(payload));
      assert.deepEqual(linted, { found: 1, payload, violations: [], notes: [] });
    }),
    { seed: SEED, numRuns: 1_000 },
  );
});

Deno.test("texts that are not in one line are put into one, and then stay as they are", () => {
  fc.assert(
    fc.property(payloads, awkward.filter(says), (payload, text) => {
      fc.pre(says(valueLine(text)));
      const written = formatEscalation({ ...payload, task_scope: text, request: [text] });
      const { payload: read } = lintEscalation(written);
      assert.deepEqual(read, {
        ...payload,
        task_scope: valueLine(text),
        request: [valueLine(text)],
      });
      assert.equal(formatEscalation(read), written);
    }),
    { seed: SEED, numRuns: 500 },
  );
});

Deno.test("no text makes lintEscalation() throw, and what it says is of the form it promises", () => {
  const names = ESCALATION_FIELDS.map(({ name }) => `\n${name}:`);
  const pieces = fc.oneof(
    fc.constantFrom(...AWKWARD, ...names, GOOD, GOOD.slice(0, 200), GOOD.slice(200)),
    fc.string({ unit: "binary", maxLength: 30 }),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      const { found, payload, violations } = lintEscalation(text);
      const lines = text.split(/\r\n|\n|\r/).length;
      for (const { code, message, line } of violations) {
        assert.ok(code in FAULTS, code);
        assert.ok(message.length < 400, message);
        assert.ok(line === null || line >= 1 && line <= lines, `line ${line} of ${lines}`);
      }
      if (violations.length === 0) assert.ok(payload !== null);
      if (payload === null) assert.ok(violations.length > 0);
      else assert.ok(found === 1 && escalationPayload.safeParse(payload).success);
    }),
    { seed: SEED, numRuns: 4_000 },
  );
});
