/**
 * What an agent needs after its context was compacted, as far as its calls tell: GitHub does not
 * know yet what it did on a pull request or an issue. Whether it is done, lost or has to go on,
 * only reading tells: then the answer is null, and without a model nothing is said.
 */

import { oneLine } from "../lib/text/text.ts";
import { type Conversation, lastAgentTurn, taskText } from "./conversation.ts";
import { factsIn } from "./evidence/evidence.ts";
import { invocationOf, plainWords } from "./evidence/programs.ts";
import { inModelsWords, markedText } from "./feedback.ts";
import { turnLines } from "./prompt_lines.ts";

/** A nudge to tell GitHub how things stand. */
function updateText(what: string, command: string, about = ""): string {
  return `Update ${what} with ${command}: what is done, what is left, what comes next. ` +
    `Then go on with the task${about}.`;
}

/** What may be to do after a compaction, and how to say it where a model only names it. */
const NUDGES = {
  needs_github_update: updateText(
    "the pull request or issue",
    "`gh pr comment` or `gh issue comment`",
  ),
  continue_task: "Go on with the task. Check the state of the files first.",
  needs_clarification: "Summarise the state of the work and what is next before you go on. " +
    "If that is not clear, ask the person.",
  task_complete: null,
};

/** The names of all that. */
export const COMPACTION_ACTIONS = Object.keys(NUDGES) as (keyof typeof NUDGES)[];

/** A pull request or an issue, in the words of `gh`. */
interface GithubReference {
  readonly noun: "pr" | "issue";
  /** Null where it is not known yet. */
  readonly number: number | null;
}

/** What is known of the work before the compaction. */
export interface CompactionFacts {
  /** What was asked for. */
  readonly task: string;
  /** What the agent said last. */
  readonly lastResponse: string;
  /** The last calls, as a model is shown them. */
  readonly tools: readonly string[];
  /** Whether git or gh was used to change something. */
  readonly gitWork: boolean;
  /** What the work is about; null where the calls and the task name nothing. */
  readonly reference: GithubReference | null;
  /** Whether something was changed since GitHub was last told. */
  readonly untold: boolean;
}

/** What follows. */
export interface CompactionVerdict {
  readonly action: keyof typeof NUDGES;
  readonly hasActiveGitWork: boolean;
  /** From 0 to 1. */
  readonly confidence: number;
  /** What to tell the agent; null where there is nothing to tell. */
  readonly nudgeMessage: string | null;
}

/** A call of `gh pr` or `gh issue`. */
interface GithubCall extends GithubReference {
  readonly step: number;
  /** Whether GitHub then says how things stand: it was told, or the matter is closed. */
  readonly tells: boolean;
}

/** What of `gh pr` and `gh issue` tells GitHub something. */
const TELLING: ReadonlySet<string> = new Set(
  ["create", "comment", "edit", "merge", "close", "reopen", "review", "ready"],
);

/** What of git ends up in a pull request. */
const CHANGING: ReadonlySet<string> = new Set(["commit", "push", "branch", "rebase", "merge"]);

/** The addresses of pull requests and issues, as GitHub and `gh pr create` write them. */
const ADDRESS = /\/(pull|issues)\/(\d{1,7})\b/;

/** How GitHub writes of them in a text: `PR #34`, `PR34`, `issue #42`, `pull request 7`. */
const WRITTEN = /\b(prs?|pull requests?|issues?)[\s:]{0,3}#?(\d{1,7})\b/i;

/** So much of a text is searched. */
const MAX_READ = 20_000;

