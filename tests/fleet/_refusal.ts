// A shipper that must not ship: what it says, and that it left everything as it was.

import assert from "node:assert/strict";
import { Ledger } from "./_records.ts";
import { ship, type Shipped } from "./_shipper.ts";
import { Scratch } from "../support/repository.ts";

/** A folder of a few records. */
export class Stock implements AsyncDisposable {
  readonly ledger = new Ledger();

  private constructor(readonly scratch: Scratch) {
    this.ledger.write(this.folder, "shop", 25);
  }

  static async make(): Promise<Stock> {
    return new Stock(await Scratch.make("fleet-stock-"));
  }

  get folder(): string {
    return this.scratch.path("records");
  }

  /** That nothing is shipped, for a reason that is told in such words. */
  async assertRefused(
    to: string,
    { says, env = {}, code = 1 }: { says: RegExp; env?: Record<string, string>; code?: number },
  ): Promise<void> {
    const ran = await ship(["--to", to, this.folder, "--json", "--patience", "1"], { env });
    assert.deepEqual(
      { code: ran.code, said: says.test(ran.stderr) },
      { code, said: true },
      ran.stderr,
    );
    assert.doesNotMatch(ran.stderr, /^\s+at /m, "no stack is shown");
    for (const secret of SECRETS) {
      assert.ok(!`${ran.stdout}${ran.stderr}`.includes(secret), "no secret is shown");
    }
    assert.deepEqual(this.marked(), [], "nothing is marked as shipped");
  }

  /** That everything is shipped now, none of it having been marked before. */
  async assertShipped(to: string, env: Record<string, string> = {}): Promise<void> {
    const { code, stdout, stderr } = await ship(["--to", to, this.folder, "--json"], { env });
    assert.equal(code, 0, stderr);
    const { shipped, known, doubles } = JSON.parse(stdout) as Shipped;
    assert.deepEqual({ shipped, known, doubles }, {
      ...{ shipped: this.ledger.size, known: 0, doubles: 0 },
    });
    assert.notDeepEqual(this.marked(), []);
    for (const secret of SECRETS) {
      assert.ok(!`${stdout}${stderr}`.includes(secret), "no secret is shown");
    }
    await Deno.remove(`${this.folder}/state`, { recursive: true });
  }

  /** The files that say what was shipped. */
  marked(): string[] {
    try {
      return [...Deno.readDirSync(`${this.folder}/state`)].map(({ name }) => name)
        .filter((name) => /^ship-.*\.cursor$/.test(name));
    } catch {
      return [];
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.scratch[Symbol.asyncDispose]();
  }
}

const SECRETS = new Set<string>();

/** Something that no output may show. */
export function secret(text: string): string {
  SECRETS.add(text);
  return text;
}
