/**
 * The hook that tells a person what a review found, once: at the next UserPromptSubmit after it. The
 * registered shell starts it only where a notice lies ready.
 *
 * Prints one JSON object with `systemMessage`, which the client shows to the person and not to the
 * model, and takes the notices away. A notice that git tracks came with
 * the clone and is not shown, and a folder that a link leads to is not looked into. Always exits 0.
 *
 * @module
 */

import { readSettings } from "../lib/config/environment.ts";
import { DEFAULT_FOLDER, isThere, realPath, removeIfThere } from "../lib/store/store.ts";
import { Repository } from "../lib/git/run.ts";
import { runHook } from "./gate.ts";
import { NOTICE_ENDING, readNotice } from "./notices.ts";
import { trackedFiles } from "../lib/git/status.ts";
import { OWN_FOLDER } from "../lib/store/own_folder.ts";

/** So many notices are shown at once, and of so many files at most they are looked for. */
const MAX_NOTICES = 5;
const MAX_FILES = 200;

await runHook(true, async () => {
  const { folder: named } = readSettings();
  const folder = `${named ?? DEFAULT_FOLDER}/state`;
  const place = named === null ? `${Deno.cwd()}/${folder}` : null;
  if (place !== null && realPath(folder) !== place) throw new TypeError(`"${folder}" is elsewhere`);
  const names = Array.from(Deno.readDirSync(folder), (entry) => entry.name)
    .filter((name) => name.endsWith(NOTICE_ENDING)).sort().slice(-MAX_FILES);
  const repository = Repository.at();
  const brought = named === null ? await trackedFiles(repository, OWN_FOLDER) : new Set<string>();
  const texts: string[] = [];
  for (const name of names) {
    const path = `${folder}/${name}`;
    if (brought.has(path)) continue;
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
});
