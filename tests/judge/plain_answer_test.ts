import assert from "node:assert/strict";
import { callOf, conversationOf, turnOf } from "../../judge/conversation.ts";
import { gatherEvidence } from "../../judge/evidence.ts";
import { isPlainAnswer } from "../../judge/plain_answer.ts";
import { taskOf } from "../../judge/task.ts";
import { judgeTask } from "../../judge/verdict.ts";

const ANSWER = "`add()` in `src/add.ts` adds its two arguments and returns the sum.";

function said(question: string, answer: string) {
  return conversationOf([
    turnOf({ origin: "person", text: question }),
    turnOf({ origin: "agent", text: answer }),
  ]);
}

const PLAIN: [string, string][] = [
  ["What does add() do?", ANSWER],
  ["Where is the session cookie set?", "In `src/session.ts`, line 41, by `setCookie()`."],
  ["Why is the start so slow?", "Because `tsc` checks 4,000 files in `vendor/` that nobody uses."],
  ["Which port does the server use?", "It listens on port 8080, set in `config/default.json`."],
];

for (const [question, answer] of PLAIN) {
  Deno.test(`"${question}" with an answer is plain, and complete by all the rules`, () => {
    const conversation = said(question, answer);
    assert.ok(isPlainAnswer(conversation));
    const task = taskOf(conversation);
    assert.ok(judgeTask(task, gatherEvidence(conversation, task)).complete);
  });
}

for (
  const [question, answer] of [
    ["Can you fix add()?", "It is fixed."],
    ["What does add() do? Fix it if it is wrong", ANSWER],
    ["Fix add()", ANSWER],
    ["What does add() do?", "Let me look at the file."],
    ["What does add() do?", "I could not read `src/add.ts`."],
    ["What does add() do?", "Do you mean the one in `src/` or the one in `lib/`?"],
    ["What does add() do?", "It takes two arguments and then"],
    ["What does add() do?", ""],
    ["Should the tests be run?", "Yes, they should be, every time."],
    ["Do the tests pass?", "All tests pass, and they were run twice."],
    ["Refactor the parser to use a table?", "The parser uses a table everywhere."],
    ["Rename foo to bar?", "It is called `bar` in all of its files."],
    ["Why does it break?", "I put it right: it works again in `src/login.ts`."],
    ["How about a table instead?", "The parser uses a table everywhere."],
  ]
) {
  Deno.test(`"${question}" with "${answer}" has to be judged by all the rules`, () => {
    assert.ok(!isPlainAnswer(said(question!, answer!)));
  });
}

Deno.test("an answer after any other turn is not plain: a tool was used, or a task is open", () => {
  const [question, answer] = said("What does add() do?", ANSWER).turns;
  const open = turnOf({ origin: "person", text: "Fix add()" });
  const worked = turnOf({ origin: "agent", calls: [callOf({ name: "Bash" })] });
  assert.ok(!isPlainAnswer(conversationOf([open, worked, question!, answer!])));
  assert.ok(!isPlainAnswer(conversationOf([question!, worked, answer!])));
  assert.ok(!isPlainAnswer(conversationOf([question!, { ...answer!, completed: false }])));
  assert.ok(!isPlainAnswer(conversationOf([])));
});
