/** The report on a board: its words, and the plot of how many tasks have shown something by which day. */

import type { Section } from "../../lib/page/doc.ts";
import type { Plot, Point } from "../../lib/page/plot.ts";
import { count, counted, percent, plainPercent } from "../../lib/text/figures.ts";
import { DAY, dayOf } from "../../lib/text/time.ts";
import type { Phase0Verdict } from "../../schema/names.ts";
import type { Finding } from "../finding.ts";
import type { UsedThresholds } from "../registered.ts";
import { incidenceAt } from "../stats/survival.ts";
import { type Detection, SIGNALS } from "./detection.ts";
import { type FormatName, formatOf } from "./formats.ts";

/** What was read, for the report. */
export interface Seen {
  readonly format: FormatName | null;
  /** Whether the format was told by the export itself. */
  readonly detected: boolean;
  /** All tasks, finished or not. */
  readonly tasks: number;
  /** Null: there was no date at all. */
  readonly asOf: number | null;
  readonly asOfGiven: boolean;
  /** The latest date in the export alone; null without one. */
  readonly exported: number | null;
  /** Outcomes without a date. */
  readonly undated: number;
  /** Null: no history of the file was read. */
  readonly versions: number | null;
  /** Null: no repository was read. */
  readonly commits: number | null;
  /** How many tasks some commit names. */
  readonly named: number;
  readonly warnings: readonly string[];
}

type Thresholds = UsedThresholds<"board_history">;

const HEADLINES: Readonly<Record<Phase0Verdict, string>> = {
  pass: "enough finished tasks show whether they were right",
  kill: "too few finished tasks show whether they were right",
  insufficient: "the data do not tell how many finished tasks show whether they were right",
};

/** All that is said. */
export function report(
  verdict: Phase0Verdict,
  detection: Detection,
  seen: Seen,
  thresholds: Thresholds,
): Pick<Finding<"board_history">, "headline" | "why" | "caveats" | "sections"> {
  return {
    headline: HEADLINES[verdict],
    why: why(detection, thresholds),
    caveats: caveats(detection, seen, thresholds),
    sections: [
      boardSection(detection, seen),
      signalSection(detection, thresholds),
      rateSection(detection, thresholds),
    ],
  };
}

function why({ metrics }: Detection, thresholds: Thresholds): string {
  const { window, "min-rate": line, "min-watched": least } = thresholds;
  const { done, detectable, wrong, correct, watched, blind, rate, rate_ci95 } = metrics;
  if (done === 0) return "There is no finished task with a date to look at.";
  const found =
    `Of ${counted(done, "finished task")}, ${count(detectable)} showed within ${window} ` +
    `days whether they were right (${count(wrong)} wrong, ${count(correct)} correct)`;
  if (watched < Math.max(1, least)) {
    return `${found}, but only ${count(watched)} could be watched for ${window} days, and at ` +
      `least ${count(least)} are needed to tell anything.`;
  }
  if (rate === null || rate_ci95 === null) {
    return `${found}; a share cannot be estimated from that.`;
  }
  const [low, high] = rate_ci95;
  const worth = `the ${plainPercent(line)} that is worth learning from`;
  const position = high < line && blind
    ? "but nothing in it could show that a task was reopened or mended: give --git"
    : high < line
    ? `all of it under ${worth}`
    : low >= line
    ? `all of it at or over ${worth}`
    : `on both sides of ${worth}`;
  return `${found}: an estimated ${percent(rate)}, likely between ${percent(low)} and ` +
    `${percent(high)}, ${position}.`;
}

function boardSection({ metrics }: Detection, seen: Seen): Section {
  const { format, tasks, asOf, versions, commits } = seen;
  const found = seen.detected ? "found by looking" : "as asked for";
  const source = seen.asOfGiven ? "as asked for" : "the latest date in the data";
  return {
    title: "What was read",
    text: [
      format === null
        ? "There was nothing in it to tell a format by."
        : `Format: ${format} (${found}).`,
      `${count(tasks)} tasks, of which ${count(metrics.done)} were finished at a known date.`,
      ...asOf === null ? [] : [`The data reach to ${dayOf(asOf)} (${source}).`],
      ...versions === null
        ? []
        : [`${count(versions)} versions in the git history, along the first parents.`],
      ...commits === null
        ? []
        : [`${count(commits)} commits, which name ${count(seen.named)} of the tasks.`],
    ],
  };
}

function signalSection({ said }: Detection, { window }: Thresholds): Section {
  return {
    title: "What tasks showed",
    text: [
      `Each row counts tasks that showed this within ${window} days after they were first ` +
      "finished. A task may be in several rows. A task in none is silent, which is not correct.",
    ],
    table: {
      head: ["signal", "says wrong", "says correct", "meaning"],
      rows: SIGNALS.map(({ name, meaning }) => [
        name,
        count(said[name].wrong),
        count(said[name].correct),
        meaning,
      ]),
    },
  };
}

