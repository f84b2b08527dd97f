/**
 * OpenCode's messages as the judge's conversation, and what else they tell of where a session stands.
 *
 * What the client gives is read as anything may come: unknown parts are passed over, what is long
 * is cut. Pure; runs wherever the plugin runs.
 */

import { cutMiddle } from "../judge/cut_middle.ts";
import type { CallState, Conversation, Origin } from "../judge/conversation.ts";
import { NAME_CHARACTERS, OUTPUT } from "../judge/reading/bounds.ts";
import { boundedInput, countOf, nameOf, objectOf, objectsOf } from "../judge/reading/values.ts";
import type { Values } from "../judge/reading/values.ts";
import type { OpenCall } from "../judge/reading/open.ts";
import { TurnLog } from "../judge/reading/turns.ts";
import { isOurs } from "./mark.ts";
import type { ModelName } from "./pick_model.ts";

/** Which model and agent a message was for. */
export interface Addressee {
  readonly agent: string | null;
  readonly model: ModelName | null;
}

/** How a session stands. */
export interface Standing {
  readonly conversation: Conversation;
  /** One more message, or another one, is another place. */
  readonly position: string;
  /** The person's last message. */
  readonly promptId: string | null;
  /** What the agent said last. */
  readonly lastMessage: string | null;
  /** Whether the agent has not answered yet, or its answer is still being written. */
  readonly open: boolean;
  /** Whether the last thing that happened is that a person stopped the agent. */
  readonly aborted: boolean;
  /** Whether the agent ended with an error that nobody asked for. */
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

/** Reads what `session.messages` gives. */
export function readMessages(messages: unknown): Standing {
  const turns = new TurnLog(0);
  let standing: Omit<Standing, "conversation" | "position"> = {
    promptId: null,
    lastMessage: null,
    open: true,
    aborted: false,
    failed: false,
    planMode: false,
    summarised: false,
    compaction: null,
    addressee: { agent: null, model: null },
  };
  let count = 0;
  let lastId = "";
  for (const message of objectsOf(messages)) {
    const info = objectOf(message.info) ?? {};
    const parts = objectsOf(message.parts);
    const id = nameOf(info.id) ?? "";
    count++;
    lastId = id;
    if (info.role === "user") {
      const origin = originOf(parts);
      turns.add({ id, origin, subagent: false, at: createdAt(info), text: textOf(parts, origin) });
      standing = { ...standing, ...afterUser(info, parts, id, origin, standing) };
    } else if (info.role === "assistant") {
      standing = { ...standing, ...readAnswer(turns, info, parts, id) };
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
  const continued = parts.some(({ metadata }) => objectOf(metadata)?.compaction_continue === true);
  return {
    open: true,
    aborted: false,
    failed: false,
    summarised: false,
    promptId: origin === "person" ? id : promptId,
    // What was said about an earlier task says nothing about this one.
    ...origin === "person" ? { lastMessage: null } : {},
    addressee: asked === undefined ? addresseeOf(info) : addressee,
    planMode: info.agent === PLAN_AGENT,
    compaction: asked !== undefined
      ? { auto: asked.auto === true, continued: false }
      : compaction && { ...compaction, continued: compaction.continued || continued },
  };
}

function addresseeOf({ agent, model }: Values): Addressee {
  const { providerID, modelID } = objectOf(model) ?? {};
  const [provider, name] = [nameOf(providerID), nameOf(modelID)];
  return {
    agent: nameOf(agent),
    model: provider === null || name === null ? null : { providerID: provider, modelID: name },
  };
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
    return { open: false, summarised: true, aborted: false, failed: false };
  }
  const turn = turns.agentTurn(id, { id, subagent: false, at });
  turns.addText(turn, text);
  for (const part of parts) if (part.type === "tool") turns.addCall(turn, callOf(part));
  const { completed } = objectOf(info.time) ?? {};
  const error = objectOf(info.error);
  const ended = countOf(completed) !== null;
  turn.aborted = isAborted(info, parts, ended);
  turn.outputTokens = countOf(objectOf(info.tokens)?.output);
  if (ended && error === null) turn.stopReason = info.finish === "length" ? "max_tokens" : "ended";
  return {
    open: !ended,
    aborted: turn.aborted,
    failed: error !== null && !turn.aborted,
    summarised: false,
    planMode: info.agent === PLAN_AGENT || info.mode === PLAN_AGENT,
    ...text === "" ? {} : { lastMessage: text },
  };
}

/**
 * Whether a person stopped it. One that is stopped while the client tries a failed request again
 * carries no error at all: it has ended, for no reason, with nothing in it.
 */
function isAborted(info: Values, parts: readonly Values[], ended: boolean): boolean {
  const error = objectOf(info.error);
  if (error !== null) return error.name === ABORTED;
  const empty = !parts.some(({ type }) => type === "text" || type === "tool");
  return ended && empty && nameOf(info.finish) === null;
}

/** How the client calls the states of a tool. */
const STATES: ReadonlyMap<unknown, CallState> = new Map([
  ["pending", "pending"],
  ["running", "running"],
  ["completed", "done"],
  ["error", "failed"],
]);

function callOf({ callID, tool, state }: Values): OpenCall {
  const { status, input, output, error, metadata, time } = objectOf(state) ?? {};
  const { start, end } = objectOf(time) ?? {};
  const told = status === "error" ? error : output;
  return {
    id: nameOf(callID) ?? "",
    name: nameOf(tool)?.slice(0, NAME_CHARACTERS) ?? "unknown",
    input: boundedInput(input),
    output: typeof told === "string" ? cutMiddle(told, OUTPUT) : null,
    state: STATES.get(status) ?? null,
    exitCode: countOf(objectOf(metadata)?.exit),
    background: false,
    startedAt: countOf(start),
    endedAt: countOf(end),
    file: null,
  };
}

function createdAt({ time }: Values): number | null {
  return countOf(objectOf(time)?.created);
}
