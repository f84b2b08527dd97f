import assert from "node:assert/strict";
import fc from "fast-check";
import { judgeFloor, type Judgement, type Stop } from "../../judge/judgement.ts";
import type { RepositoryFacts, Requirement } from "../../judge/requirements.ts";
import { type Did, edits, runs, session, TOP } from "./_session.ts";

const REPOSITORY: RepositoryFacts = {
  top: TOP,
  tree: "t",
  uncommitted: [],
  dirtyBefore: [],
  changed: null,
  submodules: [],
  headMoved: true,
  pushed: null,
  upstream: "",
  secrets: [],
};

const PLANS = ["completed", "pending"].map((status): Did => ({
  name: "TodoWrite",
  input: { todos: [{ content: "The parser", status }] },
  output: "",
}));

const did = fc.array(
  fc.constantFrom(
    ...PLANS,
    edits(`${TOP}/src/a.ts`),
    edits(`${TOP}/README.md`),
    runs("npm test"),
    runs("npm test", 1),
    runs("npm test | tail -5"),
    runs("npm test -- -t login"),
    { name: "Task", input: { prompt: "x" }, output: "" },
  ),
  { maxLength: 6 },
);

const repository = fc.record({
  uncommitted: fc.constantFrom(null, [], ["src/a.ts"], ["b.ts"]),
  pushed: fc.constantFrom(true, false, null),
  secrets: fc.constantFrom(null, [], [{ path: "a.ts", line: 1, what: "a key" }]),
}).map((given) => ({ ...REPOSITORY, ...given }));

const requirements = fc.uniqueArray(
  fc.constantFrom<Requirement>(
    { kind: "check", command: "npm test" },
    { kind: "check", command: "npm run lint" },
    { kind: "committed", command: "" },
    { kind: "pushed", command: "" },
    { kind: "todos", command: "" },
    { kind: "no-secrets", command: "" },
  ),
);

const QUIET: Stop["circumstances"] = {
  interrupted: false,
  messageWaiting: false,
  planMode: false,
  escalated: false,
  subagent: false,
  backgroundTasks: 0,
};

function judge(
  did: readonly Did[],
  requirements: readonly Requirement[],
  repository: RepositoryFacts | null,
  said = "Done.",
): Judgement {
  const conversation = session(did, said);
  return judgeFloor({ conversation, from: 0, circumstances: QUIET, requirements, repository });
}

const LEVELS = ["incomplete", "unknown", "complete"];

Deno.test("one unmet requirement decides, and only proof of all that apply is complete", () => {
  fc.assert(
    fc.property(did, requirements, fc.option(repository), (did, requirements, repository) => {
      const { floor, requirements: answers } = judge(did, requirements, repository);
      const states = answers.filter(({ applies }) => applies).map(({ state }) => state);
      assert.equal(floor === "incomplete", states.includes("unmet"));
      assert.equal(
        floor === "complete",
        states.length > 0 && states.every((state) => state === "met"),
      );
      assert.equal(answers.length, requirements.length);
    }),
  );
});

Deno.test("nothing declared, nothing said: whatever was done is unknown", () => {
  fc.assert(fc.property(did, fc.option(repository), (did, repository) => {
    assert.equal(judge(did, [], repository).floor, "unknown");
  }));
});

Deno.test("another requirement never turns incomplete, and each is answered by itself", () => {
  fc.assert(fc.property(did, requirements, repository, fc.nat(), (did, all, repository, at) => {
    const some = all.filter((_, index) => index !== at % Math.max(1, all.length));
    const [whole, part] = [judge(did, all, repository), judge(did, some, repository)];
    if (part.floor === "incomplete") assert.equal(whole.floor, "incomplete");
    if (whole.floor === "complete") assert.notEqual(part.floor, "incomplete");
    const answers = whole.requirements.filter((_, index) => some.includes(all[index]!));
    assert.deepEqual(answers, [...part.requirements]);
    assert.ok(LEVELS.includes(whole.floor));
  }));
});

Deno.test("without git nothing that git proves is known, and nothing else changes", () => {
  fc.assert(fc.property(did, requirements, repository, (did, all, repository) => {
    const [known, unknown] = [judge(did, all, repository), judge(did, all, null)];
    for (const [at, { kind, state }] of unknown.requirements.entries()) {
      if (kind === "check" || kind === "todos") {
        assert.equal(state, known.requirements[at]!.state);
      } else assert.equal(state, "cannot_tell");
    }
  }));
});

/** What agents end on, with punctuation of every kind. */
const MESSAGES = [
  "Done.",
  "All tests pass, the bug is fixed. Should I push it?",
  "I could not run the tests; please run them yourself, then tell me: A or B?",
  "Next steps:\n\n1. Write the tests\n2. Push\n\nI will continue tomorrow...",
  'Tests fail (3 of 12) – that was so before.\n\n> Is it?\n\nIt prints "why?".',
  "```sh\nnpm test\n```\n\n**Sorry**, I skipped `a.ts`; nothing else!",
  "Which one?\n- the first\n- the second",
];

const SCRIPTS = ["слово", "語", "كلمة", "שלום", "καλά", "นั่น", "mot"];

Deno.test("whatever language and script the agent writes, the judgement is the same", () => {
  const messages = fc.constantFrom(...MESSAGES);
  const script = fc.constantFrom(...SCRIPTS);
  fc.assert(
    fc.property(did, requirements, repository, messages, script, (did, all, known, text, word) => {
      const other = text.replace(/`[^`]*`|\p{L}+/gu, (found) => found[0] === "`" ? found : word);
      const [one, two] = [judge(did, all, known, text), judge(did, all, known, other)];
      const names = ({ vetoes }: Judgement) => vetoes.map(({ name }) => name);
      assert.deepEqual(
        { ...two, vetoes: names(two), facts: null },
        { ...one, vetoes: names(one), facts: null },
      );
    }),
  );
});

Deno.test("a session of a million characters is judged at once", () => {
  const all: Requirement[] = [{ kind: "check", command: "npm test" }];
  for (const piece of ["a? ", "`", '"', "Exit code 1\n", "((", "npm test && ", "\\\n", "\u202e?"]) {
    const text = piece.repeat(1_000_000 / piece.length);
    const shown = { ...runs("npm test", 1), output: text };
    const started = performance.now();
    judge([edits(`${TOP}/a.ts`), shown, runs(text)], all, REPOSITORY, text);
    assert.ok(performance.now() - started < 3_000, JSON.stringify(piece));
  }
});
