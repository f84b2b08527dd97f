/**
 * OpenCode's messages as the judge's conversation, and what else they tell of where a session stands.
 *
 * What the client gives is read as anything may come: unknown parts are passed over, what is long
 * is cut. Pure; runs wherever the plugin runs.
 */

import type { CallState, Conversation, Origin } from "../../judge/conversation.ts";
import { boundedInput, OUTPUT } from "../../judge/transcript/bounds.ts";
import {
  countOf,
  NAME_CHARACTERS,
  nameOf,
  objectOf,
  objectsOf,
  type Values,
} from "../../lib/text/values.ts";
import type { OpenCall } from "../../judge/transcript/open.ts";
import { TurnLog } from "../../judge/transcript/turns.ts";
import { isOurs } from "./messages.ts";
import type { ModelName } from "./question.ts";
import { cutMiddle } from "../../lib/text/text.ts";

/** For whom a message was, and under which terms: what we say must not change them. */
export interface Addressee {
  readonly agent: string | null;
  readonly model: ModelName | null;
  readonly variant: string | null;
  readonly system: string | null;
  /** Tools by name, and whether they may be used. */
  readonly tools: Readonly<Record<string, boolean>> | null;
}

const UNADDRESSED: Addressee = {
  agent: null,
  model: null,
  variant: null,
  system: null,
  tools: null,
};

/** How a session stands. */
export interface Standing {
  readonly conversation: Conversation;
  /** One more message, or another one, is another place. */
  readonly position: string;
  /** The person's last message. */
  readonly promptId: string | null;
  /** What the agent said last. */
  readonly lastMessage: string | null;
  /** Whether the agent's answer is still being written. */
  readonly open: boolean;
  /** Whether the last message has no answer at all. */
  readonly unanswered: boolean;
  /** Whether the last thing that happened is that the person ran a command. */
  readonly byPerson: boolean;
  /** Whether the last thing that happened is that a person stopped the agent. */
  readonly aborted: boolean;
  /** Whether the agent ended with an error that is no abort. */
  readonly failed: boolean;
  /** Whether the agent may only plan. */
  readonly planMode: boolean;
  /** Whether the last message is a summary that was asked for, and no work. */
  readonly summarised: boolean;
  /** The last compaction: by whom, and whether the client went on by itself after it. */
  readonly compaction: { readonly auto: boolean; readonly continued: boolean } | null;
  /** To whom the next message of ours has to go, so that nothing is switched. */
  readonly addressee: Addressee;
}

/** The agent that may only plan. */
const PLAN_AGENT = "plan";

/** The client's own agent that summarises. */
const COMPACTION_AGENT = "compaction";

const ABORTED = "MessageAbortedError";

/** So much of the last message is told: a self-report stands at its end. */
const MAX_LAST_MESSAGE = 200_000;

/** Reads what `session.messages` gives. */
export function readMessages(messages: unknown): Standing {
  const turns = new TurnLog(0);
  let standing: Omit<Standing, "conversation" | "position"> = {
    promptId: null,
    lastMessage: null,
    open: false,
    unanswered: true,
    byPerson: false,
    aborted: false,
    failed: false,
    planMode: false,
    summarised: false,
    compaction: null,
    addressee: UNADDRESSED,
  };
  let count = 0;
  let lastId = "";
  let commandedBy = "";
  for (const message of objectsOf(messages)) {
    const info = objectOf(message.info) ?? {};
    const parts = objectsOf(message.parts);
    const id = nameOf(info.id) ?? "";
    count++;
    lastId = id;
    if (info.role === "user") {
      const origin = originOf(parts);
      if (isCommand(parts, origin)) commandedBy = id;
      turns.add({ id, origin, subagent: false, at: createdAt(info), text: textOf(parts, origin) });
      standing = { ...standing, ...afterUser(info, parts, id, origin, standing) };
    } else if (info.role === "assistant") {
      const byPerson = commandedBy !== "" && info.parentID === commandedBy && isOnlyTools(parts);
      standing = byPerson
        ? { ...standing, ...readCommand(turns, info, parts, id) }
        : { ...standing, ...readAnswer(turns, info, parts, id) };
    }
  }
  return { ...standing, conversation: turns.finish(), position: `${count}:${lastId}` };
}

/** Who wrote a message that stands as a user's. */
function originOf(parts: readonly Values[]): Origin {
  if (parts.some(({ metadata }) => isOurs(metadata))) return "feedback";
  if (parts.some(({ type }) => type === "compaction")) return "synthetic";
  const own = parts.filter(({ synthetic }) => synthetic !== true);
  return own.length === 0 ? "synthetic" : "person";
}

/**
 * Whether the person may have run a command in the client: its message is the client's own, and the
 * tool call after it the person's work. So is a message by which the client makes an
 * agent go on, whose answer has steps.
 */
function isCommand(parts: readonly Values[], origin: Origin): boolean {
  return origin === "synthetic" && parts.length > 0 &&
    parts.every(({ type, metadata }) => type === "text" && !isContinue(metadata));
}

function isOnlyTools(parts: readonly Values[]): boolean {
  return parts.length > 0 && parts.every(({ type }) => type === "tool");
}

function isContinue(metadata: unknown): boolean {
  return objectOf(metadata)?.compaction_continue === true;
}

/** A person's words, without what the client adds to them, such as the text of a file. */
function textOf(parts: readonly Values[], origin: Origin): string {
  const texts = parts
    .filter(({ synthetic, ignored }) => ignored !== true && (origin !== "person" || !synthetic))
    .flatMap((part) => part.type === "text" ? [part.text] : [part.prompt, fileOf(part)])
    .filter((text) => typeof text === "string" && text !== "");
  return texts.join("\n\n");
}

