/** What the client says of a run, in its stream of JSON lines. */

import assert from "node:assert/strict";
import type { Happened } from "./inside.ts";
import type { Asked, Turn } from "./messages_api.ts";

/** A hook, as the client reports it in its stream. */
export interface HookReport {
  hook_event: string;
  exit_code: number;
  outcome: string;
  stdout: string;
  stderr: string;
}

/** How a run of the client ended, and what happened in it. */
export interface ClientRun {
  code: number;
  /** What it gave as its last result; null where it was ended before. */
  result: string | null;
  sessionId: string;
  hooks: HookReport[];
  /** The names of the agents that the client offers to the model. */
  agents: string[];
  /** The requests that reached the model. */
  asked: Asked[];
  /** The questions for an answer of a certain shape. */
  questions: Asked[];
  /** What the client showed to the person beside the conversation. */
  notices: string[];
}

/** Reads the client's stream, and checks that the script was played to its end. */
export function readRun(
  turns: Turn[],
  { code, asked, questions, stdout, stderr }: Happened,
): ClientRun {
  // deno-lint-ignore no-explicit-any
  const events: any[] = stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const first = events.find((event) => event.session_id);
  assert.ok(first, `the client said nothing; stderr: ${stderr}`);
  const refused = "refuse" in turns.at(-1)!;
  const played = refused ? asked.length >= turns.length : asked.length === turns.length;
  assert.ok(played, `${asked.length} requests for ${turns.length} turns: ${stdout}${stderr}`);
  return {
    code,
    result: events.findLast((event) => event.type === "result")?.result ?? null,
    sessionId: first.session_id,
    agents: events.find((event) => event.subtype === "init")?.agents ?? [],
    hooks: events.filter((event) => event.subtype === "hook_response"),
    asked,
    questions,
    notices: events.filter((event) => event.subtype === "informational")
      .map((event) => event.content),
  };
}
