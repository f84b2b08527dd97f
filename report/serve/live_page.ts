/** The page as it is now, and whoever waits to hear that it changed. */

import type { RecordSource } from "../../lib/records/source.ts";
import type { Book } from "../book.ts";
import { assemblePage, type PageParts } from "../page/assemble.ts";
import { scriptJson } from "../page/data.ts";
import { renderPage } from "../page/document.ts";

/** What keeps a connection that nothing happens on from being given up, in milliseconds. */
const HEARTBEAT = 20_000;

/** Put together when somebody asks, and kept until something changes. */
export class LivePage {
  readonly #listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  #parts: Promise<PageParts> | null = null;
  #heartbeat: ReturnType<typeof setInterval> | null = null;

  constructor(readonly book: Book, readonly source: RecordSource) {}

  /** Says that records came or went. */
  changed(): void {
    this.#parts = null;
    this.#tell("event: change\ndata: \n\n");
  }

  /** The whole document. */
  async html(): Promise<string> {
    const { data, details } = await this.#current();
    return [...renderPage(data, details, { live: true })].join("");
  }

  /** What the page shows, a line for all runs and then a line for each. */
  async data(): Promise<string> {
    const { data, details } = await this.#current();
    return [scriptJson(data), ...details].join("\n");
  }

  /** A stream that tells of changes. */
  events(): ReadableStream<Uint8Array> {
    let mine: ReadableStreamDefaultController<Uint8Array>;
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        mine = controller;
        this.#listeners.add(controller);
        this.#heartbeat ??= setInterval(() => this.#tell(": \n\n"), HEARTBEAT);
        controller.enqueue(encode("retry: 1000\n\n"));
      },
      cancel: () => this.#forget(mine),
    });
  }

  /** Lets everybody go. */
  close(): void {
    for (const listener of this.#listeners) {
      this.#forget(listener);
      listener.close();
    }
  }

  #current(): Promise<PageParts> {
    return this.#parts ??= assemblePage({
      book: this.book,
      runs: this.book.runs().sort((a, b) => b.time - a.time),
      source: this.source,
      places: [this.source.place],
      written: new Date().toISOString(),
    });
  }

  #tell(text: string): void {
    for (const listener of this.#listeners) listener.enqueue(encode(text));
  }

  #forget(listener: ReadableStreamDefaultController<Uint8Array>): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0 || this.#heartbeat === null) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = null;
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
