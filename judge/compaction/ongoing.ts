/** Whether a message was written in the middle of things, although a part is said to be done. */

/** Words of somebody who is at it. */
const ONGOING =
  /\b(?:(?:now|currently|next|then) (?:i am|i'm|i'll|i will|we are|we're|let me|let's)|i(?:'m| am) (?:now|currently|still|in the middle|about to|going to|working|continuing|moving|starting|implementing|adding|wiring|fixing|writing|updating|looking|investigating|debugging|halfway)|(?:currently|now) (?:working|implementing|adding|fixing|writing|updating|testing|debugging|investigating|refactoring|moving|wiring|starting)|(?:work )?in progress|wip|half[ -](?:done|way)|so far|(?:need|needs|have|has) to (?:be )?(?:add|update|fix|write|implement|test|finish|complete|done|still)|still (?:need|needs|have|has|working|to|fail)|working on|continuing (?:with|to|on)|step \d+ (?:of|\/) \d+|\d+ (?:of|out of) \d+ (?:files|steps|tasks|tests|endpoints|modules|components) (?:are |is |have been )?(?:done|complete|completed|migrated|converted|finished)|up next|moving on to|remaining|not yet|to do|todo)\b/i;

/** Words of somebody who has closed the whole. */
const CLOSED =
  /\b(?:(?:task|work|everything|all (?:of it|items|steps|tasks|work)|implementation|feature|migration|refactor(?:ing)?) (?:is|are|has been|was|were)?\s?(?:now )?(?:complete|completed|done|finished|merged)|all done|nothing (?:left|remaining|more) to do|nothing (?:is )?(?:left|remaining|remains)|ready (?:for|to) (?:merge|use|ship)|has been merged|was merged|successfully merged)\b/i;

/** So much of a message is looked at. */
const MAX_READ = 20_000;

/** Whether a message says that the whole is done. */
export function isClosed(text: string): boolean {
  return CLOSED.test(text.slice(0, MAX_READ));
}

/** Whether a message speaks of work that goes on. */
export function isOngoing(text: string): boolean {
  return ONGOING.test(text.slice(0, MAX_READ)) && !isClosed(text);
}
