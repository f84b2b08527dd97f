/** What only a person can do. How an application logs its users in is none of it. */

import type { Quote } from "../said.ts";
import { quotesOf, type Rule, saidBy, standsUnder } from "./rules.ts";
import { AT_START, FOR_YOU, TOLD_TO } from "./requests.ts";
import type { Message, Piece } from "./structure.ts";

const SECRET =
  "(?:⟦secret⟧|(?:api|access|secret|private|license|ssh|deploy|signing|service[- ]account|publishable|webhook)[- ](?:keys?|tokens?|credentials|secrets?)|credentials|passwords?|tokens?|secrets?|passphrase|(?:2fa|one-time|verification|two-factor|otp|mfa|sms|auth(?:entication|orization)?|device)(?: code)?s?|service account (?:json|file|key)|client (?:id|secret))";
/** Things that a program in a terminal cannot do, as a verb and what it is done to. */
const ACTS =
  `(?:log ?in(?:to)?\\b|log into|sign(?:ing)? ?in\\b|sign into|sign up|log back in|re-?authenticate|authenticate\\b|authori[sz]e\\b|re-?authori[sz]e\\b|complete (?:the|it|this|that)?.{0,20}\\b(?:login|log-in|sign-?in|oauth|2fa|mfa|captcha|verification|consent|payment|flow|checkout|challenge|onboarding|authentication|authorization)|(?:solve|pass) (?:the|a|this) captcha|click\\b|tap\\b|press (?:the|allow|accept|yes)|approve\\b|accept (?:the|their|our|its|apple's|google's)?.{0,20}(?:terms|licen[cs]e|agreement|eula|invit|consent|prompt)|plug (?:in|the|your)|connect (?:the|your|a) (?:device|phone|board|cable|usb|hardware|debugger|iphone|android|scanner|printer|sensor|arduino)|pair (?:the|your)|scan (?:the|this) qr|top up\\b|(?:hold|press)(?: down)? the .{0,20}(?:button|key|switch)|insert (?:the|your|a)|pay\\b|purchase\\b|buy\\b|add a (?:payment|credit card|card)|enter (?:your|the|a)? ?.{0,20}${SECRET}|(?:provide|paste|supply|send|share|give|set|add|put|export|fill in|replace|configure|rotate|revoke|generate|create|obtain|get|store|register|enter|drop|copy|save)\\b(?: me)?(?: (?:with|your|own|the|a|an|in|real|valid|actual|new|missing|correct|stripe|openai|github|aws|google|anthropic|\\S+)){0,5} ${SECRET}|grant\\b|give (?:the|me|it|\\S+) (?:\\S+ ){0,4}(?:access|permissions?|rights)|allow (?:the|usb|access|screen|microphone)|enable (?:usb|billing|the .{0,30}(?:in|on|under|from) (?:the|your)|two-factor|2fa|developer mode|.{0,30}(?:in|on) (?:the|your) (?:\\S+ )?(?:console|dashboard|settings|account|phone|browser))|(?:go|navigate|head)(?: over)? to (?:the |your )?(?:\\S+ ){0,4}(?:console|dashboard|settings|portal|⟦url⟧|page|tab|admin|website)|(?:open|visit) (?:the |your |this )?(?:\\S+ ){0,3}(?:link|url|⟦url⟧|console|dashboard|portal|browser|app on)|(?:manually )?(?:verify|check|test|confirm|try)\\b.{0,30}\\bon (?:a|your|the|an?) (?:real |physical |actual )?(?:phone|iphone|device|android|tablet|ipad|hardware|board|mobile|watch|tv)|sign (?:the|this|a) (?:contract|agreement|document|cla|form|nda)|upgrade your (?:plan|account|subscription)|request (?:access|permission|a quota)|contact (?:the|your|support)|ask (?:the|your|an?) (?:admin|administrator|owner|it |devops|security)|unlock\\b|(?:turn|switch|power) (?:on|off) (?:the|your)|look at the screen|take a (?:photo|picture)|whitelist|submit the (?:form|app))`;

const FEATURE =
  /^(?:✓ )?(?:users?|visitors?|customers?|the (?:app|user|users|form|page|button|component|handler|client|code|function|script|api|endpoint|login|flow)|added|implemented|updated|fixed|created|now|this (?:lets|allows)|it (?:lets|allows)|i (?:added|implemented|made|fixed))\b/;
