import assert from "node:assert/strict";
import { FAILURE_LAYERS, OUTPUTS } from "../../../judge/unblock/contract.ts";
import type { Decision } from "../../../judge/unblock/decision_memory.ts";
import {
  canonicalPacket,
  checkOutput,
  formatPacket,
  OUTPUT_FAULTS,
  OUTPUT_LIMITS,
  type OutputOptions,
  packetHash,
  parsePacket,
  type RetryPacket,
} from "../../../judge/unblock/output.ts";

const HYPOTHESIS = "The runner starts with an empty environment";

/** A report; a field that is null is left out, and what is given takes the place of the rest. */
function report(action: string, given: Readonly<Record<string, string | null>> = {}): string {
  const fields: Record<string, string | null> = {
    failure_layer: " environment",
    observations: "\n- DATABASE_URL is set in the shell\n- It is missing in the runner",
    new_hypothesis: ` ${HYPOTHESIS}`,
    action: ` ${action}`,
    ...given,
  };
  return Object.entries(fields).filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}:${value}`).join("\n");
}

const PACKET: RetryPacket = {
  new_hypothesis: HYPOTHESIS,
  failure_layer: "environment",
  files_to_recheck: ["src/pool.ts", "tests/pool_test.ts"],
  forced_checklist: ["Print the variables that the runner sees"],
  constraints: ["The public interface of the pool stays"],
  what_not_to_retry: ["Raising the timeout of the query"],
  decision_memory_notes: ["none"],
};

function packet(given: Partial<RetryPacket> = {}): string {
  return [report("retry_packet_for_coder"), formatPacket({ ...PACKET, ...given })].join("\n");
}

/** A packet in which a piece of text is another. */
function packetWith(before: string, after: string): string {
  const text = packet();
  assert.ok(text.includes(before), `"${before}" is not in the packet`);
  return text.replace(before, after);
}

function fix(body: string): string {
  return `${report("environment_fix")}\nenvironment_fix:\n${body}`;
}

function harness(body: string): string {
  return `${report("test_harness_fix")}\ntest_harness_fix:\n${body}`;
}

function block(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, "```"].join("\n");
}

function times(count: number, line: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => line(at + 1));
}

const ESCALATION = `<ESCALATION>
status: blocked
attempt: [ATTEMPT: 4]
task_scope: The pool's tests fail in the runner
suspected_failure_layer:
- unknown
what_was_tried:
- Exported the variable in the step
what_did_not_work:
- The runner still does not see it
forced_context_checked:
- The snapshot is the latest
current_invariants:
- The tests pass in a shell
handoff_artifacts:
- task: SHOP-12
- signal: \`deno test\` exits with 1
request:
- Escalate above the reflection layer. A person has to look at the runner.
</ESCALATION>`;

const MEMORY: readonly Decision[] = [{
  id: "ADR-0007",
  kind: "adr",
  status: "rejected",
  scope: null,
  text: "Share one `GlobalPool` between all tests",
  path: "docs/adr/0007-pool.md",
  line: 1,
}];

interface Case {
  /** The seed's rule, in short. */
  readonly rule: string;
  readonly text: string;
  readonly options?: Partial<OutputOptions>;
  /** The codes that are expected, all of them, in any order. */
  readonly codes: readonly string[];
}

