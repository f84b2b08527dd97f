/** Sessions as the clients keep them, made by hand: a home with transcripts and a database. */

import { DatabaseSync } from "node:sqlite";
import type { Scratch } from "../support/repository.ts";
import { ClientTranscript } from "./_client_transcript.ts";

/** As Claude Code names the folder of a project. */
export function projectFolder(folder: string): string {
  return folder.replaceAll(/[^a-zA-Z0-9]/g, "-");
}

/** A transcript of Claude Code, begun in a folder. */
export function claudeSession(home: string, folder: string, name: string): ClientTranscript {
  const path = `${home}/.claude/projects/${projectFolder(folder)}/${name}.jsonl`;
  return new ClientTranscript(path, name, folder);
}

/** What OpenCode 1.18 writes of sessions in which these commands ran, as far as anyone reads it. */
export async function opencodeSessions(
  scratch: Scratch,
  home: string,
  sessions: readonly { folder: string; runs: readonly string[]; parent?: string }[],
): Promise<void> {
  await Deno.mkdir(scratch.path(`${home}/.local/share/opencode`), { recursive: true });
  const database = new DatabaseSync(scratch.path(`${home}/.local/share/opencode/opencode.db`));
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE session (id text PRIMARY KEY, parent_id text, directory text NOT NULL,
      time_updated integer NOT NULL);
    CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, data text NOT NULL);
    CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
      data text NOT NULL);`);
  for (const [n, { folder, runs, parent = null }] of sessions.entries()) {
    const id = `ses_${n}`;
    database.prepare("INSERT INTO session VALUES (?, ?, ?, ?)").run(id, parent, folder, n);
    const insert = (id: string, info: unknown, parts: readonly unknown[]): void => {
      database.prepare("INSERT INTO message VALUES (?, ?, ?)")
        .run(id, `ses_${n}`, JSON.stringify(info));
      for (const [at, part] of parts.entries()) {
        database.prepare("INSERT INTO part VALUES (?, ?, ?, ?)")
          .run(`prt_${id}_${at}`, id, `ses_${n}`, JSON.stringify(part));
      }
    };
    insert(`msg_${n}_0`, { role: "user", time: { created: 1 } }, [{ type: "text", text: "Go on" }]);
    insert(
      `msg_${n}_1`,
      {
        role: "assistant",
        parentID: `msg_${n}_0`,
        path: { cwd: folder, root: folder },
        time: { created: 2, completed: 3 },
        finish: "stop",
      },
      runs.map((command, at) => ({
        type: "tool",
        tool: "bash",
        callID: `call_${at}`,
        state: {
          status: "completed",
          input: { command, description: "x" },
          output: "ok",
          metadata: { exit: 0, output: "ok" },
          time: { start: 2, end: 3 },
        },
      })),
    );
  }
  database.close();
}
