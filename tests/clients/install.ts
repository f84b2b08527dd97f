/** The real Claude Code, downloaded once into the user's cache. */

import { installedClient } from "./installed.ts";

/** The version whose behaviour the hooks rely on. */
const VERSION = "2.1.325";

const ARCHITECTURES = { x86_64: "x64", aarch64: "arm64" };

/** The client's program, installed if it was not yet. */
export function installedClaude(): Promise<string> {
  return installedClient({
    name: "@anthropic-ai/claude-code",
    version: VERSION,
    program: `@anthropic-ai/claude-code-linux-${ARCHITECTURES[Deno.build.arch]}/claude`,
  });
}
