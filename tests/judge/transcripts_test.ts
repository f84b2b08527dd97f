/** What the real client wrote down; `tests/clients` makes these files, and finds out when they age. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { compactionFacts } from "../../judge/compaction.ts";
import type { TranscriptRead } from "../../judge/transcript/claude_code.ts";
import { taskText } from "../../judge/conversation.ts";
import { replay } from "./_replay.ts";
import { read } from "./_transcript.ts";

const FOLDER = new URL("./transcripts/", import.meta.url);

function linesOf(name: string): string[] {
  return Deno.readTextFileSync(new URL(`${name}.jsonl`, FOLDER)).trim().split("\n");
}

/** Who spoke in turn, and how the calls ended. */
function tellingOf(
  { conversation: { turns } }: TranscriptRead,
): { turns: string; calls: string[] } {
  const origins = turns.map(({ origin, aborted }) => aborted ? `${origin}!` : origin);
  return {
    turns: origins.filter((origin, at) => origin !== origins[at - 1]).join(" "),
    calls: turns.flatMap(({ calls }) => calls).map(({ name, state, exitCode, background }) =>
      [name, state, ...exitCode === null ? [] : [exitCode], ...background ? ["background"] : []]
        .join(" ")
    ),
  };
}

const TESTED = { passed: "Bash done", written: "Write done" };

Deno.test("an agent that did not run what is required is sent back, and let go when it did", () => {
  const lines = linesOf("sent_back");
  deepEqual(tellingOf(read(lines)), {
    turns: "person agent feedback agent",
    calls: [TESTED.written, TESTED.passed],
  });
  deepEqual(replay(lines), ["pushed [HIGH]", "complete"]);
});

Deno.test("an interrupted task is nobody's any more, and the next ones are judged", () => {
  const lines = linesOf("interrupted");
  const { turns, calls } = tellingOf(read(lines));
  equal(turns, "person agent agent! synthetic! person agent person agent feedback agent");
  deepEqual(calls, [TESTED.written, "Bash failed", TESTED.written]);
  deepEqual(replay(lines).slice(0, 2), ["changed_nothing", "pushed [HIGH]"]);
  const stopped = lines.findIndex((line) => line.includes("[Request interrupted by user"));
  equal(read(lines.slice(0, stopped)).lastInterrupted, false);
  equal(read(lines.slice(0, stopped + 1)).lastInterrupted, true);
  equal(read(lines).lastInterrupted, false);
});

Deno.test("an interrupted agent that a background task wakes is left alone", () => {
  const lines = linesOf("woken_after_interruption");
  const { turns, calls } = tellingOf(read(lines));
  equal(turns, "person agent agent! synthetic! synthetic agent");
  deepEqual(calls, [TESTED.written, "Bash done 0 background", "Bash failed"]);
  equal(read(lines).lastInterrupted, true);
  deepEqual(replay(lines), ["aborted"]);
});

Deno.test("what runs in the background is waited for, and judged by how it ended", () => {
  const lines = linesOf("background_task");
  deepEqual(tellingOf(read(lines)), {
    turns: "person agent synthetic agent feedback agent",
    calls: [TESTED.written, "Bash failed 1 background", TESTED.written, TESTED.passed],
  });
  deepEqual(replay(lines), ["background_tasks", "pushed [HIGH]", "complete"]);
});

Deno.test("an agent that the agent started is told from it, and only the latter is judged", () => {
  const lines = linesOf("subagent");
  deepEqual(tellingOf(read(lines)), {
    turns: "person agent synthetic agent",
    calls: ["Agent done background"],
  });
  deepEqual(replay(lines), ["background_tasks", "watch"]);

  const own = linesOf("subagent.agent");
  const { conversation: { turns } } = read(own);
  ok(turns.length > 1 && turns.every(({ subagent }) => subagent));
  ok(turns.every(({ origin }) => origin !== "person"), "its task was the agent's, not a person's");
  deepEqual(replay(own), []);
});

Deno.test("what was under way before a compaction is known, and the summary is no person's", () => {
  const lines = linesOf("compacted");
  const whole = read(lines);
  equal(whole.personWaits, false);
  const { turns, calls } = tellingOf(whole);
  equal(turns, "person agent summary synthetic person agent");
  deepEqual(calls, ["Bash done"]);
  const boundary = lines.findIndex((line) => line.includes('"compact_boundary"'));
  const { conversation } = read(lines.slice(0, boundary));
  const facts = compactionFacts(conversation, taskText(conversation).from);
  ok(facts.task.includes("PR #12"), facts.task);
});

Deno.test("no transcript tells of the machine that it comes from, and none is large", () => {
  const names = Array.from(Deno.readDirSync(FOLDER), ({ name }) => name.replace(/\.jsonl$/, ""));
  equal(names.length, 7);
  for (const name of names) {
    const text = linesOf(name).join("\n");
    ok(text.length < 40_000, name);
    ok(!/(?<!\/home\/user\/outside)\/(?:tmp|root|work)\b|\/home\/(?!user\b)/.test(text), name);
    equal(read(text.split("\n")).broken, 0);
  }
});
