/**
 * The gate: may the closed loop (calibration as a routing input, skill synthesis) be built?
 *
 * Open only if the three experiments pass with their registered thresholds. A result that is
 * missing, cannot be read, is not valid, was held to anything else, or says something else than its
 * own figures, keeps it closed.
 *
 * Usage:
 *
 *     deno run --allow-read experiments/gate.ts p1.json p2.json p3.json
 *
 * Requirements: the `--json` output of calibration.ts, git_history.ts and board_history.ts, in any
 * order. Permissions: `--allow-read` of the three files. No network.
 */

import { command } from "../lib/cli/command.ts";
import { callersFolder, flag, UsageError } from "../lib/cli/flags.ts";
import { readText } from "../lib/cli/io.ts";
import { resolve } from "node:path";
import type { ExperimentName, Phase0Verdict } from "../schema/names.ts";
import type { Phase0 } from "../schema/types.ts";
import { phase0Schema } from "../schema/zod.ts";
import { verdictOn } from "./boards/detection.ts";
import { judge } from "./calibration.ts";
import { decide as decideHistory } from "./history/report.ts";
import { REGISTERED, type Registration, type UsedThresholds } from "./registered.ts";
import { UserError } from "../lib/text/errors.ts";
import { visible } from "../lib/text/text.ts";

/** The experiments that the gate asks, in the order of their ids. */
const ASKED = ["calibration", "git_history", "board_history"] as const;

/** What the gate makes of one experiment. */
export interface Answer {
  experiment: ExperimentName;
  id: string;
  passes: boolean;
  why: string;
}

/** What the gate says, with `--json` in just this shape. */
export interface Decision {
  gate: "open" | "closed";
  experiments: Answer[];
  /** Files that hold no result. */
  problems: string[];
}

/** A file that was given, and what stands in it. */
interface Given {
  path: string;
  record: Phase0 | null;
  /** Why there is no record. */
  problem: string;
}

function readResult(path: string): Given {
  try {
    const parsed = phase0Schema.safeParse(JSON.parse(readText(resolve(callersFolder(), path))));
    if (parsed.success) return { path, record: parsed.data, problem: "" };
    const [issue] = parsed.error.issues;
    const where = issue && issue.path.length > 0 ? ` at "${issue.path.join(".")}"` : "";
    return {
      path,
      record: null,
      problem: `"${path}" is no phase0.v1 record${where}: ${issue?.message}`,
    };
  } catch (error) {
    if (error instanceof UserError) return { path, record: null, problem: error.message };
    if (error instanceof SyntaxError) {
      return { path, record: null, problem: `"${path}" is not JSON: ${error.message}` };
    }
    throw error;
  }
}

/** Two results of one experiment would leave open which one counts. */
function refuseStrangers(given: readonly Given[]): void {
  const seen = new Map<ExperimentName, string>();
  for (const { path, record } of given) {
    if (record === null) continue;
    const { experiment } = record;
    if (!(ASKED as readonly ExperimentName[]).includes(experiment)) {
      throw new UsageError(`"${path}" is a result of ${experiment}, which the gate does not ask`);
    }
    const other = seen.get(experiment);
    if (other !== undefined) {
      throw new UsageError(`"${other}" and "${path}" are both results of ${experiment}`);
    }
    seen.set(experiment, path);
  }
}

/** Asks every experiment. */
function decide(given: readonly Given[]): Decision {
  const experiments = ASKED.map((experiment) => {
    const result = given.find(({ record }) => record?.experiment === experiment);
    return answerFor(experiment, result?.record ?? null);
  });
  const problems = given.filter(({ record }) => record === null).map(({ problem }) => problem);
  return {
    gate: problems.length === 0 && experiments.every(({ passes }) => passes) ? "open" : "closed",
    experiments,
    problems,
  };
}

function answerFor(experiment: (typeof ASKED)[number], record: Phase0 | null): Answer {
  const { id } = REGISTERED[experiment];
  if (record === null) return { experiment, id, passes: false, why: "there is no result" };
  const changed = changes(REGISTERED[experiment], record);
  if (changed.length > 0) {
    return { experiment, id, passes: false, why: `not pre-registered: ${changed.join(", ")}` };
  }
  const deserved = verdictBy(record);
  if (deserved !== record.verdict) {
    const why = `says ${record.verdict}, but its own figures say ${deserved}`;
    return { experiment, id, passes: false, why };
  }
  const passes = record.verdict === "pass";
  return { experiment, id, passes, why: `${record.verdict}: ${record.why}` };
}

/** What the experiment's own rule says of a record's figures: an edited record does not pass. */
function verdictBy(record: Phase0): Phase0Verdict {
  switch (record.experiment) {
    case "calibration": {
      const right = Math.round(record.n * (record.metrics.base_rate ?? 0));
      const tally = { right, wrong: record.n - right };
      return judge(record.metrics, tally, registeredValues("calibration")).verdict;
    }
    case "git_history":
      return decideHistory(record.metrics, registeredValues("git_history")).verdict;
    case "board_history":
      return verdictOn(record.metrics, registeredValues("board_history"));
    case "floor_backtest":
      return record.verdict;
  }
}

/** The thresholds of an experiment as they were registered. */
function registeredValues<Name extends ExperimentName>(name: Name): UsedThresholds<Name> {
  const { thresholds }: Registration = REGISTERED[name];
  const values = Object.entries(thresholds).map(([flag, { value }]) => [flag, value]);
  return Object.fromEntries(values) as UsedThresholds<Name>;
}

/** Where a result was held to something else than what stands in the registration. */
function changes({ thresholds }: Registration, { registered }: Phase0): string[] {
  const used = new Map<string, number>();
  for (const { name, used: value } of registered.thresholds) {
    if (used.has(name)) return [`--${name} is there twice`];
    used.set(name, value);
  }
  const changed = Object.entries(thresholds)
    .filter(([name, { value }]) => used.get(name) !== value)
    .map(([name, { value }]) => `--${name} is ${used.get(name) ?? "missing"} instead of ${value}`);
  if (changed.length === 0 && !registered.preregistered) changed.push("the result says so itself");
  return changed;
}

function render({ gate, experiments, problems }: Decision): string {
  const closed = experiments.filter(({ passes }) => !passes).map(({ id }) => id).join(", ");
  return [
    gate === "open"
      ? "OPEN: the closed loop may be built"
      : "CLOSED: the closed loop must not be built",
    gate === "open"
      ? "All three experiments pass with their registered thresholds."
      : closed === ""
      ? "The three experiments pass, but something else was given that is no result."
      : `It needs three results that pass; these do not: ${closed}.`,
    "",
    ...experiments.map(({ id, experiment, why }) => `- ${id} ${experiment}: ${visible(why)}`),
    ...problems.map((problem) => `- ${visible(problem)}`),
  ].join("\n");
}

if (import.meta.main) {
  await command({
    name: "experiments:gate",
    summary: "Says whether the three experiments allow the closed loop to be built.",
    usage: ["P1.json P2.json P3.json"],
    about: [
      "The files are what calibration.ts, git_history.ts and board_history.ts print with --json, " +
      "in any order. OPEN needs all three to pass, with their registered thresholds.",
    ],
    flags: { json: flag("Print JSON instead of text") },
    most: Infinity,
    exits: { 0: "open", 3: "closed" },
    run({ json }, files) {
      if (files.length === 0) throw new UsageError("No result is given");
      const given = files.map(readResult);
      refuseStrangers(given);
      const decision = decide(given);
      console.log(json ? JSON.stringify(decision, null, 2) : render(decision));
      return decision.gate === "open" ? 0 : 3;
    },
  });
}