function fileOf({ type, filename }: Values): string | null {
  const name = type === "file" ? nameOf(filename) : null;
  return name === null ? null : `[file: ${name}]`;
}

function afterUser(
  info: Values,
  parts: readonly Values[],
  id: string,
  origin: Origin,
  { promptId, compaction, addressee }: Pick<Standing, "promptId" | "compaction" | "addressee">,
): Partial<Standing> {
  const asked = parts.find(({ type }) => type === "compaction");
  const continued = parts.some(({ metadata }) => isContinue(metadata));
  return {
    open: false,
    unanswered: asked === undefined,
    byPerson: false,
    aborted: false,
    failed: false,
    summarised: false,
    promptId: origin === "person" ? id : promptId,
    // What was said about an earlier task says nothing about this one.
    ...origin === "person" ? { lastMessage: null } : {},
    addressee: asked === undefined ? nextAddressee(info, origin, addressee) : addressee,
    planMode: info.agent === PLAN_AGENT,
    compaction: asked !== undefined
      ? { auto: asked.auto === true, continued: false }
      : compaction && { ...compaction, continued: compaction.continued || continued },
  };
}

/** The client's own messages name agent and model, as where a plan is approved, and no other terms. */
function nextAddressee(info: Values, origin: Origin, before: Addressee): Addressee {
  const { agent, model, ...terms } = addresseeOf(info);
  if (origin !== "synthetic") return { agent, model, ...terms };
  return { ...before, agent: agent ?? before.agent, model: model ?? before.model };
}

function addresseeOf({ agent, model, variant, system, tools }: Values): Addressee {
  const named = objectOf(model) ?? {};
  const [providerID, modelID] = [nameOf(named.providerID), nameOf(named.modelID)];
  const allowed = Object.entries(objectOf(tools) ?? {})
    .filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean");
  return {
    agent: nameOf(agent),
    model: providerID === null || modelID === null ? null : { providerID, modelID },
    variant: nameOf(variant) ?? nameOf(named.variant),
    system: typeof system === "string" && system !== "" ? system : null,
    tools: allowed.length === 0 ? null : Object.fromEntries(allowed),
  };
}

/** What a person ran stands in the conversation as what the client says. */
function readCommand(
  turns: TurnLog,
  info: Values,
  parts: readonly Values[],
  id: string,
): Partial<Standing> {
  const text = parts.filter(({ type }) => type === "tool").map(callOf)
    .map(({ input, output }) => `The person ran: ${String(input.command ?? "")}\n${output ?? ""}`);
  turns.add({
    id,
    origin: "synthetic",
    subagent: false,
    at: createdAt(info),
    text: text.join("\n\n"),
  });
  return { byPerson: true, unanswered: false, open: false };
}

function readAnswer(
  turns: TurnLog,
  info: Values,
  parts: readonly Values[],
  id: string,
): Partial<Standing> {
  const summary = info.summary === true || info.agent === COMPACTION_AGENT;
  const at = createdAt(info);
  const text = parts.filter(({ type, synthetic }) => type === "text" && synthetic !== true)
    .map(({ text }) => typeof text === "string" ? text : "").filter((text) => text !== "")
    .join("\n\n");
  if (summary) {
    turns.add({ id, origin: "summary", subagent: false, at, text });
    return {
      open: false,
      unanswered: false,
      byPerson: false,
      summarised: true,
      aborted: false,
      failed: false,
    };
  }
  const turn = turns.agentTurn(id, { id, subagent: false, at });
  turns.addText(turn, text);
  for (const part of parts) if (part.type === "tool") turns.addCall(turn, callOf(part));
  const { completed } = objectOf(info.time) ?? {};
  const error = objectOf(info.error);
  const ended = countOf(completed) !== null;
  turn.aborted = isAborted(info, ended);
  turn.outputTokens = countOf(objectOf(info.tokens)?.output);
  if (ended && error === null) turn.stopReason = info.finish === "length" ? "max_tokens" : "ended";
  return {
    open: !ended,
    unanswered: false,
    byPerson: false,
    aborted: turn.aborted,
    failed: error !== null && !turn.aborted,
    summarised: false,
    planMode: info.agent === PLAN_AGENT || info.mode === PLAN_AGENT,
    ...text === "" ? {} : { lastMessage: text.slice(-MAX_LAST_MESSAGE) },
  };
}

/**
 * Whether a person stopped it. One that is stopped while the client tries a failed request again
 * carries no error at all: it has ended, and there is no reason why.
 */
function isAborted(info: Values, ended: boolean): boolean {
  const error = objectOf(info.error);
  return error === null ? ended && nameOf(info.finish) === null : error.name === ABORTED;
}

/** How the client calls the states of a tool. */
const STATES: ReadonlyMap<unknown, CallState> = new Map([
  ["pending", "pending"],
  ["running", "running"],
  ["completed", "done"],
  ["error", "failed"],
]);

function callOf({ id, callID, tool, state }: Values): OpenCall {
  const { status, input, output, error, metadata, time } = objectOf(state) ?? {};
  const { start, end } = objectOf(time) ?? {};
  const told = status === "error" ? error : output;
  return {
    // Not every provider has call ids of which there are no two.
    id: nameOf(id) ?? nameOf(callID) ?? "",
    name: nameOf(tool)?.slice(0, NAME_CHARACTERS) ?? "unknown",
    input: boundedInput(input),
    output: typeof told === "string" ? cutMiddle(told, OUTPUT) : null,
    state: STATES.get(status) ?? null,
    exitCode: countOf(objectOf(metadata)?.exit),
    background: false,
    refusedBy: null,
    cut: false,
    folder: "",
    startedAt: countOf(start),
    endedAt: countOf(end),
    file: null,
  };
}

function createdAt({ time }: Values): number | null {
  return countOf(objectOf(time)?.created);
}
