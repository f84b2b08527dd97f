/**
 * How texts of ours begin and end. Whatever reads a conversation tells by the marks alone what we
 * said from what a person or an agent said, however much of it they repeat.
 */

/** Every text that we send to an agent begins with this. */
export const FEEDBACK_MARK = "## Reflection: ";

/** The last line of every text that we send to an agent: what follows it is not ours. */
export const FEEDBACK_END = "(End of this reflection.)";

/** A text of ours, between its marks. Nothing in it can end it early. */
export function markedText(title: string, text: string): string {
  const inner = `${title}\n\n${text}`.replaceAll(FEEDBACK_END, "").trimEnd();
  return `${FEEDBACK_MARK}${inner}\n\n${FEEDBACK_END}`;
}

/** Whether a text is one of ours. One that only quotes us further down is not. */
export function beginsWithMark(text: string): boolean {
  return text.startsWith(FEEDBACK_MARK);
}

/** How the text begins that says that a task is not done; others only tell the agent to go on. */
export const FEEDBACK_TITLE = "Task Incomplete";

/** Whether a text of ours says that a task is not done. The client may have put words before it. */
export function isFeedback(text: string): boolean {
  return text.slice(0, 200).includes(`${FEEDBACK_MARK}${FEEDBACK_TITLE}`);
}

/** The line that Claude Code puts before ours, where it hands on what a hook said. */
export const HOOK_FEEDBACK = "Stop hook feedback:";

/** How ours begins in another text: what stands before the mark is a quotation, or a hook's command. */
const BEGINNING = new RegExp(
  `^(?:[ \\t>]{0,500}${HOOK_FEEDBACK}\n)?[ \\t>]{0,500}(?:\\[[^\\]\n]{0,500}\\]: )?${FEEDBACK_MARK}`,
  "gm",
);

/**
 * The text without ours in it, whole or quoted. One that lost its end, because only a part of it is
 * quoted, ends with its quotation or its paragraph.
 */
export function withoutFeedback(text: string): string {
  if (!text.includes(FEEDBACK_MARK)) return text;
  const found = [...text.matchAll(BEGINNING)];
  const kept: string[] = [];
  let at = 0;
  for (const [index, { index: start, 0: beginning }] of found.entries()) {
    if (start < at) continue;
    kept.push(text.slice(at, start));
    const mark = start + beginning.length;
    const end = text.slice(mark, found[index + 1]?.index).indexOf(FEEDBACK_END);
    const isQuoted = beginning.includes(">");
    at = end === -1 ? partEnd(text, mark, isQuoted) : mark + end + FEEDBACK_END.length;
  }
  return at === 0 ? text : [...kept, text.slice(at)].join("").trim();
}

/** Where a text of ours without its end has to be cut: what a quotation holds is all of it. */
function partEnd(text: string, mark: number, isQuoted: boolean): number {
  const end = text.slice(mark).search(isQuoted ? /\n(?![^\S\n]*>)/ : /\n[^\S\n]*(?:\n|$)/);
  return end === -1 ? text.length : mark + end;
}
