// Disks of this test's own, small enough to be filled.

import assert from "node:assert/strict";
import { run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";

/** Small file systems, one for each server. */
export class Disks implements AsyncDisposable {
  readonly #stack = new AsyncDisposableStack();

  private constructor(readonly scratch: Scratch) {
    this.#stack.use(scratch);
  }

  static async mount(count: number): Promise<Disks> {
    const disks = new Disks(await Scratch.make("fleet-disks-"));
    try {
      for (let n = 0; n < count; n++) await disks.#mount(disks.folder(n));
    } catch (error) {
      await disks[Symbol.asyncDispose]();
      throw error;
    }
    return disks;
  }

  folder(n: number): string {
    return this.scratch.path(`disk-${n}`);
  }

  async fill(n: number): Promise<void> {
    const { stderr } = await run("dd", ["if=/dev/zero", `of=${this.folder(n)}/ballast`, "bs=64k"]);
    assert.match(stderr, /No space left/);
  }

  async empty(n: number): Promise<void> {
    await Deno.remove(`${this.folder(n)}/ballast`);
  }

  async #mount(folder: string): Promise<void> {
    await Deno.mkdir(folder);
    const { code, stderr } = await run("mount", [
      ...["-t", "tmpfs", "-o", "size=64m", "tmpfs", folder],
    ]);
    if (code !== 0) throw new Error(stderr);
    this.#stack.defer(async () => {
      const { code, stderr } = await run("umount", [folder]);
      assert.equal(code, 0, stderr);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }
}

/** Why there can be no disks of a test's own here; null where there can. */
export const NO_DISKS: string | null = await (async () => {
  try {
    await using _disks = await Disks.mount(1);
    return null;
  } catch {
    return "needs CAP_SYS_ADMIN, to mount a tmpfs";
  }
})();
