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
      // It listens once everything that is there was read.
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

/** How often an idle connection gets a sign of life, so that no browser gives it up: milliseconds. */
const HEARTBEAT = 20_000;

type Listener = ReadableStreamDefaultController<Uint8Array>;

/** The page, put together when a browser asks for it, and kept until something changes. */
class LivePage {
  /** Who hears of changes, each with its heartbeat. */
  readonly #listeners = new Map<Listener, ReturnType<typeof setInterval>>();
  #parts: Promise<PageParts> | null = null;

  constructor(readonly book: Book, readonly source: RecordSource) {}

  /** Says that records came or went. */
  changed(): void {
    this.#parts = null;
    for (const listener of this.#listeners.keys()) send(listener, "event: change\ndata: \n\n");
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
    let mine: Listener;
    return new ReadableStream<Uint8Array>({
      start: (listener) => {
        mine = listener;
        this.#listeners.set(listener, setInterval(() => send(listener, ": \n\n"), HEARTBEAT));
        send(listener, "retry: 1000\n\n");
      },
      cancel: () => this.#forget(mine),
    });
  }

  /** Ends every stream. */
  close(): void {
    for (const listener of this.#listeners.keys()) {
      this.#forget(listener);
      listener.close();
    }
  }

  #current(): Promise<PageParts> {
    const { book, source } = this;
    return this.#parts ??= assemblePage({
      ...{ book, source },
      runs: book.runs().sort((a, b) => b.time - a.time),
    });
  }

  #forget(listener: Listener): void {
    clearInterval(this.#listeners.get(listener));
    this.#listeners.delete(listener);
  }
}

function send(listener: Listener, text: string): void {
  listener.enqueue(new TextEncoder().encode(text));
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

/** Everything that is served, by its address. */
const SERVED: Readonly<
  Record<string, [type: string, body: (page: LivePage) => BodyInit | Promise<BodyInit>]>
> = {
  "/": ["text/html; charset=utf-8", (page) => page.html()],
  "/data": ["text/plain; charset=utf-8", (page) => page.data()],
  "/events": ["text/event-stream", (page) => page.events()],
};

async function answer(request: Request, page: LivePage, port: number): Promise<Response> {
  // Another site's DNS may name this machine, and its page would then read this one.
  const { host: named, pathname } = new URL(request.url);
  if (!isOurs(request.headers.get("host"), port) || !isOurs(named, port)) {
    return refuse(403, "This host name is not served here");
  }
  if (isForOtherSite(request.headers)) return refuse(403, "Other sites are not served here");
  if (request.method !== "GET" && request.method !== "HEAD") {
    return refuse(405, "This page can only be read", { allow: "GET, HEAD" });
  }
  if (!Object.hasOwn(SERVED, pathname)) return refuse(404, "There is nothing here");
  const [type, body] = SERVED[pathname]!;
  const headers = { ...HEADERS, "content-type": type };
  return new Response(request.method === "HEAD" ? null : await body(page), { headers });
}

/** Whether a host name is one of this machine's own. */
function isOurs(host: string | null, port: number): boolean {
  // Where the port is the usual one, browsers leave it out.
  return ["127.0.0.1", "localhost"].some((name) =>
    host === `${name}:${port}` || port === 80 && host === name
  );
}

/** Whether another site's page asks for it; a person who follows a link from there is let in. */
function isForOtherSite(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none" &&
    headers.get("sec-fetch-dest") !== "document";
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
