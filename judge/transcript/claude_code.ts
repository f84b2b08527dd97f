/**
 * Reads a Claude Code transcript (JSON Lines) into a conversation.
 *
 * Takes bytes in pieces of any size and keeps a bounded part of them, so that a file of 100 MB
 * needs little memory. Never throws, whatever the bytes are: a line that is no JSON object is
 * counted and passed over, a field of the wrong type is as good as absent.
 */

import type { Conversation } from "../conversation.ts";
import { LINE_BYTES } from "./bounds.ts";
import { isUnneeded } from "./hint.ts";
import { LineReader, type Told } from "./reader.ts";
import { objectOf, type Values } from "../../lib/text/values.ts";
import { LineCutter } from "../../lib/text/lines.ts";

/** Options of {@linkcode ClaudeTranscript}. */
interface ClaudeTranscriptOptions {
  /**
   * So many messages of the person belong to tasks that are settled; what stands before the next
   * one is counted and not kept. While there is no next one, the turns since the last are kept.
   * @default {0}
   */
  readonly settled?: number;
}

/** What a transcript says. */
export interface TranscriptRead extends Told {
  readonly conversation: Conversation;
  /** Lines that are not blank. */
  readonly lines: number;
  /** Those of them that are no JSON object, or too long; not all unneeded lines are looked at. */
  readonly broken: number;
}

/** Reads one transcript: push its bytes, then finish. */
export class ClaudeTranscript {
  readonly #reader: LineReader;
  readonly #cutter = new LineCutter(LINE_BYTES, (line, length) => this.#readLine(line, length));
  readonly #decoder = new TextDecoder();
  #lines = 0;
  #broken = 0;

  constructor({ settled = 0 }: ClaudeTranscriptOptions = {}) {
    if (!Number.isSafeInteger(settled) || settled < 0) {
      throw new RangeError(`Cannot take "${settled}" messages as settled: expected a whole number`);
    }
    this.#reader = new LineReader(settled);
  }

  /** Takes the next bytes of the file. They may be overwritten afterwards. */
  push(bytes: Uint8Array): void {
    this.#cutter.push(bytes);
  }

  /** Says what was read. Nothing may be pushed afterwards. */
  finish(): TranscriptRead {
    this.#cutter.finish();
    const { turns, folder, told } = this.#reader;
    const counted = { lines: this.#lines, broken: this.#broken };
    return { conversation: turns.finish(folder), ...counted, ...told };
  }

  #readLine(bytes: Uint8Array, length: number): void {
    if (isBlank(bytes)) return;
    this.#lines++;
    if (length === bytes.length && isUnneeded(bytes)) return;
    let line: Values | null = null;
    try {
      if (length === bytes.length) line = objectOf(JSON.parse(this.#decoder.decode(bytes)));
    } catch {
      // Half a line, or none of the client's: counted below.
    }
    if (line === null) this.#broken++;
    else this.#reader.read(line);
  }
}

const CARRIAGE_RETURN = 0x0d;

function isBlank(bytes: Uint8Array): boolean {
  return bytes.length === 0 || bytes.length === 1 && bytes[0] === CARRIAGE_RETURN;
}
