/**
 * A golden run: steps on a scratch machine, and the bytes that came of them once. A change that must
 * not change behaviour leaves every file in `expected/` as it is; one that means to writes them anew:
 *
 *     REFLECTION_GOLDENS=write deno test -P=test --parallel tests/goldens
 */

import assert from "node:assert/strict";
import { Place } from "./_place.ts";

/** What happens in a run. */
export interface Golden {
  /** The file in `expected/`, without its ending. */
  readonly file: string;
  /** What is kept, as a sentence. */
  readonly says: string;
  /** What is done. */
  readonly steps: (place: Place) => Promise<unknown>;
}

/** Registers a test for each run. */
export function keep(...goldens: readonly Golden[]): void {
  for (const { file, says, steps } of goldens) {
    Deno.test(`golden: ${says}`, async () => {
      await using place = await Place.make();
      await steps(place);
      const path = new URL(`./expected/${file}.txt`, import.meta.url);
      if (Deno.env.get("REFLECTION_GOLDENS") === "write") {
        await Deno.writeTextFile(path, place.text);
      } else {
        assert.equal(place.text, await Deno.readTextFile(path));
      }
    });
  }
}
