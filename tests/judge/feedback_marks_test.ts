import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import {
  beginsWithMark,
  FEEDBACK_END,
  FEEDBACK_MARK,
  markedText,
  withoutFeedback,
} from "../../judge/feedback.ts";

const OURS = markedText("Task Incomplete (1/16) [HIGH]", "`npm test` failed.\n\n- run it again");

/** Words in which there is no mark, and nothing that could belong to a quotation. */
const words = fc.array(fc.stringMatching(/^[a-zA-Zäжの?!.,` -]{1,20}$/), { maxLength: 4 })
  .map((lines) => lines.join("\n").trim());

function quotedLines(text: string): string {
  return text.split("\n").map((line) => `> ${line}`.trimEnd()).join("\n");
}

/** Ways in which a text of ours is handed on. */
const handedOn = fc.constantFrom<(ours: string) => string>(
  (ours) => ours,
  quotedLines,
  (ours) => quotedLines(quotedLines(ours)),
  (ours) => `Stop hook feedback:\n${ours}`,
  (ours) => `Stop hook feedback:\n[deno run /x/judge.ts]: ${ours}`,
  (ours) => quotedLines(`Stop hook feedback:\n${ours}`),
  (ours) => ours.split("\n").map((line) => `    ${line}`).join("\n"),
);

Deno.test("however ours is handed on between words, the words alone stay", () => {
  fc.assert(fc.property(words, words, handedOn, fc.nat(3), (before, after, hand, times) => {
    const ours = Array.from({ length: times + 1 }, () => hand(OURS)).join("\n\n");
    const text = [before, ours, after].join("\n");
    equal(withoutFeedback(text).replaceAll(/\n+/g, "\n"), [before, after].join("\n").trim());
  }));
});

Deno.test("a text of ours has one end, whatever it quotes", () => {
  fc.assert(fc.property(fc.array(fc.constantFrom(FEEDBACK_END, "a", "\n")), (parts) => {
    const text = markedText("Title", parts.join(""));
    ok(beginsWithMark(text) && text.endsWith(`\n\n${FEEDBACK_END}`));
    equal(text.split(FEEDBACK_END).length, 2);
    equal(withoutFeedback(`${text}\nrest`), "rest");
  }));
});

Deno.test("a part of ours ends with its quotation or its paragraph", () => {
  const part = OURS.slice(0, OURS.indexOf("- run"));
  equal(
    withoutFeedback(`You said:\n${quotedLines(part)}\nBut is it so?`),
    "You said:\n\nBut is it so?",
  );
  equal(withoutFeedback(`${FEEDBACK_MARK}Task\nfailed\n\nI ran it.`), "I ran it.");
});

Deno.test("a mark within a sentence is a sentence's", () => {
  for (const text of [`What does "${OURS}" mean?`, `See ${FEEDBACK_MARK}x`, FEEDBACK_END, ""]) {
    equal(withoutFeedback(text), text);
  }
});

Deno.test("text made to be slow is not slow", () => {
  for (
    const part of [`${FEEDBACK_MARK}`, `\n> ${FEEDBACK_MARK}`, `\n[${FEEDBACK_MARK}`]
  ) {
    const started = performance.now();
    withoutFeedback(part.repeat(2 ** 20 / part.length));
    ok(performance.now() - started < 2_000, JSON.stringify(part));
  }
});