function codesOf(text: string, options: Partial<OutputOptions> = {}): string[] {
  const { violations } = checkOutput(text, { attempt: 1, ...options });
  for (const { message, where } of violations) {
    assert.match(message, /^(?:["\d]|[A-Z])/, message);
    assert.doesNotMatch(message, /\.$|\n/);
    assert.notEqual(where, "");
  }
  return [...new Set(violations.map(({ code }) => code))].sort();
}

function check(cases: readonly Case[]): void {
  for (const { rule, text, options, codes } of cases) {
    Deno.test(`Output: ${rule}`, () => {
      assert.deepEqual(codesOf(text, options), [...codes].sort());
    });
  }
}

const SECTIONS = OUTPUTS.filter(({ form }) => form === "section").map(({ name }) => name);

// "Return exactly one of …"
check([
  ...SECTIONS.map((name) => ({
    rule: `${name} is an allowed output`,
    text: `${report(name)}\n${name}:\n- Export the variable in the step`,
    codes: [],
  })),
  { rule: "retry_packet_for_coder is an allowed output", text: packet(), codes: [] },
  {
    rule: "[NEED_CONTEXT: target] is an allowed output",
    text: "[NEED_CONTEXT: escalation_payload]\n",
    codes: [],
  },
  {
    rule: "bounded <ESCALATION> when terminal mode is reached",
    text: ESCALATION,
    options: { attempt: 4 },
    codes: [],
  },
  {
    rule: "[COHERENCE_CHECK_FAILED] when contract and evidence contradict each other",
    text: "[COHERENCE_CHECK_FAILED] The contract demands a list, the runtime gives null",
    codes: [],
  },
  {
    rule: "[COHERENCE_CHECK_FAILED] may have its words below it",
    text: "[COHERENCE_CHECK_FAILED]\n\n- ADR-0007 rejects the pool that the task asks for",
    codes: [],
  },
  { rule: "an empty answer has no output", text: "", codes: ["no_output"] },
  { rule: "prose has no output", text: "The environment is broken.", codes: ["no_output"] },
  {
    rule: "a report alone has no output",
    text: report("environment_fix"),
    codes: ["no_output"],
  },
  {
    rule: "return exactly one: two corrections are one too many",
    text: `${fix("- Export it")}\ntest_harness_fix:\n- Pass it on`,
    codes: ["several_outputs"],
  },
  {
    rule: "return exactly one: the same correction twice",
    text: `${fix("- Export it")}\nenvironment_fix:\n- Export it again`,
    codes: ["several_outputs"],
  },
  {
    rule: "return exactly one: a correction and a packet",
    text: `${fix("- Export it")}\n${formatPacket(PACKET)}`,
    codes: ["several_outputs"],
  },
  {
    rule: "return exactly one: a packet and a request for context",
    text: `${packet()}\n[NEED_CONTEXT: clean_handoff]`,
    codes: ["several_outputs", "more_than_need_context"],
  },
  {
    rule: "return exactly one: a correction that says nothing is none",
    text: fix(""),
    codes: ["empty_output"],
  },
  {
    rule: "return exactly one: outputs that are only mentioned do not count",
    text: fix("- The `<ESCALATION>` and its [NEED_CONTEXT: x] came from the runner"),
    codes: [],
  },
  {
    rule: "return exactly one: what stands in code does not count",
    text: fix(`- Write this:\n${block("yaml", ["steps:", "test_harness_fix: none"])}`),
    codes: [],
  },
  {
    rule: "a contradiction is told in words",
    text: "[COHERENCE_CHECK_FAILED]",
    codes: ["no_contradiction"],
  },
]);

// "Emit [NEED_CONTEXT: …]"
check([
  {
    rule: "[NEED_CONTEXT: clean_handoff] when the handoff is polluted",
    text: "  [NEED_CONTEXT: clean_handoff]  ",
    codes: [],
  },
  { rule: "[NEED_CONTEXT] names a target", text: "[NEED_CONTEXT: ]", codes: ["need_context_form"] },
  {
    rule: "[NEED_CONTEXT] names no placeholder",
    text: "[NEED_CONTEXT: target]",
    codes: ["need_context_form"],
  },
  { rule: "[NEED_CONTEXT] is closed", text: "[NEED_CONTEXT: x", codes: ["need_context_form"] },
  {
    rule: "[NEED_CONTEXT] is alone on its line",
    text: "[NEED_CONTEXT: clean_handoff] because it is long",
    codes: ["need_context_form"],
  },
  {
    rule: "[NEED_CONTEXT] stands alone",
    text: "The handoff is long.\n[NEED_CONTEXT: clean_handoff]",
    codes: ["more_than_need_context"],
  },
  {
    rule: "[NEED_CONTEXT] comes without a report",
    text: `${report("[NEED_CONTEXT: clean_handoff]")}\n[NEED_CONTEXT: clean_handoff]`,
    codes: ["more_than_need_context"],
  },
]);

// "[ATTEMPT: 4+] -> Terminal Escalation Mode"
check([
  {
    rule: "an escalation before attempt 4 is too early",
    text: ESCALATION,
    options: { attempt: 3 },
    codes: ["escalation_too_early"],
  },
  {
    rule: "where nobody counted, no mode is enforced",
    text: ESCALATION,
    options: { attempt: null },
    codes: [],
  },
  {
    rule: "do not emit another speculative retry packet at 4+",
    text: packet(),
    options: { attempt: 4 },
    codes: ["packet_in_terminal"],
  },
  {
    rule: "do not continue diagnosis loops at 4+",
    text: fix("- Export it"),
    options: { attempt: 9 },
    codes: ["only_escalation_in_terminal"],
  },
  {
    rule: "at 4+ context is not asked for",
    text: "[NEED_CONTEXT: clean_handoff]",
    options: { attempt: 4 },
    codes: ["only_escalation_in_terminal"],
  },
  {
    rule: "return only the bounded terminal payload: no words before it",
    text: `The rescue is blocked.\n${ESCALATION}`,
    options: { attempt: 4 },
    codes: ["more_than_escalation"],
  },
  {
    rule: "return only the bounded terminal payload: no packet beside it",
    text: `${ESCALATION}\n${packet()}`,
    options: { attempt: 4 },
    codes: ["more_than_escalation", "packet_in_terminal", "several_outputs"],
  },
  {
    rule: "emit exactly one payload",
    text: `${ESCALATION}\n${ESCALATION}`,
    options: { attempt: 4 },
    codes: ["several_outputs", "several_payloads"],
  },
  {
    rule: "a fence around the payload is no part of it",
    text: block("markdown", [ESCALATION]),
    options: { attempt: 4 },
    codes: [],
  },
  {
    rule: "what is wrong with a payload is passed on",
    text: ESCALATION.replace("status: blocked", "status: open"),
    options: { attempt: 4 },
    codes: ["status"],
  },
  {
    rule: "the payload's check can be another",
    text: ESCALATION,
    options: { attempt: 4, lintEscalation: () => ({ found: 1, payload: null, violations: [] }) },
    codes: [],
  },
]);

// "Return compactly: failure_layer, observations, new_hypothesis, action"
check([
  ...["failure_layer", "observations", "new_hypothesis", "action"].map((name) => ({
    rule: `the report has ${name}`,
    text: `${report("environment_fix", { [name]: null })}\nenvironment_fix:\n- Export it`,
    codes: ["missing_field"],
  })),
  ...FAILURE_LAYERS.map((layer) => ({
    rule: `${layer} is a failure layer`,
    text: `${
      report("environment_fix", { failure_layer: ` \`${layer}\`` })
    }\nenvironment_fix: set it`,
    codes: [],
  })),
  {
    rule: "the failure layer is one of the list",
    text: `${report("environment_fix", { failure_layer: " the code" })}\nenvironment_fix: set it`,
    codes: ["unknown_layer"],
  },
  {
    rule: "a layer of the escalation only is none of the answer",
    text: `${report("environment_fix", { failure_layer: " unknown" })}\nenvironment_fix: set it`,
    codes: ["unknown_layer"],
  },
  ...["test harness", "test-harness", "`test_harness`", "test_harness (the mock)"].map((layer) => ({
    rule: `a layer is known however it is written: ${layer}`,
    text: `${report("environment_fix", { failure_layer: ` ${layer}` })}\nenvironment_fix: set it`,
    codes: [],
  })),
  ...["x", "n/a", "task", "error", "none"].map((item) => ({
    rule: `an item says something: ${item}`,
    text: `${
      report("environment_fix", { observations: `\n- The runner is empty\n- ${item}` })
    }\nenvironment_fix: set it`,
    codes: ["empty_item"],
  })),
  {
    rule: "a hypothesis says something",
    text: `${report("environment_fix", { new_hypothesis: " y" })}\nenvironment_fix: set it`,
    codes: ["empty_field"],
  },
  {
    rule: "a correction says something",
    text: `${report("environment_fix")}\nenvironment_fix: z`,
    codes: ["empty_output"],
  },
  ...["`[NEED_CONTEXT: clean_handoff]`", "**[NEED_CONTEXT: escalation_payload]**"].map((text) => ({
    rule: `what is needed may be set off: ${text}`,
    text,
    codes: [],
  })),
  {
    rule: "a glob of one name is narrow",
    text: packet({ files_to_recheck: ["src/**/scheduler.ts"] }),
    codes: [],
  },
  ...["src/**", "src/**/*.ts", "**/*"].map((file) => ({
    rule: `a glob of all names is broad: ${file}`,
    text: packet({ files_to_recheck: [file] }),
    codes: ["broad_rewrite"],
  })),
  ...[
    "rm -rf /",
    "rm -rf / --no-preserve-root",
    "sudo rm -fr ~",
    "rm -r -f .",
    "rm -rf .git",
    "git reset --hard",
    "git reset --hard origin/main",
    "git clean -fdx",
    "git checkout -- .",
    "git push --force origin main",
    "dd if=/dev/zero of=/dev/sda",
    "DROP DATABASE shop",
  ].flatMap((command) => [
    {
      rule: `no command destroys: ${command}`,
      text: fix(`- Run \`${command}\` first`),
      codes: ["destructive"],
    },
    {
      rule: `no command destroys, as code: ${command}`,
      text: fix(`- Run this:\n${block("sh", [command])}`),
      codes: ["destructive"],
    },
  ]),
  ...[
    "Run `rm -rf node_modules && npm ci`",
    "Run `rm -rf /tmp/cache` and `rm -rf ./dist`",
    "Do not run `git reset --hard` on the others' work",
    "Run `git push --force-with-lease origin fix`",
    "Run `git checkout -- package-lock.json`",
    "Run `DROP DATABASE shop_test` before the suite",
  ].map((body) => ({
    rule: `a narrow command passes: ${body}`,
    text: fix(`- ${body}`),
    codes: [],
  })),
  ...[
    "delete tests/add_test.ts",
    "Delete the failing test",
    "Remove the tests that fail",
    "Skip the flaky integration test until later",
    "Disable the test suite in CI",
    "Run `git rm tests/add_test.ts`",
    `Change it:\n${block("ts", ["it.skip('adds', () => {})"])}`,
  ].map((body) => ({
    rule: `a harness is not mended by taking a test away: ${body}`,
    text: harness(`- ${body}`),
    codes: ["removes_test"],
  })),
  ...[
    "Remove the mock from the test",
    "Delete the test database before each run",
    "Remove the global state that tests share",
    "Do not skip the test; reset the fixture before it",
    "Un-skip the test and reset its fixture",
    "Clear the cache between tests",
    `Enable it:\n${block("diff", ["-it.skip('adds')", "+it('adds')"])}`,
  ].map((body) => ({
    rule: `a harness is mended: ${body}`,
    text: harness(`- ${body}`),
    codes: [],
  })),
  {
    rule: "observations are not empty",
    text: `${report("environment_fix", { observations: "\n- none" })}\nenvironment_fix: set it`,
    codes: ["empty_field"],
  },
  {
    rule: "the form is filled in",
    text: `${
      report("environment_fix", { observations: "\n- <what was seen, each in a line>" })
    }\nenvironment_fix: set it`,
    codes: ["unfilled_template"],
  },
  {
    rule: "the action names the output that follows",
    text: `${report("test_harness_fix")}\nenvironment_fix: set it`,
    codes: ["action_mismatch"],
  },
  {
    rule: "the action names one output",
    text: `${report("environment_fix or test_harness_fix")}\nenvironment_fix: set it`,
    codes: ["action_mismatch"],
  },
  {
    rule: "the action may say more behind the name",
    text: `${
      report("`environment_fix`, in the step that runs the tests")
    }\nenvironment_fix: set it`,
    codes: [],
  },
  {
    rule: "a field is there once",
    text: `${report("environment_fix")}\naction: environment_fix\nenvironment_fix: set it`,
    codes: ["repeated_field"],
  },
  {
    rule: "the report has no other fields",
    text: `${report("environment_fix")}\nconfidence: 0.9\nenvironment_fix: set it`,
    codes: ["unknown_field"],
  },
  {
    rule: "names may be set off",
    text: fix("- Export it").replace("failure_layer:", "**failure_layer**:")
      .replace("observations:", "### observations").replace(
        "environment_fix:\n",
        "## environment_fix\n",
      ),
    codes: [],
  },
  {
    rule: "the report may follow its correction",
    text: `environment_fix:\n- Export it\n\n${report("environment_fix")}`,
    codes: [],
  },
]);

