import assert from "node:assert/strict";
import { type Finding, findingDoc, findingPage } from "../../experiments/finding.ts";
import { markdownText } from "../../lib/page/doc.ts";
import type { Phase0Of } from "../../schema/types.ts";
import { samplePhase0 } from "../schema/_phase0_records.ts";

const HOSTILE = `<img src=x onerror=alert(1)> "quoted" & \u202ereversed\n| cell`;

function sample(): { record: Phase0Of<"calibration">; finding: Finding<"calibration"> } {
  const record = samplePhase0("calibration") as Phase0Of<"calibration">;
  const { verdict, n, metrics } = record;
  const axis = { label: HOSTILE, from: 0, to: 1 };
  const finding: Finding<"calibration"> = {
    ...{ verdict, n, metrics },
    headline: "it holds",
    why: HOSTILE,
    rejected: [{ reason: HOSTILE, count: 7, first: [1, 2] }],
    caveats: [HOSTILE],
    sections: [{
      title: "Figures",
      text: [HOSTILE],
      points: [{ text: HOSTILE }],
      table: { head: ["a"], rows: [[HOSTILE]] },
    }],
    plots: () => [{
      id: "plot",
      title: HOSTILE,
      caption: HOSTILE,
      x: axis,
      y: axis,
      marks: [{ kind: "line", tone: "one", label: HOSTILE, points: [[0, 0], [1, 1]] }],
    }],
  };
  const { why, rejected, caveats } = finding;
  return { record: { ...record, why, rejected, caveats }, finding };
}

Deno.test("a page has its figures, and refers to nothing outside of itself", () => {
  const { record, finding } = sample();
  const page = findingPage(record, finding);
  assert.equal(page.match(/<svg /g)?.length, 1);
  assert.match(page, /<path class="line one"/);
  assert.match(page, /Content-Security-Policy" content="default-src 'none'/);
  assert.doesNotMatch(page, /<(script|link|iframe|img|object|embed|base)\b/i);
  assert.doesNotMatch(page, /<[^>]*\b(src|href|srcset|action|xlink:href)\s*=/i);
  assert.doesNotMatch(page, /url\(|@import|https?:\/\//i);
});

Deno.test("a page shows text from outside as text, everywhere", () => {
  const { record, finding } = sample();
  const page = findingPage(record, finding);
  assert.doesNotMatch(page, /<img|\u202e/);
  assert.ok(page.split("&#60;img").length > 7, "not everywhere");
});

Deno.test("a report's first line is the verdict in words and its second is why", () => {
  const { record, finding } = sample();
  const [first, second] = markdownText(findingDoc(record, finding)).split("\n");
  assert.equal(first, "# PASS: it holds");
  assert.match(second!, /^\\<img src=x/);
  assert.ok(second!.includes("\\u202e"));
});

Deno.test("a report names every changed threshold, and what was not used", () => {
  const { record, finding } = sample();
  const registered = {
    ...record.registered,
    preregistered: false,
    thresholds: [{ name: "min-auc", registered: 0.6, used: 0.7 }],
  };
  const changed = { ...record, registered };
  for (const text of [markdownText(findingDoc(changed, finding)), findingPage(changed, finding)]) {
    assert.match(text, /PASS \(not pre-registered\)/);
    assert.match(text, /--min-auc 0\.7 is not pre-registered \(registered: 0\.6\)/);
    assert.match(text, /1, 2, …/);
  }
});
