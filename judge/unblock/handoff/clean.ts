/**
 * Outside text on its way into a packet: scrubbed of secrets, with nothing unseen in it, bounded,
 * and without the pieces that would make the packet unclean.
 */

import { numberedLines } from "../fields.ts";
import { TASK, TASK_LINES } from "./limits.ts";
import {
  closesThinking,
  countsOf,
  opensThinking,
  type Place,
  PollutionCount,
} from "./pollution.ts";
import { CUT_MARK, cutMiddle, oneLine } from "../../../lib/text/text.ts";

/** Takes secrets out of a text. */
export type Scrub = (text: string) => Promise<string>;

/** Stands where something was left out. */
const LEFT_OUT = "[… left out: no part of a clean handoff …]";

/** Bounds what is scrubbed; longer than anything that is kept of it. */
const MOST_SCRUBBED = { head: 20_000, tail: 20_000 };

/** Control and format characters, lone surrogates: nobody sees them. Tabs stay. */
const UNSEEN = /(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Cleans the texts of one packet: what one of them used up, the next has no room for. */
export class Cleaner {
  readonly #scrub: Scrub;
  readonly #count = new PollutionCount();

  constructor(scrub: Scrub) {
    this.#scrub = scrub;
  }

  /** One line; null where nothing may stay of it. */
  async line(text: string, most: number, place: Place = "other"): Promise<string | null> {
    const line = await this.part(text, most);
    return line !== "" && this.#takes(line, place) ? line : null;
  }

  /** A piece of a line that is yet to be put together. */
  async part(text: string, most: number): Promise<string> {
    return oneLine(await this.#scrub(cutMiddle(text, MOST_SCRUBBED)), most);
  }

  /** Several lines, without those that are empty or have no place. */
  async lines(
    texts: readonly string[],
    { count, characters }: { readonly count: number; readonly characters: number },
  ): Promise<string[]> {
    const lines: string[] = [];
    for (const text of texts.slice(0, count)) {
      const line = await this.line(text, characters);
      if (line !== null) lines.push(line);
    }
    return lines;
  }

  /** A text of many lines. */
  async text(text: string, place: Place = "other"): Promise<string[]> {
    const scrubbed = await this.#scrub(cutMiddle(text, MOST_SCRUBBED));
    const plain = numberedLines(cutMiddle(scrubbed, TASK))
      .map(({ text }) => text.replace(UNSEEN, "").trimEnd());
    return this.#kept(fewer(plain), place);
  }

  /** The lines that may stay. What does not fit goes with the rest of its paragraph, or block. */
  #kept(lines: readonly string[], place: Place): string[] {
    const kept: string[] = [];
    let until: "paragraph" | "block" | null = null;
    for (const line of lines) {
      if (until !== null) {
        if (until === "paragraph" ? line.trim() === "" : closesThinking(line)) {
          until = null;
        }
        continue;
      }
      if (this.#takes(line, place)) kept.push(line);
      else {
        until = opensThinking(line) ? "block" : "paragraph";
        if (kept.at(-1) !== LEFT_OUT) kept.push(LEFT_OUT);
      }
    }
    return kept;
  }

  #takes(line: string, place: Place): boolean {
    const counts = countsOf(line, place);
    const fits = this.#count.fits(counts);
    if (fits) this.#count.add(counts);
    return fits;
  }
}

/** The first and the last lines. */
function fewer(lines: readonly string[]): readonly string[] {
  const { head, tail } = TASK_LINES;
  if (lines.length <= head + tail + 1) return lines;
  return [...lines.slice(0, head), CUT_MARK.trim(), ...lines.slice(-tail)];
}