// "a compact retry packet containing …"
check([
  ...[
    ["new_hypothesis", `  new_hypothesis: ${HYPOTHESIS}\n`],
    ["failure_layer", "  failure_layer: environment\n"],
    ["files_to_recheck", "  files_to_recheck:\n  - src/pool.ts\n  - tests/pool_test.ts\n"],
    ["forced_checklist", "  forced_checklist:\n  - Print the variables that the runner sees\n"],
    ["constraints", "  constraints:\n  - The public interface of the pool stays\n"],
    ["what_not_to_retry", "  what_not_to_retry:\n  - Raising the timeout of the query\n"],
    ["decision_memory_notes", "  decision_memory_notes:\n  - none\n"],
  ].flatMap(([name = "", lines = ""]) => [
    {
      rule: `a packet contains ${name}`,
      text: packetWith(lines, ""),
      codes: ["missing_field"],
    },
    {
      rule: `a packet's ${name} is not empty`,
      text: packetWith(lines, `  ${name}:\n`),
      codes: ["empty_field"],
    },
  ]),
  {
    rule: "a packet's constraints do not say none",
    text: packet({ constraints: ["none"] }),
    codes: ["empty_field"],
  },
  {
    rule: "a packet's failure layer is one of the list",
    text: packetWith("  failure_layer: environment", "  failure_layer: logic"),
    codes: ["unknown_layer"],
  },
  {
    rule: "a packet blames the layer of its report",
    text: packet({ failure_layer: "architecture" }),
    codes: ["layer_mismatch"],
  },
  {
    rule: "a packet has no other fields",
    text: packetWith("  constraints:", "  owner: nobody\n  constraints:"),
    codes: ["unknown_field"],
  },
  {
    rule: "a packet's fields need not be indented",
    text: packet().replaceAll("\n  ", "\n"),
    codes: [],
  },
  {
    rule: "a packet may stand in a fence",
    text: `${report("retry_packet_for_coder")}\n${block("yaml", [formatPacket(PACKET)])}`,
    codes: [],
  },
  {
    rule: "a packet comes with its report",
    text: formatPacket(PACKET),
    codes: ["missing_field"],
  },
  {
    rule: "a packet is compact: its size",
    text: packet({ constraints: times(19, (at) => `${at} ${"stays as it is ".repeat(22)}`) }),
    codes: ["too_large"],
  },
  {
    rule: "a packet is compact: its lists",
    text: packet({ forced_checklist: times(21, (at) => `Look at variable ${at}`) }),
    codes: ["too_large"],
  },
  {
    rule: "an answer is compact",
    text: "<".repeat(OUTPUT_LIMITS.answer + 1),
    codes: ["too_large"],
  },
  {
    rule: "a correction is bounded",
    text: fix(times(120, () => `- ${"Export it and look. ".repeat(5)}`).join("\n")),
    codes: ["too_large"],
  },
]);

