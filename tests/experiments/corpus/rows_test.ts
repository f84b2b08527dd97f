import fc from "fast-check";
import assert from "node:assert/strict";
import { readRows } from "../../../experiments/corpus/rows.ts";
import { pieces } from "./pieces.ts";

const RUNS = { seed: 20260131, numRuns: 3000 };

function scan(text: string | Uint8Array, clusters = false) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const corpus = readRows(pieces(bytes, [7, 1 << 16, 31]), "test", { clusters });
  return {
    confidences: [...corpus.confidences],
    outcomes: [...corpus.outcomes],
    clusters: corpus.clusters && [...corpus.clusters],
    clusterCount: corpus.clusterCount,
    namesSessions: corpus.namesSessions,
    rejected: corpus.rejections.list(),
  };
}

/** The same by the shortest way, for comparison; a reason is only that there is one. */
function reference(text: string) {
  const confidences: number[] = [];
  const outcomes: number[] = [];
  const names: string[] = [];
  const rejected: number[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      const { confidence, correct, session_id, repo } = JSON.parse(line);
      if (typeof confidence !== "number" || !(confidence >= 0 && confidence <= 1)) throw confidence;
      if (typeof correct !== "boolean") throw correct;
      confidences.push(confidence);
      outcomes.push(Number(correct));
      names.push(
        typeof session_id === "string"
          ? `session ${session_id}`
          : typeof repo === "string"
          ? `repo ${repo}`
          : `row ${index}`,
      );
    } catch {
      rejected.push(index + 1);
    }
  }
  const numbers = [...new Set(names)];
  return {
    confidences,
    outcomes,
    rejected: rejected.length,
    clusters: names.map((name) => numbers.indexOf(name)),
    clusterCount: numbers.length,
    namesSessions: names.some((name) => !name.startsWith("row ")),
  };
}

function compare(text: string): void {
  const { rejected: wanted, ...expected } = reference(text);
  for (const asked of [true, false]) {
    const { rejected, ...actual } = scan(text, asked);
    const clusters = asked ? {} : { clusters: null, clusterCount: 0 };
    assert.deepEqual(actual, { ...expected, ...clusters });
    assert.equal(rejected.reduce((sum, { count }) => sum + count, 0), wanted);
  }
}

