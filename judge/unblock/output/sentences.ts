/** What an answer says, sentence by sentence, each with its place. Code and payloads are not said. */

import { sentencesOf } from "../../said/sentences.ts";
import { afterName, type Answer, type Part, type PlacedLine } from "./answer.ts";

/** A sentence. None is longer than the judge's reader makes them. */
export interface Sentence {
  readonly text: string;
  readonly part: Part;
  readonly where: string;
  /** The line of the paragraph or item that it stands in. */
  readonly line: number;
}

/** The mark of an item, numbered or not. */
const ITEM = /^(?:[-*]|\d{1,3}[.)])[ \t]+/;

/** The sentences of an answer. A line that goes on with an item belongs to it. */
export function sentencesIn({ lines }: Answer): Sentence[] {
  const paragraphs: { readonly first: PlacedLine; readonly pieces: string[] }[] = [];
  let open = false;
  for (const line of lines) {
    const said = line.names ? afterName(line) : line.text.trim();
    const isSaid = line.kind === "said" && line.part !== "payload" && said !== "";
    const last = open && !line.names && !ITEM.test(said) ? paragraphs.at(-1) : undefined;
    if (isSaid && last?.first.where === line.where) last.pieces.push(said);
    else if (isSaid) paragraphs.push({ first: line, pieces: [said.replace(ITEM, "")] });
    open = isSaid;
  }
  return paragraphs.flatMap(({ first: { part, where, number }, pieces }) =>
    sentencesOf([withoutRuns(pieces.join(" "))]).map((text) => ({
      text,
      part,
      where,
      line: number,
    }))
  );
}

/** Long runs of what may end a sentence say nothing, and cost whoever looks for its end. */
function withoutRuns(text: string): string {
  return text.replaceAll(/[.!?…)"'”*_\]]{4,}/g, (run) => run.slice(0, 3));
}

const REFUSAL =
  /\b(?:not|never|no|without|avoid(?:ing)?|instead of|rather than|refus\w{1,4}|forbid\w{0,6}|against|cannot|\w{2,8}n['’]t)\b/i;

/** So far before a word its refusal may stand. */
const REACH = 80;

/** Whether what stands at a place of a sentence is spoken against: "do not …", "instead of …". */
export function isRefused(sentence: string, at: number): boolean {
  const before = sentence.slice(Math.max(0, at - REACH), at);
  return REFUSAL.test(before.slice(before.lastIndexOf(";") + 1));
}
