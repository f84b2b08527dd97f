/**
 * What arrived from where: for each repository and agent how many records, the newest, how long they
 * took from the machine to the engine, and how many runs need somebody's eyes.
 *
 *     deno task fleet:status --to nats://host:4222[,host…] [--json]
 */

import { readFlags, refusePositionals, runScript } from "../lib/cli/flags.ts";
import { Progress } from "../lib/cli/progress.ts";
import { count, counted } from "../lib/text/figures.ts";
import { markdownTable } from "../lib/page/doc.ts";
import { visible } from "../lib/text/visible.ts";
import { addressFlag } from "../fleet/address_flag.ts";
import { Arrivals, type ArrivalsOfOne } from "./arrivals.ts";
import { closeEngine, openEngine } from "../fleet/connect.ts";
import { readStream } from "../fleet/read_stream.ts";

const HELP =
  `Says what arrived at the engine from which repository and agent: how many records, the newest, how
late they came, and how many runs need a review now.

Usage: deno task fleet:status --to nats://host:4222[,host…] [options]

Options:
  --to ADDRESS  The engine, all of its servers
  --json        Print JSON
  --help        Print this text

Credentials come from the environment, as with deno task ship.
Exit: 0 done, 1 failed, 2 wrong usage`;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, {
    to: { type: "string" },
    json: { type: "boolean" },
  });
  refusePositionals(positionals);
  const engine = await openEngine(addressFlag(values.to));
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
  if (values.json) console.log(JSON.stringify({ records, doubles, problems, groups }, null, 2));
  else {
    if (groups.length > 0) console.log(table(groups));
    console.error(
      `${counted(records, "record")} from ${
        counted(groups.length, "pair")
      } of repository and agent; ` +
        `${count(doubles)} came twice, ${count(problems)} are no records`,
    );
  }
  return 0;
}

function table(groups: readonly ArrivalsOfOne[]): string {
  return markdownTable(
    ["repo", "agent", "records", "newest (UTC)", "lag, median", "lag, longest", "needs review"],
    groups.map(({ repo, agent, records, newest, lag, needs_review }) => [
      ...[visible(repo ?? "–"), visible(agent ?? "–"), count(records)],
      ...[newest.slice(0, 19).replace("T", " "), duration(lag.median), duration(lag.longest)],
      String(needs_review),
    ]),
  );
}

/** A time in the unit that suits it. */
function duration(milliseconds: number): string {
  const units = [[1, "ms"], [1_000, "s"], [60_000, "min"], [3_600_000, "h"], [86_400_000, "d"]];
  const [size, unit] = units.findLast(([size]) => Math.abs(milliseconds) >= (size as number)) ??
    units[0]!;
  const value = milliseconds / (size as number);
  return `${value.toFixed(size === 1 || value >= 10 ? 0 : 1)} ${unit}`;
}

if (import.meta.main) await runScript(HELP, main);
