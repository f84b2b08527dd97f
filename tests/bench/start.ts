/** Starting programs as a client starts its hooks. */

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
      // Set and empty is as good as unset: nobody's own settings may change what is measured.
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
