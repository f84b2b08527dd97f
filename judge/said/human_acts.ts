/** Things that a program in a terminal cannot do, as a verb and what it is done to. */

import { holds, type Rule } from "./patterns.ts";

/** What is known to a person and to nobody else. */
export const SECRET =
  "(?:⟦secret⟧|(?:api|access|secret|private|license|ssh|deploy|signing|service[- ]account|publishable|webhook|encryption) (?:keys?|tokens?|credentials|secrets?)|(?:api|access|secret)-(?:keys?|tokens?)|credentials|passwords?|tokens?|secrets?|passphrase|(?:2fa|one-time|verification|two-factor|otp|mfa|sms|auth(?:entication|orization)?|device) codes?|otp|2fa|service account (?:json|file|key)|client (?:id|secret)|[a-z]+(?:_[a-z]+)*_(?:key|token|secret|password)(?:_id)?)";
const SECRET_WORDS =
  "⟦secret key token credential password secret passphrase account client 2fa one-time verification factor otp mfa sms auth device";

/** A place that an agent in a terminal does not reach. */
const ON_A_SCREEN =
  "(?:\\S+ ){0,6}?(?:in|on|from|with|through|via) (?:the|your|a) (?:\\S+ ){0,2}?(?:browser|(?:browser|login|sign-?in|consent|device|app|pop-?up) (?:window|tab|page|prompt|screen)|dashboard|console|portal|phone|authenticator(?: app)?|website|account settings|admin panel)\\b(?!.{0,40}⟦local⟧)";
/** What a person does there, and an agent in the code of such a place. */
const MAY_BE_BUILT =
  "(?:confirm|allow|choose|select|create|generate|add|enable|activate|link|set up|switch on|turn on|register|raise)";
/** The same, where somebody is told to. */
export const TOLD_ON_A_SCREEN: RegExp = new RegExp(`^${MAY_BE_BUILT} ${ON_A_SCREEN}`);

type Act = Pick<Rule, "words" | "says" | "reason">;

