/** The hooks of a blocked loop, run as the client runs them. */

import assert from "node:assert/strict";
import { hookCommand } from "../../hook/clients/command.ts";
import { type HookRegistration, hooksOf } from "../../hook/clients/table.ts";
import { PROJECT, type Ran, run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { hookEnvironment } from "./session.ts";

/** A session in a repository in which something keeps failing. */
export class Unblocking implements AsyncDisposable {
  #changes = 0;

  private constructor(readonly repo: Scratch, readonly home: Scratch) {}

  static async make(): Promise<Unblocking> {
    const unblocking = new Unblocking(await Scratch.make(), await Scratch.make());
    await unblocking.repo.init({ "add.mjs": "export const add = 0;\n" });
    return unblocking;
  }

  /** Runs the hook of an event. */
  async hook(
    event: HookRegistration["event"],
    payload: Record<string, unknown>,
    env: Record<string, string> = {},
  ): Promise<Ran> {
    const hook = hooksOf("unblock").find((hook) => hook.event === event);
    assert.ok(hook, event);
    return await run("/bin/sh", ["-c", hookCommand(hook, { from: "path", folder: PROJECT })], {
      cwd: this.repo.folder,
      clearEnv: true,
      env: {
        ...hookEnvironment(this.home.folder, "solo"),
        CLAUDE_PROJECT_DIR: this.repo.folder,
        REFLECTION_UNBLOCK: "on",
        ...env,
      },
      stdin: JSON.stringify({
        session_id: "s-1",
        prompt_id: "p-1",
        cwd: this.repo.folder,
        hook_event_name: event,
        ...payload,
      }),
    });
  }

  /** A command fails; what the agent is told. */
  async fails(
    command: string,
    output: string,
    payload: Record<string, unknown> = {},
    env: Record<string, string> = {},
  ): Promise<string | null> {
    const { stdout, stderr, code } = await this.hook("PostToolUseFailure", {
      tool_name: "Bash",
      tool_input: { command },
      error: `Exit code 1\n${output}`,
      ...payload,
    }, env);
    assert.deepEqual([stderr, code], ["", 0]);
    return toldIn(stdout, "PostToolUseFailure");
  }

  /** A command ends well; what the agent is told. */
  async passes(command: string, stdout = ""): Promise<string | null> {
    const ran = await this.hook("PostToolUse", {
      tool_name: "Bash",
      tool_input: { command },
      tool_response: { stdout, stderr: "" },
    });
    assert.deepEqual([ran.stderr, ran.code], ["", 0]);
    return toldIn(ran.stdout, "PostToolUse");
  }

  /** Changes something in the working tree. */
  async change(): Promise<void> {
    await this.repo.write({ "add.mjs": `export const add = ${++this.#changes};\n` });
  }

  /** The records with this ending, oldest first. */
  records(ending: string): string[] {
    const folder = this.repo.path(".mosaic/reflections");
    return Array.from(Deno.readDirSync(folder), ({ name }) => name)
      .filter((name) => name.endsWith(ending)).sort().map((name) => `${folder}/${name}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.repo[Symbol.asyncDispose]();
    await this.home[Symbol.asyncDispose]();
  }
}

function toldIn(stdout: string, event: string): string | null {
  if (stdout === "") return null;
  const { hookSpecificOutput, ...more } = JSON.parse(stdout);
  assert.deepEqual(more, {}, "nothing is decided");
  assert.equal(hookSpecificOutput.hookEventName, event);
  return hookSpecificOutput.additionalContext;
}
