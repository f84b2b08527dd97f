import assert from "node:assert/strict";
import {
  ESCALATION_FIELDS,
  ESCALATION_LAYERS,
  type Role,
} from "../../../judge/unblock/contract.ts";
import {
  ESCALATION_FAULTS,
  type EscalationCode,
  formatEscalation,
  lintEscalation,
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_CHARACTERS,
  MAX_PAYLOAD_ITEMS,
  MAX_VIOLATIONS,
} from "../../../judge/unblock/escalation.ts";
import { ABOVE, GOOD, samplePayload, withField, withItems } from "./_escalations.ts";

interface Case {
  /** What the payload is like. */
  readonly what: string;
  readonly text: string;
  /** The codes that are found, in any order; none where the payload is good. */
  readonly codes?: readonly EscalationCode[];
  readonly role?: Role;
}

const tried = new Set<string>();

/** One test for each case, under the rule that they are about. */
function rule(rule: string, cases: readonly Case[]): void {
  for (const { what, text, codes = [], role = "coder" } of cases) {
    const verb = codes.length === 0 ? "passes" : "is refused";
    Deno.test(`"${rule}": ${what} ${verb}`, () => {
      const { violations } = lintEscalation(text, { role });
      assert.deepEqual(violations.map(({ code }) => code).toSorted(), codes.toSorted());
    });
    for (const code of codes) tried.add(code);
  }
}

const items = (count: number): string[] => Array.from({ length: count }, (_, at) => `fact ${at}`);

rule("Emit exactly one bounded <ESCALATION> payload", [
  { what: "one payload", text: GOOD },
  { what: "one among words", text: `I am blocked.\n\n${GOOD}\n\nThat is all.` },
  { what: "a text without one", text: "All tests pass.", codes: ["no_payload"] },
  { what: "an empty text", text: "", codes: ["no_payload"] },
  { what: "two payloads", text: `${GOOD}\n${GOOD}`, codes: ["several_payloads"] },
  {
    what: "a payload and the form, set as code",
    text: `${GOOD}\n\`\`\`\n${withField("task_scope", "task_scope: <...>")}\n\`\`\``,
    codes: ["several_payloads"],
  },
  {
    what: "one inside of another",
    text: withField("request", `request:\n- see\n${GOOD}`),
    codes: ["nested"],
  },
  {
    what: "one with doubled tags",
    text: `<ESCALATION>\n${GOOD}\n</ESCALATION>`,
    codes: ["nested"],
  },
  {
    what: "one that nothing closes",
    text: GOOD.replace("</ESCALATION>", ""),
    codes: ["unclosed"],
  },
  {
    what: "one that is closed in the middle of a line",
    text: GOOD.replace("\n</ESCALATION>", " </ESCALATION>"),
    codes: ["unclosed"],
  },
  {
    what: "one that begins again before it is closed",
    text: GOOD.replace("request:", "<ESCALATION>\nrequest:"),
    codes: ["unclosed", "several_payloads"],
  },
  {
    what: "one of more than the stated size",
    text: withItems("what_was_tried", ...items(18).map((item) => item.padEnd(990, "x"))),
    codes: ["too_large"],
  },
  {
    what: "one of nearly that size",
    text: withItems("what_was_tried", ...items(15).map((item) => item.padEnd(990, "x"))),
  },
  {
    what: "a list with too many items",
    text: withItems("current_invariants", ...items(MAX_PAYLOAD_ITEMS + 1)),
    codes: ["too_large"],
  },
  {
    what: "a list that is just not too long",
    text: withItems("current_invariants", ...items(MAX_PAYLOAD_ITEMS)),
  },
  {
    what: "an item that is too long",
    text: withItems("request", "x".repeat(MAX_ITEM_CHARACTERS + 1)),
    codes: ["too_large"],
  },
  {
    what: "a scope that is too long",
    text: withField("task_scope", `task_scope: ${"x".repeat(MAX_ITEM_CHARACTERS + 1)}`),
    codes: ["too_large"],
  },
]);

