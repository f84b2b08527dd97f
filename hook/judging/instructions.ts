/** What the project tells every agent, for the model that judges: bounded, and scrubbed. */

import { realPath } from "../store.ts";

/** The files, in the order in which they are looked for. */
const FILES = ["AGENTS.md", "CLAUDE.md"];

/** So much of them a judge needs to know. */
const MAX_CHARACTERS = 1500;
const MAX_BYTES = 64 * 1024;

/** The beginning of the project's instructions; empty where there are none. */
export async function readInstructions(): Promise<string> {
  for (const name of FILES) {
    try {
      // A repository may bring links along, to whatever it likes to have sent away.
      if (realPath(name) !== `${Deno.cwd()}/${name}`) continue;
      const { isFile, size } = Deno.statSync(name);
      if (!isFile || size > MAX_BYTES) continue;
      const { scrub } = await import("../../scrub/scrub.ts");
      return (await scrub(Deno.readTextFileSync(name))).slice(0, MAX_CHARACTERS);
    } catch {
      // Not there, not readable, or secrets could not be looked for: as if there were none
    }
  }
  return "";
}
