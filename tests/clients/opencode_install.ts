/** The real OpenCode, downloaded once into the user's cache. */

import { installedClient } from "./installed.ts";

/** The version whose behaviour the plugin relies on. */
export const OPENCODE_VERSION = "1.18.33";

const ARCHITECTURES = { x86_64: "x64", aarch64: "arm64" };

/** The client's program, installed if it was not yet. */
export function installedOpencode(): Promise<string> {
  const name = `opencode-linux-${ARCHITECTURES[Deno.build.arch]}`;
  return installedClient({ name, version: OPENCODE_VERSION, program: `${name}/bin/opencode` });
}
