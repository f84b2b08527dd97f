/**
 * Reads a Claude Code transcript (JSON Lines) into a conversation.
 *
 * Takes bytes in pieces of any size and keeps a bounded part of them, so that a file of 100 MB
 * needs little memory. Never throws, whatever the bytes are: a line that is no JSON object is
 * counted and passed over, a field of the wrong type is as good as absent.
 */

import type { Conversation } from "../conversation.ts";
import {
  INTERRUPTION,
  jobIn,
  noticeOf,
  OWN_COMMAND,
  resultOf,
  spokenBy,
} from "./claude_code_texts.ts";
import { type Place, textsOf, TurnLog } from "./turns.ts";
import { LineCutter } from "../../lib/text/lines.ts";
import { countOf, nameOf, objectOf, objectsOf, timeOf } from "../../lib/text/values.ts";
import type { Values } from "../../lib/text/values.ts";

/** What a transcript says. */
export interface TranscriptRead {
  readonly conversation: Conversation;
  /** Lines that are not blank. */
  readonly lines: number;
  /** Those of them that are no JSON object, or too long; not all unneeded lines are looked at. */
  readonly broken: number;
  /** Whether a person stopped the agent, and has not said anything since, though others may have. */
  readonly lastInterrupted: boolean;
  /**
   * Whether the person has sent something that the client keeps until the agent is free, or has run
   * a command in the client since the agent's last message: who is there decides what comes next.
   */
  readonly personWaits: boolean;
  /** Whether it is the session of an agent that another one leads. */
  readonly teammate: boolean;
  /** As the client last wrote it, or a plan that was accepted left it; null if nothing tells. */
  readonly permissionMode: string | null;
}

/** A longer line is not read: it would be held several times over, as bytes, text and values. */
export const LINE_BYTES = 64 * 2 ** 20;

/** What the client writes as the model of messages that it made up: errors of the API. */
const NO_MODEL = "<synthetic>";

