/**
 * A client with a judge in it, simulated: it keeps its own account of what was said, blocked and
 * interrupted, and complains whenever the guard breaks one of its promises. Whether the conversation
 * shows an interruption is read from the lines that it writes, as the hook reads them.
 */

import assert from "node:assert/strict";
import { ClaudeTranscript } from "../../judge/transcript/claude_code.ts";
import {
  finishJudging,
  type GuardState,
  type JudgeRun,
  newGuardState,
  readGuardState,
  startJudging,
  type StopFacts,
  type VerdictEffect,
} from "../../judge/loop_guard.ts";
import { stopOf, verdictOf } from "./_loop_guard_facts.ts";
import { answer, text, user } from "./_transcript.ts";

const LINES = {
  person: user("Do it"),
  agent: answer(undefined, text("All tests pass.")),
  feedback: user("Stop hook feedback:\n## Reflection: Task Incomplete", { isMeta: true }),
  interruption: user([text("[Request interrupted by user]")]),
  /** Something that ran beside the conversation has ended, which wakes the agent. */
  notice: user("<task-notification>x</task-notification>", {
    origin: { kind: "task-notification" },
  }),
  summary: user("A summary", { isCompactSummary: true }),
};

export interface Prompt {
  /** So many of the person's messages are taken back first. */
  rewind: number;
}

export interface Stop {
  /** The stop before is told once more. */
  again: boolean;
  planMode: boolean;
  background: boolean;
  /** Somebody else's hook blocks it. */
  blockedByOther: boolean;
}

export interface Verdict {
  /** Which of the judgements under way. */
  which: number;
  effect: VerdictEffect;
  evidence: string;
  observed: boolean;
}

export class Client {
  /** What is kept between two events, as text; undefined where it was lost. */
  #file: string | undefined;
  #judging: { run: JudgeRun; prompts: number }[] = [];

  #personTurns = 1;
  /** The same, and nothing takes any of them back. */
  #prompts = 1;
  #position = 0;
  #lastStop: StopFacts | null = null;
  /** Numbers of tasks that the guard has heard of last. */
  #heard = { stop: 0, verdict: 0 };

  /** Since the person's last message. */
  #pushes = 0;
  #pushedAt = new Set<string>();
  #handedOver = false;
  #evidence: string | null = null;
  #shown = 0;
  #lost = false;
  #aborted = false;

  /** What stands in the conversation. */
  readonly #transcript = new ClaudeTranscript();

  /** Since the run began. */
  #blocks = 0;
  #blocked = false;

  constructor(readonly blockCap: number | null) {
    this.#keep(newGuardState());
    this.#write("person");
  }

  get judging(): number {
    return this.#judging.length;
  }

  /** Whether the agent goes on because its last stop was blocked. */
  get running(): boolean {
    return this.#blocked;
  }

  /** Whether a lost file could be made up for by what the conversation shows. */
  get showsAll(): boolean {
    return this.#shown === this.#pushes;
  }

