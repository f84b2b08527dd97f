/** A session whose turns are judged: the registered commands, run as the client runs them. */

import assert from "node:assert/strict";
import { hookCommand } from "../../hook/clients/command.ts";
import { type HookRegistration, hooksOf } from "../../hook/clients/table.ts";
import type { VerdictRecord } from "../../schema/types.ts";
import { verdictSchema } from "../../schema/zod.ts";
import { PROJECT, type Ran, run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { ClientTranscript } from "./_client_transcript.ts";
import { hookEnvironment } from "./session.ts";

/** The folder of the records, from the repository's top. */
export const RECORDS = ".mosaic/reflections";

/** What the person asks for. */
export const TASK = "Fix add() in src/add.mjs and make sure that the tests pass";

/** What they declared "done" to mean in the repository. */
const REQUIRED: readonly string[] = ["npm test"];

/** What a runner of tests prints. */
export const FAILED = "✖ adds (1.2ms)\n  AssertionError: -1 !== 3\nℹ tests 2\nℹ pass 1\nℹ fail 1\n";
export const PASSED = "✔ adds (1.2ms)\nℹ tests 2\nℹ pass 2\nℹ fail 0\n";

/** The events that the judge is registered for. */
export type JudgedEvent = "Stop" | "PreCompact" | "SessionStart" | "Notification";

/** What a hook is started with, where it differs from a plain session. */
interface HookStart {
  env?: Record<string, string>;
  /** Fields of the payload, beyond those of the event; undefined takes one away. */
  payload?: Record<string, unknown>;
  /** What stands on stderr, where that is not nothing. */
  stderr?: RegExp;
  /** Changes what is registered. */
  registered?: (hook: HookRegistration) => HookRegistration;
}

/** What came of a stop. */
interface Stopped {
  readonly record: VerdictRecord;
  /** What the agent was told; null if it was let go. */
  readonly reason: string | null;
}

/** A repository, a home, and a session with its transcript. */
export class Judging implements AsyncDisposable {
  readonly chat: ClientTranscript;
  #edits = 0;

  private constructor(readonly repo: Scratch, readonly home: Scratch, readonly session: string) {
    this.chat = this.transcript(session);
  }

  static async make(session = "4a1d03c8-867f-41fe-ad53-39f638ed553e"): Promise<Judging> {
    const [repo, home] = await Promise.all([Scratch.make(), Scratch.make()]);
    await repo.init({ "src/add.mjs": "export const add = (a, b) => a - b;\n" });
    const judging = new Judging(repo, home, session);
    await judging.requires(REQUIRED);
    return judging;
  }

  /** The person declares what done means here, and says nothing else in their own file but this. */
  async requires(list: readonly string[], settings: Record<string, unknown> = {}): Promise<void> {
    const reflection = { requirements: { [this.repo.folder]: list }, ...settings };
    await this.home.write({ ".config/reflection/config.json": JSON.stringify({ reflection }) });
  }

  /** The agent edits a file, which then has other content than before. */
  edits(file = "src/add.mjs"): this {
    Deno.writeTextFileSync(this.repo.path(file), `export const edit = ${++this.#edits};\n`);
    this.chat.edits(file);
    return this;
  }

  /** A transcript where the client keeps them. */
  transcript(name: string): ClientTranscript {
    const file = name.replaceAll(/[^\w-]/g, "_").slice(0, 100);
    const path = this.home.path(`.claude/projects/x/${file}.jsonl`);
    return new ClientTranscript(path, name, this.repo.folder);
  }

  /** The agent edits, and what is required fails: whatever it claims, it is not done. */
  fails(task: string | null = TASK): this {
    if (task !== null) this.chat.person(task);
    this.edits().chat.runs("npm test", FAILED, { error: true })
      .says("I fixed `add()`. All tests pass now.");
    return this;
  }

  /** The agent edits, and what is required passes. */
  succeeds(task: string | null = TASK): this {
    if (task !== null) this.chat.person(task);
    this.edits().chat.runs("npm test", PASSED)
      .says("I fixed `add()` in `src/add.mjs`. All tests pass now.");
    return this;
  }

  /** Runs what is registered for an event. No hook of ours ever fails. */
  async hook(event: JudgedEvent, start: HookStart = {}): Promise<Ran> {
    const { registered = (hook: HookRegistration) => hook, env = {}, payload = {} } = start;
    const { stderr = /^$/ } = start;
    const hook = hooksOf("judge").find((hook) => hook.event === event);
    assert.ok(hook, event);
    const { folder } = this.repo;
    const ran = await run("/bin/sh", [
      "-c",
      hookCommand(registered(hook), { from: "path", folder: PROJECT }),
    ], {
      cwd: folder,
      env: {
        ...hookEnvironment(this.home.folder, "solo"),
        REFLECTION_JUDGE: "on",
        CLAUDE_PROJECT_DIR: folder,
        ...env,
      },
      clearEnv: true,
      stdin: JSON.stringify({ ...this.payload(event), ...payload }),
    });
    assert.equal(ran.code, 0);
    assert.match(ran.stderr, stderr);
    return ran;
  }

  /** What the client tells at an event. */
  payload(event: JudgedEvent): Record<string, unknown> {
    const { chat: { path, sentBack, lastMessage }, session, repo: { folder } } = this;
    return {
      session_id: session,
      transcript_path: path,
      cwd: folder,
      prompt_id: "07651f75-d9ab-4547-9b1a-425b52a783d8",
      hook_event_name: event,
      ...{
        Stop: {
          permission_mode: "acceptEdits",
          effort: { level: "medium" },
          stop_hook_active: sentBack,
          last_assistant_message: lastMessage,
          background_tasks: [],
          session_crons: [],
        },
        PreCompact: { trigger: "auto", custom_instructions: null },
        SessionStart: { source: "compact", model: "claude-opus-5-5" },
        Notification: {
          message: "Claude is waiting for your input",
          notification_type: "idle_prompt",
        },
      }[event],
    };
  }

  /** Ends a turn, checks what holds for every answer, and sends the agent back as the client does. */
  async stop(start: HookStart = {}): Promise<Stopped> {
    const before = this.names(".verdict.json").length;
    const { stdout } = await this.hook("Stop", start);
    const records = this.records();
    assert.equal(records.length, before + 1, `one new record: ${this.log("errors.log")}`);
    const record = records.at(-1)!;
    if (stdout === "") return { record, reason: null };
    const { decision, reason, ...rest } = JSON.parse(stdout);
    assert.deepEqual([decision, typeof reason, rest], ["block", "string", {}]);
    this.chat.feedback(reason);
    return { record, reason };
  }

  /** What became of a stop, in short. */
  async outcome(start?: HookStart): Promise<string> {
    const { record: { outcome, skipped, verdict }, reason } = await this.stop(start);
    assert.equal(
      reason !== null,
      outcome.decision === "pushed" || (outcome.decision === "handed_over" && skipped === null),
    );
    if (outcome.decision === "skipped") assert.equal(verdict, null);
    return skipped === null ? outcome.decision : `${outcome.decision}: ${skipped}`;
  }

  /** Every verdict, oldest first, after its schema and its mode have been checked. */
  records(): VerdictRecord[] {
    return this.names(".verdict.json").map((name) => {
      const path = this.repo.path(`${RECORDS}/${name}`);
      assert.equal(Deno.lstatSync(path).mode! & 0o777, 0o600);
      return verdictSchema.parse(JSON.parse(Deno.readTextFileSync(path)));
    });
  }

  /** The names of files in the folder of records, or in a folder in it, that end so. */
  names(ending: string, folder = ""): string[] {
    try {
      const entries = Array.from(Deno.readDirSync(this.repo.path(`${RECORDS}/${folder}`)));
      return entries.map(({ name }) => name).filter((name) => name.endsWith(ending)).sort();
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  }

  /** The text of a log; empty where there is none. */
  log(name: "errors.log" | "debug.log"): string {
    return this.names(name).length === 0 ? "" : this.read(name);
  }

  /** A file in the folder of records. */
  read(name: string): string {
    return Deno.readTextFileSync(this.repo.path(`${RECORDS}/${name}`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.repo[Symbol.asyncDispose]();
    await this.home[Symbol.asyncDispose]();
  }
}
