/**
 * Public sessions to measure on: raw transcripts that Entire.io's users push to a branch of their
 * repositories. They are fetched at these commits into a cache and never kept in this repository.
 */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../../../lib/text/errors.ts";
import { nameOf, objectOf } from "../../../lib/text/values.ts";

/** A repository whose sessions are public. */
export interface Source {
  /** Owner and name on GitHub. */
  readonly name: string;
  /** The commit of the branch `entire/checkpoints/v1`. */
  readonly commit: string;
  readonly licence: string;
  /** What its sessions run before they call something done. */
  readonly checks: readonly string[];
}

/** In the order of the tables. */
const SOURCES: readonly Source[] = [
  {
    name: "entireio/cli",
    commit: "394f81fab87f71aa8938d91ff7a067c524ff344b",
    licence: "MIT",
    checks: ["mise run test"],
  },
  {
    name: "PackmindHub/context-evaluator",
    commit: "63679d4764ce74bb41f8e5794f6183d43ea9ee88",
    licence: "Apache-2.0",
    checks: ["bun run test"],
  },
  {
    name: "FSM1/cipher-box",
    commit: "e227f1183b594fa6bd5dbe58c75272434067e89b",
    licence: "MIT",
    checks: ["pnpm --filter api test"],
  },
  {
    name: "entireio/skills",
    commit: "5fa5d6d2c9b976a2c6dfa60527c8ea351fae8be6",
    licence: "MIT",
    checks: ["go build ./cmd/entire/..."],
  },
  {
    name: "rommeld/leeson",
    commit: "9fa2d0c7d7684f721ece0b5ad281cdb440e161d7",
    licence: "PolyForm Noncommercial",
    checks: ["cargo test"],
  },
  {
    name: "Beep206/CyberVPN",
    commit: "89efea0382702104b0524f7549735e1b5e5a91e2",
    licence: "none",
    checks: ["flutter test"],
  },
  {
    name: "Safecast/safecast-map-MCP",
    commit: "5ef9f6d6457c05904937ba02be8b2aae721c59c5",
    licence: "none",
    checks: ["cd go && go build ./cmd/mcp-server/"],
  },
  {
    name: "ShamsiievDmytro/entire-bmad",
    commit: "3226e9b725b9fc472ddbe878a039e75a7225b948",
    licence: "none",
    checks: ["npm run test"],
  },
];

/** A session, at its longest checkpoint. */
interface Session {
  readonly source: Source;
  readonly id: string;
  readonly path: string;
}

/**
 * Fetches what the cache does not have yet. `from` is
 * the address of a repository, or the path of its git folder, with `{owner}` and `{name}` in it.
 */
export async function fetchSources(cache: string, from: string): Promise<void> {
  for (const source of SOURCES) {
    const folder = folderOf(cache, source);
    if (existsSync(join(folder, source.commit))) continue;
    const [owner = "", name = ""] = source.name.split("/");
    const address = from.replace("{owner}", owner).replace("{name}", name);
    await Deno.mkdir(folder, { recursive: true });
    const repository = existsSync(address) ? address : await clone(address, source, folder);
    for (const [session, blob] of await longestOf(repository, source.commit)) {
      const content = await git(repository, ["cat-file", "blob", blob]);
      await Deno.writeFile(join(folder, `${session}.jsonl`), content);
    }
    await Deno.writeTextFile(join(folder, source.commit), "");
  }
}

/** The sessions in the cache. */
export function sessionsIn(cache: string): Session[] {
  return SOURCES.flatMap((source) => {
    const folder = folderOf(cache, source);
    const files = [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".jsonl"));
    return files.map(({ name }) => name).sort().map((name) => (
      { source, id: name.slice(0, -".jsonl".length), path: join(folder, name) }
    ));
  });
}

/** Each session that Claude Code wrote, and the blob of its longest checkpoint. */
async function longestOf(repository: string, commit: string): Promise<Map<string, string>> {
  const blobs = new Map<string, string>();
  for (const entry of textOf(await git(repository, ["ls-tree", "-r", commit])).split("\n")) {
    const found = /^\d+ blob ([0-9a-f]{40})\t([^\t]+)$/.exec(entry);
    if (found) blobs.set(found[2]!, found[1]!);
  }
  const about = [...blobs.keys()].filter((path) => path.endsWith("/metadata.json"));
  const told = await batch(repository, "--batch", about.map((path) => blobs.get(path)!));
  const transcripts = new Map<string, string[]>();
  // A blob's line tells its size, then its text follows.
  const texts = told.split(/^[0-9a-f]{40} blob \d+\n/m).slice(1);
  for (const [index, path] of about.entries()) {
    const session = sessionOf(texts[index] ?? "");
    const blob = blobs.get(join(dirname(path), "full.jsonl"));
    if (session !== null && blob) {
      transcripts.set(session, [...transcripts.get(session) ?? [], blob]);
    }
  }
  const longest = new Map<string, string>();
  for (const [session, candidates] of transcripts) {
    // A mirror may lack the largest blobs, which it then calls missing.
    const sizes = (await batch(repository, "--batch-check", candidates)).trim().split("\n")
      .map((line) => Number(/ blob (\d+)$/.exec(line)?.[1] ?? 0));
    const most = Math.max(...sizes);
    if (most > 0) longest.set(session, candidates[sizes.indexOf(most)]!);
  }
  return longest;
}

/** The id of the session that a checkpoint belongs to; null where another client wrote it. */
function sessionOf(metadata: string): string | null {
  try {
    const about = objectOf(JSON.parse(metadata));
    // Claude Code was called "Agent" once.
    const known = about?.agent === "Claude Code" || about?.agent === "Agent";
    const id = known ? nameOf(about.session_id) : null;
    return id !== null && /^[\w-]+$/.test(id) ? id : null;
  } catch {
    return null;
  }
}

async function clone(address: string, { commit }: Source, folder: string): Promise<string> {
  const repository = join(folder, "git");
  await Deno.mkdir(repository, { recursive: true });
  await git(repository, ["init", "-q", "--bare"]);
  await git(repository, ["fetch", "-q", "--depth", "1", address, commit]);
  return repository;
}

async function batch(repository: string, how: string, blobs: readonly string[]): Promise<string> {
  return textOf(
    await git(repository, ["cat-file", how], blobs.map((blob) => `${blob}\n`).join("")),
  );
}

async function git(
  repository: string,
  args: string[],
  input = "",
): Promise<Uint8Array<ArrayBuffer>> {
  const child = new Deno.Command("git", {
    args: ["-C", repository, ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const ended = child.output();
  await new Blob([input]).stream().pipeTo(child.stdin);
  const { success, stdout } = await ended;
  if (!success) throw new UserError(`Cannot read "${repository}": git ${args[0]} failed`);
  return stdout;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function folderOf(cache: string, { name }: Source): string {
  return join(cache, name.replace("/", "+"));
}
