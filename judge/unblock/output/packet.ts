/**
 * The packet that sends a task back to the coder: read, written, and made comparable.
 *
 * {@linkcode formatPacket} and {@linkcode parsePacket} are inverse to each other for every packet
 * whose values are single lines with something in them.
 */

import type { RetryPacket } from "../../../schema/types.ts";
import { type FailureLayer, RETRY_FIELDS } from "../contract.ts";
import type { Violation } from "../violation.ts";
import { type Answer, readAnswer } from "./answer.ts";
import { PACKET } from "./begin.ts";
import { fault } from "./fault.ts";
import { readForm } from "./form.ts";
import { layerOf, unknownLayer } from "./layer.ts";
import { OUTPUT_LIMITS } from "./limits.ts";

/** A packet, or what keeps it from being one. */
interface CheckedPacket {
  /** Null where there is none, a field is missing or empty, or the layer is none. */
  readonly packet: RetryPacket | null;
  readonly violations: readonly Violation[];
}

/** Reads the packet of an answer and checks its form. */
export function checkPacket(answer: Answer): CheckedPacket {
  const begin = answer.outputs.find(({ name }) => name === PACKET);
  if (begin === undefined) return { packet: null, violations: [] };
  const form = readForm(answer.packet, {
    prefix: `${PACKET}.`,
    fields: RETRY_FIELDS,
    mayBeNone: ["decision_memory_notes"],
    line: begin.line,
  });
  const violations = [...form.violations];
  const said = form.values.get("failure_layer")?.join(" ");
  const layer = layerOf(said ?? "");
  if (said !== undefined && layer === null) {
    const line = answer.packet.find(({ name }) => name === "failure_layer")?.line ?? null;
    violations.push(unknownLayer(said, { where: `${PACKET}.failure_layer`, line }));
  }
  const size = answer.lines.filter(({ part }) => part === "packet")
    .reduce((sum, { text }) => sum + text.length + 1, 0);
  if (size > OUTPUT_LIMITS.packet) {
    const message = `The packet has ${size} characters, at most ${OUTPUT_LIMITS.packet}`;
    violations.push(fault("too_large", message, { where: PACKET, line: begin.line }));
  }
  return { packet: packetOf(form.values, layer), violations };
}

function packetOf(
  values: ReadonlyMap<string, string[]>,
  layer: FailureLayer | null,
): RetryPacket | null {
  if (layer === null || RETRY_FIELDS.some(({ name }) => !values.has(name))) return null;
  const list = (name: string): string[] => values.get(name) ?? [];
  return {
    new_hypothesis: list("new_hypothesis").join(" "),
    failure_layer: layer,
    files_to_recheck: list("files_to_recheck"),
    forced_checklist: list("forced_checklist"),
    constraints: list("constraints"),
    what_not_to_retry: list("what_not_to_retry"),
    decision_memory_notes: list("decision_memory_notes"),
  };
}

/** The packet in a text; null where it has not exactly one, or one with something missing. */
export function parsePacket(text: string): RetryPacket | null {
  if (text.length > OUTPUT_LIMITS.answer) return null;
  const answer = readAnswer(text);
  const found = answer.outputs.filter(({ name }) => name === PACKET);
  return found.length === 1 ? checkPacket(answer).packet : null;
}

/** The packet as it stands in an answer. */
export function formatPacket(packet: RetryPacket): string {
  const fields = RETRY_FIELDS.flatMap(({ name, kind }) => {
    const value = packet[name];
    if (kind === "text" || typeof value === "string") return [`  ${name}: ${inLine(`${value}`)}`];
    return [`  ${name}:`, ...value.map((item) => `  - ${inLine(item)}`)];
  });
  return [`${PACKET}:`, ...fields, ""].join("\n");
}

/**
 * What a packet is known again by. Case, spaces, full stops and the order of a list make no other
 * packet.
 *
 * @param hash Makes a short text of a long one. The protocol's core has no cryptography of its own.
 */
export function packetHash(packet: RetryPacket, hash: (text: string) => string): string {
  return hash(canonicalPacket(packet));
}

/** The packet as the one text that all its spellings have in common. */
export function canonicalPacket(packet: RetryPacket): string {
  return JSON.stringify(RETRY_FIELDS.map(({ name }) => {
    const value = packet[name];
    const items = (typeof value === "string" ? [value] : value).map(canonical);
    return [name, ...new Set(items.toSorted())];
  }));
}

/** A text without what makes no difference. */
export function canonical(text: string): string {
  const line = inLine(text).toLowerCase();
  return line.endsWith(".") ? line.slice(0, -1) : line;
}

function inLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
