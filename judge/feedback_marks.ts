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

/** How the text begins that says that a task is not done; others only tell the agent to go on. */
export const FEEDBACK_TITLE = "Task Incomplete";

/** Whether a text of ours says that a task is not done. The client may have put words before it. */
export function isFeedback(text: string): boolean {
  return FEEDBACK_MARKS.some((mark) => text.slice(0, 200).includes(`${mark}${FEEDBACK_TITLE}`));
}
