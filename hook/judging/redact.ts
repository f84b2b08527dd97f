/**
 * What is kept or sent of a conversation, without secrets. The conversation is judged as it was, and
 * quoted: a secret that a quote cuts in two, or tears from the name that gives it away, is one that
 * no scrubber recognises. So what the scrubber takes out of the conversation itself is taken out of
 * whatever is kept, also what a cut left of it.
 */

import type { Conversation } from "../../judge/conversation.ts";
import type { KnownSecrets } from "../../lib/scrub/known_secrets.ts";
import { scrubDeep } from "../../lib/scrub/scrub_deep.ts";
import type { Found } from "./judged.ts";

/** The same value without secrets. Rejects where they cannot be looked for: then withhold it. */
export type Redact = <T>(value: T) => Promise<T>;

/** So much of a conversation is looked at, the end first; readers keep less. In UTF-16 units. */
const MAX_LOOKED_AT = 16 * 1024 * 1024;

/** Texts are looked at together, so many characters at once: far less than the scrubber's bound. */
const MAX_TOGETHER = 128 * 1024;

/** Stands between two texts; a private key does not go on beyond it. */
const BETWEEN = "\n-----\n";

/** Fields whose values are ours: they are one of a list. Not so in what a tool was given. */
const ENUMERATED = new Set([
  "severity",
  "rule",
  "reason",
  "action",
  "outcome",
  "kind",
  "status",
  "state",
]);
const FREE = "input";

/** Of a call before the task, no longer text is quoted: commands and paths, and no file's content. */
const MAX_QUOTED = 1_000;

/**
 * Redacts by what one conversation holds. It is looked at once, and not before there is a value.
 *
 * @param from The first turn of the task; of the turns before it only the person's messages, and
 * commands and paths, are quoted.
 */
export function redactorOf({ turns }: Conversation, from = 0): Redact {
  const quoted = turns.map(({ origin, text, calls }, at) => {
    if (at >= from) return { text, calls };
    const inputs = calls.flatMap(({ input }) => [...textsIn(input)]);
    return [origin === "person" ? text : "", ...inputs.filter((one) => one.length <= MAX_QUOTED)];
  });
  let looking: Promise<KnownSecrets> | undefined;
  return async (value) => {
    const [clean, secrets] = await Promise.all([
      scrubDeep(value),
      looking ??= secretsIn(textsIn(quoted.toReversed())),
    ]);
    return hideIn(clean, secrets);
  };
}

/**
 * What was found at a stop, without secrets. Names of ours are from lists and stay, whatever is called
 * a secret in the conversation.
 */
export async function redactFound(found: Found, redact: Redact): Promise<Found> {
  const { requirements, observations, vetoes } = await redact({
    requirements: found.requirements,
    observations: found.observations.map(({ evidence, at }) => ({ evidence, at })),
    vetoes: found.vetoes.map(({ evidence }) => ({ evidence })),
  });
  return {
    floor: found.floor,
    requirements,
    observations: found.observations.map((one, at) => ({ ...one, ...observations[at] })),
    vetoes: found.vetoes.map((one, at) => ({ ...one, ...vetoes[at] })),
  };
}

/** What the scrubber takes out of these texts. */
async function secretsIn(texts: Iterable<string>): Promise<KnownSecrets> {
  const [{ scrub }, { KnownSecrets }] = await Promise.all([
    import("../../lib/scrub/scrub.ts"),
    import("../../lib/scrub/known_secrets.ts"),
  ]);
  const secrets = new Set<string>();
  const left: string[] = [];
  for (const together of joined(texts)) {
    left.push(await scrub(together, (secret) => secrets.add(secret)));
  }
  return new KnownSecrets(secrets, left);
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

function hideIn<T>(value: T, secrets: KnownSecrets, free = false): T {
  if (typeof value === "string") return secrets.hide(value) as T;
  if (Array.isArray(value)) return value.map((item) => hideIn(item, secrets, free)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      ENUMERATED.has(name) && !free ? item : hideIn(item, secrets, free || name === FREE),
    ]),
  ) as T;
}
