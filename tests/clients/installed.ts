/**
 * Real clients, downloaded once into the user's cache: never into this repository, and never half.
 * Needs npm and its registry the first time, and nothing after that.
 */

import { run } from "../support/process.ts";

/** A client on npm. */
interface ClientPackage {
  readonly name: string;
  readonly version: string;
  /** Its program, below `node_modules`. */
  readonly program: string;
}

const installing = new Map<string, Promise<string>>();

/** The client's program, installed if it was not yet. */
export function installedClient(client: ClientPackage): Promise<string> {
  const known = installing.get(client.name);
  if (known) return known;
  const program = install(client);
  installing.set(client.name, program);
  return program;
}

async function install({ name, version, program }: ClientPackage): Promise<string> {
  const clients = clientsFolder();
  const folder = `${clients}/${name.split("/").at(-1)}-${version}`;
  const path = `${folder}/node_modules/${program}`;

  await Deno.mkdir(clients, { recursive: true });
  // Test files run in parallel; the kernel frees the lock however its holder ends.
  using lock = await Deno.open(`${clients}/install.lock`, { create: true, write: true });
  await lock.lock(true);
  if (!await isFile(path)) {
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
      `${name}@${version}`,
    ], { cwd: unfinished });
    if (code !== 0) throw new Error(`Cannot install ${name} ${version}: ${stderr}`);
    await removeFolder(folder);
    await Deno.rename(unfinished, folder);
  }
  return path;
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
