/** A session of a client, as far as hooks see it: the registered commands, run as it runs them. */

import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { hookCommand } from "../../hook/clients/command.ts";
import { type HookRegistration, hooksOf } from "../../hook/clients/table.ts";
import { PACKAGES } from "../../lib/scrub/secretlint.ts";
import type { WrittenReflection } from "../../schema/reflection.ts";
import type { CapturedRun } from "../../schema/types.ts";
import { runSchema } from "../../schema/zod.ts";
import { deno, PROJECT, type Ran, run } from "../support/process.ts";
import type { Scratch } from "../support/repository.ts";

const schema = JSON.parse(await Deno.readTextFile(`${PROJECT}/schema/reflection.v1.schema.json`));
const isRecord = new Ajv2020({ strict: true }).compile<WrittenReflection>(schema);

/** Where this deno keeps what it downloaded; the hooks must not download anything. */
const denoDir: string = JSON.parse((await deno(["info", "--json"])).stdout).denoDir;

/** A folder with nothing but `deno` in it: under npx there is none on PATH. */
const binFolder = await Deno.makeTempDir({ prefix: "reflection-bin-" });
await Deno.symlink(Deno.execPath(), `${binFolder}/deno`);
addEventListener("unload", () => Deno.removeSync(binFolder, { recursive: true }));

await deno(["cache", "--quiet", "--no-config", "--no-lock", ...Object.values(PACKAGES)]);

/** What a hook is started with, where it differs from a plain session. */
export interface HookStart {
  /** Added to the environment. */
  env?: Record<string, string>;
  /** Left out of the environment. */
  without?: string[];
  /** The folder that the client runs in. */
  cwd?: string;
  /** Fields of the payload, beyond those of the session; or a payload as it is. */
  payload?: Record<string, unknown> | string | Uint8Array;
}

/** The environment of a hook: as small as a client's can be. */
export function hookEnvironment(
  home: string,
  mode: string | null = null,
): Record<string, string> {
  return {
    PATH: `${binFolder}:${Deno.env.get("PATH")}`,
    HOME: home,
    DENO_DIR: denoDir,
    ...(mode === null ? {} : { REFLECTION_MODE: mode }),
  };
}

/** The command that is registered for an event. */
export function registeredCommand(event: HookRegistration["event"]): string {
  const hook = hooksOf("capture").find((hook) => hook.event === event);
  assert.ok(hook, event);
  return hookCommand(hook, { from: "path", folder: PROJECT });
}

/** One session in one repository; a mode of null leaves it out of the environment. */
export class Session {
  constructor(
    readonly repo: Scratch,
    readonly id = "session-1",
    readonly mode: string | null = "solo",
  ) {}

  /** Runs what is registered for an event, and checks what holds for every hook. */
  async hook(event: HookRegistration["event"], start: HookStart = {}): Promise<Ran> {
    const { cwd = this.repo.folder, payload = {}, without = [] } = start;
    const env: Record<string, string> = {
      ...hookEnvironment(this.repo.folder, this.mode),
      ...start.env,
    };
    for (const name of without) delete env[name];
    const stdin = typeof payload === "string" || payload instanceof Uint8Array
      ? payload
      : JSON.stringify({ session_id: this.id, cwd, hook_event_name: event, ...payload });
    const command = registeredCommand(event);
    const ran = await run("/bin/sh", ["-c", command], { cwd, env, clearEnv: true, stdin });
    assert.equal(ran.code, 0, ran.stderr);
    if (event !== "SessionStart") assert.equal(ran.stdout, "");
    return ran;
  }

  start = (start?: HookStart): Promise<Ran> => this.hook("SessionStart", start);
  stop = (start?: HookStart): Promise<Ran> => this.hook("Stop", start);
  end = (start?: HookStart): Promise<Ran> => this.hook("SessionEnd", start);

  /** Stops, and returns the one record that this left. */
  async capture(start?: HookStart): Promise<WrittenReflection> {
    const before = new Set(await recordNames(this.repo.path(".mosaic/reflections")));
    const { stderr } = await this.stop(start);
    const after = await recordNames(this.repo.path(".mosaic/reflections"));
    const added = after.filter((name) => !before.has(name));
    assert.equal(added.length, 1, `one new record; stderr: ${stderr}`);
    const file = `${this.repo.path(".mosaic/reflections")}/${added[0]}`;
    const record = await readRecord(file);
    const { repo, task_ref, agent, session_id, timestamp, reflection } = await readRun(file);
    const header = [repo, task_ref, agent, session_id, timestamp];
    assert.deepEqual(
      header,
      [record.repo, record.task_ref, record.agent, record.session_id, record.timestamp],
    );
    assert.equal(reflection, added[0]);
    return record;
  }

  /** All records of the repository, oldest first. */
  async records(folder = this.repo.path(".mosaic/reflections")): Promise<WrittenReflection[]> {
    const names = await recordNames(folder);
    return await Promise.all(names.map((name) => readRecord(`${folder}/${name}`)));
  }
}

/** The names of the records in a folder; none where there is no folder. */
export async function recordNames(folder: string): Promise<string[]> {
  try {
    const entries = await Array.fromAsync(Deno.readDir(folder));
    return entries.map((entry) => entry.name).filter((name) => name.endsWith(".reflection.json"))
      .sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** What stands beside a reflection for other records to be joined by. */
export async function readRun(file: string): Promise<CapturedRun> {
  const beside = file.replace(/reflection\.json$/, "run.json");
  assert.equal((await Deno.lstat(beside)).mode! & 0o777, 0o600);
  return runSchema.parse(JSON.parse(await Deno.readTextFile(beside)));
}

/** A record, after its schema and its mode have been checked: every one the tests see. */
export async function readRecord(file: string): Promise<WrittenReflection> {
  const record: unknown = JSON.parse(await Deno.readTextFile(file));
  assert.ok(isRecord(record), JSON.stringify(isRecord.errors));
  assert.equal((await Deno.lstat(file)).mode! & 0o777, 0o600);
  return record;
}
