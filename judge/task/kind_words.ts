/** How people ask for each kind of answer. Clauses come in lower case, without "please" and such. */

/** Any of these, at the beginning of a clause. */
const beginning = (...phrases: string[]): RegExp => new RegExp(`^(?:${phrases.join("|")})\\b`);

/** Any of these, anywhere. */
const anywhere = (...phrases: string[]): RegExp => new RegExp(`\\b(?:${phrases.join("|")})`);

const words = (text: string): string => text.split(" ").join("|");

/** To find out. Alone it is work: who says "investigate" often wants it mended as well. */
export const FIND_OUT: RegExp = beginning(
  words("research investigate analy[sz]e explore compare study evaluate assess survey audit"),
  words("review examine inspect read understand search benchmark identify list"),
  "look (?:into|at|through|up)",
  "dig into|find out|figure out",
  "check (?:whether|if|how|why|what)",
  "do (?:some |a )?(?:research|analysis|investigation|review)",
  "(?:give|write|provide|prepare|produce) (?:me )?(?:an? |the )?(?:[\\w-]+ ){0,3}?" +
    "(?:analysis|comparison|report|overview|assessment|summary)",
);

const NOT = "(?:do not|don'?t|never|without|no need to|not to|rather than|instead of)";
const WRITING = "(?:writ(?:e|ing)|chang(?:e|ing)|modify(?:ing)?|edit(?:ing)?|touch(?:ing)?|" +
  "mak(?:e|ing)|creat(?:e|ing)|produc(?:e|ing)|commit(?:ting)?)";

/** That no code is to be written. Not to touch one thing says nothing about the others. */
export const NO_CODE: RegExp = anywhere(
  `${NOT} (?:actually |yet )?${WRITING} (?:any |the |actual |a single line of )*(?:source )?` +
    "(?:code|changes?|edits?|files?|modifications?|anything)\\b" +
    "(?! (?:without|that|with|comments?|style|in [\\w/.]+\\.\\w))",
  "(?:do not|don'?t) (?:change|modify|edit|touch|implement|fix|build|write) " +
    "(?:anything|it|this|any of (?:it|this)|yet)\\b",
  "no (?:code|coding|implementation|edits|file changes|code changes|modifications)\\b" +
    "(?! (?:smells?|style|duplication|comments?|coverage|details))",
  "no changes(?:$|[^\\w ]| (?:please|yet|needed|required|should)\\b|" +
    " to (?:the |any )?(?:code|files?|repo|repository|codebase)\\b)",
  "(?:research|investigation|analysis|read|reading|investigate|analy[sz]e)[ -]only\\b",
  "(?:only|just|purely) (?:do (?:some )?)?(?:research|investigate|analy[sz]e|explore|" +
    "an? (?:investigation|analysis))\\b",
  "this is (?:a )?(?:pure )?research\\b",
);

/** A plan by its name; "plan page" and "design system" are things to be built. */
const PLAN_NAMES = "(?:plan|proposal|outline|roadmap|rfc|design|architecture|approach|strategy)" +
  "(?:$| (?:doc|document|for|to|of|on|how|that|which|with|first|in|before|only|as|about|where))";

/** That a plan is wanted. */
export const PLAN: RegExp = beginning(
  "(?:make|write|create|draft|give|propose|prepare|produce|come up with|put together|sketch|" +
    "suggest|provide|develop|work out|present|show) (?:me |us |up )?(?:[\\w'-]+ ){0,6}?" +
    PLAN_NAMES,
  "plan (?:out|for|how|the|a|an|this|it)",
  "outline (?:the|a|an|how|your|what)",
  "propose (?:a|an|how|some|the|your)",
  "design (?:a|an|the|how) (?:[\\w'-]+ ){0,6}?(?:approach|solution|architecture|schema|strategy|system)",
);

/** That nothing is to be built yet. */
export const NOT_YET: RegExp = anywhere(
  "(?:do not|don'?t) (?:implement|build|code|execute|begin)\\b",
  "(?:do not|don'?t) (?:start (?:coding|implementing|building|working)|write (?:any |the )?code)\\b",
  "(?:without|before) (?:implementing|building|coding|writing (?:any |the )?code)\\b",
  "no (?:code|implementation|coding)\\b",
  "(?:just|only) (?:a |the |make a |give me a |write a )?(?:plan|proposal|outline|design)\\b",
  "(?:plan|proposal|design|planning) only\\b",
  "wait for my (?:approval|ok|go|review|feedback)\\b",
);

/** To make or do something. What is not here is work too, unless it is a question. */
export const WORK: RegExp = beginning(
  words("add adjust adapt apply bring build bump change clean clone commit configure connect"),
  words("convert correct create debug delete deploy develop disable drop enable ensure execute"),
  words("expose extend extract finish fix format generate get handle hook implement improve"),
  words("increase install integrate introduce make merge migrate modify move open optimi[sz]e"),
  words("patch port publish push put rebase redo reduce refactor release remove rename"),
  words("reorgani[sz]e repair replace reset resolve restore restructure revert rewrite run save"),
  words("set ship simplify solve split start support swap switch sync test translate turn undo"),
  words("update upgrade use wire wrap write"),
  "do it|help(?! me understand)",
);

/** To say something: words are the whole answer. */
export const TELL: RegExp = beginning(
  words("explain describe clarify remind elaborate summari[sz]e say answer define"),
  "tell (?:me|us|what|how|why|which|who|where|when|if|whether)",
  words("what why how who where when which"),
  "walk me through|help me understand|show me (?:what|how|why|where)",
  "i (?:wonder|am wondering|was wondering|have a question|don'?t understand|do not understand)",
);

/** A question without its mark, by what is asked about. */
export const KNOWLEDGE: RegExp = anywhere(
  "differences? between\\b",
  "(?:what|which|how|why|when|where|who)(?:'?s| is| are| does| do| did| can| should| would| to)\\b",
  "pros and cons\\b",
  "(?:meaning|purpose|point|definition) of\\b",
  "\\w+ (?:vs\\.?|versus) \\w+",
  "is (?:it|there|this|that|an?) (?:\\w+ ){0,4}(?:possible|safe|ok|okay|better|worth|way|used|allowed|needed)\\b",
  "(?:quick|short|general) (?:q|question)\\b",
  "(?:any (?:thoughts|opinion|advice)|thoughts) on\\b|\\beli5\\b",
);

/** What "could you" asks for that is an answer, although it would be work without it. */
export const ANSWER: RegExp = beginning(
  words("see think recommend know confirm access be believe suggest prefer give show"),
);

/** "Yes": after a plan, to build it. */
export const APPROVES: RegExp = beginning(
  "(?:(?:yes|yep|yeah|ok|okay|sure|great|good|perfect|lgtm|looks good|sounds good)[\\s,.!]+){0,3}" +
    "(?:go ahead|do it|do that|go for it|proceed|implement|ship it|build it|make it so|yes|yep|" +
    "yeah|sure|approved|start)",
);
