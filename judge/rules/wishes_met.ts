/** What the person asked for by name, and what shows that it happened. */

import type { GitFact, Place } from "../done/facts.ts";
import type { Evidence } from "../evidence.ts";
import type { Wish } from "../task/wishes.ts";
import type { Task } from "../task.ts";
import { isDeploying, isLooking, isTrying } from "./commands.ts";

/** What shows that a wish was granted. */
interface WishProof extends Place {
  readonly command: string;
}

/** A wish, and what shows that it was granted; null if nothing does. */
export interface MetWish {
  readonly wish: Wish;
  readonly met: WishProof | null;
}

/** What each wish is called, and what to do about it. */
export const WISH_WORDS: Readonly<Record<Wish, { missing: string; action: string }>> = {
  test: {
    missing: "A run of the tests",
    action: "Run the project's tests and fix what fails",
  },
  build: { missing: "A build", action: "Run the build and fix what fails" },
  types: { missing: "A type check", action: "Run the type checker and fix what it finds" },
  lint: { missing: "A run of the linter", action: "Run the linter and fix what it finds" },
  commit: { missing: "A commit", action: "Commit the change" },
  push: { missing: "A push", action: "Push the branch" },
  pull_request: {
    missing: "A pull request",
    action: "Push the branch and open the pull request (`gh pr create`)",
  },
  deploy: { missing: "A deployment", action: "Run the deployment and show its result" },
  run: { missing: "A run of what was asked for", action: "Run it and show the output" },
};

/** Words in a command that mean a check, where nothing else recognised it. */
const CHECK_WORDS = {
  test: /\b(?:tests?|specs?|ci|verify|check)\b|_test\b|\btest_/i,
  build: /\b(?:build|compile|bundle|package|make)\b/i,
  types: /\b(?:tsc|types?|typecheck|mypy|pyright|check)\b/i,
  lint: /\b(?:lint|eslint|clippy|ruff|flake8|fmt|format|prettier|check)\b/i,
} as const;

/** "Test it" may mean to try it; these words mean tests. */
const NAMES_TESTS =
  /\b(?:tests|test (?:suite|run|cases?|files?)|suite|specs?|unit|e2e|regression|an? (?:\w+ )?test)\b/i;

/** The wishes of a task, each with what shows that it was granted. */
export function metWishes(task: Task, evidence: Evidence): MetWish[] {
  return task.wishes.map((wish) => ({ wish, met: proofOf(wish, task, evidence) }));
}

function proofOf(wish: Wish, task: Task, { done }: Evidence): WishProof | null {
  switch (wish) {
    case "test":
    case "build":
    case "types":
    case "lint":
      return done.checks.findLast(({ kind }) => kind === wish) ??
        done.commands.findLast(({ command, outcome }) =>
          outcome !== "failed" && !isLooking(command) && CHECK_WORDS[wish].test(command)
        ) ??
        (wish === "test" && !NAMES_TESTS.test(task.text.slice(0, 8_000))
          ? done.commands.findLast(({ command, outcome }) =>
            outcome !== "failed" && isTrying(command)
          ) ?? null
          : null);
    case "commit":
      return gitFact(done.git, ["commit"]);
    case "push":
      return gitFact(done.git, ["push"]);
    case "pull_request":
      return gitFact(
        done.git,
        // "Update the pull request" is done by pushing to its branch.
        /\b(?:create|open|make|raise|submit|new|file)\b/i.test(task.text)
          ? ["pr_create", "pr_merge"]
          : ["pr_create", "pr_comment", "pr_merge", "push"],
      );
    case "deploy":
      return done.commands.findLast(({ command, outcome }) =>
        outcome !== "failed" && isDeploying(command)
      ) ?? null;
    case "run":
      return [...done.commands, ...done.checks].findLast(({ command }) => !isLooking(command)) ??
        done.commands.at(-1) ?? null;
  }
}

function gitFact(git: readonly GitFact[], wanted: readonly GitFact["what"][]): GitFact | null {
  return git.findLast(({ what, outcome }) => wanted.includes(what) && outcome !== "failed") ?? null;
}

/** Whether a command may have been a check of a kind that nothing else recognised. */
export function mayBeCheck(command: string, kind: keyof typeof CHECK_WORDS): boolean {
  return !isLooking(command) && CHECK_WORDS[kind].test(command.slice(0, 2_000));
}
