/**
 * Where a person looks: every run that left records, which of them to look at first, and why.
 *
 *     deno task report [DIR…] [options]
 */

import { command } from "../lib/cli/command.ts";
import { callersFolder, flag, number, path, text, value, type Values } from "../lib/cli/flags.ts";
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
import { jsonLines, runJson } from "./json.ts";
import { listLines, markdownList, summaryLine } from "./list.ts";

import { findRun, isSelected, parseSince, type Selection } from "./selection.ts";
import { visible } from "../lib/text/text.ts";

const FLAGS = {
  since: value(
    "WHEN",
    "Only runs from then on: an age (12h, 7d, 2w) or a date (2026-01-31)",
    "like 12h, 7d, 2w or 2026-01-31",
    (text) => parseSince(text, Date.now()),
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

/** As wide as a line is where nobody says. */
const WIDTH = 200;
/** So many files that are no records are named. */
const NAMED = 5;

/** What was asked for. */
interface Wanted extends Selection {
  readonly session: string | null;
  readonly last: number;
  readonly form: "terminal" | "json" | "md" | "html";
  /** Where the page goes. */
  readonly page: string | null;
  readonly watch: boolean;
  readonly paint: Paint;
  readonly progress: Progress;
}

async function run(
  { since, repo, session, last, json, md, html, ...values }: Values<typeof FLAGS>,
  places: readonly string[],
): Promise<void> {
  const wanted: Wanted = {
    ...values,
    paint: paintFor(Deno.stdout.isTerminal(), Deno.env.get("NO_COLOR")),
    progress: new Progress(),
    since: since ?? null,
    repo: repo ?? null,
    session: session ?? null,
    last: last ?? Infinity,
    form: json ? "json" : md ? "md" : html === undefined ? "terminal" : "html",
    page: html ?? null,
  };
  if (wanted.page !== null) refuseToSpoil(wanted.page);
  wanted.progress.say(() => "Reading …");
  const here = callersFolder();
  const source = await openPlaces(await placesOr(places, here), here, openFleet);
  try {
    await report(source, wanted);
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

/** @returns Whether anybody reads on. */
async function show(
  book: Book,
  source: RecordSource,
  wanted: Wanted,
  again: boolean,
): Promise<boolean> {
  const selected = book.runs().filter((run) => isSelected(run, wanted));
  // Only where a person watches: a file or a pipe gets one list after the other.
  if (again && Deno.stdout.isTerminal() && wanted.form !== "html") writeLines(["\x1b[2J\x1b[H"]);
  const newest = () => selected.sort((a, b) => b.time - a.time).slice(0, wanted.last);
  const heard = wanted.session !== null
    ? await showOne(findRun(selected, wanted.session), source, wanted)
    : await showAll(newest(), book, source, wanted);
  nameProblems(book);
  return heard;
}

async function showOne(
  run: ReturnType<typeof findRun>,
  source: RecordSource,
  { form, paint }: Wanted,
): Promise<boolean> {
  if (form === "json") {
    const records = await recordsOf(run, source);
    return writeLines([JSON.stringify({ run: runJson(run), records }, null, 2)]);
  }
  const doc = await runDoc(run, source);
  return writeLines([form === "md" ? markdownText(doc) : terminalText(doc, paint)]);
}

async function showAll(
  runs: Parameters<typeof summaryLine>[0],
  book: Book,
  source: RecordSource,
  { form, page, paint, progress }: Wanted,
): Promise<boolean> {
  if (form === "json") return writeLines(jsonLines(runs, book));
  if (form === "md") return writeLines([summaryLine(runs), "", markdownList(runs)]);
  if (form === "terminal") {
    const summary = summaryLine(runs);
    const heard = writeLines(runs.length > 0 ? listLines(runs, paint, terminalWidth()) : []);
    console.error(summary);
    return heard;
  }
  // Only who wants a page pays for loading what makes it.
  const { pageParts } = await import("./page/document.ts");
  const parts = await pageParts({
    book,
    runs,
    source,
    progress: (done, of) => progress.say(() => `${count(done)} of ${count(of)} runs written`),
  });
  replacePageFile(page!, parts);
  progress.clear();
  return writeLines([`${summaryLine(runs)}: ${page}`]);
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
