/**
 * `@RATIONALE` and `@REJECTED` as they stand in comments of any language, and in Markdown.
 *
 * A tag begins what its line says. Its text goes on until a blank line, another tag, a scope's mark
 * or the end of the comment. Where nothing stands beside the tag, each item below it is a decision.
 */

import { numberedLines } from "../fields.ts";
import type { Decision } from "./decision.ts";
import { type CommentLine, commentLine, trailingComment } from "./comment_line.ts";
import { MOST_DECISIONS, MOST_LINES, MOST_SOURCE, MOST_TEXT } from "./limits.ts";
import { Scopes } from "./scopes.ts";

const TAG = /^\*{0,2}@(RATIONALE|REJECTED)\*{0,2}(?=[:\s]|$)[:\s]{0,10}/;
const OTHER_TAG = /^\*{0,2}@[A-Za-z]/;

/** A tag that is being read. */
interface Draft {
  readonly status: "rejected" | "rationale";
  readonly line: number;
  readonly mark: string;
  readonly item: boolean;
  readonly scope: string | null;
  readonly isAdr: boolean;
  readonly texts: string[][];
  lines: number;
}

/** The decisions that tags of a text record, in its order. */
export function readTags(path: string, text: string): Decision[] {
  const scopes = new Scopes();
  const drafts: Draft[] = [];
  let open: Draft | null = null;
  for (const { text: line, number } of numberedLines(text.slice(0, MOST_SOURCE))) {
    if (drafts.length >= MOST_DECISIONS) break;
    const comment = tagComment(line);
    const [tag, kind] = TAG.exec(comment.text) ?? [];
    if (tag !== undefined) {
      open = {
        status: kind === "REJECTED" ? "rejected" : "rationale",
        line: number,
        mark: comment.mark,
        item: comment.item,
        scope: scopes.id,
        isAdr: scopes.isAdr,
        texts: [[comment.text.slice(tag.length)]],
        lines: 1,
      };
      drafts.push(open);
      if (comment.closes || comment.trails) open = null;
    } else if (scopes.take(comment.text)) open = null;
    else if (open !== null && !goesOn(open, comment)) open = null;
  }
  return named(path, drafts);
}

/** Whether a line belongs to the tag before it; takes it if so. False too where it is the last. */
function goesOn(draft: Draft, { text, mark, item, closes }: CommentLine): boolean {
  if (text === "" || OTHER_TAG.test(text) || draft.lines >= MOST_LINES) return false;
  if (mark !== draft.mark) return false;
  const lists = draft.texts[0]?.[0] === "";
  if (item && !lists) {
    // Beside other items a tag ends with its own; below a tag in words they are part of its text.
    if (draft.item) return false;
    draft.texts.at(-1)?.push(text);
  } else if (item) draft.texts.push([text]);
  else draft.texts.at(-1)?.push(text);
  draft.lines++;
  return !closes;
}

function tagComment(line: string): CommentLine & { readonly trails: boolean } {
  const comment = commentLine(line);
  const trailing = TAG.test(comment.text) || !line.includes("@R")
    ? null
    : trailingComment(line, TAG);
  return { ...trailing ?? comment, trails: trailing !== null };
}

/** Decisions are named by where they stand and their number there: an edit elsewhere moves none. */
function named(path: string, drafts: readonly Draft[]): Decision[] {
  const counts = new Map<string, number>();
  return drafts.flatMap(({ status, line, scope, isAdr, texts }) =>
    texts.map((parts) => parts.join(" ").trim().slice(0, MOST_TEXT)).filter(isFilled).map(
      (text) => {
        const place = `${scope ?? path}#${status}`;
        const count = (counts.get(place) ?? 0) + 1;
        counts.set(place, count);
        const kind = isAdr ? "adr" as const : "tag" as const;
        return { id: `${place}-${count}`, kind, status, scope, text, path, line };
      },
    )
  ).slice(0, MOST_DECISIONS);
}

/** A tag that waits to be filled in records nothing. */
function isFilled(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !/^<[^>]*>$/.test(text);
}
