/**
 * What the reviewer has done lately: its reviews, its failures, and what they cost.
 *
 *     deno task review:status [DIR]
 */

import { command } from "../lib/cli/command.ts";
import { byDefault, callersFolder, flag, number } from "../lib/cli/flags.ts";
import { resolve } from "node:path";
import { markdownTable } from "../lib/page/doc.ts";
import { counted } from "../lib/text/figures.ts";
import { readSettings } from "../lib/config/environment.ts";
import { DEFAULT_FOLDER } from "../lib/store/store.ts";
import { SEVERITIES } from "../schema/names.ts";
import { entriesOf, kindOfEntry, readSmallFile } from "../lib/records/folder_files.ts";
import { parseRecord } from "../lib/records/record.ts";
import type { Review } from "../schema/types.ts";
import { REVIEW_ENDING } from "./records.ts";

/** A review and the name of its file. */
interface StoredReview {
  readonly name: string;
  readonly review: Review;
}

/** All reviews in a folder that can be read, the oldest first; how many could not. */
export function listReviews(folder: string): { reviews: StoredReview[]; broken: number } {
  const reviews: StoredReview[] = [];
  let broken = 0;
  for (const { name } of entriesOf(folder)) {
    if (!name.endsWith(REVIEW_ENDING)) continue;
    const path = `${folder}/${name}`;
    // A pipe is not opened: reading it would wait until something writes to it.
    const bytes = kindOfEntry(path) === "file" ? readSmallFile(path) : "not a plain file";
    const record = typeof bytes === "string" ? bytes : parseRecord(bytes);
    if (typeof record === "string" || record.schema !== "review.v1") broken++;
    else reviews.push({ name: name.slice(0, -REVIEW_ENDING.length), review: record });
  }
  reviews.sort((a, b) => a.review.timestamp < b.review.timestamp ? -1 : 1);
  return { reviews, broken };
}

/** What all reviews come to. */
function totalsOf(reviews: readonly StoredReview[], broken: number) {
  const records = reviews.map(({ review }) => review);
  return {
    reviews: records.length,
    failures: records.filter(({ failure }) => failure !== null).length,
    // Of the reviews whose cost is known; the others are by a model that did not say it.
    cost_usd: records.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0),
    cost_unknown: records.filter((it) => it.model !== null && it.cost_usd === null).length,
    broken,
  };
}

/** One review in short. */
function summaryOf({ name, review }: StoredReview) {
  const { timestamp, session_id, depth, model, cost_usd, duration_ms, failure } = review;
  const issues = Object.fromEntries(
    SEVERITIES.map((severity) => [
      severity,
      review.issues.filter((issue) => issue.severity === severity).length,
    ]),
  );
  return { name, timestamp, session_id, depth, model, issues, cost_usd, duration_ms, failure };
}

function render(
  folder: string,
  recent: readonly StoredReview[],
  { reviews, failures, cost_usd, cost_unknown, broken }: ReturnType<typeof totalsOf>,
): string {
  if (reviews === 0) return `No reviews in "${folder}"`;
  const rows = recent.map((stored) => {
    const { timestamp, depth, model, issues, cost_usd, duration_ms, failure } = summaryOf(stored);
    const found = SEVERITIES.filter((severity) => issues[severity]! > 0)
      .map((severity) => `${issues[severity]} ${severity.toLowerCase()}`).join(", ");
    return [
      ...[timestamp.slice(0, 19).replace("T", " "), depth, model ?? "none", found || "nothing"],
      cost_usd === null ? "" : `$${cost_usd.toFixed(4)}`,
      `${(duration_ms / 1000).toFixed(1)} s`,
      (failure ?? "").slice(0, 80),
    ];
  });
  const unknown = cost_unknown > 0 ? `, of ${cost_unknown} the cost is not known` : "";
  const unread = broken > 0 ? `; ${counted(broken, "file")} cannot be read` : "";
  return [
    `${counted(reviews, "review")}, ${failures} failed, ` +
    `$${cost_usd.toFixed(4)} in all${unknown}${unread}`,
    "",
    markdownTable(["when (UTC)", "depth", "model", "found", "cost", "took", "failure"], rows),
  ].join("\n");
}

if (import.meta.main) {
  await command({
    name: "review:status",
    summary: "Lists recent reviews, failures and cost.",
    usage: ["[REPO]"],
    about: [
      "REPO is a repository's top folder (default: here). Records are in its " +
      `${DEFAULT_FOLDER}, or in the folder that REFLECTION_DIR names.`,
    ],
    flags: {
      last: byDefault(number("N", "How many reviews", { from: 1, whole: true }), 20),
      json: flag("Print JSON instead of a table"),
    },
    most: 1,
    run({ last, json }, [repo = "."]) {
      const top = resolve(callersFolder(), repo);
      const folder = readSettings().folder ?? `${top}/${DEFAULT_FOLDER}`;
      const { reviews, broken } = listReviews(folder);
      const recent = reviews.slice(-last).reverse();
      const totals = totalsOf(reviews, broken);
      console.log(
        json
          ? JSON.stringify({ folder, totals, reviews: recent.map(summaryOf) }, null, 2)
          : render(folder, recent, totals),
      );
    },
  });
}
