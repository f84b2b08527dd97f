/** Reads parsed lines, one by one, into turns and what else they tell. */

import type { OpenTurn } from "./open.ts";
import { isInterruption, spokenBy } from "./origin.ts";
import { noticeOf, resultOf, textsOf } from "./results.ts";
import { TurnLog } from "./turns.ts";
import {
  countOf,
  nameOf,
  objectOf,
  objectsOf,
  timeOf,
  type Values,
} from "../../lib/text/values.ts";
import { boundedInput } from "./bounds.ts";

/** What the client writes as the model of messages that it made up: errors of the API. */
const NO_MODEL = "<synthetic>";

/** What a transcript tells beside the conversation. */
export interface Told {
  /** Whether a person stopped the agent, and has not said anything since, whoever else did. */
  readonly lastInterrupted: boolean;
  /** Whether the person has sent something that the client keeps until the agent is free. */
  readonly personWaits: boolean;
  /** Whether it is the session of an agent that another one leads. */
  readonly teammate: boolean;
  /** As the client last wrote it, or a plan that was accepted left it; null if nothing tells. */
  readonly permissionMode: string | null;
}

/** What the lines so far say. */
export class LineReader {
  readonly turns: TurnLog;
  readonly told: { -readonly [key in keyof Told]: Told[key] } = {
    lastInterrupted: false,
    personWaits: false,
    teammate: false,
    permissionMode: null,
  };
  /** The folder that the session began in; empty until something tells. */
  folder = "";

  /** The calls that left a job running, by its name: older releases do not name the call later. */
  readonly #jobs = new Map<string, string>();

  constructor(settled: number) {
    this.turns = new TurnLog(settled);
  }

  /** Takes the next line. */
  read(line: Values): void {
    const message = objectOf(line.message);
    this.folder ||= nameOf(line.cwd) ?? "";
    if (message) {
      this.told.teammate ||= nameOf(line.teamName) !== null && nameOf(line.agentName) !== null;
    }
    if (line.type === "assistant" && message) this.#readAnswer(line, message);
    else if (line.type === "user" && message) this.#readUser(line, message);
    else if (line.type === "attachment") this.#readAttachment(line);
    else if (line.type === "queue-operation") this.#readQueue(line);
    if (line.type === "user" || line.type === "permission-mode") {
      this.told.permissionMode = nameOf(line.permissionMode) ?? this.told.permissionMode;
    }
  }

  #readAnswer(line: Values, message: Values): void {
    const given = { ...this.#placeOf(line), id: nameOf(message.id) ?? nameOf(line.uuid) ?? "" };
    if (message.model === NO_MODEL) {
      this.turns.add({ ...given, origin: "synthetic", text: textsOf(message.content).join("\n") });
      return;
    }
    const turn = this.turns.agentTurn(nameOf(message.id), given);
    turn.stopReason = nameOf(message.stop_reason);
    turn.outputTokens = countOf(objectOf(message.usage)?.output_tokens) ?? turn.outputTokens;
    for (const text of textsOf(message.content)) this.turns.addText(turn, text);
    for (const block of objectsOf(message.content)) {
      if (block.type === "tool_use") this.#readCall(turn, block, line);
    }
  }

  #readCall(turn: OpenTurn, block: Values, line: Values): void {
    const input = boundedInput(block.input);
    this.turns.addCall(turn, {
      id: nameOf(block.id) ?? "",
      name: nameOf(block.name) ?? "",
      input,
      output: null,
      state: null,
      exitCode: null,
      background: input.run_in_background === true,
      startedAt: timeOf(line.timestamp),
      endedAt: null,
      refusedBy: null,
      cut: false,
      folder: this.#folderOf(line),
    });
  }

  /** Where the client's shell stood, if that is not where the session began. */
  #folderOf(line: Values): string {
    const folder = nameOf(line.cwd) ?? "";
    return folder === this.folder ? "" : folder;
  }

  #readUser(line: Values, message: Values): void {
    const results = objectsOf(message.content).filter(({ type }) => type === "tool_result");
    for (const block of results) {
      this.#readResult(line, block, results.length === 1 ? line.toolUseResult : null);
    }
    // Old releases write a result as bare text; the field beside it tells that nobody typed it.
    if (results.length === 0 && objectOf(line.toolUseResult) !== null) return;
    this.#readTexts(line, textsOf(message.content));
  }

  #readResult(line: Values, block: Values, structured: unknown): void {
    const call = this.turns.findCall(nameOf(block.tool_use_id) ?? "");
    if (!call) return;
    const { background, words, job, ...result } = resultOf(block, structured);
    Object.assign(call, result);
    if (job !== null) this.#jobs.set(job, call.id);
    // The client writes the mode beside the next message only.
    if (call.name === "ExitPlanMode" && result.state === "done") {
      this.told.permissionMode = "default";
    }
    call.background ||= background;
    this.turns.settleOthers(call, line.isSidechain === true);
    call.endedAt = result.state === "running" ? null : timeOf(line.timestamp);
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
    if (operation !== "enqueue") return void (this.told.personWaits = false);
    const { origin, text } = spokenBy({}, textsOf(content).join("\n"));
    if (origin === "person") this.told.personWaits = true;
    // What has ended has ended, even if the agent is only told later.
    else if (origin === "synthetic") this.#readNotice(line, text);
  }

  #readTexts(line: Values, texts: readonly string[]): void {
    const place = { ...this.#placeOf(line), id: nameOf(line.uuid) ?? "" };
    const spoken: string[] = [];
    for (const text of texts) {
      if (!isInterruption(text)) spoken.push(text);
      else {
        this.turns.interrupt({ ...place, text });
        if (!place.subagent) this.told.lastInterrupted = true;
      }
    }
    if (spoken.length === 0) return;
    const said = spokenBy(line, spoken.join("\n"));
    if (said.origin === "synthetic") this.#readNotice(line, said.text);
    const { origin } = this.turns.add({ ...place, ...said });
    // Nobody but the person takes an interruption back: what ran on beside the conversation may
    // wake the agent, and what it then says is still what the person did not want to go on.
    if (origin === "person") {
      this.told.lastInterrupted = false;
      this.told.personWaits = false;
    }
  }

  #readNotice(line: Values, text: string): void {
    const notice = noticeOf(text);
    const id = notice?.callId ?? this.#jobs.get(notice?.job ?? "");
    const call = id === undefined ? undefined : this.turns.findCall(id);
    if (!notice || !call) return;
    call.state = notice.state;
    call.exitCode = notice.exitCode;
    call.endedAt = timeOf(line.timestamp);
  }

  #placeOf(line: Values): { subagent: boolean; at: number | null } {
    return { subagent: line.isSidechain === true, at: timeOf(line.timestamp) };
  }
}