const FINISHED =
  /\b(?:i(?:'ve| have)? (?:logged|signed|authenticated|clicked|approved|accepted|already)|no need to|don't (?:need|have) to|do not (?:need|have) to|without (?:having|needing) to|not required|no longer)\b/;
const NOT_THIS = new RegExp(`${FEATURE.source}|${FINISHED.source}`);

const RULES: readonly Rule[] = [
  {
    says: new RegExp(
      `\\b${TOLD_TO} (?:(?:manually|go and|either|first|open .{1,30} and|yourself|also|then) )?${ACTS}`,
    ),
    unless: NOT_THIS,
    within: "sentence",
    reason: "the person is told to do it",
  },
  {
    says: new RegExp(`${AT_START}${ACTS}`),
    unless: new RegExp(
      `${NOT_THIS.source}|^(?:click|tap|approve|pay|purchase|grant|authori[sz]e|authenticate|unlock|buy|login|log ?in|sign ?in)(?:s|ing|ed)?(?:\\b (?:handlers?|types?|events?|tests?|flow|page|endpoint|button|tracking|form|now|is|are|works|was|routes?|middleware|logic|screen|service|requests?)|[.!]?$)|^(?:set|add|create|generate|store|get|configure|save|register) (?:a |the )?(?:tokens?|secrets?|passwords?)\\b|\\badd(?:s|ed)\\b`,
    ),
    within: "clause",
    reason: "an order without a please",
  },
  {
    says: new RegExp(
      `\\band (?:then )?(?:click|approve|log ?in|sign in|accept|enable|grant|paste|enter)\\b`,
    ),
    unless: new RegExp(
      `${NOT_THIS.source}|^(?!(?:please|open|go|visit|navigate|head|you|then|plug|in your)\\b)`,
    ),
    within: "sentence",
    reason: "the second half of such an order",
  },
  {
    says:
      /\b(?:requires?|needs?|asks for|wants|prompts? (?:me )?for|expects?|is (?:behind|protected by)|demands?)\b.{0,30}\b(?:captcha|2fa|two-factor|mfa|otp|one-time (?:code|password)|interactive (?:login|log-in|sign-?in|authentication|browser)|manual (?:approval|login|intervention|action|review by|verification|step)|(?:your|human|a human|admin|a person's|someone's|the owner's|an admin's) (?:approval|login|sign-?in|interaction|password|consent|credentials|intervention|fingerprint|account|confirmation in)|physical (?:access|device)|hardware|payment|browser login|oauth consent|api key|credentials|touch id|a person|a human)\b/,
    unless: new RegExp(
      `${FINISHED.source}|\\b(?:endpoint|now (?:requires|needs)|api requires|route|no|tests? cover|feature|login (?:now|page)|handled|fixed|added|form)\\b|n't\\b`,
    ),
    within: "sentence",
    reason: "something is in the way that wants a person",
  },
  {
    says: new RegExp(
      `\\b(?:i|we)(?:'ll| will)?(?: still| also)? need (?:(?:a|an|the|your|valid|you to|access to|working|some|from you) ){0,4}(?:\\S+ ){0,3}(?:${SECRET}|access to|permissions?|your (?:login|account|password))`,
    ),
    unless: /\b(?:don't|do not|no longer) need\b/,
    within: "sentence",
    reason: "I need your key",
  },
  {
    says:
      /\b(?:an?|the|your|some) (?:\S+ )?(?:admin(?:istrator)?|owner|maintainer|org(?:anization)? owner|human|person|someone with access|manager|reviewer)\b.{0,20}\b(?:has to|needs to|must|should|will need to|will have to) (?:\S+ )?(?:grant|approve|accept|enable|add|sign|log|authori[sz]e|give|click|rotate|merge|confirm|unlock|invite)\b/,
    unless: NOT_THIS,
    within: "sentence",
    reason: "somebody with rights has to do it",
  },
  {
    says:
      /\b(?:i|we) (?:can't|cannot|can not|am unable to|'m unable to|am not able to|'m not able to|couldn't|could not)\b.{0,30}\b(?:log ?in|sign in|solve (?:the|a|this) captcha|complete (?:the |an? )?(?:\S+ )?(?:oauth|2fa|login|captcha|consent|verification|payment)|click|approve|enter (?:the|a|your) (?:code|password)|authenticate|plug|access your (?:account|email|phone|dashboard))\b/,
    within: "sentence",
    reason: "what the agent says that it cannot do because it is no person",
  },
  {
    says:
      /\b(?:captcha|2fa|two-factor|mfa|recaptcha|login wall|consent screen|paywall)\b.{0,60}\b(?:i (?:can't|cannot|am unable|couldn't|could not)|blocks|in the way|stops me|prevents me|only you|please)\b/,
    unless: NOT_THIS,
    within: "sentence",
    reason: "a gate that was made to stop programs",
  },
  {
    says:
      /\b(?:once|after|as soon as|when|until) (?:you|you've|you have|you're|you are) (?:\S+ )?(?:logged|signed|authenticated|authori[sz]ed|approved|granted|accepted|paid|plugged|connected|added (?:the|your)|enabled|provided|set (?:the|your) ⟦secret⟧)\b/,
    unless:
      /\b(?:users?|page|redirect(?:s|ed)?|should see|you(?:'ll| will| can) (?:see|find|be able))\b/,
    within: "sentence",
    reason: "the agent goes on only after the person has done it",
  },
  {
    says:
      /\b(?:has|have|needs?|must) (?:to )?be (?:done|completed|approved|granted|signed|entered|performed|confirmed|enabled|provided|created) (?:\S+ ){0,3}?(?:by (?:you|an? (?:human|person|admin(?:istrator)?|owner|maintainer)|the (?:owner|admin|account holder)|hand in the)|manually in (?:the|your)|in person)\b|\brequires? (?:your|an?|the owner's) (?:\S+ ){0,3}(?:password|id|login|signature|fingerprint|approval|credit card|account)\b/,
    unless: new RegExp(`${FINISHED.source}|\\b(?:endpoint|route|api|form|now requires)\\b`),
    within: "sentence",
    reason: "a step that has to be done by the person",
  },
];

/** Whether a piece asks for something that only a person can do. */
export function wantsAPerson(piece: Piece): boolean {
  if (piece.kind === "heading" || piece.box === "ticked") return false;
  if (saidBy(piece, RULES)) return true;
  return piece.kind === "item" && standsUnder(piece, FOR_YOU) &&
    new RegExp(`^${ACTS}`).test(piece.words);
}

/** What the message leaves to a person because it has to. */
export function humanActionIn({ pieces }: Message): Quote[] {
  return quotesOf(pieces.filter(wantsAPerson));
}
