// Whether zod and the JSON Schema that is checked in, read by a validator of its own, say the same.

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import assert from "node:assert/strict";
import type { z } from "zod";
import { PROJECT } from "../support/process.ts";
import { mutate, mutations } from "./_mutations.ts";

/** The JSON Schema of a record as a function that accepts or rejects. */
export function ajvFor(name: string): (value: unknown) => boolean {
  const text = Deno.readTextFileSync(`${PROJECT}/schema/${name}.schema.json`);
  return new Ajv2020({ strict: true }).compile(JSON.parse(text));
}

/** What both say of a value; that they say the same is asserted each time. */
export function agreementOn(name: string, schema: z.ZodType): (value: unknown) => boolean {
  const ajvAccepts = ajvFor(name);
  return (value) => {
    const [zod, ajv] = [schema.safeParse(value).success, ajvAccepts(value)];
    assert.equal(zod, ajv, `zod ${zod ? "accepts" : "rejects"} and Ajv does not agree`);
    return zod;
  };
}

/** Asserts that both say the same of records that are broken in one or two places. */
export function assertAgreementOnMutations(
  agreed: (value: unknown) => boolean,
  samples: fc.Arbitrary<unknown>,
): void {
  let accepted = 0;
  let rejected = 0;
  const steps = fc.array(mutations, { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(samples, steps, (sample, steps) => {
      agreed(steps.reduce((value, step) => mutate(value, step).result, sample))
        ? accepted++
        : rejected++;
    }),
    { seed: 20260131, numRuns: 6_000 },
  );
  assert.ok(accepted > 200 && rejected > 2_000, `${accepted} accepted, ${rejected} rejected`);
}
