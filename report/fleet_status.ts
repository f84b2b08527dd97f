/**
 * What arrived from where: for each repository and agent how many records, the newest, how long they
 * took from the machine to the engine, and how many runs need a review now.
 *
 *     deno task fleet:status --to nats://host:4222[,host…] [--json]
 */

import { command } from "../lib/cli/command.ts";
import { flag, required, type Values } from "../lib/cli/flags.ts";
import { Progress } from "../lib/cli/progress.ts";
import { count, counted } from "../lib/text/figures.ts";
import { markdownTable } from "../lib/page/doc.ts";
import { closeEngine, openEngine } from "../fleet/connect.ts";
import { addressFlag, WHERE } from "../fleet/open.ts";
import { readStream, SeenRecords, type Stored } from "../fleet/read_stream.ts";
import { EntryMaker } from "../lib/records/entry.ts";
import { isRunRecord, parseRecord } from "../lib/records/record.ts";
import { Book } from "./book.ts";
import { needsReviewNow } from "./trust.ts";
import { durationWords } from "../lib/text/time.ts";

const FLAGS = {
  to: required(addressFlag("The engine, all of its servers"), WHERE),
  json: flag("Print JSON"),
};

async function run({ to, json }: Values<typeof FLAGS>): Promise<void> {
  const engine = await openEngine(to);
  const arrivals = new Arrivals();
  const progress = new Progress();
  try {
    for await (const batch of readStream(engine)) {
      for (const stored of batch) arrivals.add(stored);
      progress.say(() => `${count(arrivals.records)} records read`);
    }
  } finally {
    progress.clear();
    await closeEngine(engine);
  }
  const groups = arrivals.groups();
  const { records, doubles, problems } = arrivals;
  if (json) console.log(JSON.stringify({ records, doubles, problems, groups }, null, 2));
  else {
    if (groups.length > 0) console.log(table(groups));
    const pairs = counted(groups.length, "pair");
    console.error(
      `${counted(records, "record")} from ${pairs} of repository and agent; ` +
        `${count(doubles)} came twice, ${count(problems)} are no records`,
    );
  }
}

function table(groups: readonly ArrivalsOfOne[]): string {
  return markdownTable(
    ["repo", "agent", "records", "newest (UTC)", "lag, median", "lag, longest", "needs review"],
    groups.map(({ repo, agent, records, newest, lag, needs_review }) => [
      ...[repo ?? "–", agent ?? "–", count(records), newest.slice(0, 19).replace("T", " ")],
      ...[durationWords(lag.median), durationWords(lag.longest), String(needs_review)],
    ]),
  );
}

/** The figures of one agent in one repository; null where a record names none. */
interface ArrivalsOfOne {
  readonly repo: string | null;
  readonly agent: string | null;
  readonly records: number;
  /** When the newest record was written, as ISO-8601. */
  readonly newest: string;
  /** From when a record was written until it arrived, in milliseconds, as the two clocks tell. */
  readonly lag: { readonly median: number; readonly longest: number };
  readonly needs_review: number;
}

/** What is kept of it while reading. */
interface Group {
  readonly repo: string | null;
  readonly agent: string | null;
  newest: number;
  readonly lags: number[];
}

/** What arrived, by repository and agent: messages in as they come, figures out. */
class Arrivals {
  readonly #groups = new Map<string, Group>();
  readonly #book = new Book();
  readonly #maker = new EntryMaker();
  readonly #seen = new SeenRecords();
  records = 0;
  /** What was in the stream a second time. */
  doubles = 0;
  problems = 0;

  add({ sequence, arrived, bytes }: Stored): void {
    if (!this.#seen.isNew(bytes)) {
      this.doubles++;
      return;
    }
    const record = parseRecord(bytes);
    if (typeof record === "string") {
      this.problems++;
      return;
    }
    this.records++;
    // An experiment's result names no repository, no agent and not when it was written.
    const { repo, agent, timestamp } = isRunRecord(record)
      ? record
      : { repo: null, agent: null, timestamp: null };
    const written = timestamp === null ? arrived : Date.parse(timestamp);
    const key = keyOf(repo, agent);
    const group = this.#groups.get(key) ?? { repo, agent, newest: 0, lags: [] };
    this.#groups.set(key, group);
    group.newest = Math.max(group.newest, written);
    group.lags.push(arrived - written);
    this.#book.add(this.#maker.entriesOf([{ origin: String(sequence), record }]));
  }

  /** The figures, those that need a review first, then the newest. */
  groups(): ArrivalsOfOne[] {
    const asking = new Map<string, number>();
    for (const run of this.#book.runs()) {
      const key = keyOf(run.repo, run.agent);
      if (needsReviewNow(run)) asking.set(key, (asking.get(key) ?? 0) + 1);
    }
    return [...this.#groups]
      .map(([key, group]) => ({ ...group, needs_review: asking.get(key) ?? 0 }))
      .sort((a, b) => b.needs_review - a.needs_review || b.newest - a.newest)
      .map(({ repo, agent, newest, lags, needs_review }) => {
        const sorted = Float64Array.from(lags).sort();
        return {
          ...{ repo, agent, records: lags.length, newest: new Date(newest).toISOString() },
          lag: { median: sorted[sorted.length >> 1]!, longest: sorted.at(-1)! },
          needs_review,
        };
      });
  }
}

function keyOf(repo: string | null, agent: string | null): string {
  return JSON.stringify([repo, agent]);
}

if (import.meta.main) {
  await command({
    name: "fleet:status",
    summary:
      "Says what arrived at the engine from which repository and agent: how many records, the " +
      "newest, how late they came, and how many runs need a review now.",
    usage: ["--to nats://host:4222[,host…]"],
    flags: FLAGS,
    notes: ["Credentials come from the environment, as with deno task ship."],
    run,
  });
}