function rateSection({ metrics }: Detection, { window }: Thresholds): Section {
  const { done, detectable, censored, watched, rate, rate_ci95 } = metrics;
  const text = [
    `${count(detectable)} of ${count(done)} finished tasks showed something in time, ` +
    `${count(done - detectable - censored)} were watched for all ${window} days and stayed ` +
    `silent, and ${count(censored)} were silent so far but finished too recently to say. The ` +
    "last are counted for as long as they were watched (the method of Kaplan and Meier).",
  ];
  if (rate !== null && rate_ci95 !== null && watched > 0) {
    text.push(
      `So about ${percent(rate)} of tasks show something within ${window} days. If the same were ` +
        `measured again and again on boards like this one, an interval made like ` +
        `${percent(rate_ci95[0])} to ${percent(rate_ci95[1])} would hold the true share 95 times ` +
        "in 100.",
    );
  }
  return { title: "The share", text };
}

function caveats({ metrics, said }: Detection, seen: Seen, { window }: Thresholds): string[] {
  if (metrics.done === 0) return [...seen.warnings];
  const { asOf, exported, undated, commits, named } = seen;
  const silent = seen.format === null ? null : formatOf(seen.format).silent;
  const green = said.green_default_branch.correct;
  const notes: readonly (readonly [holds: boolean, text: string])[] = [
    ...seen.warnings.map((text) => [true, text] as const),
    [seen.versions === null || !/--git/.test(silent ?? ""), silent ?? ""],
    [
      commits === null,
      "Without --git, no revert and no fix can be seen: this is the share that the export alone " +
      "shows",
    ],
    [commits !== null && named === 0, "No commit names a task, so commits tell nothing about them"],
    [
      commits !== null && named > 0,
      "A fix that names a task may belong to the task's own work, committed late",
    ],
    [
      undated > 0,
      `${count(undated)} outcomes have no date and are taken to be as old as the completion; if ` +
      `they came more than ${window} days later, the share is too high`,
    ],
    [
      green > 0,
      `Checks that pass say only that nothing broke which they look at: ${count(green)} tasks ` +
      "rest on that, at least in part",
    ],
    [
      asOf !== null && exported !== null && asOf - exported > window * DAY,
      `The export ends on ${dayOf(exported ?? 0)}, the rest of the data on ${dayOf(asOf ?? 0)}: ` +
      "what the board would tell of the time between is missing",
    ],
    [metrics.censored > 0, "Tasks finished recently are taken to be like the others"],
  ];
  return notes.filter(([holds, text]) => holds && text !== "").map(([, text]) => text);
}

/** How many steps are drawn at most. */
const MOST_STEPS = 300;

/** The share that has shown something, by day, with its band. */
export function detectionPlot(
  { curve, metrics }: Detection,
  { window, "min-rate": line }: Thresholds,
): Plot {
  const inside = curve.times.filter((time) => time <= window);
  const every = Math.max(1, Math.ceil(inside.length / MOST_STEPS));
  const drawn = inside.filter((_, n) => n % every === 0);
  const read = [0, ...drawn, window].map((day) => incidenceAt(curve, day));
  const banded = read.flatMap(({ interval, time }) =>
    interval !== null && time >= (drawn[0] ?? 0) ? [{ time, interval }] : []
  );
  // The band holds each value until the next, as the steps do.
  const side = (which: 0 | 1): Point[] =>
    banded.flatMap(({ time, interval }, n): Point[] => {
      const next = banded[n + 1];
      const y = interval[which];
      return next === undefined ? [[time, y]] : [[time, y], [next.time, y]];
    });
  const top = Math.max(line, metrics.rate_ci95?.[1] ?? 0, metrics.rate ?? 0);
  const asPercent = (value: number): string => `${Number((100 * value).toFixed(1))} %`;
  const worth = `${asPercent(line)}, what is worth it`;
  return {
    id: "detection",
    title: "How many tasks have shown whether they were right, by day",
    caption:
      `The line is the share of finished tasks with a signal by that day, the band its 95 % ` +
      `interval. What counts is where the band stands at day ${window}: all of it under ` +
      `${asPercent(line)} kills, all of it over passes.`,
    x: { label: "days after the task was finished", from: 0, to: window },
    y: {
      label: "share of finished tasks",
      from: 0,
      to: Math.min(1, Math.max(0.25, top * 1.2)),
      format: asPercent,
    },
    marks: [
      { kind: "band", tone: "one", label: "95 % interval", lower: side(0), upper: side(1) },
      {
        kind: "steps",
        tone: "one",
        label: "tasks with a signal",
        points: read.map(({ time, incidence }): Point => [time, incidence ?? 0]),
      },
      { kind: "rule", tone: "muted", axis: "x", at: window, label: `day ${window}` },
      { kind: "rule", tone: "two", axis: "y", at: line, label: worth },
    ],
  };
}
