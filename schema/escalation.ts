/**
 * `escalation.v1`: an agent's own word that it is blocked, and whether that word can be acted on.
 *
 * One record per end of a turn in which an `<ESCALATION>` payload was said or had to be. What is
 * wrong with it stands in `violations`; a payload that is not valid is kept where it could be read,
 * and nothing may be handed over on it. Only types, lists of names and limits: nothing is computed.
 *
 * @module
 */

import type { EscalationLayer, Role } from "./protocol.ts";

export { ESCALATION_LAYERS, type EscalationLayer, type Role, ROLES } from "./protocol.ts";

/** A payload that is longer, from tag to tag, is no bounded one, in UTF-16 units. */
export const MAX_PAYLOAD_CHARACTERS = 16_000;

/** No list of a payload has more items. */
export const MAX_PAYLOAD_ITEMS = 20;

/** No item of a payload, and no text of one, is longer, in UTF-16 units. */
export const MAX_ITEM_CHARACTERS = 1_000;

/** One fault of a text that should follow the protocol: what kind, in words, and where. */
export interface Violation {
  /** A name that does not change, for programs. */
  code: string;
  /** For people: sentence case, with the value quoted and what was expected. */
  message: string;
  /** The field, section or mark that it is about; `payload`, `packet`, `answer`, … for the whole. */
  where: string;
  /** The line in the text, from 1; null where it is about something that is not there. */
  line: number | null;
}

/**
 * What an `<ESCALATION>` says. Every text is one line and not empty, every list has an item; that
 * its status is `blocked` goes without saying.
 */
export interface EscalationPayload {
  /** The attempt that it was given up in, from 1. */
  attempt: number;
  /** What the work was about. */
  task_scope: string;
  /** Where the fault is suspected. */
  suspected_failure_layer: EscalationLayer[];
  /** What was tried. */
  what_was_tried: string[];
  /** What came of it. */
  what_did_not_work: string[];
  /** What was verified before giving up. */
  forced_context_checked: string[];
  /** What still appears to be true. */
  current_invariants: string[];
  /** What whoever is next needs: the task, the snapshot, the signal that blocks. */
  handoff_artifacts: string[];
  /** What is asked of whoever is above. */
  request: string[];
}

/** An `escalation.v1` record. */
export interface EscalationRecord {
  /** Name and version of the format. */
  schema: "escalation.v1";
  /** The task the run worked on. */
  task_ref: string;
  /** The persona or runtime that did the work, or `unknown`. */
  agent: string;
  /** The session, or `unknown`. */
  session_id: string;
  /** When the record was written; ISO-8601 in UTC, ending in `Z`. */
  timestamp: string;
  /** The name of the repository's top folder. */
  repo: string;
  /** The prompt that the turn answered, where the client told. */
  prompt_id: string | null;
  /** The commit that was checked out; null without one. */
  head: string | null;
  /** A hash of the change so far; null if it could not be read. */
  diff_hash: string | null;
  /** Who gave up. */
  role: Role;
  /** Whether the payload follows every rule. */
  valid: boolean;
  /** The attempt that was given up in; null where nobody knows. */
  attempt: number | null;
  /** What was said, scrubbed; null where it could not be read whole. */
  payload: EscalationPayload | null;
  /** What is wrong with it. */
  violations: Violation[];
  /** The name of the file with the packet for whoever is next; null where none was built. */
  handoff: string | null;
  /** Whether something that the record should hold was missing or unreadable. */
  degraded: boolean;
  /** What went wrong; null if nothing did. */
  failure: string | null;
}
