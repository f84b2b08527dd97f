/**
 * Proposes requirements from what agents ran in past sessions: whole checks that were a habit. It
 * writes nothing; the person declares.
 */

import { checkKindOf } from "../judge/evidence/checks.ts";
import { factsIn } from "../judge/evidence/evidence.ts";
import type { RunFact } from "../judge/evidence/facts.ts";
import { withoutLaunchers } from "../judge/evidence/programs.ts";
import { matchCommand } from "../judge/command_match.ts";
import { callOf, type Conversation, conversationOf, turnOf } from "../judge/conversation.ts";
import { callersFolder } from "../lib/cli/flags.ts";
import { Progress } from "../lib/cli/progress.ts";
import {
  MAX_COMMAND,
  requirementOf,
  requirementsFor,
  requirementText,
} from "../lib/config/requirements.ts";
import { findTop, Repository } from "../lib/git/run.ts";
import { scrub } from "../lib/scrub/scrub.ts";
import { counted } from "../lib/text/figures.ts";
import { code, shellWord } from "../lib/text/text.ts";
import { type PastSessions, pastSessions } from "./clients/past_sessions.ts";

/** A check that ran often enough to ask whether it is part of done. */
interface Suggestion {
  readonly command: string;
  /** In so many sessions it ran whole. */
  readonly ran: number;
}

/** Fewer sessions are no habit. */
const LEAST_SESSIONS = 3;

/** Nor is what ran in a smaller share of them. */
const LEAST_SHARE = 1 / 3;

/** So many different commands are counted; a project has dozens. */
const MOST_COMMANDS = 500;

/** A check as it was run, from the top folder. */
interface Habit {
  /** Without launchers. */
  readonly words: readonly string[];
  /** The folder within the repository; empty for its top. */
  readonly folder: string;
  /** As a person would declare it. */
  readonly command: string;
  /** The sessions in which it ran just so, by their numbers. */
  readonly sessions: Set<number>;
}

/** Counts checks over sessions. */
class Habits {
  readonly #habits = new Map<string, Habit>();
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
    const session = this.#sessions++;
    const { runs, checks } = factsIn(conversation);
    for (const { outcome, turn, step, command } of checks) {
      if (outcome === "not_run") continue;
      const run = runs.find((run) =>
        turn === run.turn && step === run.step && command === run.command
      );
      const habit = run === undefined ? null : habitOf(run, tops);
      if (habit === null || isPart(habit.words)) continue;
      if (requirementOf(habit.command)?.kind !== "check") continue;
      const known = this.#habits.get(habit.command);
      if (known === undefined && this.#habits.size >= MOST_COMMANDS) continue;
      if (known === undefined) this.#habits.set(habit.command, habit);
      (known ?? habit).sessions.add(session);
    }
  }

  /** What was a habit and is not required yet, the most frequent first. */
  suggestions(required: readonly string[]): Suggestion[] {
    const least = Math.max(LEAST_SESSIONS, this.#sessions * LEAST_SHARE);
    const all = [...this.#habits.values()];
    const often = all.map((habit) => {
      const alike = all.filter((other) => covers(habit, other));
      return { habit, ran: new Set(alike.flatMap(({ sessions }) => [...sessions])).size };
    }).filter(({ ran }) => ran >= least)
      .sort((one, other) =>
        other.ran - one.ran || one.habit.command.length - other.habit.command.length
      );
    const taken = required.flatMap((command) => habitsIn(command));
    return often.filter(({ habit }) => {
      if (taken.some((other) => covers(other, habit) || covers(habit, other))) return false;
      taken.push(habit);
      return true;
    }).map(({ habit: { command }, ran }) => ({ command, ran }));
  }
}

/** Whether what a check's words begin with is a check already, and they make less of it. */
function isPart(words: readonly string[]): boolean {
  return words.slice(1).some((_, at) => {
    const whole = words.slice(0, at + 1);
    return checkKindOf(whole) !== null && matchCommand(whole, words) === "narrower";
  });
}

/** Whether a run of the one is a run of the other, which may say more than it needs to. */
function covers(declared: Habit, ran: Habit): boolean {
  return declared.folder === ran.folder && matchCommand(declared.words, ran.words) === "whole";
}

/** The commands of a requirement, read as those are that ran. */
function habitsIn(command: string): Habit[] {
  const call = callOf({ name: "Bash", input: { command } });
  const { runs } = factsIn(conversationOf([turnOf({ origin: "agent", calls: [call] })]));
  return runs.map((run) => habitOf(run, [])).filter((habit) => habit !== null);
}

/** A run as it is counted; null outside of the repository. */
function habitOf(run: RunFact, tops: readonly string[]): Habit | null {
  const top = tops.find((top) => run.folder === top || run.folder.startsWith(`${top}/`));
  const folder = top === undefined ? run.folder : run.folder.slice(top.length + 1);
  if (/^(?:\/|\.\.)/.test(folder)) return null;
  const words = withoutLaunchers(run.words);
  const within = folder === "" ? "" : `cd ${shellWord(folder)} && `;
  const command = within + words.map(shellWord).join(" ");
  return { words, folder, command, sessions: new Set() };
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
  const { requirements } = await requirementsFor(top, env);
  const proposed = habits.suggestions(requirements.map(requirementText));
  const clean = await Promise.all(proposed.map(({ command }) => scrub(command)));
  const shown = proposed.filter(({ command }, at) => command === clean[at]);
  if (shown.length < proposed.length) {
    problems.push("Left out what ran with a secret in its command: that is none to be declared");
  }
  for (const problem of problems) console.error(problem);
  const found = shown.map(({ command, ran }) => ({
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
