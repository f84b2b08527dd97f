/** Starting real programs from tests. */

import { fileURLToPath } from "node:url";

/** The repository of this project. */
export const PROJECT = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");

/** How a program ended and what it printed. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** What a program is started with. */
export interface Start {
  cwd?: string;
  env?: Record<string, string>;
  clearEnv?: boolean;
  stdin?: string | Uint8Array;
}

/** Runs a program to its end. */
export async function run(command: string, args: string[], start: Start = {}): Promise<Ran> {
  const { cwd = PROJECT, env = {}, clearEnv = false, stdin } = start;
  const child = new Deno.Command(command, {
    args,
    cwd,
    env: { NO_COLOR: "1", ...env },
    clearEnv,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    // A program may end without reading: that is its right, and no error of the test.
    await writer.write(typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin)
      .then(() => writer.close()).catch(() => {});
  }
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

/** Runs this very deno. */
export function deno(args: string[], start?: Start): Promise<Ran> {
  return run(Deno.execPath(), args, start);
}

/** The arguments of deno that a task of deno.json stands for, its permissions among them. */
export async function taskCommand(name: string): Promise<string[]> {
  const { tasks } = await projectConfig();
  const [program, ...args] = tasks[name]!.command.split(" ");
  if (program !== "deno") throw new TypeError(`Task "${name}" does not run deno`);
  return args;
}

/** What the script of a task may do: everything of a kind, or what is listed. */
export async function taskPermissions(name: string): Promise<Record<string, true | string[]>> {
  const [, set = ""] = /^run -q -P=(\S+) /.exec((await taskCommand(name)).join(" ")) ?? [];
  const { permissions } = await projectConfig();
  if (!(set in permissions)) throw new TypeError(`Task "${name}" has no set of permissions`);
  return permissions[set]!;
}

/** What deno.json says of tasks. */
async function projectConfig(): Promise<{
  tasks: Record<string, { command: string }>;
  permissions: Record<string, Record<string, true | string[]>>;
}> {
  return JSON.parse(await Deno.readTextFile(`${PROJECT}/deno.json`));
}
