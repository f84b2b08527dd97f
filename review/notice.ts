/**
 * The hook that tells a person what a review found, once: at the next UserPromptSubmit after it. The
 * registered shell starts it only where a notice lies ready.
 *
 * Prints one JSON object with `systemMessage`, which the client shows to the person and not to the
 * model, and takes the notices away. Always exits 0.
 *
 * @module
 */

import { DEFAULT_FOLDER, isThere, removeIfThere } from "../hook/store.ts";
import { NOTICE_ENDING, readNotice } from "./notices.ts";

/** More than this at once is not read by anybody. */
const MAX_NOTICES = 5;

try {
  const folder = `${Deno.env.get("REFLECTION_DIR") || DEFAULT_FOLDER}/state`;
  const names = Array.from(Deno.readDirSync(folder), (entry) => entry.name)
    .filter((name) => name.endsWith(NOTICE_ENDING)).sort();
  const texts: string[] = [];
  for (const name of names) {
    const path = `${folder}/${name}`;
    const text = readNotice(path);
    removeIfThere(path);
    // One that cannot be taken away would come back for ever: better not at all.
    if (text !== null && !isThere(path)) texts.push(text);
  }
  if (texts.length > 0) {
    const more = texts.length - MAX_NOTICES;
    const shown = texts.slice(-MAX_NOTICES).join("\n\n");
    const systemMessage = more > 0 ? `${shown}\n\n(and ${more} earlier reviews)` : shown;
    console.log(JSON.stringify({ systemMessage }));
  }
} catch (error) {
  console.error(`reflection: ${error instanceof Error ? error.message : error}`);
}
Deno.exit(0);
