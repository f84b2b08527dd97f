/**
 * Reads OpenCode's messages, as its server gives them and `opencode export` writes them, into a
 * conversation, and says of each message what it is.
 *
 * What the client gives is read as anything may come: unknown parts are passed over, what is long
 * is cut. Pure; runs wherever the plugin runs.
 */

import type { CallState, Origin, ToolCall } from "../conversation.ts";
import { type Place, textsOf, TurnLog, type WrittenCall } from "./turns.ts";
import { countOf, nameOf, objectOf, objectsOf, type Values } from "../../lib/text/values.ts";

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

/** The client's own agent that summarises. */
const COMPACTION_AGENT = "compaction";

const ABORTED = "MessageAbortedError";

/** Reads what `session.messages` gives: the conversation, and what each message in it is. */
export function readOpenCode(messages: unknown) {
  const reader = new MessageReader();
  const read = objectsOf(messages).map((message) => reader.read(message));
  return {
    conversation: reader.turns.finish(),
    messages: read.filter((message) => message !== null),
  };
}

class MessageReader {
  readonly turns = new TurnLog();
  /** The message by which the person may have run a command. */
  #commandedBy = "";

  /** Takes the next message; null for one of neither side. */
  read(message: Values): OpenCodeMessage | null {
    const info = objectOf(message.info) ?? {};
    const parts = objectsOf(message.parts);
    const given = { id: nameOf(info.id) ?? "", info, parts };
    if (info.role === "user") {
      const origin = originOf(parts);
      const asked = this.#say(given, "asked", origin, askedText(parts, origin));
      if (isCommand(parts, asked.origin)) this.#commandedBy = given.id;
      return asked;
    }
    if (info.role !== "assistant") return null;
    if (info.summary === true || info.agent === COMPACTION_AGENT) {
      return this.#say(given, "summary", "summary", answerTexts(parts).join("\n\n"));
    }
    const byPerson = this.#commandedBy !== "" && info.parentID === this.#commandedBy &&
      parts.length > 0 && parts.every(({ type }) => type === "tool");
    if (!byPerson) return this.#readAnswer(given);
    const ran = this.#callsOf(given).map(({ input, output }) =>
      `The person ran: ${String(objectOf(input)?.command ?? "")}\n${output ?? ""}`
    );
    return this.#say(given, "command", "synthetic", ran.join("\n\n"));
  }

  #readAnswer(given: Given): OpenCodeMessage {
    const { id, info, parts } = given;
    const texts = answerTexts(parts);
    const ended = countOf(objectOf(info.time)?.completed) !== null;
    const turn = this.turns.agentTurn(id, placeOf(given));
    for (const text of texts) this.turns.addText(turn, text);
    for (const call of this.#callsOf(given)) this.turns.addCall(turn, call);
    turn.aborted = isAborted(info, ended);
    turn.outputTokens = countOf(objectOf(info.tokens)?.output);
    turn.open = !ended || objectOf(info.error) !== null;
    if (!turn.open) turn.stopReason = info.finish === "length" ? "max_tokens" : "ended";
    const { aborted } = turn;
    for (const words of parts.map(wordsIn)) {
      if (words !== "") this.#say(given, "asked", "person", words);
    }
    return { ...given, kind: "answer", origin: "agent", text: texts.join("\n\n"), ended, aborted };
  }

  /** A message that the agent did not write. */
  #say(
    given: Given,
    kind: OpenCodeMessage["kind"],
    named: Origin,
    said: string,
  ): OpenCodeMessage {
    const { origin, text } = this.turns.add({ ...placeOf(given), origin: named, text: said });
    return { ...given, kind, origin, text, ended: true, aborted: false };
  }

  #callsOf({ info, parts }: Given): WrittenCall[] {
    const folder = nameOf(objectOf(info.path)?.cwd) ?? "";
    this.turns.folder ||= folder;
    return parts.filter(({ type }) => type === "tool").map((part) => readCall(part, folder));
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

/** A person's words, without what the client adds to them, such as the text of a file. */
function askedText(parts: readonly Values[], origin: Origin): string {
  const asked = parts.filter(({ synthetic, ignored }) =>
    ignored !== true && (origin !== "person" || !synthetic)
  );
  const texts = asked.flatMap(({ type, text, prompt, filename }) => {
    if (type === "text") return [text];
    const file = type === "file" ? nameOf(filename) : null;
    return [prompt, file === null ? "" : `[file: ${file}]`];
  });
  return texts.filter((text) => typeof text === "string" && text !== "").join("\n\n");
}

function answerTexts(parts: readonly Values[]): string[] {
  return textsOf(parts.filter(({ synthetic }) => synthetic !== true)).filter((text) => text !== "");
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
const REJECTED = "The user rejected permission to use this specific tool call";
const REFUSED: readonly (readonly [start: string, by: ToolCall["refusedBy"]])[] = [
  [REJECTED, "person"],
  ["The user dismissed this question", "person"],
  ["The user has specified a rule which prevents you from using this", "client"],
];

/** What the person said with a refusal comes after this. */
const WITH_WORDS = `${REJECTED} with the following feedback: `;

function wordsIn(part: Values): string {
  const error = errorOf(objectOf(part.state) ?? {});
  return error.startsWith(WITH_WORDS) ? error.slice(WITH_WORDS.length) : "";
}

/** Why a call failed; empty where it did not. */
function errorOf({ status, error }: Values): string {
  return status === "error" && typeof error === "string" ? error.replace(/^Error: /, "") : "";
}

/** What the shell tool adds to its output where it put an end to the command. */
const ENDED_EARLY =
  /\b(?:terminated command after exceeding timeout \d|User aborted the command$)/m;

function readCall({ id, callID, tool, ...part }: Values, inFolder: string): WrittenCall {
  const state = objectOf(part.state) ?? {};
  const { exit, truncated, [OURS]: ours } = objectOf(state.metadata) ?? {};
  const told = state.status === "error" ? state.error : state.output;
  const added = countOf(objectOf(ours)?.added) ?? 0;
  const output = typeof told === "string" ? told.slice(0, told.length - added) : null;
  const error = errorOf(state);
  return {
    // Not every provider has call ids of which there are no two.
    id: nameOf(id) ?? nameOf(callID) ?? "",
    name: nameOf(tool) ?? "unknown",
    input: state.input,
    output,
    state: STATES.get(state.status) ?? null,
    exitCode: countOf(exit),
    refusedBy: REFUSED.find(([start]) => error.startsWith(start))?.[1] ?? null,
    cut: truncated === true || ENDED_EARLY.test(output?.slice(-1_000) ?? ""),
    folder: nameOf(objectOf(state.input)?.workdir) ?? inFolder,
    endedAt: countOf(objectOf(state.time)?.end),
  };
}

function placeOf({ id, info }: Given): Place {
  return { id, subagent: false, at: countOf(objectOf(info.time)?.created) };
}
