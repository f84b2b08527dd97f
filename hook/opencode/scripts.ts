/**
 * What the plugin runs outside of the client: the same scripts as elsewhere, each as `deno run`
 * with the permissions that the table of hooks gives it. The commands stand in `commands.json`,
 * written from that table; here they are started, fed, and ended when they take too long.
 */

import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import commands from "./commands.json" with { type: "json" };
import { objectOf } from "../../lib/text/values.ts";
import type { Answer, ModelReply, ModelRequest, Question } from "./question.ts";
import { LineCutter } from "../../lib/text/lines.ts";

/** What runs outside of the client. */
export interface Scripts {
  /** Whether they can be run at all. */
  readonly available: boolean;
  /** Remembers where a run began. */
  begin(payload: Record<string, unknown>): Promise<void>;
  /** Leaves a record of a run. */
  capture(payload: Record<string, unknown>): Promise<void>;
  /** Counts a command that has ended; what to tell the agent, or null. */
  attempt(payload: Record<string, unknown>): Promise<string | null>;
  /** Judges; null where no answer came, or it was called off. */
  judge(
    question: Question,
    askModel: (request: ModelRequest["ask"]) => Promise<ModelReply>,
    signal: AbortSignal,
  ): Promise<Answer | null>;
}

/** Longer than any of them takes: the judge may wait for a model. */
const CAPTURE_MS = 15_000;
const JUDGE_MS = 240_000;

/** The agent waits for this one. */
const ATTEMPT_MS = 5_000;

/** A line of theirs is a verdict or a prompt. */
const MAX_LINE = 4 * 1024 * 1024;

/** The scripts, for a project. */
export function denoScripts(
  directory: string,
  { env, log }: {
    env: Readonly<Record<string, string | undefined>>;
    log: (message: string) => void;
  },
): Scripts {
  const given = {
    ...env,
    CLAUDE_PROJECT_DIR: directory,
    REFLECTION_ROOT: fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, ""),
    REFLECTION_AGENT: env.REFLECTION_AGENT || "opencode",
  };
  const tell = async (command: string, payload: unknown): Promise<void> => {
    await run(command, { env: given, directory, log, ms: CAPTURE_MS }, (say, end) => {
      say(payload);
      end();
      return () => {};
    });
  };
  return {
    available: isOnPath("deno", env.PATH ?? ""),
    begin: (payload) => tell(commands.begin, payload),
    capture: (payload) => tell(commands.capture, payload),
    attempt: async (payload) => {
      let text: string | null = null;
      const how = { env: given, directory, log, ms: ATTEMPT_MS };
      await run(commands.attempt, how, (say, end) => {
        say(payload);
        end();
        return (line) => {
          const answer = objectOf(objectOf(line)?.hookSpecificOutput);
          if (typeof answer?.additionalContext === "string") text = answer.additionalContext;
        };
      });
      return text;
    },
    judge: async (question: Question, askModel, signal): Promise<Answer | null> => {
      let answer: Answer | null = null;
      const how = { env: given, directory, log, ms: JUDGE_MS, signal };
      await run(commands.judge, how, (say, end) => {
        say(question);
        return (line) => {
          const told = objectOf(line);
          if (told?.ask !== undefined) {
            void askModel(told.ask as ModelRequest["ask"]).then(say, () => end());
          } else if (told?.kind === question.kind) {
            answer = told as unknown as Answer;
            end();
          }
        };
      });
      return answer;
    },
  };
}

/** Whether a program can be found. */
function isOnPath(name: string, path: string): boolean {
  return path.split(":").some((folder) => {
    try {
      accessSync(`${folder}/${name}`, constants.X_OK);
      return folder !== "";
    } catch {
      return false;
    }
  });
}

/** Starts a conversation with a script: what to say first, and what to do with each line of it. */
type Talk = (say: (line: unknown) => void, end: () => void) => (line: unknown) => void;

/** Runs a command until it ends, or for so long; what went wrong with it is logged. */
async function run(
  command: string,
  { env, directory, log, ms, signal }: {
    env: Readonly<Record<string, string | undefined>>;
    directory: string;
    log: (message: string) => void;
    ms: number;
    signal?: AbortSignal;
  },
  talk: Talk,
): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const child = spawn("/bin/sh", ["-c", command], {
      cwd: directory,
      env: env as Record<string, string>,
      stdio: ["pipe", "pipe", "pipe"],
      // A group of its own, so that the shell and what it started can be ended together.
      detached: true,
    });
    const end = () => {
      if (child.pid !== undefined) kill(child.pid);
    };
    const late = setTimeout(() => {
      log("a script took too long and was ended");
      end();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
    const done = () => {
      clearTimeout(late);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    child.on("error", (error) => {
      log(`a script could not be started: ${error.message}`);
      done();
    });
    child.on("close", done);
    // A script that ends early does not read to the end.
    child.stdin.on("error", () => {});
    child.stderr.on("data", (data) => log(`script: ${String(data).trim().slice(0, 500)}`));
    const take = talk(
      (line) => void (child.stdin.writable && child.stdin.write(`${JSON.stringify(line)}\n`)),
      () => void child.stdin.end(),
    );
    const text = new TextDecoder();
    const lines = new LineCutter(MAX_LINE, (line, length) => {
      if (length > MAX_LINE) return;
      try {
        take(JSON.parse(text.decode(line)));
      } catch {
        // Not for us
      }
    });
    // Copied: a slice of node's own kind of bytes would share them.
    child.stdout.on("data", (bytes: Uint8Array) => lines.push(new Uint8Array(bytes)));
  });
}

function kill(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // Ended by itself
  }
}
