/**
 * Rules about an agent that gives up as the escalation protocol wants it. What it could not do is
 * said in the payload already: a valid one is for a person, whatever still fails.
 */

import type { EscalationFound } from "../evidence.ts";
import type { Facts } from "./facts.ts";
import type { Rule } from "./rule.ts";
import { oneLine } from "../../lib/text/text.ts";

/** So many faults are named. */
const MOST_FAULTS = 3;

/**
 * The payload of the last message; null where there is none. Nobody escalates without a failure: a
 * payload beside work that went well is an example in a text about payloads.
 */
function payloadIn({ escalation, work, failing, done }: Facts): EscalationFound | null {
  if (!work || escalation === null) return null;
  const failed = failing.length > 0 || done.failures.length > 0 ||
    done.commands.some(({ outcome }) => outcome === "failed");
  if (!failed) return null;
  return escalation.found === 0 ? null : escalation;
}

/** The rules. Where one of them finds something, nothing else counts. */
export const ESCALATION_RULES: readonly Rule[] = [
  {
    name: "escalated",
    when: "the message is a valid escalation: the same thing failed too often, and it says so",
    why: "to push the agent on would make it repeat what does not work",
    severity: "MEDIUM",
    effect: "human",
    yields: false,
    alone: true,
    settled: "somebody else, with the packet that was built from it",
    find: (facts) => {
      const linted = payloadIn(facts);
      if (linted?.payload === null || linted === null || linted.violations.length > 0) return [];
      const { task_scope, request, attempt } = linted.payload;
      return [{
        fact: `The agent escalates at attempt ${attempt}: ${oneLine(task_scope)}`,
        turn: facts.saidAt,
        missing: oneLine(task_scope),
        action: `For whoever is above: ${oneLine(request[0] ?? "")}`,
      }];
    },
  },
  {
    name: "invalid_escalation",
    when: "the message has an escalation that does not follow the form",
    why: "nobody can act on it, and the next one would begin with less than was known",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: false,
    alone: true,
    settled: "one payload in which every field is filled in",
    find: (facts) => {
      const faults = payloadIn(facts)?.violations ?? [];
      return faults.slice(0, MOST_FAULTS).map(({ where, message }) => ({
        fact: `The escalation cannot be acted on: ${oneLine(message)}`,
        turn: facts.saidAt,
        missing: `A valid \`${where}\` in the escalation`,
        action: `Put it right and state the payload again: ${oneLine(message)}`,
      }));
    },
  },
];
