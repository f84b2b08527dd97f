/**
 * How texts of ours begin and end. Whatever reads a conversation tells by the marks alone what we
 * said from what a person or an agent said, however much of it they repeat.
 */

/** Every text that we send to an agent begins with one of these. */
export const FEEDBACK_MARKS: readonly string[] = ["## Reflection: "];

/** The last line of every text that we send to an agent: what follows it is not ours. */
export const FEEDBACK_END = "(End of this reflection.)";

/** A text of ours, between its marks. Nothing in it can end it early. */
export function markedText(title: string, text: string): string {
  const inner = `${title}\n\n${text}`.replaceAll(FEEDBACK_END, "").trimEnd();
  return `${FEEDBACK_MARKS[0] ?? ""}${inner}\n\n${FEEDBACK_END}`;
}

/** Whether a text is one of ours. One that only quotes us further down is not. */
export function beginsWithMark(text: string): boolean {
  return FEEDBACK_MARKS.some((mark) => text.startsWith(mark));
}

/** How the text begins that says that a task is not done; others only tell the agent to go on. */
export const FEEDBACK_TITLE = "Task Incomplete";

/** Whether a text of ours says that a task is not done. The client may have put words before it. */
export function isFeedback(text: string): boolean {
  return FEEDBACK_MARKS.some((mark) => text.slice(0, 200).includes(`${mark}${FEEDBACK_TITLE}`));
}

/** The line that Claude Code puts before ours, where it hands on what a hook said. */
export const HOOK_FEEDBACK = "Stop hook feedback:";

/** What may stand before a mark in its line is shorter: quotation marks, or a hook's command. */
const LONGEST_PREFIX = 500;

const PREFIX = /^[ \t>]*(?:\[[^\]]*\]: )?$/;
const QUOTATION = /^[ \t>]*/;

/**
 * The text without ours in it, whole or quoted. One that lost its end, because only a part of it is
 * quoted, ends with its quotation or its paragraph.
 */
export function withoutFeedback(text: string): string {
  const kept: string[] = [];
  let at = 0;
  let end = 0;
  for (let next = nextOurs(text, 0); next !== null; next = nextOurs(text, at)) {
    const { start, mark } = next;
    kept.push(text.slice(at, start));
    if (end !== -1 && end <= mark) end = text.indexOf(FEEDBACK_END, mark);
    const other = nextOurs(text, mark + 1);
    const whole = end !== -1 && (other === null || end < other.mark);
    at = whole ? end + FEEDBACK_END.length : partEnd(text, mark);
  }
  return at === 0 ? text : [...kept, text.slice(at)].join("").trim();
}

/** The first of our texts from there on: where its first line begins, and where its mark stands. */
function nextOurs(text: string, from: number): { start: number; mark: number } | null {
  for (let at = from;;) {
    const found = FEEDBACK_MARKS.map((mark) => text.indexOf(mark, at)).filter((at) => at !== -1);
    if (found.length === 0) return null;
    const mark = Math.min(...found);
    const start = lineStart(text, mark);
    if (start !== -1 && PREFIX.test(text.slice(start, mark))) {
      const before = lineStart(text, start - 1);
      const wrapper = before === -1 ? "" : text.slice(before, start - 1).replace(QUOTATION, "");
      return { start: Math.max(from, wrapper === HOOK_FEEDBACK ? before : start), mark };
    }
    at = mark + 1;
  }
}

/** Where the line begins that ends or goes on here; -1 if it is too far away. */
function lineStart(text: string, at: number): number {
  if (at < 0) return -1;
  const near = Math.max(0, at - LONGEST_PREFIX);
  const found = text.slice(near, at).lastIndexOf("\n");
  return found !== -1 ? near + found + 1 : near === 0 ? 0 : -1;
}

/** Where a text of ours without its end has to be cut: what a quotation holds is all of it. */
function partEnd(text: string, mark: number): number {
  const quoted = text.slice(lineStart(text, mark), mark).includes(">");
  let end = text.indexOf("\n", mark);
  while (end !== -1) {
    const next = text.indexOf("\n", end + 1);
    const line = text.slice(end + 1, next === -1 ? text.length : next).trim();
    if (quoted ? !line.startsWith(">") : line === "") return end;
    end = next;
  }
  return text.length;
}
