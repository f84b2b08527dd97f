/**
 * The real client, downloaded once into the user's cache: never into this repository, and never
 * half. Needs npm and its registry the first time, and nothing after that.
 */

import { run } from "../support/process.ts";

/** The version whose behaviour the hooks rely on. */
export const VERSION = "2.1.325";

const ARCHITECTURES = { x86_64: "x64", aarch64: "arm64" };

let installing: Promise<string> | undefined;

/** The client's program, installed if it was not yet. */
export function installedClaude(): Promise<string> {
  return installing ??= install();
}

async function install(): Promise<string> {
  const clients = clientsFolder();
  const folder = `${clients}/claude-code-${VERSION}`;
  const architecture = ARCHITECTURES[Deno.build.arch];
  const program = `${folder}/node_modules/@anthropic-ai/claude-code-linux-${architecture}/claude`;

  await Deno.mkdir(clients, { recursive: true });
  // Test files run in parallel; the kernel frees the lock however its holder ends.
  using lock = await Deno.open(`${clients}/install.lock`, { create: true, write: true });
  await lock.lock(true);
  if (!await isFile(program)) {
    // Whoever held the lock before may have been killed on the way.
    const unfinished = `${clients}/installing`;
    await removeFolder(unfinished);
    await Deno.mkdir(unfinished);
    const { code, stderr } = await run("npm", [
      "install",
      `--prefix=${unfinished}`,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--no-save",
      `@anthropic-ai/claude-code@${VERSION}`,
    ], { cwd: unfinished });
    if (code !== 0) throw new Error(`Cannot install Claude Code ${VERSION}: ${stderr}`);
    await removeFolder(folder);
    await Deno.rename(unfinished, folder);
  }
  return program;
}

function clientsFolder(): string {
  const named = Deno.env.get("REFLECTION_CLIENTS_DIR");
  if (named) return named;
  const cache = Deno.env.get("XDG_CACHE_HOME") || `${Deno.env.get("HOME")}/.cache`;
  return `${cache}/reflection-kernel/clients`;
}

async function removeFolder(path: string): Promise<void> {
  await Deno.remove(path, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch {
    return false;
  }
}