  prompt({ rewind }: Prompt, whileRunning: boolean): void {
    this.#personTurns = Math.max(1, this.#personTurns + 1 - rewind);
    this.#prompts++;
    // A count that was there before says nothing new by itself.
    const sameName = Object.values(this.#heard).includes(this.#personTurns);
    this.#pushes = this.#shown = 0;
    this.#pushedAt.clear();
    this.#handedOver = this.#lost = this.#aborted = false;
    this.#evidence = null;
    if (!whileRunning) {
      this.#blocks = 0;
      this.#blocked = false;
    }
    this.#position++;
    this.#lastStop = null;
    this.#write("person");
    if (sameName) return;

    const stop = this.#facts(false, false, false);
    const { decision } = startJudging(this.#state, stop, this);
    assert.equal(decision.judge, true, "a new message of the person did not open the session");
  }

  stop({ again, planMode, background, blockedByOther }: Stop): void {
    let stop = this.#lastStop;
    if (stop === null || !again) {
      this.#position++;
      // Nobody has spoken to an agent that was stopped: it was woken.
      if (this.#aborted) this.#write("notice");
      this.#write("agent");
      stop = this.#facts(this.#blocked, planMode, background);
      if (!this.#blocked) this.#blocks = 0;
      this.#blocked = false;
    }
    this.#lastStop = stop;
    this.#heard.stop = stop.personTurns;
    const { state, decision } = startJudging(this.#state, stop, this);
    this.#keep(state);
    if (decision.judge) {
      assert.equal(planMode && !again, false, "a plan was judged");
      assert.equal(background && !again, false, "an agent that waits was judged");
      this.#judging.push({ run: decision.run, prompts: this.#prompts });
    }
    if (blockedByOther) this.#block();
  }

  /** A stop of somebody else leaves everything as it was. */
  foreignStop(): void {
    const before = this.#state;
    this.#position++;
    const stop = { ...this.#facts(false, false, false), subagent: true };
    const { state, decision } = startJudging(before, stop, this);
    assert.equal(decision.judge, false, "a stop of a subagent was judged");
    assert.deepEqual(state, before);
  }

  verdict({ which, effect, evidence, observed }: Verdict): void {
    const [judged] = this.#judging.splice(which % this.judging, 1);
    if (judged === undefined) return;
    const { run, prompts } = judged;
    // What was written since is counted, and not what was taken back.
    const personTurns = run.personTurns + this.#prompts - prompts;
    this.#heard.verdict = personTurns;
    const { state, decision } = finishJudging(
      this.#state,
      verdictOf({
        run,
        effect,
        evidence,
        observed,
        personTurns,
        aborted: this.#isInterrupted(),
      }),
      this,
    );
    this.#keep(state);
    if (decision.kind === "push") {
      assert.equal(effect, "push");
      assert.equal(observed, false, "an observer sent the agent back");
      assert.equal(prompts, this.#prompts, "feedback though the person has spoken since");
      this.#pushed(run, evidence, decision.handOver);
    }
  }

  /** The person presses Esc, which the client writes down at once. */
  escape(): void {
    this.#aborted = true;
    this.#write("interruption");
    this.#blocks = 0;
    this.#blocked = false;
    this.#position++;
  }

  /** The judge's process dies without a word. */
  kill(which: number): void {
    this.#judging.splice(which % this.judging, 1);
  }

  /** The file is gone, or holds what is no state. */
  lose(garbage: string | undefined): void {
    this.#file = garbage;
    this.#lost = true;
    // The very first stop told again, and all memory gone between: nothing tells the two apart.
    this.#lastStop = null;
  }

  compact(forgets: number): void {
    this.#position++;
    this.#write("summary");
    this.#lastStop = null;
    if (!this.#lost) this.#shown = 0;
    // Between two rounds a client may lose count of what it has forgotten.
    if (this.#blocked) this.#personTurns = Math.max(1, this.#personTurns - forgets);
  }

  #pushed({ position }: JudgeRun, evidence: string, handOver: boolean): void {
    this.#pushes++;
    assert.ok(this.#pushes <= 16, "a 17th attempt");
    assert.equal(this.#aborted, false, "feedback after an interruption");
    assert.equal(this.#pushedAt.has(position), false, "two answers to one state");
    this.#pushedAt.add(position);
    assert.notEqual(evidence, this.#evidence, "feedback though nothing changed since the last");
    this.#evidence = evidence;
    this.#block();
    if (this.blockCap !== null) {
      assert.ok(this.#blocks < this.blockCap, "as many blocks in a row as the client's cap");
      assert.ok(handOver || this.#blocks < this.blockCap - 1, "the last block does not say so");
    }
    assert.ok(handOver || this.#pushes < 16, "the last attempt does not say so");
    assert.equal(this.#handedOver, false, "feedback after it was handed over");
    this.#handedOver = handOver;
    this.#shown++;
    this.#position++;
    this.#write("feedback");
  }

  /** Several hooks that block one stop block once. */
  #block(): void {
    if (!this.#blocked) this.#blocks++;
    this.#blocked = true;
  }

  #facts(continued: boolean, planMode: boolean, background: boolean): StopFacts {
    return stopOf({
      planMode,
      continued,
      backgroundTasks: background ? 2 : 0,
      aborted: this.#isInterrupted(),
      personTurns: this.#personTurns,
      feedbacks: this.#shown,
      position: `at ${this.#position}`,
    });
  }

  /** Whether the conversation, as the judge reads it, says that the person stopped the agent. */
  #isInterrupted(): boolean {
    return this.#transcript.finish().lastInterrupted;
  }

  #write(kind: keyof typeof LINES): void {
    this.#transcript.push(new TextEncoder().encode(`${LINES[kind]}\n`));
  }

  get #state(): GuardState {
    try {
      return readGuardState(JSON.parse(this.#file ?? "null"));
    } catch {
      return newGuardState();
    }
  }

  #keep(state: GuardState): void {
    this.#file = JSON.stringify(state);
    assert.ok(this.#file.length < 4096, "the state grows");
    assert.deepEqual(this.#state, state, "the state does not survive being kept");
  }
}
