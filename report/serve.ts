/**
 * The report as a page on this machine, kept up to date while records come and go. It listens on
 * 127.0.0.1 only, answers questions and takes no orders, and knows three addresses.
 *
 *     deno task report:serve [DIR…] [--port N]
 */

import { callersFolder, numberFlag, readFlags, runScript, UsageError } from "../lib/cli/flags.ts";
import { stopSignal } from "../lib/cli/stop_signal.ts";
import { GitError } from "../lib/git/run.ts";
import { DEFAULT_FOLDER } from "../lib/store/store.ts";
import { defaultPlace } from "../lib/records/default_place.ts";
import { openFleet } from "../fleet/open.ts";
import { openPlaces } from "../lib/records/open.ts";
import type { RecordSource } from "../lib/records/source.ts";
import { Book } from "./book.ts";
import { summaryLine } from "./list.ts";
import { answer } from "./serve/answer.ts";
import { LivePage } from "./serve/live_page.ts";
import { UserError } from "../lib/text/errors.ts";

const HELP = `Shows the report as a page on this machine, and keeps it up to date.

Usage: deno task report:serve [DIR…] [options]

DIR is a repository, or a folder of records (default: $REFLECTION_DIR, else ${DEFAULT_FOLDER} of the
repository you are in). Only this machine can see the page, and it can change nothing.

Options:
  --port N   Where to listen on 127.0.0.1 (default: any port that is free)
  --help     Print this text

Ends with Ctrl-C. Exit: 0 done, 1 failed, 2 wrong usage`;

const HOST = "127.0.0.1";

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, { port: { type: "string" } });
  const port = numberFlag("port", values.port ?? "0", 0, 65_535);
  if (!Number.isInteger(port)) {
    throw new UsageError(`--port must be a whole number, got "${values.port}"`);
  }
  const here = callersFolder();
  const places = positionals.length > 0 ? positionals : [await defaultPlace(here)];
  const source = await openPlaces(places, here, openFleet);
  const stop = stopSignal();
  try {
    await serve(source, port, stop);
  } finally {
    await source.close();
  }
  return 0;
}

async function serve(source: RecordSource, port: number, stop: AbortSignal): Promise<void> {
  const book = new Book();
  const page = new LivePage(book, source);
  let server: Deno.HttpServer<Deno.NetAddr> | null = null;
  for await (const batch of source.read({ follow: stop })) {
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
    throw new UserError(`Cannot listen on ${HOST}:${port}: somebody else does`);
  }
}

if (import.meta.main) await runScript(HELP, main, [GitError]);
