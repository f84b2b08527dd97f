import assert from "node:assert/strict";
import { MAX_SELF_REPORT_BYTES, parseSelfReport } from "../../schema/self_report.ts";

const GOOD = {
  confidence: 0.8,
  most_likely_wrong: { surface: "auth", description: "Expired tokens are accepted" },
  known_not_in_diff: "Only tried on one browser",
};
const NOTHING = { confidence: null, most_likely_wrong: null, known_not_in_diff: null };
const parse = (value: unknown): ReturnType<typeof parseSelfReport> =>
  parseSelfReport(JSON.stringify(value));

Deno.test("parseSelfReport() keeps a good report as it is", () => {
  assert.deepEqual(parse(GOOD), { ...GOOD, problems: [], ignored: [] });
  const zero = { ...GOOD, confidence: 0, known_not_in_diff: "" };
  assert.deepEqual(parse(zero), { ...zero, problems: [], ignored: [] });
});

Deno.test("parseSelfReport() drops a bad field, names it, and keeps its neighbours", () => {
  const surfaces = "expected one of auth, data, infra, ui, build, test, docs, none";
  const unit = "expected a number from 0 to 1";
  const wrong = GOOD.most_likely_wrong;
  const cases: [field: keyof typeof GOOD, value: unknown, problem: string][] = [
    ["confidence", undefined, "confidence is missing"],
    ["confidence", null, `confidence is null, ${unit}`],
    ["confidence", 1.5, `confidence is 1.5, ${unit}`],
    ["confidence", -0.1, `confidence is -0.1, ${unit}`],
    ["confidence", "0.5", `confidence is "0.5", ${unit}`],
    ["confidence", true, `confidence is true, ${unit}`],
    ["confidence", [0.5], `confidence is an array, ${unit}`],
    ["confidence", { value: 0.5 }, `confidence is an object, ${unit}`],
    ["most_likely_wrong", undefined, "most_likely_wrong is missing"],
    ["most_likely_wrong", null, "most_likely_wrong is null, expected an object"],
    ["most_likely_wrong", "auth", 'most_likely_wrong is "auth", expected an object'],
    ["most_likely_wrong", [wrong], "most_likely_wrong is an array, expected an object"],
    ["most_likely_wrong", { ...wrong, surface: undefined }, "most_likely_wrong.surface is missing"],
    [
      "most_likely_wrong",
      { ...wrong, surface: "Auth" },
      `most_likely_wrong.surface is "Auth", ${surfaces}`,
    ],
    [
      "most_likely_wrong",
      { ...wrong, description: null },
      "most_likely_wrong.description is null, expected a string",
    ],
    ["known_not_in_diff", undefined, "known_not_in_diff is missing"],
    ["known_not_in_diff", 3, "known_not_in_diff is 3, expected a string or null"],
  ];
  for (const [field, value, problem] of cases) {
    const expected = { ...GOOD, [field]: null, problems: [problem], ignored: [] };
    assert.deepEqual(parse({ ...GOOD, [field]: value }), expected);
  }
  const infinite = parseSelfReport('{"confidence":1e999}').problems[0];
  assert.equal(infinite, `confidence is Infinity, ${unit}`);
});

Deno.test("parseSelfReport() takes null in known_not_in_diff for an answer", () => {
  assert.deepEqual(parse({ ...GOOD, known_not_in_diff: null }).problems, []);
});

Deno.test("parseSelfReport() gives three nulls and one problem for what is no object", () => {
  const cases: [text: string | null | undefined, problem: RegExp][] = [
    [undefined, /^Self-report is missing$/],
    [null, /^Self-report is missing$/],
    ["", /^Cannot parse self-report: /],
    ["{", /^Cannot parse self-report: /],
    ["confidence: 1", /^Cannot parse self-report: /],
    ["[]", /^Self-report is an array, expected an object$/],
    ['"text"', /^Self-report is "text", expected an object$/],
    ["7", /^Self-report is 7, expected an object$/],
    ["null", /^Self-report is null, expected an object$/],
    ["[".repeat(60_000) + "]".repeat(5_000), /^Cannot parse self-report: /],
    [
      "[".repeat(30_000) + "]".repeat(30_000),
      /^(Cannot parse self-report: |Self-report is an array)/,
    ],
    ["x".repeat(MAX_SELF_REPORT_BYTES + 1), /^Self-report is longer than 65536 bytes$/],
  ];
  for (const [text, problem] of cases) {
    const { problems, ...rest } = parseSelfReport(text);
    assert.deepEqual(rest, { ...NOTHING, ignored: [] });
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? "", problem);
  }
});

Deno.test("parseSelfReport() counts bytes, not characters", () => {
  const frame = JSON.stringify({ ...GOOD, known_not_in_diff: "" });
  const fill = (text: string): string => frame.replace('""', JSON.stringify(text));
  const room = MAX_SELF_REPORT_BYTES - frame.length;
  assert.deepEqual(parseSelfReport(fill("x".repeat(room))).problems, []);
  const over = [`Self-report is longer than ${MAX_SELF_REPORT_BYTES} bytes`];
  assert.deepEqual(parseSelfReport(fill("x".repeat(room + 1))).problems, over);
  assert.deepEqual(parseSelfReport(fill("é".repeat(room / 2 + 1))).problems, over);
});

Deno.test("parseSelfReport() tolerates a byte order mark", () => {
  assert.deepEqual(parseSelfReport("\uFEFF" + JSON.stringify(GOOD)).problems, []);
});

Deno.test("parseSelfReport() names unknown keys and lets none of them through", () => {
  const report = parseSelfReport(`{
    "__proto__": { "confidence": 1, "polluted": true },
    "constructor": { "prototype": { "polluted": true } },
    "problems": ["mine"], "risk": { "score": 0 },
    "confidence": 0.8, "known_not_in_diff": null,
    "most_likely_wrong": { "surface": "ui", "description": "d", "__proto__": { "x": 1 }, "note": 1 }
  }`);
  assert.deepEqual(report, {
    confidence: 0.8,
    most_likely_wrong: { surface: "ui", description: "d" },
    known_not_in_diff: null,
    problems: [],
    ignored: [
      ...["__proto__", "constructor", "problems", "risk"],
      ...["most_likely_wrong.__proto__", "most_likely_wrong.note"],
    ],
  });
  for (const value of [report, report.most_likely_wrong]) {
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
  }
  assert.equal("polluted" in {}, false);
  const hidden = parseSelfReport(`{ "__proto__": ${JSON.stringify(GOOD)} }`);
  assert.equal(hidden.confidence, null);
});

Deno.test("parseSelfReport() repeats outside text shortened, on one line and without controls", () => {
  const nasty = "\u001b[2J\u2028\u202e\n".repeat(1_000);
  const { problems, ignored } = parse({ ...GOOD, confidence: nasty, [nasty]: 1 });
  for (const line of [...problems, ...ignored, ...parseSelfReport(nasty).problems]) {
    assert.ok(line.length < 200, line);
    assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}]/u);
  }
});
