/**
 * The sessions of one project while the client runs: takes note of what happens in each, and does
 * what {@linkcode watch} says. Only of sessions that a person talks to: those of subagents and our
 * own are left alone.
 *
 * Nothing here throws, waits in the client's way, or grows: what is idle for half an hour is
 * forgotten, and what it comes to stands in the repository.
 */

import type { OpencodeClient } from "./client.ts";
import { readMessages, type Standing } from "./conversation.ts";
import { translate } from "./events.ts";
import { isOurs } from "../../judge/transcript/opencode.ts";
import { TOASTS } from "./messages.ts";
import type { SentPart } from "./plugin_api.ts";
import type { Answer, Question } from "./question.ts";
import type { Scripts } from "./scripts.ts";
import { isMain, newSession, type Session, type Timer, unref } from "./session.ts";
import { wakeAt, watch, type WatchAction, type WatchEvent, type WatchOptions } from "./watch.ts";

/** All that a project's sessions need of the world. */
export interface World {
  readonly client: OpencodeClient;
  readonly scripts: Scripts;
  readonly directory: string;
  readonly judges: boolean;
  readonly speaks: boolean;
  readonly now: () => number;
  readonly log: (message: string) => void;
}

/** Forgotten after so long without anything happening, and the oldest beyond so many. */
const FORGET_AFTER_MS = 30 * 60_000;
const MAX_SESSIONS = 200;

/** How often what is to be forgotten is looked for. */
const SWEEP_MS = 60_000;

/** How long the client is held up at its end, for records that are being written. */
const DISPOSE_MS = 10_000;

/** Every session of a project. */
export class Sessions {
  readonly #world: World;
  readonly #sessions = new Map<string, Session>();
  readonly #pending = new Set<Promise<unknown>>();
  #disposed = false;
  #toldNoDeno = false;
  #sweeping: Timer | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  /** An event of the client's. */
  event(type: string, properties: unknown): void {
    const told = translate(type, properties);
    if (told === null || this.#disposed) return;
    const { sessionId, userMessage, created, deleted, happened } = told;
    if (deleted) return this.#forget(sessionId);
    const session = this.#sessionOf(sessionId);
    if (happened?.kind === "compacted" || happened?.kind === "idle") session.compacting = false;
    if (created !== null) session.main = Promise.resolve(isMain(created));
    if (userMessage !== null) session.userMessage = userMessage;
    if (happened === null || (told.part !== null && told.part === session.userMessage)) return;
    this.#happened(session, happened);
  }

  /** A message that is about to be sent to the agent, by a person or by us. */
  message(sessionId: string, parts: readonly SentPart[]): void {
    if (this.#disposed) return;
    const session = this.#sessionOf(sessionId);
    this.#begin(session);
    if (parts.some(({ metadata }) => isOurs(metadata))) return;
    if (parts.length > 0 && parts.every(({ synthetic }) => synthetic === true)) return;
    this.#happened(session, { kind: "person" });
  }

  /** A summary is about to be written. */
  compacting(sessionId: string): void {
    if (!this.#disposed) this.#sessionOf(sessionId).compacting = true;
  }

  /** Whether an agent is at work that a person talks to: not a subagent, nor one that summarises. */
  async isWork(sessionId: string): Promise<boolean> {
    const session = this.#sessionOf(sessionId);
    return !session.compacting && await this.#isMain(session);
  }

  /** Waits for the records that are being written; nothing is said any more. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    clearTimeout(this.#sweeping ?? undefined);
    for (const { timer, calledOff } of this.#sessions.values()) {
      clearTimeout(timer ?? undefined);
      calledOff.abort();
    }
    let late: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<void>((resolve) => late = setTimeout(resolve, DISPOSE_MS));
    await Promise.race([this.#settled(), tooLate]);
    clearTimeout(late);
  }

  /** Ends when nothing is under way any more. */
  async #settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** The session; the one that was used last stands last. */
  #sessionOf(id: string): Session {
    const known = this.#sessions.get(id);
    if (known) {
      this.#sessions.delete(id);
      this.#sessions.set(id, known);
      return known;
    }
    this.#sweep();
    const session = newSession(id, this.#world.now());
    this.#sessions.set(id, session);
    this.#forgetLater();
    return session;
  }

  #happened(session: Session, event: WatchEvent, standing: Standing | null = null): void {
    // An answer about a session that is gone.
    if (this.#sessions.get(session.id) !== session) return;
    const { judges, speaks, now } = this.#world;
    const options: WatchOptions = { now: now(), judges, speaks };
    const { watch: state, actions } = watch(session.state, event, options);
    if (state.epoch !== session.state.epoch) {
      session.calledOff.abort();
      session.calledOff = new AbortController();
    }
    session.state = state;
    this.#wake(session, options);
    for (const action of actions) this.#do(session, action, standing);
  }

  #wake(session: Session, options: WatchOptions): void {
    clearTimeout(session.timer ?? undefined);
    const at = this.#disposed ? null : wakeAt(session.state, options);
    session.timer = at === null ? null : unref(setTimeout(() => {
      this.#happened(session, { kind: "time" });
    }, Math.max(0, at - options.now)));
  }

  #do(session: Session, action: WatchAction, standing: Standing | null): void {
    if (action.do === "toast" || action.do === "say") {
      if (!this.#disposed) this.#attend(this.#speak(session, action));
      return;
    }
    this.#world.log(`${session.id}: ${action.do}`);
    this.#attend(
      this.#isMain(session).then(async (main) => {
        if (main && this.#canRun()) await this.#lookAt(session, action, standing);
      }),
    );
  }

