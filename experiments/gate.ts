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

import { resolve } from "node:path";
import { command } from "../lib/cli/command.ts";
import { callersFolder, flag, UsageError } from "../lib/cli/flags.ts";
import { readText } from "../lib/cli/io.ts";
import { UserError } from "../lib/text/errors.ts";
import { visible } from "../lib/text/text.ts";
import type { ExperimentName, Phase0Verdict } from "../schema/names.ts";
import type { Phase0 } from "../schema/types.ts";
import { phase0Schema } from "../schema/zod.ts";
import { verdictOn } from "./boards/detection.ts";
import { judge } from "./calibration_rule.ts";
import { decide as decideHistory } from "./history/report.ts";
import { REGISTERED, type Registration, type UsedThresholds } from "./registered.ts";

/** The experiments that the gate asks, in the order of their ids. */
const ASKED: readonly ExperimentName[] = ["calibration", "git_history", "board_history"];

/** What the gate says, with `--json` in just this shape. */
interface Decision {
  readonly gate: "open" | "closed";
  readonly experiments: readonly Answer[];
  /** Why a file holds no result. */
  readonly problems: readonly string[];
}

/** What the gate makes of one experiment. */
interface Answer {
  readonly experiment: ExperimentName;
  readonly id: string;
  readonly passes: boolean;
  readonly why: string;
}

/** The result in a file, or why it holds none. */
function readResult(path: string): Phase0 | string {
  try {
    const parsed = phase0Schema.safeParse(JSON.parse(readText(resolve(callersFolder(), path))));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const where = issue && issue.path.length > 0 ? ` at "${issue.path.join(".")}"` : "";
    return `"${path}" is no phase0.v1 record${where}: ${issue?.message}`;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    if (error instanceof SyntaxError) return `"${path}" is not JSON: ${error.message}`;
    throw error;
  }
}

/** Asks every experiment. */
function decide(files: readonly string[]): Decision {
  const results = new Map<ExperimentName, { path: string; record: Phase0 }>();
  const problems: string[] = [];
  for (const path of files) {
    const record = readResult(path);
    if (typeof record === "string") {
      problems.push(record);
      continue;
    }
    const { experiment } = record;
    if (!ASKED.includes(experiment)) {
      throw new UsageError(`"${path}" is a result of ${experiment}, which the gate does not ask`);
    }
    const other = results.get(experiment);
    if (other !== undefined) {
      // Two results of one experiment would leave open which one counts.
      throw new UsageError(`"${other.path}" and "${path}" are both results of ${experiment}`);
    }
    results.set(experiment, { path, record });
  }
  const experiments = ASKED.map((experiment) =>
    answerFor(experiment, results.get(experiment)?.record)
  );
  const open = problems.length === 0 && experiments.every(({ passes }) => passes);
  return { gate: open ? "open" : "closed", experiments, problems };
}

function answerFor(experiment: ExperimentName, record: Phase0 | undefined): Answer {
  const { id } = REGISTERED[experiment];
  const fails = (why: string): Answer => ({ experiment, id, passes: false, why });
  if (record === undefined) return fails("there is no result");
  const { verdict, why } = record;
  const changed = changes(REGISTERED[experiment], record);
  if (changed.length > 0) return fails(`not pre-registered: ${changed.join(", ")}`);
  const deserved = verdictBy(record);
  if (deserved !== verdict) return fails(`says ${verdict}, but its own figures say ${deserved}`);
  return { experiment, id, passes: verdict === "pass", why: `${verdict}: ${why}` };
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
  const used = new Map(registered.thresholds.map(({ name, used }) => [name, used]));
  if (used.size < registered.thresholds.length) {
    const names = registered.thresholds.map(({ name }) => name);
    return [`--${names.find((name, n) => names.indexOf(name) < n)} is there twice`];
  }
  const changed = Object.entries(thresholds)
    .filter(([name, { value }]) => used.get(name) !== value)
    .map(([name, { value }]) => `--${name} is ${used.get(name) ?? "missing"} instead of ${value}`);
  if (changed.length === 0 && !registered.preregistered) changed.push("the result says so itself");
  return changed;
}

function render({ gate, experiments, problems }: Decision): string {
  const closed = experiments.filter(({ passes }) => !passes).map(({ id }) => id).join(", ");
  const why = closed !== ""
    ? `It needs three results that pass; these do not: ${closed}.`
    : "The three experiments pass, but something else was given that is no result.";
  return [
    ...gate === "open"
      ? [
        "OPEN: the closed loop may be built",
        "All three experiments pass with their registered thresholds.",
      ]
      : ["CLOSED: the closed loop must not be built", why],
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
      const decision = decide(files);
      console.log(json ? JSON.stringify(decision, null, 2) : render(decision));
      return decision.gate === "open" ? 0 : 3;
    },
  });
}
