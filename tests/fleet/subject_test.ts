import assert from "node:assert/strict";
import fc from "fast-check";
import { contentHash, repoToken, subjectOf } from "../../fleet/stream.ts";
import { sampleEscalation } from "../schema/_escalation_records.ts";
import { samplePhase0 } from "../schema/_phase0_records.ts";
import { sampleRecord } from "../schema/_records.ts";
import { sampleReview } from "../schema/_review_records.ts";
import { sampleUnblock } from "../schema/_unblock_records.ts";
import { sampleVerdict } from "../schema/_verdict_records.ts";

/** What one token of a subject may be: a dot parts tokens, stars and angles match others. */
const TOKEN = /^[A-Za-z0-9_-]{1,100}$/;

Deno.test("every kind of record has a subject with its kind and its repository", () => {
  const inShop = <T extends { repo: string }>(record: T): T => ({ ...record, repo: "shop" });
  const cases = [
    [inShop(sampleRecord()), "reflection.reflection.shop"],
    [inShop(sampleReview()), "reflection.review.shop"],
    [inShop(sampleVerdict()), "reflection.verdict.shop"],
    [inShop(sampleEscalation()), "reflection.escalation.shop"],
    [inShop(sampleUnblock()), "reflection.unblock.shop"],
    [samplePhase0("calibration"), "reflection.phase0.-"],
  ] as const;
  for (const [record, subject] of cases) assert.equal(subjectOf(record), subject);
});

Deno.test("any name of a repository becomes one safe token, and no two the same", () => {
  const names = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.constantFrom("shop", "a.b", "a_b", "a b", "a*b", "a>b", ".", "*", ">", "-", "", "Ä", "ä"),
    fc.constantFrom("$JS.API", "x\r\nPUB y 1", "a".repeat(500), "__proto__"),
    // A name that looks as if it had been changed already.
    fc.string({ maxLength: 20 }).map((name) => repoToken(`${name}.`)),
  );
  fc.assert(
    fc.property(names, names, (one, other) => {
      assert.match(repoToken(one), TOKEN);
      assert.equal(repoToken(one) === repoToken(other), one === other);
    }),
    { numRuns: 3_000 },
  );
});

Deno.test("a safe name stays as it is, and a record without one has a token of its own", () => {
  for (const name of ["shop", "my-repo_2", "A"]) assert.equal(repoToken(name), name);
  assert.equal(repoToken(null), "-");
  assert.notEqual(repoToken("-"), "-");
});

Deno.test("the hash of a content is its SHA-256", () => {
  assert.equal(
    contentHash(new TextEncoder().encode("abc")),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
