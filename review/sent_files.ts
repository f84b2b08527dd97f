/** What is sent of a change to a model, without secrets. */

import type { LeftOut } from "../schema/types.ts";
import { chooseFiles, type ReviewBudget } from "./budget.ts";
import type { DiffFile } from "../lib/git/diff.ts";
import { scrubFiles, scrubNames, withholdKeys } from "./scrub_change.ts";

/** A file that is sent, and as it is sent. */
interface Sent {
  readonly file: DiffFile;
  readonly clean: DiffFile;
}

/**
 * What is sent of a change. Chosen twice: what stands for a secret may be longer than the secret, so
 * what fitted before may not fit any more.
 */
export async function chooseScrubbed(
  files: readonly DiffFile[],
  budget: ReviewBudget,
  scrub: (text: string) => Promise<string>,
): Promise<{ sent: Sent[]; leftOut: LeftOut[] }> {
  const { open, withheld } = withholdKeys(files);
  const first = chooseFiles(open, budget);
  const byName = new Map(files.map((file) => [file.path, file]));
  const originals = new Map<string, DiffFile>();
  const clean: DiffFile[] = [];
  const names = await scrubNames(first.sent.map(({ path }) => path), scrub);
  for (const [n, file] of (await scrubFiles(first.sent, scrub)).entries()) {
    // A name with a secret in it goes by another one, which must still be one file's.
    const path = names[n] ?? "";
    const name = originals.has(path) ? `${path} (${originals.size})` : path;
    originals.set(name, byName.get(file.path) ?? file);
    clean.push({ ...file, path: name });
  }
  const second = chooseFiles(clean, budget);
  return {
    sent: second.sent.map((file) => ({ file: originals.get(file.path) ?? file, clean: file })),
    leftOut: [
      ...withheld,
      ...first.leftOut,
      ...second.leftOut.map((out) => ({ ...out, path: originals.get(out.path)?.path ?? out.path })),
    ],
  };
}
