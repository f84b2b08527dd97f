/** What a line of an answer begins, seen from where it stands: an output, a field, or nothing. */

import type { UnblockOutput } from "../../../schema/names.ts";
import {
  COHERENCE_FAILED,
  type OutputName,
  type OutputRule,
  OUTPUTS,
  REPORT_FIELDS,
  RETRY_FIELDS,
} from "../contract.ts";
import { type AnswerLine, fieldName } from "./lines.ts";
import { COHERENCE_MARK, NEED_MARK, PAYLOAD_BEGIN } from "./marks.ts";

/** Where a reader is. */
export interface Here {
  readonly part: "loose" | "report" | "packet" | "section" | "need" | "coherence" | "payload";
  readonly where: string;
  /** How far the names of this part are indented; null where none has been seen yet. */
  readonly margin: number | null;
}

/** A field that a form does not have; not unknown where it may stand in any form. */
export interface OtherField {
  readonly name: string;
  readonly part: "report" | "packet";
  readonly unknown: boolean;
}

/** What a line begins. */
interface Begin {
  readonly here: Here;
  /** Whether by its name and a colon. */
  readonly named: boolean;
  readonly output?: UnblockOutput;
  /** A field that the form does not have. */
  readonly other?: OtherField;
}

/** The packet's name. */
export const PACKET = "retry_packet_for_coder" satisfies OutputName;

const RULES: readonly OutputRule[] = OUTPUTS;
const REPORT: ReadonlySet<string> = new Set(REPORT_FIELDS.map(({ name }) => name));
const RETRY: ReadonlySet<string> = new Set(RETRY_FIELDS.map(({ name }) => name));

/** Fields of no form that may stand in any: a decision is revised openly, with its evidence. */
const REVISION: ReadonlySet<string> = new Set(["decision_revision", "new_evidence"]);

const MARKED = [
  { mark: PAYLOAD_BEGIN, output: "<ESCALATION>", part: "payload" },
  { mark: NEED_MARK, output: "[NEED_CONTEXT: target]", part: "need" },
  { mark: COHERENCE_MARK, output: COHERENCE_FAILED, part: "coherence" },
] as const;

/** What a line begins; null where it goes on with what was begun. */
export function beginOf(line: AnswerLine, here: Here): Begin | null {
  if (line.kind !== "said" || here.part === "payload") return null;
  const said = line.text.trim();
  const marked = MARKED.find(({ mark }) => said.startsWith(mark));
  if (marked !== undefined) {
    const { output, part } = marked;
    return { here: { part, where: output, margin: line.indent }, output, named: false };
  }
  const name = fieldName(line);
  return name === null ? null : outputBegin(name, line.indent) ??
    fieldBegin(name, line.indent, here);
}

function outputBegin(name: string, indent: number): Begin | null {
  const rule = RULES.find((rule) => rule.name === name);
  if (rule?.form !== "section" && rule?.form !== "packet") return null;
  const margin = rule.form === "packet" ? null : indent;
  const here: Here = { part: rule.form, where: name, margin };
  return { here, output: name as OutputName, named: true };
}

function fieldBegin(name: string, indent: number, here: Here): Begin | null {
  const { part, margin } = here;
  if (part === "coherence") return null;
  if (part === "packet" && RETRY.has(name)) {
    const where = `${PACKET}.${name}`;
    return { here: { part, where, margin: margin ?? indent }, named: true };
  }
  // What is indented below a correction's name is its content, whatever it is called.
  const isContent = part === "section" && indent > (margin ?? 0);
  if (REPORT.has(name) && !isContent) {
    return { here: { part: "report", where: name, margin: indent }, named: true };
  }
  if ((part !== "report" && part !== "packet") || indent > (margin ?? indent)) return null;
  const where = part === "packet" ? `${PACKET}.${name}` : name;
  return {
    here: { part, where, margin: margin ?? indent },
    named: true,
    other: { name, part, unknown: !REVISION.has(name) },
  };
}
