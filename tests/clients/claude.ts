/** Claude Code at work: a scratch repository, a home of its own, and runs of the real client. */

import assert from "node:assert/strict";
import { hookCommand } from "../../hook/clients/command.ts";
import { type HookRegistration, hooksOf } from "../../hook/clients/table.ts";
import type { WrittenReflection } from "../../schema/reflection.ts";
import { hookEnvironment, readRecord, recordNames } from "../hook/session.ts";
import { PROJECT } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import type { Happened, Scenario } from "./inside.ts";
import { installedClaude } from "./install.ts";
import type { Turn } from "./messages_api.ts";
import { linkPrograms } from "./programs.ts";
import { missing, playInSandbox } from "./sandbox.ts";
import { type ClientRun, readRun } from "./stream.ts";

/** Seconds that one run of the client may take. */
const DEADLINE = 60;

/** As root, the client takes no shorter way to be allowed to work. */
const WORK_ARGS = [
  "--output-format=stream-json",
  "--verbose",
  "--include-hook-events",
  "--permission-mode=acceptEdits",
  "--allowedTools=Write,Bash",
];

/** What a person tells a client that stays open, and until when it does. */
type Conversation =
  & Pick<Scenario, "between" | "interrupt" | "meanwhile" | "openUntil" | "structured">
  & { prompts: string[]; args?: string[] };

/** What a place is set up with. */
export interface PlaceOptions {
  /** Whether the hooks are registered in the repository's settings. */
  hooks?: boolean;
  /** Which of them, beside capture. */
  stages?: HookRegistration["stage"][];
  /** The environment that those settings give to the client's children. */
  env?: Record<string, string>;
  /** A program that is not there. */
  without?: string;
}

/** How the client is started for one prompt. */
interface WorkOptions {
  /** What the person asks for. */
  prompt?: string;
  args?: string[];
  /** The folder of the repository that it starts in. */
  folder?: string;
}

/** Where a client works. */
export class Place implements AsyncDisposable {
  private constructor(readonly repo: Scratch, readonly outside: Scratch) {}

  static async make(
    { hooks = true, stages = [], env = {}, without }: PlaceOptions = {},
  ): Promise<Place> {
    const place = new Place(await Scratch.make(), await Scratch.make());
    const settings = hooks ? { env, hooks: registered(stages) } : { env };
    await place.repo.init({
      "README.md": "# Test\n",
      ".claude/settings.json": JSON.stringify(settings),
    });
    await place.outside.write({ "home/.keep": "", "bin/.keep": "", "tmp/.keep": "" });
    // The reviewer's way to ask the client's own model.
    await Deno.symlink(await installedClaude(), place.outside.path("bin/claude"));
    await linkPrograms(place.outside.path("bin"), without);
    return place;
  }

  /** Gives the client one prompt, and lets the model play its turns. */
  async work(
    turns: Turn[],
    { prompt: asked = "Please do the work", args = [], folder = "." }: WorkOptions = {},
  ): Promise<ClientRun> {
    const prompt = ["--print", asked];
    const script = { turns, cwd: this.repo.path(folder) };
    return readRun(turns, await this.claude([...prompt, ...WORK_ARGS, ...args], script));
  }

  /** Keeps the client open for several prompts, as an interactive session does. */
  async converse(
    turns: Turn[],
    { args = [], ...conversation }: Conversation,
  ): Promise<ClientRun> {
    const input = ["--print", "--input-format=stream-json"];
    const script = { turns, ...conversation };
    return readRun(turns, await this.claude([...input, ...WORK_ARGS, ...args], script));
  }

  /** Runs the client with nothing around it but what it needs. */
  async claude(args: string[], script: Partial<Scenario> = {}): Promise<Happened> {
    const home = this.outside.path("home");
    const { DENO_DIR } = hookEnvironment(home);
    const happened = await playInSandbox({
      program: await installedClaude(),
      args,
      cwd: this.repo.folder,
      env: {
        PATH: this.outside.path("bin"),
        HOME: home,
        TMPDIR: this.outside.path("tmp"),
        DENO_DIR: DENO_DIR!,
        CLAUDE_CONFIG_DIR: `${home}/.claude`,
        ANTHROPIC_API_KEY: "made-up",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_TELEMETRY: "1",
        DISABLE_ERROR_REPORTING: "1",
        DISABLE_AUTOUPDATER: "1",
      },
      turns: [],
      deadline: DEADLINE,
      ...script,
    });
    assert.ok(!happened.late, `the client hangs; output: ${happened.stdout}${happened.stderr}`);
    return happened;
  }

