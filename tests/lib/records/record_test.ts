import assert from "node:assert/strict";
import fc from "fast-check";
import {
  checkRecord,
  isRunRecord,
  parseRecord,
  RECORD_SCHEMAS,
} from "../../../lib/records/record.ts";
import { mutate, mutations } from "../../schema/_mutations.ts";
import { records } from "../../schema/_records.ts";
import { sampleRecord } from "../../schema/_records.ts";
import { allSamples } from "./_samples.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

Deno.test("parseRecord() reads a record of every kind as it stands", () => {
  const samples = allSamples();
  assert.deepEqual(samples.map(({ schema }) => schema).toSorted(), [...RECORD_SCHEMAS].toSorted());
  for (const sample of samples) {
    assert.deepEqual(parseRecord(bytes(JSON.stringify(sample))), sample, sample.schema);
    assert.equal(isRunRecord(sample), sample.schema !== "phase0.v1", sample.schema);
  }
});

Deno.test("parseRecord() says in words why something is no record", () => {
  const text = JSON.stringify(sampleRecord());
  const wrong: [Uint8Array, string][] = [
    [bytes(""), "empty"],
    [bytes(text.slice(0, text.length / 2)), "not JSON, or only half of it"],
    [bytes("\0\0\0\0"), "not JSON, or only half of it"],
    [Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d), "not UTF-8"],
    [bytes("null"), "not an object"],
    [bytes(`[${text}]`), "not an object"],
    [bytes('"reflection.v1"'), "not an object"],
    [bytes("{}"), "no schema named"],
    [bytes('{"schema":"reflection.v2"}'), "of a schema that is not known"],
    [bytes('{"schema":1}'), "of a schema that is not known"],
    [bytes('{"schema":"toString"}'), "of a schema that is not known"],
    [bytes('{"schema":"__proto__"}'), "of a schema that is not known"],
    [
      bytes(JSON.stringify({ ...sampleRecord(), timestamp: "yesterday" })),
      "not a valid reflection.v1 record: timestamp",
    ],
    [
      bytes(JSON.stringify({ ...sampleRecord(), risk: { ...sampleRecord().risk, score: 2 } })),
      "not a valid reflection.v1 record: risk.score",
    ],
  ];
  for (const [input, problem] of wrong) assert.equal(parseRecord(input), problem);
});

Deno.test("parseRecord() takes any record that was written, and no beginning of one", () => {
  fc.assert(
    fc.property(records, fc.double({ min: 0, max: 0.999, noNaN: true }), (record, share) => {
      const whole = bytes(JSON.stringify(record));
      assert.deepEqual(parseRecord(whole), JSON.parse(JSON.stringify(record)));
      assert.equal(
        typeof parseRecord(whole.subarray(0, Math.floor(share * whole.length))),
        "string",
      );
    }),
  );
});

Deno.test("checkRecord() gives the record or words, whatever is done to a record", () => {
  fc.assert(fc.property(fc.constantFrom(...allSamples()), mutations, (sample, mutation) => {
    const { result } = mutate(sample, mutation);
    const checked = checkRecord(result);
    if (typeof checked === "string") assert.notEqual(checked, "");
    else assert.equal(checked, result);
  }));
});
