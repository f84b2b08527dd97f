/**
 * A sample of failures for two people to label, and what their labels say.
 *
 * The sample is drawn at random from all linked failures, so the share of a label in it is a fair
 * estimate of its share in all, without weights. What the heuristic said is left out: who labels
 * must not be led.
 *
 * @module
 */

import { type Agreement, cohenKappa } from "../stats/kappa.ts";
import { wilson } from "../stats/proportions.ts";
import { sampleIndices, seededRandom } from "../stats/random.ts";
import type { Rejections } from "../finding.ts";
import type { Bounds } from "../../schema/types.ts";
import { subjectOf } from "./subjects.ts";
import type { Failure } from "./failures.ts";
import type { History } from "./history.ts";

/** One line of the file. */
interface AuditRow {
  readonly sha: string;
  readonly kind: string;
  readonly message: string;
  readonly paths: readonly string[];
  readonly more_paths: number;
  readonly culprit: string | null;
  readonly culprit_subject: string | null;
  readonly label_a: string | null;
  readonly label_b: string | null;
}

const MAX_MESSAGE = 2000;
const MAX_PATHS = 20;

/** Draws at most `size` failures. */
export function drawAudit(
  { commits, names }: History,
  failures: readonly Failure[],
  size: number,
  seed: number,
): AuditRow[] {
  const count = Math.min(size, failures.length);
  return Array.from(sampleIndices(seededRandom(seed), failures.length, count), (n): AuditRow => {
    const failure = failures[n]!;
    const commit = commits[failure.at]!;
    const culprit = failure.culpritAt === null ? undefined : commits[failure.culpritAt];
    return {
      sha: failure.sha,
      kind: failure.kind,
      message: commit.message.slice(0, MAX_MESSAGE),
      paths: commit.paths.slice(0, MAX_PATHS).map((path) => names[path] ?? ""),
      more_paths: Math.max(0, commit.paths.length - MAX_PATHS),
      culprit: failure.culprit,
      culprit_subject: culprit === undefined ? null : subjectOf(culprit.message),
      label_a: null,
      label_b: null,
    };
  });
}

/** What two people said about one failure. */
type Pair = readonly [first: string, second: string];

/** Reads labelled lines back; what cannot be used is counted. */
export function readLabels(
  text: string,
  failures: readonly Failure[],
  allowed: readonly string[],
  rejections: Rejections,
): Pair[] {
  const known = new Set(failures.map(({ sha }) => sha));
  const seen = new Set<string>();
  const pairs: Pair[] = [];
  text.split("\n").forEach((line, n) => {
    if (line.trim() === "") return;
    const row = parseRow(line);
    const reject = (reason: string): void => rejections.add(`labels: ${reason}`, n + 1);
    if (row === null) return reject("not a JSON object with a sha");
    if (!known.has(row.sha)) return reject("not a linked failure of this history");
    if (seen.has(row.sha)) return reject("labelled twice");
    seen.add(row.sha);
    const { a, b } = row;
    if (isBlank(a) || isBlank(b)) return reject("not labelled by both");
    if (!isOneOf(a, allowed) || !isOneOf(b, allowed)) return reject("not the name of a bucket");
    pairs.push([a, b]);
  });
  return pairs;
}

function parseRow(line: string): { sha: string; a: unknown; b: unknown } | null {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row !== "object" || row === null) return null;
    const { sha, label_a, label_b } = row as Record<string, unknown>;
    return typeof sha === "string" ? { sha, a: label_a, b: label_b } : null;
  } catch {
    return null;
  }
}

const isBlank = (label: unknown): boolean => label === null || label === undefined || label === "";
const isOneOf = (label: unknown, allowed: readonly string[]): label is string =>
  typeof label === "string" && allowed.includes(label);

/** What the labels say about the share of one of them. */
interface Corrected {
  readonly agreement: Agreement;
  /** The mean of what the two people's labels give. */
  readonly share: number | null;
  /**
   * From the lower end for failures that both label so, to the upper end for failures that either
   * does: chance of the sample and disagreement together (Wilson, 95 %).
   */
  readonly ci95: Bounds | null;
}

/** The share of `label` by both people's labels. */
export function correctedShare(pairs: readonly Pair[], label: string): Corrected {
  const agreement = cohenKappa(pairs.map(([first]) => first), pairs.map(([, second]) => second));
  const votes = pairs.map(([a, b]) => Number(a === label) + Number(b === label));
  const both = votes.filter((n) => n === 2).length;
  const either = votes.filter((n) => n > 0).length;
  const trials = pairs.length;
  const least = wilson({ successes: both, trials });
  const most = wilson({ successes: either, trials });
  return {
    agreement,
    share: trials === 0 ? null : (both + either) / 2 / trials,
    ci95: least === null || most === null ? null : [least[0], most[1]],
  };
}