  /** The person declares what done means in the repository. */
  async requires(...list: string[]): Promise<void> {
    await this.outside.write({
      "home/.config/reflection/config.json": declaring(this.repo.folder, list),
    });
  }

  /** The model's turn to write a file of the repository. */
  write(path: string): Turn {
    const content = `Written by the agent: ${path}\n`;
    return { use: "Write", input: { file_path: this.repo.path(path), content } };
  }

  /** The model's turn to commit a folder of the repository. */
  commit(folder: string): Turn {
    const author = "-c user.name=Agent -c user.email=agent@example.invalid";
    const command = `git add ${folder} && git ${author} commit --quiet --message Work`;
    return { use: "Bash", input: { command, description: "Commit" } };
  }

  /** The model's turn to run a command. */
  bash(command: string, more: Record<string, unknown> = {}): Turn {
    return { use: "Bash", input: { command, description: "Run it", ...more } };
  }

  /** Where the client writes down a session: it names the folder after the project's. */
  transcriptPath(sessionId: string): string {
    const folder = this.repo.folder.replaceAll(/[^A-Za-z0-9]/g, "-");
    return this.outside.path(`home/.claude/projects/${folder}/${sessionId}.jsonl`);
  }

  /** What the client wrote down of a session. */
  async transcript(sessionId: string): Promise<Uint8Array> {
    return await Deno.readFile(`${await this.#conversations(sessionId)}/${sessionId}.jsonl`);
  }

  /** What the client wrote down of the agents that the session's agent started. */
  async subagentTranscripts(sessionId: string): Promise<Uint8Array[]> {
    const folder = `${await this.#conversations(sessionId)}/${sessionId}/subagents`;
    const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name)
      .filter((name) => name.endsWith(".jsonl")).sort();
    return await Promise.all(names.map((name) => Deno.readFile(`${folder}/${name}`)));
  }

  /** The folder in which the client keeps the conversations of the project. */
  async #conversations(sessionId: string): Promise<string> {
    const projects = this.outside.path("home/.claude/projects");
    for await (const { name } of Deno.readDir(projects)) {
      const folder = `${projects}/${name}`;
      if (await Deno.stat(`${folder}/${sessionId}.jsonl`).catch(() => null)) return folder;
    }
    throw new assert.AssertionError({ message: `no transcript of ${sessionId}` });
  }

  /** What the hooks remember of a session. */
  async state(sessionId: string): Promise<{ base: unknown }> {
    const file = this.repo.path(`.mosaic/reflections/state/${sessionId}.json`);
    return JSON.parse(await Deno.readTextFile(file));
  }

  /** The records in the repository, oldest first. */
  async records(): Promise<WrittenReflection[]> {
    const folder = this.repo.path(".mosaic/reflections");
    const names = await recordNames(folder);
    return await Promise.all(names.map((name) => readRecord(`${folder}/${name}`)));
  }

  /** The only record in the repository. */
  async record(): Promise<WrittenReflection> {
    const [record, ...more] = await this.records();
    assert.ok(record, "a record");
    assert.deepEqual(more, []);
    return record;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.repo[Symbol.asyncDispose]();
    await this.outside[Symbol.asyncDispose]();
  }
}

/** A person's own file that declares what done means in a repository. */
export function declaring(folder: string, requirements: readonly string[]): string {
  return JSON.stringify({ reflection: { requirements: { [folder]: requirements } } });
}

/** A quotation of what we said, as an agent may begin its answer with it. */
export const QUOTED = `> ## Reflection: Task Incomplete (1/16) [HIGH]
>
> \`node --test\` did not run after the last edit. Why? Was it too slow?
>
> (End of this reflection.)

`;

/** A test with the real client; skipped, with the reason said, where it cannot be shut in. */
export function clientTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, fn, ignore: missing !== null });
}

if (missing !== null) console.warn(`The client cannot be run here, there is no ${missing}`);

/** The hooks, as an installation from this folder registers them. */
function registered(stages: HookRegistration["stage"][]): Record<string, unknown[]> {
  const events: Record<string, unknown[]> = {};
  for (const hook of hooksOf("capture", ...stages)) {
    const command = hookCommand(hook, { from: "path", folder: PROJECT });
    (events[hook.event] ??= []).push({
      ...hook.tools && { matcher: hook.tools.join("|") },
      hooks: [{ type: "command", command, timeout: hook.timeout }],
    });
  }
  return events;
}
