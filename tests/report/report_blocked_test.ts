// A run that was handed over is shown as blocked until it is answered, however often the agent stops.

import assert from "node:assert/strict";
import type { RunRecord } from "../../lib/records/record.ts";
import { sampleEscalation } from "../schema/_escalation_records.ts";
import { sampleRecord } from "../schema/_records.ts";
import { sampleRun } from "../schema/_run_records.ts";
import { sampleUnblock } from "../schema/_unblock_records.ts";
import { sampleVerdict } from "../schema/_verdict_records.ts";
import { partsOf } from "./_page_records.ts";

const at = (minute: number) => `2026-01-31T12:${String(minute).padStart(2, "0")}:00.000Z`;
const who = { session_id: "s-1", repo: "shop", task_ref: "shop/main", agent: "claude-code" };

/** The capture of a stop, and what it is joined by. */
function stop(minute: number, prompt_id: string): RunRecord[] {
  const record = { ...sampleRecord(), ...who, timestamp: at(minute) };
  record.risk = { ...record.risk, needs_review: false };
  return [record, { ...sampleRun(), ...who, timestamp: at(minute), prompt_id }];
}

function escalation(minute: number, prompt_id: string): RunRecord {
  return { ...sampleEscalation(), ...who, timestamp: at(minute), prompt_id };
}

function answer(minute: number, step: "coder" | "person"): RunRecord {
  const next = { step, why: "So it is" };
  return { ...sampleUnblock(), ...who, timestamp: at(minute), prompt_id: "p-1", next };
}

function verdict(minute: number, prompt_id: string, complete: boolean): RunRecord {
  const sample = sampleVerdict();
  const judged = sample.verdict === null ? null : { ...sample.verdict, complete };
  return { ...sample, ...who, timestamp: at(minute), duration_ms: 5, prompt_id, verdict: judged };
}

/** The rule that counts for the latest run of these records, as the page gets it. */
async function latest(...records: RunRecord[]): Promise<string> {
  const { data } = await partsOf(records);
  return data.runs.toSorted((a, b) => b.turn - a.turn)[0]!.trust.name;
}

const handedOver = [...stop(0, "p-1"), escalation(1, "p-1")];

Deno.test("what was handed over stays blocked when time passes and the agent stops again", async () => {
  assert.equal(await latest(...handedOver), "blocked");
  assert.equal(await latest(...handedOver, ...stop(5, "p-1"), ...stop(50, "p-1")), "blocked");
  assert.equal(
    await latest(...handedOver, ...stop(5, "p-1"), verdict(6, "p-1", false)),
    "blocked",
    "a verdict that lacks something shows no act",
  );
  assert.equal(await latest(...handedOver, answer(2, "person"), ...stop(5, "p-1")), "blocked");
});

Deno.test("the person's next message, a complete verdict and an answer for the coder end it", async () => {
  assert.notEqual(await latest(...handedOver, ...stop(5, "p-2")), "blocked");
  assert.notEqual(await latest(...handedOver, verdict(5, "p-2", false)), "blocked");
  assert.notEqual(await latest(...handedOver, verdict(5, "p-1", true)), "blocked");
  assert.notEqual(await latest(...handedOver, answer(2, "coder"), ...stop(5, "p-1")), "blocked");
});

Deno.test("another escalation blocks anew, and an old verdict ends nothing", async () => {
  assert.equal(await latest(...handedOver, ...stop(5, "p-2"), escalation(6, "p-2")), "blocked");
  assert.equal(
    await latest(...stop(0, "p-1"), verdict(0, "p-1", true), escalation(1, "p-1")),
    "blocked",
  );
});
