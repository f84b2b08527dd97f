import assert from "node:assert/strict";
import fc from "fast-check";
import { translate } from "../../../hook/opencode/events.ts";

const sessionID = "ses_1";
const ABORTED = { name: "MessageAbortedError", data: { message: "Aborted" } };

function happened(type: string, properties: Record<string, unknown> = {}): unknown {
  return translate(type, { sessionID, ...properties })?.happened;
}

for (
  const [type, properties, expected] of [
    ["session.idle", {}, { kind: "idle" }],
    ["session.status", { status: { type: "busy" } }, { kind: "busy" }],
    ["session.status", { status: { type: "retry", attempt: 2, next: 9 } }, { kind: "busy" }],
    ["session.status", { status: { type: "idle" } }, null],
    ["session.status", { status: "busy" }, null],
    ["session.error", { error: ABORTED }, { kind: "aborted" }],
    ["session.error", { error: { name: "APIError" } }, { kind: "failed" }],
    ["session.error", {}, { kind: "failed" }],
    ["session.compacted", {}, { kind: "compacted" }],
    ["message.part.updated", { part: { type: "text" } }, { kind: "activity" }],
    ["message.part.updated", { part: { type: "reasoning" } }, { kind: "activity" }],
    ["message.part.updated", { part: { type: "tool" } }, { kind: "activity" }],
    ["message.part.updated", { part: { type: "step-start" } }, null],
    ["message.part.updated", {}, null],
    ["message.part.delta", { delta: "x" }, { kind: "activity" }],
    ["todo.updated", { todos: [] }, { kind: "activity" }],
    ["permission.asked", { id: "per_1" }, { kind: "asked", id: "per_1" }],
    ["permission.updated", { id: "per_1" }, { kind: "asked", id: "per_1" }],
    ["question.asked", { id: "que_1" }, { kind: "asked", id: "que_1" }],
    ["question.asked", { id: 7 }, null],
    ["permission.replied", { requestID: "per_1" }, { kind: "answered", id: "per_1" }],
    ["permission.replied", { permissionID: "per_1" }, { kind: "answered", id: "per_1" }],
    ["question.replied", { requestID: "que_1" }, { kind: "answered", id: "que_1" }],
    ["question.rejected", { requestID: "que_1" }, { kind: "answered", id: "que_1" }],
    ["question.replied", {}, null],
    ["message.updated", { info: { id: "m", role: "assistant" } }, null],
    ["session.updated", { info: { id: sessionID } }, null],
    ["session.updated", { info: { id: sessionID, revert: { messageID: "m" } } }, {
      kind: "reverted",
    }],
    ["session.updated", { info: { id: sessionID, revert: null } }, null],
    ["session.updated", {}, null],
    ["session.created", { info: { id: sessionID, revert: { messageID: "m" } } }, null],
    ["session.diff", {}, null],
    ["unheard.of", {}, null],
  ] as const
) {
  const [given, told] = [JSON.stringify(properties), JSON.stringify(expected)];
  Deno.test(`The event ${type} with ${given} is told as ${told}`, () => {
    assert.deepEqual(happened(type, properties), expected);
  });
}

Deno.test("The session of an event is found wherever the client puts it", () => {
  const sessionOf = (type: string, properties: unknown) => translate(type, properties)?.sessionId;
  assert.equal(sessionOf("session.idle", { sessionID: "a" }), "a");
  assert.equal(sessionOf("message.part.updated", { part: { sessionID: "b" } }), "b");
  assert.equal(sessionOf("message.updated", { info: { id: "m", sessionID: "c" } }), "c");
  assert.equal(sessionOf("session.created", { info: { id: "d" } }), "d");
});

Deno.test("An event of no session is passed over", () => {
  for (const properties of [{}, null, 7, "x", [], { sessionID: "" }, { sessionID: 7 }]) {
    assert.equal(translate("session.idle", properties), null);
  }
  // The id of a message is none of a session.
  assert.equal(translate("message.updated", { info: { id: "m", role: "user" } }), null);
  assert.equal(translate("server.connected", {}), null);
});

Deno.test("A new session is told with what it is, and one that is known is not", () => {
  const info = { id: sessionID, parentID: "ses_0", title: "Look it up" };
  assert.deepEqual(translate("session.created", { info })?.created, info);
  assert.equal(translate("session.updated", { info })?.created, null);
});

Deno.test("A session that is gone is told as that", () => {
  assert.equal(translate("session.deleted", { info: { id: sessionID } })?.deleted, true);
  assert.equal(translate("session.idle", { sessionID })?.deleted, false);
});

Deno.test("A user's message is told from an agent's", () => {
  const told = (role: string) =>
    translate("message.updated", { info: { id: "m", sessionID, role } })?.userMessage;
  assert.equal(told("user"), "m");
  assert.equal(told("assistant"), null);
});

Deno.test("A part, and a piece of one, is told with the message it belongs to", () => {
  const part = { type: "text", messageID: "m", sessionID };
  assert.equal(translate("message.part.updated", { part })?.part, "m");
  assert.equal(translate("message.part.delta", { sessionID, messageID: "m" })?.part, "m");
  assert.equal(translate("session.idle", { sessionID })?.part, null);
});

Deno.test("No event throws, whatever it carries", () => {
  const type = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...["session.idle", "session.status", "session.error", "session.created"],
      "session.updated",
      ...["message.updated", "message.part.updated", "permission.asked", "question.replied"],
    ),
  );
  const properties = fc.oneof(
    fc.jsonValue(),
    fc.record({
      sessionID: fc.constant(sessionID),
      info: fc.jsonValue(),
      part: fc.jsonValue(),
      status: fc.jsonValue(),
      error: fc.jsonValue(),
      id: fc.jsonValue(),
    }),
  );
  fc.assert(
    fc.property(type, properties, (type, properties) => {
      const told = translate(type, properties);
      assert.ok(told === null || told.sessionId !== "");
    }),
    { seed: 1, numRuns: 1_000 },
  );
});
