import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chooser, hashOf, viewIn } from "../../report/page/client/view.js";
import type { PageData, PageRun } from "../../report/page/data.ts";
import { renderPage, SCRIPT } from "../../report/page/document.ts";
import { drawingsOf } from "../../report/page/plots.ts";
import { TRUST_RULES } from "../../report/trust.ts";
import { escapeHtml } from "../../lib/page/doc.ts";
import { demoRecords } from "./_page_demo.ts";
import type { RunRecord } from "../../lib/records/record.ts";
import { pageOf, partsOf, recordsOf, type Told } from "./_page_records.ts";

const { data, details } = await partsOf(demoRecords());
const DEMO = await pageOf(demoRecords());

Deno.test("the page lets run and look like it only what stands in it, word for word", () => {
  const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(DEMO) ?? [];
  const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(DEMO) ?? [];
  const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(DEMO) ?? [];
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  assert.deepEqual(policy.split("; "), [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  assert.doesNotMatch(DEMO, /unsafe-|<[^>]*\sstyle=|<[^>]*\son[a-z]+=|https?:\/\//);
});

Deno.test("the page may ask its server only where it is served", () => {
  const live = [...renderPage(data, details, { live: true })].join("");
  assert.match(live, /connect-src 'self'/);
  assert.match(live, /<html lang="en" data-live>/);
  assert.match(live, /Drawn when the page was opened/);
  assert.doesNotMatch(DEMO, /connect-src|<html[^>]*data-live|Drawn when/);
});

Deno.test("the page comes in parts, one for each run's details", () => {
  let asked = 0;
  const lines = function* () {
    for (const line of details) {
      asked++;
      yield line;
    }
  };
  const parts = renderPage(data, lines(), { live: false })[Symbol.iterator]();
  parts.next();
  assert.equal(asked, 0);
  assert.equal(parts.next().value, `${details[0]}\n`);
  assert.equal(asked, 1);
});

Deno.test("no two parts of the script use one name, and none makes markup of text", () => {
  const names = [...SCRIPT.matchAll(/^(?:async )?(?:function|const|let) (\w+)/gm)]
    .map(([, name]) => name);
  assert.ok(names.length > 40);
  assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), []);
  assert.doesNotMatch(SCRIPT, /^(import|export) |<\/script|<!--/m);
  assert.doesNotMatch(
    SCRIPT,
    /innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|\bFunction\(/,
  );
});

Deno.test("the headline says by which rule the first run is the first", async () => {
  const run = (session: string, risk: number, told: Partial<Told>) =>
    recordsOf({
      ...{ session, time: "2026-11-17T10:00:00.000Z", repo: "shop", task: session },
      risk: ["data", risk],
      ...told,
    });
  const firstOf = async (...runs: RunRecord[][]) => {
    const { data } = await partsOf(runs.flat());
    return [data.runs[data.now[0] ?? -1]?.task, data.first];
  };
  const plain = run("plain", 0.7, {});
  const later = { time: "2026-11-17T11:00:00.000Z" };
  assert.deepEqual(await firstOf(plain), ["plain", null]);
  assert.deepEqual(await firstOf(plain, run("high", 0.9, { judged: true })), ["high", "risk"]);
  assert.deepEqual(await firstOf(run("bad", 0.7, { judged: ["HIGH", "A test"] }), plain), [
    "bad",
    "evidence",
  ]);
  assert.deepEqual(await firstOf(plain, run("later", 0.7, later)), ["later", "time"]);
  // How sure the agents say they are changes neither the order nor the reason.
  const sure = run("sure", 0.7, { ...later, confidence: 0.99 });
  assert.deepEqual(await firstOf(run("unsure", 0.7, { confidence: 0 }), sure), ["sure", "time"]);
  const unsure = run("unsure", 0.7, { ...later, confidence: 0 });
  assert.deepEqual(await firstOf(run("sure", 0.7, { confidence: 1 }), unsure), ["unsure", "time"]);
});

Deno.test("what is open is told of runs that need a review, and only the first of it", () => {
  for (const { now, open } of data.runs) {
    assert.equal(open.length > 0, now);
    assert.ok(open.length <= 4);
  }
});

Deno.test("every rule of trust stands on the page", () => {
  for (const { when, says } of TRUST_RULES) {
    assert.ok(DEMO.includes(`<td>${escapeHtml(when)}</td><td>${escapeHtml(says)}</td>`), when);
  }
});

Deno.test("an address says what was chosen, and nothing else can be chosen with it", () => {
  const view = { ...viewIn(""), q: "a & b=#%", repo: "é", now: "1", run: "s@2026" };
  assert.deepEqual(viewIn(hashOf(view)), view);
  assert.equal(hashOf(viewIn("#sort=confidence&__proto__=1")), "#");
});

Deno.test("all words that are searched for have to be there", () => {
  const run = { repo: "shop", surface: null, trust: { tone: "bad" }, now: true, latest: false };
  const nothing = { q: "", repo: "", surface: "", trust: "", now: "", latest: "" };
  const isChosen = (choice: Partial<typeof nothing>) =>
    chooser({ ...nothing, ...choice })(run, "fix the total\nshop");
  assert.ok(isChosen({ q: "TOTAL  shop " }) && isChosen({}) && isChosen({ q: " " }));
  assert.ok(!isChosen({ q: "total portal" }) && !isChosen({ latest: "1" }));
  assert.ok(isChosen({ surface: "not captured", trust: "bad", now: "1", repo: "shop" }));
});

/** The demo's first run at other times. */
function runsAt(...times: string[]): PageData {
  const runs = times.map((time): PageRun => ({ ...data.runs[0]!, time: Date.parse(time) }));
  return { ...data, runs };
}

Deno.test("runs are drawn by day, over months by week, and wrong clocks stretch nothing", () => {
  const titleOf = (...times: string[]) => drawingsOf(runsAt(...times))[0]?.plot.title;
  assert.equal(titleOf("2026-11-17T10:00:00Z"), "Runs per day, by surface");
  assert.equal(
    titleOf("2026-11-17T10:00:00Z", "2026-08-01T10:00:00Z"),
    "Runs per week, by surface",
  );
  const [wrong] = drawingsOf(
    runsAt("9999-12-31T23:59:59Z", "2026-11-17T10:00:00Z", "0000-01-01T00:00:00Z"),
  );
  assert.ok(wrong!.table.rows.length <= 53);
  assert.equal(wrong!.table.rows.at(-1)![0], "2026-11-11");
  assert.match(wrong!.plot.caption, /2 runs outside of these dates not drawn/);
  assert.deepEqual(drawingsOf(runsAt()), []);
});

Deno.test("what is drawn adds up to the runs there are", () => {
  const [overTime, confidence] = drawingsOf(data);
  const sum = (rows: readonly (readonly string[])[]) =>
    rows.flatMap((row) => row.slice(1)).reduce((total, cell) => total + Number(cell), 0);
  assert.equal(sum(overTime!.table.rows), data.runs.length);
  const known = data.runs.filter(({ confidence, done }) => confidence !== null && done !== null);
  assert.equal(sum(confidence!.table.rows), known.length);
});