// "Formulate one materially different hypothesis from the failed coding loop"
const TRIED = ["Raise the query timeout from 5 to 30 seconds", "Mock the connection of the pool"];
check([
  {
    rule: "a materially different hypothesis is accepted",
    text: packet(),
    options: { tried: TRIED },
    codes: [],
  },
  {
    rule: "one materially different hypothesis: the same words again",
    text: packet({ new_hypothesis: "Raise the query timeout from 5 to 60 seconds" }),
    options: { tried: TRIED },
    codes: ["not_different"],
  },
  {
    rule: "one materially different hypothesis: the same with a reason",
    text: packet({
      new_hypothesis:
        "Raising the query timeout by 90 seconds helps since the database wakes up slowly at night",
    }),
    options: { tried: ["Raise the query timeout seconds"] },
    codes: ["not_different"],
  },
  {
    rule: "one materially different hypothesis: what the packet itself says not to retry",
    text: packet({
      new_hypothesis: "The timeout of the query needs raising",
      what_not_to_retry: ["Raising the query's timeout"],
    }),
    codes: ["not_different"],
  },
  {
    rule: "one materially different hypothesis: corrections have one too",
    text: fix("- Export it"),
    options: { tried: ["the runner starts in an empty environment."] },
    codes: ["not_different"],
  },
  {
    rule: "what a hypothesis sets itself off from is not what it says",
    text: packet({
      new_hypothesis: `${HYPOTHESIS}, not the mocked connection of the pool`,
    }),
    options: { tried: TRIED },
    codes: [],
  },
  {
    rule: "one hypothesis: two items are two",
    text: packetWith(
      `  new_hypothesis: ${HYPOTHESIS}`,
      `  new_hypothesis:\n  - ${HYPOTHESIS}\n  - The lock file is stale`,
    ),
    codes: ["several_hypotheses"],
  },
  {
    rule: "one hypothesis: no alternative",
    text: packet({ new_hypothesis: `${HYPOTHESIS}. Alternatively, the lock file is stale` }),
    codes: ["several_hypotheses"],
  },
  {
    rule: "one hypothesis: no numbered ones",
    text: packet({ new_hypothesis: `1. ${HYPOTHESIS} 2. The lock file is stale` }),
    codes: ["several_hypotheses"],
  },
]);

