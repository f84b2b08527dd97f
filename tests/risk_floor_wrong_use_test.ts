import assert from "node:assert/strict";
import {
  classifyPath,
  evaluateRiskFloor,
  type RiskFloorInput,
  type SurfaceRule,
} from "../risk_floor.ts";

/** Asserts the class of the error and that its message quotes the value. */
function assertRefuses(
  run: () => unknown,
  kind: typeof RangeError | typeof TypeError,
  quoted: string,
): void {
  assert.throws(run, (error: Error) => {
    assert.equal(error.constructor, kind, `${error}`);
    assert.ok(error.message.includes(quoted), `${error.message} quotes ${quoted}`);
    assert.doesNotMatch(error.message, /\.$/);
    return true;
  });
}

const paths = (filesChanged: unknown): RiskFloorInput => ({ filesChanged } as RiskFloorInput);

Deno.test("a threshold outside of 0 to 1 is a RangeError, also when no file changed", () => {
  for (const threshold of [-0.01, 1.01, NaN, Infinity, -Infinity, "high"]) {
    for (const filesChanged of [[], ["x.ts"]]) {
      const options = { threshold: threshold as number };
      assertRefuses(
        () => evaluateRiskFloor({ filesChanged }, options),
        RangeError,
        `"${threshold}"`,
      );
    }
  }
  assert.equal(evaluateRiskFloor(paths(["x.ts"]), { threshold: undefined }).needs_review, false);
});

Deno.test("insertions and deletions that are negative or not finite are a RangeError", () => {
  for (const name of ["insertions", "deletions"]) {
    for (const value of [-1, NaN, Infinity, -Infinity, "many"]) {
      const input = { ...paths(["README.md"]), [name]: value };
      assertRefuses(() => evaluateRiskFloor(input), RangeError, `"${value}"`);
      assertRefuses(() => evaluateRiskFloor(input), RangeError, name);
    }
    assert.equal(evaluateRiskFloor({ ...paths(["x.ts"]), [name]: 0 }).score, 0);
    assert.equal(evaluateRiskFloor({ ...paths(["x.ts"]), [name]: undefined }).score, 0);
  }
});

Deno.test("filesChanged that is no array of strings is a TypeError", () => {
  for (const [value, quoted] of [["auth.ts", '"auth.ts"'], [7, '"7"'], [null, '"null"']] as const) {
    assertRefuses(() => evaluateRiskFloor(paths(value)), TypeError, quoted);
    if (value === "auth.ts") continue;
    assertRefuses(() => evaluateRiskFloor(paths(["auth.ts", value])), TypeError, quoted);
    assertRefuses(() => classifyPath(value as unknown as string), TypeError, quoted);
  }
  for (const value of [undefined, true, 5n, {}, new Set(["auth.ts"])]) {
    assertRefuses(() => evaluateRiskFloor(paths(value)), TypeError, `"${value}"`);
    assertRefuses(() => evaluateRiskFloor(paths([value])), TypeError, `"${value}"`);
  }
  assertRefuses(() => evaluateRiskFloor(paths(Object.create(null))), TypeError, '"object"');
  assertRefuses(() => evaluateRiskFloor(paths(["a", , "b"])), TypeError, '"undefined"');
  assert.throws(() => evaluateRiskFloor(undefined as unknown as RiskFloorInput), TypeError);
});

Deno.test("a table with a weight outside of 0 to 1 is a RangeError, with two rules a TypeError", () => {
  for (const weight of [-0.1, 1.1, NaN, Infinity]) {
    const surfaces: SurfaceRule[] = [{ surface: "ui", weight }];
    assertRefuses(() => classifyPath("x", surfaces), RangeError, `"${weight}"`);
    assertRefuses(() => evaluateRiskFloor(paths([]), { surfaces }), RangeError, `"${weight}"`);
  }
  const twice: SurfaceRule[] = [{ surface: "ui", weight: 1 }, { surface: "ui", weight: 0 }];
  assertRefuses(() => classifyPath("x", twice), TypeError, "ui");
  assertRefuses(() => evaluateRiskFloor(paths(["x"]), { surfaces: twice }), TypeError, "ui");
  const nine = Array.from({ length: 9 }, (_, n) => ({ surface: `s${n}`, weight: 1 }));
  assertRefuses(() => classifyPath("x", nine as unknown as SurfaceRule[]), TypeError, "8 rules");
  const text = "auth" as unknown as SurfaceRule[];
  assertRefuses(() => classifyPath("x", text), TypeError, '"auth"');
});

