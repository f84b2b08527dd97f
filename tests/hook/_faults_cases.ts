/** What a hook may be started with: payloads and environments, sensible, silly and hostile. */

import fc from "fast-check";
import type { HookRegistration } from "../../hook/clients/table.ts";

/** Stands for the folder beside the repository, which a case cannot know. A hook may write to what
 * is called `named` in it, where REFLECTION_DIR says so, and to nothing else. */
export const PLACES = "{places}";

/** A payload, and what a capture has to make of it. */
interface FaultPayload {
  content: string | Uint8Array;
  /** Whether it reads as the end of a turn: `Stop`, or an event without a name. */
  isStop: boolean;
}

/** One start of one hook. */
export interface FaultCase {
  /** Which of the prepared repositories, by a number that is taken modulo theirs. */
  state: number;
  event: HookRegistration["event"];
  payload: FaultPayload;
  env: Record<string, string>;
  /** Whether HOME is left out. */
  homeless: boolean;
  /** Whether what earlier cases left is removed first. */
  fresh: boolean;
}

const ODD_IDS = [
  "plain-1",
  "0b9a2f6e-5d0c-4e39-9f43-8a3b2f1f0c11",
  "../../etc/x y",
  "/etc/passwd",
  "..",
  ".hidden",
  "x".repeat(300),
  "",
  "日本語-ß-🦕",
  "nul\0byte",
  "line\nbreak",
  "\ud800 alone",
  "-rf",
  "a/../../b",
  "$(touch x)",
  "state",
  "x.lock",
  "x.json",
];

const MESSAGES = [
  "Done.",
  '```reflection\n{ "confidence": 0.5 }\n```',
  '```reflection\n{ "confidence": 0.5, "most_likely_wrong": { "surface": "auth", "description": "x" },' +
  ' "known_not_in_diff": "password=hunter22" }\n```',
  "```reflection\n{ broken",
  "```reflection\n```",
  "```reflection",
  "reflection ```reflection\n[1]\n```\nand more",
  "```reflection\n[1, 2]\n```",
  '```reflection\n{ "confidence": "high", "most_likely_wrong": 3, "__proto__": {} }\n```',
  "```reflection\n" + "[".repeat(5000) + "\n```",
  "```reflection\n{}\n```\n```reflection\n{\n```",
  `\`\`\`reflection\n{ "known_not_in_diff": "${"long ".repeat(20000)}" }\n\`\`\``,
];

const FOLDERS = ["/", "/nonexistent/x", "/etc/passwd", "relative", "", "a\0b", `${PLACES}/outside`];
const EVENTS = ["Stop", "Stop", "Stop", "SessionEnd", "StopFailure", "PreToolUse", "Nonsense", ""];

const wrongType = fc.constantFrom<unknown[]>(null, 0, -1.5, true, [], ["x"], {}, { a: 1 });
const orWrong = (values: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, {
    weight: 1,
    arbitrary: wrongType,
  });

const objectPayload: fc.Arbitrary<FaultPayload> = fc.record({
  session_id: orWrong(ODD_IDS),
  hook_event_name: orWrong(EVENTS),
  cwd: orWrong(FOLDERS),
  last_assistant_message: orWrong(MESSAGES),
  transcript_path: orWrong(FOLDERS),
  stop_hook_active: fc.jsonValue(),
  extra: fc.jsonValue(),
}, { requiredKeys: [] }).map((fields) => {
  const name = fields.hook_event_name;
  const isStop = typeof name !== "string" || name === "" || name === "Stop";
  return { content: JSON.stringify(fields), isStop };
});

