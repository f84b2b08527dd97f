/** Figures that were asked for, and whether those of the message reach them. */

import { quoted, withoutCode } from "./quote.ts";
import type { Rule } from "./rule.ts";
import { oneLine } from "../../lib/text/text.ts";

/** So much of a task and of a message is read. */
const MAX_READ = 4_000;

/** Units, and how many of the smallest of their sort they are. */
const UNITS: Readonly<Record<string, readonly [sort: string, size: number]>> = {
  "%": ["share", 1],
  percent: ["share", 1],
  ms: ["time", 1],
  milliseconds: ["time", 1],
  s: ["time", 1_000],
  sec: ["time", 1_000],
  seconds: ["time", 1_000],
  minutes: ["time", 60_000],
  kb: ["size", 1],
  mb: ["size", 1_000],
  gb: ["size", 1_000_000],
  score: ["score", 1],
};

/** A score has no unit: it gets its name for one. */
const SCORE =
  /(\b(?:score|rating|grade)\b[^.!?\n]{0,60}?\b(?:at least|above|over|to|is|of|now|at|from|was) )(\d{1,3}(?:\.\d+)?)\b(?! ?%)/gi;

function withUnits(text: string): string {
  return text.replace(SCORE, "$1$2 score").replace(
    /(\d) score( to )(\d{1,3})\b(?! ?%)/g,
    "$1 score$2$3 score",
  );
}
const FIGURE =
  "(\\d[\\d,]*(?:\\.\\d+)?) ?(%|(?:percent|milliseconds|ms|seconds|sec|s|minutes|kb|mb|gb|score)\\b)";
const TARGET = new RegExp(
  `\\b(?:(under|below|less than|smaller than|lower than|at most|no more than|within|down to|(?:cut|reduce|lower|shrink|trim|decrease|drop)\\b.{0,60}?\\bto)|(at least|above|over|more than|no less than|minimum of|up to|(?:coverage|score|rate)\\b.{0,40}\\bto|to at least|reach(?:es)?)) (?:about )?${FIGURE}`,
  "i",
);
const GIVEN = new RegExp(
  `(\\b(?:from|was|were|before|previously|instead of|of the|target of|goal of|under|below|by) (?:about |around |over |~)?)?(?<![\\d.,])${FIGURE}`,
  "gi",
);

interface Figure {
  readonly sort: string;
  readonly value: number;
}

function figureOf(digits: string, unit: string): Figure | null {
  const known = UNITS[unit.toLowerCase()];
  const value = Number(digits.replaceAll(",", ""));
  return known === undefined || !Number.isFinite(value)
    ? null
    : { sort: known[0], value: value * known[1] };
}

/** What the message says that it has come to: not what it was before, and not by how much. */
function reached(text: string, sort: string): number[] {
  return [...text.matchAll(GIVEN)].flatMap(([, history, digits = "", unit = ""]) => {
    const figure = history === undefined ? figureOf(digits, unit) : null;
    return figure?.sort === sort ? [figure.value] : [];
  });
}

/** A rule against a complete verdict. */
export const TARGET_RULE: Rule = {
  name: "target_missed",
  when: "the task sets a figure, and every figure of its sort in the message falls short of it",
  why: "better is not good enough where somebody said how good",
  severity: "MEDIUM",
  effect: "incomplete",
  yields: true,
  settled: "a measurement that reaches the figure",
  find: ({ task, said, saidAt, work }) => {
    const target = TARGET.exec(withUnits(task.text.slice(0, MAX_READ)));
    if (!work || target === null) return [];
    const [found, most, , digits = "", unit = ""] = target;
    const whole = found.replace(/ score$/, "");
    const wanted = figureOf(digits, unit);
    if (wanted === null) return [];
    const values = reached(withUnits(withoutCode(said.text).slice(0, MAX_READ)), wanted.sort);
    const misses = (value: number): boolean =>
      most === undefined ? value < wanted.value : value > wanted.value;
    return values.length === 0 || !values.every(misses) ? [] : [{
      fact: `The task asks for ${quoted(whole)}, and the figures of the message fall short of it`,
      turn: saidAt,
      missing: `The figure that was asked for: ${oneLine(whole)}`,
      action: `Go on until it is ${oneLine(whole)}, and show the measurement`,
    }];
  },
};
