/** Admissions that a cause is still there, behind what was done about its effects. */

import type { VerdictSeverity } from "../../schema/names.ts";
import { isProgram } from "./commands.ts";
import type { Facts } from "./facts.ts";

/** One sort of admission. */
export interface Admission {
  readonly name: string;
  readonly when: string;
  readonly why: string;
  readonly severity: VerdictSeverity;
  readonly settled: string;
  /** What stands in every such sentence: see `mentions`. */
  readonly words: string;
  /** What it looks like, within one sentence. */
  readonly says: RegExp;
  /** Where it is no fault. */
  readonly unless: (facts: Facts) => boolean;
  readonly missing: string;
  readonly action: string;
}

/** The person wants no more than that. */
const WANTS_RELIEF =
  /\b(?:work-?around|mitigat\w+|stop-?gap|temporar\w+|quick fix|band-?aid|hotfix|for now|until|short[- ]term|buy (?:us |some )?time)\b/i;

/** The person wants it gone. */
const WANTS_A_FIX =
  /\b(?:fix\w*|repair|solve|resolve|debug|stop|get rid|eliminat\w+|prevent|make (?:it|sure|the)|find (?:and|out|the)|cure|remove|sort out|address|reliable)\b/i;

/** Tasks whose subject is a cause. */
const ABOUT_A_CAUSE =
  /\b(?:leak\w*|root cause|cause|why|dead-?lock\w*|race|hang\w*|crash\w*|oom|out of memory|slow\w*|stall\w*|corrupt\w*|flak\w+|intermittent\w*|find (?:out|and)|debug|diagnos\w+|timeouts?|times? out)\b/i;

/** A program that is started anew now and then keeps its fault, also where its code says so. */
const RESTARTS =
  /\b(?:added|with|by|now|does)\b[^.!?\n]{0,30}\b(?:restart|recycl|respawn|reboot)\w*[^.!?\n]{0,40}\b(?:every|each|after|once|nightly|daily|hourly|periodic\w*)\b/i;

/** The admissions. */
export const SYMPTOM_ADMISSIONS: readonly Admission[] = [
  {
    name: "cause_remains",
    when: "the message says that the trouble goes on, comes back, or is only covered up",
    why: "who asked for a fix wants the cause gone",
    severity: "MEDIUM",
    settled: "a change that removes the cause, and a measurement or test that shows it",
    words:
      "still will again workaround work-around bandaid band-aid stopgap masks papers covers hides symptom ignor swallow suppress silenc why what reason cause time growth try caught logged",
    says:
      /\b(?:(?:memory|usage|it|they|latency|number|count|size|heap|leak|problem|issue|error|bug|deadlock|race|crash|connections?|handles?|queue|growth|cause)\b[^.!?\n]{0,30} )?(?:can |may |does |will |might |could )?still (?:grow|leak|increas|climb|happen|occur|crash|come|creep|ris|recur|appear|be triggered|exist)\w*|\bstill (?:takes? (?:about |around |the same |roughly )?(?:\d|time|long)|(?:too |very )?slow|hangs?|times? out|freezes?)\b|\bwill (?:probably |likely |eventually |still )?(?:come back|recur|return|reappear|happen again|fill up again|grow again)|\b(?:is|as|this is|it is|it's|only|just|merely|of) (?:only |just |merely )?(?:a |an )?(?:work-?around|band-?aid|stop-?gap|temporary (?:fix|measure))\b|\b(?:masks?|papers? over|covers? up|hides?) (?:the |over )?(?:real |underlying |actual |root )?(?:cause|problem|issue|symptom|bug|leak|error)|\b(?:root |underlying |actual |real )cause (?:is |remains |was )?(?:still )?(?:unknown|unclear|not (?:found|known|fixed|addressed|clear)|open|remains|untouched|there)|\bI (?:did(?: not|n['’]t)|do(?: not|n['’]t)|could(?: not|n['’]t)|have(?: not|n['’]t)) (?:yet )?(?:find|found|figure[d]?|know|determine[d]?|work(?:ed)?|see|identif(?:y|ied)|establish(?:ed)?|pin(?:ned)?)(?: out| down)? (?:why|what (?:causes|triggers)|the (?:root |actual |real |underlying )?(?:cause|reason|trigger))|\b(?:ignor|swallow|suppress|silenc)(?:e|es|ed|s|ing) (?:the |any |all |such |this |that )?(?:\w+ )?(?:exceptions?|errors?|failures?|panics?|crash(?:es)?)\b|\b(?:\w*Error|\w*Exception|errors?|exceptions?|crash|panic)\b (?:is|are|gets?) (?:now |simply |just )?(?:caught|swallowed|ignored|suppressed|logged)\b|\btry ?[-/]? ?(?:catch|except|rescue)\b[^.!?\n]{0,80}\b(?:ignor\w+|skip\w*|swallow\w*|no longer (?:stops?|crash\w*|fails?|kills?)|goes on|continues?)\b|\bonly (?:treats?|fix(?:es)?|addresses) the symptoms?|\bbuys? (?:us |you )?(?:some |more )?time\b|\b(?:present|current|remaining|continued|ongoing) (?:memory )?(?:growth|leak)\b/i,
    unless: ({ task, edits, said }) =>
      (edits.length === 0 && said.claims.length === 0) ||
      !WANTS_A_FIX.test(task.text.slice(0, 4_000)) ||
      WANTS_RELIEF.test(task.text.slice(0, 4_000)),
    missing: "The cause itself, removed",
    action: "Find the cause and remove it; show with a measurement or a test that it is gone",
  },
  {
    name: "limit_raised",
    when:
      "a cause was to be found, no program was changed, and a limit was raised or a restart added",
    why: "more room only makes it later",
    severity: "MEDIUM",
    settled: "a change that removes the cause",
    words: "rais increas bump doubl extend upp enlarg restart relax tripl more retr",
    says:
      /\b(?:rais|increas|bump|doubl|tripl|extend|upp|enlarg|relax)(?:e|ed|ing|ped|led)\b[^.!?\n]{0,50}\b(?:limits?|time-?outs?|memory|heap|thresholds?|retries|intervals?|pool|replicas?|deadline|quota|ram|buffer|size|budget|ulimit)\b|\b(?:restart(?:s|ed|ing)?|recycl\w+|reboot\w*)\b[^.!?\n]{0,40}\b(?:every|each|after \d+|nightly|daily|hourly|night|once|automatically|periodic\w*|schedul\w*|cron)\b|\badded (?:a |an |some |automatic )?(?:retr(?:y|ies)|restart|nightly restart|cron ?job)\b/i,
    unless: ({ task, edits, said }) => {
      const asked = task.text.slice(0, 4_000);
      const changed = edits.some(({ path }) => isProgram(path)) && !RESTARTS.test(said.text);
      return changed || !ABOUT_A_CAUSE.test(asked) ||
        WANTS_RELIEF.test(asked) ||
        /\b(?:rais|increas|bump|doubl|extend|add (?:a )?retr|restart)\w*/i.test(asked);
    },
    missing: "The cause itself, removed",
    action: "Find the cause and remove it instead of giving it more room",
  },
];