// "Treat upstream ADRs and local @REJECTED tags as protected"
check([
  {
    rule: "a rejected path is not reintroduced by a packet",
    text: packet({ forced_checklist: ["Share the `GlobalPool` between all tests"] }),
    options: { memory: MEMORY },
    codes: ["rejected_path"],
  },
  {
    rule: "a rejected path is not reintroduced by a correction",
    text: fix("- Share one GlobalPool between all the tests"),
    options: { memory: MEMORY },
    codes: ["rejected_path"],
  },
  {
    rule: "a rejected path may be named as such",
    text: packet({ decision_memory_notes: ["ADR-0007: no shared `GlobalPool` between tests"] }),
    options: { memory: MEMORY },
    codes: [],
  },
  {
    rule: "evidence that a rejected path is now safe: an explicit decision revision",
    text: `${report("contract_correction")}\ncontract_correction:
- Share one GlobalPool between all the tests
decision_revision: ADR-0007
new_evidence:
- The driver resets its sessions since 4.2, see deno.lock`,
    options: { memory: MEMORY },
    codes: [],
  },
  {
    rule: "an explicit decision-revision packet",
    text: packetWith(
      "  decision_memory_notes:",
      "  decision_revision: ADR-0007\n  new_evidence:\n" +
        "  - The driver resets its sessions since 4.2\n  decision_memory_notes:",
    ).replace("Print the variables that the runner sees", "Share one GlobalPool between all tests"),
    options: { memory: MEMORY },
    codes: [],
  },
  {
    rule: "never recommend removing @REJECTED",
    text: packet({ forced_checklist: ["Remove the `@REJECTED` tag in src/pool.ts"] }),
    codes: ["removes_tag"],
  },
  {
    rule: "never recommend removing @RATIONALE as a shortcut",
    text: fix("The @RATIONALE comment should be deleted."),
    codes: ["removes_tag"],
  },
  {
    rule: "to keep a tag is no removal",
    text: packet({ constraints: ["Do not remove the `@REJECTED` tag in src/pool.ts"] }),
    codes: [],
  },
  {
    rule: "never remove a tag by a patch",
    text: fix(block("diff", ["@@ -1,2 +1 @@", "-// @REJECTED a shared pool", " const a = 1;"])),
    codes: ["removes_tag"],
  },
]);

