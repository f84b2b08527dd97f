/**
 * Proposes requirements from what agents ran in past sessions: whole checks that were a habit. It
 * writes nothing; the person declares.
 */

import { factsIn } from "../judge/evidence/evidence.ts";
import type { RunFact } from "../judge/evidence/facts.ts";
import { withoutLaunchers } from "../judge/evidence/programs.ts";
import type { Conversation } from "../judge/conversation.ts";
import { callersFolder } from "../lib/cli/flags.ts";
import { Progress } from "../lib/cli/progress.ts";
import {
  MAX_COMMAND,
  requirementOf,
  requirementsFor,
  requirementText,
} from "../lib/config/requirements.ts";
import { findTop, Repository } from "../lib/git/run.ts";
import { counted } from "../lib/text/figures.ts";
import { code, shellWord } from "../lib/text/text.ts";
import { type PastSessions, pastSessions } from "./clients/past_sessions.ts";

/** A check that ran often enough to ask whether it is part of done. */
export interface Suggestion {
  readonly command: string;
  /** In so many sessions it ran whole. */
  readonly ran: number;
}

/** Fewer sessions are no habit. */
const LEAST_SESSIONS = 3;

/** Nor is what ran in a smaller share of them. */
const LEAST_SHARE = 1 / 3;

/** So many different commands are counted; sessions run dozens. */
const MOST_COMMANDS = 2_000;

/** Counts checks over sessions. */
export class Habits {
  readonly #ran = new Map<string, number>();
  #sessions = 0;

  /** How many sessions were counted. */
  get sessions(): number {
    return this.#sessions;
  }

  /**
   * Counts one session.
   *
   * @param tops The top folders of the repository's work trees.
   */
  add(conversation: Conversation, tops: readonly string[]): void {
    this.#sessions++;
    const { runs, checks } = factsIn(conversation);
    const commands = checks
      .filter(({ partial, outcome }) => !partial && outcome !== "not_run")
      .flatMap((check) => {
        const run = runs.find(({ turn, step, command }) =>
          turn === check.turn && step === check.step && command === check.command
        );
        return run === undefined ? [] : [commandOf(run, tops)];
      });
    for (const command of new Set(commands)) {
      if (command === null || requirementOf(command)?.kind !== "check") continue;
      if (this.#ran.size >= MOST_COMMANDS && !this.#ran.has(command)) continue;
      this.#ran.set(command, (this.#ran.get(command) ?? 0) + 1);
    }
  }

  /** What was a habit and is not required yet, the most frequent first. */
  suggestions(required: readonly string[]): Suggestion[] {
    const least = Math.max(LEAST_SESSIONS, this.#sessions * LEAST_SHARE);
    return [...this.#ran].filter(([command, ran]) => ran >= least && !required.includes(command))
      .map(([command, ran]) => ({ command, ran }))
      .sort((one, other) => other.ran - one.ran || (one.command < other.command ? -1 : 1));
  }
}

/** A run as a person would declare it: without launchers, from the top folder. Null: outside of it. */
function commandOf({ words: given, folder }: RunFact, tops: readonly string[]): string | null {
  const words = withoutLaunchers(given);
  const command = words.map(shellWord).join(" ");
  if (folder === "" || tops.includes(folder)) return command;
  const top = tops.find((top) => folder.startsWith(`${top}/`));
  const within = top === undefined ? folder : folder.slice(top.length + 1);
  return within.startsWith("/") || within.startsWith("..")
    ? null
    : `cd ${shellWord(within)} && ${command}`;
}

/** So many sessions are read, the newest of them. */
const MOST_SESSIONS = 200;

/** Reads the past sessions of a repository and prints what might be required there. */
export async function suggest(repo: string | undefined, json: boolean): Promise<void> {
  const env = (name: string): string | undefined => Deno.env.get(name);
  const top = await findTop(repo ?? callersFolder());
  const tops = await workTrees(top);
  using past = pastSessions(tops, env, MOST_SESSIONS);
  const { habits, problems } = countHabits(past, tops);
  for (const problem of problems) console.error(problem);
  const { requirements } = await requirementsFor(top, env);
  const found = habits.suggestions(requirements.map(requirementText)).map(({ command, ran }) => ({
    command,
    ran,
    require: `deno task require ${shellWord(command)}` +
      (repo === undefined ? "" : ` --repo ${shellWord(top)}`),
  }));
  const { sessions } = habits;
  if (json) {
    const looked = { sessions, looked: past.places, problems };
    console.log(JSON.stringify({ repository: top, ...looked, suggestions: found }, null, 2));
  } else console.log(render(top, past, sessions, found).join("\n"));
}

/** The top folders of all work trees that share the repository. */
async function workTrees(top: string): Promise<string[]> {
  const listing = await Repository.at(top).text("worktree", "list", "--porcelain", "-z");
  const listed = listing.split("\0").filter((line) => line.startsWith("worktree "))
    .map((line) => line.slice("worktree ".length));
  return [...new Set([top, ...listed])];
}

function countHabits(past: PastSessions, tops: readonly string[]) {
  const habits = new Habits();
  const problems = [...past.problems];
  const progress = new Progress();
  for (const [n, { client, read }] of past.sessions.entries()) {
    progress.say(() => `Reading session ${n + 1} of ${past.sessions.length}`);
    try {
      habits.add(read(), tops);
    } catch (error) {
      problems.push(`Cannot read a session of ${client}: ${(error as Error).message}`);
    }
  }
  progress.clear();
  return { habits, problems };
}

function render(
  top: string,
  past: PastSessions,
  sessions: number,
  found: readonly (Suggestion & { readonly require: string })[],
): string[] {
  if (sessions === 0) {
    return [
      `No sessions of "${top}" are kept here. Looked in:`,
      ...past.places.map((place) => `  ${place}`),
    ];
  }
  const newest = past.found > sessions ? ` (the newest of ${past.found})` : "";
  if (found.length === 0) {
    return [
      `Read ${
        counted(sessions, "session")
      }${newest}: nothing to suggest. What is not required yet and ` +
      `ran whole in at least ${LEAST_SESSIONS} sessions, and a third of them, would be.`,
    ];
  }
  return found.flatMap(({ command, ran, require }) => [
    `${code(command, MAX_COMMAND)} ran in ${ran} of ${counted(sessions, "session")}${newest}; ` +
    "require it?",
    `  ${require}`,
  ]);
}
