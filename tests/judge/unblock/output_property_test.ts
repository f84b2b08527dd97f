import assert from "node:assert/strict";
import fc from "fast-check";
import {
  COHERENCE_FAILED,
  FAILURE_LAYERS,
  OUTPUTS,
  REPORT_FIELDS,
  RETRY_FIELDS,
} from "../../../judge/unblock/contract.ts";
import {
  canonicalPacket,
  checkOutput,
  formatPacket,
  OUTPUT_LIMITS,
  parsePacket,
  type RetryPacket,
} from "../../../judge/unblock/output.ts";

/** A line with a word in it, so that it is a value. Anything may stand around the word. */
const line = fc.tuple(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom("pool", "constraints: x", "- a", "```", "<ESCALATION>", "[NEED_CONTEXT: x]"),
  fc.string({ unit: "grapheme", maxLength: 30 }),
).map(([before, word, after]) => `word${before} ${word} ${after}`.replaceAll(/\s+/g, " ").trim());
const list = fc.array(
  fc.oneof(line, fc.constantFrom("<ESCALATION>", "- -", "```ts", "action: no", "`**x**:`")),
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

Deno.test("parsePacket() is the inverse of formatPacket()", () => {
  fc.assert(fc.property(packet, (packet) => {
    const written = formatPacket(packet);
    assert.deepEqual(parsePacket(written), packet);
    assert.equal(formatPacket(parsePacket(written) ?? packet), written);
  }));
});

Deno.test("The same packet is known again however its spaces and lists are written", () => {
  fc.assert(fc.property(packet, (packet) => {
    const again: RetryPacket = {
      ...packet,
      new_hypothesis: `  ${packet.new_hypothesis.replaceAll(" ", "\t ")}\n`,
      constraints: [...packet.constraints, ...packet.constraints].toReversed(),
    };
    assert.equal(canonicalPacket(again), canonicalPacket(packet));
  }));
});

Deno.test("Any text is checked without an error, and every violation says what and where", () => {
  fc.assert(
    fc.property(text, attempt, fc.array(text, { maxLength: 3 }), (text, attempt, tried) => {
      const lines = text.split(/\r\n|\n|\r/).length;
      const checked = checkOutput(text, { attempt, tried });
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
    fc.property(fc.oneof(text, packet.map(formatPacket)), (text) => {
      const { output, violations } = checkOutput(text, { attempt: 4 });
      assert.ok(violations.length > 0 || output === "<ESCALATION>");
    }),
    { numRuns: 300 },
  );
});

/** Texts that patterns and loops of a careless kind go astray on. */
const HARD: Readonly<Record<string, (size: number) => string>> = {
  "opening brackets": (size) => "<".repeat(size),
  "lines of brackets": (size) => "<\n".repeat(size / 2),
  "open fences": (size) => "```a\n".repeat(size / 5),
  "full stops": (size) => `environment_fix: ${".".repeat(size - 20)}x`,
  "closed full stops": (size) => `environment_fix: ${".)".repeat(size / 2 - 10)}x`,
  "spaces": (size) => `${" ".repeat(size - 1)}x`,
  "fields": (size) => `retry_packet_for_coder:\n${"a:\n".repeat(size / 3 - 9)}`,
  "negations": (size) => `environment_fix: ${"not instead of ".repeat(size / 15 - 2)}`,
  "removals": (size) => `environment_fix: ${"remove be removed @REJECTE ".repeat(size / 27 - 2)}`,
  "attempts": (size) => `observations: ${"in the first then first, ".repeat(size / 25 - 2)}`,
};

Deno.test("No text of the largest size takes long", () => {
  for (const [name, make] of Object.entries(HARD)) {
    const text = make(OUTPUT_LIMITS.answer).slice(0, OUTPUT_LIMITS.answer);
    checkOutput(text, { attempt: 1, tried: [text] });
    const begin = performance.now();
    checkOutput(text, { attempt: 1, tried: [text] });
    const took = performance.now() - begin;
    assert.ok(took < 1_000, `${name}: ${Math.round(took)} ms`);
  }
});

Deno.test("What is larger than an answer may be is not read", () => {
  const begin = performance.now();
  const { violations } = checkOutput("<".repeat(100_000) + "x".repeat(5_000_000), { attempt: 1 });
  assert.deepEqual(violations.map(({ code }) => code), ["too_large"]);
  assert.ok(performance.now() - begin < 500);
});