const plain = (content: string | Uint8Array): FaultPayload => ({ content, isStop: true });
const brokenPayload = fc.constantFrom(
  ...[
    "",
    " \n",
    "not json",
    "[]",
    '[{"session_id":"x"}]',
    "42",
    "null",
    "true",
    '"text"',
    "{",
    "{}",
  ]
    .map(plain),
  plain(new Uint8Array([0xff, 0xfe, 0, 0x7b])),
  plain('\ufeff{"session_id":"bom"}'),
  plain("[".repeat(200_000)),
  plain('{"session_id":"twice","session_id":5,"__proto__":{"cwd":"/"}}'),
  // Longer than what is kept: cut in the middle of a message, and in the middle of the id.
  plain(`{"session_id":"huge","hook_event_name":"Stop","x":"${"é".repeat(700_000)}"}`),
  plain(`{"session_id":"${"h".repeat(1_200_000)}","hook_event_name":"SessionEnd"}`),
);

const settings = fc.record({
  REFLECTION_DIR: fc.constantFrom(
    `${PLACES}/named/dir`,
    `${PLACES}/named/a 'b' "c"/`,
    `${PLACES}/./named/../named/dir`,
    `${PLACES}/a,b`,
    "relative/dir",
    "../up",
    "",
    `${PLACES}/outside/file`,
    `${PLACES}/outside/file/below`,
    `${PLACES}/${"n".repeat(300)}`,
    "/proc/nowhere",
  ),
  REFLECTION_INPUT: fc.constantFrom(
    `${PLACES}/outside/report.json`,
    `${PLACES}/outside`,
    `${PLACES}/outside/binary`,
    `${PLACES}/outside/huge`,
    `${PLACES}/outside/fifo`,
    `${PLACES}/missing`,
    "/dev/zero",
    "relative.json",
    "a,b",
    "--allow-all",
    "",
  ),
  REFLECTION_BASE: fc.constantFrom(
    ...[
      "HEAD",
      "HEAD~99",
      "main",
      "--output=x",
      `--output=${PLACES}/outside/new`,
      "-x",
      "",
      "@{u}",
    ],
    ...["garbage", "HEAD^{tree}", ":/First", "a\nb", "x".repeat(5000), "HEAD:README.md"],
  ),
  REFLECTION_RISK_THRESHOLD: fc.constantFrom(
    "0.5",
    "0",
    "1",
    "NaN",
    "2",
    "-1",
    "",
    " ",
    "1e999",
    "x",
  ),
  REFLECTION_TASK_REF: fc.constantFrom("TASK-1", "", "\n\u0007", "x".repeat(20_000), "../../x"),
  REFLECTION_AGENT: fc.constantFrom("claude", "", "🦕", "x".repeat(20_000), '"; rm -rf x'),
  REFLECTION_ASK: fc.constantFrom("1", "0", "yes"),
  REFLECTION_DEBUG: fc.constantFrom("1", "0", "yes"),
  REFLECTION_UNHEARD_OF: fc.constantFrom("1"),
  LD_PRELOAD: fc.constantFrom("/nonexistent.so", ""),
  LD_LIBRARY_PATH: fc.constantFrom(PLACES, ""),
  GIT_DIR: fc.constantFrom(`${PLACES}/outside/.git`, "/nonexistent", ""),
  GIT_WORK_TREE: fc.constantFrom(`${PLACES}/outside`, "/"),
  GIT_INDEX_FILE: fc.constantFrom(`${PLACES}/outside/file`),
  GIT_CONFIG_COUNT: fc.constantFrom("1", "x"),
  CDPATH: fc.constantFrom(PLACES),
}, { requiredKeys: [] });

const MODES = ["solo", "solo", "solo", "orchestrated", "orchestrated", "off", "", "SOLO", "solo;x"];

/** Any start of any hook. */
export const faultCase: fc.Arbitrary<FaultCase> = fc.record({
  state: fc.nat(10_000),
  event: fc.constantFrom("Stop", "Stop", "Stop", "SessionStart", "SessionEnd", "StopFailure"),
  payload: fc.oneof({ weight: 3, arbitrary: objectPayload }, {
    weight: 1,
    arbitrary: brokenPayload,
  }),
  env: fc.tuple(settings, fc.constantFrom(...MODES)).map(([env, mode]) => ({
    ...Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    REFLECTION_MODE: mode,
  })),
  homeless: fc.nat(9).map((n) => n === 0),
  fresh: fc.nat(3).map((n) => n === 0),
});
