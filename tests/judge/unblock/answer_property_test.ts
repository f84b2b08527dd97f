import assert from "node:assert/strict";
import fc from "fast-check";
import {
  COHERENCE_FAILED,
  FAILURE_LAYERS,
  OUTPUTS,
  REPORT_FIELDS,
  RETRY_FIELDS,
} from "../../../judge/unblock/protocol.ts";
import type { RetryPacket } from "../../../schema/types.ts";
import { checkAnswer } from "../../../judge/unblock/answer.ts";
import { valueLine } from "../../../judge/unblock/form.ts";
import { packetText, reportFor } from "./_answers.ts";

/** A line with a word in it, so that it is a value. Anything may stand around the word. */
const line = fc.tuple(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom("pool", "constraints: x", "- a", "```", "<ESCALATION>", "[NEED_CONTEXT: x]"),
  fc.string({ unit: "grapheme", maxLength: 30 }),
).map(([before, word, after]) => valueLine(`word${before} ${word} ${after}`));
const list = fc.array(
  fc.oneof(line, fc.constantFrom("<ESCALATION>", "- x", "```ts", "action: no", "`**x**:`")),
  { minLength: 1, maxLength: 6 },
);
const packet: fc.Arbitrary<RetryPacket> = fc.record({
  new_hypothesis: line,
  failure_layer: fc.constantFrom(...FAILURE_LAYERS),
  files_to_recheck: list,
  forced_checklist: list,
  constraints: list,
  what_not_to_retry: list,
  decision_memory_notes: fc.oneof(list, fc.constant<string[]>(["none"])),
}, { noNullPrototype: true });

/** Lines that mean something to the check, in any order, and lines that do not. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[...REPORT_FIELDS, ...RETRY_FIELDS, ...OUTPUTS].map(({ name }) => `${name}:`),
    ...OUTPUTS.map(({ name }) => name),
    COHERENCE_FAILED,
    "</ESCALATION>",
    "[NEED_CONTEXT: clean_handoff]",
    "```",
    "```diff",
    "~~~~",
    "- item",
    "-",
    "  indented: value",
    "## environment_fix",
    "**action**: environment_fix",
    "+++ b/a.ts",
    "Hmm.",
    "",
  ),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join("\n")),
  fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join("\r\n")),
  fc.string({ unit: "binary", maxLength: 300 }),
);
const attempt = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 6 }), fc.double());

/** What an answer with this packet comes to. */
const answered = (packet: RetryPacket) =>
  checkAnswer(`${reportFor("retry_packet_for_coder")}\n${packetText(packet)}`, { attempt: 1 });

Deno.test("A packet is read as it was written, word by word", () => {
  fc.assert(fc.property(packet, (packet) => {
    assert.deepEqual(answered(packet).packet, packet);
  }));
});

Deno.test("The same packet is known again however its case, spaces and lists are written", () => {
  fc.assert(fc.property(packet, (packet) => {
    const again: RetryPacket = {
      ...packet,
      new_hypothesis: `  ${packet.new_hypothesis.replaceAll(" ", "\t ")}`,
      constraints: [...packet.constraints, ...packet.constraints].toReversed(),
    };
    assert.equal(answered(again).canonical, answered(packet).canonical);
  }));
});

Deno.test("Any text is checked without an error, and every violation says what and where", () => {
  fc.assert(
    fc.property(text, attempt, fc.array(text, { maxLength: 3 }), (text, attempt, tried) => {
      const lines = text.split(/\r\n|\n|\r/).length;
      const checked = checkAnswer(text, { attempt, tried });
      for (const { code, message, where, line } of checked.violations) {
        assert.match(code, /^[a-z_]+$/);
        assert.ok(message.length > 10 && !message.includes("\n") && where !== "");
        assert.ok(line === null || (line >= 1 && line <= lines), `${code} in line ${line}`);
      }
      if (checked.output === null) assert.notEqual(checked.violations.length, 0);
    }),
    { numRuns: 500 },
  );
});

Deno.test("Nothing is valid in the terminal attempt but an escalation", () => {
  fc.assert(
    fc.property(fc.oneof(text, packet.map(packetText)), (text) => {
      const { output, violations } = checkAnswer(text, { attempt: 4 });
      assert.ok(violations.length > 0 || output === "<ESCALATION>");
    }),
    { numRuns: 300 },
  );
});

Deno.test("What is larger than an answer may be is not read", () => {
  const begin = performance.now();
  const { violations } = checkAnswer("<".repeat(100_000) + "x".repeat(5_000_000), { attempt: 1 });
  assert.deepEqual(violations.map(({ code }) => code), ["too_large"]);
  assert.ok(performance.now() - begin < 500);
});
