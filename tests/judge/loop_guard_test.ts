import assert from "node:assert/strict";
import {
  type FinishDecision,
  finishJudging,
  GUARD_LIMITS,
  type GuardState,
  type JudgeRun,
  newGuardState,
  type StartDecision,
  startJudging,
  type StopFacts,
  type VerdictFacts,
} from "../../judge/loop_guard.ts";
import { stopOf, verdictOf } from "./_loop_guard_facts.ts";

/** A session that is asked and told things one after the other. */
class Session {
  state: GuardState = newGuardState();

  constructor(readonly blockCap: number | null = null) {}

  ask(given: Partial<StopFacts> = {}): StartDecision {
    const { state, decision } = startJudging(this.state, stopOf(given), this);
    this.state = state;
    return decision;
  }

  /** "judge", or the reason against it. */
  says(given: Partial<StopFacts> = {}): string {
    const decision = this.ask(given);
    return decision.judge ? "judge" : decision.reason;
  }

  run(given: Partial<StopFacts> = {}): JudgeRun {
    const decision = this.ask(given);
    assert.ok(decision.judge, `not judged: ${JSON.stringify(decision)}`);
    return decision.run;
  }

  finishJudging(run: JudgeRun, given: Partial<VerdictFacts> = {}): FinishDecision {
    const { state, decision } = finishJudging(this.state, verdictOf({ run, ...given }), this);
    this.state = state;
    return decision;
  }

  /** Asks and concludes. */
  round(stop: Partial<StopFacts> = {}, verdict: Partial<VerdictFacts> = {}): FinishDecision {
    return this.finishJudging(this.run(stop), verdict);
  }

  /** Sends the agent back so often, each time on new evidence, as a client does that tells all. */
  push(times: number, stop: Partial<StopFacts> = {}): FinishDecision[] {
    return Array.from({ length: times }, (_, feedbacks) =>
      this.round(
        { position: `round ${feedbacks}`, feedbacks, continued: feedbacks > 0, ...stop },
        { evidence: `evidence ${feedbacks}` },
      ));
  }
}

Deno.test("The first stop of a task is judged", () => {
  assert.equal(new Session().says(), "judge");
});

for (
  const [reason, facts] of [
    ["subagent", { subagent: true }],
    ["plan_mode", { planMode: true }],
    ["background_tasks", { backgroundTasks: 1 }],
    ["aborted", { aborted: true }],
    ["no_task", { personTurns: 0 }],
    ["no_task", { personTurns: NaN }],
    ["attempts_used_up", { feedbacks: NaN }],
  ] as const
) {
  Deno.test(`A stop with ${Object.entries(facts).join()} is skipped as ${reason}`, () => {
    assert.equal(new Session().says(facts), reason);
  });
}

Deno.test("A stop of a subagent changes nothing for the session", () => {
  const session = new Session();
  session.run();
  const before = session.state;
  session.ask({ subagent: true, aborted: true, personTurns: 9 });
  assert.deepEqual(session.state, before);
});

Deno.test("Of two judgements of one stop the first that ends counts, of two stops the later", () => {
  const late = { kind: "let_go", why: "concurrent" } as const;
  for (const answers of [{}, { effect: "hold" }, { effect: "let_go" }] as const) {
    const session = new Session();
    const [one, other] = [session.run(), session.run()];
    const { attempt } = session.finishJudging(other, answers).kind === "push"
      ? { attempt: 1 }
      : { attempt: 0 };
    assert.deepEqual(session.finishJudging(one, { evidence: "new" }), { ...late, attempt });
  }
  const session = new Session();
  const [dead, alive] = [session.run(), session.run({ position: "elsewhere" })];
  assert.deepEqual(session.finishJudging(dead), { ...late, attempt: 0 });
  assert.equal(session.finishJudging(alive).kind, "push");
});

Deno.test("One judgement is concluded once", () => {
  const session = new Session();
  const run = session.run();
  assert.equal(session.finishJudging(run).kind, "push");
  assert.deepEqual(session.finishJudging(run), { kind: "let_go", attempt: 1, why: "concurrent" });
});

