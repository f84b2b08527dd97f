/** What the project tells every agent, for the model that judges: bounded, and scrubbed. */

import { realPath } from "../../lib/store/store.ts";

/** The files, in the order in which they are looked for. */
const FILES = ["AGENTS.md", "CLAUDE.md"];

/** So much of them a judge needs to know. */
const MAX_CHARACTERS = 1500;

/** So much is read: far more, so that no secret is cut before it is looked for. */
const MAX_BYTES = 64 * 1024;

/** The beginning of the project's instructions; empty where there are none. */
export async function readInstructions(): Promise<string> {
  for (const name of FILES) {
    try {
      // A repository may bring links along, to whatever it likes to have sent away.
      if (realPath(name) !== `${Deno.cwd()}/${name}`) continue;
      if (!Deno.statSync(name).isFile) continue;
      const { scrub } = await import("../../lib/scrub/scrub.ts");
      return (await scrub(beginningOf(name))).slice(0, MAX_CHARACTERS);
    } catch {
      // Not there, not readable, or secrets could not be looked for: as if there were none
    }
  }
  return "";
}

function beginningOf(path: string): string {
  using file = Deno.openSync(path);
  const bytes = new Uint8Array(MAX_BYTES);
  let length = 0;
  for (let read; (read = file.readSync(bytes.subarray(length))) !== null && read > 0;) {
    length += read;
  }
  return new TextDecoder().decode(bytes.subarray(0, length));
}
