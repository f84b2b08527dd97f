/** What was done to the repository's history or its remote side, and what CI said. */

import type { ToolCall } from "../conversation.ts";
import type { GitFact, Outcome, Place } from "./facts.ts";
import { type Invocation, invocationOf, isOption } from "./programs.ts";
import type { Run } from "./runs.ts";
import { outcomeOf } from "./tools.ts";

type What = GitFact["what"];

/** What `gh` and `glab` are asked for, by noun and verb; and the tools of the same meaning. */
const FORGE =
  /^(?:(?:pr|mr|issue) (?:create|new|comment|note)|(?:pr|mr) (?:review|edit|update|merge|accept))$/;
const CI = /^(?:run (?:watch|list|view|rerun)|pr checks|workflow run|(?:ci|pipeline) \w{1,10})$/;
const FORGE_TOOL =
  /(?:(?:create|merge)_(?:pull|merge)_request|create_(?:issue|note|pull_request_review)|(?:add|create)_(?:issue_comment|comment_to_pending_review)|push_files)$/;

/** Options in front of a verb that take the next word. */
const VALUED = new Set(["-C", "-c", "--git-dir", "--work-tree", "-R", "--repo"]);

/** The fact of a call of a tool that is no shell. */
export function gitFactOfTool(call: ToolCall, place: Place): GitFact[] {
  const name = call.name.slice(-200);
  if (!FORGE_TOOL.test(name)) return [];
  return [{ ...place, what: "forge", outcome: outcomeOf(call), command: name }];
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
  return FORGE.test(action) ? "forge" : CI.test(action) ? "ci" : null;
}

function gitVerb([verb, ...rest]: readonly string[], args: readonly string[]): What | null {
  const has = (options: RegExp) => args.some((arg) => options.test(arg));
  if (verb === "commit" || verb === "push") return verb;
  const begins = verb === "checkout"
    ? has(/^(?:-[bB]|--orphan)$/)
    : verb === "switch"
    ? has(/^(?:-[cC]|--create)$/)
    : verb === "worktree"
    ? rest[0] === "add"
    : verb === "branch" && rest.length > 0 && !has(/^(?:-[dD]|--delete|--list|--contains)$/);
  return begins ? "branch" : null;
}

/** What outputs say where the exit status does not, the first that fits. */
type Signs = readonly (readonly [Outcome, RegExp])[];

const SIGNS: Readonly<Record<What, Signs>> = {
  commit: [
    ["failed", /^(?:nothing (?:added )?to commit|no changes added|fatal: |error: )/],
    ["failed", /^husky - .{1,80}(?:failed|exited)|hook (?:declined|failed)/],
    ["passed", /^\[[^\]]{1,200} [0-9a-f]{7,40}\]/],
  ],
  push: [
    ["failed", /^ ?! \[(?:remote )?rejected\]|^(?:fatal|error): |^remote: (?:error|fatal): /],
    ["passed", /^Everything up-to-date|^To (?:https?:|git@|ssh:|\/|\.|\w)/],
    ["passed", /^ {1,3}(?:[*+] )? {0,4}(?:\[new (?:branch|tag)\]|[0-9a-f]{6,40}\.\.)/],
  ],
  branch: [
    ["failed", /^(?:fatal|error): /],
    ["passed", /^(?:Switched to a new branch|Preparing worktree)/],
  ],
  forge: [
    ["failed", /^(?:pull request create failed|a pull request for branch|GraphQL: |error: )/],
    ["passed", /https?:\/\/\S{1,300}\/(?:pull|merge_requests|issues)\/\d+/],
  ],
  // Of a check, a run or a pipeline: a red one outweighs all others.
  ci: [
    ["failed", /\t(?:fail|failure|timed_out|startup_failure)\t|^(?:X|✗) |with 'failure'/],
    ["failed", /"(?:conclusion|state|bucket)": ?"(?:failure|timed_out|fail)"/i],
    ["failed", /^(?:Pipeline state: failed|.{0,80}\(failed\))/i],
    ["running", /\t(?:pending|in_progress|queued)\t|^(?:\*|in_progress|queued|pending)\s/],
    ["running", /"status": ?"(?:in_progress|queued)"|^.{0,80}\((?:running|pending)\)/],
    ["passed", /\t(?:pass|success)\t|^✓ |with 'success'|"conclusion": ?"success"/],
    ["passed", /^(?:Pipeline state: success|All checks were|.{0,80}\((?:passed|success)\))/i],
  ],
};

/** How a command ended: by its exit status, or else by what git or the forge said. */
function endOf({ outcome, lines, words }: Run, what: What): Outcome {
  if (what !== "ci") return outcome === "unknown" ? said(lines, SIGNS[what]) : outcome;
  // The exit status only says that the list could be shown, or how it is looked at.
  if (outcome === "not_run" || outcome === "running") return outcome;
  if (!words.includes("list")) return said(lines, SIGNS.ci);
  // A list of runs begins with the newest, and only that one is about the last push.
  const first = lines.find((line) => line.trim() !== "" && !/^(?:STATUS|\[)\b/.test(line));
  return said(first === undefined ? [] : [`${first}\t`], SIGNS.ci);
}

function said(lines: readonly string[], signs: Signs): Outcome {
  return signs.find(([, pattern]) => lines.some((line) => pattern.test(line)))?.[0] ?? "unknown";
}
