import assert from "node:assert/strict";
import fc from "fast-check";
import type { Facts } from "../../judge/evidence/facts.ts";
import { callOf, conversationOf, type Turn, turnOf } from "../../judge/conversation.ts";
import { questionIn } from "../../judge/vetoes.ts";
import { type Circumstances, vetoesOf } from "../../judge/vetoes.ts";
import { edit, factsOf } from "./_facts.ts";

const QUIET: Circumstances = {
  interrupted: false,
  messageWaiting: false,
  planMode: false,
  escalated: false,
  subagent: false,
  backgroundTasks: 0,
};
const ASKED = turnOf({ origin: "person", text: "Fix it" });
const DONE = turnOf({ origin: "agent", text: "Fixed." });
const EDITED = factsOf({ edits: [edit(0, "a.ts")] });

interface Stop {
  readonly turns?: readonly Turn[];
  readonly facts?: Facts;
  readonly circumstances?: Partial<Circumstances>;
}

function names({ turns = [ASKED, DONE], facts = EDITED, circumstances = {} }: Stop): string[] {
  const vetoes = vetoesOf(conversationOf(turns), facts, { ...QUIET, ...circumstances });
  for (const { evidence } of vetoes) assert.match(evidence, /^[A-Z`].{10,}/);
  return vetoes.map(({ name }) => name);
}

Deno.test("an agent that edited and ends on a statement may be sent back", () => {
  assert.deepEqual(names({}), []);
});

Deno.test("what the client tells of a stop forbids it", () => {
  assert.deepEqual(names({ circumstances: { interrupted: true } }), ["interrupted"]);
  assert.deepEqual(names({ circumstances: { messageWaiting: true } }), ["message_waiting"]);
  assert.deepEqual(names({ circumstances: { escalated: true } }), ["escalated"]);
  assert.deepEqual(names({ circumstances: { planMode: true } }), ["plan_mode"]);
  assert.deepEqual(names({ circumstances: { subagent: true } }), ["subagent"]);
  assert.deepEqual(names({ circumstances: { backgroundTasks: 1 } }), ["background_work"]);
});

Deno.test("where the client counts no background tasks, the calls tell of them", () => {
  const server = { turn: 1, step: 0, command: "npm run build", ended: false, read: false };
  const running = { ...EDITED, background: [server] };
  const untold = { backgroundTasks: null };
  assert.deepEqual(names({ facts: running, circumstances: untold }), ["background_work"]);
  const ended = { ...EDITED, background: [{ ...server, ended: true }] };
  assert.deepEqual(names({ facts: ended, circumstances: untold }), []);
  assert.deepEqual(names({ facts: running, circumstances: { backgroundTasks: 0 } }), []);
});

Deno.test("a call that the person refused forbids it until the person writes", () => {
  const refused = callOf({ name: "Bash", state: "failed", refusedBy: "person" });
  const turns = [ASKED, turnOf({ origin: "agent", calls: [refused] }), DONE];
  assert.deepEqual(names({ turns }), ["permission_denied"]);
  const later = { ...EDITED, edits: [edit(1, "a.ts", { turn: 4 })] };
  assert.deepEqual(names({ turns: [...turns, ASKED, DONE], facts: later }), []);
  const byClient = turnOf({ origin: "agent", calls: [{ ...refused, refusedBy: "client" }] });
  assert.deepEqual(names({ turns: [ASKED, byClient, DONE] }), []);
});

Deno.test("a question of the client's own tool that is not answered forbids it", () => {
  for (const name of ["AskUserQuestion", "question", "ask_followup_question"]) {
    const open = turnOf({ origin: "agent", calls: [callOf({ name, state: "running" })] });
    assert.deepEqual(names({ turns: [ASKED, open] }), ["question"], name);
    const answered = turnOf({ origin: "agent", calls: [callOf({ name, output: "Blue" })] });
    assert.deepEqual(names({ turns: [ASKED, answered, DONE] }), [], name);
  }
});

Deno.test("nothing changed since the person's last message, by the agent or one that it started", () => {
  const changed = (facts: Partial<Facts>): boolean =>
    !names({ facts: factsOf(facts) }).includes("changed_nothing");
  const push = { turn: 1, step: 0, what: "push", outcome: "passed", command: "git push" } as const;
  assert.ok(!changed({}));
  assert.ok(changed({ edits: [edit(0, "a.ts")] }));
  assert.ok(changed({ edits: [edit(0, "a.ts", { outcome: "unknown" })] }));
  assert.ok(!changed({ edits: [edit(0, "a.ts", { outcome: "failed" })] }));
  assert.ok(!changed({ edits: [edit(0, "a.ts", { turn: 0 })] }));
  assert.ok(changed({ git: [push] }));
  assert.ok(!changed({ git: [{ ...push, outcome: "failed" }] }));
  assert.ok(!changed({ git: [{ ...push, what: "ci" }] }));
  assert.ok(changed({ delegated: [{ turn: 1, step: 0 }] }));
});

const QUESTIONS = [
  "Done.\n\nShall I push it?",
  "Готово.\n\nОтправить?",
  "完了しました。\n\nプッシュしますか？",
  "تم. هل أدفع التغييرات؟",
  "Ավարտեցի։ Ուղարկե՞լ",
  "Έτοιμο. Να το στείλω;",
  "ጨርሻለሁ። ልላክ፧",
  "Terminé. On pousse ?",
  "Which one?\n\n1. Keep it\n2. Drop it\n3. Both\n4. Neither",
  "**Which one?**\n\n**[A]** Keep it\n\n**B)** Drop it\n\n**[C]** Both\n\n**[D]** Neither",
  "**Should I use `a.ts` or `b.ts`?** I would take the first.",
  "Did you mean https://example.com/a?b=1?",
];
const STATEMENTS = [
  "Done.",
  "```ts\nconst a = b ?? c;\nif (a?.b) x();\n// why?\n```",
  "The regular expression is `a?`.",
  "See https://example.com/?page=2",
  'It prints "Continue?" and „Weiter?“ and 「続けますか？」.',
  "> Is it done?\n\nYes.",
  "Why did it fail?\n\nThe lock.\n\nIt was held.\n\nIt is freed now.",
  "## What changed?\n\nThe parser.",
  "| File | Tested? |\n| --- | --- |\n| a | yes |",
  "First the parser; then the writer;",
];

Deno.test("a question mark of any script near the end asks, what is only shown does not", () => {
  for (const text of QUESTIONS) assert.notEqual(questionIn(text), null, text);
  for (const text of STATEMENTS) assert.equal(questionIn(text), null, text);
  assert.deepEqual(names({ turns: [ASKED, { ...DONE, text: QUESTIONS[0]! }] }), ["question"]);
});

Deno.test("whether a message asks does not depend on its words", () => {
  const words = fc.constantFrom("слово", "語", "كلمة", "paraula", "parola");
  const texts = fc.constantFrom(
    ...[...QUESTIONS, ...STATEMENTS].filter((text) => !/[^ -~\n]/.test(text)),
  );
  fc.assert(fc.property(texts, words, (text, word) => {
    // What is only shown is no word of the agent's: addresses and code keep theirs.
    const other = text.replace(
      /`[^`]*`|\w+:\S+|\p{L}+/gu,
      (found) => /^\p{L}+$/u.test(found) ? word : found,
    );
    assert.equal(questionIn(other) === null, questionIn(text) === null, other);
  }));
});

Deno.test("a message of any length and kind is read at once", () => {
  for (
    const piece of ["?", "`", '"', "“", "https://", "~~~\n", "> ?\n", "1. a? ", "「", "\n", "a;"]
  ) {
    const text = piece.repeat(1_000_000 / piece.length);
    const started = performance.now();
    questionIn(text);
    assert.ok(performance.now() - started < 500, JSON.stringify(piece));
  }
});
