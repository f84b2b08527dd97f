/** Whether so much was lost that nobody could go on. */

/** What an agent says that does not know where it is. */
const LOST =
  /\b(?:lost (?:the |my |all )?(?:previous |earlier )?context|(?:don't|do not|no longer) (?:have|remember|recall|know) (?:any |the |what |which |where |enough |our )?(?:context|history|previous|earlier|task|we were|i was|conversation|you asked)|(?:what|where) (?:was i|were we)|not sure (?:what|where|which) (?:i was|we were|to (?:do|continue|work))|unclear what (?:i|we) (?:was|were)|context (?:was|has been|is) (?:lost|truncated|missing|incomplete|cleared)|(?:could|can) you (?:please )?(?:remind|clarify|tell me what)|need (?:more )?(?:context|clarification)|without (?:more |the )?context|i'?m (?:confused|lost)|unsure (?:what|where|which|how))\b/i;

/** A task that names nothing. */
const VAGUE =
  /^\W*(?:(?:please|ok|okay|yes|no|sure|go|and|now|just)\W+)*(?:continue|go on|go ahead|proceed|keep going|carry on|resume|do it|next|help(?: me)?(?: (?:out|with (?:it|this|that|the (?:thing|stuff|code|project))))?|fix (?:it|this|that)|work on (?:it|this|that|stuff|things|the project|the code)|(?:some|various|multiple|several) (?:things|tasks|changes|work|fixes)|make (?:it|this) (?:work(?: better)?|better|faster)|unknown|n\/?a|none|null|undefined|not (?:available|known|clear)|unclear|\(?no task[^)]*\)?|\(?empty\)?|\(?none\)?)?\W*$/i;

/** So much of a text is looked at. */
const MAX_READ = 8_000;

/** Whether a message says that the agent does not know where it was. */
export function hasLostContext(text: string): boolean {
  return LOST.test(text.slice(0, MAX_READ));
}

/** Whether a task says nothing that one could go on with, in none of its messages. */
export function isVague(task: string): boolean {
  return task.trim().length < 400 &&
    task.trim().split("\n").every((line) =>
      VAGUE.test(line.replace(/^\s*(?:\[?\d+[\].)])\s*/, "").trim())
    );
}
