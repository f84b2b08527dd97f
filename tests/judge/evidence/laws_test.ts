import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { callOf, conversationOf, type ToolCall, turnOf } from "../../../judge/conversation.ts";
import { factsIn } from "../../../judge/evidence/evidence.ts";
import { failingTests } from "../../../judge/evidence/outputs.ts";
import { simpleCommands } from "../../../judge/evidence/shell.ts";
import { observationsOf } from "../../../judge/observations.ts";
import { edit, factsOf, shell } from "./_calls.ts";

const PIECES =
  "npm test|pytest -k| && | \\| tail|; |$(|)|(|'|\"|`|\\|<<EOF\n|\nEOF\n|> a.ts|sed -i|git push|echo $?|FOO=1 |bash -c |constructor|__proto__|{ |}|fi|done|for |if |! |& "
    .split(/(?<!\\)\|/).map((piece) => piece.replace("\\|", "|"));
const OUTPUTS = [
  "1 passed, 2 failed in 3s",
  "test result: ok. 1 passed; 0 failed;",
  "Tests:       1 failed, 2 total",
  "ok  \ta\t0.1s",
  "\r",
  "\n",
  "make: *** [x] Error 1",
  "# fail 1",
  "Ran 99999999999999999999 tests in 1s",
  "sh: jest: command not found",
  "rc 1",
];

const text = (pieces: readonly string[]) =>
  fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 8 })), {
    maxLength: 12,
  }).map((parts) => parts.join(""));

const anyCall: fc.Arbitrary<ToolCall> = fc.record({
  name: fc.oneof(
    fc.constantFrom("Bash", "bash", "Edit", "apply_patch", "TodoWrite", "TaskUpdate", "Task"),
    fc.string(),
  ),
  input: fc.oneof(
    fc.record({ command: text(PIECES) }),
    fc.record({ command: fc.array(fc.anything()), file_path: fc.anything() }),
    fc.record({ todos: fc.anything(), plan: fc.anything(), taskId: fc.anything() }),
    fc.record({ file_path: fc.string(), old_string: fc.string(), new_string: fc.string() }),
    fc.dictionary(fc.string(), fc.anything()),
  ),
  output: fc.option(text(OUTPUTS)),
  state: fc.constantFrom("pending", "running", "done", "failed"),
  exitCode: fc.option(fc.integer({ min: 0, max: 255 })),
  background: fc.boolean(),
  cut: fc.boolean(),
  refusedBy: fc.constantFrom(null, "person", "client"),
}).map((given) => callOf(given as Partial<ToolCall> & { name: string }));

