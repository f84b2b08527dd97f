/** What happened on the repository's remote side, or on the way there. */

import type { GitFact, Outcome } from "./facts.ts";
import { shownCommand } from "./excerpt.ts";
import { statusOf } from "./exit_status.ts";
import type { Run } from "./read_back.ts";
import { runOutcome } from "./runs.ts";
import { invocationOf, isOption } from "./shell_words.ts";
import { outcomeOf, type Step } from "./steps.ts";

type What = GitFact["what"];

/** Calls of the forges' own programs: noun and verb. */
const FORGE: readonly (readonly [What, RegExp])[] = [
  ["pr_create", /^(?:pr|mr) (?:create|new)$/],
  ["pr_comment", /^(?:pr|mr) (?:comment|note|review|edit|update)$/],
  ["pr_merge", /^(?:pr|mr) (?:merge|accept)$/],
  ["issue_create", /^issue (?:create|new)$/],
  ["issue_comment", /^issue (?:comment|note)$/],
  ["ci", /^(?:run (?:watch|list|view|rerun)|pr checks|workflow run)$/],
  ["ci", /^(?:ci|pipeline) (?:status|view|list|trace|get|run)$/],
];

/** Tools of the same meaning, by the end of their name. */
const FORGE_TOOLS: readonly (readonly [What, RegExp])[] = [
  ["pr_create", /create_(?:pull|merge)_request$/],
  ["pr_merge", /merge_(?:pull|merge)_request$/],
  ["pr_comment", /(?:add|create)_(?:comment_to_pending_review|pull_request_review)$/],
  ["issue_create", /create_issue$/],
  ["issue_comment", /(?:add_issue_comment|create_issue_comment|create_note)$/],
  ["push", /push_files$/],
];

/** Git's options in front of its verb that take the next word. */
const VALUED = new Set(["-C", "-c", "--git-dir", "--work-tree", "-R", "--repo"]);

/** Every such fact, in the order in which they came to be. */
export function gitFactsIn(steps: readonly Step[], runs: readonly Run[]): GitFact[] {
  const byTools = steps.flatMap(({ turn, step, call, use }) => {
    const what = use === "other" ? FORGE_TOOLS.find(([, name]) => name.test(call.name)) : undefined;
    if (what === undefined) return [];
    return [{ turn, step, what: what[0], outcome: outcomeOf(call), command: call.name }];
  });
  const byShell = runs.flatMap((run) =>
    run.refused ? [] : run.commands.flatMap(({ words, text }, at) => {
      const what = whatOf(words);
      if (what === null) return [];
      const { turn, step } = run;
      return [{ turn, step, what, outcome: endOf(run, at, what), command: shownCommand(text) }];
    })
  );
  return [...byTools, ...byShell].sort((a, b) => a.step - b.step);
}

function whatOf(words: readonly string[]): What | null {
  const invocation = invocationOf(words);
  if (invocation === null) return null;
  const { program, args } = invocation;
  if (args.includes("--help") || args.includes("--dry-run")) return null;
  const plain = args.filter((arg, at) => !isOption(arg) && !VALUED.has(args[at - 1] ?? ""));
  if (program === "git") return gitVerb(plain, args);
  if (program !== "gh" && program !== "glab") return null;
  const action = plain.slice(0, 2).join(" ");
  return FORGE.find(([, pattern]) => pattern.test(action))?.[0] ?? null;
}

function gitVerb([verb, ...rest]: readonly string[], args: readonly string[]): What | null {
  const has = (...options: string[]) => args.some((arg) => options.includes(arg));
  if (verb === "commit" || verb === "push") return verb;
  if (verb === "checkout") return has("-b", "-B", "--orphan") ? "branch" : null;
  if (verb === "switch") return has("-c", "-C", "--create") ? "branch" : null;
  if (verb === "worktree") return rest[0] === "add" ? "branch" : null;
  if (verb !== "branch" || has("-d", "-D", "--delete", "--list", "--contains")) return null;
  return rest.length > 0 ? "branch" : null;
}

