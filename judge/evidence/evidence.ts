/**
 * The facts of a conversation: everything that its tool calls prove. What the agent says about them
 * is not looked at, so that the facts are the same in whatever language it writes.
 */

import type { Conversation } from "../conversation.ts";
import { checksOf } from "./checks.ts";
import { editsOfRun, editsOfTool, isWork } from "./edits.ts";
import type {
  BackgroundFact,
  CallFact,
  Facts,
  GitFact,
  Outcome,
  Place,
  TodoFact,
} from "./facts.ts";
import { commandText, GIT_VALUED, onlyAsks } from "./programs.ts";
import { type Run, runsOf } from "./runs.ts";
import { outcomeOf, type Step, textIn, useOf } from "./tools.ts";
import { jsonIn } from "../../lib/text/json_in_text.ts";
import { oneLine } from "../../lib/text/text.ts";
import { objectsOf, type Values } from "../../lib/text/values.ts";

/** Reads the calls of the agent and of those that it started. */
export function factsIn(conversation: Conversation): Facts {
  const steps = stepsIn(conversation);
  const lines = steps.map(runsOf);
  const runs = lines.flat();
  const edits = [...steps.flatMap(editsOfTool), ...runs.flatMap(editsOfRun)];
  const inOrder = (one: Place, other: Place): number => one.step - other.step;
  const git = [...steps.flatMap(gitFactOfTool), ...runs.flatMap(gitFactOfRun)];
  return {
    runs: runs.map(({ turn, step, command, words, folder, outcome, why }) => (
      { turn, step, command, words, folder, outcome, why }
    )),
    checks: lines.flatMap(checksOf),
    edits: edits.filter(({ path }) => isWork(path, conversation.folder)).sort(inOrder),
    calls: steps.flatMap(callFact),
    todos: todosAfter(steps.filter(({ own }) => own)),
    git: git.sort(inOrder),
    background: backgroundIn(steps),
    delegated: steps.filter(({ use }) => use === "delegate").map(({ place }) => place),
    total: steps.length,
    running: steps.filter(({ call }) => /^(?:running|pending)$/.test(call.state)).length,
  };
}

function stepsIn({ turns, turnsBefore }: Conversation): Step[] {
  let made = 0;
  return turns.flatMap(({ origin, subagent, calls }, index) =>
    calls.flatMap((call): Step[] => {
      const place = { turn: turnsBefore + index, step: made++ };
      return origin === "agent" ? [{ place, call, use: useOf(call), own: !subagent }] : [];
    })
  );
}

function callFact({ place, call, use }: Step): CallFact[] {
  if (use === "command" || use === "edit") return [];
  const target = textIn(call.input, "path") || textIn(call.input, "other");
  return [{ ...place, name: call.name, target: oneLine(target), outcome: outcomeOf(call) }];
}

