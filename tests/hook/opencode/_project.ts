/** A project whose client and scripts are made up: they write down what is wanted of them. */

import assert from "node:assert/strict";
import type { Addressee } from "../../../hook/opencode/conversation.ts";
import type { Answer, Question } from "../../../hook/opencode/question.ts";
import { Sessions, type World } from "../../../hook/opencode/sessions.ts";
import { Clock } from "./_clock.ts";
import { JUDGING, type Switches } from "./_watched.ts";

export const SESSION = "ses_1";

/** A question that a judge is asked, until it answers. */
interface Pending {
  readonly question: Question;
  readonly signal: AbortSignal;
  /** Null for no answer. */
  answer(answer: Answer | null): void;
}

export class Project implements Disposable {
  readonly clock: Clock = new Clock();
  readonly sessions: Sessions;
  /** What was done, in words. */
  readonly done: string[] = [];
  /** To whom something was said. */
  readonly addressees: (Addressee | null)[] = [];
  readonly pending: Pending[] = [];
  /** What the client knows of a session, and what was said in it. */
  info: Record<string, unknown> = {};
  messages: unknown[] = [];
  /** Whether the scripts end: those that leave records. */
  writes: Promise<void> = Promise.resolve();
  readonly world: World;

  constructor({ switches = JUDGING, available = true }: {
    switches?: Switches;
    available?: boolean;
  } = {}) {
    const note = (what: string) => Promise.resolve(void this.done.push(what));
    this.world = {
      ...switches,
      directory: "/project",
      now: () => this.clock.now,
      log: () => {},
      client: {
        session: () => note("session").then(() => this.info),
        messages: () => note("messages").then(() => this.messages),
        say: (_, text, kind, to) => {
          this.addressees.push(to);
          return note(`${kind}: ${text}`);
        },
        toast: ({ message }) => note(`toast: ${message}`),
        log: () => Promise.resolve(),
        ask: () => assert.fail("A model was asked"),
      },
      scripts: {
        available,
        begin: () => note("begin").then(() => this.writes),
        capture: ({ hook_event_name }) =>
          note(`capture ${hook_event_name}`).then(() => this.writes),
        attempt: () => assert.fail("An attempt was counted"),
        judge: (question, _, signal) => {
          this.done.push(`judge ${question.kind}`);
          return new Promise((answer) => this.pending.push({ question, signal, answer }));
        },
      },
    };
    this.sessions = new Sessions(this.world);
  }

  /** Several events of the client's, by their names. */
  async happens(...types: string[]): Promise<void> {
    for (const type of types) this.tell(type);
    await this.clock.settle();
  }

  tell(type: string, properties: Record<string, unknown> = {}): void {
    this.sessions.event(type, { sessionID: SESSION, ...properties });
  }

  busy(): void {
    this.tell("session.status", { status: { type: "busy" } });
  }

  /** The person writes something. */
  prompts(): void {
    this.sessions.message(SESSION, [{}]);
  }

  /** The agent works and comes to its end, where the messages are then these. */
  async ends(...messages: unknown[]): Promise<void> {
    this.messages = messages;
    this.busy();
    await this.happens("session.idle");
  }

  /** How often something was done. */
  count(what: string): number {
    return this.done.filter((done) => done === what).length;
  }

  [Symbol.dispose](): void {
    this.clock[Symbol.dispose]();
  }
}
