// Every reader of outside text in judge/unblock is fed a megabyte that was made to be slow to read.

import assert from "node:assert/strict";
import { ANSWER_LIMITS, checkAnswer } from "../../../judge/unblock/answer.ts";
import { commandHash } from "../../../judge/unblock/attempts.ts";
import {
  findRemovedTags,
  readAdr,
  readTags,
  revisionsIn,
} from "../../../judge/unblock/decisions.ts";
import { lintEscalation } from "../../../judge/unblock/form.ts";
import { checkHandoff } from "../../../judge/unblock/handoff.ts";
import { GOOD } from "./_escalations.ts";

/** Each made to be slow in another way. */
const SHAPES: Readonly<Record<string, string>> = {
  "letters": "a",
  "blanks": " ",
  "marks": "<",
  "lines of marks": "<\n",
  "backticks": "`a",
  "stars": "*`",
  "full stops": ".)",
  "paths": "/a.b-c",
  "digits": "1.2:3,",
  "words": "store the sessions in redis ",
  "names": "status: ",
  "fields": "a:\n",
  "items": "- @REJECTED: a\n- b\n",
  "tags": "// @REJECTED: `redis` for sessions\n",
  "comments": " // # -- @R",
  "scopes": "// [DEF:a:B]\n",
  "headings": "## Rejected options\n- a\n",
  "statuses": "> * status: ",
  "revisions": "decision_revision: a\nnew_evidence: b c\n",
  "hunks": "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-// @REJECTED: a b c\n+redis()\n",
  "turns": "assistant: this is what I think\n",
  "open fences": "```a\n",
  "fences": "```\n",
  "thinking": "<thinking",
  "attempts": "[ATTEMPT: 1",
  "exits": "Exit code 1\n",
  "openings": "<ESCALATION>\n",
  "openings with a field": "<ESCALATION>\nstatus: blocked\n",
  "payloads": `${GOOD}\n`,
  "pairs": "<ESCALATION>\nstatus: blocked\n</ESCALATION>\n",
};

const MEMORY = [
  ...readTags("a.ts", "// @REJECTED: storing sessions in `redis` forever\n".repeat(50)),
  ...readAdr("docs/adr/0001-a.md", "# Use Kafka\nStatus: Rejected"),
];

function readAll(text: string): void {
  readTags("a.ts", text);
  readAdr("docs/adr/1-a.md", text);
  revisionsIn(`decision_revision${text}`);
  findRemovedTags(text.split("\n").map((text, number) => ({ text, number })), () => false);
  commandHash(text);
  lintEscalation(text);
  lintEscalation(`<ESCALATION>\n${text}`);
  checkHandoff(`${GOOD}\n${text}`, { memory: MEMORY });
}

function timeOf(run: () => void): number {
  const begin = performance.now();
  run();
  return performance.now() - begin;
}

for (const [name, piece] of Object.entries(SHAPES)) {
  Deno.test(`a megabyte of ${name} costs at most about four times a quarter of it`, () => {
    const [quarter, whole] = [262_144, 1_048_576].map((size) =>
      piece.repeat(Math.ceil(size / piece.length))
    );
    readAll(quarter!.slice(0, 10_000));
    let ratio = Infinity;
    // Another look only where the machine was busy with something else.
    for (let tries = 0; tries < 5 && ratio > 8; tries++) {
      const once = Math.max(1, timeOf(() => readAll(quarter!)));
      ratio = Math.min(ratio, timeOf(() => readAll(whole!)) / once);
    }
    assert.ok(ratio <= 8, `${ratio.toFixed(2)} times`);
  });

  Deno.test(`the largest answer of ${name} is checked at once, and a larger one is not read`, () => {
    const text = piece.repeat(Math.ceil(ANSWER_LIMITS.answer / piece.length));
    const largest = `environment_fix: ${text}`.slice(0, ANSWER_LIMITS.answer);
    const check = (text: string) =>
      checkAnswer(text, { attempt: 1, tried: [text], memory: MEMORY });
    check(largest);
    assert.ok(timeOf(() => check(largest)) < 1_000);
    assert.deepEqual(check(text.repeat(50)).violations.map(({ code }) => code), ["too_large"]);
  });
}
