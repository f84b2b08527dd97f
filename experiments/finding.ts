/** What an experiment found, and how it is shown: the verdict first, then why, then the figures. */

import { type Doc, escapeHtml, type Section } from "../lib/page/doc.ts";
import { htmlSections, renderDocument } from "../lib/page/html.ts";
import type { Plot } from "../lib/page/plot.ts";
import { count } from "../lib/text/figures.ts";
import type { ExperimentName, Phase0Verdict } from "../schema/names.ts";
import type { Phase0Metrics, Phase0Of, Registered, RejectedRows } from "../schema/types.ts";
import { REGISTERED } from "./registered.ts";

/** A verdict in words. */
export interface Judgement {
  readonly verdict: Phase0Verdict;
  /** The verdict in words, without its name: `confidence tells right work from wrong`. */
  readonly headline: string;
  /** Why, in one line, for a person who knows no statistics. */
  readonly why: string;
}

/** All of it, before it becomes a record, a text or a page. */
export interface Finding<Name extends ExperimentName> extends Judgement {
  /** How many observations the verdict rests on. */
  readonly n: number;
  readonly rejected: RejectedRows[];
  readonly metrics: Phase0Metrics[Name];
  readonly caveats: string[];
  /** For a person who knows no statistics. */
  readonly sections: readonly Section[];
  /** Only a page shows them, and they may be dear to make: asked for only then. */
  readonly plots: () => readonly Plot[];
}

/** How many places are named per reason. */
const PLACES = 5;

/** Rows that cannot be used: counted by reason, with the places of the first, never dropped unseen. */
export class Rejections {
  readonly #byReason = new Map<string, RejectedRows>();

  /** @param place The line, or the position in a list, from 1. */
  add(reason: string, place: number): void {
    let rows = this.#byReason.get(reason);
    if (rows === undefined) this.#byReason.set(reason, rows = { reason, count: 0, first: [] });
    rows.count++;
    if (rows.first.length < PLACES) rows.first.push(place);
  }

  /** All reasons, the most frequent first. */
  list(): RejectedRows[] {
    return [...this.#byReason.values()].sort((a, b) => b.count - a.count);
  }
}

/** The whole report, without its plots. */
export function findingDoc<Name extends ExperimentName>(
  record: Phase0Of<Name>,
  { headline, sections }: Finding<Name>,
): Doc {
  const note = record.registered.preregistered ? "" : " (not pre-registered)";
  return {
    title: `${record.verdict.toUpperCase()}${note}: ${headline}`,
    lead: [record.why],
    sections: [...sections, ...closingSections(record)],
  };
}

/** What every report ends with, whatever the experiment. */
function closingSections({ rejected, caveats, registered }: Phase0Of<ExperimentName>): Section[] {
  const sections: Section[] = [];
  if (rejected.length > 0) {
    const rows = rejected.map(({ reason, count: rows, first }) => [
      reason,
      count(rows),
      first.join(", ") + (rows > first.length ? ", …" : ""),
    ]);
    sections.push({
      title: "Not used",
      text: ["These were left out; they count neither as right nor as wrong."],
      table: { head: ["why", "how many", "the first, by line or place"], rows },
    });
  }
  if (caveats.length > 0) {
    sections.push({ title: "To hold against it", points: caveats.map((text) => ({ text })) });
  }
  const conditions = conditionLines(registered).map((text) => ({ text }));
  return [...sections, { title: "What it was held to", points: conditions }];
}

/** What was registered, and every threshold that was changed, in words. */
export function conditionLines({ kill, pass, insufficient, thresholds }: Registered): string[] {
  return [
    `KILL if ${kill}.`,
    `PASS if ${pass}.`,
    `INSUFFICIENT otherwise, and always if ${insufficient}.`,
    ...thresholds.filter(({ registered, used }) => registered !== used).map((
      { name, registered, used },
    ) => `--${name} ${used} is not pre-registered (registered: ${registered}).`),
  ];
}

const VERDICT_STYLE = `
header { padding: 0.75rem 0 0.75rem 1rem; border-left: 0.4rem solid var(--dim); }
header.kill { border-color: var(--bad); } header.kill h1 b { color: var(--bad); }
header.pass { border-color: var(--good); } header.pass h1 b { color: var(--good); }
header.insufficient { border-color: var(--unsure); }
header.insufficient h1 b { color: var(--unsure); }
header p { margin: 0.5rem 0 0; font-size: 1.1rem; }
`;

/** One page: the same report, and the plots. */
export function findingPage<Name extends ExperimentName>(
  record: Phase0Of<Name>,
  finding: Finding<Name>,
): string {
  const { verdict, why } = record;
  const { id, question } = REGISTERED[record.experiment];
  const { title, sections } = findingDoc(record, finding);
  const body = `<p>${escapeHtml(`${id}: ${question}`)}</p>
${htmlSections([{ plots: finding.plots() }, ...sections])}`;
  return verdictPage(`${id}: ${title}`, { verdict, headline: title, why }, body);
}

/** A page that begins with a verdict. @param body Escaped already. */
export function verdictPage(
  title: string,
  { verdict, headline, why }: Judgement,
  body: string,
): string {
  const [name = "", ...rest] = headline.split(":");
  return renderDocument(
    title,
    VERDICT_STYLE,
    `<header class="${verdict}">
<h1><b>${escapeHtml(name)}:</b>${escapeHtml(rest.join(":"))}</h1>
<p>${escapeHtml(why)}</p>
</header>
${body}`,
  );
}