Deno.test("A task that is done is not judged again until the person speaks", () => {
  const session = new Session();
  const over = { kind: "let_go", attempt: 0, why: "complete" };
  assert.deepEqual(session.round({}, { effect: "let_go" }), over);
  assert.equal(session.says({ position: "later" }), "already_judged");
  assert.equal(session.says({ position: "later still", personTurns: 2 }), "judge");
});

for (const effect of ["watch", "hold", "needs_human"] as const) {
  Deno.test(`After the effect ${effect} an agent is judged again only by what it does since`, () => {
    const session = new Session();
    const waiting = { kind: "let_go", attempt: 0, why: effect };
    assert.deepEqual(session.round({ position: "here" }, { effect }), waiting);
    assert.equal(session.says({ position: "here" }), "already_judged");
    assert.equal(session.says({ position: "woken" }), "judge");
  });
}

Deno.test("A task that was sent back is judged at its next stop, and not in the same state", () => {
  const session = new Session();
  session.round({ position: "here" });
  assert.equal(session.says({ position: "here" }), "already_judged");
  assert.equal(session.says({ position: "there" }), "judge");
});

Deno.test("An observer's verdict is no attempt, and its state is not judged again", () => {
  const session = new Session();
  assert.deepEqual(session.round({ position: "here" }, { observed: true }), {
    kind: "let_go",
    attempt: 0,
    why: "observed",
  });
  assert.equal(session.says({ position: "here" }), "already_judged");
  assert.equal(session.ask({ position: "there" }).attempt, 0);
});

Deno.test("An interrupted task stays so, also when the agent goes on by itself", () => {
  const session = new Session();
  session.ask({ aborted: true });
  assert.equal(session.says({ position: "woken" }), "aborted");
});

Deno.test("After an interruption that the conversation shows, the next message counts at once", () => {
  const session = new Session();
  session.ask({ aborted: true });
  assert.equal(session.says({ personTurns: 2, position: "next" }), "judge");
});

Deno.test("No feedback follows an interruption during the judgement, now or later", () => {
  const session = new Session();
  const run = session.run();
  assert.deepEqual(session.finishJudging(run, { aborted: true }), {
    kind: "let_go",
    attempt: 0,
    why: "aborted",
  });
  assert.equal(session.says({ position: "woken" }), "aborted");
});

Deno.test("An interruption that another stop saw meanwhile is heeded", () => {
  const session = new Session();
  const run = session.run();
  session.ask({ aborted: true, position: "later" });
  assert.deepEqual(session.finishJudging(run), { kind: "let_go", attempt: 0, why: "aborted" });
});

Deno.test("No feedback follows when the person spoke during the judgement", () => {
  const session = new Session();
  const run = session.run();
  assert.equal(session.finishJudging(run, { personTurns: 2 }).kind, "let_go");
  assert.equal(session.says({ personTurns: 2 }), "judge");
});

Deno.test("A client without a cap gets 16 attempts, the last of which hands over", () => {
  const session = new Session(null);
  const decisions = session.push(16);
  assert.deepEqual(
    decisions,
    Array.from({ length: 16 }, (_, index) => ({
      kind: "push",
      attempt: index + 1,
      handOver: index === 15,
    })),
  );
  assert.deepEqual(session.ask({ position: "after", feedbacks: 16, continued: true }), {
    judge: false,
    attempt: 16,
    reason: "attempts_used_up",
  });
});

Deno.test("Under a cap of 8 blocks the seventh hands over, and the next stop is let go", () => {
  const session = new Session(GUARD_LIMITS.blockCap);
  const decisions = session.push(7);
  assert.deepEqual(
    decisions.map((decision) => decision.kind === "push" && decision.handOver),
    [false, false, false, false, false, false, true],
  );
  assert.equal(
    session.says({ position: "after", feedbacks: 7, continued: true }),
    "attempts_used_up",
  );
  assert.equal(session.says({ position: "woken", feedbacks: 7 }), "attempts_used_up");
  assert.equal(session.says({ position: "next", personTurns: 2 }), "judge");
});

Deno.test("A client that does not say what follows a block is held to its cap all the same", () => {
  const session = new Session(8);
  const decisions = session.push(7, { continued: false, feedbacks: 0 });
  assert.deepEqual(decisions.at(-1), { kind: "push", attempt: 7, handOver: true });
});

