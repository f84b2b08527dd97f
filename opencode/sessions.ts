/**
 * The sessions of one project while the client runs: takes note of what happens in each, and does
 * what {@linkcode watch} says. Only of sessions that a person talks to: those of subagents and our
 * own are left alone.
 *
 * Nothing here throws, waits in the client's way, or grows: what is idle for half an hour is
 * forgotten, and what it comes to stands in the repository.
 */

import { readMessages, type Standing } from "./conversation.ts";
import { isOurs, type Kind } from "./mark.ts";
import { JUDGE_TITLE, type OpencodeClient } from "./client.ts";
import type { SentPart } from "./plugin_api.ts";
import type { Answer, ModelReply, ModelRequest, Question } from "./question.ts";
import { TOASTS } from "./toasts.ts";
import { translate } from "./events.ts";
import {
  newWatch,
  wakeAt,
  type Watch,
  watch,
  type WatchAction,
  type WatchEvent,
  type WatchOptions,
} from "./watch.ts";

/** What runs outside of the client. */
export interface Scripts {
  /** Whether they can be run at all. */
  readonly available: boolean;
  /** Remembers where a run began. */
  begin(payload: Record<string, unknown>): Promise<void>;
  /** Leaves a record of a run. */
  capture(payload: Record<string, unknown>): Promise<void>;
  /** Judges; null where no answer came, or nobody wants one any more. */
  judge(
    question: Question,
    askModel: (request: ModelRequest["ask"]) => Promise<ModelReply>,
    signal: AbortSignal,
  ): Promise<Answer | null>;
}

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

/** How long the client is held up at its end, for records that are being written. */
const DISPOSE_MS = 10_000;

interface Session {
  readonly id: string;
  state: Watch;
  /** Whether a person talks to it; asked for once. */
  main: Promise<boolean> | null;
  /** The remembering of where it began: what compares with that comes after. */
  begun: Promise<void> | null;
  timer: ReturnType<typeof setTimeout> | null;
  /** The last message of a user, whose parts are no activity of the agent. */
  userMessage: string | null;
  /** What is being judged is called off when the person does something: it would be in the way. */
  calledOff: AbortController;
}

/** Every session of a project. */
export class Sessions {
  readonly #world: World;
  readonly #sessions = new Map<string, Session>();
  readonly #pending = new Set<Promise<unknown>>();
  #disposed = false;
  #toldNoDeno = false;

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

  /** Whether a person talks to this session, as far as is known without asking. */
  async isMain(sessionId: string): Promise<boolean> {
    return await this.#isMain(this.#sessionOf(sessionId));
  }

  /** Waits for the records that are being written; nothing is said any more. */
  async dispose(): Promise<void> {
    this.#disposed = true;
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

  #sessionOf(id: string): Session {
    const known = this.#sessions.get(id);
    if (known) return known;
    this.#sweep();
    const state = newWatch(this.#world.now());
    const session: Session = {
      ...{ id, state, main: null, begun: null, timer: null, userMessage: null },
      calledOff: new AbortController(),
    };
    this.#sessions.set(id, session);
    return session;
  }

  #happened(session: Session, event: WatchEvent): void {
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
    for (const action of actions) this.#do(session, action);
  }

  #wake(session: Session, options: WatchOptions): void {
    clearTimeout(session.timer ?? undefined);
    const at = this.#disposed ? null : wakeAt(session.state, options);
    session.timer = at === null ? null : setTimeout(() => {
      this.#happened(session, { kind: "time" });
    }, Math.max(0, at - options.now));
    // A timer of ours must not keep the client from ending.
    (session.timer as { unref?: () => void } | null)?.unref?.();
  }

  #do(session: Session, action: WatchAction): void {
    const { id } = session;
    if (action.do === "toast") return this.#attend(this.#world.client.toast(action.toast));
    if (action.do === "say") return this.#attend(this.#say(session, action.text, action.as));
    this.#world.log(`${id}: ${action.do}`);
    this.#attend(
      this.#isMain(session).then(async (main) => {
        if (main && this.#canRun()) await this.#lookAt(session, action);
      }),
    );
  }

  async #lookAt(
    session: Session,
    action: Exclude<WatchAction, { do: "toast" } | { do: "say" }>,
  ): Promise<void> {
    const standing = readMessages(await this.#world.client.messages(session.id));
    if (action.do === "capture") return await this.#capture(session, standing, action.event);
    const { epoch } = action;
    if (action.do === "read") {
      return this.#happened(session, { kind: "stopped", epoch, facts: standing });
    }
    if (action.do === "weigh" && !standing.compaction?.auto) return;
    const answer = await this.#ask(session, standing, action);
    if (answer === null) return;
    if (answer.kind === "task" && action.do === "judge") {
      const { position } = action;
      this.#happened(session, { kind: "judged", epoch, position, outcome: answer.outcome });
    } else if (answer.kind === "stuck" && action.do === "look") {
      const { since } = action;
      this.#happened(session, { kind: "looked", epoch, since, verdict: answer.verdict });
    } else if (answer.kind === "compaction") {
      const { compaction } = standing;
      this.#happened(session, { kind: "weighed", epoch, compaction, verdict: answer.verdict });
    }
  }

  async #ask(
    { id, calledOff: { signal } }: Session,
    { conversation, promptId, planMode, addressee }: Standing,
    action: Extract<WatchAction, { do: "judge" | "look" | "weigh" }>,
  ): Promise<Answer | null> {
    const { client, scripts } = this.#world;
    return await scripts.judge(
      {
        kind: KINDS[action.do],
        session_id: id,
        prompt_id: promptId,
        conversation,
        plan_mode: planMode,
        idle_ms: action.do === "look" ? action.idleMs : 0,
      },
      (request) => client.ask(request, addressee.model, signal),
      signal,
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

  async #say(session: Session, text: string, kind: Kind): Promise<void> {
    const { client, log } = this.#world;
    const { epoch } = session.state;
    const { addressee } = readMessages(await client.messages(session.id));
    // Reading took a moment, in which the person may have spoken or stopped the agent.
    const { state } = session;
    if (this.#disposed || state.epoch !== epoch || state.aborted || state.busy) {
      return log(`${session.id}: ${kind} withdrawn`);
    }
    log(`${session.id}: ${kind} sent`);
    await client.say(session.id, text, kind, addressee);
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

  #sweep(): void {
    const now = this.#world.now();
    for (const [id, { state }] of this.#sessions) {
      const old = now - state.lastAt > FORGET_AFTER_MS;
      if (old || this.#sessions.size >= MAX_SESSIONS) this.#forget(id);
    }
  }
}

/** What each action asks the judge. */
const KINDS = { judge: "task", look: "stuck", weigh: "compaction" } as const;

/** Whether a person talks to a session: not one of a subagent, nor one of ours. */
function isMain({ parentID, title }: { parentID?: unknown; title?: unknown }): boolean {
  return !parentID && title !== JUDGE_TITLE;
}
