import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import assert from "node:assert/strict";
import { configFileSchema } from "../../../lib/config/_config_zod.ts";
import { REPOSITORY_CONFIG } from "../../../lib/config/files.ts";
import {
  hashOf,
  readRequirements,
  requirementOf,
  requirementsFor,
  requirementText,
} from "../../../lib/config/requirements.ts";
import { mutate, mutations } from "../../schema/_mutations.ts";
import { PROJECT } from "../../support/process.ts";
import { Scratch } from "../../support/repository.ts";

const SEED = 20260131;
const NAME = "/home/me/shop";

const requirement = fc.constantFrom(
  "npm test",
  "deno task ok",
  "committed",
  "pushed",
  "no-secrets",
);
const list = fc.array(requirement, { maxLength: 3 });

function file(reflection: unknown): string {
  return JSON.stringify({ reflection });
}

async function texts(user: string | null, repository: string | null) {
  const { requirements, pending, problems } = await readRequirements(user, repository, NAME);
  const read = { requirements: requirements.map(requirementText) };
  return { ...read, pending: pending.map(requirementText), problems };
}

/** The person's file after accepting this list. */
async function accepting(...lists: string[][]): Promise<Record<string, unknown>> {
  const hashes = lists.map((list) =>
    hashOf([...new Set(list)].map((text) => requirementOf(text)!))
  );
  return { accepted: { [NAME]: await Promise.all(hashes) } };
}

Deno.test("readRequirements() takes the person's list of this repository, each once", async () => {
  const mine = file({
    requirements: { [NAME]: ["npm test", " npm test ", "todos"], "/home/me/other": ["pushed"] },
  });
  const read = await readRequirements(mine, null, NAME);
  assert.deepEqual(read.requirements, [
    { kind: "check", command: "npm test" },
    { kind: "todos", command: "" },
  ]);
  assert.deepEqual(read.problems, []);
  assert.deepEqual(await texts(null, null), { requirements: [], pending: [], problems: [] });
});

Deno.test("a repository's list counts exactly while that very list is accepted", async () => {
  const counted = { yes: 0, no: 0 };
  await fc.assert(
    fc.asyncProperty(list, list, fc.array(list, { maxLength: 5 }), async (own, ships, accepted) => {
      const settings = { requirements: { [NAME]: own }, ...await accepting(...accepted) };
      const { requirements, pending, problems } = await texts(
        file(settings),
        file({ requirements: ships }),
      );
      const once = [...new Set(ships)];
      const same = (other: string[]) =>
        JSON.stringify([...new Set(other)]) === JSON.stringify(once);
      const counts = accepted.some(same);
      const expected = counts ? [...own, ...once] : own;
      assert.deepEqual(requirements, [...new Set(expected)]);
      assert.deepEqual([pending, problems], [counts ? [] : once, []]);
      if (once.length > 0) counted[counts ? "yes" : "no"]++;
    }),
    { seed: SEED, numRuns: 2_000 },
  );
  for (const [name, count] of Object.entries(counted)) assert.ok(count > 50, `${name}: ${count}`);
});

Deno.test("what was accepted in one repository counts in no other", async () => {
  const mine = file(await accepting(["npm test"]));
  const read = await readRequirements(mine, file({ requirements: ["npm test"] }), "/home/me/other");
  assert.deepEqual([read.requirements.length, read.pending.length], [0, 1]);
});