  async #lookAt(
    session: Session,
    action: Exclude<WatchAction, { do: "toast" } | { do: "say" }>,
    known: Standing | null,
  ): Promise<void> {
    const standing = known ?? readMessages(await this.#world.client.messages(session.id));
    session.addressee = standing.addressee;
    switch (action.do) {
      case "capture":
        return await this.#capture(session, standing, action.event);
      case "read": {
        const { epoch } = action;
        return this.#happened(session, { kind: "stopped", epoch, facts: standing }, standing);
      }
      case "judge":
        return await this.#judge(session, standing, action);
      case "look":
        return await this.#look(session, standing, action);
      case "weigh":
        return await this.#weigh(session, standing, action.epoch);
    }
  }

  async #judge(
    session: Session,
    standing: Standing,
    { epoch, position }: Extract<WatchAction, { do: "judge" }>,
  ): Promise<void> {
    session.judging?.abort();
    session.judging = new AbortController();
    const { signal } = session.judging;
    const answer = await this.#ask(session, standing, { kind: "task", idleMs: 0, signal });
    const outcome = answer?.kind === "task" ? answer.outcome : null;
    this.#happened(session, { kind: "judged", epoch, position, outcome });
  }

  async #look(
    session: Session,
    standing: Standing,
    { epoch, since, idleMs }: Extract<WatchAction, { do: "look" }>,
  ): Promise<void> {
    if (standing.planMode) return;
    const answer = await this.#ask(session, standing, { kind: "stuck", idleMs });
    if (answer?.kind !== "stuck" || answer.verdict === null) return;
    this.#happened(session, { kind: "looked", epoch, since, verdict: answer.verdict });
  }

  async #weigh(session: Session, standing: Standing, epoch: number): Promise<void> {
    const { compaction, planMode } = standing;
    // Who compacts by hand goes on by hand.
    if (planMode || !compaction?.auto) return;
    const answer = await this.#ask(session, standing, { kind: "compaction", idleMs: 0 });
    if (answer?.kind !== "compaction" || answer.verdict === null) return;
    this.#happened(session, { kind: "weighed", epoch, compaction, verdict: answer.verdict });
  }

  async #ask(
    { id, calledOff }: Session,
    { conversation, promptId, planMode, addressee, failed }: Standing,
    { kind, idleMs, signal }: { kind: Question["kind"]; idleMs: number; signal?: AbortSignal },
  ): Promise<Answer | null> {
    const { client, scripts } = this.#world;
    const over = signal ? AbortSignal.any([calledOff.signal, signal]) : calledOff.signal;
    return await scripts.judge(
      {
        kind,
        session_id: id,
        prompt_id: promptId,
        conversation,
        plan_mode: planMode,
        idle_ms: idleMs,
        failed,
      },
      (request) => client.ask(id, request, addressee.model, over),
      over,
    );
  }

  async #capture({ id, begun }: Session, standing: Standing, event: string): Promise<void> {
    await begun;
    await this.#world.scripts.capture({
      hook_event_name: event,
      session_id: id,
      cwd: this.#world.directory,
      prompt_id: standing.promptId,
      last_assistant_message: standing.lastMessage,
    });
  }

  /** At once: between the decision and this nothing else can have happened. */
  async #speak(
    { id, addressee }: Session,
    action: Extract<WatchAction, { do: "toast" } | { do: "say" }>,
  ): Promise<void> {
    const { client, log } = this.#world;
    if (action.do === "toast") return await client.toast(action.toast);
    log(`${id}: ${action.as} sent`);
    await client.say(id, action.text, action.as, addressee);
  }

  #begin(session: Session): void {
    if (session.begun !== null) return;
    session.begun = this.#isMain(session).then(async (main) => {
      if (!main || !this.#canRun()) return;
      await this.#world.scripts.begin({
        hook_event_name: "SessionStart",
        session_id: session.id,
        cwd: this.#world.directory,
        source: "startup",
      });
    }).catch(() => {});
    this.#attend(session.begun);
  }

  async #isMain(session: Session): Promise<boolean> {
    session.main ??= this.#world.client.session(session.id).then(isMain);
    try {
      return await session.main;
    } catch {
      // Asked again next time
      session.main = null;
      return false;
    }
  }

  /** Without deno nothing can be done, and the person is told so once. */
  #canRun(): boolean {
    const { scripts, client } = this.#world;
    if (!scripts.available && !this.#toldNoDeno) {
      this.#toldNoDeno = true;
      this.#attend(client.toast(TOASTS.noDeno));
    }
    return scripts.available;
  }

  /** Whatever goes wrong is noted, and nothing else. */
  #attend(work: Promise<unknown>): void {
    const attended: Promise<unknown> = work.catch((error) => {
      this.#world.log(`failed: ${error instanceof Error ? error.message : error}`);
    }).finally(() => this.#pending.delete(attended));
    this.#pending.add(attended);
  }

  #forget(id: string): void {
    const session = this.#sessions.get(id);
    clearTimeout(session?.timer ?? undefined);
    session?.calledOff.abort();
    this.#sessions.delete(id);
  }

  /** Forgets what is old, and the oldest where there are too many. */
  #sweep(): void {
    const now = this.#world.now();
    for (const [id, { state }] of this.#sessions) {
      const old = now - state.lastAt >= FORGET_AFTER_MS;
      if (old || this.#sessions.size >= MAX_SESSIONS) this.#forget(id);
    }
  }

  /** One timer for all: it sweeps, and comes back while there is anything left. */
  #forgetLater(): void {
    this.#sweeping ??= unref(setTimeout(() => {
      this.#sweeping = null;
      this.#sweep();
      if (this.#sessions.size > 0 && !this.#disposed) this.#forgetLater();
    }, SWEEP_MS));
  }
}
