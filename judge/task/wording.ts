/**
 * Whether a whole message thanks, or says to go on. Only how it begins counts: the rest is its own.
 */

/** Whoever goes on, thanks or changes course says so at once. */
const START = 400;

/** Messages of only these words thank, greet, or take note. */
const ACKNOWLEDGING: ReadonlySet<string> = new Set(
  ("thanks thank thx ty tysm cheers ok okay k kk great good nice cool perfect awesome excellent " +
    "brilliant wonderful fantastic amazing superb lovely sweet neat beautiful splendid lgtm wow " +
    "understood noted alright appreciated danke super merci gracias hi hello hey").split(" "),
);

/** Words that may stand beside them without asking for anything. */
const BESIDE: ReadonlySet<string> = new Set(
  ("you u so very much a lot for the that this it is s was all help work works job one done well " +
    "got to me now looks look sounds sound really just very and again man mate claude i love like " +
    "your schön vielen dank many indeed then fine by with everything").split(" "),
);

/** Short phrases that acknowledge although none of their words does alone. */
const PHRASES: ReadonlySet<string> = new Set([
  "got it",
  "well done",
  "love it",
  "i love it",
  "works",
  "that works",
  "it works",
  "works for me",
  "works now",
  "it works now",
  "vielen dank",
  "much appreciated",
]);

const MOST_WORDS = 12;

/** "Thanks!", "ok great", "👍": nothing is asked for. */
export function isAcknowledgement(message: string): boolean {
  if (message.length > START || message.includes("?")) return false;
  const words = message.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length > MOST_WORDS) return false;
  if (words.length === 0 || PHRASES.has(words.join(" "))) return true;
  return words.some((word) => ACKNOWLEDGING.has(word)) &&
    words.every((word) => ACKNOWLEDGING.has(word) || BESIDE.has(word));
}

/** "Continue" and its like; what follows only says how. */
const GO_ON = new RegExp(
  "^(?:(?:ok|okay|yes|yeah|yep|sure|please|sorry|oops|alright|now|no)[\\s,.!:–-]{1,5}){0,3}" +
    "(?:please )?(?:(?:you can |just )?(?:continue|carry on|go on|go ahead|keep going|keep on going|" +
    "keep working|proceed|resume|try again|retry|pick up where you left off|weiter|weitermachen|" +
    "mach weiter|continua|continuez|weiter so))" +
    "(?:$|[\\s]*[.,!…:;–-]|\\s+(?:please|now|then|but|and|with|from|where|as|working|your|this|that|it|bitte)\\b)",
);

/** Whether a message says to go on with what was stopped. */
export function saysGoOn(message: string): boolean {
  return GO_ON.test(start(message));
}

/** How a message begins, in lower case. */
export function start(message: string): string {
  return message.slice(0, START).toLowerCase().replaceAll("’", "'").replace(/\s+/g, " ").trim();
}
