import fc from "fast-check";
import assert from "node:assert/strict";
import {
  classifyPath,
  evaluateRiskFloor,
  type ReviewSurface,
  SIZE_FLOORS,
  type SurfaceRule,
  SURFACES,
} from "../risk_floor.ts";

const SEED = 20260131;
const RUNS = { seed: SEED, numRuns: 1_500 };
const list = (text: string): string[] => text.trim().split(/\s+/);

const word = fc.constantFrom(...list(`
  auth login session token secret api key design migration schema entity docker helm k8s deploy
  release compose config vite eslint turbo pnpm test spec e2e fixture mock service guard user author
  identity tokenizer helmet invite blog index main sum parse order README CLAUDE SKILL package
  LICENSE requirements oauth2 Auth Session DOCKER İ é 😀 日本 a x 7
`));
const separator = fc.constantFrom("", "", "-", "_", ".", " ");
const name = fc.array(fc.tuple(word, separator), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.flat().join(""));
const folder = fc.oneof(
  name,
  fc.constantFrom(...list(`
    src lib docs doc tests __tests__ components apps web .github workflows .claude .cursor scripts
    release .env requirements . ..
  `)),
);
const extension = fc.constantFrom(
  ...list(`
  .ts .tsx .go .py .sql .css .md .mdx .json .lock .yml .sh .txt .tf .pem .html .test.ts .config.js
`),
  "",
);
const slash = fc.constantFrom("/", "/", "/", "\\", "//");
const vocabularyPath = fc.tuple(
  fc.array(fc.tuple(folder, slash), { maxLength: 3 }),
  name,
  extension,
)
  .map(([folders, file, ext]) => folders.flat().join("") + file + ext);
const knownFile = fc.constantFrom(...list(`
  package.json CLAUDE.md README.md .env id_rsa compose.yaml docs/a.txt a.css x_test.go src/x.ts
`));
const path = fc.oneof({ weight: 6, arbitrary: vocabularyPath }, knownFile);
const paths = fc.array(path, { minLength: 1, maxLength: 14 });
const lines = fc.option(fc.oneof(fc.nat(450), fc.nat(1200)), { nil: undefined });
const size = fc.record({ insertions: lines, deletions: lines });
/** Any UTF-16 at all, lone surrogates and text direction included. */
const anyText = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom(
      "/",
      "\\",
      ".",
      "\ud83d",
      "\udc00",
      "\u202e",
      "\u0130",
      "e\u0301",
      "auth",
      "😀",
    ),
  ),
  { maxLength: 40 },
).map((parts) => parts.join(""));

const WEIGHT: Record<string, number> = { none: 0 };
for (const rule of SURFACES) WEIGHT[rule.surface] = rule.weight;
const weightOf = (file: string): number => WEIGHT[classifyPath(file)]!;
const forward = (file: string): string => file.replaceAll("\\", "/");

Deno.test("the score is the heaviest weight over the files, and size only ever lifts it", () => {
  const seen = new Set<ReviewSurface>();
  fc.assert(
    fc.property(
      paths,
      size,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (files, lines, threshold) => {
        files.forEach((file) => seen.add(classifyPath(file)));
        const plain = evaluateRiskFloor({ filesChanged: files }, { threshold });
        const sized = evaluateRiskFloor({ filesChanged: files, ...lines }, { threshold });
        assert.equal(plain.score, Math.max(...files.map(weightOf)));
        const changed = (lines.insertions ?? 0) + (lines.deletions ?? 0);
        const exempt = files.every((file) => ["docs", "test"].includes(classifyPath(file)));
        const floors = SIZE_FLOORS.filter((floor) => !exempt && changed >= floor.lines);
        assert.equal(sized.score, Math.max(plain.score, ...floors.map((floor) => floor.score)));
        assert.equal(sized.surface, plain.surface);
        assert.equal(sized.reason.startsWith(plain.reason), true);
        assert.equal(sized.reason !== plain.reason, sized.score > plain.score);
        for (const verdict of [plain, sized]) {
          assert.equal(verdict.needs_review, verdict.score >= threshold);
        }
      },
    ),
    RUNS,
  );
  assert.deepEqual([...seen].sort(), Object.keys(WEIGHT).sort());
});

