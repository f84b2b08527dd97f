import { deepEqual, equal } from "node:assert/strict";
import { markedText } from "../../../judge/feedback.ts";
import { answer, queued, read, text, user } from "../_transcript.ts";

function spoken(line: string): [string, string] | undefined {
  const [turn] = read([line]).conversation.turns;
  return turn && [turn.origin, turn.text];
}

function originOf(content: unknown, more: Record<string, unknown> = {}): string | undefined {
  return spoken(user(content, more))?.[0];
}

Deno.test("what is typed is a person's, as text and as blocks", () => {
  deepEqual(spoken(user("Fix it")), ["person", "Fix it"]);
  deepEqual(spoken(user([text("Fix it"), { type: "image" }, text("now")])), [
    "person",
    "Fix it\nnow",
  ]);
});

Deno.test("an image alone, or nothing, is no turn", () => {
  equal(spoken(user([{ type: "image" }])), undefined);
  equal(originOf("  "), "synthetic");
});

Deno.test("what the judge said is feedback, whoever hands on nothing but that", () => {
  const ours = markedText("Task Incomplete (1/16) [HIGH]", "Run the tests");
  for (const said of [ours, `Stop hook feedback:\n${ours}`, `Stop hook feedback:\n[x]: ${ours}`]) {
    for (const more of [{ isMeta: true }, {}]) {
      deepEqual(spoken(user(said, more)), ["feedback", said]);
      const reminder = "<system-reminder>x</system-reminder>";
      equal(originOf(`${reminder}\n${said}`, more), "feedback");
    }
  }
  const old = "Stop hook feedback:\n[deno run x]: ## Reflection: Task Incomplete\n\nRun the tests";
  equal(originOf(old, { isMeta: true }), "feedback");
  equal(originOf(`What does "${ours}" mean?`), "person");
});

Deno.test("what is ours is cut out of what others say, and changes nothing else of it", () => {
  const ours = markedText("Task Incomplete (1/16) [HIGH]", "Run the tests");
  const quoted = ours.split("\n").map((line) => `> ${line}`).join("\n");
  deepEqual(spoken(user(`Why?\n\n${quoted}`)), ["person", "Why?"]);
  deepEqual(spoken(user(`Read this:\n${ours}`, { isMeta: true })), ["synthetic", "Read this:"]);
  const said = (...texts: string[]) =>
    read([user("Go"), ...texts.map((words) => answer("m1", text(words)))]).conversation;
  deepEqual(said("It says:", quoted, "Done."), said("It says:", "Done."));
  deepEqual(said(`It says:\n${ours}\n`, "Done."), said("It says:", "Done."));
});

Deno.test("what another hook or the client said is synthetic", () => {
  equal(originOf("Stop hook feedback:\nLint first", { isMeta: true }), "synthetic");
  equal(originOf("Base directory for this skill: /x", { isMeta: true }), "synthetic");
  equal(originOf("Go on", { origin: { kind: "auto-continuation" } }), "synthetic");
  equal(originOf("Go on", { origin: { kind: "human" } }), "person");
});

Deno.test("a summary is one by its flag or by its first words", () => {
  equal(originOf("Anything", { isCompactSummary: true }), "summary");
  const words = "This session is being continued from a previous conversation that ran out.";
  equal(originOf(`${words}\n## Reflection: Task Incomplete`), "summary");
});

Deno.test("the client's own tags are synthetic where they begin the text", () => {
  for (
    const tag of [
      "local-command-stdout",
      "local-command-stderr",
      "local-command-caveat",
      "bash-input",
      "bash-stdout",
      "task-notification",
      "user-memory-input",
    ]
  ) {
    equal(originOf(`<${tag}>x</${tag}>`), "synthetic");
    equal(originOf(`Why do I see <${tag}> here?`), "person");
  }
});

function command(name: string, args = ""): string {
  return `<command-name>/${name}</command-name>\n  <command-message>${name}</command-message>\n` +
    `  <command-args>${args}</command-args>`;
}

Deno.test("the client's own commands are synthetic", () => {
  for (
    const name of ("clear compact model cost config help login logout exit resume status context " +
      "hooks mcp permissions memory agents doctor usage").split(" ")
  ) {
    equal(originOf(command(name)), "synthetic", name);
  }
});

Deno.test("a command that somebody wrote is a person's, with its arguments", () => {
  deepEqual(spoken(user(command("ship", "--draft now"))), ["person", "/ship --draft now"]);
  const other = "<command-message>ship</command-message>\n<command-name>/ship</command-name>";
  deepEqual(spoken(user(other)), ["person", "/ship"]);
});

Deno.test("what the client put into a person's text is cut out", () => {
  const reminder = "<system-reminder>\nToday is Monday\n</system-reminder>";
  deepEqual(spoken(user(`${reminder}Fix${reminder} it`)), ["person", "Fix it"]);
  deepEqual(spoken(user([text(reminder), text("Fix it")])), ["person", "Fix it"]);
  equal(originOf(reminder), "synthetic");
  deepEqual(spoken(user("Why <system-reminder> here?")), [
    "person",
    "Why <system-reminder> here?",
  ]);
});

Deno.test("a bare result of an old release is nobody's message", () => {
  equal(originOf("Exit code 1", { toolUseResult: { stdout: "" } }), undefined);
});

Deno.test("what a person sends while the agent works is a person's", () => {
  deepEqual(spoken(queued({ prompt: "also X", commandMode: "prompt" })), ["person", "also X"]);
  deepEqual(spoken(queued({ prompt: "also X", origin: { kind: "human" } })), ["person", "also X"]);
  deepEqual(spoken(queued({ prompt: [text("also X")] })), ["person", "also X"]);
});

Deno.test("what else is queued is synthetic", () => {
  const note = "<task-notification>x</task-notification>";
  equal(spoken(queued({ prompt: note, commandMode: "task-notification" }))?.[0], "synthetic");
  equal(spoken(queued({ prompt: note }))?.[0], "synthetic");
  equal(spoken(queued({ prompt: "ls", commandMode: "bash" }))?.[0], "synthetic");
  equal(spoken(queued({ prompt: "x", origin: { kind: "peer" } }))?.[0], "synthetic");
});

Deno.test("other attachments and bookkeeping are passed over", () => {
  const lines = [
    JSON.stringify({
      parentUuid: "p",
      attachment: { type: "skill_listing", content: "x" },
      type: "attachment",
    }),
    JSON.stringify({ type: "queue-operation", operation: "enqueue", content: "also X" }),
    JSON.stringify({ type: "last-prompt", lastPrompt: "also X" }),
    JSON.stringify({ type: "nobody-knows", message: { role: "user", content: "X" } }),
  ];
  const { conversation, broken } = read(lines);
  deepEqual([conversation.turns.length, broken], [0, 0]);
});

Deno.test("a type is only told by its own key, wherever it stands", () => {
  const message = { role: "user", content: '{"type":"progress"}' };
  equal(spoken(JSON.stringify({ message, type: "user" }))?.[0], "person");
  equal(spoken(` { "type" : "user", "message": {"content": "X"} }`)?.[0], "person");
  equal(spoken(JSON.stringify({ a: '\\"type":"progress', type: "user", message }))?.[0], "person");
  equal(
    spoken(JSON.stringify({ data: { type: "progress" }, type: "user", message }))?.[0],
    "person",
  );
  equal(
    spoken(JSON.stringify({ list: ["type", "progress"], type: "user", message }))?.[0],
    "person",
  );
});

Deno.test("an agent's text that looks like the client's stays the agent's", () => {
  equal(spoken(answer("m1", text("[Request interrupted by user]")))?.[0], "agent");
});
