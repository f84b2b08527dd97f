/** A session whose turns are reviewed: the registered command, run as the client runs it. */

import assert from "node:assert/strict";
import { hookCommand } from "../../hook/clients/command.ts";
import { hooksOf } from "../../hook/clients/table.ts";
import type { Review } from "../../schema/types.ts";
import { reviewSchema } from "../../schema/zod.ts";
import { hookEnvironment } from "../hook/session.ts";
import "../support/model_packages.ts";
import { PROJECT, type Ran, run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";

const RECORDS = ".mosaic/reflections";

/** A change with something for the floor in it. */
export const BAD_CODE = "try {\n  work();\n} catch (error) {}\neval(input);\n";

/** A repository, a home with the user's own configuration, and turns that end. */
export class Reviewing implements AsyncDisposable {
  private constructor(readonly repo: Scratch, readonly home: Scratch) {}

  /** @param config The user's own settings of the review. */
  static async make(config?: Record<string, unknown>): Promise<Reviewing> {
    const reviewing = new Reviewing(await Scratch.make(), await Scratch.make());
    await reviewing.repo.init({ "src/a.ts": "export {};\n", "tests/a_test.ts": "export {};\n" });
    // There already, so that it can be watched.
    await Deno.mkdir(reviewing.repo.path(`${RECORDS}/state`), { recursive: true });
    if (config) {
      const text = JSON.stringify({ reflection: config });
      await reviewing.home.write({ ".config/reflection/config.json": text });
    }
    return reviewing;
  }

  /** Ends a turn: the shell has ended when this resolves, the reviewer need not have. */
  async stop(
    env: Record<string, string> = {},
    payload: Record<string, unknown> = {},
  ): Promise<Ran> {
    return await this.#hook("Stop", env, { hook_event_name: "Stop", ...payload });
  }

  /** The person says something again. */
  async prompt(env: Record<string, string> = {}): Promise<Ran> {
    return await this.#hook("UserPromptSubmit", env, { hook_event_name: "UserPromptSubmit" });
  }

  async #hook(
    event: "Stop" | "UserPromptSubmit",
    env: Record<string, string>,
    payload: Record<string, unknown>,
  ): Promise<Ran> {
    const hook = hooksOf("review").find((hook) => hook.event === event);
    assert.ok(hook);
    const { folder } = this.repo;
    const command = hookCommand(hook, { from: "path", folder: PROJECT });
    return await run("/bin/sh", ["-c", command], {
      cwd: folder,
      env: {
        ...hookEnvironment(this.home.folder, "solo"),
        REFLECTION_REVIEW: "on",
        REFLECTION_DEBUG: "1",
        CLAUDE_PROJECT_DIR: folder,
        ...env,
      },
      clearEnv: true,
      stdin: JSON.stringify({ session_id: "s-1", prompt_id: "p-1", cwd: folder, ...payload }),
    });
  }

  /** Waits until the log of steps holds a text this many times. */
  async logged(text: string, times = 1): Promise<void> {
    const log = () => this.names("debug.log").length > 0 ? this.read("debug.log") : "";
    await this.#until(() => log().split(text).length > times);
    await this.idle();
  }

  /** Resolves when a file's text in the folder of records satisfies a condition. */
  async #until(holds: () => boolean): Promise<void> {
    using changes = Deno.watchFs(this.repo.path(RECORDS));
    const timer = setTimeout(() => changes.close(), 90_000);
    try {
      if (holds()) return;
      for await (const _ of changes) if (holds()) return;
    } finally {
      clearTimeout(timer);
    }
    throw new assert.AssertionError({ message: "what was waited for did not come" });
  }

  /** Waits for this many reviews, and for what is written after the last of them. */
  async reviews(count: number): Promise<Review[]> {
    await this.#until(() => this.names(".review.json").length >= count);
    await this.idle();
    return this.names(".review.json").map((name) => {
      const text = Deno.readTextFileSync(this.repo.path(`${RECORDS}/${name}`));
      return reviewSchema.parse(JSON.parse(text));
    });
  }

  /** Waits until no reviewer of the session is at work: it holds a lock as long as it is. */
  async idle(): Promise<void> {
    const path = this.repo.path(`${RECORDS}/state/s-1.review.lock`);
    await this.#until(() => this.names("state/s-1.review.lock").length > 0);
    using file = await Deno.open(path, { write: true });
    await file.lock(true);
  }

  /** The names of files in the folder of records that end so; `state/…` looks in there. */
  names(ending: string): string[] {
    const [folder, end] = ending.startsWith("state/")
      ? [`${RECORDS}/state`, ending.slice("state/".length)]
      : [RECORDS, ending];
    return Array.from(Deno.readDirSync(this.repo.path(folder)), ({ name }) => name)
      .filter((name) => name.endsWith(end) && !name.startsWith(".")).sort();
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
