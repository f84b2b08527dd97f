/**
 * What the reviewer has done lately: its reviews, its failures, and what they cost.
 *
 *     deno task review:status [DIR]
 */

import { command } from "../lib/cli/command.ts";
import { byDefault, callersFolder, flag, number } from "../lib/cli/flags.ts";
import { resolve } from "node:path";
import { markdownTable } from "../lib/page/doc.ts";
import { readSettings } from "../lib/config/environment.ts";
import { DEFAULT_FOLDER } from "../lib/store/store.ts";
import { SEVERITIES } from "../schema/names.ts";
import { listReviews, type StoredReview } from "./list.ts";

/** What all reviews come to. */
interface Totals {
  reviews: number;
  failures: number;
  /** Of the reviews whose cost is known. */
  cost_usd: number;
  /** Reviews by a model that did not say what it charged. */
  cost_unknown: number;
  broken: number;
}

function totalsOf(reviews: readonly StoredReview[], broken: number): Totals {
  const totals: Totals = {
    reviews: reviews.length,
    failures: 0,
    cost_usd: 0,
    cost_unknown: 0,
    broken,
  };
  for (const { review } of reviews) {
    if (review.failure !== null) totals.failures++;
    totals.cost_usd += review.cost_usd ?? 0;
    if (review.model !== null && review.cost_usd === null) totals.cost_unknown++;
  }
  return totals;
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

function render(folder: string, recent: readonly StoredReview[], totals: Totals): string {
  if (totals.reviews === 0) return `No reviews in "${folder}"`;
  const rows = recent.map((stored) => {
    const { timestamp, depth, model, issues, cost_usd, duration_ms, failure } = summaryOf(stored);
    const found = SEVERITIES.filter((severity) => issues[severity]! > 0)
      .map((severity) => `${issues[severity]} ${severity.toLowerCase()}`).join(", ");
    return [
      timestamp.slice(0, 19).replace("T", " "),
      depth,
      model ?? "none",
      found || "nothing",
      cost_usd === null ? "" : `$${cost_usd.toFixed(4)}`,
      `${(duration_ms / 1000).toFixed(1)} s`,
      failure === null ? "" : failure.slice(0, 80),
    ];
  });
  const unknown = totals.cost_unknown > 0
    ? `, of ${totals.cost_unknown} the cost is not known`
    : "";
  const unread = totals.broken > 0
    ? `; ${totals.broken} ${totals.broken === 1 ? "file" : "files"} cannot be read`
    : "";
  return [
    `${totals.reviews} ${
      totals.reviews === 1 ? "review" : "reviews"
    }, ${totals.failures} failed, ` +
    `$${totals.cost_usd.toFixed(4)} in all${unknown}${unread}`,
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
