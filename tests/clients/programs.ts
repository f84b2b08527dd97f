/** The programs that a client finds on its PATH, and no others. */

import { run } from "../support/process.ts";

const PROGRAMS = [
  ...["deno", "node", "git", "sh", "bash", "cat", "grep", "head", "sed", "setsid", "tr"],
];

/** Puts links to them into a folder, without one of them where that is the question. */
export async function linkPrograms(folder: string, without?: string): Promise<void> {
  for (const name of PROGRAMS.filter((name) => name !== without)) {
    await Deno.symlink(await programPath(name), `${folder}/${name}`);
  }
}

async function programPath(name: string): Promise<string> {
  if (name === "deno") return Deno.execPath();
  return (await run("sh", ["-c", 'command -v "$1"', "sh", name])).stdout.trim();
}
