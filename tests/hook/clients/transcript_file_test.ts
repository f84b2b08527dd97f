import { deepEqual, equal, throws } from "node:assert/strict";
import { readTranscriptFile } from "../../../hook/clients/transcript_file.ts";
import { lastAgentTurn } from "../../../judge/conversation.ts";
import { answer, text, user } from "../../judge/_transcript.ts";
import * as opencode from "../opencode/_messages.ts";

function readText(text: string): ReturnType<typeof readTranscriptFile> {
  const path = Deno.makeTempFileSync();
  try {
    Deno.writeTextFileSync(path, text);
    return readTranscriptFile(path);
  } finally {
    Deno.removeSync(path);
  }
}

const CALM = {
  interrupted: false,
  messageWaiting: false,
  planMode: false,
  subagent: false,
  backgroundTasks: null,
};

const CLAUDE = [user("Go", { permissionMode: "plan" }), answer("m1", text("Done."))];

const OPENCODE = {
  info: { id: "ses_1", title: "Fix" },
  messages: [
    opencode.person("msg_1", "Go"),
    opencode.answer("msg_2", [opencode.text("Done.")]),
  ],
};

Deno.test("Both clients' files are told by what is in them, however it is written", () => {
  const files = [CLAUDE.join("\n"), JSON.stringify(OPENCODE), JSON.stringify(OPENCODE, null, 2)];
  for (const [index, file] of files.entries()) {
    const { conversation, circumstances } = readText(file);
    equal(lastAgentTurn(conversation)?.text, "Done.");
    deepEqual(circumstances, { ...CALM, planMode: index === 0 });
  }
});

Deno.test("An interruption, and the session of a subagent or a teammate, are told", () => {
  const stopped = [...CLAUDE, user([text("[Request interrupted by user]")])];
  equal(readText(stopped.join("\n")).circumstances.interrupted, true);
  const side = { isSidechain: true };
  const own = [user("Look", side), answer("m1", text("Seen"), {}, side)].join("\n");
  equal(readText(own).circumstances.subagent, true);
  const mate = answer("m1", text("Seen"), {}, { teamName: "t", agentName: "a" });
  equal(readText(mate).circumstances.subagent, true);
  const child = { ...OPENCODE, info: { parentID: "ses_0" } };
  equal(readText(JSON.stringify(child)).circumstances.subagent, true);
});

Deno.test("A file of neither is refused, and an empty one has no turns", () => {
  for (const file of ["{", "# Notes", "[1]", "{}\n}"]) throws(() => readText(file), /Cannot read/);
  deepEqual(readText("").conversation.turns, []);
});