rule("A payload is read however it is set", [
  { what: "one in a fence", text: `So:\n\`\`\`markdown\n${GOOD}\n\`\`\`` },
  {
    what: "one with the fence inside",
    text: GOOD.replace("<ESCALATION>\n", "<ESCALATION>\n```yaml\n").replace(
      "\n</ESCALATION>",
      "\n```\n</ESCALATION>",
    ),
  },
  { what: "one that is indented", text: GOOD.replace(/^/gm, "    ") },
  { what: "one that is indented with tabs", text: GOOD.replace(/^/gm, "\t") },
  {
    what: "one with indented fields and items",
    text: GOOD.replace(/^(?=[a-z])/gm, "  ").replace(/^- /gm, "      - "),
  },
  { what: "one with CRLF", text: GOOD.replaceAll("\n", "\r\n") },
  { what: "one with stars", text: GOOD.replace(/^- /gm, "* ") },
  { what: "one with empty lines", text: GOOD.replaceAll("\n", "\n\n") },
  { what: "one with blanks at the ends", text: GOOD.replaceAll("\n", "  \n") },
  {
    what: "an item that goes on in indented lines that look like fields",
    text: withItems("what_did_not_work", "npm test:\n  error: not found\n  status: 500"),
  },
  {
    what: "a list with its only item behind the colon",
    text: withField("request", `request: ${ABOVE}`),
  },
  {
    what: "a scope in the line below",
    text: withField("task_scope", "task_scope:\n- Round the total"),
  },
  { what: "one with bold names", text: GOOD.replace(/^([a-z_]+):/gm, "**$1:**") },
  { what: "one with names set as code", text: GOOD.replace(/^([a-z_]+):/gm, "`$1`:") },
  { what: "a layer set as code", text: withItems("suspected_failure_layer", "`environment`") },
]);

rule("A mention of the tag is no payload", [
  { what: "one in the sentence before", text: `I emit an <ESCALATION> now.\n${GOOD}` },
  { what: "one as inline code", text: `I emit \`<ESCALATION>\` and close it.\n${GOOD}` },
  { what: "one on a line of its own", text: `Here is the\n<ESCALATION>\nthat is due:\n\n${GOOD}` },
  { what: "an empty pair", text: `The form is\n<ESCALATION>\n…\n</ESCALATION>\n\n${GOOD}` },
  {
    what: "one in an item",
    text: withItems("what_was_tried", "Sent an <ESCALATION>", "</ESCALATION>"),
  },
  { what: "a quoted payload beside one", text: `${GOOD.replace(/^/gm, "> ")}\n\n${GOOD}` },
  { what: "a quoted payload", text: GOOD.replace(/^/gm, "> "), codes: ["no_payload"] },
  { what: "nothing but a mention", text: "Emit <ESCALATION> at 4.", codes: ["no_payload"] },
  { what: "a tag in lower case", text: GOOD.toLowerCase(), codes: ["no_payload"] },
  { what: "a tag alone", text: "<ESCALATION>", codes: ["unclosed"] },
  {
    what: "more tags than are looked at",
    text: "<ESCALATION>\n".repeat(2_000) + GOOD,
    codes: ["unclosed", "several_payloads"],
  },
]);

rule("Terminal Escalation Payload Contract", [
  ...ESCALATION_FIELDS.map(({ name }): Case => ({
    what: `one without ${name}`,
    text: withField(name, null),
    codes: ["missing_field"],
  })),
  {
    what: "an empty one",
    text: "<ESCALATION>\n</ESCALATION>",
    codes: ESCALATION_FIELDS.map(() => "missing_field"),
  },
  {
    what: "a field twice",
    text: withField("task_scope", "task_scope: One\ntask_scope: Another"),
    codes: ["repeated_field"],
  },
  {
    what: "a list twice",
    text: GOOD.replace("</ESC", "request:\n- Decide on the contract\n</ESC"),
    codes: ["repeated_field"],
  },
  {
    what: "a field that the form does not have",
    text: GOOD.replace("request:", "confidence: high\nrequest:"),
    codes: ["unknown_field"],
  },
  {
    what: "a field with another case",
    text: GOOD.replace("request:", "Request:"),
    codes: ["missing_field"],
  },
  {
    what: "text before the first field",
    text: GOOD.replace("status:", "I am sorry.\nstatus:"),
    codes: ["stray_text"],
  },
  {
    what: "a list without items",
    text: withField("what_was_tried", "what_was_tried:"),
    codes: ["empty_list"],
  },
  {
    what: "a list of layers without items",
    text: withField("suspected_failure_layer", "suspected_failure_layer:\n-"),
    codes: ["empty_list"],
  },
  {
    what: "a list of dashes",
    text: withItems("forced_context_checked", "", "-", "—"),
    codes: ["empty_list"],
  },
  {
    what: "a list with an empty item among others",
    text: withItems("forced_context_checked", "", "config and env vars: read"),
  },
  ...["x", "y", "none", "N/A", "n/a.", "ok", "task", "error", "Nothing", "1"].map((item): Case => ({
    what: `the item "${item}"`,
    text: withItems("what_was_tried", "Rounded in total()", item),
    codes: ["empty_item"],
  })),
  {
    what: "an invariant that is none",
    text: withItems("current_invariants", "none"),
    codes: ["empty_item"],
  },
  {
    what: "artifacts that are only called",
    text: withItems("handoff_artifacts", "task", "error"),
    codes: ["empty_item"],
  },
  { what: "no forced context", text: withItems("forced_context_checked", "none") },
  { what: "an item of one word", text: withItems("forced_context_checked", "imports", "检查") },
  {
    what: "a scope that says nothing",
    text: withField("task_scope", "task_scope: x"),
    codes: ["empty_field"],
  },
  {
    what: "a scope that is empty",
    text: withField("task_scope", "task_scope:"),
    codes: ["empty_field"],
  },
  {
    what: "several faults at once",
    text: withField(
      "status",
      "status: done",
      withField("attempt", "attempt: 3", withField("request", null)),
    ),
    codes: ["status", "attempt_form", "missing_field"],
  },
]);