Deno.test("the reason lists, in order, files of the verdict's surface and counts the rest", () => {
  fc.assert(
    fc.property(paths, (files) => {
      const { surface, reason } = evaluateRiskFloor({ filesChanged: files });
      const deciding = [...new Set(files.map(forward))].filter((f) => classifyPath(f) === surface);
      const shown = deciding.sort().slice(0, 10).join(", ");
      const more = deciding.length > 10 ? ` and ${deciding.length - 10} more` : "";
      assert.equal(reason, `${surface} surface (weight ${WEIGHT[surface]}) in: ${shown}${more}`);
      for (const file of files) {
        assert.equal(evaluateRiskFloor({ filesChanged: [file] }).surface, classifyPath(file));
      }
    }),
    RUNS,
  );
});

Deno.test("order, repetition, blank entries and the kind of slash do not matter", () => {
  const blank = fc.constantFrom("", " ", "\t", "\n \u00a0");
  const shuffled = fc.tuple(paths, fc.array(blank, { maxLength: 3 })).chain(([files, blanks]) =>
    fc.tuple(
      fc.constant(files),
      fc.shuffledSubarray([...files, ...files, ...blanks], {
        minLength: 2 * files.length + blanks.length,
      }),
    )
  );
  fc.assert(
    fc.property(shuffled, size, ([files, again], lines) => {
      const verdict = evaluateRiskFloor({ filesChanged: files, ...lines });
      const frozen = Object.freeze(again.slice());
      assert.deepEqual(evaluateRiskFloor({ filesChanged: frozen, ...lines }), verdict);
      assert.deepEqual(frozen, again);
      for (const [from, to] of [["\\", "/"], ["/", "\\"]] as const) {
        const filesChanged = again.map((file) => file.replaceAll(from, to));
        assert.deepEqual(evaluateRiskFloor({ filesChanged, ...lines }), verdict);
      }
    }),
    RUNS,
  );
});

Deno.test("another file never lowers the score, nor does a longer change", () => {
  fc.assert(
    fc.property(paths, path, size, fc.nat(1500), (files, another, lines, n) => {
      const before = evaluateRiskFloor({ filesChanged: files, ...lines });
      const after = evaluateRiskFloor({ filesChanged: [...files, another], ...lines });
      assert.ok(after.score >= before.score);
      assert.ok(!before.needs_review || after.needs_review);
      const deletions = (lines.deletions ?? 0) + n;
      const longer = evaluateRiskFloor({ filesChanged: files, ...lines, deletions });
      assert.ok(longer.score >= before.score);
    }),
    RUNS,
  );
});

Deno.test("case matters only where it separates words", () => {
  const ascii = path.filter((file) => /^[\x20-\x7f]*$/.test(file));
  const capitalised = (file: string): string =>
    file.replace(/[a-z0-9]+/g, (run) => run[0]!.toUpperCase() + run.slice(1));
  fc.assert(
    fc.property(ascii.map((file) => file.toLowerCase()), (lower) => {
      const surface = classifyPath(lower);
      assert.equal(classifyPath(capitalised(lower)), surface, "first letters");
      const dotted = lower.replace(/\.[a-z]+$/, (ext) => ext.toUpperCase());
      assert.equal(classifyPath(dotted), surface, "extension");
      // A capital after a digit begins a word of its own: then only more can be found.
      const upper = lower.toUpperCase();
      if (!/\d[a-z]/.test(lower)) assert.equal(classifyPath(upper), surface, "all of it");
      assert.ok(weightOf(upper) >= weightOf(lower));
    }),
    RUNS,
  );
});

Deno.test("a verdict does not depend on what was classified before, nor with which table", () => {
  const other: SurfaceRule[] = [{
    surface: "docs",
    weight: 1,
    words: ["main", "x"],
    paths: ["*.ts"],
  }];
  fc.assert(
    fc.property(fc.array(path, { maxLength: 6 }), path, (before, file) => {
      for (const earlier of before) {
        classifyPath(earlier);
        classifyPath(earlier, other);
      }
      for (const table of [SURFACES, other]) {
        // A copy of the table is a table of its own, without memories.
        assert.equal(classifyPath(file, table), classifyPath(file, table.slice()));
      }
    }),
    { ...RUNS, numRuns: 300 },
  );
});

Deno.test("any text is a path, and no name can forge a line of the reason or turn it around", () => {
  fc.assert(
    fc.property(anyText, (file) => {
      const verdict = evaluateRiskFloor({ filesChanged: [file] });
      assert.equal(verdict.surface, classifyPath(file));
      assert.equal(classifyPath(file), classifyPath(forward(file)));
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(verdict.reason, /[\u0000-\u001f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
    }),
    { ...RUNS, numRuns: 5_000 },
  );
});
