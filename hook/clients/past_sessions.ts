/**
 * The sessions of a repository that the clients keep on this machine: Claude Code's transcripts, and
 * OpenCode's database. Neither client has to run; only what they wrote is read.
 */

import { DatabaseSync } from "node:sqlite";
import type { Conversation } from "../../judge/conversation.ts";
import { readOpenCode } from "../../judge/transcript/opencode.ts";
import { objectOf } from "../../lib/text/values.ts";
import { readTranscript } from "./claude_code.ts";

/** A session that a client kept. */
interface PastSession {
  readonly client: "Claude Code" | "OpenCode";
  /** When something was last written to it, in milliseconds since the epoch. */
  readonly at: number;
  /** May throw: the file may be gone or broken by now. */
  readonly read: () => Conversation;
}

/** What was found, and where it was looked for. */
export interface PastSessions extends Disposable {
  /** The newest first. */
  readonly sessions: readonly PastSession[];
  /** How many there are in all. */
  readonly found: number;
  readonly places: readonly string[];
  readonly problems: readonly string[];
}

type Environment = (name: string) => string | undefined;

/** The first line of a transcript that names the folder comes early, and may be behind a long prompt. */
const HEAD_BYTES = 256 * 1024;

/** The client cuts the names of its folders there. */
const FOLDER_NAME = 200;

/**
 * Finds the newest sessions that were begun in one of these folders or below it.
 *
 * @param tops The top folders of the repository's work trees, as git names them.
 */
export function pastSessions(
  tops: readonly string[],
  env: Environment,
  most: number,
): PastSessions {
  const home = env("HOME") ?? "";
  const claude = `${env("CLAUDE_CONFIG_DIR") || `${home}/.claude`}/projects`;
  const opencode = `${env("XDG_DATA_HOME") || `${home}/.local/share`}/opencode/opencode.db`;
  const problems: string[] = [];
  const database = openDatabase(opencode, problems);
  const all = [
    ...claudeSessions(claude, tops),
    ...database === null ? [] : opencodeSessions(database, tops, problems),
  ].sort((one, other) => other.at - one.at);
  return {
    sessions: all.slice(0, most),
    found: all.length,
    places: [
      ...tops.map((top) => `${claude}/${folderName(top).slice(0, FOLDER_NAME)}`),
      opencode,
    ],
    problems,
    [Symbol.dispose]: () => database?.close(),
  };
}

/** As Claude Code names the folder of the sessions that were begun in a folder. */
function folderName(folder: string): string {
  return folder.replaceAll(/[^a-zA-Z0-9]/g, "-");
}

function isWithin(tops: readonly string[], folder: string): boolean {
  return tops.some((top) => folder === top || folder.startsWith(`${top}/`));
}

function claudeSessions(projects: string, tops: readonly string[]): PastSession[] {
  const names = tops.map((top) => folderName(top).slice(0, FOLDER_NAME));
  // Folders below the top one, and others with a name that goes on: the transcripts tell them apart.
  const folders = namesIn(projects).filter((name) => names.some((own) => name.startsWith(own)));
  return folders.flatMap((folder) =>
    namesIn(`${projects}/${folder}`)
      // Agents that the agent started have transcripts of their own.
      .filter((name) => name.endsWith(".jsonl") && !name.startsWith("agent-"))
      .map((name) => `${projects}/${folder}/${name}`)
  ).flatMap((path): PastSession[] => {
    const begun = begunIn(path);
    if (begun === null || !isWithin(tops, begun.folder)) return [];
    const read = () => readTranscript(path).conversation;
    return [{ client: "Claude Code", at: begun.at, read }];
  });
}

/** The folder that a session was begun in, as its transcript says; null where it says none. */
function begunIn(path: string): { folder: string; at: number } | null {
  try {
    const { isFile, mtime } = Deno.statSync(path);
    if (!isFile) return null;
    using file = Deno.openSync(path);
    const head = new Uint8Array(HEAD_BYTES);
    const text = new TextDecoder().decode(head.subarray(0, file.readSync(head) ?? 0));
    const [, folder] = /"cwd":("(?:[^"\\]|\\.){1,4096}")/.exec(text) ?? [];
    if (folder === undefined) return null;
    return { folder: JSON.parse(folder), at: mtime?.getTime() ?? 0 };
  } catch {
    return null; // Gone meanwhile, or not text that anyone could read
  }
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Read-only; null where there is none. */
function openDatabase(path: string, problems: string[]): DatabaseSync | null {
  try {
    if (!Deno.statSync(path).isFile) return null;
    return new DatabaseSync(path, { readOnly: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      problems.push(`Cannot read "${path}": ${(error as Error).message}`);
    }
    return null;
  }
}

/** The tables as version 1.18 has them; another version's that differ are a problem, not an error. */
function opencodeSessions(
  database: DatabaseSync,
  tops: readonly string[],
  problems: string[],
): PastSession[] {
  try {
    const rows = database.prepare(
      "SELECT id, directory, time_updated AS at FROM session WHERE parent_id IS NULL",
    ).all();
    return rows.filter(({ directory }) => isWithin(tops, String(directory)))
      .map(({ id, at }) => ({
        client: "OpenCode",
        at: Number(at),
        read: () => readOpenCode(messagesOf(database, String(id))).conversation,
      }));
  } catch (error) {
    problems.push(`Cannot read OpenCode's sessions: ${(error as Error).message}`);
    return [];
  }
}

/** A session's messages as the client's own interface gives them. */
function messagesOf(database: DatabaseSync, session: string): unknown[] {
  const rows = (table: "message" | "part") =>
    database.prepare(`SELECT * FROM ${table} WHERE session_id = ? ORDER BY id`).all(session);
  const parts = Map.groupBy(rows("part"), ({ message_id }) => message_id);
  return rows("message").map(({ id, data }) => ({
    info: { ...dataOf(data), id },
    parts: (parts.get(id ?? null) ?? []).map((part) => ({ ...dataOf(part.data), id: part.id })),
  }));
}

function dataOf(data: unknown): Record<string, unknown> {
  try {
    return { ...objectOf(JSON.parse(String(data))) };
  } catch {
    return {};
  }
}
