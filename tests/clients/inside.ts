/**
 * The part that runs inside of the network namespace: the stand-in API and the client, side by
 * side. A scenario comes in as JSON on stdin, what happened goes out as JSON on stdout.
 */

import { type Asked, serveMessages, type Turn } from "./messages_api.ts";

/** A client to start, and the script of its model. */
export interface Scenario {
  program: string;
  args: string[];
  cwd: string;
  /** The whole environment, but for where the API is. */
  env: Record<string, string>;
  turns: Turn[];
  /** What the client is told on stdin, each after the result of the one before; absent for none. */
  prompts?: string[];
  /** Waits before every prompt but the first until the file holds this text. */
  between?: { file: string; holds: string } | undefined;
  /** What the model answers to questions for an answer of a certain shape. */
  structured?: unknown;
  /** Interrupts the first prompt's work, as Esc does, once the file holds this text. */
  interrupt?: { file: string; holds: string } | undefined;
  /**
   * Says something during the first prompt's work, once the file holds this text. Questions for an
   * answer of a certain shape are answered only afterwards.
   */
  meanwhile?: { file: string; holds: string; say: string; written: string } | undefined;
  /** Keeps stdin open until the file holds this text. */
  openUntil?: { file: string; holds: string } | undefined;
  /** Ends the client once the file holds this text: one at a terminal does not end by itself. */
  endWhen?: { file: string; holds: string } | undefined;
  /** Seconds after which the client is killed. */
  deadline: number;
}

/** What became of it. */
export interface Happened {
  code: number;
  stdout: string;
  stderr: string;
  asked: Asked[];
  /** The questions for an answer of a certain shape. */
  questions: Asked[];
  /** Whether it had to be killed. */
  late: boolean;
}

if (import.meta.main) {
  const scenario: Scenario = await new Response(Deno.stdin.readable).json();
  console.log(JSON.stringify(await play(scenario)));
  // A held request and the timer would keep the process alive.
  Deno.exit(0);
}

async function play(scenario: Scenario): Promise<Happened> {
  const { program, args, cwd, env, turns, prompts, deadline } = scenario;
  const said = Promise.withResolvers<void>();
  if (!scenario.meanwhile) said.resolve();
  const { url, asked, questions } = serveMessages(
    turns,
    () => client.kill("SIGTERM"),
    { answer: scenario.structured, after: said.promise },
  );
  const client = new Deno.Command(program, {
    args,
    cwd,
    env: { ...env, ANTHROPIC_BASE_URL: url },
    clearEnv: true,
    stdin: prompts ? "piped" : "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const happened: Happened = { code: -1, stdout: "", stderr: "", asked, questions, late: false };
  const [toRecord, toAnswer] = client.stdout.tee();
  const ended = Promise.all([
    collect(toRecord, (text) => happened.stdout += text),
    collect(client.stderr, (text) => happened.stderr += text),
    client.status.then(({ code }) => happened.code = code),
    // To a client that is gone nobody can talk; how it ended tells why.
    prompts
      ? converse(client.stdin, toAnswer, prompts, scenario, said.resolve).catch(() => {})
      : toAnswer.cancel(),
  ]);
  if (scenario.endWhen) {
    const { file, holds } = scenario.endWhen;
    fileHolds(file, holds).then(() => client.kill("SIGTERM"));
  }
  const tooLate = new Promise<void>((resolve) =>
    setTimeout(() => {
      happened.late = true;
      client.kill("SIGKILL");
      resolve(); // Not waiting for the end of its output, which its children may hold
    }, deadline * 1000)
  );
  await Promise.race([ended, tooLate]);
  return happened;
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  take: (text: string) => void,
): Promise<void> {
  for await (const text of stream.pipeThrough(new TextDecoderStream())) take(text);
}

/** Says one thing after the other, as a person does who waits for the answer. */
async function converse(
  stdin: WritableStream<Uint8Array>,
  stdout: ReadableStream<Uint8Array>,
  prompts: string[],
  { between, interrupt, meanwhile, openUntil }: Pick<
    Scenario,
    "between" | "interrupt" | "meanwhile" | "openUntil"
  >,
  onSaid: () => void,
): Promise<void> {
  const writer = stdin.getWriter();
  const results = resultsOf(stdout);
  const tell = (message: unknown): Promise<void> =>
    writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  for (const [turn, content] of prompts.entries()) {
    if (turn > 0 && between) await fileHolds(between.file, between.holds);
    await tell({ type: "user", message: { role: "user", content } });
    if (turn === 0 && interrupt) {
      await fileHolds(interrupt.file, interrupt.holds);
      await tell({ type: "control_request", request_id: "esc", request: { subtype: "interrupt" } });
    }
    if (turn === 0 && meanwhile) {
      await fileHolds(meanwhile.file, meanwhile.holds);
      await tell({ type: "user", message: { role: "user", content: meanwhile.say } });
      // The model answers only once the client has written down what the person said.
      await fileHolds(meanwhile.written, JSON.stringify(meanwhile.say).slice(1, -1));
      onSaid();
    }
    await results.next();
  }
  if (openUntil) await fileHolds(openUntil.file, openUntil.holds);
  await writer.close();
  for await (const _ of results); // So that the client can always write
}

async function* resultsOf(stdout: ReadableStream<Uint8Array>): AsyncGenerator<void> {
  let line = "";
  for await (const chunk of stdout.pipeThrough(new TextDecoderStream())) {
    const [first, ...more] = chunk.split("\n");
    line += first;
    for (const next of more) {
      if (JSON.parse(line).type === "result") yield;
      line = next;
    }
  }
}

/** Waits for a file in a folder that is already there. */
async function fileHolds(file: string, text: string): Promise<void> {
  const holds = async () => (await Deno.readTextFile(file).catch(() => "")).includes(text);
  using changes = Deno.watchFs(file.slice(0, file.lastIndexOf("/")));
  if (await holds()) return;
  for await (const _ of changes) if (await holds()) return;
}
