// The protocol's text about the agent itself: what each client is told of it, and what only its
// instructions can hold. Every name quotes the sentence that it holds;

import assert from "node:assert/strict";
import { parse } from "yaml";
import { REFLECTION_AGENT, roleOf } from "../../../hook/unblocking/session.ts";
import {
  attemptText,
  BLIND_ZONES,
  ESCALATION_FIELDS,
  OUTPUTS,
  REPORT_FIELDS,
  RETRY_FIELDS,
  SUSPICIONS,
} from "../../../judge/unblock/protocol.ts";
import { PROJECT } from "../../support/process.ts";
import { filled, renderAgents } from "../../../tools/agents.ts";
import { lintEscalation } from "../../../judge/unblock/form.ts";
import { buildHandoff } from "../../../judge/unblock/handoff.ts";
import { checkAnswer } from "../../../judge/unblock/answer.ts";
import { AGENT_TEXT, codesOf, packetAnswer } from "./_answers.ts";
import { GOOD } from "./_escalations.ts";
import { facts } from "./_handoffs.ts";

/** What each client is told about the agent. */
const [claude, opencode] = [...renderAgents().values()]
  .map((text) => parse(/^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? "") as Record<string, unknown>);

/** The instructions with every run of blanks as one, so that the breaks of lines do not matter. */
const TOLD = AGENT_TEXT.replaceAll(/\s+/g, " ");

/** Asserts that the agent is told all of these. */
function tells(...sentences: readonly string[]): void {
  for (const sentence of sentences) assert.ok(TOLD.includes(sentence), sentence);
}

Deno.test('"architecture, environment, dependency, contract, and test harness failures": whoever calls it reads so', () => {
  for (const { description } of [claude!, opencode!]) {
    for (const layer of ["architecture", "environment", "dependenc", "contract", "test harness"]) {
      assert.ok(String(description).includes(layer), layer);
    }
    assert.match(String(description), /<ESCALATION>/);
  }
});

Deno.test('"mode: subagent", "temperature: 0.0", "steps: 80", "color: error": as far as a client knows them', () => {
  const { mode, temperature, steps, color } = opencode!;
  assert.deepEqual({ mode, temperature, steps, color }, {
    mode: "subagent",
    temperature: 0,
    steps: 80,
    color: "error",
  });
  // Claude Code knows no mode and no temperature: what stands in its folder is a subagent.
  const { maxTurns, color: red, ...others } = claude!;
  assert.deepEqual([maxTurns, red], [80, "red"]);
  assert.deepEqual(Object.keys(others), ["name", "description", "tools", "model"]);
});

Deno.test('"edit: allow", "bash: allow", "browser: deny": the permissions of both clients', () => {
  const { edit, bash, ...rest } = opencode!.permission as Record<string, string>;
  assert.deepEqual([edit, bash], ["allow", "allow"]);
  assert.ok("*browser*" in rest);
  assert.ok(Object.values(rest).every((permission) => permission === "deny"));
  const tools = String(claude!.tools).split(", ");
  for (const tool of ["Edit", "Write", "Bash"]) assert.ok(tools.includes(tool), tool);
  assert.ok(
    !tools.some((tool) => /web|browser|mcp|\*/i.test(tool)),
    "a list, and no browser on it",
  );
});

Deno.test('"model:" is the choice of whoever uses the agent', () => {
  assert.equal(claude!.model, "inherit");
  assert.ok(!("model" in opencode!));
});

Deno.test('"acting as the Reflection Agent": its name gives it its role, in a plugin too', () => {
  assert.equal(roleOf({ agent_type: REFLECTION_AGENT }), "reflection");
  assert.equal(roleOf({ agent_type: `reflection-kernel:${REFLECTION_AGENT}` }), "reflection");
  for (const agent_type of [undefined, 7, "", "coder", "my-reflection-agent-2"]) {
    assert.equal(roleOf({ agent_type }), "coder");
  }
  assert.equal(claude!.name, REFLECTION_AGENT);
  for (const path of renderAgents().keys()) assert.ok(path.endsWith(`/${REFLECTION_AGENT}.md`));
});

Deno.test('"OPERATION MODE: UNBLOCKER" is what its work mode is called, and nobody else\'s', () => {
  const failure = { shown: "npm test", excerpt: "" };
  assert.match(attemptText("reflection", 1, failure), /^\[ATTEMPT: 1\] Unblocker Mode:/);
  assert.doesNotMatch(attemptText("coder", 1, failure), /Unblocker/);
});

