/** The plots of the page: how much was run when and where, and what stated confidence was worth. */

import type { Table } from "../../lib/page/doc.ts";
import type { Bar, Colour, Plot } from "../../lib/page/plot.ts";
import { roundTicks } from "../../lib/page/svg.ts";
import { count, counted } from "../../lib/text/figures.ts";
import { DAY, dayOf } from "../../lib/text/time.ts";
import type { PageData, PageRun } from "./data.ts";

/** A plot, and the same figures for those who do not see it. */
interface Drawing {
  readonly plot: Plot;
  readonly table: Table;
}

/** More days than this are drawn as weeks, and no more weeks than this are drawn. */
const MAX_DAYS = 60;
const MAX_WEEKS = 53;
/** Few runs leave the plot at least this wide, so that one bar is no wall. */
const MIN_COLUMNS = 7;
/** On an axis there is room for so many dates. */
const MAX_DATES = 9;

/** What is drawn in one colour. */
interface Series<T> {
  readonly label: string;
  readonly tone: Colour;
  readonly has: (item: T) => boolean;
}

const named = (surface: string, tone: Colour): Series<PageRun> => ({
  label: surface,
  tone,
  has: (run) => run.surface === surface,
});
/** The five that the risk floor knows as risky, each by itself, and the rest. */
const RISKY = [
  named("auth", "two"),
  named("data", "one"),
  named("infra", "four"),
  named("ui", "three"),
  named("build", "five"),
];
const SURFACES: readonly Series<PageRun>[] = [...RISKY, {
  label: "test, docs, none or not captured",
  tone: "muted",
  has: (run) => !RISKY.some(({ has }) => has(run)),
}];

const OUTCOMES: readonly Series<PageRun>[] = [
  { label: "judged not done", tone: "two", has: ({ done }) => done === false },
  { label: "judged done", tone: "three", has: ({ done }) => done === true },
];

/** The plots for which there is anything to draw. */
export function drawingsOf(data: PageData): Drawing[] {
  return [overTime(data), confidence(data)].filter((drawing) => drawing !== null);
}

function overTime({ runs, written }: PageData): Drawing | null {
  // A clock that was wrong must not stretch the axis to where nothing is.
  const end = Date.parse(written) + DAY;
  const known = runs.filter(({ time }) => time <= end);
  const last = dayNumber(known.reduce((latest, { time }) => Math.max(latest, time), -Infinity));
  const first = dayNumber(known.reduce((oldest, { time }) => Math.min(oldest, time), Infinity));
  if (known.length === 0) return null;
  const isDaily = last - first < MAX_DAYS;
  const width = isDaily ? 1 : 7;
  const columns = Math.min(
    Math.max(Math.ceil((last - first + 1) / width), MIN_COLUMNS),
    isDaily ? MAX_DAYS : MAX_WEEKS,
  );
  const start = last + 1 - columns * width;
  const drawn = known.filter(({ time }) => dayNumber(time) >= start);
  const stacks = stack(drawn, SURFACES, columns, ({ time }) => (dayNumber(time) - start) / width);
  const step = Math.ceil(columns / MAX_DATES);
  const dates = Array.from({ length: columns }, (_, at) => dayOf((start + at * width) * DAY));
  const left = runs.length - drawn.length;
  return {
    plot: {
      id: "over-time",
      title: `Runs per ${isDaily ? "day" : "week"}, by surface`,
      caption: `The surface is the riskiest part of the project that a run touched.${
        left === 0 ? "" : ` ${counted(left, "run")} outside of these dates not drawn.`
      }`,
      x: {
        label: isDaily ? "day, in UTC" : "week that begins on this day, in UTC",
        from: 0,
        to: columns,
        ticks: dates.map((_, at) => at + 0.5).filter((_, at) => at % step === 0),
        format: (tick) => dates[Math.floor(tick)]?.slice(5) ?? "",
      },
      y: countAxis(stacks.highest),
      marks: stacks.marks,
    },
    table: stacks.tableOf(isDaily ? "Day" : "Week", dates),
  };
}

function confidence({ runs }: PageData): Drawing | null {
  const known = runs.filter(({ confidence, done }) => confidence !== null && done !== null);
  if (known.length === 0) return null;
  const stacks = stack(
    known,
    OUTCOMES,
    10,
    // What is stated in tenths must not fall a column short by how computers count.
    ({ confidence }) => Math.min(9, Math.floor((confidence ?? 0) * 10 + 1e-9)),
  );
  const tenths = Array.from({ length: 10 }, (_, at) => `${at / 10} to ${(at + 1) / 10}`);
  return {
    plot: {
      id: "confidence",
      title: "Stated confidence, and what became of it",
      caption:
        "How sure agents said they were, and how often the judge then found the task done by " +
        "the evidence. Were confidence worth something, the right side would be mostly done. " +
        "Nothing is ranked on it while the experiments have not shown that it is. " +
        `It was stated and the run judged in ${count(known.length)} of ${
          counted(runs.length, "run")
        }.`,
      x: { label: "stated confidence", from: 0, to: 10, format: (tick) => String(tick / 10) },
      y: countAxis(stacks.highest),
      marks: stacks.marks,
    },
    table: stacks.tableOf("Stated confidence", tenths),
  };
}

/** Counts in columns, of each series on top of those before it. */
function stack<T>(
  items: readonly T[],
  series: readonly Series<T>[],
  columns: number,
  columnOf: (item: T) => number,
) {
  const counts = series.map(() => new Array<number>(columns).fill(0));
  for (const item of items) {
    const row = counts[series.findIndex(({ has }) => has(item))];
    const column = Math.floor(columnOf(item));
    if (row !== undefined) row[column] = (row[column] ?? 0) + 1;
  }
  const tops = new Array<number>(columns).fill(0);
  const marks = series.map(({ label, tone }, at) => ({
    kind: "bars" as const,
    tone,
    label,
    bars: tops.map((base, column): Bar => {
      const top = tops[column] = base + (counts[at]?.[column] ?? 0);
      return { from: column + 0.1, to: column + 0.9, base, top };
    }),
  }));
  const tableOf = (name: string, columnNames: readonly string[]): Table => ({
    head: [name, ...series.map(({ label }) => label)],
    rows: columnNames.map((column, at) => [column, ...counts.map((row) => String(row[at]))]),
  });
  return { marks, highest: Math.max(...tops), tableOf };
}

/** Runs come whole. */
function countAxis(highest: number): Plot["y"] {
  const to = Math.max(highest, 4);
  return { label: "runs", from: 0, to, ticks: roundTicks(0, to).filter(Number.isInteger) };
}

function dayNumber(time: number): number {
  return Math.floor(time / DAY);
}
