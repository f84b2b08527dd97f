import fc from "fast-check";
import assert from "node:assert/strict";
import { EXPERIMENTS } from "../../schema/names.ts";
import { phase0Schema } from "../../schema/zod.ts";
import { agreementOn, assertAgreementOnMutations } from "./_agreement.ts";
import { placesOf } from "./_mutations.ts";
import { samplePhase0 } from "./_phase0_records.ts";

const agreed = agreementOn("phase0.v1", phase0Schema);

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
  assertAgreementOnMutations(agreed, fc.constantFrom(...EXPERIMENTS).map(samplePhase0));
});
