/** How long the page of many runs takes to open, and from a keystroke in its search until it is seen. */

import { MAX_PAGE_RUNS, type PageData, type PageRun, scriptJson } from "../../report/page/data.ts";
import { renderPage } from "../../report/page/document.ts";
import { Browser, CHROMIUM } from "../support/browser.ts";
import { type Figure, inScratch, median } from "./measure.ts";
import { UserError } from "../../lib/text/errors.ts";

/** Twenty keystrokes: words that few, many and no runs have, and taking some of them back. */
const KEYS = [..."task-7 agent", ...new Array(4).fill("Backspace"), ..."zzzz"];
/** People feel more than this many milliseconds as waiting. */
const AT_ONCE = 100;
/** And leave after about so many. */
const PATIENCE = 1_000;

/** Measures in a real browser. */
export async function benchReportPage(): Promise<Figure[]> {
  if (CHROMIUM === null) throw new UserError("The benchmark of the page needs chromium on PATH");
  return await inScratch(async (scratch) => {
    const file = `${scratch}/page.html`;
    await Deno.writeTextFile(file, [...renderPage(...madeUp(), { live: false })].join(""));
    await using browser = await Browser.start();
    const { page } = await browser.page();
    await page.goto(`file://${file}`);
    const opened = await page.evaluate<number>(PAINTED);
    await page.locator("#q").focus();
    const times: number[] = [];
    for (const key of KEYS) {
      await page.evaluate(LISTEN);
      await page.keyboard.press(key);
      times.push(await page.evaluate<number>("globalThis.painted"));
    }
    const figure = (what: string, time: number, most: number): Figure => ({
      what: `page of 10,000 runs: ${what} / ${most} ms`,
      ratio: time / most,
      target: "< 1",
    });
    return [
      figure("keystroke to painted, median", median(times), AT_ONCE),
      figure("keystroke to painted, slowest of 20", Math.max(...times), AT_ONCE),
      figure("opened and painted", opened, PATIENCE),
    ];
  });
}

/** Milliseconds since the page was asked for, when the next frame is on the screen. */
const PAINTED = `new Promise((seen) =>
  requestAnimationFrame(() => requestAnimationFrame(() => seen(performance.now()))))`;

/** From when the key went down to the frame after the one that shows what it did. */
const LISTEN = `void (globalThis.painted = new Promise((seen) =>
  document.addEventListener("keydown", ({ timeStamp }) =>
    requestAnimationFrame(() => requestAnimationFrame(() => seen(performance.now() - timeStamp))),
    { once: true, capture: true })))`;

function madeUp(): [PageData, Iterable<string>] {
  const end = Date.parse("2026-11-17T12:00:00.000Z");
  const runs = Array.from({ length: MAX_PAGE_RUNS }, (_, index) => madeUpRun(index, end));
  const data: PageData = {
    written: new Date(end).toISOString(),
    places: ["made up"],
    runs,
    now: runs.flatMap(({ now }, index) => now ? [index] : []),
    first: "time",
    leftOut: 0,
    problems: { count: 0, first: [] },
  };
  const under = Array.from({ length: 12 }, (_, index) => `What was seen, in its line ${index}`);
  const line = scriptJson([{ title: "What the judge says", points: [{ text: "Done", under }] }]);
  return [data, runs.map(() => line)];
}

function madeUpRun(index: number, end: number): PageRun {
  const time = end - index * 300_000;
  const now = index % 20 === 0;
  return {
    id: `session-${index}@${new Date(time).toISOString()}`,
    time,
    repo: `repository-${index % 12}`,
    task: `repository-${index % 12}/task-${index % 977}`,
    agent: index % 3 === 0 ? "opencode" : "claude-code",
    session: `session-${index}`,
    turn: 1,
    latest: true,
    now,
    surface: (["data", "auth", "ui", "docs", "none"] as const)[index % 5]!,
    score: now ? 0.9 : 0.1,
    needsReview: now,
    files: index % 9,
    confidence: index % 11 / 10,
    complete: { text: "yes", tone: "fine" },
    done: true,
    findings: { text: "nothing", tone: "fine" },
    trust: now
      ? { name: "needs_review_read", says: "Review needed", tone: "review" }
      : { name: "done", says: "Done, by the evidence, and below the floor", tone: "fine" },
    doubt: `The agent doubts whether part ${index} holds for everything that the page may show it`,
    asked: `Mend number ${index} of the list, run all of the tests, and say what was not tested`,
    open: now ? ["A review by a person who did not write it"] : [],
    degraded: false,
  };
}
