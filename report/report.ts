/**
 * Where a person looks: every run that left records, which of them to look at first, and why.
 *
 *     deno task report [DIR…] [options]
 */

import { command } from "../lib/cli/command.ts";
import {
  callersFolder,
  flag,
  number,
  path,
  text,
  UsageError,
  value,
  type Values,
} from "../lib/cli/flags.ts";
import { refuseToSpoil, replacePageFile, writeLines } from "../lib/cli/io.ts";
import { Progress, stopSignal } from "../lib/cli/progress.ts";
import { GitError } from "../lib/git/run.ts";
import { DEFAULT_FOLDER } from "../lib/store/store.ts";
import { openFleet } from "../fleet/open.ts";
import { readEntries } from "../lib/records/entry.ts";
import { openPlaces, placesOr } from "../lib/records/open.ts";
import type { RecordSource } from "../lib/records/source.ts";
import { markdownText, type Paint, paintFor, terminalText } from "../lib/page/doc.ts";
import { count, counted } from "../lib/text/figures.ts";
import { Book } from "./book.ts";
import { recordsOf, runDoc } from "./detail.ts";
import { jsonLines, listLines, markdownList, runJson, summaryLine } from "./list.ts";
import { type Run, runId } from "./run.ts";
import { needsReviewNow } from "./trust.ts";
import { parseAge, parseMoment } from "../lib/text/time.ts";
import { visible } from "../lib/text/text.ts";

const FLAGS = {
  since: value(
    "WHEN",
    "Only runs from then on: an age (12h, 7d, 2w) or a date (2026-01-31)",
    "like 12h, 7d, 2w or 2026-01-31",
    (text) => {
      const age = parseAge(text);
      return age === null ? parseMoment(text) : Date.now() - age;
    },
  ),
  repo: text("NAME", "Only runs in repositories of this name"),
  needsReview: flag("Only runs that a person has to look at now"),
  session: text("ID", "One run in full: the latest of that session, or the one called ID@TIME"),
  last: number("N", "No more than so many, the newest", { from: 1, whole: true }),
  json: flag("Print JSON"),
  md: flag("Print markdown"),
  html: path("FILE", "Write one page that needs nothing else, and print where it is"),
  watch: flag("Go on, and print or write it again whenever a record comes or goes"),
};

/** How wide a line is where no terminal tells. */
const WIDTH = 200;
/** So many files that are no records are named. */
const NAMED = 5;

/** What was asked for. */
type Wanted = Values<typeof FLAGS> & { readonly paint: Paint; readonly progress: Progress };

async function run(
  values: Values<typeof FLAGS>,
  places: readonly string[],
): Promise<void> {
  if (values.html !== undefined) refuseToSpoil(values.html);
  const progress = new Progress();
  progress.say(() => "Reading …");
  const here = callersFolder();
  const source = await openPlaces(await placesOr(places, here), here, openFleet);
  const paint = paintFor(Deno.stdout.isTerminal(), Deno.env.get("NO_COLOR"));
  try {
    await report(source, { ...values, paint, progress });
  } finally {
    await source.close();
  }
}

/** Reads everything, and shows it; with `--watch`, again whenever something changed. */
async function report(source: RecordSource, wanted: Wanted): Promise<void> {
  const { progress } = wanted;
  const book = new Book();
  const follow = wanted.watch ? stopSignal() : undefined;
  let again = false;
  for await (const batch of readEntries(source, follow === undefined ? {} : { follow })) {
    book.add(batch);
    progress.say(() => `${count(book.records)} records read`);
    if (batch.length > 0) continue;
    progress.clear();
    if (!await show(book, source, wanted, again)) return;
    again = true;
  }
  progress.clear();
  if (!wanted.watch) await show(book, source, wanted, false);
}