const often = <T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: unusual });
const space = often(fc.constantFrom("", " "), fc.constantFrom("  ", "\t", "\r", " \t ", "\u00a0"));
const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 30 });
const number = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }).map(String),
  fc.integer({ min: 0, max: 100 }).map((k) => (k / 100).toFixed(2)),
  digits.map((text) => `0.${text}`),
  fc.tuple(digits, digits).map(([a, b]) => `${a}.${b}`),
  fc.tuple(digits, fc.integer({ min: -40, max: 3 })).map(([a, b]) => `0.${a}e${b}`),
  fc.constantFrom("0", "1", "-0", "0.0", "1.0", "1.000", "1e0", "1E-2", "5e-324", "1e999"),
  fc.constantFrom("01", "1.", ".5", "+1", "0x1", "NaN", "Infinity", "-1", "1.5", "00.5", "0.5.5"),
);
const other = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.constantFrom("true", "false", "null", '"0.8"', "tru", "nul", "falsey", "", "{}", "[]", "-"),
  number,
);
const text = fc.oneof(
  fc.string({ maxLength: 5 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '"s1"',
    '"s2"',
    '"\\u00731"',
    '"é"',
    '"a\\"b"',
    '"\\x"',
    '"\\ud800"',
    '"a',
    '"\t"',
  ),
);
const field = fc.tuple(
  often(
    fc.constantFrom('"confidence"', '"correct"'),
    fc.oneof(
      fc.constantFrom('"session_id"', '"repo"', '"confidenc\\u0065"', '"Correct"', '"__proto__"'),
      text,
    ),
  ),
  space,
  space,
).chain(([key, before, after]) => {
  const usual: fc.Arbitrary<string> = key === '"confidence"'
    ? number
    : key === '"correct"'
    ? fc.constantFrom("true", "false")
    : text;
  return often(often(often(usual, usual), usual), other).map((value) =>
    `${key}${before}:${after}${value}`
  );
});
const usualRow = fc.tuple(number, fc.boolean(), fc.boolean(), space, text).map((
  [confidence, correct, turned, gap, session],
) => {
  const pairs = [`"confidence":${gap}${confidence}`, `"correct"${gap}:${correct}`];
  if (turned) pairs.reverse();
  return `{${gap}${[...pairs, `"session_id":${session}`].join(`,${gap}`)}${gap}}`;
});
const wildRow = fc.tuple(fc.array(field, { maxLength: 5 }), space, space).map(
  ([fields, open, close]) => `${open}{${fields.join(`,${open}`)}${close}}${close}`,
);
const brokenRow = fc.tuple(
  fc.oneof(usualRow, wildRow),
  fc.nat(60),
  fc.constantFrom("", "x", "}", "{", "\0", ","),
).map(
  ([row, at, put]) => row.slice(0, at) + put + row.slice(at + 1),
);
const line = fc.oneof(
  usualRow,
  wildRow,
  brokenRow,
  fc.constantFrom("", " ", "\r", "\t \r", "\ufeff"),
);

Deno.test("scanning bytes gives what JSON.parse of every line gives", () => {
  fc.assert(
    fc.property(
      fc.array(line.map((row) => row.replaceAll("\n", " ")), { maxLength: 12 }),
      fc.constantFrom("", "\n"),
      (lines, end) => {
        // JavaScript trims more than JSON does; such a line is not blank to either side of the test.
        const rows = lines.map((row) => row.trim() === "" ? row.replace(/[^ \t\r]/g, "") : row);
        compare(rows.join("\n") + end);
      },
    ),
    RUNS,
  );
});

Deno.test("each way to be wrong has its reason and its line", () => {
  const cases: [line: string, reason: string][] = [
    ["{", "not JSON"],
    ['{"confidence": 0.5, "correct": true}x', "not JSON"],
    ['{"confidence": 0.5, "correct": true,}', "not JSON"],
    ['{"confidence": 0.5\0, "correct": true}', "not JSON"],
    ['\ufeff{"confidence": 0.5, "correct": true}', "not JSON"],
    ['{"confidence": NaN, "correct": true}', "not JSON: it has no NaN and no Infinity"],
    ['{"confidence": -Infinity, "correct": true}', "not JSON: it has no NaN and no Infinity"],
    ["[0.5, true]", "not an object"],
    ["null", "not an object"],
    ['"text"', "not an object"],
    ['{"correct": true}', "confidence missing"],
    ["{}", "confidence missing"],
    ['{"confidence": null, "correct": true}', "confidence is null"],
    ['{"confidence": "0.8", "correct": true}', "confidence is not a number"],
    ['{"confidence": true, "correct": true}', "confidence is not a number"],
    ['{"confidence": 1e999, "correct": true}', "confidence is not finite"],
    ['{"confidence": 1.0000001, "correct": true}', "confidence is outside of 0 to 1"],
    ['{"confidence": -0.1, "correct": true}', "confidence is outside of 0 to 1"],
    ['{"confidence": 80, "correct": true}', "confidence is outside of 0 to 1"],
    ['{"confidence": 0.5}', "correct missing"],
    ['{"confidence": 0.5, "correct": 1}', "correct is not true or false"],
    ['{"confidence": 0.5, "correct": "true"}', "correct is not true or false"],
    ['{"confidence": 0.5, "correct": null}', "correct is not true or false"],
  ];
  for (const [line, reason] of cases) {
    // A blank line counts as a line and as nothing else.
    const { rejected, outcomes } = scan(`{"confidence":1,"correct":true}\r\n \t\r\n${line}\r\n`);
    assert.deepEqual(rejected, [{ reason, count: 1, first: [3] }], line);
    assert.equal(outcomes.length, 1);
  }
});

Deno.test("bytes that are not UTF-8 are a reason, even in a text that is not used", () => {
  const start = [...new TextEncoder().encode('{"confidence":0.5,"correct":true,"note":"')];
  const end = [0x22, 0x7d, 0x0a];
  const good = [...start, 0xc3, 0xa9, ...end];
  const { rejected, confidences } = scan(
    new Uint8Array([...good, ...start, 0xff, ...end, ...good, ...start, 0xc3, ...end]),
  );
  assert.deepEqual(rejected, [{ reason: "not UTF-8", count: 2, first: [2, 4] }]);
  assert.deepEqual(confidences, [0.5, 0.5]);
});

Deno.test("what stands beside confidence and correct must be JSON too, and only texts name", () => {
  const good = '{"confidence":0.5,"correct":true}';
  const values = [
    "0",
    "-1.5",
    "01",
    "-",
    "1.",
    "1.5e3",
    "true",
    "nul",
    '"s"',
    '"\\u0073"',
    "[1]",
    "{}",
  ];
  for (const key of ["session_id", "repo", "note", "confidence_", "correct_"]) {
    for (const value of values) {
      const fields = `"confidence":0.25,"${key}":${value},"correct":false`;
      compare([good, `{${fields}}`, `{"session_id":"s",${fields}}`, good].join("\n"));
    }
  }
});

Deno.test("of keys that come twice the last counts, whatever the first is", () => {
  const { confidences, outcomes, rejected } = scan(
    '{"confidence":"x","correct":1,"confidence":0.25,"correct":false}\n' +
      '{"confidence":0.25,"confidence":0.75,"correct":false,"correct":true}\n' +
      '{"confidence":0.25,"correct":true,"confidence":null}\n',
  );
  assert.deepEqual([confidences, outcomes], [[0.25, 0.75], [0, 1]]);
  assert.deepEqual(rejected, [{ reason: "confidence is null", count: 1, first: [3] }]);
  for (const names of ['"session_id":"s","session_id":null', '"session_id":"s","repo":"r"']) {
    compare(`{"confidence":0,"correct":true}\n{"confidence":0,"correct":true,${names}}`);
  }
});

Deno.test("rows beyond the first arrays, and lines beyond the first buffer, are all there", () => {
  const n = 200_000;
  const rows = Array.from(
    { length: n },
    (_, i) => `{"correct":${i % 3 === 0},"confidence":${i / n}}`,
  );
  const pad = `"pad":"${"x".repeat(2_000_000)}"`;
  const { confidences, outcomes, clusters } = scan(
    `${rows.join("\n")}\n{${pad},"confidence":0.125,"correct":true}\n{"long":"${
      "x".repeat(5_000_000)
    }"}\n{"confidence":1,"correct":false}`,
    true,
  );
  assert.equal(confidences.length, n + 2);
  assert.deepEqual(confidences.slice(-3), [(n - 1) / n, 0.125, 1]);
  assert.deepEqual(outcomes.slice(-3), [(n - 1) % 3 === 0 ? 1 : 0, 1, 0]);
  assert.equal(clusters?.at(-1), n + 1);
});
