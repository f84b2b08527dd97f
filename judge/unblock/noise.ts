/**
 * What has no place in a text that is handed over: pieces of a chat, of thinking, of earlier attempts
 * and of tool outputs, counted line by line. They are known by marks that clients and tools write,
 * in whatever language an agent thinks.
 */

/** Each kind by its code: what it is, its sign in a line, and how often it may stand in a handoff. */
export const NOISE = {
  // A label with three words behind it, or none: `user: string` is a field of a record.
  chat_turn: {
    most: 3,
    what: "turns of a chat",
    sign:
      /^(?:[#*[_]{0,8}\s?(?:assistant|user|human|ai|claude)\b[\]*_]{0,4}\s?:[*_]{0,3}(?:\s*$|\s*\S+\s+\S+\s+\S)|#{1,6}\s(?:assistant|user|human)\s*$|\{?\s?"role"\s?:\s?"(?:assistant|user|model)")/i,
  },
  thinking_block: {
    most: 0,
    what: "tags of a thinking block",
    sign: /<\/?(?:antml:)?(?:thinking|think|reasoning|scratchpad|chain_of_thought)>/i,
  },
  attempt_replay: {
    most: 2,
    what: "reports of single attempts",
    sign: /^#{0,6}\s?\**\[?attempt:?\s?#?\d/i,
  },
  diff_replay: { most: 3, what: "headers of diffs", sign: /^(?:diff --git |@@ -\d)/ },
  trace_replay: {
    most: 30,
    what: "lines of stack traces",
    sign: /^(?:at\s.{1,200}[:(]\d|File ".{1,200}", line \d|#\d{1,3}\s+0x|goroutine \d)/,
  },
  log_replay: {
    most: 20,
    what: "results of failed runs",
    sign:
      /^(?:not ok \d|FAIL(?:ED|URES)?\b|Traceback |panic: |thread '|npm ERR!|error(?:\[\w+\])?:|[✗✖×] |Exit code [1-9]|(?:Tests?:\s+)?\d{1,6} (?:failed|failing)\b)/,
  },
} as const satisfies Readonly<Record<string, { most: number; what: string; sign: RegExp }>>;

/** The code of a kind. */
export type Noise = keyof typeof NOISE;

const KINDS = Object.keys(NOISE) as Noise[];

/** What quotes a line or makes it an item: it hides nothing. */
const QUOTING = /^(?:[\s>|]|[-+*]\s|\d{1,3}[.)]\s|\[[ xX]\]\s){0,20}/;

/** The kinds of noise that a line is. What stands in backticks is only mentioned. */
export function noiseIn(line: string): Noise[] {
  const text = line.slice(0, 400).replace(QUOTING, "");
  const said = text.replace(/`[^`]{0,200}`/g, "");
  return KINDS.filter((noise) => NOISE[noise].sign.test(noise === "thinking_block" ? said : text));
}

/** The kinds that lines have more of than a handoff may, each with what it found. */
export function tooMuchNoise<L extends { readonly text: string }>(lines: readonly L[]) {
  const noisy = lines.map((line) => ({ line, noise: noiseIn(line.text) }));
  return KINDS.map((code) => {
    const found = noisy.filter(({ noise }) => noise.includes(code)).map(({ line }) => line);
    return { kind: code, what: NOISE[code].what, most: NOISE[code].most, found };
  }).filter(({ most, found }) => found.length > most);
}
