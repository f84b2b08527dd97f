/**
 * Reads OpenCode's messages, as its server gives them and `opencode export` writes them, into a
 * conversation, and says of each message what it is.
 *
 * What the client gives is read as anything may come: unknown parts are passed over, what is long
 * is cut. Pure; runs wherever the plugin runs.
 */

import type { CallState, Conversation, Origin, ToolCall } from "../conversation.ts";
import { boundedInput, OUTPUT } from "./bounds.ts";
import type { OpenCall } from "./open.ts";
import { TurnLog } from "./turns.ts";
import {
  countOf,
  NAME_CHARACTERS,
  nameOf,
  objectOf,
  objectsOf,
  type Values,
} from "../../lib/text/values.ts";
import { cutMiddle } from "../../lib/text/text.ts";

/** Metadata of a text of ours, by this key; the client keeps it. */
export const OURS = "reflection-kernel";

/** One message, and what it is. */
export interface OpenCodeMessage {
  readonly id: string;
  readonly info: Values;
  readonly parts: readonly Values[];
  /** A command that the person ran in the client is what the client says. */
  readonly kind: "asked" | "answer" | "summary" | "command";
  readonly origin: Origin;
  /** Everything that was written in it. */
  readonly text: string;
  /** Whether it has come to its end. */
  readonly ended: boolean;
  /** Whether a person stopped it. */
  readonly aborted: boolean;
}

/** What the messages of a session say. */
interface OpenCodeRead {
  readonly conversation: Conversation;
  readonly messages: readonly OpenCodeMessage[];
  /** How many there were, those included that are of neither side, and the id of the last. */
  readonly count: number;
  readonly lastId: string;
}

/** The client's own agent that summarises. */
const COMPACTION_AGENT = "compaction";

const ABORTED = "MessageAbortedError";

/** Reads what `session.messages` gives. */
export function readOpenCode(messages: unknown): OpenCodeRead {
  const reader = new MessageReader();
  const given = objectsOf(messages);
  const read = given.map((message) => reader.read(message));
  return {
    conversation: reader.turns.finish(reader.folder),
    messages: read.filter((message) => message !== null),
    count: given.length,
    lastId: nameOf(objectOf(given.at(-1)?.info)?.id) ?? "",
  };
}

class MessageReader {
  readonly turns = new TurnLog(0);
  /** The message by which the person may have run a command. */
  #commandedBy = "";
  /** The folder that the session began in; empty until something tells. */
  folder = "";

  /** Takes the next message; null for one of neither side. */
  read(message: Values): OpenCodeMessage | null {
    const info = objectOf(message.info) ?? {};
    const parts = objectsOf(message.parts);
    const given = { id: nameOf(info.id) ?? "", info, parts };
    if (info.role === "user") return this.#readAsked(given);
    if (info.role !== "assistant") return null;
    if (info.summary === true || info.agent === COMPACTION_AGENT) return this.#readSummary(given);
    const byPerson = this.#commandedBy !== "" && info.parentID === this.#commandedBy &&
      isOnlyTools(parts);
    return byPerson ? this.#readCommand(given) : this.#readAnswer(given);
  }

  #readAsked(given: Given): OpenCodeMessage {
    const { parts } = given;
    const named = originOf(parts);
    const { origin, text } = this.#say(given, named, askedText(parts, named));
    if (isCommand(parts, origin)) this.#commandedBy = given.id;
    return { ...given, kind: "asked", origin, text, ended: true, aborted: false };
  }

  #readSummary(given: Given): OpenCodeMessage {
    const { origin, text } = this.#say(given, "summary", answerTexts(given.parts).join("\n\n"));
    return { ...given, kind: "summary", origin, text, ended: true, aborted: false };
  }

  /** What a person ran stands in the conversation as what the client says. */
  #readCommand(given: Given): OpenCodeMessage {
    const ran = this.#callsOf(given)
      .map(({ input, output }) =>
        `The person ran: ${String(input.command ?? "")}\n${output ?? ""}`
      );
    const { origin, text } = this.#say(given, "synthetic", ran.join("\n\n"));
    return { ...given, kind: "command", origin, text, ended: true, aborted: false };
  }

  #readAnswer(given: Given): OpenCodeMessage {
    const { id, info, parts } = given;
    const texts = answerTexts(parts);
    const ended = countOf(objectOf(info.time)?.completed) !== null;
    const turn = this.turns.agentTurn(id, { id, subagent: false, at: createdAt(info) });
    for (const text of texts) this.turns.addText(turn, text);
    for (const call of this.#callsOf(given)) this.turns.addCall(turn, call);
    turn.aborted = isAborted(info, ended);
    turn.outputTokens = countOf(objectOf(info.tokens)?.output);
    turn.open = !ended || objectOf(info.error) !== null;
    if (!turn.open) turn.stopReason = info.finish === "length" ? "max_tokens" : "ended";
    for (const words of parts.map(wordsIn)) if (words !== "") this.#say(given, "person", words);
    const { aborted } = turn;
    return { ...given, kind: "answer", origin: "agent", text: texts.join("\n\n"), ended, aborted };
  }

  #say({ id, info }: Given, origin: Origin, text: string): { origin: Origin; text: string } {
    return this.turns.add({ id, origin, subagent: false, at: createdAt(info), text });
  }

  #callsOf({ info, parts }: Given): OpenCall[] {
    const folder = nameOf(objectOf(info.path)?.cwd);
    this.folder ||= folder ?? "";
    return parts.filter(({ type }) => type === "tool").map((part) => {
      const call = callOf(part, folder ?? "");
      return call.folder === this.folder ? { ...call, folder: "" } : call;
    });
  }
}