rule("status: blocked", [
  ...["done", "Blocked", "blocked.", "blocked by CI", "unblocked", ""].map((status): Case => ({
    what: `status "${status}"`,
    text: withField("status", `status: ${status}`.trimEnd()),
    codes: ["status"],
  })),
]);

rule("attempt: [ATTEMPT: 4+]", [
  ...[4, 5, 17, 999_999].map((attempt): Case => ({
    what: `attempt ${attempt}`,
    text: withField("attempt", `attempt: [ATTEMPT: ${attempt}]`),
  })),
  { what: "no blank before the number", text: withField("attempt", "attempt: [ATTEMPT:4]") },
  ...[1, 2, 3].map((attempt): Case => ({
    what: `attempt ${attempt}`,
    text: withField("attempt", `attempt: [ATTEMPT: ${attempt}]`),
    codes: ["attempt_too_early"],
  })),
  ...["4", "[ATTEMPT: 4+]", "[ATTEMPT: -4]", "[ATTEMPT: four]", "[ATTEMPT: 0]", "ATTEMPT: 4", ""]
    .map(
      (attempt): Case => ({
        what: `attempt "${attempt}"`,
        text: withField("attempt", `attempt: ${attempt}`.trimEnd()),
        codes: ["attempt_form"],
      }),
    ),
]);

rule("suspected_failure_layer", [
  ...ESCALATION_LAYERS.map((layer): Case => ({
    what: layer,
    text: withItems("suspected_failure_layer", layer),
  })),
  ...[
    "environment (CI has no DATABASE_URL)",
    "test harness",
    "test-harness",
    "**source snapshot**",
  ].map((layer): Case => ({
    what: `layer "${layer}"`,
    text: withItems("suspected_failure_layer", layer),
  })),
  ...["logic", "Architecture", "architecture, environment", "logic (environment)"].map(
    (layer): Case => ({
      what: `layer "${layer}"`,
      text: withItems("suspected_failure_layer", layer),
      codes: ["unknown_layer"],
    }),
  ),
  {
    what: "an unknown layer among known ones",
    text: withItems("suspected_failure_layer", "environment", "luck"),
    codes: ["unknown_layer"],
  },
  {
    what: "the form's choice of layers",
    text: withItems("suspected_failure_layer", "architecture | environment | unknown"),
    codes: ["unfilled_template"],
  },
]);

