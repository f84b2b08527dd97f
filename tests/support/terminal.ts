// Scripts at a pseudo terminal, and what a person there sees.

import { run } from "./process.ts";

/** Without a pseudo terminal nobody can see what a person at one sees. */
export const hasTerminal: boolean = await run("script", ["--version"])
  .then(({ code }) => code === 0, () => false);

/** How wide it is, and what the script finds there. */
interface Terminal {
  readonly width: number;
  readonly env?: Record<string, string>;
}

/** Runs this very deno at a terminal, where both streams go; ␛ begins an order. */
export async function seenAtTerminal(
  args: readonly string[],
  { width, env = {} }: Terminal,
): Promise<{ code: number; text: string }> {
  const command = [Deno.execPath(), ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const { code, stdout } = await run(
    "script",
    ["-qec", `stty cols ${width} rows 50; ${command.join(" ")}`, "/dev/null"],
    { env: { SHELL: "/bin/sh", NO_COLOR: "", ...env } },
  );
  return { code, text: stdout.replaceAll("\r\n", "\n").replaceAll("\x1b", "␛") };
}
