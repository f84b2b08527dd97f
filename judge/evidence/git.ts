/** What was done to the repository's history or its remote side, and what CI said. */

import type { GitFact, Outcome, Place } from "./facts.ts";
import { type Invocation, invocationOf, isOption } from "./programs.ts";
import type { Run } from "./runs.ts";
import { outcomeOf } from "./tools.ts";
import type { ToolCall } from "../conversation.ts";

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

/** Options in front of a verb that take the next word. */
const VALUED = new Set(["-C", "-c", "--git-dir", "--work-tree", "-R", "--repo"]);

/** The fact of a call of a tool that is no shell. */
export function gitFactOfTool(call: ToolCall, place: Place): GitFact[] {
  const name = call.name.slice(-200);
  const what = FORGE_TOOLS.find(([, pattern]) => pattern.test(name))?.[0];
  return what === undefined ? [] : [{ ...place, what, outcome: outcomeOf(call), command: name }];
}

/** The fact of one command of a shell line. */
export function gitFactOfRun(run: Run): GitFact[] {
  const invocation = invocationOf(run.words);
  const what = invocation === null ? null : whatOf(invocation);
  if (what === null) return [];
  const { turn, step, command } = run;
  return [{ turn, step, what, outcome: endOf(run, what), command }];
}

function whatOf({ program, args }: Invocation): What | null {
  if (args.includes("--help") || args.includes("--dry-run")) return null;
  const plain = args.filter((arg, at) => !isOption(arg) && !VALUED.has(args[at - 1] ?? ""));
  if (program === "git") return gitVerb(plain, args);
  if (program !== "gh" && program !== "glab") return null;
  const action = plain.slice(0, 2).join(" ").slice(0, 100);
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

/** What outputs say where the exit status does not, the first that fits. */
const SIGNS: Readonly<Partial<Record<What, readonly (readonly [Outcome, RegExp])[]>>> = {
  commit: [
    ["failed", /^(?:nothing (?:added )?to commit|no changes added|fatal: |error: )/],
    ["failed", /^husky - .{1,80}(?:failed|exited)|hook (?:declined|failed)/],
    ["passed", /^\[[^\]]{1,200} [0-9a-f]{7,40}\]/],
  ],
  push: [
    ["failed", /^ ?! \[(?:remote )?rejected\]|^(?:fatal|error): |^remote: (?:error|fatal): /],
    ["failed", /Permission denied|Could not read from remote|Authentication failed/],
    [
      "passed",
      /^Everything up-to-date|^ [*+ ] {0,4}(?:\[new (?:branch|tag)\]|[0-9a-f]{6,40}\.\.) ?/,
    ],
    ["passed", /^ {3}[0-9a-f]{6,40}\.{2,3}[0-9a-f]{6,40} |^To (?:https?:|git@|ssh:|\/|\.)/],
  ],
  branch: [
    ["failed", /^(?:fatal|error): /],
    ["passed", /^(?:Switched to a new branch|Preparing worktree)/],
  ],
  pr_create: [
    ["failed", /^(?:pull request create failed|a pull request for branch|GraphQL: |error: )/],
    ["passed", /https?:\/\/\S{1,300}\/(?:pull|merge_requests)\/\d+/],
  ],
};

/** What `gh` and `glab` say of a check, a run or a pipeline. A red one outweighs all others. */
const CI: readonly (readonly [Outcome, RegExp])[] = [
  ["failed", /\t(?:fail|failure|timed_out|startup_failure)\t|^(?:X|✗) |completed with 'failure'/],
  ["failed", /"(?:conclusion|state|bucket)": ?"(?:failure|timed_out|fail)"/i],
  ["failed", /^(?:Pipeline state: failed|.{0,80}\(failed\))/i],
  ["running", /\t(?:pending|in_progress|queued)\t|^(?:\*|in_progress|queued|pending)\s/],
  ["running", /"status": ?"(?:in_progress|queued)"|^(?:Pipeline state: (?:running|pending))/i],
  ["running", /^.{0,80}\((?:running|pending)\)/],
  ["passed", /\t(?:pass|success)\t|^✓ |completed with 'success'|"conclusion": ?"success"/],
  [
    "passed",
    /^(?:Pipeline state: success|All checks were successful|.{0,80}\((?:passed|success)\))/i,
  ],
];

/** How a command ended: by its exit status, or else by what git or the forge said. */
function endOf(run: Run, what: What): Outcome {
  if (what === "ci") return run.outcome === "running" ? "running" : endOfCi(run);
  if (run.outcome !== "unknown") return run.outcome;
  return said(run.lines, SIGNS[what] ?? []) ?? "unknown";
}

/** The exit status only says that the list could be shown, or how it is looked at. */
function endOfCi({ lines, words, outcome }: Run): Outcome {
  if (outcome === "not_run") return outcome;
  const list = words.includes("list");
  // A list of runs begins with the newest, and only that one is about the last push.
  const first = lines.find((line) => line.trim() !== "" && !/^(?:STATUS|\[)\b/.test(line));
  return said(list ? first === undefined ? [] : [`${first}\t`] : lines, CI) ?? "unknown";
}

function said(
  lines: readonly string[],
  signs: readonly (readonly [Outcome, RegExp])[],
): Outcome | null {
  return signs.find(([, pattern]) => lines.some((line) => pattern.test(line)))?.[0] ?? null;
}