rule("Nothing of the form is left unfilled", [
  {
    what: "the number of the attempt",
    text: withField("attempt", "attempt: [ATTEMPT: N]"),
    codes: ["unfilled_template"],
  },
  ...([
    ["what_was_tried", "rescue hypotheses already tested"],
    ["what_was_tried", "Hypotheses already tested."],
    ["what_did_not_work", "outcomes that remained blocked"],
    ["forced_context_checked", "checklist items verified"],
    ["current_invariants", "assumptions that still appear true"],
    ["current_invariants", "<what still holds>"],
    ["current_invariants", "<...>"],
    ["current_invariants", "see <...> for more"],
    ["what_was_tried", "TODO"],
    ["what_was_tried", "TODO:"],
    ["what_was_tried", "tbd."],
    ["what_was_tried", "..."],
    ["request", "what is asked of whoever is above"],
  ] as const).map(([name, item]): Case => ({
    what: `"${item}"`,
    text: withItems(name, item),
    codes: ["unfilled_template"],
  })),
  {
    what: "the scope",
    text: withField("task_scope", "task_scope: reflection rescue summary"),
    codes: ["unfilled_template"],
  },
  {
    what: "the artifacts",
    text: withItems("handoff_artifacts", "original task reference", "latest blocking signal"),
    codes: ["unfilled_template", "unfilled_template"],
  },
  ...[
    "The TODO list is empty",
    "Array<string> is inferred as <unknown> there",
    "The outcomes that remained blocked are those of CI",
    "[ATTEMPT: N] is rendered with its number",
    "Took a | b for a choice",
    "TODO: markers are not parsed",
    "<Suspense> renders twice",
  ].map((item): Case => ({ what: `"${item}"`, text: withItems("what_was_tried", item) })),
]);

rule("handoff_artifacts: task reference, latest blocking signal", [
  ...[
    ["issue 12", "npm test exits with 1"],
    ["[DEF:orders:total]", "TypeError: x is not a function"],
    ["#12", "the log of the last run"],
    ["SHOP-12", "AssertionError: 3 !== 4"],
    ["the user's original prompt", "`expected 4, got 3`"],
    ["original contract of total()", "clean snapshot 1f3c9aa", "stack of the crash"],
  ].map((given): Case => ({
    what: given.join(", "),
    text: withItems("handoff_artifacts", ...given),
  })),
  {
    what: "no signal",
    text: withItems("handoff_artifacts", "task: SHOP-12", "snapshot: 1f3c9aa"),
    codes: ["missing_artifact"],
  },
  {
    what: "no task",
    text: withItems("handoff_artifacts", "signal: exit 1", "snapshot: 1f3c9aa"),
    codes: ["missing_artifact"],
  },
  {
    what: "a standard that is written like a key",
    text: withItems("handoff_artifacts", "UTF-8 everywhere", "signal: exit 1"),
    codes: ["missing_artifact"],
  },
  {
    what: "neither",
    text: withItems("handoff_artifacts", "snapshot: 1f3c9aa"),
    codes: ["missing_artifact", "missing_artifact"],
  },
  {
    what: "one item for both",
    text: withItems("handoff_artifacts", "task: repair the failing test", "snapshot: 1f3c9aa"),
    codes: ["missing_artifact"],
  },
]);

rule("Do not re-run coder or reflection with the same context packet", [
  ...[
    "Please retry with the same context",
    "Run the coder again",
    "Retry",
    "Try again.",
    "Re-run coder or reflection with the same context packet",
    "Keep trying with the same approach",
    "Give the coder another attempt",
    "Resume the loop",
    "This is not a logic error, so retry with the same context",
    "Do not escalate; re-run the coder",
    "Don't hesitate to run the coder again",
    "No need for a person, just run the coder again",
    "I recommend re-running the coder with the same context",
    "Re-dispatch the coder unchanged",
    "Escalate above reflection layer, then retry the coder with the same packet",
    "Give me more attempts",
    "Use the same context but think more",
    "Keep the same prompt",
    "Let the coder have another go at it",
    "Another attempt, please",
    "Same again please",
    "Try harder",
    "Ret\u200bry the co\u00adder with the same context",
  ].map((request): Case => ({
    what: `"${request}"`,
    text: withItems("request", request),
    codes: ["asks_retry"],
  })),
  ...[
    ABOVE,
    "Do not re-run coder with the same context packet",
    "Never retry with the same context",
    "No retry with the same context",
    "Do not, under any circumstances, re-run the coder",
    "Don’t run the coder again without a new hypothesis",
    "Re-running the coder with the same context will not help",
    "Look at the container instead of retrying with the same context",
    "Produce a retry packet with a different hypothesis",
    "Re-run the coder with a corrected contract",
    "Re-run the coder after the registry is reachable",
    "Run the failing test again on CI",
    "The coder was re-run with the same context three times",
    "Fix the retry logic of the client",
    "Find out why each retry fails in the same way",
    "Another attempt with the identical prompt would be pointless; ask the owner",
    "Restart the session's Docker daemon",
    "No more attempts with this contract",
    "Do not use the same context",
    "Another run of the migration on the staging database",
  ].map((request): Case => ({ what: `"${request}"`, text: withItems("request", request) })),
  {
    what: "the same again among other wishes",
    text: withItems("request", "Look at the container", "Then run the coder again"),
    codes: ["asks_retry"],
  },
]);

