/**
 * An explicit revision of a decision: what reopens a path that was rejected.
 *
 *     decision_revision: ADR-0007
 *     new_evidence:
 *     - the driver that lost messages was replaced in 4.2 (see `deps.lock`)
 *
 * A heading `## Decision revision`, with the decision behind it or in the text below it, does as
 * well. Without evidence that somebody wrote down it revises nothing, and it revises only what it
 * names: a decision's id, its scope or its file.
 */

import { numberedLines, readFields, type WrittenField } from "../fields.ts";
import type { Decision } from "./decision.ts";
import { MOST_REVISIONS, MOST_SOURCE, MOST_TEXT } from "./limits.ts";

/** A revision that names evidence. */
export interface Revision {
  /** The words that name what is revised, in lower case. */
  readonly about: string;
}

const HEADING = /^(?:[#>\s]{0,12}|\s*\*\*)decision[ _-]revision(?:\*\*)?\s*(:?)\s*(?:\*\*)?(.*)$/i;
const OTHER_HEADING = /^\s{0,3}#{1,6}\s/;

/** A revision's own lines may be set off, be items, or be comments in a change. */
const SET_OFF =
  /^(?:[-*+>#/\s]|<!--|\/\*){0,12}[*_`]{0,3}(decision_revision|new_evidence)[*_`]{0,3}:[*_`]{0,3}/;

/** Whether a text revises a decision and names new evidence. */
export function hasDecisionRevision(text: string): boolean {
  return readRevisions(text).length > 0;
}

/** The revisions of a text. */
export function readRevisions(text: string): Revision[] {
  const bounded = text.slice(0, MOST_SOURCE);
  // Most texts have none, and need not be read.
  if (!/decision[ _-]revision/i.test(bounded)) return [];
  const lines = numberedLines(bounded).map(({ text, number }) => ({ text: plain(text), number }));
  const groups: WrittenField[][] = [];
  for (const field of readFields(lines).fields) {
    if (field.name === "decision_revision") groups.push([field]);
    else groups.at(-1)?.push(field);
  }
  return groups.slice(0, MOST_REVISIONS).flatMap((fields) => revisionOf(fields) ?? []);
}

/** What a field `decision_revision` and those behind it say, if they name evidence. */
function revisionOf(fields: readonly WrittenField[]): Revision | null {
  const evidence = fields.find(({ name }) => name === "new_evidence");
  const [first] = fields;
  if (first === undefined || evidence === undefined) return null;
  if (!partsOf(evidence).some(isFilled)) return null;
  const named = partsOf(first).filter(isFilled);
  const about = first.text.startsWith(HEADED) ? fields.flatMap(partsOf) : named;
  return about.length === 0 ? null : { about: about.join(" ").slice(0, MOST_TEXT).toLowerCase() };
}

/** What a revision has to name: a decision's scope or record. */
export function nameOf(id: string): string {
  return id.replace(/#.*$/s, "");
}

/** Whether one of the revisions is about a decision. */
export function isRevised(decision: Decision, revisions: readonly Revision[]): boolean {
  const names = [decision.id, nameOf(decision.id), decision.scope, decision.path];
  return revisions.some(({ about }) =>
    names.some((name) => name !== null && name !== "" && holds(about, name.toLowerCase()))
  );
}

/** Stands where a heading names nothing: what is below it does. */
const HEADED = "<headed>";

/** A heading and a field that is set off read as plain fields; other headings end them. */
function plain(line: string): string {
  const start = line.slice(0, 300);
  const [setOff, name] = SET_OFF.exec(start) ?? [];
  if (setOff !== undefined) return `${name}: ${line.slice(setOff.length).replace(CLOSE, "")}`;
  const [heading, , named = ""] = HEADING.exec(start) ?? [];
  if (heading !== undefined && /^[\s>]*(?:#|\*\*)/.test(start)) {
    return `decision_revision: ${named.replace(/[*#\s]+$/, "").trim() || HEADED}`;
  }
  return OTHER_HEADING.test(start) ? "heading:" : line;
}

const CLOSE = /\s{0,8}(?:-->|\*\/)\s*$/;

function partsOf({ text, items }: WrittenField): string[] {
  return [text, ...items].map((part) => part.replace(/^[`*_]+|[`*_]+$/g, "").trim());
}

/** Whether somebody wrote something in the place of the form's own words. */
function isFilled(text: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(text) && !/^[<[{(].{0,200}[>\]})]\.?$/s.test(text) &&
    !/^(?:tbd|todo|none|n\/a|unknown|nothing|no|new evidence|evidence|id|same as before)\.?$/i
      .test(text);
}

function holds(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const around = (text[at - 1] ?? " ") + (text[at + name.length] ?? " ");
    if (!/[\p{L}\p{N}_]/u.test(around)) return true;
  }
  return false;
}
