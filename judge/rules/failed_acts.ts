/** Rules about a last act that failed, which the message tells in passing. */

import { mentions } from "../mentions.ts";
import type { Facts } from "./facts.ts";
import { quoted } from "./quote.ts";
import type { Rule } from "./rule.ts";
import { sentencesOf } from "./sentences.ts";
import { oneLine } from "../../lib/text/text.ts";

/** What was to happen outside of the files. */
const ACT =
  /\b(?:publish\w*|push(?:es|ed|ing)?|deploy\w*|upload\w*|releas\w+|appl(?:y|ied|ying)|merg\w+|migrat\w+|import\w*|send(?:ing)?|sync\w*|install\w*|download\w*|roll-?out|rollout|registr\w+|login|sign(?:ing|ed)?|notari[sz]\w+|submi\w+|creat\w+ the (?:pr|pull request|release|issue|tag)|backup|restore|provision\w*)\b/i;

/** That it failed. */
const FAILED =
  /\b(?:failed|fails|rejected|refused|declined|denied|aborted|blocked|timed out|errored|(?:returned|answered|responded|ended|stopped|exited|came back|replied)(?: with| in)?(?: an?)? (?:`|"|')?(?:\w+ )?(?:error|\d{3}|E[A-Z]{3,}|non-zero|failure|status [1-9]|code [1-9])|(?:got|gets|hit|met|gives?|gave|throws?|threw|raised) (?:an?|the) (?:`|")?(?:\w+ )?(?:error|\d{3}|E[A-Z]{4,})|did(?: not|n['’]t) (?:go through|succeed|work|complete)|could(?: not|n['’]t) be (?:completed|published|pushed|deployed|uploaded|applied|merged|sent|reached|released))\b|\bE(?:NEEDAUTH|401|403|OTP|ACCES|PERM|CONN\w+)\b/i;

/** What only a person can give. */
const ACCESS =
  /\b(?:401|403|unauthori[sz]ed|forbidden|credentials?|tokens?|logged in|log ?in|sign(?:ed)? in|permissions?|access|auth\w*|rights?|protected|approv\w+|2fa|otp|mfa|sso|vpn|password|passphrase|quota|billing|ENEEDAUTH|E401|E403|EOTP|expired|owner|admin\w*)\b/i;

/** Before the failure: another time, another one's, or how a program behaves. */
const NOT_NOW =
  /\b(?:first|initial(?:ly)?|earlier|previous(?:ly)?|before|originally|once|the (?:bug|issue|report|reason|cause|problem|user)|if|when|whenever|would|should|could|handles?|tests?|yesterday|last (?:night|run|week)|on (?:main|master)|no|none|never|without|0|zero|users?|requests?|clients?|callers?|invalid|any|each|every)\b/i;
/** After it: it was put right. */
const PUT_RIGHT =
  /\b(?:then|after (?:that|which|i|a|rebas\w+)|second|retried|went through|fixed|resolved|solved|succeeded|worked|(?:is|are) (?:now )?(?:fixed|retried|handled|rolled back|skipped)|now (?:works|passes|succeeds|goes)|so i)\b/i;

/** How a message gives back the last part of the task. */
const HANDED_BACK =
  /\bto (?:finish|complete|conclude|finali[sz]e) (?:the |this |it|your )?[\w -]{0,40}[,:]? ?(?:please |just |you (?:need|have|only need|still need) to )?(?:run|execute|type|enter|do|call|use)\b|\b(?:you (?:still |just |only |now )?(?:need|have) to|please|you must|remember to|don['’]t forget to) (?:then |now |also )?(?:run|execute) `?(?:npm|cargo|twine|gh|git|terraform|kubectl|docker|helm|deno|yarn|pnpm|gem|mvn|gradle|make|fly|vercel|aws|gcloud|az)\b/i;

/** Whether the person asked for the act that a sentence tells of. */
function isAsked(sentence: string, { task, done }: Facts): boolean {
  const [act = ""] = ACT.exec(sentence) ?? [];
  const stem = act.toLowerCase().replace(/ie[sd]$/, "y").replace(/(?:ing|ed|es|s|ion)$/, "")
    .slice(0, 6);
  return task.text.slice(0, 4_000).toLowerCase().includes(stem) ||
    done.commands.at(-1)?.command.toLowerCase().includes(stem) === true;
}

/** One of these stands in every such sentence. */
const HANDING =
  "finish complet conclud finali need have please must remember forget be + run execut type enter do call use with by via through";

/** "It can be restored with …", where to restore it was asked for. */
const CAN_BE =
  /\b(?:can|could) (?:now |then )?be (\w{4,20}) (?:with|by|using|via|through|by running) [`"]/i;

function isOnlyPossible(sentence: string, { task, done }: Facts): boolean {
  const verb = CAN_BE.exec(sentence)?.[1]?.toLowerCase().slice(0, 5);
  const words = task.text.slice(0, 4_000);
  return verb !== undefined &&
    new RegExp(`(?:^|[.,;\\n] ?|\\band |\\bplease |\\bthen )${verb}`, "i").test(words) &&
    !/\b(?:can be|able to|scripts?|commands?|options?|so that|documentation)\b/i.test(words) &&
    /^[a-z]+$/.test(verb) && !done.commands.some(({ command }) => command.includes(` ${verb}`));
}

const FAILING =
  "fail reject refus declin den abort block timed errored error retur answer respon ended stopp exit came repl got get hit met giv gav throw threw rais not n't n’t e4 enee eotp eacc eperm econn";

function failedActs(facts: Facts): string[] {
  if (!facts.work || !mentions(facts.said.text.toLowerCase(), FAILING)) return [];
  return sentencesOf(facts.said.text).filter((sentence) => {
    const failed = FAILED.exec(sentence);
    if (failed === null || !ACT.test(sentence) || !isAsked(sentence, facts)) return false;
    const before = sentence.slice(0, failed.index).replaceAll(/`[^`]*`/g, " ");
    const after = sentence.slice(failed.index + failed[0].length);
    return !NOT_NOW.test(before) && !PUT_RIGHT.test(after);
  });
}

/** Rules against a complete verdict. */
export const FAILED_ACT_RULES: readonly Rule[] = [
  {
    name: "act_wants_access",
    when: "the message says that a push, publication or the like failed for want of a right",
    why: "only a person can log in or give the right",
    severity: "MEDIUM",
    effect: "human",
    yields: false,
    settled: "the person's part, and then the act again",
    find: (facts) =>
      failedActs(facts).filter((sentence) => ACCESS.test(sentence)).slice(0, 1).map((sentence) => ({
        fact: `It was not let through: ${quoted(sentence)}`,
        turn: facts.saidAt,
        missing: oneLine(sentence),
        action: `For the person: give the right that is wanting (${oneLine(sentence, 80)})`,
      })),
  },
  {
    name: "act_failed",
    when: "the message says that a push, publication, deployment or the like failed",
    why: "what was prepared for it is not the act",
    severity: "HIGH",
    effect: "incomplete",
    yields: true,
    settled: "the act without an error",
    find: (facts) =>
      failedActs(facts).filter((sentence) => !ACCESS.test(sentence)).slice(0, 1).map((
        sentence,
      ) => ({
        fact: `The act itself failed: ${quoted(sentence)}`,
        turn: facts.saidAt,
        missing: oneLine(sentence),
        action: "Find out why it failed, put that right and do it again",
      })),
  },
  {
    name: "handed_back",
    when: "the message gives the last command of the task to the person",
    why: "the person gave the task to the agent",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "the output of what the person was asked to run",
    find: (facts) => {
      if (!facts.work || !mentions(facts.said.text.toLowerCase(), HANDING)) return [];
      const back = sentencesOf(facts.said.text).find((sentence) =>
        HANDED_BACK.test(sentence) || isOnlyPossible(sentence, facts)
      );
      return back === undefined || /\b(?:if|whenever|in future|to try)\b/i.test(back) ? [] : [{
        fact: `The end of the task is given to the person: ${quoted(back)}`,
        turn: facts.saidAt,
        missing: oneLine(back),
        action: `Do it yourself: ${oneLine(back)}`,
      }];
    },
  },
];