Deno.test("whatever was called and came back, every fact has its outcome and its reason", () => {
  fc.assert(
    fc.property(fc.array(anyCall, { maxLength: 12 }), (calls) => {
      const facts = factsOf(...calls);
      for (const { outcome, why } of facts.runs) {
        equal(why !== "", outcome === "unknown" || outcome === "not_run", `${outcome}: ${why}`);
      }
      ok(facts.checks.every(({ excerpt }) => excerpt.length <= 300));
      ok(facts.running <= facts.total && facts.total === calls.length);
      const refused = new Set(calls.flatMap(({ refusedBy }, step) => refusedBy ? [step] : []));
      for (const { step, outcome } of [...facts.runs, ...facts.checks, ...facts.edits]) {
        if (refused.has(step)) equal(outcome, "not_run");
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test("a line that passed proves no failure", () => {
  fc.assert(fc.property(text(PIECES), (line) => {
    const { runs } = factsOf(shell(line, "", 0));
    ok(runs.every(({ outcome }) => outcome !== "failed"), line);
  }));
});

Deno.test("quoted and commented text is never a command", () => {
  fc.assert(fc.property(text(PIECES.filter((piece) => !/['"`\\$\n]/.test(piece))), (given) => {
    const inner = given.replace(/['\n\r]/g, "");
    deepEqual(simpleCommands(`echo '${inner}'`).map(({ words }) => words), [["echo", inner]]);
    deepEqual(simpleCommands(`# ${inner}`), []);
    const document = simpleCommands(`cat <<'END'\n${inner}\nEND\n`);
    deepEqual(document.map(({ words }) => words), [["cat"]]);
    deepEqual(document[0]!.documents, [`${inner}\n`]);
  }));
});

Deno.test("colours and line ends of an output change nothing", () => {
  const colour = fc.constantFrom("\x1b[31m", "\x1b[0m", "\x1b[1;38;5;12m", "\x1b(B", "\x1b[K", "");
  const plain = OUTPUTS.filter((part) => part !== "\r");
  fc.assert(
    fc.property(
      fc.constantFrom("npm test", "pytest | tail", "cargo test", "git push | cat", "npx tsc | cat"),
      fc.array(fc.tuple(fc.constantFrom(...plain), colour), { maxLength: 8 }),
      fc.constantFrom("\n", "\r\n"),
      (command, parts, end) => {
        const coloured = parts.map(([part, colour]) => colour + part).join(end);
        const bare = parts.map(([part]) => part).join("\n");
        deepEqual(factsOf(shell(command, coloured)), factsOf(shell(command, bare)));
      },
    ),
  );
});

Deno.test("facts and observations are the same in whatever language the agent writes", () => {
  const languages = [
    "Done. All 12 tests pass, nothing is left; I could not run `npm test` though.",
    "完了しました。テストはすべて通りました。次に何をしましょうか？",
    "Готово, всё работает. Осталось починить тест!",
    "انتهيت. هل أكمل؟",
    "Exit code 1\nFAIL\nTests: 3 failed",
    "🚀",
  ];
  const said = fc.oneof(fc.constantFrom(...languages), fc.string());
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyCall, said, said), { maxLength: 8 }),
      fc.tuple(said, said),
      (turns, last) => {
        const answers = [0, 1].map((which) => {
          const own = turns.map(([call, ...texts]) =>
            turnOf({ origin: "agent", text: texts[which]!, calls: [call] })
          );
          // An empty last message is a fact of its own, in any language.
          const end = turnOf({ origin: "agent", text: `${last[which]}.` });
          const conversation = conversationOf([turnOf({ origin: "person" }), ...own, end]);
          const facts = factsIn(conversation);
          return { facts, observations: observationsOf(conversation, facts, 0) };
        });
        deepEqual(answers[0], answers[1]);
      },
    ),
  );
});

/** Pieces that invite patterns and readers to go back and forth. */
const FLOODS: readonly string[] = [
  ..."a| |\n|=|0|(|$(|'|\"|\\|`|> |\r|a;|a b\n|a/|\t|#|-|+".split("|"),
  "1 passed ",
  "<<A\n",
  "\x1b[",
  "\x1b]",
  "a|",
  "a=b ",
  "x ... FAILED",
  "not ok 1 ",
  "ok  \t",
  "0:0:",
  "FAIL  ",
  "Exit code 1\n",
  "sh: x: not found\n",
  "rc 0\n",
  "it.skip(",
  "assert(a)\n",
  "expect(x) ",
  "open(",
  "|| true ",
  "*** Update File: a\n-x\n+y\n",
  "X ci\n",
  "cd a && ",
  "if x; then ",
  "x; echo $?; ",
  "bash -c '",
];

Deno.test("what is read takes the time of its length, whatever it is", () => {
  const entries: readonly ((flood: string) => unknown)[] = [
    (flood) => factsOf(shell("npm test | tail", flood)),
    (flood) => factsOf(shell("npm test && npm run lint", flood.replace(/(.{0,100})/g, "$1\n"), 1)),
    (flood) => factsOf(shell(flood, "x\nrc 1", 1)),
    (flood) => factsOf(shell("git push | cat; gh pr checks", flood)),
    (flood) => factsOf(shell('npm test; echo "rc $?"; npm t; echo "rc $?"', flood)),
    (flood) => factsOf(edit("a.test.ts", `${flood}assert(1)\n`, flood)),
    (flood) => factsOf(callOf({ name: "Write", input: { file_path: flood, content: flood } })),
    (flood) => factsOf(callOf({ name: "apply_patch", input: { patchText: flood } })),
    (flood) => failingTests(flood),
  ];
  const slow: string[] = [];
  for (const piece of FLOODS) {
    const [quarter, whole] = [250_000, 1_000_000].map((size) => piece.repeat(size / piece.length));
    for (const [at, entry] of entries.entries()) {
      const time = (flood: string): number => {
        const begin = performance.now();
        entry(flood);
        return performance.now() - begin;
      };
      const first = time(whole!);
      // Of what is fast the ratio says nothing, and anything may run beside it: the best of two.
      if (first < 1500) continue;
      const least = Math.max(20, Math.min(time(quarter!), time(quarter!)));
      if (Math.min(first, time(whole!)) < 8 * least) continue;
      slow.push(`${at} ${JSON.stringify(piece)} ${Math.round(first)} ms`);
    }
  }
  deepEqual(slow, []);
});