// "Do not return: full chain-of-thought"
check([
  ...[
    "Let me think about what the runner does.",
    "Hmm, the runner has no variables.",
    "Wait, the runner has no variables.",
    "<thinking>The runner has no variables</thinking>",
  ].map((aloud) => ({
    rule: `no chain of thought: ${aloud}`,
    text: `${aloud}\n${fix("- Export it")}`,
    codes: ["chain_of_thought"],
  })),
  {
    rule: "no chain of thought: steps of deliberation",
    text: `${
      report("environment_fix", {
        observations: `\n${times(3, (at) => `- Step ${at}: look at the runner`).join("\n")}`,
      })
    }\nenvironment_fix: set it`,
    codes: ["chain_of_thought"],
  },
  {
    rule: "steps of a correction are no chain of thought",
    text: fix(times(4, (at) => `- Step ${at}: export variable ${at}`).join("\n")),
    codes: [],
  },
  {
    rule: "no chain of thought: deliberation in the first person",
    text: fix("I think it is the runner. I wonder why. Maybe I should look. I suspect the shell."),
    codes: ["chain_of_thought"],
  },
  {
    rule: "one guess is no chain of thought",
    text: fix("- Export it. I suspect the shell."),
    codes: [],
  },
  {
    rule: "a word in passing is no chain of thought",
    text: fix("- Let the test wait, so that the runner starts"),
    codes: [],
  },
  {
    rule: "no chain of thought: an essay around the report",
    text: `${times(4, (at) => `The runner of step ${at} is started by hand.`).join("\n")}\n${
      fix("- Export it")
    }`,
    codes: ["chain_of_thought"],
  },
]);

