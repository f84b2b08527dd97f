/** What reading and judging a long transcript costs, against parsing it line by line. */

import { fileURLToPath } from "node:url";
import { type Random, seededRandom } from "../../experiments/stats/random.ts";
import { ClaudeTranscript } from "../../judge/transcript/claude_code.ts";
import { factsIn } from "../../judge/evidence/evidence.ts";
import { type Figure, figure, inScratch, peakMemory, takeTurns } from "./measure.ts";

const ROUNDS = 7;
const MEBIBYTE = 2 ** 20;
const SIZE = 50 * MEBIBYTE;

/** So many times as long is the transcript that shows whether the memory grows with it. */
const LONGER = 4;

const CHUNK = 256 * 1024;

/** Measures on a file of its own, which is gone afterwards. */
export async function benchTranscript(): Promise<Figure[]> {
  return await inScratch(async (scratch) => {
    const path = `${scratch}/transcript.jsonl`;
    const lines = writeTranscript(path, SIZE);
    if (parseLines(path) !== lines || judge(path) !== lines) {
      throw new Error("Cannot compare: the contenders read different lines");
    }
    const times = await takeTurns(ROUNDS, {
      judged: () => judge(path),
      parsed: () => parseLines(path),
    });
    const peak = (what: string) => peakMemory(Deno.execPath(), alone(what, path), ".");
    const [empty, judged] = [await peak("nothing"), await peak("judge")];
    writeTranscript(path, LONGER * SIZE);
    const longer = await peak("judge");
    return [
      figure(
        "a transcript of 50 MiB judged / read line by line with JSON.parse",
        "<= 1.5",
        times.judged,
        times.parsed,
      ),
      {
        what: "a transcript of 200 MiB judged, memory beyond an empty run / of 50 MiB",
        ratio: (longer - empty) / (judged - empty),
        target: "flat",
      },
    ];
  });
}

/** All that is read of a transcript. Returns how many lines there were. */
function judge(path: string): number {
  const transcript = new ClaudeTranscript();
  readChunks(path, (chunk) => transcript.push(chunk));
  const { conversation, lines } = transcript.finish();
  factsIn(conversation);
  return lines;
}

/** The least that anybody must do who wants to know what a transcript says. */
function parseLines(path: string): number {
  const decoder = new TextDecoder();
  let lines = 0;
  let rest = "";
  readChunks(path, (chunk) => {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      JSON.parse(part);
      lines++;
    }
  });
  return lines;
}

function readChunks(path: string, take: (chunk: Uint8Array) => void): void {
  using file = Deno.openSync(path);
  const buffer = new Uint8Array(CHUNK);
  for (let read; (read = file.readSync(buffer)) !== null;) take(buffer.subarray(0, read));
}

function alone(what: string, path: string): string[] {
  const script = fileURLToPath(import.meta.url);
  return ["run", "--no-prompt", "--allow-read", script, what, path];
}

/**
 * Like a long session of the real client: most bytes are outputs of tools, each written twice
 * (for the model and for the screen), and the client's own bookkeeping.
 */
function writeTranscript(path: string, size: number): number {
  const random = seededRandom(1);
  const encoder = new TextEncoder();
  using file = Deno.openSync(path, { write: true, create: true, truncate: true });
  let lines = 0;
  let written = 0;
  const write = (line: unknown) => {
    const bytes = encoder.encode(`${JSON.stringify(line)}\n`);
    for (let left = bytes; left.length > 0;) left = left.subarray(file.writeSync(left));
    written += bytes.length;
    lines++;
  };
  for (let step = 0; written < size; step++) {
    if (step % 40 === 0) write(userLine(step, `Fix number ${step} and run the tests`));
    for (const line of stepLines(random, step)) write(line);
  }
  return lines;
}

function* stepLines(random: Random, step: number): Generator<unknown> {
  const call = `toolu_${step}`;
  const thinking = prose(random, 30);
  yield answerLine(step, { type: "thinking", thinking, signature: "x".repeat(400) });
  yield answerLine(step, { type: "text", text: prose(random, 20) });
  const command = `deno test tests/part_${step}_test.ts`;
  yield answerLine(step, { type: "tool_use", id: call, name: "Bash", input: { command } });
  const output = prose(random, 50 + random.below(2_000));
  const failed = random.below(5) === 0;
  const content = failed ? `Exit code 1\n${output}` : output;
  yield {
    ...userLine(step, [{ tool_use_id: call, type: "tool_result", content, is_error: failed }]),
    toolUseResult: failed
      ? `Error: ${content}`
      : { stdout: output, stderr: "", interrupted: false },
  };
  yield { type: "progress", data: { output: prose(random, 200) }, toolUseID: call, ...TAIL };
  const attachment = { type: "hook_success", stdout: prose(random, 100), exitCode: 0 };
  yield { ...HEAD, attachment, type: "attachment", ...TAIL };
  if (step % 20 === 0) yield { type: "api-request-shape", shape: { tools: prose(random, 6_000) } };
}

const HEAD = { parentUuid: "3fad03ea-d125-45b8-80e1-abdc3abf38ca", isSidechain: false };
const TAIL = {
  uuid: "6a638ab1-93b7-4081-9530-a530881a6275",
  timestamp: "2026-01-01T00:00:00.000Z",
  userType: "external",
  cwd: "/home/somebody/project",
  sessionId: "21aee19f-a9b3-4ee3-b524-5e1560dd4703",
  version: "2.1.325",
  gitBranch: "main",
};

function userLine(step: number, content: unknown): Record<string, unknown> {
  return {
    ...HEAD,
    promptId: `prompt-${step}`,
    type: "user",
    message: { role: "user", content },
    ...TAIL,
  };
}

function answerLine(step: number, block: unknown): unknown {
  const usage = { input_tokens: 1234, cache_read_input_tokens: 50_000, output_tokens: 42 };
  const message = {
    id: `msg_${step}`,
    type: "message",
    role: "assistant",
    model: "some-model",
    content: [block],
    stop_reason: "tool_use",
    usage,
  };
  return { ...HEAD, message, requestId: `req_${step}`, type: "assistant", ...TAIL };
}

const WORDS =
  ("the test of path/to/some_file.ts:12 passes (3ms) and then fails with \u001b[31mAssertionError" +
    '\u001b[0m: expected "one" to be "two"\n ok ✓ … | 1.2.3 import export const function return {}')
    .split(" ");

function prose(random: Random, words: number): string {
  return Array.from({ length: words }, () => WORDS[random.below(WORDS.length)]).join(" ");
}

// A process of its own for each, whose memory is nobody else's.
if (import.meta.main) {
  const [what, path] = Deno.args;
  if (what === "judge" && path) judge(path);
}
