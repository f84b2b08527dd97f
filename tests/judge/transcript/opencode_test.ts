import assert from "node:assert/strict";
import { markedText } from "../../../judge/feedback.ts";
import { readOpenCode } from "../../../judge/transcript/opencode.ts";
import {
  answer,
  type Message,
  person,
  summary,
  text,
  tool,
} from "../../hook/opencode/_messages.ts";

const TASK = person("msg_1", "Fix add()");
const OURS = markedText("Task Incomplete (1/16) [HIGH]", "Run the tests");

function turnsOf(...messages: readonly Message[]) {
  return readOpenCode(messages).conversation.turns;
}

function callOf(state: Record<string, unknown>, info: Record<string, unknown> = {}) {
  return turnsOf(TASK, answer("m2", [tool(state)], info))[1]!.calls[0]!;
}

for (
  const [by, error] of [
    ["person", "The user rejected permission to use this specific tool call."],
    ["person", "Error: The user dismissed this question"],
    [
      "client",
      "The user has specified a rule which prevents you from using this specific tool call.",
    ],
    [null, "Tool execution aborted"],
    [null, "No such file"],
  ] as const
) {
  Deno.test(`A call with the error "${error.slice(0, 50)}" was refused by ${by}`, () => {
    assert.equal(callOf({ status: "error", error }).refusedBy, by);
    assert.equal(callOf({ status: "completed", output: error }).refusedBy, null);
  });
}

Deno.test("What a person says with a refusal is a message of the person", () => {
  const refused = "The user rejected permission to use this specific tool call";
  const said = (error: string) =>
    turnsOf(TASK, answer("m2", [tool({ status: "error", error })])).slice(2)
      .map(({ origin, text }) => [origin, text]);
  assert.deepEqual(said(`${refused} with the following feedback: Use yarn`), [
    ["person", "Use yarn"],
  ]);
  assert.deepEqual(said(`${refused}.`), []);
  assert.deepEqual(said("It failed with the following feedback: no"), []);
});

Deno.test("An output is cut where the client kept a part of it, or ended the command", () => {
  const cut = (output: string, metadata = {}) =>
    callOf({ status: "completed", output, metadata }).cut;
  assert.equal(cut("x", { exit: 0, truncated: true }), true);
  const early = (words: string) => cut(`x\n\n<shell_metadata>\n${words}\n</shell_metadata>`);
  assert.equal(early("shell tool terminated command after exceeding timeout 100 ms."), true);
  assert.equal(early("User aborted the command"), true);
  assert.equal(cut("x", { exit: 0, truncated: false }), false);
});

Deno.test("A call has the folder that it was given, or that the agent moved to", () => {
  const at = (id: string, cwd: string, input = {}) =>
    answer(id, [tool({ input }, { id })], { path: { cwd } });
  const turns = turnsOf(
    at("1", "/p"),
    at("2", "/p/sub"),
    at("3", "/p", { workdir: "/p/other" }),
    at("4", "/p/sub", { workdir: "/p" }),
  );
  assert.deepEqual(turns.flatMap(({ calls }) => calls.map(({ folder }) => folder)), [
    "",
    "/p/sub",
    "/p/other",
    "",
  ]);
});

Deno.test("What is ours is cut out of what others say, and is ours where nothing else is said", () => {
  const quoted = OURS.replaceAll(/^/gm, "> ");
  assert.deepEqual(
    turnsOf(TASK, answer("m2", [text("It says:"), text(quoted), text("Done.")]), person("m3", OURS))
      .map(({ origin, text }) => [origin, text]),
    [["person", "Fix add()"], ["agent", "It says:\n\nDone."], ["feedback", OURS]],
  );
});

Deno.test("Every message is told for what it is", () => {
  const stopped = answer("m3", [], { error: { name: "MessageAbortedError" }, finish: undefined });
  const { messages } = readOpenCode([TASK, answer("m2", [text("Done")]), summary("m4"), stopped]);
  assert.deepEqual(messages.map(({ kind, aborted }) => [kind, aborted]), [
    ["asked", false],
    ["answer", false],
    ["summary", false],
    ["answer", true],
  ]);
});