// "Do not return: long replay of failed attempts"
check([
  {
    rule: "no long replay of failed attempts: one line each",
    text: `${
      report("environment_fix", {
        observations: `\n${times(4, (at) => `- Attempt ${at}: raised it to ${at} s`).join("\n")}`,
      })
    }\nenvironment_fix: set it`,
    codes: ["replays_attempts"],
  },
  {
    rule: "no long replay of failed attempts: as a story",
    text: fix(
      "First, the coder tried a. Then it tried b. Then it changed c. Finally, the coder ran d.",
    ),
    codes: ["replays_attempts"],
  },
  {
    rule: "what is not to be retried may be numbered",
    text: packet({ what_not_to_retry: times(5, (at) => `Attempt ${at}: timeout of ${at} s`) }),
    codes: [],
  },
  {
    rule: "no long replay of failed attempts: too many of them",
    text: packet({ what_not_to_retry: times(13, (at) => `Timeout of ${at} s`) }),
    codes: ["replays_attempts"],
  },
  {
    rule: "no long replay of failed attempts: an item is no story",
    text: packet({ what_not_to_retry: [`The timeout ${"was raised and raised ".repeat(14)}`] }),
    codes: ["replays_attempts"],
  },
  {
    rule: "no long replay of failed attempts: pasted logs",
    text: fix(block("log", times(16, (at) => `2026-01-01T10:00:${10 + at} ERROR no variable`))),
    codes: ["replays_attempts"],
  },
  {
    rule: "the signature of an error is no replay",
    text: fix(block("log", times(3, (at) => `    at connect (src/pool.ts:${at}:1)`))),
    codes: [],
  },
]);

// "Do not return: broad code rewrite unless strictly required to unblock"
check([
  {
    rule: "no broad code rewrite: in words",
    text: packet({ forced_checklist: ["Rewrite the entire pool module"] }),
    codes: ["broad_rewrite"],
  },
  {
    rule: "no broad code rewrite: from scratch",
    text: fix("- Set the runner up from scratch"),
    codes: ["broad_rewrite"],
  },
  {
    rule: "a broad rewrite may be warned of",
    text: packet({ constraints: ["Do not rewrite the whole module"] }),
    codes: [],
  },
  {
    rule: "unless strictly required to unblock",
    text: fix("- Rewriting the whole script is strictly required to unblock: it is no valid shell"),
    codes: [],
  },
  {
    rule: "no broad code rewrite: too many files",
    text: packet({ files_to_recheck: times(11, (at) => `src/${at}.ts`) }),
    codes: ["broad_rewrite"],
  },
  {
    rule: "no broad code rewrite: every file",
    text: packet({ files_to_recheck: ["src/**/*.ts"] }),
    codes: ["broad_rewrite"],
  },
  {
    rule: "no broad code rewrite: a patch of many files",
    text: fix(block("diff", times(4, (at) => `+++ b/src/${at}.ts`))),
    codes: ["broad_rewrite"],
  },
  {
    rule: "no broad code rewrite: commands without end",
    text: fix(block("bash", times(81, (at) => `export V${at}=1`))),
    codes: ["broad_rewrite"],
  },
  {
    rule: "a precise environment or bash fix",
    text: fix(block("bash", times(31, (at) => `export V${at}=1`))),
    codes: [],
  },
]);

