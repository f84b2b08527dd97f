/** What the words of a task ask for, beyond its kind and its wishes. */

import type { Task } from "../task.ts";
import { clausesOf } from "../task/clauses.ts";
import { asksForDeed, asksForWords } from "../task/deeds.ts";
import { oneLine } from "../../lib/text/text.ts";

/** A task is read up to here. */
const MAX_TASK = 8_000;

/** Behaviour changes, so that it can go wrong without anybody seeing it. */
const BEHAVIOUR =
  /\b(?:fix|bug|bugs|implement|feature|refactor|migrate|optimi[sz]e|support|handle|crash(?:es)?|error|errors|broken|regression|endpoint|api|function|class|method|module|service|component|validation|auth\w*|login|query|database|cache|caching|parser?|algorithm|performance|race|leak|retry|upgrade|integrate|logic|add|convert|rewrite|port|handler|middleware|hook)\b/i;

/** Nothing that could be verified is at stake. */
const TINY =
  /\b(?:typos?|spelling|wording|rename|comments?|docstrings?|jsdoc|readme|docs?|documentation|changelog|licen[sc]e|hello(?:[ -]?world)?|console\.log|log (?:line|statement|message)|print statement|copyright|gitignore|colou?rs?|label|title|heading|placeholder|bump|version number|whitespace|indentation|formatting|greeting|constant)\b/i;

/** The person wants to know that it works. */
const ASSURED =
  /\b(?:make sure|ensure|verify|double-?check|check that|still (?:works?|passes|pass|builds?|runs?|green)|stay(?:s)? green|keep(?:s)? working|without breaking)\b/i;

/** One file is asked for, by name or as a thing of its own. */
const ONE_FILE =
  /^(?:please |can you |could you )?(?:create|make|write|add|generate) (?:me )?(?:a |an |the )?(?:new |simple |small |basic |empty |short |sample )*(?:file|script|folder|directory|config(?:uration)?(?: file)?|[\w./-]+\.\w{1,8})\b/i;

/** Only to run something and to tell what came of it. */
const REPORTS =
  /^(?:please |can you |could you |now |just )*(?:re-?run|run|execute|check|verify|see|tell me|show me|report|find out|test)\b/i;

/** A test that shows a fault. */
const FAILING_TEST =
  /\b(?:failing|red|broken) (?:\w+ )?(?:tests?|specs?|cases?)\b|\b(?:tests?|specs?|cases?|scripts?|examples?)\b[^.!?\n]{0,30}\b(?:that|which|to|for) (?:\w+ )?(?:fails?|reproduc\w+|demonstrat\w+|shows?|triggers?|expos\w+|prov\w+)\b|\breproduc(?:e|er|tion|ing)\b|\brepro\b/i;
/** That it is not to be put right, or by others. */
const NO_REPAIR =
  /\b(?:do not|don['’]?t|without|no|not|never|leave|before|rather than|instead of)\b[^.!?\n]{0,20}\b(?:fix\w*|repair\w*|solv\w+|resolv\w+|patch\w*|chang\w+|touch\w*)\b|\b(?:fix|repair)\b[^.!?\n]{0,30}\b(?:is|comes|will be|later|separate\w*|someone|another|team)\b/i;
const WRITES_A_TEST =
  /\b(?:write|add|create|give|provide|build|make|commit|put|need|want|reproduce|produce|only)\b/i;

/** The person wants to be asked. */
const ASK_FIRST =
  /\b(?:ask|check with|confirm with|consult) me\b|\b(?:wait for|get) my (?:ok|okay|approval|confirmation|answer|go)|\bbefore (?:you )?(?:doing|making|changing|writing|pushing|deleting|deploying|implementing) (?:anything|any|it)\b|\bone (?:step|question) at a time\b/i;

/** Words of a task that say nothing about its subject. */
const COMMON: ReadonlySet<string> = new Set(
  ("about after again also another before could does doing done each every file files first from have " +
    "into just like make more must need needs next only other please should some such than that " +
    "their them then there these they this those using want what when where which while will with " +
    "would your code work task sure project add added adding").split(" "),
);

function words(task: Task): string {
  return task.text.slice(0, MAX_TASK);
}

/** The first words of a task, without what polite people put there. */
function opening(task: Task): string {
  return oneLine((task.messages.at(-1) ?? task.text).slice(0, MAX_TASK), 400).replace(
    /^(?:(?:hi|hey|hello|ok|okay|great|thanks|now|then|so)[,.!]? )+/i,
    "",
  );
}

/**
 * Whether an answer in words is all that is asked for: every message has a sign that it is, and none
 * asks for a deed. What has no such sign asks for a deed, by whatever verb.
 */
export function wantsWords(task: Task): boolean {
  if (task.kind !== "work") return true;
  const messages = task.messages.length > 0 ? task.messages : [task.text];
  return messages.every((message) => {
    const clauses = clausesOf(message.slice(0, MAX_TASK)).filter(({ negated }) => !negated);
    return clauses.some(({ text, asked }) => asked || asksForWords(text)) &&
      !clauses.some(({ text, asked, joint }) => !asked && asksForDeed(text, joint === ""));
  });
}

/** Whether something has to be different afterwards. */
export function wantsChange(task: Task): boolean {
  return !wantsWords(task) && !wantsReport(task);
}

/** The words of a task without those that say what is not to be done. */
function wantedWords(task: Task): string {
  return clausesOf(words(task)).filter(({ negated }) => !negated).map(({ text }) => text).join(" ");
}

/** Whether it is only to be run and told, and not to be put right. */
export function wantsReport(task: Task): boolean {
  return REPORTS.test(opening(task)) &&
    !/\b(?:fix|make|until|ensure|repair|resolve|implement|add|so that)\b/i
      .test(wantedWords(task));
}

/** Whether a test that fails is what is asked for, and not its repair. */
export function wantsFailure(task: Task): boolean {
  return FAILING_TEST.test(words(task)) && WRITES_A_TEST.test(words(task)) &&
    (NO_REPAIR.test(words(task)) ||
      !/\b(?:fix|repair|resolve|solve)\b|\bmake (?:it|them) pass\b/i.test(words(task)));
}

/** Whether the person wants to be asked first. */
export function wantsToBeAsked(task: Task): boolean {
  return ASK_FIRST.test(words(task));
}

/** Whether so little is asked for that an edit alone can be the whole of it. */
export function isTiny(task: Task, files: number): boolean {
  if (files > 2 || ASSURED.test(words(task))) return false;
  return (files <= 1 && ONE_FILE.test(opening(task))) || TINY.test(words(task));
}

/** Whether behaviour changes, which shows only when it is tried, or the person wants it tried. */
export function wantsTrial(task: Task): boolean {
  return BEHAVIOUR.test(words(task)) || ASSURED.test(words(task));
}

/** Whether a text speaks of what the task is about: two of its words, or all of a short task's. */
export function isAboutTask(text: string, task: Task): boolean {
  const subject = subjectOf(words(task));
  const shared = [...subjectOf(text)].filter((word) => subject.has(word)).length;
  return shared >= Math.max(1, Math.min(2, subject.size));
}

/** The words of a text that say what it is about. */
export function subjectOf(text: string): Set<string> {
  const found = text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? [];
  return new Set(found.filter((word) => !COMMON.has(word)).map((word) => word.replace(/s$/, "")));
}
