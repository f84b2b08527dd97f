/** References to issues and pull requests. Colours, ranks and numbered steps are none. */

import { countsSomethingElse } from "./numbers.ts";
import type { Message } from "./structure.ts";

const REFERENCES_AT_MOST = 20;
/** A word that says what a number counts, with or without its mark. */
const NAMED =
  /\b(PR|pull request|MR|merge request|issue|bug|ticket|GH)(?:s|es)?[ -]?(?:number |no\. ?)?(#|!)?(\d{1,6})(?!\w|%|[.-]\w)/gi;
const LINKED =
  /\b[\w.-]{1,60}\/[\w.-]{1,80}\/(?:-\/)?(pull|pulls|issues|merge_requests)\/(\d{1,6})\b/g;
const BARE = /(?:^|[\s(\[,:;"'`*])(?:([\w.-]{1,40}\/[\w.-]{1,60}))?#(\d{1,5})(?![\w-])/g;
const SPOKEN = /\b(?:pull|merge) requests?\b/i;
function kindOf(word: string): string {
  return /^(?:PR|pull|MR|merge)/i.test(word) ? "PR" : /^GH$/i.test(word) ? "" : "issue";
}

/** The references of a message, each once, in one spelling. */
export function referencesIn({ text, blocks, pieces }: Message): string[] {
  const source = pieces.map((piece) => piece.source).join("\n");
  if (blocks.length === 0 || text === "") return [];
  const found: { at: number; reference: string; number: string }[] = [];
  const add = (at: number, kind: string, number: string) =>
    found.push({ at, reference: kind === "" ? `#${number}` : `${kind} #${number}`, number });
  for (const match of source.matchAll(NAMED)) {
    const [whole, word = "", mark, number = ""] = match;
    // "2 issues 5" or "bug 7" are too little; PR34 and issue #42 are not.
    if (mark === undefined && kindOf(word) !== "PR" && !/^GH-/i.test(whole)) continue;
    add(match.index, kindOf(word), number);
  }
  for (const match of source.matchAll(LINKED)) {
    add(match.index, match[1] === "issues" ? "issue" : "PR", match[2] ?? "");
  }
  const named = new Set(found.map(({ number }) => number));
  for (const match of source.matchAll(BARE)) {
    const number = match[2] ?? "";
    const hash = match.index + match[0].lastIndexOf("#");
    if (named.has(number) || countsSomethingElse(source, hash, number)) continue;
    add(match.index, "", number);
  }
  const references = [
    ...new Set(found.sort((a, b) => a.at - b.at).map(({ reference }) => reference)),
  ];
  if (references.length === 0 && SPOKEN.test(source)) references.push("pull request");
  return references.slice(0, REFERENCES_AT_MOST);
}
