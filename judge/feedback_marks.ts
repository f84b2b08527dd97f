/**
 * How texts of ours begin. Whatever reads a conversation tells by them what we said from what a
 * person said: a nudge without a mark would count as a new task and start everything over.
 */

/** Every text that we send to an agent begins with one of these. */
export const FEEDBACK_MARKS: readonly string[] = ["## Reflection: "];

/** Whether a text is one of ours. One that only quotes us further down is not. */
export function beginsWithMark(text: string): boolean {
  return FEEDBACK_MARKS.some((mark) => text.startsWith(mark));
}