Deno.test('"looped or blocked implementation tasks": the agent is told when it is asked', () => {
  tells("You are asked when a coding agent is blocked: the same thing failed again and again");
});

Deno.test('"do not continue blind local logic patching", "Ignore the junior agent\'s previous fix hypotheses": told, and each of them is refused', () => {
  tells("You do not go on with the coder's patches, and you do not repeat its reasoning.");
  tells("2. Orient: forget the coder's hypotheses.");
  const tried = lintEscalation(GOOD).payload!.what_was_tried;
  for (const hypothesis of [...tried, ` ${tried[0]!.toUpperCase()}.`]) {
    const again = packetAnswer({ new_hypothesis: hypothesis });
    assert.deepEqual(codesOf(again, { tried }), ["not_different"]);
  }
});

Deno.test('"Read the original contract, task, or spec", "Read the <ESCALATION> payload", "Read [FORCED_CONTEXT] or [CHECKLIST] if provided": told, and in the packet', async () => {
  tells("1. Observe: the task or contract, the payload, forced context and checklist,");
  const packet = await buildHandoff(facts());
  const parts = ["## [TASK]\n> Round the order total to cents.\n", GOOD, "## [CHECKLIST]\n- [ ] "];
  for (const part of parts) assert.ok(packet.includes(part), part);
});

Deno.test('"Inspect blind zones first": six of them, before any hypothesis, and as the packet\'s checklist', async () => {
  assert.deepEqual(BLIND_ZONES, [
    "imports or path resolution",
    "config and env vars",
    "dependency mismatches",
    "test fixture or mock misconfiguration",
    "contract `@PRE` versus real runtime data",
    "invalid assumption in architecture boundary",
  ]);
  const orient = TOLD.slice(
    TOLD.indexOf("Look at the blind zones first"),
    TOLD.indexOf("3. Decide"),
  );
  for (const zone of BLIND_ZONES) assert.ok(orient.includes(`- ${zone}`), zone);
  const checklist = BLIND_ZONES.map((zone) => `- [ ] ${zone}`).join("\n");
  assert.ok((await buildHandoff(facts())).includes(`## [CHECKLIST]\n${checklist}\n`));
});

Deno.test('"Prefer architectural or infrastructural interpretation over local logic churn": told', () => {
  tells("Rather the architecture or the environment than the local logic.");
});

Deno.test('"@PURPOSE: Break coding loops", "@PRE", "@POST", "@DATA_CONTRACT", "@INVARIANT": anchors of the instructions', () => {
  tells(
    "- @PURPOSE: break a coding loop",
    "- @PRE: a clean escalation payload and the original task",
    "- @POST: one new hypothesis and one bounded correction",
    "- @DATA_CONTRACT: EscalationPayload -> UnblockPlan",
    "- @INVARIANT: the failed line of reasoning is never continued by inertia",
  );
});

Deno.test('"EscalationPayload -> UnblockPlan": one is read from the coder, the other from the answer', () => {
  assert.equal(lintEscalation(GOOD).payload?.task_scope, "Round the order total to cents");
  const { report, packet } = checkAnswer(packetAnswer(), { attempt: 1 });
  assert.equal(report?.action, "retry_packet_for_coder");
  assert.equal(packet?.failure_layer, report?.failure_layer);
});

Deno.test("the agents that are checked in are those that the tables give, alike for both clients", async () => {
  const bodies = new Set<string>();
  for (const [path, text] of renderAgents()) {
    assert.equal(await Deno.readTextFile(`${PROJECT}/${path}`), text, path);
    bodies.add(text.replace(/^---\n[^]*?\n---\n/, ""));
    const fields = [...ESCALATION_FIELDS, ...REPORT_FIELDS, ...RETRY_FIELDS];
    for (const { name } of fields) assert.match(text, new RegExp(`^${name}:`, "m"), name);
    for (const { name } of OUTPUTS) assert.ok(text.includes(`- \`${name}\`: `), name);
    for (const item of [...BLIND_ZONES, ...SUSPICIONS]) assert.ok(text.includes(item), item);
  }
  assert.equal(bodies.size, 1);
});

Deno.test("a template that names what has no value, or does not name what has one, is refused", () => {
  const values = new Map([["zones", ["imports", "config"]]]);
  assert.equal(filled("Look at\n- {{zones}}\n", values), "Look at\n- imports\n- config\n");
  assert.throws(() => filled("{{zones}}\n{{other}}", values), /names "other", which has no value/);
  assert.throws(() => filled("Look", values), /does not name "zones"/);
});
