// The command that ships, started as a user starts it.

import { deno, PROJECT, type Ran, taskCommand } from "../support/process.ts";

/** How it is started. */
export interface ShipOptions {
  readonly env?: Record<string, string>;
  /** What the command begins with, to be started elsewhere. */
  readonly command?: readonly string[];
}

/** What `--json` prints. */
export interface Shipped {
  readonly shipped: number;
  readonly known: number;
  readonly doubles: number;
  readonly bytes: number;
  readonly invalid: readonly { origin: string; problem: string }[];
}

const { stdout } = await deno(["info", "--json"]);
const { denoDir } = JSON.parse(stdout) as { denoDir: string };

/** One run of the command, with the permissions of its task and nothing of this test's environment. */
export class Shipper implements AsyncDisposable {
  readonly ended: Promise<Ran>;
  #running = true;

  private constructor(readonly process: Deno.ChildProcess) {
    const text = new TextDecoder();
    this.ended = process.output().then(({ code, stdout, stderr }) => {
      this.#running = false;
      return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
    });
  }

  static async start(args: readonly string[], options: ShipOptions = {}): Promise<Shipper> {
    const [program, ...rest] = [
      ...options.command ?? [],
      ...[Deno.execPath(), ...await taskCommand("ship"), ...args],
    ];
    return new Shipper(
      new Deno.Command(program!, {
        args: rest,
        cwd: PROJECT,
        clearEnv: true,
        env: {
          PATH: Deno.env.get("PATH") ?? "",
          HOME: Deno.env.get("HOME") ?? "/",
          DENO_DIR: denoDir,
          NO_COLOR: "1",
          ...options.env,
        },
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn(),
    );
  }

  /** Whether it has not ended yet. */
  get running(): boolean {
    return this.#running;
  }

  kill(signal: Deno.Signal): void {
    this.process.kill(signal);
  }

  /** What it says at its end, which must be a good one. */
  async result(): Promise<Shipped> {
    const { code, stdout, stderr } = await this.ended;
    if (code !== 0) throw new Error(`Shipping ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#running) this.kill("SIGKILL");
    await this.ended;
  }
}

/** A run that takes longer than this hangs, in milliseconds. */
const LIMIT = 40_000;

/** Ships to the end. */
export async function ship(args: readonly string[], options?: ShipOptions): Promise<Ran> {
  await using shipper = await Shipper.start(args, options);
  const limit = setTimeout(() => shipper.kill("SIGKILL"), LIMIT);
  try {
    return await shipper.ended;
  } finally {
    clearTimeout(limit);
  }
}