// "Do not write full business implementation unless the unblock requires a minimal proof patch"
check([
  {
    rule: "a minimal proof patch",
    text: fix(block("ts", times(30, (at) => `const a${at} = ${at};`))),
    codes: [],
  },
  {
    rule: "no full business implementation: its lines",
    text: fix(block("ts", times(31, (at) => `const a${at} = ${at};`))),
    codes: ["business_implementation"],
  },
  {
    rule: "no full business implementation: its definitions",
    text: fix(block("ts", times(4, (at) => `export function f${at}() {}`))),
    codes: ["business_implementation"],
  },
  {
    rule: "no full business implementation: without a fence",
    text: fix(times(31, (at) => `const a${at} = ${at};`).join("\n")),
    codes: ["business_implementation"],
  },
  {
    rule: "no full business implementation: written by a command",
    text: fix(
      block("bash", ["cat > a.ts <<EOF", ...times(31, (at) => `const a${at} = 1;`), "EOF"]),
    ),
    codes: ["business_implementation"],
  },
  {
    rule: "of a patch only the changes count",
    text: fix(block("diff", ["@@ -1,40 +1,41 @@", ...times(40, (at) => ` line ${at}`), "+x"])),
    codes: [],
  },
]);

Deno.test("An answer is read: output, report, packet and target", () => {
  const sent = checkOutput(packet(), { attempt: 1 });
  assert.equal(sent.output, "retry_packet_for_coder");
  assert.deepEqual(sent.packet, PACKET);
  assert.deepEqual(sent.report, {
    failure_layer: "environment",
    observations: ["DATABASE_URL is set in the shell", "It is missing in the runner"],
    new_hypothesis: HYPOTHESIS,
    action: "retry_packet_for_coder",
  });
  const asked = checkOutput("[NEED_CONTEXT: clean_handoff]", { attempt: 1 });
  assert.equal(asked.target, "clean_handoff");
  assert.equal(checkOutput(ESCALATION, { attempt: 4 }).payload?.attempt, 4);
});

Deno.test("A violation says where: the field and its line", () => {
  const text = packetWith("  failure_layer: environment", "  failure_layer: logic");
  const [violation] = checkOutput(text, { attempt: 1 }).violations;
  assert.equal(violation?.where, "retry_packet_for_coder.failure_layer");
  assert.equal(text.split("\n")[(violation?.line ?? 0) - 1], "  failure_layer: logic");
});

Deno.test("A code of the table is what a check can find, and nothing else", () => {
  const own = Object.keys(OUTPUT_FAULTS);
  const source = [...Deno.readDirSync(new URL("../../../judge/unblock/output", import.meta.url))]
    .filter(({ name }) => name !== "fault.ts")
    .map(({ name }) =>
      Deno.readTextFileSync(new URL(`../../../judge/unblock/output/${name}`, import.meta.url))
    ).join("\n") +
    Deno.readTextFileSync(new URL("../../../judge/unblock/output.ts", import.meta.url));
  const passedOn = ["rejected_path"];
  assert.deepEqual(own.filter((code) => !source.includes(`"${code}"`)), passedOn);
});

Deno.test("Packets that differ in spelling only are one", () => {
  const same: RetryPacket = {
    ...PACKET,
    new_hypothesis: `  ${HYPOTHESIS.toUpperCase()}. `,
    files_to_recheck: PACKET.files_to_recheck.toReversed(),
  };
  assert.equal(canonicalPacket(same), canonicalPacket(PACKET));
  assert.equal(
    packetHash(PACKET, (text) => `#${text.length}`),
    `#${canonicalPacket(PACKET).length}`,
  );
  const other = { ...PACKET, constraints: ["Another"] };
  assert.notEqual(canonicalPacket(other), canonicalPacket(PACKET));
});

Deno.test("Corrections that differ in spelling only are one", () => {
  const [one, other] = ["- Export  it.\n", "\n- export it"].map((body) =>
    checkOutput(fix(body), { attempt: 1 }).canonical
  );
  assert.equal(one, other);
});

Deno.test("parsePacket() reads no packet out of none, two, or half of one", () => {
  assert.deepEqual(parsePacket(formatPacket(PACKET)), PACKET);
  assert.equal(parsePacket("retry_packet_for_coder:"), null);
  assert.equal(parsePacket(formatPacket(PACKET) + formatPacket(PACKET)), null);
  assert.equal(parsePacket("x".repeat(OUTPUT_LIMITS.answer + 1)), null);
});
