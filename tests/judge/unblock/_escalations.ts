// A good payload of each role, and ways to spoil one.

import type { EscalationPayload } from "../../../schema/types.ts";

/** What a coder would say. */
export function samplePayload(): EscalationPayload {
  return {
    attempt: 4,
    task_scope: "Round the order total to cents",
    suspected_failure_layer: ["dependency", "test_harness"],
    what_was_tried: ["Rounded in total()", "Rounded in the template"],
    what_did_not_work: ["`npm test` still says 1 failed"],
    forced_context_checked: ["imports or path resolution: tsconfig paths are right"],
    current_invariants: ["The price list is in cents"],
    handoff_artifacts: ["task: SHOP-12", "snapshot: 1f3c9aa", "signal: `npm test` exits with 1"],
    request: ["Find out which rounding the contract means"],
  };
}

/** The same as a text. */
export const GOOD = `<ESCALATION>
status: blocked
attempt: [ATTEMPT: 4]
task_scope: Round the order total to cents
suspected_failure_layer:
- dependency
- test_harness
what_was_tried:
- Rounded in total()
- Rounded in the template
what_did_not_work:
- \`npm test\` still says 1 failed
forced_context_checked:
- imports or path resolution: tsconfig paths are right
current_invariants:
- The price list is in cents
handoff_artifacts:
- task: SHOP-12
- snapshot: 1f3c9aa
- signal: \`npm test\` exits with 1
request:
- Find out which rounding the contract means
</ESCALATION>`;

/** The terminal request of the protocol, word by word. */
export const ABOVE: string =
  "Escalate above reflection layer. Do not re-run coder or reflection with the same context packet.";

const FIELDS = /^(?=[a-z_]+:|<\/)/m;

/** The good text with a field's whole text in the place of the old; without it where that is null. */
export function withField(name: string, field: string | null, text: string = GOOD): string {
  const parts = text.split(FIELDS);
  const at = parts.findIndex((part) => part.startsWith(`${name}:`));
  if (at < 0) throw new RangeError(`No field "${name}" in the sample`);
  return parts.with(at, field === null ? "" : `${field}\n`).join("");
}

/** The good text with other items in a list. */
export function withItems(name: string, ...items: string[]): string {
  return withField(name, [`${name}:`, ...items.map((item) => `- ${item}`)].join("\n"));
}
