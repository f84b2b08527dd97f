/**
 * Splits a Claude Code transcript into stops: ends of the main agent's turns to which the person
 * then said something. Turns that were cut off, by the person or by an error, are no stops, nor are
 * those after which a message came that had been sent before.
 */

import { INTERRUPTION, spokenBy } from "../../../judge/transcript/claude_code_texts.ts";
import { textsOf } from "../../../judge/transcript/turns.ts";
import { nameOf, objectOf, objectsOf, type Values } from "../../../lib/text/values.ts";

/** The end of a turn, and what the person said next. */
export interface Stop {
  /** The first eight digits of the id of the agent's last line. */
  readonly id: string;
  /** How many lines of the transcript there were. */
  readonly lines: number;
  /** What the agent wrote last. */
  readonly last: string;
  /** What the person said next. */
  readonly next: string;
}

/** The stops of a session, and how many were left out because a message waited. */
interface SplitSession {
  readonly stops: readonly Stop[];
  readonly queued: number;
}

/** The agent's last line, while nothing came after it. */
interface End {
  readonly id: string;
  readonly lines: number;
  readonly text: string;
  /** What the person had sent by then, and the agent not got. */
  readonly waiting: number;
}

/** Splits a session by its lines. */
export function stopsIn(lines: readonly string[]): SplitSession {
  const stops: Stop[] = [];
  let queued = 0;
  let end: End | null = null;
  let waiting = 0;
  const sent = new Set<string>();
  for (const [number, text] of lines.entries()) {
    const line = read(text);
    if (line === null || line.isSidechain === true) continue;
    const message = objectOf(line.message);
    if (line.type === "queue-operation") {
      if (line.operation !== "enqueue") waiting = Math.max(0, waiting - 1);
      else if (isPersons(line)) {
        waiting++;
        if (end === null) sent.add(textsOf(line.content).join("\n").trim());
      }
    } else if (line.type === "assistant" && message) {
      end = endOf(line, message, number + 1, waiting);
    } else if (line.type === "user" && message) {
      const blocks = objectsOf(message.content);
      const said = textsOf(message.content).join("\n");
      if (blocks.some(({ type }) => type === "tool_result") || INTERRUPTION.test(said)) end = null;
      else {
        const spoken = spokenBy(line, said);
        if (spoken.origin !== "person") continue;
        if (end !== null && end.text.trim() !== "") {
          if (end.waiting > 0 || sent.has(said.trim())) queued++;
          else stops.push({ id: end.id, lines: end.lines, last: end.text, next: spoken.text });
        }
        end = null;
        sent.clear();
      }
    }
  }
  return { stops, queued };
}

/** Null where the turn goes on: with a call, or after an error that the client wrote down. */
function endOf(line: Values, message: Values, lines: number, waiting: number): End | null {
  const goesOn = objectsOf(message.content).some(({ type }) => type === "tool_use");
  if (goesOn || message.model === "<synthetic>") return null;
  const id = (nameOf(line.uuid) ?? nameOf(message.id) ?? "").slice(0, 8);
  return { id, lines, text: textsOf(message.content).join("\n"), waiting };
}

function isPersons(line: Values): boolean {
  return spokenBy({}, textsOf(line.content).join("\n")).origin === "person";
}

function read(text: string): Values | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}
