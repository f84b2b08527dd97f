import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import assert from "node:assert/strict";
import type { z } from "zod";
import type { phase0 } from "../../schema/_phase0_zod.ts";
import { renderSchemas } from "../../tools/schema.ts";
import { EXPERIMENTS, type Phase0 } from "../../schema/phase0.ts";
import { phase0Schema } from "../../schema/zod.ts";
import type { Equal } from "./_equal.ts";
import { mutate, mutations, placesOf } from "./_mutations.ts";
import { samplePhase0 } from "./_phase0_records.ts";

const schema = JSON.parse(renderSchemas().get("phase0.v1.schema.json") ?? "");
const ajvAccepts = new Ajv2020({ strict: true }).compile(schema);

/** Asserts that both say the same, and returns what they say. */
function agreed(value: unknown): boolean {
  const [zod, ajv] = [phase0Schema.safeParse(value).success, ajvAccepts(value)];
  assert.equal(zod, ajv, `zod says ${zod} to ${JSON.stringify(value)}`);
  return zod;
}

Deno.test("a phase0.v1 record of every experiment is accepted by zod and by the JSON Schema", () => {
  for (const name of EXPERIMENTS) assert.equal(agreed(samplePhase0(name)), true, name);
});

Deno.test("a figure that is not defined is null in phase0.v1, never absent", () => {
  for (const name of EXPERIMENTS) {
    for (const { path, value, parent, key } of placesOf(samplePhase0(name))) {
      if (!/^metrics\..*(auc|share|ci95|rate|median|kappa)$/.test(path)) continue;
      if (typeof value === "object" && !Array.isArray(value)) continue;
      const whole = samplePhase0(name);
      const place = placesOf(whole).find((other) => other.path === path);
      assert.ok(place && parent);
      place.parent[key] = null;
      const mayBeNull = agreed(whole);
      delete place.parent[key];
      assert.equal(agreed(whole), false, `${name} passes without "${path}"`);
      if (/auc$|ci95$/.test(path)) assert.ok(mayBeNull, `"${path}" must not be null in ${name}`);
    }
  }
});

Deno.test("the metrics of one experiment do not pass as those of another", () => {
  for (const name of EXPERIMENTS) {
    for (const other of EXPERIMENTS) {
      const mixed = { ...samplePhase0(name), metrics: samplePhase0(other).metrics };
      assert.equal(agreed(mixed), name === other);
    }
  }
});

Deno.test("zod and the JSON Schema agree on phase0.v1 records with mutations", () => {
  let accepted = 0;
  let rejected = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...EXPERIMENTS),
      fc.array(mutations, { minLength: 1, maxLength: 2 }),
      (name, steps) => {
        const start: unknown = samplePhase0(name);
        agreed(steps.reduce((value, step) => mutate(value, step).result, start))
          ? accepted++
          : rejected++;
      },
    ),
    { seed: 20260131, numRuns: 8_000 },
  );
  assert.ok(accepted > 300 && rejected > 3_000, `${accepted} accepted, ${rejected} rejected`);
});

Deno.test("the written interface of phase0.v1 is exactly what the zod schema infers", () => {
  const same: Equal<z.output<typeof phase0>, Phase0> = true;
  assert.ok(same);
});
