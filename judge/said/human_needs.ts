/** Ways of saying that a step needs a person, without telling anybody to take it. */

import { SECRET } from "./human_acts.ts";
import type { Rule } from "./patterns.ts";

/** What a program does with its users. */
export const FEATURE =
  /^(?:✓ )?(?:users?|visitors?|customers?|the (?:app|user|users|form|page|button|component|handler|client|code|function|script|api|endpoint|login|flow)|added|implemented|updated|fixed|created|now|this (?:lets|allows)|it (?:lets|allows)|i (?:added|implemented|made|fixed|created))\b/;
/** It is over, or nobody has to. */
export const FINISHED =
  /\b(?:i(?:'ve| have)? (?:logged|signed|authenticated|clicked|approved|accepted|already)|no need to|don't (?:need|have) to|do not (?:need|have) to|without (?:having|needing) to|not required|no longer)\b/;
/** What a program asks of its users is told in these words. */
const BUILT =
  /\b(?:endpoint|now (?:requires?|needs?|asks?)|api requires|routes?|no|tests? cover|features?|login (?:now|page)|handled|fixed|added|forms?|is (?:done|in|granted)|documents?|posts?|comments?|enforce[sd]?|else gets?)\b|n't (?:need|require)/;
/** Somebody who has rights that others have not. */
const SOMEBODY =
  "(?:(?:\\S+ ){0,2}(?:holder|owner|admin(?:istrator)?|maintainer|manager|lead|reviewer|approver|human|person)|(?:someone|somebody)(?: \\S+){1,5}?|(?:\\S+ )?(?:security|legal|review|finance|ops|platform|infra|release|it) team)";
const SOMEBODY_WORDS =
  "holder owner admin maintainer manager lead reviewer approver human person someone somebody team";
/** What such a person does that nobody else can. */
const GIVES =
  "(?:grant|approve|accept|enable|add|sign|log|authori[sz]e|give|click|rotate|merge|confirm|unlock|invite|do (?:that|this|it|so)|open|complete|review|set|provide|create|release|submit|pay|renew|verify|share|extend|whitelist|publish)";

export const HUMAN_NEEDS: readonly Rule[] = [
  {
    words:
      "captcha 2fa factor mfa otp one-time interactive manual your human person someone owner admin physical hardware payment browser oauth key credential pass touch code sign log root elevated write + require need asks want prompt expect behind protected demand",
    says:
      /\b(?:requires?|needs?|asks for|wants|prompts? (?:me )?for|expects?|is (?:behind|protected by)|demands?)\b.{0,30}\b(?:captcha|2fa|two-factor|mfa|otp|one-time (?:code|password)|interactive (?:login|log-in|sign-?in|authentication|browser)|manual (?:approval|login|intervention|action|review by|verification|step)|(?:your|human|a human|admin|a person's|someone's|the owner's|an admin's) (?:approval|login|sign-?in|interaction|password|consent|credentials|intervention|fingerprint|account|confirmation in)|physical (?:access|device)|hardware|payment|browser login|oauth consent|(?:api|access|auth) (?:key|token)|credentials|passphrase|the password|touch id|a person|a human|a code (?:that|from|sent)|(?:a|an|the) (?:\S+ )?(?:sign-?in|log-?in)|(?:admin(?:istrator)?|owner|root|elevated|write) (?:rights|access|permissions?|privileges))\b/,
    unless: [FINISHED, BUILT],
    within: "sentence",
    reason: "something is in the way that wants a person",
  },
  {
    words: "authenticated logged signed authori",
    says:
      /(?:\b(?:is|are|am|'m|was|being|'s|be) (?:currently |still )?not|n't|\bnot) (?:yet |currently )?(?:authenticated|logged in|logged into|signed in|authori[sz]ed (?:to|for|with))\b|\b(?:must|needs? to|have to|has to) be (?:logged|signed) in\b/,
    unless: [
      FEATURE,
      FINISHED,
      BUILT,
      /\b(?:users?|visitors?|clients?|callers?|requests?|guests?|customers?|anonymous|when|if|redirect\w*|returns?|shows?|tests?|fixed|throws?|hides?|page)\b/,
    ],
    within: "sentence",
    reason: "a program that does not know who is there",
  },
  {
    words: "expired lapsed",
    says:
      /\byour (?:\S+ ){0,4}?(?:session|tokens?|membership|subscription|licen[cs]e|certificate|credentials|login|sso|account|trial|plan|password|keys?)(?: \S+){0,3}? (?:has |have |is |are )?(?:expired|lapsed)\b/,
    unless: [FEATURE, FINISHED, BUILT, /\b(?:users?|message|shows?|when|if|says)\b/],
    within: "sentence",
    reason: "what belongs to the person has run out",
  },
  {
    words: "required needed necessary wanted missing",
    says: new RegExp(
      `\\b${SECRET}\\b(?: \\S+){0,3}? (?:from|on|in|of) your (?:\\S+ ){0,3}?(?:is|are) (?:still |now )?(?:required|needed|necessary|wanted|missing)\\b|\\byour (?:\\S+ ){0,2}?${SECRET}\\b(?: \\S+){0,4}? (?:is|are) (?:still |now )?(?:required|needed|necessary|wanted|missing)\\b`,
    ),
    unless: [FEATURE, FINISHED, BUILT],
    within: "sentence",
    reason: "what only the person has is wanting",
  },
  {
    words: "need",
    says: new RegExp(
      `\\b(?:i|we)(?:'ll| will)?(?: still| also)? need (?:(?:a|an|the|your|valid|you to|access to|working|some|from you) ){0,4}(?:\\S+ ){0,3}(?:${SECRET}|access to|permissions?|your (?:login|account|password))`,
    ),
    unless: /\b(?:don't|do not|no longer) need\b/,
    within: "sentence",
    reason: "I need your key",
  },
  {
    words: SOMEBODY_WORDS,
    says: new RegExp(
      `\\b(?:(?:an?|the|your|some|another) ${SOMEBODY}|(?:someone|somebody)(?: \\S+){1,9}?)(?: (?:of|for|in|at|with)(?: \\S+){1,4}?)? (?:now |then |still |first )?(?:has to|have to|needs? to|must|should|will need to|will have to) (?:\\S+ )?${GIVES}\\b`,
    ),
    unless: [FEATURE, FINISHED, BUILT],
    within: "sentence",
    reason: "somebody with rights has to do it",
  },
  {
    words: "only",
    says: new RegExp(
      `\\bonly you (?:can|have|know)\\b|\\bonly (?:members|people|those|employees|somebody|someone|admins|owners|maintainers) (?:\\S+ ){0,5}?(?:can|may|have|has|know)\\b|\\bonly (?:an?|the|your|our) ${SOMEBODY}(?: (?:of|in|for|at|with) (?:\\S+ ){0,3}?\\S+)? (?:can|may|is able to|is allowed to|has the (?:right|permission)s? to) ${GIVES}\\b|\\bonly (?:an?|the|your|our) ${SOMEBODY} (?:has|have|knows?|owns?|holds?)\\b`,
    ),
    unless: [FEATURE, FINISHED, BUILT],
    within: "sentence",
    reason: "only the owner can do that",
  },
  {
    words:
      "approval approving sign-off signoff approves permission consent ahead authori confirmation",
    says: new RegExp(
      `\\b(?:requires?|needs?|awaits?|awaiting|waiting (?:for|on)|pending|subject to|blocked (?:on|by)) (?:\\S+ ){0,3}(?:approval|approving reviews?|sign-?off|permission|consent|confirmation|go-?ahead|authori[sz]ation) (?:from|by|of) (?!users?\\b)`,
    ),
    unless: [FEATURE, FINISHED, BUILT],
    within: "sentence",
    reason: "it needs the approval of somebody",
  },
  {
    words: SOMEBODY_WORDS,
    says: new RegExp(
      `\\b(?:until|unless) (?:(?:an?|the|your|another) )?${SOMEBODY} (?:has |have )?(?:approve[sd]?|sign(?:s|ed)? (?:it )?off|review(?:s|ed)|confirm(?:s|ed)|grants?|granted|enable[sd]?|accept(?:s|ed)|merge[sd]?|unlock(?:s|ed))\\b|\\b(?:requires?|needs?) (?:an? )?(?:someone|somebody|person|human|admin|owner) (?:with|who|that)\\b|\\basks? (?:the|an?|your) ${SOMEBODY} to\\b`,
    ),
    unless: [FEATURE, FINISHED, BUILT],
    within: "sentence",
    reason: "until somebody with rights has done it, it stands still",
  },
  {
    words: "can't cannot unable able couldn't not",
    says:
      /\b(?:i|we) (?:can't|cannot|can not|am unable to|'m unable to|am not able to|'m not able to|couldn't|could not)\b.{0,30}\b(?:log ?in|sign in|solve (?:the|a|this) captcha|complete (?:the |an? )?(?:\S+ )?(?:oauth|2fa|login|captcha|consent|verification|payment)|click|approve|enter (?:the|a|your) (?:code|password)|authenticate|plug|access your (?:account|email|phone|dashboard))\b/,
    within: "sentence",
    reason: "what the agent says that it cannot do because it is no person",
  },
  {
    words: "can't cannot can unable able + without until",
    says:
      /\b(?:can't|cannot|can not|unable to|not able to|won't be able to) (?:proceed|continue|go on|go any further|finish|deploy|complete|move on|publish|run|test|push)\b.{0,40}\b(?:without|until)\b.{0,40}(?:\b(?:you|your|access|approval|credentials|keys?|tokens?|password|secrets?|account)\b|_(?:key|token|secret|password)|⟦secret⟧)/,
    unless: [FEATURE, /\b(?:users?|script|refuses?|fixed|now)\b/],
    within: "sentence",
    reason: "nothing goes on without a key",
  },
  {
    words: "until once + provided granted added set available configured given place restored",
    says: new RegExp(
      `\\b(?:until|once) (?:\\S+ ){0,3}(?:${SECRET}|access|approval) (?:is|are|has been|have been|gets?) (?:\\S+ )?(?:provided|granted|added|set|available|configured|given|in place|restored)\\b`,
    ),
    unless: [FEATURE, /\b(?:users?|tests?|script|refuses?|fixed|now)\b/],
    within: "sentence",
    reason: "it stands still until a key is there",
  },
  {
    words: "way",
    says: new RegExp(
      `\\bno way (?:for me )?to (?:get|generate|obtain|retrieve|create|have)\\b.{0,30}(?:${SECRET}|access)`,
    ),
    within: "sentence",
    reason: "a key that the agent cannot come by",
  },
  {
    words: "captcha 2fa factor mfa login consent paywall",
    says:
      /\b(?:captcha|2fa|two-factor|mfa|recaptcha|login wall|consent screen|paywall)\b.{0,60}\b(?:i (?:can't|cannot|am unable|couldn't|could not)|blocks|in the way|stops me|prevents me|only you|please)\b/,
    unless: [FEATURE, FINISHED],
    within: "sentence",
    reason: "a gate that was made to stop programs",
  },
  {
    words:
      "you + once after soon when until + logged signed authenticated authori approved granted accepted paid plugged connected added enabled provided set",
    says:
      /\b(?:once|after|as soon as|when|until) (?:you|you've|you have|you're|you are) (?:\S+ )?(?:logged|signed|authenticated|authori[sz]ed|approved|granted|accepted|paid|plugged|connected|added (?:the|your)|enabled|provided|set (?:the|your) ⟦secret⟧)\b/,
    unless:
      /\b(?:users?|page|redirect(?:s|ed)?|should see|you(?:'ll| will| can) (?:see|find|be able))\b/,
    within: "sentence",
    reason: "the agent goes on only after the person has done it",
  },
  {
    words: "required needed missing pending outstanding",
    says:
      /\b(?:approv(?:al|ing review)s?|reviews?|sign-?offs?|permissions?|consent|confirmations?)\b (?:from|by|of) (?!users?\b)(?:\S+ ){1,5}(?:is|are) (?:still )?(?:required|needed|missing|pending|outstanding)\b/,
    unless: [FEATURE, FINISHED, BUILT],
    within: "sentence",
    reason: "the approval of somebody is missing",
  },
  {
    words: "which",
    says:
      /\b(?:registrar|account|tenant|console|dashboard|bank|provider|mailbox|inbox|phone|portal|settings|vault)\b.{0,20}\bwhich (?:i|we) (?:can't|cannot|can not|have no|don't have)\b/,
    unless: FEATURE,
    within: "sentence",
    reason: "a place that the agent cannot reach",
  },
  {
    words: "only + by",
    says: new RegExp(
      `\\bcan only be (?:\\w+ )?\\w+(?:ed|en|ne|de) (?:\\S+ ){0,2}by (?:you\\b|(?:(?:an?|the|your) )?${SOMEBODY})`,
    ),
    unless: [FEATURE, FINISHED, BUILT],
    within: "sentence",
    reason: "it can only be done by somebody with rights",
  },
  {
    words: "sent texted mailed",
    says:
      /\b(?:sent|texted|e-?mailed|mailed)\b.{0,50}\bto (?:your|the owner's|the admin's|the account holder's) (?:\S+ )?(?:phone|e-?mail|inbox|number|device|authenticator|mailbox)\b/,
    unless: [FEATURE, /\b(?:i (?:sent|e-?mailed)|report|summary|now sent)\b/],
    within: "sentence",
    reason: "a code that only the person can read",
  },
  {
    words:
      "have no + access credential permission passphrase password key token code account secret right",
    says:
      /\b(?:i|we) (?:don't|do not|currently don't) have (?:any )?(?:access|permissions?|rights|credentials|an account|the (?:key|token|password|passphrase|credentials|code|account))\b|\b(?:i|we) have no (?:\S+ )?(?:access|permissions?|credentials|account|rights)\b|\b(?:passphrase|password|keys?|token|credentials|code|account|secret)\b.{0,40}\bwhich (?:i|we) (?:don't|do not) have\b/,
    unless: [
      FEATURE,
      /\b(?:so i (?:used|wrote|mocked|built)|instead i|users?|network|internet|the repository|web)\b/,
    ],
    within: "sentence",
    reason: "what the agent has no access to",
  },
  {
    words: "be require need",
    says:
      /\b(?:has|have|needs?|must) (?:to )?be [a-z]+ (?:\S+ ){0,5}?(?:by (?:you|hand|an? (?:\S+ )?(?:human|person|admin(?:istrator)?|owner|maintainer|reviewer|lead)|(?:the|your) (?:\S+ ){0,2}?(?:owner|admin(?:istrator)?|holder|maintainer|team))|manually in (?:the|your)|in person)\b|\b(?:requires? (?:your|an?|the owner's)|needs? (?:your|the owner's)) (?:\S+ ){0,3}(?:password|id|login|signature|fingerprint|approval|credit card|account)\b/,
    unless: [FINISHED, BUILT, /\b(?:api|before they)\b/],
    within: "clause",
    reason: "a step that has to be done by a person",
  },
];
