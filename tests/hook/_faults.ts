/** What the fault tests share. */

import { run } from "../support/process.ts";
import type { Scratch } from "../support/repository.ts";

/** A last message whose self-report is whole: a record that is degraded is so for another reason. */
export const WHOLE_REPORT = `Done.

\`\`\`reflection
{ "confidence": 0.8, "most_likely_wrong": { "surface": "none", "description": "typo" },
  "known_not_in_diff": null }
\`\`\``;

/** Whether something is there, be it a link to nowhere. */
export function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** All that stands below a folder: names, kinds, modes, sizes, link targets, content. */
export async function contentOf(folder: string): Promise<string> {
  const list = `find . -printf '%p %y %m %s %l\\n' | sort; find . -type f -exec cksum {} + | sort`;
  const { stdout } = await run("/bin/sh", ["-c", list], { cwd: folder });
  return stdout;
}

/** The temporary files below a folder. */
export async function temporaryFiles(folder: string): Promise<string[]> {
  const { stdout } = await run("find", [folder, "-name", "*.tmp"]);
  return stdout.split("\n").filter(Boolean);
}

/** Writes a program. */
export async function writeScript(folder: Scratch, name: string, body: string): Promise<string> {
  await folder.write({ [name]: `#!/bin/sh\n${body}\n` });
  await Deno.chmod(folder.path(name), 0o755);
  return folder.path(name);
}

/** Numbers in [0,1), the same ones for the same seed. */
export function* randoms(seed: number): Generator<number, never> {
  for (let state = seed >>> 0;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}
