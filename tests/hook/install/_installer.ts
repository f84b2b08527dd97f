/** Running the installer as a person would, in a home and with a PATH of its own. */

import { COMMAND_MARK } from "../../../hook/clients/command.ts";
import { deno, type Ran, run, taskCommand } from "../../support/process.ts";
import { Scratch } from "../../support/repository.ts";

/** Where this deno keeps what it fetched: a fresh home must not mean a cold cache. */
const DENO_DIR: string = JSON.parse((await deno(["info", "--json"])).stdout).denoDir;

/** A scratch machine: `home`, `bin` with git and a deno that only takes notes, and `project`. */
export class Machine implements AsyncDisposable {
  private constructor(readonly scratch: Scratch) {}

  static async make(): Promise<Machine> {
    const scratch = await Scratch.make();
    await scratch.write({
      "home/.keep": "",
      "project/.keep": "",
      "bin/deno": `#!/bin/sh\necho "$@" >>'${scratch.path("deno.log")}'\n`,
    });
    await Deno.chmod(scratch.path("bin/deno"), 0o755);
    const git = (await run("sh", ["-c", "command -v git"])).stdout.trim();
    await Deno.symlink(git, scratch.path("bin/git"));
    return new Machine(scratch);
  }

  path(name: string): string {
    return this.scratch.path(name);
  }

  /** The project's settings. */
  get settings(): string {
    return this.path("project/.claude/settings.local.json");
  }

  /** Runs a task of deno.json with its permissions, from the project's folder. */
  async task(
    name: string,
    args: readonly string[],
    env: Record<string, string> = {},
  ): Promise<Ran> {
    return await deno([...await taskCommand(name), ...args], {
      clearEnv: true,
      env: {
        HOME: this.path("home"),
        PATH: this.path("bin"),
        INIT_CWD: this.path("project"),
        DENO_DIR,
        ...env,
      },
    });
  }

  install(...args: string[]): Promise<Ran> {
    return this.task("install-hook", args);
  }

  /** Makes the project a repository. */
  async git(): Promise<void> {
    await run("git", ["init", "--quiet", this.path("project")]);
  }

  /** What git is told to ignore in this clone. */
  async excluded(): Promise<string> {
    return await Deno.readTextFile(this.path("project/.git/info/exclude"));
  }

  /** What git shows as untracked. */
  async untracked(): Promise<string[]> {
    const args = ["-C", this.path("project"), "ls-files", "--others", "--exclude-standard"];
    const { stdout } = await run("git", args);
    return stdout.split("\n").filter((name) => name !== "" && name !== ".keep");
  }

  /** Every file below a folder with its content, modes and moments: what "untouched" is about. */
  async snapshot(folder = "project"): Promise<Record<string, string>> {
    const files: Record<string, string> = {};
    for await (const { name, isDirectory, isSymlink } of Deno.readDir(this.path(folder))) {
      const path = `${folder}/${name}`;
      if (name === ".git") continue;
      if (isDirectory) Object.assign(files, { [path]: "folder" }, await this.snapshot(path));
      else {
        const { mode, mtime } = await Deno.lstat(this.path(path));
        const content = isSymlink ? "link" : await Deno.readTextFile(this.path(path));
        files[path] = `${mode} ${mtime?.getTime()} ${content}`;
      }
    }
    return files;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.scratch[Symbol.asyncDispose]();
  }
}

/** The commands of ours in a settings file, by event. */
export function commandsIn(text: string): Record<string, string[]> {
  const { hooks = {} } = JSON.parse(text) as {
    hooks?: Record<string, { hooks: { command: string }[] }[]>;
  };
  return Object.fromEntries(
    Object.entries(hooks).map(([event, groups]) => [
      event,
      groups.flatMap((group) => group.hooks.map(({ command }) => command))
        .filter((command) => command.endsWith(COMMAND_MARK)),
    ]),
  );
}