Deno.test("a custom table replaces the default one, and its case does not matter", () => {
  const surfaces: SurfaceRule[] = [
    { surface: "docs", weight: 0.3, settles: ["*.TXT"] },
    { surface: "test", weight: 0, paths: ["Zero/"] },
    {
      surface: "infra",
      weight: 1,
      words: ["ROCKET", "Launch-Pad"],
      nameWords: ["FUEL"],
      exceptions: ["Toy-ROCKET"],
      paths: ["*.ENGINE", "Count*.Down", "Base/Go*", "Deep//Go*"],
      binds: ["ORDERS.txt"],
    },
  ];
  const expected = {
    infra: `rocket Rockets/x my-rocket.ts rocketservice.ts launch_pads.ts launchPad.ts fuel.ts
      a.engine countdown.down base/going a/BASE/go deep/er/and/deeper/go.x ORDERS.TXT a/orders.txt`,
    docs: "a.txt rocket.txt fuel/a.txt",
    test: "zero/x a/ZERO/b/x",
    none: "auth.ts toy-rocket.ts toyRocket.ts fuel/x base/a/go engine launch/pad a.go",
  };
  for (const [surface, list] of Object.entries(expected)) {
    for (const path of list.split(/\s+/)) assert.equal(classifyPath(path, surfaces), surface, path);
  }
  const verdict = evaluateRiskFloor(paths(["zero/x", "x"]), { surfaces });
  assert.deepEqual([verdict.surface, verdict.score], ["test", 0]);
});

Deno.test("a phrase that is not two words, and a weight that is no number, are refused", () => {
  for (const phrase of ["a-b-c", "-", "a-"]) {
    const table: SurfaceRule[] = [{ surface: "auth", weight: 1, words: [phrase] }];
    assertRefuses(() => classifyPath("x.ts", table), TypeError, `"${phrase}"`);
  }
  for (const weight of [null, "0.5", true]) {
    const table = [{ surface: "auth", weight }] as unknown as SurfaceRule[];
    assertRefuses(() => classifyPath("x.ts", table), RangeError, `"${weight}"`);
  }
});

Deno.test("an empty table gives none for everything, and size still counts", () => {
  const options = { surfaces: [] };
  assert.equal(classifyPath("src/auth.ts", []), "none");
  assert.equal(evaluateRiskFloor(paths(["src/auth.ts", "README.md"]), options).score, 0);
  const large = { ...paths(["README.md"]), insertions: 400 };
  assert.equal(evaluateRiskFloor(large, options).score, 0.5);
});

Deno.test("of two surfaces of one weight the first of the table wins, whatever the files' order", () => {
  const ui: SurfaceRule = { surface: "ui", weight: 0.7, words: ["both", "left"] };
  const data: SurfaceRule = { surface: "data", weight: 0.7, words: ["both", "right"] };
  for (const [surfaces, first] of [[[ui, data], "ui"], [[data, ui], "data"]] as const) {
    assert.equal(classifyPath("both.ts", surfaces), first);
    for (const files of [["left.ts", "right.ts"], ["right.ts", "left.ts"]]) {
      const verdict = evaluateRiskFloor(paths(files), { surfaces });
      assert.deepEqual([verdict.surface, verdict.score], [first, 0.7]);
    }
  }
});

Deno.test("extreme paths are classified like any other", () => {
  const deep = "a/".repeat(100_000);
  for (const unit of ["a", "A", "7", "aB", "s", ".", "/", "\\", "\ud800", "İ", "a-", "😀"]) {
    assert.equal(classifyPath(unit.repeat(1_000_000)), "none", unit);
  }
  assert.equal(classifyPath(`${"7".repeat(1_000_000)}a`), "none");
  assert.equal(classifyPath(`${"x".repeat(1_000_000)}.sql`), "data");
  assert.equal(classifyPath("api-key-".repeat(100_000)), "auth");
  assert.equal(classifyPath(`${deep}x.ts`), "none");
  assert.equal(classifyPath(`${deep}auth/${deep}x.ts`), "auth");
  assert.equal(classifyPath(`${deep}.claude/${deep}x.md`), "infra");
});

Deno.test("a million paths are no trouble", () => {
  const plain = Array.from(
    { length: 1_000_000 },
    (_, n) => `src/part${n >> 10}/unit${n}.ts`,
  );
  assert.match(evaluateRiskFloor({ filesChanged: plain }).reason, / and 999990 more$/);
});

Deno.test("the module imports nothing and reaches for nothing outside of itself", async () => {
  const source = await Deno.readTextFile(new URL("../risk_floor.ts", import.meta.url));
  const code = source.replace(/\/\*\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  assert.match(code, /export function evaluateRiskFloor/);
  assert.doesNotMatch(code, /\bimport\b|\brequire\(|\bexport\b.*\bfrom\b/);
  assert.doesNotMatch(code, /\bDeno\b|\bprocess\b|\bglobalThis\b|\bDate\b|\bperformance\b/);
  assert.doesNotMatch(code, /Math\.random|\bconsole\b|\bfetch\b|\beval\b/);
});
