/**
 * Ratios instead of times: the contenders take turns in one run, so that whatever else the machine
 * does slows all of them alike.
 */

import { fileURLToPath } from "node:url";

/** This project. */
export const PROJECT: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Milliseconds that one call takes, one list per contender, taken in turns. */
export async function takeTurns<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, () => unknown>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    number[]
  >;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const start = performance.now();
      await contenders[name]();
      times[name].push(performance.now() - start);
    }
  }
  return times;
}

/** The middle value: neither the lucky round nor the disturbed one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** One line of a benchmark's result, and what it has to be. */
export interface Figure {
  readonly what: string;
  readonly ratio: number;
  readonly target: string;
}

/** The figure of two contenders. */
export function figure(
  what: string,
  target: string,
  times: readonly number[],
  baseline: readonly number[],
): Figure {
  return { what, ratio: median(times) / median(baseline), target };
}

/** Measures with a folder that is gone afterwards. */
export async function inScratch(
  measure: (folder: string) => Promise<Figure[]>,
): Promise<Figure[]> {
  const folder = await Deno.makeTempDir({ prefix: "reflection-bench-" });
  try {
    return await measure(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The least that any script costs: a start of deno with an empty file in this folder. */
export function emptyScript(folder: string): string[] {
  Deno.writeTextFileSync(`${folder}/empty.ts`, "");
  return ["run", "--no-config", "--no-lock", `${folder}/empty.ts`];
}

/** Runs a program to its end, and says how much memory it held at most, in bytes. Linux only. */
export async function peakMemory(command: string, args: string[], cwd: string): Promise<number> {
  const child = new Deno.Command(command, {
    args,
    cwd,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  })
    .spawn();
  let ended = false;
  const status = child.status.finally(() => ended = true);
  let peak = 0;
  while (!ended) {
    // Deno itself is not let into /proc. The kernel keeps the peak: the last look is enough.
    const { stdout } = await new Deno.Command("cat", {
      args: [`/proc/${child.pid}/status`],
      stderr: "null",
    }).output();
    const [, kibibytes = "0"] = /VmHWM:\s*(\d+)/.exec(new TextDecoder().decode(stdout)) ?? [];
    peak = Math.max(peak, 1024 * Number(kibibytes));
  }
  if (!(await status).success) throw new Error(`${command} ${args.join(" ")} failed`);
  return peak;
}

/** Runs a script of this project, or beside it, to its end. */
export async function startDeno(args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: PROJECT,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (success) return;
  throw new Error(`deno ${args.join(" ")} failed: ${new TextDecoder().decode(stderr)}`);
}

/** Starts a program in a folder, tells it this on stdin, and waits for its end. */
export function starter(cwd: string, payload: unknown) {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  return async (
    program: string,
    args: string[],
    env: Record<string, string> = {},
  ): Promise<void> => {
    const child = new Deno.Command(program, {
      args,
      cwd,
      // Set and empty counts as unset, so that your own settings change nothing.
      env: { REFLECTION_MODE: "", REFLECTION_DIR: "", CLAUDE_PROJECT_DIR: "", ...env },
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const writer = child.stdin.getWriter();
    // A program that reads nothing may be gone already.
    await writer.write(bytes).then(() => writer.close()).catch(() => {});
    await child.status;
  };
}