/** What outputs say, the first that fits. */
const SIGNS: Readonly<Partial<Record<What, readonly (readonly [Outcome, RegExp])[]>>> = {
  commit: [
    ["failed", /^(?:nothing (?:added )?to commit|no changes added|On branch .{1,200}nothing to)/m],
    ["failed", /^(?:fatal|error): |^husky - .{1,80}(?:failed|exited)|hook (?:declined|failed)/m],
    ["passed", /^\[[^\]\n]{1,200} [0-9a-f]{7,40}\]/m],
  ],
  push: [
    ["failed", /^ ?! \[(?:remote )?rejected\]|^(?:fatal|error): |^remote: (?:error|fatal): /m],
    ["failed", /Permission denied|Could not read from remote|Authentication failed/],
    [
      "passed",
      /^Everything up-to-date|^ [*+ ] {0,4}(?:\[new (?:branch|tag)\]|[0-9a-f]{6,40}\.{2,3}[0-9a-f]{6,40}) /m,
    ],
    ["passed", /^To (?:https?:|git@|ssh:|\/|\.)/m],
  ],
  branch: [
    ["failed", /^(?:fatal|error): /m],
    ["passed", /^(?:Switched to a new branch|Preparing worktree)/m],
  ],
  pr_create: [
    [
      "failed",
      /^(?:pull request create failed|a pull request for branch|GraphQL: |error: |could not )/im,
    ],
    ["passed", /https?:\/\/\S{1,300}\/(?:pull|merge_requests)\/\d+/],
  ],
  ci: [
    [
      "failed",
      /\t(?:fail|failure|timed_out|startup_failure)\t|^(?:X|✗) |"conclusion": ?"(?:failure|timed_out)"/m,
    ],
    [
      "failed",
      /^(?:Pipeline state: failed|.{0,80}\(failed\))|"(?:state|bucket)": ?"(?:FAILURE|fail)"|completed with 'failure'/im,
    ],
    [
      "running",
      /\t(?:pending|in_progress|queued)\t|^(?:\*|in_progress|queued|pending)\s|"status": ?"(?:in_progress|queued)"/m,
    ],
    ["running", /^(?:Pipeline state: (?:running|pending)|.{0,80}\((?:running|pending)\))/im],
    ["passed", /\t(?:pass|success)\t|^✓ |"conclusion": ?"success"|completed with 'success'/m],
    [
      "passed",
      /^(?:Pipeline state: success|All checks were successful|.{0,80}\((?:passed|success)\))/im,
    ],
  ],
};

/** How much of an output is looked at. */
const MOST = 20_000;

function endOf(run: Run, at: number, what: What): Outcome {
  if (run.running || run.output === null) return runOutcome(run);
  const text = ends(relevant(run, at, what).join("\n"));
  const said = SIGNS[what]?.find(([, pattern]) => pattern.test(text))?.[0];
  if (said !== undefined) return said;
  const status = statusOf(run.commands, at, run.status, run.output);
  if (status === "failed" || status === "line_failed") return "failed";
  // A status of 0 only says that the list could be shown.
  return status === "ok" && what !== "ci" ? "passed" : "unknown";
}

/** A list of runs begins with the newest, and only that one is about the last push. */
function relevant({ output, commands }: Run, at: number, what: What): readonly string[] {
  const lines = output ?? [];
  if (what !== "ci" || !commands[at]!.words.includes("list")) return lines;
  const first = lines.findIndex((line) => line.trim() !== "" && !/^(?:STATUS|\[)\b/.test(line));
  return first < 0 ? [] : [`${lines[first]!}\t`];
}

function ends(text: string): string {
  return text.length <= 2 * MOST ? text : `${text.slice(0, MOST)}\n${text.slice(-MOST)}`;
}
