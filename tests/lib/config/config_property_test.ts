import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import assert from "node:assert/strict";
import {
  configFileSchema,
  reviewCategories,
  reviewSettings,
} from "../../../lib/config/_config_zod.ts";
import { readConfig } from "../../../lib/config/config.ts";
import { DEFAULT_CONFIG, type ReviewConfig } from "../../../lib/config/settings.ts";
import { REVIEW_DEPTHS, SEVERITIES } from "../../../schema/names.ts";
import { mutate, mutations } from "../../schema/_mutations.ts";
import { PROJECT } from "../../support/process.ts";

const SEED = 20260131;

const flag = fc.boolean();
const settings = fc.record({
  enabled: flag,
  mode: fc.constantFrom("auto", "manual", "disabled"),
  depth: fc.constantFrom(...REVIEW_DEPTHS),
  model: fc.constantFrom("haiku", "sonnet", "opus"),
  categories: fc.record(
    { security: flag, quality: flag, testing: flag, performance: flag, technicalDebt: flag },
    { requiredKeys: [], noNullPrototype: true },
  ),
  criticalThreshold: fc.constantFrom(...SEVERITIES),
  storeReflections: flag,
  judge: flag,
  provider: fc.constantFrom("none", "claude", "anthropic", "openai-compatible"),
  base_url: fc.constantFrom(null, "http://127.0.0.1:1/v1", "https://evil.example", "file:///x"),
}, { requiredKeys: [], noNullPrototype: true });

/** Files: good ones, good ones with something broken, and any text. */
const files = fc.tuple(settings, fc.array(mutations, { maxLength: 2 })).map(([value, steps]) =>
  steps.reduce<unknown>((file, step) => mutate(file, step).result, { reflection: value })
);
const texts = fc.oneof(
  { weight: 8, arbitrary: files.map((file) => JSON.stringify(file) ?? "null") },
  fc.json(),
  fc.string(),
);

/** How much a configuration lets happen, part by part. */
function widths(config: ReviewConfig): Record<string, number> {
  const flags = Object.entries(config.categories).map(([name, on]) => [name, Number(on)]);
  return {
    enabled: Number(config.enabled),
    mode: ["disabled", "manual", "auto"].indexOf(config.mode),
    depth: REVIEW_DEPTHS.indexOf(config.depth),
    model: ["haiku", "sonnet", "opus"].indexOf(config.model),
    criticalThreshold: SEVERITIES.indexOf(config.criticalThreshold),
    storeReflections: Number(config.storeReflections),
    judge: Number(config.judge),
    ...Object.fromEntries(flags),
  };
}

Deno.test("whatever a repository's file says, nothing gets wider and nobody else is asked", () => {
  const narrowed = new Set<string>();
  fc.assert(
    fc.property(fc.option(texts), texts, (mine, theirs) => {
      const alone = readConfig(mine, null).config;
      const { config } = readConfig(mine, theirs);
      assert.deepEqual([config.provider, config.base_url], [alone.provider, alone.base_url]);
      const [before, after] = [widths(alone), widths(config)];
      for (const [name, width] of Object.entries(after)) {
        assert.ok(width <= (before[name] ?? NaN), `${name} is wider`);
        if (width < (before[name] ?? NaN)) narrowed.add(name);
      }
    }),
    { seed: SEED, numRuns: 5_000 },
  );
  assert.equal(narrowed.size, Object.keys(widths(DEFAULT_CONFIG)).length);
});

Deno.test("a repository can ask for a narrower review, and gets it", () => {
  fc.assert(
    fc.property(settings, settings, (mine, theirs) => {
      const [user, repository] = [mine, theirs].map((reflection) => JSON.stringify({ reflection }));
      const alone = widths(readConfig(user ?? "", null).config);
      const asked = widths(readConfig(repository ?? "", null).config);
      const both = widths(readConfig(user ?? "", repository ?? "").config);
      const named = new Set([...Object.keys(theirs), ...Object.keys(theirs.categories ?? {})]);
      for (const [name, width] of Object.entries(both)) {
        const least = Math.min(alone[name] ?? NaN, asked[name] ?? NaN);
        assert.equal(width, named.has(name) ? least : alone[name], name);
      }
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

Deno.test("readConfig() keeps a setting exactly when zod accepts it", () => {
  const kept = { good: 0, bad: 0, unknown: 0 };
  fc.assert(
    fc.property(files, (raw) => {
      const text = JSON.stringify(raw) ?? "null";
      const value: unknown = JSON.parse(text);
      const { config, problems } = readConfig(text, null);
      const object = (part: unknown): Record<string, unknown> =>
        typeof part === "object" && part !== null && !Array.isArray(part) ? { ...part } : {};
      const given = object(object(value).reflection);
      const expected: Record<string, unknown> = structuredClone({ ...DEFAULT_CONFIG });
      const { categories: _, ...fields } = reviewSettings.shape;
      for (const [name, schema] of Object.entries(fields)) {
        if (!Object.hasOwn(given, name)) continue;
        const read = schema.safeParse(given[name]);
        if (read.success) expected[name] = read.data;
        kept[read.success ? "good" : "bad"]++;
        if (!read.success && name === "base_url") expected.provider = "none";
      }
      const categories: Record<string, unknown> = { ...DEFAULT_CONFIG.categories };
      for (const [name, schema] of Object.entries(reviewCategories.shape)) {
        const chosen = object(given.categories);
        const read = schema.safeParse(chosen[name]);
        if (Object.hasOwn(chosen, name) && read.success) categories[name] = read.data;
      }
      assert.deepEqual(config, { ...expected, categories });
      const whole = configFileSchema.safeParse(value).success;
      assert.equal(problems.length === 0, whole, problems.join());
      if (!whole) kept.unknown++;
    }),
    { seed: SEED, numRuns: 5_000 },
  );
  for (const [name, count] of Object.entries(kept)) assert.ok(count > 400, `${name}: ${count}`);
});

Deno.test("zod and the JSON Schema for editors accept the same files", () => {
  const schema = JSON.parse(Deno.readTextFileSync(`${PROJECT}/schema/config.schema.json`));
  const ajvAccepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  const counts = { accepted: 0, rejected: 0 };
  fc.assert(
    fc.property(files, (raw) => {
      const value: unknown = JSON.parse(JSON.stringify(raw) ?? "null");
      const zod = configFileSchema.safeParse(value).success;
      assert.equal(ajvAccepts(value), zod);
      counts[zod ? "accepted" : "rejected"]++;
    }),
    { seed: SEED, numRuns: 5_000 },
  );
  for (const [name, count] of Object.entries(counts)) assert.ok(count > 400, `${name}: ${count}`);
});

Deno.test("the JSON Schema for editors knows every default, and every setting is described", () => {
  const schema = JSON.parse(Deno.readTextFileSync(`${PROJECT}/schema/config.schema.json`));
  const { properties } = schema.properties.reflection;
  const { categories } = properties;
  const read = { reflection: {} as Record<string, unknown> };
  for (const [name, field] of Object.entries<Record<string, unknown>>(properties)) {
    assert.ok(field.title && field.description, name);
    // What done means in a repository has no default: nothing is required.
    if (!["categories", "requirements", "accepted"].includes(name)) {
      read.reflection[name] = field.default;
    }
  }
  read.reflection.categories = Object.fromEntries(
    Object.entries<{ default: unknown }>(categories.properties).map(([name, field]) => [
      name,
      field.default,
    ]),
  );
  assert.deepEqual(read.reflection, { ...DEFAULT_CONFIG });
});
