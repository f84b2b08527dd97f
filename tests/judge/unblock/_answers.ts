// Answers of a reflection agent, good ones, to be spoiled by whoever asks for them.

import assert from "node:assert/strict";
import type { OutputName } from "../../../judge/unblock/protocol.ts";
import { type Decision, readAdr, readTags } from "../../../judge/unblock/decisions.ts";
import type { RetryPacket } from "../../../schema/types.ts";
import { type AnswerOptions, checkAnswer } from "../../../judge/unblock/answer.ts";
import { RETRY_FIELDS } from "../../../judge/unblock/protocol.ts";
import { renderAgents } from "../../../tools/agents.ts";
import { ABOVE, withItems } from "./_escalations.ts";

/** The instructions of the agent. */
export const AGENT_TEXT: string = [...renderAgents().values()][0]!;

/** What the sample answers believe. */
export const HYPOTHESIS = "The runner starts with an empty environment";

/** A packet in which nothing is wrong. */
export const PACKET: RetryPacket = {
  new_hypothesis: HYPOTHESIS,
  failure_layer: "environment",
  files_to_recheck: ["src/pool.ts"],
  forced_checklist: ["Print the variables that the runner sees"],
  constraints: ["The public interface of the pool stays"],
  what_not_to_retry: ["Raising the timeout of the query"],
  decision_memory_notes: ["none"],
};

/** A packet as an agent writes it. */
export function packetText(packet: RetryPacket): string {
  const fields = RETRY_FIELDS.flatMap(({ name }) => {
    const value = packet[name as Exclude<keyof RetryPacket, "extra">];
    if (typeof value === "string") return [`  ${name}: ${value}`];
    return [`  ${name}:`, ...value.map((item) => `  - ${item}`)];
  });
  return ["retry_packet_for_coder:", ...fields, ""].join("\n");
}

/** A report that announces an output; other values take the place of its own. */
export function reportFor(
  action: string,
  { layer = "environment", hypothesis = HYPOTHESIS } = {},
): string {
  return [
    `failure_layer: ${layer}`,
    "observations:",
    "- DATABASE_URL is set in the shell and missing in the runner",
    `new_hypothesis: ${hypothesis}`,
    `action: ${action}`,
  ].join("\n");
}

/** A report, and the packet that follows it. */
export function packetAnswer(given: Partial<RetryPacket> = {}): string {
  return `${reportFor("retry_packet_for_coder")}\n${packetText({ ...PACKET, ...given })}`;
}

/** A report, and the correction that follows it. */
export function correction(name: OutputName, body: string): string {
  return `${reportFor(name)}\n${name}:\n${body}`;
}

/** The terminal payload of a rescue that is blocked too. */
export const TERMINAL_PAYLOAD: string = withItems("request", ABOVE);

/** An upstream decision and a local one that bind. */
export const MEMORY: readonly Decision[] = [
  ...readAdr("docs/adr/0007-pool.md", "# Share one `GlobalPool` between tests\nStatus: Rejected"),
  ...readTags("src/pool.ts", "// [DEF:Pool:Module]\n// @REJECTED: `legacyRetry` around queries"),
];

/** Takes the path that the upstream decision rejects. */
export const REJECTED_FIX = "- Share one `GlobalPool` between all the tests";

/** Says openly that the upstream decision is revised, and why. */
export const REVISION =
  "decision_revision: ADR-0007\nnew_evidence:\n- The driver resets its sessions since 4.2";

/** Registers a test that each text has these faults, by their codes, and no other. */
export function holds(
  sentence: string,
  ...rows: readonly (readonly [text: string, codes: string, options?: Partial<AnswerOptions>])[]
): void {
  Deno.test(sentence, () => {
    for (const [text, codes, options] of rows) {
      assert.equal(codesOf(text, options).join(), codes, text.slice(0, 500));
    }
  });
}

/** The codes of what is wrong with an answer, each once. */
export function codesOf(text: string, options: Partial<AnswerOptions> = {}): string[] {
  const { violations } = checkAnswer(text, { attempt: 1, ...options });
  return [...new Set(violations.map(({ code }) => code))].sort();
}
