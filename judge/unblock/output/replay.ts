/**
 * No long replay of failed attempts. Signs: one line after the other that tells an attempt (but as an
 * item of what is not to be retried, where each has its line); a story in place of such an item; pasted
 * logs, stack traces or test output of more lines than the signature of an error needs.
 */

import { shown, type Violation } from "../violation.ts";
import type { Answer } from "./answer.ts";
import { PACKET } from "./begin.ts";
import { fault } from "./fault.ts";
import { OUTPUT_LIMITS } from "./limits.ts";
import type { Sentence } from "./sentences.ts";

const NOT_TO_RETRY = "what_not_to_retry";

const ATTEMPT =
  /^\[?(?:attempt|try|iteration|round|run)\s{0,2}[#:]?\s{0,2}\d{1,4}\b|^(?:in|on|during|at) (?:the )?(?:(?:first|second|third|fourth|fifth|next|last) (?:attempt|try|iteration)|attempt \d)|^(?:the )?(?:first|second|third|fourth|fifth|next|last) (?:attempt|try|iteration)\b|\b(?:then|next|afterwards?|after that|first|second(?:ly)?|third(?:ly)?|finally),? (?:i|we|it|they|the (?:coder|agent|junior)(?: agent)?) (?:tried|attempted|changed|edited|ran|added|switched)\b/i;

const LOG =
  /^(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|at \S+ \(|at (?:async )?(?:file:|\/|[A-Za-z]:\\)|File ".{1,200}", line \d|Traceback\b|Caused by:|\.{3} \d+ more|\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|FAIL|FAILED|PASS|PASSED)\b|not ok\b|ok \d|error(?:\[\w+\])?:|E {2,}|npm ERR!|panic:|thread '|[✓✗✔✖×] |(?:\S+ )?\.{3} (?:ok|FAILED))/;

/** Finds replays in an answer. */
export function findReplay(answer: Answer, sentences: readonly Sentence[]): Violation[] {
  return [...told(sentences), ...notToRetry(answer), ...pasted(answer)];
}

function told(sentences: readonly Sentence[]): Violation[] {
  const most = OUTPUT_LIMITS.attemptLines;
  const attempts = sentences.filter(({ text, where }) =>
    where !== `${PACKET}.${NOT_TO_RETRY}` && ATTEMPT.test(text)
  );
  const first = attempts[0];
  if (attempts.length <= most || first === undefined) return [];
  const which = `"${shown(first.text)}" begins ${attempts.length} lines that retell attempts`;
  return [replay(`${which}, at most ${most}`, first.where, first.line)];
}

function notToRetry({ packet }: Answer): Violation[] {
  const { notToRetry, notToRetryItem } = OUTPUT_LIMITS;
  const field = packet.find(({ name }) => name === NOT_TO_RETRY);
  if (field === undefined) return [];
  const where = `${PACKET}.${NOT_TO_RETRY}`;
  if (field.items.length > notToRetry) {
    const count = `Field "${where}" has ${field.items.length} items, at most ${notToRetry}`;
    return [replay(count, where, field.line)];
  }
  const story = [field.text, ...field.items].find((item) => item.length > notToRetryItem);
  if (story === undefined) return [];
  const length = `"${shown(story)}" has ${story.length} characters, at most ${notToRetryItem}`;
  return [replay(`${length} to name what was tried`, where, field.line)];
}

function pasted({ lines }: Answer): Violation[] {
  const most = OUTPUT_LIMITS.logLines;
  const logs = lines.filter(({ part, text }) =>
    part !== "payload" && LOG.test(text.trim().replace(/^[-*>] /, "").slice(0, 300))
  );
  const first = logs[0];
  if (logs.length <= most || first === undefined) return [];
  const which = `"${shown(first.text)}" is one of ${logs.length} lines of pasted output`;
  return [replay(`${which}, at most ${most}`, first.where, first.number)];
}

function replay(message: string, where: string, line: number): Violation {
  return fault("replays_attempts", message, { where, line });
}