/** Reads one transcript: push its bytes, then finish. */
export class ClaudeTranscript {
  readonly #cutter = new LineCutter(LINE_BYTES, (line, length) => this.#readLine(line, length));
  readonly #decoder = new TextDecoder();
  readonly #turns = new TurnLog();
  readonly #told = {
    ...{ lines: 0, broken: 0, lastInterrupted: false, personWaits: false, teammate: false },
    permissionMode: null as string | null,
  };
  /** Whether the person has run a command since the agent's last message. */
  #personRan = false;
  /** The calls that left a job running, by its name: older releases do not name the call later. */
  readonly #jobs = new Map<string, string>();

  /** Takes the next bytes of the file. They may be overwritten afterwards. */
  push(bytes: Uint8Array): void {
    this.#cutter.push(bytes);
  }

  /** Says what was read. A line that is pushed afterwards begins anew. */
  finish(): TranscriptRead {
    this.#cutter.finish();
    const personWaits = this.#told.personWaits || this.#personRan;
    return { conversation: this.#turns.finish(), ...this.#told, personWaits };
  }

  #readLine(bytes: Uint8Array, length: number): void {
    if (bytes.length === 0 || bytes.length === 1 && bytes[0] === CARRIAGE_RETURN) return;
    this.#told.lines++;
    if (length === bytes.length && isUnneeded(bytes)) return;
    let line: Values | null = null;
    try {
      if (length === bytes.length) line = objectOf(JSON.parse(this.#decoder.decode(bytes)));
    } catch {
      // Half a line, or none of the client's: counted below.
    }
    if (line === null) this.#told.broken++;
    else this.#read(line);
  }

  #read(line: Values): void {
    const { type } = line;
    const message = objectOf(line.message);
    this.#turns.folder ||= nameOf(line.cwd) ?? "";
    const isNamed = nameOf(line.teamName) !== null && nameOf(line.agentName) !== null;
    this.#told.teammate ||= message !== null && isNamed;
    if (type === "assistant" && message) this.#readAnswer(line, message);
    else if (type === "user" && message) this.#readUser(line, message);
    else if (type === "attachment") this.#readAttachment(line);
    else if (type === "queue-operation") this.#readQueue(line);
    if (type === "user" || type === "permission-mode") {
      this.#told.permissionMode = nameOf(line.permissionMode) ?? this.#told.permissionMode;
    }
  }

  #readAnswer(line: Values, message: Values): void {
    const given = placeOf(line, nameOf(message.id) ?? nameOf(line.uuid));
    if (message.model === NO_MODEL) {
      this.#turns.add({ ...given, origin: "synthetic", text: textsOf(message.content).join("\n") });
      return;
    }
    if (!given.subagent) this.#personRan = false;
    const turn = this.#turns.agentTurn(nameOf(message.id), given);
    turn.stopReason = nameOf(message.stop_reason);
    turn.outputTokens = countOf(objectOf(message.usage)?.output_tokens) ?? turn.outputTokens;
    for (const text of textsOf(message.content)) this.#turns.addText(turn, text);
    for (const block of objectsOf(message.content)) {
      if (block.type !== "tool_use") continue;
      this.#turns.addCall(turn, {
        id: nameOf(block.id) ?? "",
        name: nameOf(block.name) ?? "",
        input: block.input,
        background: objectOf(block.input)?.run_in_background === true,
        folder: nameOf(line.cwd) ?? "",
      });
    }
  }

  #readUser(line: Values, message: Values): void {
    const results = objectsOf(message.content).filter(({ type }) => type === "tool_result");
    // Of several results nothing tells whose the structured one is. What it says was left running is
    // the one whose text says so, or else may be each.
    const isTold = results.some((block) => jobIn(block) !== null);
    const job = {
      backgroundTaskId: isTold ? null : objectOf(line.toolUseResult)?.backgroundTaskId,
    };
    for (const block of results) {
      this.#readResult(line, block, results.length === 1 ? line.toolUseResult : job);
    }
    // Old releases write a result as bare text; the field beside it tells that no person typed it.
    if (results.length === 0 && objectOf(line.toolUseResult) !== null) return;
    this.#readTexts(line, textsOf(message.content));
  }

  #readResult(line: Values, block: Values, structured: unknown): void {
    const call = this.#turns.calls.get(nameOf(block.tool_use_id) ?? "");
    if (!call) return;
    const { ended, words, job } = resultOf(block, structured, call);
    Object.assign(call, ended);
    call.endedAt = call.state === "running" ? null : timeOf(line.timestamp);
    if (job !== null) this.#jobs.set(job, call.id);
    // The client writes the mode beside the next message only.
    if (call.name === "ExitPlanMode" && call.state === "done") {
      this.#told.permissionMode = "default";
    }
    if (words !== "") this.#readTexts(line, [words]);
  }

  /** What a person sends while the agent works is never a user line, only an attachment. */
  #readAttachment(line: Values): void {
    const attachment = objectOf(line.attachment);
    if (attachment?.type !== "queued_command") return;
    const byPerson = (attachment.commandMode ?? "prompt") === "prompt";
    const sender = { ...line, isMeta: !byPerson, origin: attachment.origin };
    this.#readTexts(sender, textsOf(attachment.prompt));
  }

  /**
   * What is sent while the agent is busy is put aside, and written down as a message when the agent
   * gets it. What is taken out of the queue is not named: then nothing is said to wait any more,
   * because what is believed to wait for ever would be.
   */
  #readQueue(line: Values): void {
    const { operation, content } = line;
    if (operation !== "enqueue") return void (this.#told.personWaits = false);
    const { origin, text } = spokenBy({}, textsOf(content).join("\n"));
    if (origin === "person") this.#told.personWaits = true;
    // What has ended has ended, even if the agent is only told later.
    else if (origin === "synthetic") this.#readNotice(line, text);
  }

  #readTexts(line: Values, texts: readonly string[]): void {
    const place = placeOf(line, nameOf(line.uuid));
    for (const text of texts.filter((text) => INTERRUPTION.test(text))) {
      this.#turns.interrupt({ ...place, text });
      if (!place.subagent) this.#told.lastInterrupted = true;
    }
    const spoken = texts.filter((text) => !INTERRUPTION.test(text));
    if (spoken.length === 0) return;
    const said = spokenBy(line, spoken.join("\n"));
    if (said.origin === "synthetic") this.#readNotice(line, said.text);
    const isTyped = line.isMeta !== true && !place.subagent;
    if (isTyped && OWN_COMMAND.test(said.text)) this.#personRan = true;
    const { origin } = this.#turns.add({ ...place, ...said });
    // Only the person takes an interruption back: what ran on beside the conversation may
    // wake the agent, and what it then says is still what the person did not want to go on.
    if (origin === "person") {
      this.#personRan = false;
      this.#told.lastInterrupted = false;
      this.#told.personWaits = false;
    }
  }

  #readNotice(line: Values, text: string): void {
    const notice = noticeOf(text);
    const id = notice?.callId ?? this.#jobs.get(notice?.job ?? "");
    const call = id === undefined ? undefined : this.#turns.calls.get(id);
    if (!notice || !call) return;
    Object.assign(call, notice.ended);
    call.endedAt = timeOf(line.timestamp);
  }
}

function placeOf(line: Values, id: string | null): Place {
  return { id: id ?? "", subagent: line.isSidechain === true, at: timeOf(line.timestamp) };
}

/** Lines that can change what is read, and of all attachments the one that a person may have sent. */
const NEEDED: ReadonlySet<string | undefined> = new Set([
  ...["user", "assistant", "system", "attachment", "permission-mode", "queue-operation"],
  "queued_command",
]);

/** Plain keys and values, and then the type; the client writes an attachment before its line's. */
const HEAD =
  /^\{(?:"[^"\\]{0,200}":(?:"[^"\\]{0,200}"|[^"{}[\],\\]{1,40}),)*?(?:"type":"([^"\\]{0,200})"|"attachment":\{"type":"([^"\\]{0,200})")/;

/** The type stands within so many bytes, or the line is parsed. */
const HEAD_BYTES = 1_000;

const CARRIAGE_RETURN = 0x0d;
const CLOSE_BRACE = 0x7d;

const latin = new TextDecoder("latin1");

/**
 * Whether a line's first bytes tell that nothing of it is read: much of a transcript is the client's
 * bookkeeping, and parsing that would take longer than everything else. Reads only what the client
 * writes (no blanks, plain keys, a top-level type before any nested value), so that no text within a
 * message can pass for a type; the parser decides on anything else.
 */
function isUnneeded(line: Uint8Array): boolean {
  // Half a line is the parser's to count.
  const end = line.at(-1) === CARRIAGE_RETURN ? -2 : -1;
  if (line.at(end) !== CLOSE_BRACE) return false;
  const [found, type, attachment] = HEAD.exec(latin.decode(line.subarray(0, HEAD_BYTES))) ?? [];
  return found !== undefined && !NEEDED.has(attachment ?? type);
}