Deno.test("Blocks of other hooks count for the client's cap", () => {
  const session = new Session(4);
  session.ask({ position: "a", planMode: true });
  session.ask({ position: "b", planMode: true, continued: true });
  const last = session.round({ position: "c", continued: true });
  assert.deepEqual(last, { kind: "push", attempt: 1, handOver: true });
  assert.equal(session.says({ position: "woken", feedbacks: 1 }), "attempts_used_up");
});

Deno.test("A row of blocks whose beginning is not remembered gets no further block", () => {
  const session = new Session(8);
  session.state = { ...newGuardState(), task: 1 };
  assert.equal(session.says({ position: "a", continued: true }), "attempts_used_up");
  assert.equal(session.says({ position: "b" }), "judge");
});

Deno.test("A stop that is told twice counts once for the client's cap", () => {
  const session = new Session(4);
  session.round({ position: "a" });
  session.ask({ position: "b", continued: true, planMode: true });
  session.ask({ position: "b", continued: true, planMode: true });
  const last = session.round({ position: "b", continued: true }, { evidence: "new" });
  assert.deepEqual(last, {
    kind: "push",
    attempt: 2,
    handOver: false,
  });
});

Deno.test("A message while the agent works opens a new task, but does not end the row of blocks", () => {
  const session = new Session(4);
  session.push(2);
  const last = session.round({ position: "c", personTurns: 2, continued: true });
  assert.deepEqual(last, { kind: "push", attempt: 1, handOver: true });
});

for (const blockCap of [1, 0, -1, NaN]) {
  Deno.test(`A client with a cap of ${blockCap} is never blocked`, () => {
    assert.equal(new Session(blockCap).says(), "attempts_used_up");
  });
}

Deno.test("Where nothing changed since the last feedback there is no other", () => {
  const session = new Session();
  assert.equal(session.round({ position: "a" }).kind, "push");
  for (const position of ["b", "c"]) {
    const decision = { kind: "let_go", attempt: 1, why: "no_progress" };
    assert.deepEqual(session.round({ position }), decision);
  }
});

Deno.test("What changed since the last feedback may be sent back, be it to what it was before", () => {
  const session = new Session();
  for (const evidence of ["new", "newer", "new"]) {
    assert.equal(
      session.round({ position: `${session.state.pushed.length}` }, { evidence }).kind,
      "push",
    );
  }
});

Deno.test("A message of the person begins attempts and settled tasks anew", () => {
  const session = new Session();
  for (const position of ["a", "b"]) session.round({ position });
  const decision = session.round({ position: "e", personTurns: 2 });
  assert.deepEqual(decision, { kind: "push", attempt: 1, handOver: false });
});

Deno.test("A conversation that was taken back is a new task", () => {
  const session = new Session();
  session.round({ personTurns: 5 }, { effect: "let_go" });
  assert.equal(session.says({ personTurns: 3, position: "back" }), "judge");
});

Deno.test("A count that shrinks between two rounds does not give new attempts", () => {
  const session = new Session();
  session.push(3, { personTurns: 5 });
  const { attempt } = session.ask({ personTurns: 1, continued: true, position: "compacted" });
  assert.equal(attempt, 3);
});

Deno.test("Where the memory of earlier feedback is lost, the task is left alone", () => {
  for (const facts of [{ continued: true }, { feedbacks: 2 }]) {
    const session = new Session(8);
    assert.equal(session.says(facts), "unreadable");
    assert.equal(session.says({ position: "woken" }), "unreadable");
    assert.equal(session.says({ position: "next", personTurns: 2 }), "judge");
  }
});

Deno.test("A verdict whose judgement is not remembered sends nobody back", () => {
  const session = new Session();
  const run = session.run();
  session.state = newGuardState();
  assert.equal(session.finishJudging(run).kind, "let_go");
});

Deno.test("Fingerprints of any length leave the state small", () => {
  const session = new Session();
  for (let round = 0; round < 16; round++) {
    const long = `${round} ${"x".repeat(1e6)}`;
    session.round({ position: long }, { evidence: long });
  }
  assert.ok(JSON.stringify(session.state).length < 4096);
});
