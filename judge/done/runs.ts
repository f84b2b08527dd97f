/** Shell lines that were run, with all that is known of how they ended. */

import type { Outcome } from "./facts.ts";
import { plainOutput, shortLines } from "./plain_output.ts";
import { readBackIn, type Run } from "./read_back.ts";
import { type SimpleCommand, simpleCommands } from "./shell_line.ts";
import { invocationOf } from "./shell_words.ts";
import { isRefused, type Step } from "./steps.ts";
import { answerOf, offeredName } from "./tool_checks.ts";
import { folderOf, lineOf } from "./tools.ts";

/** Programs whose status 1 is an answer, not a failure. */
const ANSWERS = new Set(
  "grep egrep fgrep rg ag ack diff cmp test [ pgrep which command type find lsof".split(" "),
);

/** The runs among the steps. */
export function runsIn(steps: readonly Step[]): Run[] {
  const watched = watchedOutputs(steps);
  const runs = steps.filter(({ use }) => use === "command").map((step) => runOf(step, watched));
  const back = readBackIn(steps, runs);
  return runs.map((run) => ({ ...run, readBack: back.get(run.step) ?? run.readBack }));
}

/** How a run ended as a whole. */
export function runOutcome({ running, output, status, commands }: Run): Outcome {
  if (running) return "running";
  if (status === "failed") return isAnswer(commands, output) ? "passed" : "failed";
  if (output === null) return "not_recorded";
  return status === "ok" ? "passed" : "unknown";
}

function isAnswer(
  commands: readonly SimpleCommand[],
  output: readonly string[] | null,
): boolean {
  const last = invocationOf(commands.at(-1)?.words ?? []);
  const said = (output ?? []).filter((line) => line !== "" && !/^Exit code 1$/i.test(line));
  return last !== null && ANSWERS.has(last.program) &&
    (said.length === 0 || last.program === "diff" || commands.length > 1);
}

function runOf(step: Step, watched: ReadonlyMap<string, Watched>): Run {
  const { call, turn, step: number } = step;
  const line = lineOf(call);
  const later = call.background ? followed(call.output, watched) : null;
  const answer = offeredName(call.name) === null ? null : answerOf(call.output);
  const given = later === null ? answer?.text ?? call.output : later.output;
  const exit = call.exitCode ?? answer?.exit ?? null;
  const lines = given === null ? null : shortLines(plainOutput(given));
  const failed = call.state === "failed" || (exit ?? 0) !== 0 || later?.exit === "failed" ||
    wasEnded(lines ?? []);
  const left = call.background && later?.exit === undefined && call.exitCode === null;
  const running = call.state === "running" || call.state === "pending" || (left && !failed);
  // That a tool of another program answered does not say how what it ran ended.
  const untold = offeredName(call.name) !== null && exit === null;
  return {
    turn,
    step: number,
    line,
    commands: simpleCommands(line),
    status: failed ? "failed" : running || given === null || untold ? "unknown" : "ok",
    running,
    refused: isRefused(call),
    told: exit !== null || later?.exit !== undefined,
    output: lines,
    folder: folderOf(call),
    readBack: new Map(),
  };
}

/** What clients say, before the output or after it, of a command that they ended themselves. */
const ENDED = /^(?:Error: )?Command (?:timed out after|was (?:aborted|killed|terminated))\b/;

function wasEnded(lines: readonly string[]): boolean {
  return ENDED.test(lines.find((line) => line !== "") ?? "") ||
    ENDED.test(lines.findLast((line) => line !== "") ?? "");
}

interface Watched {
  output: string;
  exit?: "ok" | "failed";
}

/** What later calls told about commands that were left running, by the name of the job. */
function watchedOutputs(steps: readonly Step[]): Map<string, Watched> {
  const found = new Map<string, Watched>();
  for (const { call, use } of steps) {
    if (use !== "watch" || call.output === null) continue;
    const job = call.input["bash_id"] ?? call.input["task_id"] ?? call.input["shell_id"] ??
      call.input["id"];
    if (typeof job !== "string" || job === "") continue;
    const watched = found.get(job) ?? { output: "" };
    watched.output += `${call.output}\n`;
    const exit = exitIn(call.output);
    if (exit !== null) watched.exit = exit;
    found.set(job, watched);
  }
  return found;
}

function exitIn(output: string): "ok" | "failed" | null {
  const code = /<exit_code>\s{0,9}(\d{1,3})|^Exit code:? (\d{1,3})/m.exec(output);
  if (code !== null) return Number(code[1] ?? code[2]) === 0 ? "ok" : "failed";
  const status = /<status>\s{0,9}(\w{1,20})/.exec(output)?.[1];
  if (status === "completed") return "ok";
  return status === "failed" || status === "killed" ? "failed" : null;
}

/** What became of the job that this output announces. */
function followed(
  output: string | null,
  watched: ReadonlyMap<string, Watched>,
): Watched | null {
  for (const name of output?.slice(0, 2000).match(/[\w-]{2,64}/g) ?? []) {
    const later = watched.get(name);
    if (later !== undefined) return later;
  }
  return null;
}
