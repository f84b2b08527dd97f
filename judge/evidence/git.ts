/** What was done to the repository's history or its remote side, and what CI said. */

import type { GitFact, Outcome } from "./facts.ts";
import { commandText, GIT_VALUED, onlyAsks } from "./programs.ts";
import type { Run } from "./runs.ts";
import { outcomeOf, type Step } from "./tools.ts";

type What = GitFact["what"];

/** Commands, with their options behind all other words. */
const COMMANDS: readonly (readonly [What, RegExp])[] = [
  ["commit", /^git commit(?: |$)/],
  ["push", /^git push(?: |$)/],
  ["branch", /^git checkout(?: .*)? (?:-[bB]|--orphan)(?: |$)/],
  ["branch", /^git switch(?: .*)? (?:-[cC]|--create)(?: |$)/],
  ["branch", /^git worktree add(?: |$)/],
  ["branch", /^git branch (?!-|.* (?:-[dD]|--delete|--list|--contains)(?: |$))/],
  ["forge", /^(?:gh|glab) (?:pr|mr|issue) (?:create|new|comment|note)(?: |$)/],
  ["forge", /^(?:gh|glab) (?:pr|mr) (?:review|edit|update|merge|accept)(?: |$)/],
  ["ci", /^(?:gh|glab) (?:run (?:watch|list|view|rerun)|pr checks|workflow run)(?: |$)/],
  ["ci", /^(?:gh|glab) (?:ci|pipeline) \w{1,10}(?: |$)/],
];

/** Tools that do what `gh pr create` and its like do. */
const FORGE_TOOL =
  /(?:(?:create|merge)_(?:pull|merge)_request|create_(?:issue|note|pull_request_review)|(?:add|create)_(?:issue_comment|comment_to_pending_review)|push_files)$/;

/** The fact of a call of a tool that is no shell. */
export function gitFactOfTool({ call, place, use }: Step): GitFact[] {
  const command = call.name.slice(-200);
  if (use !== "other" || !FORGE_TOOL.test(command)) return [];
  return [{ ...place, what: "forge", outcome: outcomeOf(call), command }];
}

/** The fact of one command of a shell line. */
export function gitFactOfRun(run: Run): GitFact[] {
  const { turn, step, command, invocation } = run;
  const text = commandText(invocation, GIT_VALUED);
  const what = COMMANDS.find(([, pattern]) => pattern.test(text))?.[0];
  if (what === undefined || onlyAsks(invocation)) return [];
  return [{ turn, step, what, outcome: endOf(run, what), command }];
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