/** Commands that do something to the repository's history or its remote side, options last. */
const COMMANDS: readonly (readonly [GitFact["what"], RegExp])[] = [
  ["commit", /^git commit(?: |$)/],
  ["push", /^git push(?: |$)/],
  ["branch", /^git (?:checkout|switch)(?: .*)? (?:-[bBcC]|--orphan|--create)(?: |$)/],
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
function gitFactOfTool({ call, place, use }: Step): GitFact[] {
  const command = call.name.slice(-200);
  if (use !== "other" || !FORGE_TOOL.test(command)) return [];
  return [{ ...place, what: "forge", outcome: outcomeOf(call), command }];
}

/** The fact of one command of a shell line. */
function gitFactOfRun(run: Run): GitFact[] {
  const { turn, step, command, invocation } = run;
  const text = commandText(invocation, GIT_VALUED);
  const what = COMMANDS.find(([, pattern]) => pattern.test(text))?.[0];
  if (what === undefined || onlyAsks(invocation)) return [];
  return [{ turn, step, what, outcome: endOf(run, what), command }];
}

/** What outputs say where the exit status does not, the first that fits. */
const SIGNS: Readonly<Record<GitFact["what"], readonly (readonly [Outcome, RegExp])[]>> = {
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
function endOf({ outcome, lines, words }: Run, what: GitFact["what"]): Outcome {
  if (what !== "ci") return outcome === "unknown" ? said(lines, what) : outcome;
  // The exit status only says that the list could be shown, or how it is looked at.
  if (outcome === "not_run" || outcome === "running") return outcome;
  if (!words.includes("list")) return said(lines, what);
  // A list of runs begins with the newest, and only that one is about the last push.
  const first = lines.find((line) => line.trim() !== "" && !/^(?:STATUS|\[)\b/.test(line));
  return said(first === undefined ? [] : [`${first}\t`], what);
}

function said(lines: readonly string[], what: GitFact["what"]): Outcome {
  return SIGNS[what].find(([, pattern]) => lines.some((line) => pattern.test(line)))?.[0] ??
    "unknown";
}

/** An entry of the list. A list that is shared is that of agents that the agent starts as well. */
type Entry = { text: string; status: TodoFact["status"] | "dropped"; shared: boolean };

/** How Claude Code shows a list that agents share, and one entry of it; how much of one is kept. */
const SHOWN_ENTRY = /^#(?<id>\w{1,40}) \[(?<status>\w{1,20})\] (?<text>.{1,300})/gm;
const SHOWN_ALONE = /^Task #(?<id>\w{1,40}): (?<text>.{1,300})\nStatus: (?<status>\w{1,20})/;
const MOST_OF_TEXT = 200;

/** The agent's own list after all of these calls. */
function todosAfter(steps: readonly Step[]): TodoFact[] {
  const entries = new Map<string, Entry>();
  let team = false;
  for (const step of steps) {
    const { call, use } = step;
    team ||= textIn(call.input, "team") !== "";
    if (call.state !== "failed" && call.refusedBy === null) follow(entries, step);
    if (!team && use !== "delegate") continue;
    // Another agent was started, or a team is at work: what was open may be done.
    for (const [id, entry] of entries) {
      const open = entry.status === "pending" || entry.status === "in_progress";
      if (entry.shared && open) entries.set(id, { ...entry, status: "unknown" });
    }
  }
  return [...entries.values()].flatMap(({ text, status }) =>
    status === "dropped" ? [] : [{ text, status }]
  );
}

function follow(entries: Map<string, Entry>, { call: { input, output }, use }: Step): void {
  const set = (id: string, text = "", status: Entry["status"] = "pending", shared = true) =>
    entries.set(id, { text, status, shared });
  if (use === "todo_list") {
    const items = listOf(input["todos"]);
    if (items !== null) entries.clear();
    items?.forEach((item, at) => set(`list ${at}`, textOf(item), statusOf(item["status"]), false));
  } else if (use === "todo_create") {
    const told = /#(\w{1,40})/.exec(output?.slice(0, 400) ?? "")?.[1];
    set(told ?? String(entries.size + 1), textOf(input));
  } else if (use === "todo_update") {
    const given = input["taskId"] ?? input["task_id"] ?? input["id"];
    const id = typeof given === "string" || typeof given === "number" ? `${given}` : "";
    const known = entries.get(id) ?? { text: `task ${id.slice(0, 40)}`, status: "unknown" };
    const status = input["status"] === undefined ? known.status : statusOf(input["status"]);
    set(id, textOf(input) || known.text, status);
    if (output?.startsWith("Task not found")) entries.delete(id);
  } else if (use === "todo_show") {
    const alone = SHOWN_ALONE.exec(output ?? "");
    for (const { groups } of alone ? [alone] : (output ?? "").matchAll(SHOWN_ENTRY)) {
      set(groups!["id"]!, groups!["text"], statusOf(groups!["status"]));
    }
  }
}

/** Some clients pass the list as JSON. */
function listOf(given: unknown): Values[] | null {
  const list = typeof given === "string" ? jsonIn(given).next().value : given;
  return Array.isArray(list) ? objectsOf(list) : null;
}

function textOf(item: Values): string {
  return textIn(item, "todo").trim().slice(0, MOST_OF_TEXT);
}

function statusOf(given: unknown): Entry["status"] {
  const word = typeof given === "string" ? given.toLowerCase().replace(/[ -]/g, "_") : "";
  if (/^(?:completed?|done|finished)$/.test(word)) return "completed";
  if (/^(?:in_progress|doing|active|started)$/.test(word)) return "in_progress";
  return /^(?:cancell?ed|deleted|removed|dropped|skipped)$/.test(word) ? "dropped" : "pending";
}

/** The commands that were left running. */
function backgroundIn(steps: readonly Step[]): BackgroundFact[] {
  const started = steps.filter(({ call, use }) =>
    use === "command" && call.background && call.refusedBy === null
  );
  // Most sessions leave nothing running, and there is much to look through.
  const looks = started.length === 0 ? new Map<string, readonly Look[]>() : looksIn(steps);
  return started.map(({ place, call }) => {
    const names = namesOf(call.output);
    const about = (names.length > 0 ? names : [ANY]).flatMap((name) => looks.get(name) ?? [])
      .filter((look) => look.step > place.step);
    return {
      ...place,
      command: oneLine(textIn(call.input, "line"), 300),
      ended: call.state === "done" || call.state === "failed" || about.some(({ told }) => told),
      read: about.length > 0,
    };
  });
}

/** A later call that looks at a job, and whether it told that the job ended. */
interface Look {
  readonly step: number;
  readonly told: boolean;
}

/** Stands for any job: a call asked for output without naming one that is known. */
const ANY = "";

/** The calls that look at jobs, by every name in what they ask for. */
function looksIn(steps: readonly Step[]): ReadonlyMap<string, readonly Look[]> {
  const looks = new Map<string, Look[]>();
  for (const { call, use, place: { step } } of steps) {
    if (use !== "watch" && use !== "command" && use !== "look") continue;
    const asked = use === "watch"
      ? textIn(call.input, "job")
      : textIn(call.input, use === "command" ? "line" : "path").slice(0, 20_000);
    const told = /kill|stop/i.test(call.name) || ENDED.test((call.output ?? "").slice(0, 20_000));
    const isOpen = use === "watch" || /\/tasks\/[\w-]{1,80}\.output\b/.test(asked);
    const names = new Set([...asked.match(/[\w-]+/g) ?? [], ...asked.match(/[\w./-]+/g) ?? []]);
    for (const name of isOpen ? names.add(ANY) : names) {
      const known = looks.get(name);
      if (known === undefined) looks.set(name, [{ step, told }]);
      else known.push({ step, told });
    }
  }
  return looks;
}

/** How clients say that a job has ended. */
const ENDED = /<exit_code>|^Exit code:? \d|<status>\s{0,9}(?:completed|failed|killed)/m;

/** The names of the job and of the file with its output, as the client announced them. */
function namesOf(output: string | null): readonly string[] {
  const text = (output ?? "").slice(0, 2_000);
  const id = /(?:with|job|task|shell|process)[ _]?ID:? ?"?([\w-]{1,64})/i;
  const file = /(?:^|[\s"'])(\/[^\s"']{1,300}\.(?:output|log|txt))/;
  return [id, file].flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
}
