/** Whether a packet may be worked from: the trigger is there, it is clean, and it is coherent. */

import { needContext, NEEDED } from "../contract.ts";
import { lintEscalation } from "../escalation.ts";
import type { CheckedHandoff, HandoffCheckOptions } from "./types.ts";
import type { Violation } from "../violation.ts";
import { coherenceAnswer, contradictionsIn } from "./coherence.ts";
import { MAX_HANDOFF, TASK } from "./limits.ts";
import { countsOf, POLLUTION, POLLUTION_CODES, PollutionCount } from "./pollution.ts";
import { linesOf, type PacketLine, packetLines, placeOf } from "./sections.ts";

/**
 * Checks a packet. `answer` is what whoever receives it has to say instead of working: the first
 * that applies of a missing trigger, pollution and contradiction; null where it may be worked from.
 */
export function checkHandoff(text: string, options: HandoffCheckOptions = {}): CheckedHandoff {
  const { payload, violations: trigger } = lintEscalation(text, { role: options.role ?? "coder" });
  const lines = packetLines(text);
  const polluted = pollutionIn(text, lines);
  const contradictions = contradictionsIn(lines, payload, options);
  return {
    answer: trigger.length > 0
      ? needContext(NEEDED.trigger)
      : polluted.length > 0
      ? needContext(NEEDED.handoff)
      : contradictions.length > 0
      ? coherenceAnswer(contradictions)
      : null,
    violations: [...trigger, ...polluted, ...contradictions],
  };
}

function pollutionIn(text: string, lines: readonly PacketLine[]): Violation[] {
  return [...tooLong(text, lines), ...repeated(lines), ...withoutTask(lines)];
}

function tooLong(text: string, lines: readonly PacketLine[]): Violation[] {
  const found: Violation[] = [];
  const add = (where: string, size: number, most: number, line: number | null) => {
    const message = `The ${where} has ${size} characters: expected at most ${most}`;
    if (size > most) found.push({ code: "too_long", message, where, line });
  };
  add("packet", text.length, MAX_HANDOFF, null);
  const task = linesOf(lines, "TASK");
  const size = task.reduce((sum, { text }) => sum + text.length + 1, 0);
  add("TASK", size, TASK.checked, task[0]?.number ?? null);
  return found;
}

function repeated(lines: readonly PacketLine[]): Violation[] {
  const count = new PollutionCount();
  const first = new Map<string, number>();
  for (const line of lines) {
    const counts = countsOf(line.text, placeOf(line));
    count.add(counts);
    for (const code of POLLUTION_CODES) {
      if (count.of(code) > POLLUTION[code].most && !first.has(code)) first.set(code, line.number);
    }
  }
  return POLLUTION_CODES.filter((code) => first.has(code)).map((code) => ({
    code,
    message: `The packet has ${count.of(code)} ${POLLUTION[code].what}: expected at most ${
      POLLUTION[code].most
    }`,
    where: "packet",
    line: first.get(code) ?? null,
  }));
}

/** The task is under its mark, is a contract, or is called one in a line of its own. */
function withoutTask(lines: readonly PacketLine[]): Violation[] {
  const isThere = lines.some(({ text, section }) =>
    section === "TASK" ? text.trim() !== "" : section !== "payload" &&
      /^[#>\s*_]{0,12}(?:\[DEF:|(?:original )?task\b)/i.test(text.slice(0, 200))
  );
  if (isThere) return [];
  const message =
    "The packet has no original task: expected it under [TASK], or a [DEF:id] contract";
  return [{ code: "missing_task", message, where: "TASK", line: null }];
}