type Given = Pick<OpenCodeMessage, "id" | "info" | "parts">;

/** Who wrote a message that stands as a user's. */
function originOf(parts: readonly Values[]): Origin {
  if (parts.some(({ metadata }) => isOurs(metadata))) return "feedback";
  if (parts.some(({ type }) => type === "compaction")) return "synthetic";
  const own = parts.filter(({ synthetic }) => synthetic !== true);
  return own.length === 0 ? "synthetic" : "person";
}

/** Whether metadata is ours. */
export function isOurs(metadata: unknown): boolean {
  return typeof metadata === "object" && metadata !== null && OURS in metadata;
}

/** Whether the client makes an agent go on after a compaction. */
export function isContinue({ metadata }: Values): boolean {
  return objectOf(metadata)?.compaction_continue === true;
}

/**
 * Whether the person may have run a command in the client: its message is the client's own, and the
 * tool call after it the person's work. So is a message by which the client makes an
 * agent go on, whose answer has steps.
 */
function isCommand(parts: readonly Values[], origin: Origin): boolean {
  return origin === "synthetic" && parts.length > 0 &&
    parts.every((part) => part.type === "text" && !isContinue(part));
}

function isOnlyTools(parts: readonly Values[]): boolean {
  return parts.length > 0 && parts.every(({ type }) => type === "tool");
}

/** A person's words, without what the client adds to them, such as the text of a file. */
function askedText(parts: readonly Values[], origin: Origin): string {
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

function answerTexts(parts: readonly Values[]): string[] {
  const own = parts.filter(({ type, synthetic }) => type === "text" && synthetic !== true);
  return own.flatMap(({ text }) => typeof text === "string" && text !== "" ? [text] : []);
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

/** How the client begins the error of a call that did not run. */
const REFUSED: readonly (readonly [start: string, by: ToolCall["refusedBy"]])[] = [
  ["The user rejected permission to use this specific tool call", "person"],
  ["The user dismissed this question", "person"],
  ["The user has specified a rule which prevents you from using this", "client"],
];

/** What the person said with a refusal comes after this. */
const WITH_WORDS = " with the following feedback: ";

function wordsIn({ state }: Values): string {
  const { status, error } = objectOf(state) ?? {};
  if (status !== "error" || typeof error !== "string") return "";
  const told = error.replace(/^Error: /, "");
  const at = REFUSED[0]![0].length;
  return told.startsWith(REFUSED[0]![0]) && told.startsWith(WITH_WORDS, at)
    ? told.slice(at + WITH_WORDS.length)
    : "";
}

/** What the shell tool adds to its output where it put an end to the command. */
const ENDED_EARLY =
  /\b(?:terminated command after exceeding timeout \d|User aborted the command$)/m;

function callOf({ id, callID, tool, state }: Values, folder: string): OpenCall {
  const { status, input, output, error, metadata, time } = objectOf(state) ?? {};
  const { start, end } = objectOf(time) ?? {};
  const { exit, truncated, [OURS]: ours } = objectOf(metadata) ?? {};
  const told = status === "error" ? error : output;
  const added = countOf(objectOf(ours)?.added) ?? 0;
  const text = typeof told === "string" ? told.slice(0, told.length - added) : null;
  const refused = status === "error" &&
    REFUSED.find(([start]) => text?.replace(/^Error: /, "").startsWith(start));
  return {
    // Not every provider has call ids of which there are no two.
    id: nameOf(id) ?? nameOf(callID) ?? "",
    name: nameOf(tool)?.slice(0, NAME_CHARACTERS) ?? "unknown",
    input: boundedInput(input),
    output: text === null ? null : cutMiddle(text, OUTPUT),
    state: STATES.get(status) ?? null,
    exitCode: countOf(exit),
    background: false,
    refusedBy: refused ? refused[1] : null,
    cut: truncated === true || ENDED_EARLY.test(text?.slice(-1_000) ?? ""),
    folder: nameOf(objectOf(input)?.workdir) ?? folder,
    startedAt: countOf(start),
    endedAt: countOf(end),
  };
}

function createdAt({ time }: Values): number | null {
  return countOf(objectOf(time)?.created);
}
