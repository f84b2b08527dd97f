import fc from "fast-check";
import assert from "node:assert/strict";
import {
  withAccepted,
  withoutAccepted,
  withoutRequirements,
  withRequirements,
} from "../../../lib/config/requirement_edits.ts";
import {
  type DeclaredRequirement,
  hashOf,
  MAX_ACCEPTED,
  readRequirements,
  requirementOf,
} from "../../../lib/config/requirements.ts";

const SEED = 20260131;
const NAME = "/home/me/shop";

const command = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 })
  .map(requirementOf).filter((one) => one !== null);
const commands = fc.uniqueArray(command, {
  minLength: 1,
  maxLength: 4,
  selector: ({ kind, command }) => kind + command,
});

/** A person's file in some manner of layout, with what is another's in it. */
const files = fc.tuple(
  fc.record({
    provider: fc.string({ maxLength: 5 }),
    requirements: fc.dictionary(
      fc.constantFrom("/a", "/home/me/shop2", "/home/me"),
      fc.array(fc.constantFrom("npm test", "todos"), { maxLength: 2 }),
      { minKeys: 1, noNullPrototype: true },
    ),
    extra: fc.jsonValue({ maxDepth: 2 }),
  }, { requiredKeys: [], noNullPrototype: true }).filter((value) => Object.keys(value).length > 0),
  fc.option(fc.jsonValue({ maxDepth: 2 })),
  fc.boolean(),
  fc.constantFrom("", "  ", "\t", "    "),
  fc.constantFrom("", "\n", "\r\n"),
  fc.constantFrom("", "\uFEFF"),
).map(([reflection, others, isThere, indent, end, bom]) => {
  const text = JSON.stringify({ others, ...isThere ? { reflection } : {} }, null, indent);
  return bom + (end === "\r\n" ? text.replaceAll("\n", end) : text) + end;
});

const parsed = (text: string) => JSON.parse(text.replace(/^\uFEFF/, ""));

/** What the person's own file requires. */
async function ownIn(text: string): Promise<readonly DeclaredRequirement[]> {
  return (await readRequirements(text, null, NAME)).own;
}

Deno.test("what is added counts, and taking it out leaves the file byte for byte as it was", async () => {
  await fc.assert(
    fc.asyncProperty(files, commands, commands, async (before, one, two) => {
      const first = withRequirements(before, NAME, one);
      assert.deepEqual(await ownIn(first), one);
      const more = two.filter(({ command }) => !one.some((other) => other.command === command));
      const both = withRequirements(first, NAME, more);
      assert.deepEqual(await ownIn(both), [...one, ...more]);
      assert.equal(withoutRequirements(both, NAME, more), first);
      assert.equal(withoutRequirements(first, NAME, one), before);
      assert.deepEqual(await ownIn(withoutRequirements(both, NAME, one)), more);
      // Nothing of what is another's changes on the way.
      const rest = parsed(both);
      delete rest.reflection.requirements[NAME];
      const { reflection = {}, ...others } = parsed(before);
      assert.deepEqual(rest, {
        ...others,
        reflection: { ...reflection, requirements: reflection.requirements ?? {} },
      });
    }),
    { seed: SEED, numRuns: 1_000 },
  );
});

Deno.test("an accepted list counts until that is taken back, which leaves the file as it was", async () => {
  await fc.assert(
    fc.asyncProperty(files, commands, commands, async (before, shipped, others) => {
      const theirs = JSON.stringify({
        reflection: { requirements: shipped.map(({ kind, command }) => command || kind) },
      });
      const hash = await hashOf(shipped);
      const mine = withAccepted(withAccepted(before, NAME, await hashOf(others)), NAME, hash);
      const read = await readRequirements(mine, theirs, NAME);
      assert.deepEqual([read.requirements, read.pending], [shipped, []]);
      const without = withoutAccepted(mine, NAME);
      assert.equal(without, before);
      assert.deepEqual((await readRequirements(without, theirs, NAME)).pending, shipped);
    }),
    { seed: SEED, numRuns: 500 },
  );
});

Deno.test("a file is made where there is none, and the last requirement leaves it empty", () => {
  const one = [requirementOf("npm test")!];
  for (const none of [null, "", " \n"]) {
    const made = withRequirements(none, NAME, one);
    assert.equal(
      made,
      '{\n  "reflection": {\n    "requirements": {\n      "/home/me/shop": [\n        "npm test"\n' +
        "      ]\n    }\n  }\n}\n",
    );
    assert.equal(withoutRequirements(made, NAME, one), "{}\n");
  }
});

Deno.test("only the newest accepted lists are remembered, and the file stays readable", async () => {
  let text: string | null = null;
  for (let n = 0; n < MAX_ACCEPTED + 5; n++) {
    text = withAccepted(text, NAME, n.toString(16).padStart(64, "0"));
  }
  const { problems } = await readRequirements(text, null, NAME);
  assert.deepEqual(problems, []);
  const hashes = JSON.parse(text!).reflection.accepted[NAME];
  assert.deepEqual([hashes.length, hashes[0]], [MAX_ACCEPTED, "5".padStart(64, "0")]);
});

Deno.test("a file that is not what it should be is refused, with what is wrong", () => {
  const one = [requirementOf("npm test")!];
  const refused: [string, RegExp][] = [
    ["{", /^line 1, column 2: expected a comma or "}"/],
    ["[]", /^the whole must be an object, not array$/],
    ['{"reflection": 1}', /^"reflection" must be an object, not number$/],
    [
      '{"reflection": {"requirements": ["npm test"]}}',
      /^"reflection.requirements" must be an object/,
    ],
    [
      '{"reflection": {"requirements": {"/home/me/shop": {}}}}',
      /^"reflection.requirements.\/home\/me\/shop" must be an array, not object$/,
    ],
    [`{"x": "${"x".repeat(66_000)}"}`, /^it would be longer than 65536 characters$/],
    [
      JSON.stringify({ reflection: { requirements: { [NAME]: Array(50).fill("x") } } }),
      /at most 50 requirements$/,
    ],
  ];
  for (const [text, message] of refused) {
    assert.throws(() => withRequirements(text, NAME, one), { name: "UserError", message }, text);
  }
});
