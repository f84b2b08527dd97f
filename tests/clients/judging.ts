/** Runs of the real client whose turns are judged. */

import assert from "node:assert/strict";
import { ClaudeTranscript } from "../../judge/transcript/claude_code.ts";
import type { Conversation } from "../../judge/conversation.ts";
import type { VerdictRecord } from "../../schema/types.ts";
import { verdictSchema } from "../../schema/zod.ts";
import { Place, type PlaceOptions } from "./claude.ts";
import type { Turn } from "./messages_api.ts";
import type { ClientRun } from "./stream.ts";

/** What the model is told when it is sent back. */
const FEEDBACK = "Stop hook feedback:\n## Reflection: Task Incomplete";

/** What the person asks for. */
export const TASK = "Fix add() in add.mjs, and run the tests";

const RECORDS = ".mosaic/reflections";
const TEST = `import { test } from "node:test";
import assert from "node:assert/strict";
import { add } from "./add.mjs";
test("adds", () => assert.equal(add(1, 2), 3));
`;

/** A repository with a test that fails and has to pass, and the judge at work. */
export async function judgedPlace(
  env: Record<string, string> = {},
  options: PlaceOptions = {},
): Promise<Place> {
  const place = await Place.make({
    stages: ["judge"],
    env: { REFLECTION_MODE: "solo", REFLECTION_JUDGE: "on", ...env },
    ...options,
  });
  await place.repo.write({
    "add.mjs": "export const add = (a, b) => a - b;\n",
    "add.test.mjs": TEST,
  });
  await place.repo.commit("A test that fails");
  await place.requires("node --test");
  return place;
}

/** The model's turns to run the tests, and to put right what is wrong. */
export function turnsOf(place: Place): { test: Turn; fix: Turn; wrongFix: (n?: number) => Turn } {
  const write = (content: string): Turn => ({
    use: "Write",
    input: { file_path: place.repo.path("add.mjs"), content },
  });
  return {
    test: place.bash("node --test"),
    fix: write("export const add = (a, b) => a + b;\n"),
    wrongFix: (n = 0) => write(`export const add = (a, b) => a * b - ${n};\n`),
  };
}

/** Every verdict in the repository, oldest first; each of its schema, and for its owner only. */
export async function verdicts(place: Place): Promise<VerdictRecord[]> {
  const folder = place.repo.path(RECORDS);
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name)
    .filter((name) => name.endsWith(".verdict.json")).sort();
  return await Promise.all(names.map(async (name) => {
    assert.equal((await Deno.lstat(`${folder}/${name}`)).mode! & 0o777, 0o600);
    return verdictSchema.parse(JSON.parse(await Deno.readTextFile(`${folder}/${name}`)));
  }));
}

/** What became of every stop. */
export async function outcomes(place: Place): Promise<string[]> {
  return (await verdicts(place)).map(({ outcome, skipped }) =>
    skipped === null ? outcome.decision : `${outcome.decision}: ${skipped}`
  );
}

/** The feedback that reached the model, each once; the client also quotes it beside the command. */
export function feedbackIn({ asked }: Pick<ClientRun, "asked">): string[] {
  const texts = asked.flatMap(({ messages }) =>
    // deno-lint-ignore no-explicit-any
    (messages as any[]).flatMap(({ content }) => typeof content === "string" ? [content] : content)
      .map((block) => typeof block === "string" ? block : block.text ?? "")
  );
  return [...new Set(texts.filter((text) => text.startsWith(FEEDBACK)))];
}

/** What the judge makes of the client's own file. */
export async function conversationOf(place: Place, sessionId: string): Promise<Conversation> {
  return readTranscript(await place.transcript(sessionId));
}

/** What the judge makes of a file that the client wrote. */
export function readTranscript(bytes: Uint8Array): Conversation {
  const transcript = new ClaudeTranscript();
  transcript.push(bytes);
  const { conversation, broken } = transcript.finish();
  assert.equal(broken, 0);
  return conversation;
}

/** The origins of a conversation's turns, repeated ones once. */
export function shapeOf({ turns }: Conversation): string[] {
  return turns.filter(({ subagent }) => !subagent).map(({ origin }) => origin)
    .filter((origin, at, all) => origin !== all[at - 1]);
}

/** What the Stop hooks of a run printed, where they printed anything. */
export function printedIn({ hooks }: ClientRun): string[] {
  return hooks.filter(({ hook_event, stdout }) => hook_event === "Stop" && stdout !== "")
    .map(({ stdout }) => stdout);
}