/** The facts of a conversation about the task that begins with turn `from`. */
export function compactionFacts(conversation: Conversation, from: number): CompactionFacts {
  const turns = conversation.turns.slice(from);
  const current: Conversation = { ...conversation, turns, personTurnsBefore: 0 };
  const task = taskText(current).text;
  const { runs, edits } = factsIn(current);
  const agents = turns.filter(({ origin }) => origin === "agent");
  const calls = agents.flatMap((turn) => turn.calls);
  const made = runs.filter(({ outcome }) => outcome !== "not_run").map(({ words, step }) => (
    { step, ...invocationOf(words) ?? { program: "", args: [] } }
  ));
  const github = made.flatMap(({ program, args, step }) =>
    program === "gh" ? githubCall(args, step, calls[step]?.output ?? "") : []
  );
  const changes = made.filter(({ program, args }) =>
    program === "git" && plainWords(args).some((word) => CHANGING.has(word))
  );
  const changed = Math.max(-1, ...[...changes, ...edits].map(({ step }) => step));
  const told = Math.max(-1, ...github.filter(({ tells }) => tells).map(({ step }) => step));
  const gitWork = changes.length > 0 || github.length > 0;
  return {
    task,
    lastResponse: lastAgentTurn(current)?.text ?? "",
    tools: turnLines(agents),
    gitWork,
    reference: gitWork ? referenceOf(github, task) : null,
    untold: changed > told,
  };
}

/** What an agent needs after a compaction; null where the calls do not tell. */
export function judgeCompaction(facts: CompactionFacts): CompactionVerdict | null {
  const { reference, untold, gitWork, task } = facts;
  if (!gitWork || !untold || reference === null) return null;
  const { noun, number } = reference;
  const [named, given] = number === null ? ["", ""] : [` #${number}`, ` ${number}`];
  const what = `${noun === "pr" ? "PR" : "issue"}${named}`;
  const about = task.trim() === "" ? "" : `: "${oneLine(task, 200).replaceAll('"', "'")}"`;
  const nudge = updateText(what, `\`gh ${noun} comment${given}\``, about);
  return {
    action: "needs_github_update",
    hasActiveGitWork: true,
    confidence: 0.85,
    nudgeMessage: markedText(TITLE, nudge),
  };
}

/** The call of `gh pr` or `gh issue` with these words, and what it printed; none of another. */
function githubCall(
  [noun, verb = "", ...rest]: readonly string[],
  step: number,
  output: string,
): GithubCall[] {
  if (noun !== "pr" && noun !== "issue") return [];
  const named = rest.find((word) => /^#?\d{1,7}$/.test(word) || ADDRESS.test(word)) ??
    (verb === "create" ? ADDRESS.exec(output.slice(-MAX_READ))?.[0] : undefined);
  const digits = named === undefined ? null : /\d{1,7}$/.exec(ADDRESS.exec(named)?.[0] ?? named);
  return [{ noun, number: digits ? Number(digits[0]) : null, step, tells: TELLING.has(verb) }];
}

/**
 * What the work is about, by the calls and by the person's words: the pull request before the issue,
 * the latest that has a number. `gh pr comment` finds that of the branch without one.
 */
function referenceOf(github: readonly GithubCall[], task: string): GithubReference | null {
  const [, written = "", digits] = ADDRESS.exec(task.slice(0, MAX_READ)) ??
    WRITTEN.exec(task.slice(0, MAX_READ)) ?? [];
  const noun = github.some((call) => call.noun === "pr") ? "pr" : github[0]?.noun;
  if (noun === undefined && digits === undefined) return null;
  const wanted = noun ?? nounOf(written);
  const called = github.findLast((call) => call.noun === wanted && call.number !== null);
  const asked = digits !== undefined && nounOf(written) === wanted ? Number(digits) : null;
  return { noun: wanted, number: called?.number ?? asked };
}

function nounOf(written: string): "pr" | "issue" {
  return written.toLowerCase().startsWith("issue") ? "issue" : "pr";
}

const TITLE = "Context Was Compacted";

/**
 * What the calls prove no model sees better; where they do not tell, a model's answer counts, in its
 * words under our title. Null where neither tells.
 */
export function combineCompaction(
  floor: CompactionVerdict | null,
  model: CompactionVerdict | null,
): CompactionVerdict | null {
  if (floor !== null || model === null) return floor;
  const named = NUDGES[model.action];
  const nudge = named && inModelsWords(model.nudgeMessage, named);
  return { ...model, nudgeMessage: nudge && markedText(TITLE, nudge) };
}
