/**
 * What is kept or sent of a conversation, without secrets. The conversation is judged as it was, and
 * quoted: a secret that a quote cuts in two, or tears from the name that gives it away, is one that
 * no scrubber recognises. So the words that the scrubber takes out of the conversation itself are
 * taken out of whatever is kept, also where only a part of them is left.
 */

import type { Conversation } from "../../judge/conversation.ts";
import { scrubDeep } from "../../lib/scrub/scrub_deep.ts";
import { messageOf, type Notes } from "../../lib/store/notes.ts";
import type { Judged } from "./judged.ts";

/** The same value without secrets. Rejects where they cannot be looked for: then withhold it. */
export type Redact = <T>(value: T) => Promise<T>;

/** So much of a conversation is looked at, the end first; readers keep less. In UTF-16 units. */
const MAX_LOOKED_AT = 16 * 1024 * 1024;

/** Texts are looked at together, so many characters at once: far less than the scrubber's bound. */
const MAX_TOGETHER = 128 * 1024;

/** Stands between two texts; a private key does not go on beyond it. */
const BETWEEN = "\n-----\n";

/** What can be a secret, or a part of one; a shorter part tells too little. */
const WORD = /[\p{L}\p{N}_+-]{4,}/gu;

/** A text that is one of our own words: a severity, a rule, a tool. */
const NAME = /^(?:[a-z_]+|[A-Z_]+)$/;

/** From here on, the middle of a secret is told from a word that happens to stand in one. */
const MIDDLE = 8;

/**
 * Redacts by what one conversation holds. It is looked at once, and not before there is a value.
 *
 * @param from The first turn of the task; of the turns before it only a person's are quoted.
 */
export function redactorOf({ turns }: Conversation, from = 0): Redact {
  const quoted = turns.filter(({ origin }, at) => at >= from || origin === "person");
  let looking: Promise<(word: string) => boolean> | undefined;
  return async (value) => {
    const [clean, isSecret] = await Promise.all([
      scrubDeep(value),
      looking ??= secretsIn(textsIn(quoted.toReversed())),
    ]);
    return replaceTexts(
      clean,
      (text) =>
        NAME.test(text) ? text : text.replace(WORD, (word) => isSecret(word) ? "[redacted]" : word),
    );
  };
}

/** What was judged, redacted; without its texts where secrets cannot be looked for. */
export async function redactJudged(judged: Judged, redact: Redact, notes: Notes): Promise<Judged> {
  const { verdict, task, stuck } = judged;
  try {
    return { ...judged, ...await redact({ verdict, task, stuck }) };
  } catch (error) {
    notes.error(`Cannot look for secrets: ${messageOf(error)}`);
    const none = { feedback: "", missing: [], next_actions: [], evidence: [] };
    return {
      ...judged,
      task: null,
      verdict: verdict && { ...verdict, ...none },
      stuck: stuck && { ...stuck, nudgeMessage: null },
      // There is nothing to send it back with.
      decision: judged.decision === "pushed" ? "let_go" : judged.decision,
      failure: judged.failure ?? messageOf(error),
    };
  }
}

/** Tells the words, and parts of words, that the scrubber takes out of these texts. */
async function secretsIn(texts: Iterable<string>): Promise<(word: string) => boolean> {
  const { scrub } = await import("../../lib/scrub/scrub.ts");
  const secrets = new Set<string>();
  const plain = new Set<string>();
  for (const together of joined(texts)) {
    const scrubbed = await scrub(together);
    if (scrubbed === together) continue;
    const left = new Set(scrubbed.match(WORD));
    for (const word of left) plain.add(word);
    for (const word of together.match(WORD) ?? []) if (!left.has(word)) secrets.add(word);
  }
  const isPart = (word: string): boolean =>
    secrets.values().some((secret) =>
      secret.startsWith(word) || secret.endsWith(word) ||
      (word.length >= MIDDLE && secret.includes(word))
    );
  return (word) => secrets.has(word) || (!plain.has(word) && isPart(word));
}

function* joined(texts: Iterable<string>): Generator<string> {
  let [together, lookedAt] = ["", 0];
  for (const text of texts) {
    if ((lookedAt += text.length) > MAX_LOOKED_AT) break;
    if (together.length + text.length > MAX_TOGETHER) {
      yield together;
      together = "";
    }
    together += `${BETWEEN}${text}`;
  }
  yield together;
}

/** Every text in a value, at any depth. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) yield* textsIn(item);
  }
}

function replaceTexts<T>(value: T, replace: (text: string) => string): T {
  if (typeof value === "string") return replace(value) as T;
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replace)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaceTexts(item, replace)]),
  ) as T;
}