rule("Escalate above reflection layer", [
  ...[
    ABOVE,
    "Escalate above the reflection layer",
    "A person has to decide which rounding is meant",
    "Hand this over to the maintainers",
    "Escalate to the parent dispatcher",
    "Escalate to the user: which database is right?",
    "Above the reflection layer: give access to the CI secrets",
    "Escalate to the product manager",
  ].map((request): Case => ({
    what: `"${request}"`,
    text: withItems("request", request),
    role: "reflection",
  })),
  ...[
    "Find out which rounding the contract means",
    "Escalate to the coder",
    "Decide what to do with the user table",
    "Do not escalate above reflection",
    "Send it back to the coder, no human needed",
  ].map((request): Case => ({
    what: `"${request}" of a reflection agent`,
    text: withItems("request", request),
    role: "reflection",
    codes: ["must_escalate_above"],
  })),
  { what: "any layer that a coder asks for", text: GOOD },
  {
    what: "one above and one that asks for the same again",
    text: withItems("request", "Escalate to a person", "Run the coder again"),
    role: "reflection",
    codes: ["asks_retry"],
  },
]);

Deno.test("every rule is broken by a payload of this file", () => {
  assert.deepEqual([...tried].toSorted(), Object.keys(ESCALATION_FAULTS).toSorted());
});

Deno.test("lintEscalation() reads what the payload says", () => {
  assert.deepEqual(lintEscalation(GOOD), { found: 1, payload: samplePayload(), violations: [] });
});

Deno.test("formatEscalation() writes the form as it stands in the protocol", () => {
  assert.equal(formatEscalation(samplePayload()), GOOD);
});

Deno.test("lintEscalation() joins an item's lines and puts everything into one line", () => {
  const text = withItems("what_did_not_work", "npm\ttest:\n  error: not\u200b found\n  (exit 1)");
  const { payload } = lintEscalation(text);
  assert.deepEqual(payload?.what_did_not_work, ["npm test: error: not found (exit 1)"]);
});

Deno.test("lintEscalation() says where, in lines of the whole text", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = `One\nTwo\n${withField("status", "status: done")}`.replaceAll("\n", end);
    const [violation] = lintEscalation(text).violations;
    assert.deepEqual(violation, {
      code: "status",
      message: 'Status "done": expected "blocked"',
      where: "status",
      line: 4,
    });
  }
});

Deno.test("lintEscalation() returns an invalid payload that could be read whole, and no other", () => {
  const early = lintEscalation(withField("attempt", "attempt: [ATTEMPT: 2]"));
  assert.deepEqual(early.payload, { ...samplePayload(), attempt: 2 });
  const broken = [
    withField("request", null),
    withField("status", null),
    withField("attempt", "attempt: soon"),
    withItems("suspected_failure_layer", "environment", "luck"),
    withItems("request", "x".repeat(MAX_ITEM_CHARACTERS + 1)),
    withField("task_scope", "task_scope: One\ntask_scope: Another"),
    `${GOOD}\n${GOOD}`,
  ];
  for (const text of broken) assert.equal(lintEscalation(text).payload, null, text);
});

Deno.test("lintEscalation() counts the payloads", () => {
  const counts = ["", GOOD, `${GOOD}\n${GOOD}`, "<ESCALATION>", `a <ESCALATION>\n${GOOD}`];
  assert.deepEqual(counts.map((text) => lintEscalation(text).found), [0, 1, 2, 1, 1]);
});

Deno.test("lintEscalation() quotes in short and lists a bounded number of faults", () => {
  const unknown = "x: y\n".repeat(1_000);
  const { violations } = lintEscalation(GOOD.replace("request:", `${unknown}request:`));
  assert.equal(violations.length, MAX_VIOLATIONS);
  const long = withField("status", `status: ${"done ".repeat(2_000)}`);
  assert.ok(long.length < MAX_PAYLOAD_CHARACTERS);
  for (const { message } of lintEscalation(long).violations) assert.ok(message.length < 300);
});
