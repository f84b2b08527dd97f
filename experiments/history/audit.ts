/**
 * A sample of failures for two people to label, and what their labels say.
 *
 * The sample is drawn at random from all linked failures, so the share of a label in it is a fair
 * estimate of its share in all, without weights. What the heuristic said is left out: a person who
 * labels must not be led.
 */

import { count, counted } from "../../lib/text/figures.ts";
import { UserError } from "../../lib/text/errors.ts";
import { objectOf } from "../../lib/text/values.ts";
import type { GitHistoryMetrics } from "../../schema/types.ts";
import type { Rejections } from "../finding.ts";
import { type Agreement, cohenKappa } from "../stats/kappa.ts";
import { wilson } from "../stats/proportions.ts";
import { sampleIndices, seededRandom } from "../stats/random.ts";
import type { Failure } from "./failures.ts";
import { type Bucket, BUCKETS } from "./gates.ts";
import type { History } from "./history.ts";
import { subjectOf } from "./subjects.ts";

const MAX_MESSAGE = 2000;
const MAX_PATHS = 20;

/** Labels are work: a file that may have some is never written over. */
export function refuseToOverwrite(file: string): void {
  try {
    Deno.lstatSync(file);
  } catch {
    return;
  }
  throw new UserError(`Cannot write "${file}": it exists; labels in it would be lost`);
}

/** Writes a sample of at most `size` failures, and tells how to label it. */
export function writeAudit(
  { commits, names }: History,
  failures: readonly Failure[],
  { size, file, seed }: { size: number; file: string; seed: number },
): void {
  const drawn = Math.min(size, failures.length);
  const rows = Array.from(sampleIndices(seededRandom(seed), failures.length, drawn), (n) => {
    const { sha, kind, at, culprit, culpritAt } = failures[n]!;
    const { message, paths } = commits[at]!;
    return {
      sha,
      kind,
      message: message.slice(0, MAX_MESSAGE),
      paths: paths.slice(0, MAX_PATHS).map((path) => names[path] ?? ""),
      more_paths: Math.max(0, paths.length - MAX_PATHS),
      culprit,
      culprit_subject: culpritAt === null ? null : subjectOf(commits[culpritAt]!.message),
      label_a: null,
      label_b: null,
    };
  });
  const text = rows.map((row) => JSON.stringify(row) + "\n").join("");
  try {
    Deno.writeTextFileSync(file, text, { createNew: true });
  } catch (error) {
    throw new UserError(`Cannot write "${file}": ${(error as Error).message}`);
  }
  console.error(
    `${count(drawn)} of ${counted(failures.length, "failure")} ${drawn === 1 ? "is" : "are"} in ` +
      `"${file}". Two people, each without looking at the other's, put one of ` +
      `${BUCKETS.join(", ")} into label_a and label_b; then --labels reads it back.`,
  );
}

/** What two people said about one failure. */
type Pair = readonly [first: Bucket, second: Bucket];

/** Reads labelled lines back; what cannot be used is counted. */
export function readLabels(
  text: string,
  failures: readonly Failure[],
  rejections: Rejections,
): Pair[] {
  const known = new Set(failures.map(({ sha }) => sha));
  const seen = new Set<string>();
  const read = (line: string): Pair | string => {
    const { sha, label_a: a, label_b: b } = parseRow(line);
    if (typeof sha !== "string") return "not a JSON object with a sha";
    if (!known.has(sha)) return "not a linked failure of this history";
    if (seen.has(sha)) return "labelled twice";
    seen.add(sha);
    if ([a, b].some((label) => label === null || label === undefined || label === "")) {
      return "not labelled by both";
    }
    return isBucket(a) && isBucket(b) ? [a, b] : "not the name of a bucket";
  };
  return text.split("\n").flatMap((line, n) => {
    if (line.trim() === "") return [];
    const pair = read(line);
    if (typeof pair !== "string") return [pair];
    rejections.add(`labels: ${pair}`, n + 1);
    return [];
  });
}

function parseRow(line: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(line)) ?? {};
  } catch {
    return {};
  }
}

const isBucket = (label: unknown): label is Bucket => BUCKETS.some((name) => name === label);

/**
 * The share that needed self-reflection, by both people's labels. The range goes from the lower end
 * for failures that both label so, to the upper end for failures that either does: chance of the
 * sample and disagreement together (Wilson, 95 %).
 */
export function labelMetrics(pairs: readonly Pair[]): NonNullable<GitHistoryMetrics["labels"]> {
  const { n, kappa }: Agreement = cohenKappa(
    pairs.map(([first]) => first),
    pairs.map(([, second]) => second),
  );
  const votes = pairs.map((pair) => pair.filter((label) => label === "self_reflection").length);
  const both = votes.filter((n) => n === 2).length;
  const either = votes.filter((n) => n > 0).length;
  const trials = pairs.length;
  const least = wilson({ successes: both, trials });
  const most = wilson({ successes: either, trials });
  return {
    n,
    kappa,
    corrected_share: trials === 0 ? null : (both + either) / 2 / trials,
    ci95: least === null || most === null ? null : [least[0], most[1]],
  };
}
