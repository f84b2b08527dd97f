import assert from "node:assert/strict";
import fc from "fast-check";
import { type Conversation, conversationOf, turnOf } from "../../judge/conversation.ts";
import { gatherEvidence } from "../../judge/evidence.ts";
import { taskOf } from "../../judge/task.ts";
import type { Verdict } from "../../schema/types.ts";
import { effectOf, judgeTask } from "../../judge/verdict.ts";
import { bash, CONVERSATIONS, edit, exchange } from "./verdict_conversations.ts";

function judge(conversation: Conversation): Verdict {
  const task = taskOf(conversation);
  return judgeTask(task, gatherEvidence(conversation, task));
}

for (const [name, conversation, effect] of CONVERSATIONS) {
  Deno.test(`${name}: ${effect.replace("_", " ")}`, () => {
    const verdict = judge(conversation);
    assert.equal(effectOf(verdict), effect, JSON.stringify(verdict, null, 2));
  });
}

const FIX = "Fix the crash in the parser";
const GREEN = [edit("src/parser.ts"), bash("npm test", "Tests:       12 passed, 12 total")];

Deno.test("where outputs are kept, what stands in code blocks of the message decides nothing", () => {
  const lines = fc.array(
    fc.constantFrom(
      "All tests pass",
      "3 tests failed",
      "TODO: write the rest",
      "Shall I go on?",
      "Please log in and paste the key",
      "Next steps:",
      "Tests:       2 failed, 12 total",
      "I could not",
    ),
    { minLength: 1, maxLength: 4 },
  );
  const bases = CONVERSATIONS.filter(([, { turns }]) => {
    const text = turns.at(-1)?.text ?? "";
    return text !== "" && /[.!?]$/.test(text) &&
      turns.every(({ calls }) => calls.every(({ output }) => output !== null));
  });
  fc.assert(fc.property(fc.constantFrom(...bases), lines, lines, ([, { turns }], one, other) => {
    const shown = (block: string[]): Verdict => {
      const last = turns.at(-1);
      const text = `For example:\n\n\`\`\`\n${block.join("\n")}\n\`\`\`\n\n${last?.text}`;
      return judge(conversationOf([...turns.slice(0, -1), turnOf({ origin: "agent", text })]));
    };
    const { evidence: _one, ...first } = shown(one);
    const { evidence: _other, ...second } = shown(other);
    assert.deepEqual(first, second);
  }));
});

Deno.test("pasted output stands in for the output of a check that was run and not kept", () => {
  const pasted = (line: string) =>
    judge(exchange(
      FIX,
      [edit("src/parser.py"), bash("pytest -q", null)],
      `I fixed the crash.\n\n\`\`\`\n${line}\n\`\`\`\n`,
    ));
  assert.equal(pasted("18 passed in 1.92s").complete, true);
  assert.equal(pasted("2 failed, 16 passed in 1.92s").complete, false);
  const never = exchange(FIX, [edit("a.py")], "I fixed it.\n\n```\n18 passed in 1.92s\n```\n");
  assert.equal(judge(never).complete, false);
});

Deno.test("an agent that has not answered since it was told something has said nothing", () => {
  const { turns } = exchange(FIX, GREEN, "I fixed the crash. All 12 tests pass.");
  assert.equal(judge(conversationOf(turns)).complete, true);
  for (const origin of ["person", "feedback"] as const) {
    const told = turnOf({ origin, text: "## Reflection: Task Incomplete (1/16) [LOW]" });
    const conversation = conversationOf([...turns, told]);
    assert.equal(gatherEvidence(conversation, taskOf(conversation)).said.empty, true, origin);
  }
  const reminded = conversationOf([...turns, turnOf({ origin: "synthetic", text: "<reminder>" })]);
  assert.equal(judge(reminded).complete, true);
});

Deno.test("what an agent's own agent says is not its answer", () => {
  const { turns } = exchange(FIX, GREEN, "I fixed the crash. All 12 tests pass.");
  const sub = turnOf({ origin: "agent", subagent: true, text: "Shall I go on?" });
  assert.equal(judge(conversationOf([...turns, sub])).complete, true);
});

Deno.test("facts name the turn that they come from, those before the kept ones included", () => {
  const conversation = {
    ...exchange(FIX, [edit("a.ts"), bash("npm test", "Tests: 1 failed, 1 total", 1)], "Done."),
    turnsBefore: 100,
  };
  const [first] = judge(conversation).evidence;
  assert.deepEqual([first?.rule, first?.turn], ["failing_check", 102]);
});

Deno.test("a megabyte of anything is judged in reasonable time and never throws", () => {
  for (
    const piece of [
      "a",
      " ",
      "`",
      "```\n",
      "#1 ",
      "- [ ] x\n",
      "git push && ",
      "?",
      "\n",
      "not yet ",
    ]
  ) {
    const big = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const begin = performance.now();
    judge(exchange(big, [bash(big, big), edit(big)], big));
    const ms = performance.now() - begin;
    assert.ok(ms < 3_000, `${JSON.stringify(piece)}: ${ms} ms`);
  }
});