Deno.test("a repository's file that is not wholly good counts for nothing, accepted or not", async () => {
  const hostile: [unknown, RegExp][] = [
    [
      { requirements: "npm test" },
      /requirements must be a list of at most 50 entries, got "npm test"/,
    ],
    [
      { requirements: { [NAME]: ["npm test"] } },
      /must be a list of at most 50 entries, got an object/,
    ],
    [{ requirements: ["npm test", 7] }, /must hold a command .*, got 7/],
    [{ requirements: ["npm test", ""] }, /got ""/],
    [{ requirements: ["npm test", "echo \u202e1"] }, /got "echo \\u\{202e\}1"/],
    [{ requirements: ["npm test", "x".repeat(1001)] }, /got "x+…"/],
    [{ requirements: Array(51).fill("npm test") }, /got 51 entries/],
    [{ requirements: [["npm test"]] }, /got an array/],
    ["npm test", /reflection must be an object/],
  ];
  const mine = file(await accepting(["npm test"]));
  for (const [reflection, problem] of hostile) {
    const { requirements, pending, problems } = await texts(mine, file(reflection));
    assert.deepEqual([requirements, pending, problems.length], [[], [], 1]);
    assert.match(problems[0]!, problem);
    assert.match(problems[0]!, / \(repository's config\)$/);
  }
  // A name of the language's own is no key that someone set.
  const named =
    `{"__proto__":{"reflection":{"requirements":["npm test"]}},"reflection":{"__proto__":
    {"requirements":["npm test"]}}}`;
  assert.deepEqual(await texts(mine, named), { requirements: [], pending: [], problems: [] });
});

Deno.test("a repository cannot accept its own list", async () => {
  const accepted = await accepting(["npm test"]);
  const theirs = file({ requirements: ["npm test"], ...accepted });
  assert.deepEqual(await texts(null, theirs), {
    requirements: [],
    pending: ["npm test"],
    problems: ["reflection.accepted is the user's to set (repository's config)"],
  });
});

Deno.test("of the person's own list the good ones count beside a bad one, which is named", async () => {
  const mine = file({ requirements: { [NAME]: ["npm test", null] } });
  const { requirements, problems } = await texts(mine, null);
  assert.deepEqual(requirements, ["npm test"]);
  assert.match(problems.join(), /of this repository must hold .*, got null \(user's config\)$/);
});

Deno.test("readRequirements() is content exactly when zod and the JSON Schema for editors are", async () => {
  const schema = JSON.parse(Deno.readTextFileSync(`${PROJECT}/schema/config.schema.json`));
  const ajvAccepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  const any = fc.oneof(requirement, fc.string({ unit: "binary", maxLength: 4 }));
  const files = fc.tuple(
    fc.record({
      requirements: fc.record({ [NAME]: fc.array(any, { maxLength: 3 }) }),
      accepted: fc.record({ [NAME]: fc.constantFrom([], ["0".repeat(64)], ["x"]) }),
    }, { requiredKeys: [], noNullPrototype: true }),
    fc.option(mutations),
  ).map(([value, step]) =>
    step === null ? { reflection: value } : mutate({ reflection: value }, step).result
  );
  const counts = { accepted: 0, rejected: 0 };
  await fc.assert(
    fc.asyncProperty(files, async (raw) => {
      const text = JSON.stringify(raw) ?? "null";
      const value = JSON.parse(text);
      // Other settings, other repositories and a list in the person's file are not looked at here.
      const { requirements = {}, accepted = {}, ...others } = value?.reflection ?? {};
      const names = [requirements, accepted].flatMap((part) => Object.keys(part ?? {}));
      fc.pre(Object.keys(others).length === 0 && names.every((name) => name === NAME));
      fc.pre(!Array.isArray(requirements));
      const { problems } = await readRequirements(text, null, NAME);
      const good = configFileSchema.safeParse(value).success;
      assert.equal(problems.length === 0, good, problems.join());
      assert.equal(ajvAccepts(value), good);
      counts[good ? "accepted" : "rejected"]++;
    }),
    { seed: SEED, numRuns: 3_000 },
  );
  for (const [name, count] of Object.entries(counts)) assert.ok(count > 300, `${name}: ${count}`);
});

Deno.test("requirementsFor() knows a linked work tree and a subfolder's link as the same repository", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "shop/README.md": "" });
  const main = scratch.path("shop");
  await scratch.git("init", "--quiet", main);
  await scratch.git("-C", main, "commit", "--quiet", "--allow-empty", "--message", "First");
  await scratch.git("-C", main, "worktree", "add", "--quiet", "../linked");
  await Deno.symlink(main, scratch.path("another way"));
  await scratch.write({
    "config/reflection/config.json": file({ requirements: { [main]: ["npm test"] } }),
  });
  const env = (name: string) => name === "XDG_CONFIG_HOME" ? scratch.path("config") : undefined;
  for (const top of ["shop", "linked", "another way"]) {
    const { requirements, problems } = await requirementsFor(scratch.path(top), env);
    assert.deepEqual(requirements, [{ kind: "check", command: "npm test" }], top);
    assert.deepEqual(problems, []);
  }
});

Deno.test("requirementsFor() names a file of the repository that it will not read, and requires nothing", async () => {
  await using scratch = await Scratch.make();
  await scratch.init();
  const path = scratch.path(REPOSITORY_CONFIG);
  const problem = async () => {
    const { problems, requirements, pending } = await requirementsFor(
      scratch.folder,
      () => undefined,
    );
    assert.deepEqual([requirements, pending], [[], []]);
    return problems.join();
  };
  await scratch.write({ [REPOSITORY_CONFIG]: " ".repeat(300_000) });
  assert.match(await problem(), /larger than 262144 bytes \(repository's config\)$/);
  await Deno.remove(path);
  await scratch.write({ "elsewhere.json": file({ requirements: ["npm test"] }) });
  await Deno.symlink(scratch.path("elsewhere.json"), path);
  assert.match(await problem(), /led to by a link \(repository's config\)$/);
  await Deno.remove(path);
  await scratch.write({ [REPOSITORY_CONFIG]: "{" });
  assert.match(await problem(), /Cannot parse the file/);
});
