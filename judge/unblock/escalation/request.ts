/**
 * What a request asks for: to try the same again, or for somebody above.
 *
 * English only, clause by clause. A clause asks for the same again where it says to retry, re-run,
 * resume, …, with nothing before it that negates it, and either names the same context, packet,
 * approach, …, or has the agents themselves (or nothing) as its object and no word of what will be
 * different. To run a test again, or the coder with something new, is no such request. In doubt it
 * is none: the rest of the protocol still counts attempts.
 */

/** What ends a clause: what negates before it does not reach behind it. */
const CLAUSE_END =
  /[;!?\n]|\.(?=\s|$)|:\s|\s[–—-]\s|,?\s(?=(?:but|so(?! that)|therefore|hence)\b)|,\s?(?=(?:just|please|simply|instead(?! of)|then|and)\b)/;

/** "Do not hesitate to retry" asks for it. */
const NO_NEGATION = /\b(?:do not|don't|never) (?:hesitate|forget|stop|fail|refrain)\b/g;

const NEGATION =
  /\b(?:not|never|nor|neither|without|cannot|avoid|avoiding|stop|refrain|cease|instead of|rather than|against|forbid|prohibit|pointless|useless|futile|no (?:more|further|need|point|use|reason|sense|value|other|additional|automatic|blind)|[a-z]{2,8}n't)\b|\bno $/;

const AGAIN = "(?:try|run|start|attempt|execute|invoke|call|dispatch|launch)";
const ROUND = "(?:try|attempt|go|run|round|chance|retry|re-?run|pass)";
const NOT_A_VERB =
  "(?<!\\b(?:was|were|been|already|had|the|last|each|every|previous|first|second|third|per|of|on|a|an) )";
const NO_VERB = "(?! ?(?:packet|logic|policy|loop|count|limit|budget|mechanism|strategy|handler))";

/** The ways to say it; `said` is the object of those that it stands inside of. */
const REPEATS = new RegExp(
  [
    `${NOT_A_VERB}\\bre-?(?:try|run|execute|attempt|invoke|dispatch|launch|start|send)\\b${NO_VERB}`,
    `${NOT_A_VERB}\\b(?:repeat|redo|resume|continue)\\b`,
    `\\bre-?(?:trying|running|executing|attempting|invoking|dispatching|launching|starting|sending)\\b`,
    `\\bkeep (?:on )?(?:trying|going|patching|retrying|re-?running)\\b`,
    `\\b(?:another|one more|a further|a second) ${ROUND}\\b`,
    `\\b(?:more|further|additional|extra) (?:attempts|tries|rounds|chances|runs|retries|passes|iterations|turns)\\b`,
    `\\b(?:try|think) (?:harder|longer|more)\\b`,
    `\\bsame again\\b`,
    `\\b${AGAIN} (?<said>(?:[\\w-]+ ){0,6})(?:again|once more)\\b`,
  ].join("|"),
  "g",
);

const SAME =
  /\b(?:same|identical|unchanged|existing|current|previous) (?:[\w-]+ ){0,2}(?:context|packet|prompt|inputs?|hand-?off|payload|hypothesis|approach|fix|patch|way|thing|plan|instructions|information|setup)\b|\bas(?: |-)is\b|\bas before\b|\bunchanged\b/;

const AGENT =
  /^ ?(?:the |this |that |our |its |your )?(?:same |whole |junior |coding |reflection )*(?:coder|reflection|agent|model|loop|session|task|work|rescue|subagent|worker|it|this|them|me|us|everything)\b(?!'s|-| (?:server|container|daemon|service|process|database|cache|runner|host|pod|store|proxy)\b)/;

/** Between "another go" and what it is a go at. */
const AT = /^ (?:at|on|for|by|to|over|of)(?= )/;

/** To use the same context asks for the same again without a word for it. */
const REUSES =
  /\b(?:use|re-?use|keep|take|send|pass|stick (?:to|with)|work (?:from|with)|start from|proceed with|go with) (?:[\w-]+ ){0,3}(?:same|identical|unchanged) (?:[\w-]+ ){0,2}(?:context|packet|prompt|hand-?off|payload|hypothesis|approach|instructions|information)\b/;

/** "Another attempt … would be pointless": who begins with it, and says so, asks for none. */
const POINTLESS = /\b(?:would|will|is|are|can|could|seems?|makes?)\b/;

/** No object: nothing follows, or only how soon. */
const NOTHING = /^[ ,]*(?:(?:please|now|again|immediately|once|more|asap|later|anyway)[ ,.]*)*$/;

const CHANGED =
  /\b(?:new|different|other|fresh|clean|correct(?:ed)?|changed|revised|updated|fixed|repaired|after|until|unless|when|if|once (?!more|again)|with (?!no )|using|via)\b/;

/** Whether a request asks to try the same again. */
export function asksToRetry(request: string): boolean {
  return clausesOf(request).some((clause) =>
    reusesContext(clause) || [...clause.matchAll(REPEATS)].some((match) => {
      const [before, rest] = [clause.slice(0, match.index), clause.slice(match.index)];
      const after = rest.slice(match[0].length);
      // "Re-running it will not help" says what "Do not re-run it" does.
      const begins = before.trim() === "" && POINTLESS.test(after);
      const isSubject = (/ing$/.test(match[0]) || begins) && NEGATION.test(after);
      if (NEGATION.test(before) || isSubject) return false;
      if (SAME.test(rest)) return true;
      const said = match.groups?.said?.trimEnd() ?? null;
      const object = said === null || said === "" ? after.replace(AT, "") : said;
      return (AGENT.test(object) || NOTHING.test(object)) && !CHANGED.test(rest);
    })
  );
}

function reusesContext(clause: string): boolean {
  const at = REUSES.exec(clause)?.index ?? -1;
  return at >= 0 && !NEGATION.test(clause.slice(0, at));
}

const UPWARDS =
  /\b(?:escalat\w*|hand\w* (?:it |this |the task )?(?:over|off|up)|forward\w*|refer\w*|rais(?:e|ed|ing)|rout(?:e|ed|ing)|needs?|requires?|ask\w*|decid\w*|decision|involve)\b/;

const ABOVE =
  /\b(?:above|beyond|over) (?:the |this )?(?:reflection|layer|level|agent)|\bhigher[- ](?:layer|level|authority)\b|\b(?:human|person|people|maintainer|owner|architect|dispatcher|operator|engineer|administrator|stakeholder)s?\b|\bswarm-master\b|\b(?:to|ask|asks|involve) (?:the |a |an |our )?(?:[\w-]+ )?(?:user|manager|lead|admin|customer|sponsor)s?\b(?! (?:table|service|model|record|data|input|interface|session|id)\b)/;

/** A clause that begins with it is addressed to whoever is there. */
const ADDRESSED = /^(?:above|beyond) (?:the |this )?reflection\b/;

/** Whether a request is for somebody above the reflection agent: a layer, or a person. */
export function escalatesAbove(request: string): boolean {
  return clausesOf(request).some((clause) => {
    if (ADDRESSED.test(clause)) return true;
    const above = ABOVE.exec(clause);
    if (above === null || !UPWARDS.test(clause)) return false;
    return !NEGATION.test(clause.slice(0, above.index));
  });
}

function clausesOf(text: string): string[] {
  const plain = text.toLowerCase().replaceAll("’", "'").replaceAll(/[`"*]/g, "");
  return plain.replaceAll(/\s+/g, " ").split(CLAUSE_END).map((clause) =>
    clause.replaceAll(NO_NEGATION, "").trim()
  );
}
