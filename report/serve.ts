/**
 * The report as a page on this machine, kept up to date while records come and go. It listens on
 * 127.0.0.1 only, answers questions and takes no orders, and knows three addresses.
 *
 *     deno task report:serve [DIR…] [--port N]
 */

import { command } from "../lib/cli/command.ts";
import { callersFolder, number } from "../lib/cli/flags.ts";
import { stopSignal } from "../lib/cli/progress.ts";
import { GitError } from "../lib/git/run.ts";
import { DEFAULT_FOLDER } from "../lib/store/store.ts";
import { openFleet } from "../fleet/open.ts";
import { readEntries } from "../lib/records/entry.ts";
import { openPlaces, placesOr } from "../lib/records/open.ts";
import type { RecordSource } from "../lib/records/source.ts";
import { Book } from "./book.ts";
import { summaryLine } from "./list.ts";
import { assemblePage, type PageParts, scriptJson } from "./page/data.ts";
import { renderPage } from "./page/document.ts";
import { UserError } from "../lib/text/errors.ts";

const HOST = "127.0.0.1";

async function run({ port = 0 }: { port: number | undefined }, named: readonly string[]) {
  const here = callersFolder();
  const places = await placesOr(named, here);
  const source = await openPlaces(places, here, openFleet);
  const stop = stopSignal();
  try {
    await serve(source, port, stop);
  } finally {
    await source.close();
  }
}

async function serve(source: RecordSource, port: number, stop: AbortSignal): Promise<void> {
  const book = new Book();
  const page = new LivePage(book, source);
  let server: Deno.HttpServer<Deno.NetAddr> | null = null;
  for await (const batch of readEntries(source, { follow: stop })) {
    book.add(batch);
    if (batch.length > 0) continue;
    if (server === null) {
      // Only now is there something to see.
      server = listen(port, page);
      console.error(`${summaryLine(book.runs())}; Ctrl-C ends`);
      console.log(`http://${HOST}:${server.addr.port}/`);
    } else page.changed();
  }
  page.close();
  await server?.shutdown();
}

function listen(port: number, page: LivePage): Deno.HttpServer<Deno.NetAddr> {
  try {
    const server: Deno.HttpServer<Deno.NetAddr> = Deno.serve({
      hostname: HOST,
      port,
      onListen: () => {},
      onError: (error) => {
        console.error(error);
        return new Response("Failed\n", { status: 500 });
      },
    }, (request) => answer(request, page, server.addr.port));
    return server;
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new UserError(`Cannot listen on ${HOST}:${port}: another program does`);
  }
}

/** What keeps a connection that nothing happens on from being given up, in milliseconds. */
const HEARTBEAT = 20_000;

/** Put together when somebody asks, and kept until something changes. */
class LivePage {
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

  /** Ends every stream. */
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

/** On every answer: nothing of it is for other pages, other sites or a cache. */
const HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Answers a request. */
async function answer(request: Request, page: LivePage, port: number): Promise<Response> {
  // A name that somebody else's DNS points here would let their page read this one.
  const { host: named, pathname } = new URL(request.url);
  if (!isOurs(request.headers.get("host"), port) || !isOurs(named, port)) {
    return refuse(403, "This host name is not served here");
  }
  if (isForOtherSite(request.headers)) return refuse(403, "Other sites are not served here");
  if (request.method !== "GET" && request.method !== "HEAD") {
    return refuse(405, "This page can only be read", { allow: "GET, HEAD" });
  }
  switch (pathname) {
    case "/":
      return give(request, "text/html; charset=utf-8", () => page.html());
    case "/data":
      return give(request, "text/plain; charset=utf-8", () => page.data());
    case "/events":
      return await give(request, "text/event-stream", () => Promise.resolve(page.events()));
    default:
      return refuse(404, "There is nothing here");
  }
}

/** Whether a host is this machine, as whoever sits at it calls it. */
function isOurs(host: string | null, port: number): boolean {
  // Where the port is the usual one, browsers leave it out.
  return ["127.0.0.1", "localhost"].some((name) =>
    host === `${name}:${port}` || port === 80 && host === name
  );
}

/** Whether another site's page asks for it; a link that a person follows is no such question. */
function isForOtherSite(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none" &&
    headers.get("sec-fetch-dest") !== "document";
}

async function give(
  request: Request,
  type: string,
  body: () => Promise<BodyInit>,
): Promise<Response> {
  const headers = { ...HEADERS, "content-type": type };
  return new Response(request.method === "HEAD" ? null : await body(), { headers });
}

function refuse(status: number, why: string, more: Record<string, string> = {}): Response {
  const headers = { ...HEADERS, "content-type": "text/plain; charset=utf-8", ...more };
  return new Response(`${why}\n`, { status, headers });
}

if (import.meta.main) {
  await command({
    name: "report:serve",
    summary: "Shows the report as a page on this machine, and keeps it up to date.",
    usage: ["[DIR…]"],
    about: [
      "DIR is a repository, or a folder of records (default: $REFLECTION_DIR, else " +
      `${DEFAULT_FOLDER} of the repository you are in). Only this machine can see ` +
      "the page, and it can change nothing.",
    ],
    flags: {
      port: number("N", "Where to listen on 127.0.0.1 (default: any port that is free)", {
        ...{ from: 0, to: 65_535, whole: true },
      }),
    },
    most: Infinity,
    notes: ["Ends with Ctrl-C."],
    errors: [GitError],
    run,
  });
}
