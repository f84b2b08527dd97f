/**
 * How a review is kept: as data, and as a page for people. `markdown_parser.ts` reads the page back:
 * findings, strengths and summary as they were, but for characters that cannot be seen, which are
 * written out, and space at the ends of lines. A hook loads this to write a review; reading its data
 * back takes a package.
 */

import type { Store } from "../lib/store/store.ts";
import { momentName } from "../lib/text/names.ts";
import type { Review, ReviewIssue } from "../schema/types.ts";
import { placeText } from "./markdown/label.ts";
import { escapeLine } from "./markdown/line.ts";
import { plainLine } from "../lib/text/text.ts";

/** How the file of a review ends. */
export const REVIEW_ENDING = ".review.json";

/** Writes a review, as data and to be read; returns the name of both without the ending. */
export function storeReview(store: Store, session: string, review: Review): string {
  const name = store.freeName(`${session}-${momentName(review.timestamp)}`, REVIEW_ENDING);
  store.write(`${name}.review.md`, renderReview(review));
  store.write(`${name}${REVIEW_ENDING}`, `${JSON.stringify(review, null, 2)}\n`);
  return name;
}

/** The page of a review. */
export function renderReview(review: Review): string {
  const blocks = [
    `# Review of ${oneLine(review.task_ref)}`,
    ...section("Summary", review.summary === null ? [] : [paragraph(review.summary)]),
    ...section("Issues", issueBlocks(review.issues)),
    ...section("Strengths", review.strengths.flatMap((text) => item("✅", text))),
    ...section("Not understood", review.unparsed.map(codeBlock)),
    ...section("About", [about(review)]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** The text as it comes back from a page: without space around it, with everything to be seen. */
export function normalText(text: string): string {
  return text.split(/\r\n?|\n/).map((line) => plainLine(line).trimEnd()).join("\n").trim();
}

function section(title: string, blocks: readonly string[]): string[] {
  return blocks.length === 0 ? [] : [`## ${title}`, ...blocks];
}

/** The findings in their order; those of one kind that follow each other share a header. */
function issueBlocks(issues: readonly ReviewIssue[]): string[] {
  let last = "";
  return issues.flatMap((issue) => {
    const header = `**${issue.severity} (${issue.category})**`;
    const isNew = header !== last;
    last = header;
    return [...isNew ? [header] : [], ...issueBlock(issue)];
  });
}

function issueBlock({ description, impact, recommendation, file, line, source }: ReviewIssue) {
  return [
    // Without a line of its own, what follows would belong to the finding before.
    ...item("❌", normalText(description) || "(not described)"),
    ...labelled("Impact", impact),
    ...labelled("Recommendation", recommendation),
    ...file === null && line === null
      ? []
      : [`**Location**: ${placeText(oneLine(file ?? ""), line)}`],
    `**Source**: ${source}`,
  ];
}

function item(mark: string, text: string): string[] {
  return withMore(`- ${mark} `, text);
}

function labelled(label: string, text: string | null): string[] {
  return text === null ? [] : withMore(`**${label}**: `, text);
}

/** A text behind something; its other lines are moved in, so that they belong to it. */
function withMore(before: string, text: string): string[] {
  const normal = normalText(text);
  if (normal === "") return [];
  const [first, ...more] = normal.split("\n");
  return [[`${before}${first}`, ...more.map((line) => `  ${escapeLine(line)}`)].join("\n")];
}

function paragraph(text: string): string {
  return normalText(text).split("\n").map(escapeLine).join("\n");
}

/** Fenced by more than is in it. */
function codeBlock(text: string): string {
  const lines = text.split(/\r\n?|\n/).map(plainLine);
  const tildes = (line: string): number => /^\s*(~*)/.exec(line)?.[1]?.length ?? 0;
  const longest = lines.reduce((most, line) => Math.max(most, tildes(line)), 2);
  const fence = "~".repeat(longest + 1);
  return [fence, ...lines, fence].join("\n");
}

function about(review: Review): string {
  const { usage, cost_usd: cost } = review;
  const facts: [string, string | null][] = [
    ["Failure", review.failure],
    ["Degraded", review.degraded ? "yes" : null],
    ["Written", review.timestamp],
    ["Repository", review.repo],
    ["Session", review.session_id],
    ["Agent", review.agent],
    ["Head", review.head],
    ["Depth", review.depth],
    ["Model", review.model ?? "none"],
    ["Tokens", usage === null ? null : `${usage.input_tokens} in, ${usage.output_tokens} out`],
    ["Cost", cost === null ? null : `$${cost.toFixed(4)}`],
    ["Duration", `${(review.duration_ms / 1000).toFixed(1)} s`],
    ["Files read", String(review.files_reviewed.length)],
    ...review.files_left_out.map(({ path, reason }): [string, string] => [
      "Left out",
      `${placeText(oneLine(path), null)} (${reason})`,
    ]),
  ];
  return facts
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `- ${name}: ${oneLine(value ?? "")}`)
    .join("\n");
}

function oneLine(text: string): string {
  return plainLine(text).trim();
}