/** Each is looked for at the beginning of what somebody is told. */
export const ACTS: readonly Act[] = [
  {
    words: "log sign authenticate authori login",
    says:
      /^(?:log ?in(?:to)?\b|log into|sign(?:ing)? ?in\b|sign into|sign up|log back in|re-?authenticate|authenticate\b|authori[sz]e\b|re-?authori[sz]e\b|sign (?:the|this|a) (?:contract|agreement|document|cla|form|nda))/,
    reason: "to say who one is",
  },
  {
    words: "⟦login⟧",
    says:
      /^(?:(?:re-?)?run|execute|type|enter|use|do|call|start|issue|try|invoke)\b(?: \S+){0,4}? ⟦login⟧|^⟦login⟧/,
    reason: "a command that only goes on once somebody has said who they are",
  },
  {
    words: "in on from with through via",
    says: new RegExp(
      `^(?:solve|complete|finish|do|pass|accept|authori[sz]e|continue|answer) ${ON_A_SCREEN}|` +
        `^${MAY_BE_BUILT} ${ON_A_SCREEN.replace("(?:the|your|a)", "your")}`,
    ),
    reason: "to do something on a screen that is not a terminal",
  },
  {
    words: "get obtain grab fetch create generate make find copy take request",
    says:
      /^(?:get|obtain|grab|fetch|create|generate|make|find|copy|take|request) (?:one|it|them|yours|a new one|both)\b (?:\S+ ){0,3}?(?:at|from|in|on|under|via|through) (?:⟦url⟧|(?:(?:the|your) )?(?:\S+ ){0,3}?(?:dashboard|console|portal|settings|account|website|page|admin|provider|vault|team|owner)\b)/,
    reason: "to fetch something from where only an account leads",
  },
  {
    words: "paste enter type drop give send tell read share text dictate",
    says:
      /^(?:(?:enter|type in) (?:the|that|this|your|its) (?:\S+ )?codes?\b|(?:paste|enter|type|drop) (?:it|one|them|that|yours|the \S+(?: \S+)?) (?:in )?(?:here|below|into (?:the |this )?chat|in (?:the |this )?chat)\b|(?:give|send|tell|read|share|text|dictate)(?: it to)? (?:me|us) (?:(?:the|your|its|that|those|a|both|current|new|\w+-digit|\d+|six|four|eight) ){0,4}(?:digits?|codes?|pin|otp|passcode|passwords?|passphrase|keys?|tokens?|secrets?|number from)\b)/,
    reason: "to tell what only the person can read or knows",
  },
  {
    words: "renew extend reactivate unblock",
    says:
      /^(?:renew|reactivate|extend|unblock) (?:it|them|your|the (?:membership|subscription|licen[cs]e|certificate|contract|plan|trial|account|domain))\b/,
    reason: "to renew what somebody owns",
  },
  {
    words: "complete solve pass click tap press approve accept",
    says:
      /^(?:complete (?:the|it|this|that)?.{0,20}\b(?:login|log-in|sign-?in|oauth|2fa|mfa|captcha|verification|consent|payment|flow|checkout|challenge|onboarding|authentication|authorization)|(?:solve|pass) (?:the|a|this) captcha|click\b|tap\b|press (?:the|allow|accept|yes)|approve\b|accept (?:the|their|our|its|apple's|google's)?.{0,20}(?:terms|licen[cs]e|agreement|eula|invit|consent|prompt))/,
    reason: "to agree on a screen",
  },
  {
    words:
      "plug connect pair scan hold press insert turn switch power look take unlock wear charge touch",
    says:
      /^(?:plug (?:in|the|your)|connect (?:the|your|a) (?:device|phone|board|cable|usb|hardware|debugger|iphone|android|scanner|printer|sensor|arduino)|pair (?:the|your)|scan (?:the|this) qr|(?:hold|press)(?: down)? the .{0,20}(?:button|key|switch)|insert (?:the|your|a)|(?:turn|switch|power) (?:on|off) (?:the|your)|(?:turn|switch|power) (?:it|them|the \S+|your \S+) (?:on|off)\b|wear (?:it|them|the|your)|charge (?:it|the|your) |look at the screen|touch (?:it|the|your)\b|scan (?:it|the|this|that) (?:\S+ ){0,3}?(?:qr|code|with your)|take a (?:photo|picture)|unlock\b)/,
    reason: "to touch a thing",
  },
  {
    words: "top pay purchase buy add upgrade order",
    says:
      /^(?:top up\b|pay\b|purchase\b|buy\b|order (?:it|them|one|this|that) (?:at|from|on|there)\b|add a (?:payment|credit card|card)|upgrade your (?:plan|account|subscription))/,
    reason: "to spend money",
  },
  {
    words: SECRET_WORDS,
    says: new RegExp(
      `^(?:provide|paste|supply|send|share|give|set|add|put|export|fill in|replace|configure|rotate|revoke|generate|create|obtain|get|store|register|enter|drop|copy|save)\\b(?: \\S+){0,6} ${SECRET}`,
    ),
    reason: "to give or make a secret",
  },
  {
    words: "key account",
    says:
      /^(?:provide|paste|supply|send|share|give|set|add|put|enter)\b(?: me)? (?:the|your|its|that|this) (?:\S+ )?keys?\b|^(?:create|open|set up|register(?: for)?|sign up for|make|get) (?:an?|your|the) (?:\S+ ){0,3}account\b(?! (?:page|model|table|class|module|service|form|view|screen|type))/,
    reason: "to open an account and bring its key",
  },
  {
    words: "grant give allow enable request whitelist invite add open",
    says:
      /^(?:grant\b|give (?:the|me|it|\S+) (?:\S+ ){0,4}(?:access|permissions?|rights)|allow (?:the|usb|access|screen|microphone)|enable (?:usb|billing|the .{0,30}(?:in|on|under|from) (?:the|your)|two-factor|2fa|developer mode|the integration|.{0,30}(?:in|on) (?:the|your) (?:\S+ )?(?:console|dashboard|settings|account|phone|browser))|request (?:access|permission|a quota)|whitelist|invite (?:me|the)|add an? (?:\S+ )?(?:txt|dns|cname|mx) record|open the port)/,
    reason: "to give rights",
  },
  {
    words: "go navigate head open visit",
    says:
      /^(?!.{0,80}⟦local⟧)(?:(?:go|navigate|head)(?: over)? to (?:the |your )?(?:\S+ ){0,4}(?:console|dashboard|settings|portal|⟦url⟧|page|tab|admin|website)|(?:open|visit) (?:the |your |this )?(?:\S+ ){0,3}(?:link|url|⟦url⟧|console|dashboard|portal|browser|app on))/,
    reason: "to go to a place behind a screen",
  },
  {
    words: "device phone android tablet ipad hardware board mobile watch tv",
    says:
      /^(?:manually )?(?:verify|check|test|confirm|try)\b.{0,30}\bon (?:a|your|the|an?) (?:real |physical |actual )?(?:phone|iphone|device|android|tablet|ipad|hardware|board|mobile|watch|tv)/,
    reason: "to try it on a real thing",
  },
  {
    words: "contact ask submit",
    says:
      /^(?:contact (?:the|your|support)|ask (?:the|your|an?) (?:admin|administrator|owner|it |devops|security)|ask (?:them|him|her|one of them|somebody|someone|anybody|anyone) (?:to|for)\b|submit the (?:form|app))/,
    reason: "to talk to somebody",
  },
];

/** Whether words begin with something that only a person can do. */
export function isHumanAct(words: string): boolean {
  return ACTS.some((act) => holds(act, words));
}