/** @returns Whether the program that reads the output still does. */
async function show(
  book: Book,
  source: RecordSource,
  wanted: Wanted,
  again: boolean,
): Promise<boolean> {
  const { since = -Infinity, repo, needsReview, session, last = Infinity, html } = wanted;
  const selected = book.runs().filter((run) =>
    run.time >= since && (repo === undefined || run.repo === repo) &&
    (!needsReview || needsReviewNow(run))
  );
  // A terminal is cleared; a file or a pipe gets one list after the other.
  if (again && Deno.stdout.isTerminal() && html === undefined) writeLines(["\x1b[2J\x1b[H"]);
  const isRead = session !== undefined
    ? await showOne(findRun(selected, session), source, wanted)
    : await showAll(
      selected.sort((a, b) => b.time - a.time).slice(0, last),
      book,
      source,
      wanted,
    );
  nameProblems(book);
  return isRead;
}

/**
 * The run that a person names: a session, a part of its id that no other begins with, or one run of
 * it (`session@time`). Of a session, the latest.
 *
 * @throws {UsageError} If there is none, or it could be several.
 */
function findRun(runs: readonly Run[], named: string): Run {
  const exact = runs.find((run) => runId(run) === named);
  if (exact !== undefined) return exact;
  const full = runs.filter(({ session }) => session === named);
  const found = full.length > 0 ? full : runs.filter(({ session }) => session.startsWith(named));
  const sessions = new Set(found.map(({ session }) => session));
  if (named === "" || sessions.size === 0) throw new UsageError(`No run of a session "${named}"`);
  if (sessions.size > 1) {
    const some = [...sessions].slice(0, 3).map((session) => `"${visible(session)}"`).join(", ");
    const more = sessions.size > 3 ? ", …" : "";
    throw new UsageError(`--session "${named}" could be ${sessions.size} sessions: ${some}${more}`);
  }
  return found.reduce((a, b) => b.time > a.time ? b : a);
}

async function showOne(
  run: Run,
  source: RecordSource,
  { json, md, paint }: Wanted,
): Promise<boolean> {
  if (json) {
    const records = await recordsOf(run, source);
    return writeLines([JSON.stringify({ run: runJson(run), records }, null, 2)]);
  }
  const doc = await runDoc(run, source);
  return writeLines([md ? markdownText(doc) : terminalText(doc, paint)]);
}

/** @param runs Newest first. */
async function showAll(
  runs: readonly Run[],
  book: Book,
  source: RecordSource,
  { json, md, html, paint, progress }: Wanted,
): Promise<boolean> {
  if (json) return writeLines(jsonLines(runs, book));
  const summary = summaryLine(runs);
  if (md) return writeLines([summary, "", markdownList(runs)]);
  if (html === undefined) {
    const isRead = writeLines(runs.length > 0 ? listLines(runs, paint, terminalWidth()) : []);
    console.error(summary);
    return isRead;
  }
  // Loaded only where a page is wanted: it is slow.
  const { pageParts } = await import("./page/document.ts");
  const parts = await pageParts({
    book,
    runs,
    source,
    progress: (done, of) => progress.say(() => `${count(done)} of ${count(of)} runs written`),
  });
  replacePageFile(html, parts);
  progress.clear();
  return writeLines([`${summary}: ${html}`]);
}

function terminalWidth(): number {
  if (!Deno.stdout.isTerminal()) return WIDTH;
  try {
    return Deno.consoleSize().columns;
  } catch {
    return WIDTH;
  }
}

/** What stands among the records and is none, on stderr: it is for people to look after. */
function nameProblems(book: Book): void {
  const { count: all, first } = book.problems();
  if (all === 0) return;
  console.error(`${counted(all, "file")} ${all === 1 ? "is no record" : "are no records"}:`);
  for (const { origin, problem } of first.slice(0, NAMED)) {
    console.error(`  ${visible(origin)}: ${visible(problem)}`);
  }
  if (all > NAMED) console.error(`  and ${count(all - NAMED)} more; --json names them`);
}

if (import.meta.main) {
  await command({
    name: "report",
    summary:
      "Lists what agents' runs left: what changed, how risky that is, whether it is really done, " +
      "what was found, what the agent doubts, and which run a person has to look at.",
    usage: ["[DIR…]"],
    about: [
      "DIR is a repository, or a folder of records (default: $REFLECTION_DIR, else " +
      `${DEFAULT_FOLDER} of the repository you are in).`,
    ],
    flags: FLAGS,
    most: Infinity,
    apart: [["json", "md", "html"], ["session", "html"]],
    errors: [GitError],
    run,
  });
}
