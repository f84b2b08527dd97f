/** A message cut into sentences with their code in them: for rules that look at both. */

import { withoutCode } from "./quote.ts";

/** So much of a message is read, and no sentence further than this. */
const MAX_READ = 20_000;
const MAX_SENTENCE = 600;

/** The sentences, list items and rows of a message, without fenced code. */
export function sentencesOf(text: string): string[] {
  return withoutCode(text).slice(0, MAX_READ).split(/\n+|(?<=[.!?])\s+(?=`|["'*(]{0,3}[A-Z\d])/)
    .map((sentence) => sentence.trim().slice(0, MAX_SENTENCE)).filter((sentence) =>
      sentence !== ""
    );
}
