import assert from "node:assert/strict";
import fc from "fast-check";
import { redactorOf } from "../../../hook/judging/redact.ts";
import { callOf, type Conversation, conversationOf, turnOf } from "../../../judge/conversation.ts";

const TOKEN = "ghp_0123456789abcdefABCDEF0123456789abcd";
const KEY = [
  "-----BEGIN RSA PRIVATE KEY-----",
  "MIIEpAIBAAKCAQEA7bq0fFAILed1Xk9vQ2m5c8Zr4Tt6Yh1Jp3Ls0Wd9Ae2Bg5Nu",
  "Qx8Rv7Cy6Mz1Ko4Ii3Hj2Gf5Ee0Dd9Ss8Aa7Pp6Oo5Uu4Yy3Tt2Rr1Ww0Qq9Ll8K",
  "-----END RSA PRIVATE KEY-----",
];

/** A run of tests that prints this, and what the agent said of it. */
function conversation(output: string, text = "It fails."): Conversation {
  return conversationOf([
    turnOf({ origin: "person", text: "Make the tests pass" }),
    turnOf({ origin: "agent", text, calls: [callOf({ name: "Bash", output })] }),
  ]);
}

Deno.test("a token is taken out wherever it is cut", async () => {
  const redact = redactorOf(conversation(`✖ signs in with ${TOKEN}: 401`));
  const half = fc.tuple(fc.nat(TOKEN.length - 8), fc.integer({ min: 8, max: TOKEN.length }));
  await fc.assert(fc.asyncProperty(half, async ([from, length]) => {
    const part = TOKEN.slice(from, from + length);
    assert.equal((await redact(`It says "with ${part}…" again.`)).includes(part), false, part);
  }));
});

Deno.test("a password is taken out also where its name was cut away", async () => {
  const redact = redactorOf(
    conversation('password = "correct horse staple"', "Logging in. It fails."),
  );
  assert.equal(await redact('It says "horse staple".'), 'It says "[redacted] [redacted]".');
});

Deno.test("a line out of the middle of a private key is taken out", async () => {
  const redact = redactorOf(conversation(`✖ reads the key\n${KEY.join("\n")}\nℹ fail 1`));
  const kept = await redact({ fact: `\`npm test\` failed: ${KEY[1]!.slice(4, 40)}…` });
  assert.deepEqual(kept, { fact: "`npm test` failed: [redacted]…" });
});

Deno.test("a key that is begun in one text and ended in another hides nothing between them", async () => {
  const { turns } = conversation(KEY.slice(0, 2).join("\n"));
  const redact = redactorOf(conversationOf([
    ...turns,
    turnOf({ origin: "agent", text: "The parser drops commas" }),
    turnOf({ origin: "agent", text: KEY.slice(2).join("\n") }),
  ]));
  assert.equal(await redact("The parser drops commas"), "The parser drops commas");
});

Deno.test("words that stand in the conversation beside a secret stay, and so do names of ours", async () => {
  const url = "postgres://user:tests-9Zk3@db.example.com/tests";
  const redact = redactorOf(conversation(`${url} tests`));
  const kept = { severity: "HIGH", fact: "The last run of tests failed" };
  assert.deepEqual(await redact(kept), kept);
});
