import assert from "node:assert/strict";
import process from "node:process";
import { MOST, scrub } from "../../../lib/scrub/scrub.ts";
import { examples, fixed, foreignExamples } from "./_examples.ts";
import { PROSE } from "./_prose.ts";

const TOKEN = "gh" + "p_" + fixed(36);

Deno.test("scrub() removes every secret of the table", async () => {
  for (const [kind, before, secret, after] of examples(fixed)) {
    const scrubbed = await scrub(before + secret + after);
    assert.ok(!scrubbed.includes(secret), `${kind}: ${scrubbed}`);
    assert.match(scrubbed, /\[redacted: [a-z ]+\]/);
  }
});

Deno.test("scrub() removes what only secretlint knows", async () => {
  for (const [kind, before, secret, after] of foreignExamples(fixed)) {
    assert.equal(await scrub(`see ${before}${secret}${after} ok`), `see [redacted: ${kind}] ok`);
  }
});

Deno.test("scrub() leaves prose about secrets alone", async () => {
  for (const text of PROSE) assert.equal(await scrub(text), text);
});

Deno.test("scrub() counts in the units that strings count in", async () => {
  const groq = "gsk" + "_" + fixed(52);
  assert.equal(await scrub(`😀𝕏 e\u0301 ${groq} 😀`), "😀𝕏 e\u0301 [redacted: groq secret] 😀");
});

Deno.test("scrub() is not misled by a byte order mark", async () => {
  const groq = "gsk" + "_" + fixed(52);
  assert.equal(await scrub(`\uFEFF${groq}`), "\uFEFF[redacted: groq secret]");
});

Deno.test("scrub() takes no orders from the text", async () => {
  const groq = "gsk" + "_" + fixed(52);
  for (const order of ["secretlint-disable", "// secretlint-disable-next-line"]) {
    assert.equal(await scrub(`${order}\n${groq}\n`), `${order}\n[redacted: groq secret]\n`);
  }
});

Deno.test("scrub() removes a value to its end where secretlint's range ends before it", async () => {
  const scrubbed = await scrub(`AWS_SECRET_ACCESS_KEY="${fixed(40)}"`);
  assert.ok(!scrubbed.includes(fixed(40).slice(-10)), scrubbed);
});

Deno.test("scrub() makes one mark of findings that overlap", async () => {
  assert.equal(await scrub(`https://me:${TOKEN}@host.test/`), "[redacted: url password]/");
});

Deno.test("scrub() cuts what is too long, visibly, between words, and once", async () => {
  const text = "word ".repeat(MOST / 5 - 14) + `${TOKEN} ` + "word ".repeat(100);
  const scrubbed = await scrub(text);
  assert.ok(scrubbed.length <= MOST);
  assert.ok(scrubbed.endsWith("word \n[cut: the text goes on]"), scrubbed.slice(-100));
  assert.equal(await scrub(scrubbed), scrubbed);
  const exact = "word ".repeat(MOST / 5).padEnd(MOST, "w");
  assert.equal(await scrub(exact), exact);
});

Deno.test("scrub() stays within its bound where the marks are longer than the secrets", async () => {
  const scrubbed = await scrub("pwd=abcd ".repeat(MOST / 9));
  assert.ok(scrubbed.length <= MOST);
  assert.equal(await scrub(scrubbed), scrubbed);
});

Deno.test("scrub() gives the environment back", async () => {
  const { env } = process;
  await scrub("text");
  assert.equal(process.env, env);
  assert.notEqual(Object.keys(env).length, 0);
});

Deno.test("scrub() leaves nothing behind that grows with every call", async () => {
  await scrub("text");
  const before = performance.getEntries().length;
  for (let call = 0; call < 10; call++) await scrub(`text ${call}`);
  assert.equal(performance.getEntries().length, before);
});

Deno.test("scrub() tells what it replaced: of a connection string the password", async () => {
  const told: string[] = [];
  const url = "postgres://postgres:s3.cr!et@localhost:5432/shop_test";
  await scrub(`${url} with ${TOKEN}\nPGPASSWORD='correct horse'`, (secret) => told.push(secret));
  assert.deepEqual(told.toSorted(), ["correct horse", TOKEN, "s3.cr!et"]);
});
