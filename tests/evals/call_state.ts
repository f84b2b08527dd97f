/** How a tool call went, where the text of an eval tells: `(running, 90s)`, `[error: exit 1]`. */

import type { CallState, ToolCall } from "../../judge/conversation.ts";

/** What the text behind a call tells of it. */
export type ToldState = Pick<ToolCall, "state" | "output" | "exitCode">;

/** Done, and nobody recorded what came back. */
export const NOT_RECORDED: ToldState = { state: "done", output: null, exitCode: null };

/** How each state is written. The first that fits counts. */
const STATES: readonly (readonly [CallState, RegExp])[] = [
  ["running", /^(?:still )?(?:running|in[ _-]?progress|executing|started|ongoing|active)\b/i],
  ["pending", /^(?:pending|queued|not started|waiting)\b/i],
  [
    "failed",
    /^(?:errors?|errored|fail(?:ed|ure)?|timed? ?out|cancell?ed|aborted|denied|rejected)\b/i,
  ],
  ["failed", /^exit(?:ed)?(?: with)?(?: code| status)?:? ?[1-9]/i],
  ["done", /^(?:completed?|done|success(?:ful)?|succeeded|ok|finished|passed)\b/i],
  ["done", /^exit(?:ed)?(?: with)?(?: code| status)?:? ?0\b/i],
];

const EXIT = /\bexit(?:ed)?(?: with)?(?: code| status)?:? ?(\d{1,3})\b/i;

/** A state at the very end of a call's text, in brackets or behind a dash. */
const AT_END =
  /\s{0,5}(?:\(([^()]{1,500})\)|\[([^[\]]{1,500})\]|\s[-–—:]\s{1,3}([\w ]{1,30}))\s{0,5}$/;

/** A result behind an arrow. */
const ARROW = /\s{1,5}(?:→|⇒|=>|->)\s{0,5}/;

/** Takes what is told about a call's end off its text. */
export function splitState(text: string): { text: string; told: ToldState } {
  const arrow = ARROW.exec(text);
  if (arrow !== null) {
    const output = text.slice(arrow.index + arrow[0].length).trim();
    return { text: text.slice(0, arrow.index).trim(), told: stateOfResult(output) };
  }
  // Only the end can tell, and a long text is not searched for it.
  const from = Math.max(0, text.length - 600);
  const found = AT_END.exec(text.slice(from));
  const told = found === null ? null : readState(found[1] ?? found[2] ?? found[3] ?? "");
  if (found === null || told === null) return { text: text.trim(), told: NOT_RECORDED };
  return { text: text.slice(0, from + found.index).trim(), told };
}

/** The state that some words name; null where they name none. */
export function readState(words: string): ToldState | null {
  const text = words.trim().replace(/^(?:status|state)\s{0,3}[:=]\s{0,3}/i, "");
  const found = STATES.find(([, pattern]) => pattern.test(text));
  if (found === undefined) return null;
  const [state] = found;
  return {
    state,
    // Only a failure says what came back; "completed" says nothing of it.
    output: state === "failed" ? text : null,
    exitCode: exitCodeIn(text),
  };
}

/** A result in words: it came back, so it is the output, whatever it says. */
export function stateOfResult(output: string): ToldState {
  const told = readState(output);
  if (told !== null && (told.state === "running" || told.state === "pending")) return told;
  return { state: told?.state ?? "done", output, exitCode: exitCodeIn(output) };
}

function exitCodeIn(text: string): number | null {
  const code = EXIT.exec(text.slice(0, 2000))?.[1];
  return code === undefined ? null : Number(code);
}
