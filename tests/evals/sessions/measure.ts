/**
 * Runs the judge's floor at every stop of public sessions, and says how often it was right: without
 * requirements, with the checks that these sessions run, and for every observation.
 *
 * The sessions are fetched into a cache; only labels are kept here, by the ids of session and stop:
 * `labels.tsv` says what the person said next, written before any answer of the judge was seen;
 * `readings.tsv` what a reading of the calls gives for the check and whether it is to push;
 * `holds.tsv` whether what an observation says is true, and whether it mattered. A person who wants
 * to check a label finds the stop by its id: the agent's last line has a `uuid` that begins with it.
 *
 *     deno task evals:sessions [--cache DIR] [--from ADDRESS] [--write]
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { wilson } from "../../../experiments/stats/proportions.ts";
import { judgeFloor, type Judgement } from "../../../judge/judgement.ts";
import { OBSERVATIONS } from "../../../judge/observations.ts";
import type { Requirement } from "../../../judge/requirements.ts";
import { countPersonTurns, taskText } from "../../../judge/conversation.ts";
import { ClaudeTranscript } from "../../../judge/transcript/claude_code.ts";
import { command } from "../../../lib/cli/command.ts";
import { byDefault, flag, path, text, type Values } from "../../../lib/cli/flags.ts";
import { listed } from "../../../lib/text/figures.ts";
import { fetchSources, sessionsIn, type Source } from "./corpus.ts";
import { type Stop, stopsIn } from "./stops.ts";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

const PAGE = fileURLToPath(new URL("../../../docs/judge_observations.md", import.meta.url));

const FLAGS = {
  cache: path("DIR", "Where the sessions are kept (default: ~/.cache/reflection-sessions)"),
  from: byDefault(
    text("ADDRESS", "Where repositories are, with {owner} and {name} in it"),
    "https://github.com/{owner}/{name}.git",
  ),
  write: flag("Write docs/judge_observations.md"),
  json: flag("Print every stop as a line of JSON instead"),
};

/** Where without a requirement an agent was sent back, or a stop was read otherwise. */
const WRONG = 3;

/** A stop, and what the judge answers there. */
interface Judged {
  readonly source: Source;
  readonly session: string;
  readonly stop: Stop;
  readonly bare: Judgement;
  /** With the checks of the source, and the client's own list. */
  readonly required: Judgement;
}

async function run({ cache, from, write, json }: Values<typeof FLAGS>): Promise<number> {
  const folder = cache ?? join(Deno.env.get("HOME") ?? ".", ".cache/reflection-sessions");
  await fetchSources(folder, from);
  const judged: Judged[] = [];
  const seen = new Set<string>();
  for (const { source, id, path } of sessionsIn(folder)) {
    const lines = Deno.readTextFileSync(path).split("\n");
    for (const stop of stopsIn(lines).stops) {
      // A session that was taken up again begins with a copy of the other.
      if (seen.has(stop.id)) continue;
      seen.add(stop.id);
      judged.push({ source, session: id, stop, ...judge(source, lines.slice(0, stop.lines)) });
    }
  }
  if (json) { for (const each of judged) console.log(JSON.stringify(lineOf(each))); }
  else {
    const report = [
      ...corpusPart(judged),
      ...requirementsPart(judged),
      ...observationsPart(judged),
    ];
    console.log(report.join("\n"));
    if (write) Deno.writeTextFileSync(PAGE, `${report.join("\n")}\n`);
  }
  const wrong = readOtherwise(judged).length + judged.filter(({ bare }) => isPush(bare)).length;
  return wrong === 0 ? 0 : WRONG;
}

function judge(source: Source, lines: readonly string[]): Pick<Judged, "bare" | "required"> {
  const transcript = new ClaudeTranscript();
  transcript.push(new TextEncoder().encode(lines.join("\n")));
  const { conversation, lastInterrupted, personWaits, permissionMode } = transcript.finish();
  const stop = {
    conversation,
    // What was asked before was settled by the stops before.
    from: taskText(conversation, countPersonTurns(conversation) - 1).from,
    circumstances: {
      interrupted: lastInterrupted,
      messageWaiting: personWaits,
      planMode: permissionMode === "plan",
      subagent: false,
      escalated: false,
      backgroundTasks: null,
    },
    repository: null,
  };
  const requirements: Requirement[] = [
    ...source.checks.map((command) => ({ kind: "check" as const, command })),
    { kind: "todos", command: "" },
  ];
  return {
    bare: judgeFloor({ ...stop, requirements: [] }),
    required: judgeFloor({ ...stop, requirements }),
  };
}

function isPush({ floor, vetoes }: Judgement): boolean {
  return floor === "incomplete" && vetoes.length === 0;
}

/** The sessions and their stops, and what a judge without requirements says at them. */
function corpusPart(judged: readonly Judged[]): string[] {
  const labels = labelsOf(judged);
  const pushes = judged.filter(({ bare }) => isPush(bare)).length;
  const said = [...new Set(labels.values())].sort();
  return [
    "# How often the judge is right on real sessions",
    "",
    ...paragraph(
      "Written by `deno task evals:sessions --write`: the floor of the judge at every stop of " +
        "public sessions of Claude Code. A stop is the end of a turn to which the person then said " +
        "something; turns that were cut off, and stops after which an earlier message came, are " +
        "left out. Intervals are Wilson's, at 95 %.",
    ),
    "",
    ...table(
      ["sessions of", "licence", "sessions", "stops", ...said],
      Map.groupBy(judged, ({ source }) => source).entries().map(([{ name, licence }, of]) => [
        name,
        licence,
        new Set(of.map(({ session }) => session)).size,
        of.length,
        ...said.map((label) => of.filter(({ stop }) => labels.get(stop.id) === label).length),
      ]).toArray(),
    ),
    "",
    ...paragraph(
      "The last columns count the stops that were labelled by what the person said next, before " +
        "any answer of the judge was seen: `premature` names something that the turn left broken, " +
        "wrong or undone; `asked` answers a question, or does what the agent waited for; `fine` " +
        "goes on.",
    ),
    "",
    `Without requirements: ${pushes} pushes at ${judged.length} stops.`,
    "",
    ...table(
      ["veto", "at stops", ...said.map((label) => `of ${label}`)],
      [...new Set(judged.flatMap(({ bare }) => bare.vetoes.map(({ name }) => name)))].map(
        (veto) => {
          const held = judged.filter(({ bare }) => bare.vetoes.some(({ name }) => name === veto));
          return [
            `\`${veto}\``,
            held.length,
            ...said.map((label) => {
              const of = (list: readonly Judged[]) =>
                list.filter(({ stop }) => labels.get(stop.id) === label).length;
              return `${of(held)} of ${of(judged)}`;
            }),
          ];
        },
      ),
    ),
  ];
}

/** What the judge says where the checks that the sessions run are required. */
function requirementsPart(judged: readonly Judged[]): string[] {
  const rows = Map.groupBy(judged, ({ source }) => source).entries().map(([source, of]) => {
    const states = of.map(({ required }) => required.requirements[0]!);
    const count = (state: string) => states.filter((answer) => answer.state === state).length;
    return [
      source.name,
      source.checks.map((check) => `\`${check}\``).join(", "),
      count("met"),
      count("unmet"),
      count("cannot_tell"),
      of.filter(({ required }) => isPush(required)).length,
    ];
  }).toArray();
  const readings = readingsOf();
  const read = judged.filter(({ stop }) => readings.has(stop.id));
  const wrong = readOtherwise(judged);
  const labels = labelsOf(judged);
  const byLabel = [...new Set(labels.values())].sort().map((label) => {
    const of = judged.filter(({ stop }) => labels.get(stop.id) === label);
    return `${of.filter(({ required }) => isPush(required)).length} of ${of.length} ${label}`;
  });
  const pushed = read.filter(({ required }) => isPush(required)).length;
  const first = [...readings.values()].filter(({ read = "" }) => read.startsWith("before")).length;
  return [
    "",
    "## With requirements",
    "",
    ...paragraph(
      "The check that the sessions of a repository run, and `todos`, required at every stop. Where " +
        "a check can mean nothing, because no code was edited, it counts as what cannot be told.",
    ),
    "",
    ...table(["sessions of", "check", "met", "unmet", "cannot tell", "pushes"], rows),
    "",
    ...paragraph(
      `Of the labelled stops, pushes are at ${listed(byLabel, "and")}. A reading of the calls by ` +
        `hand agrees at ${read.length - wrong.length} of ${read.length} stops: ${pushed} pushes ` +
        `and ${read.length - pushed} silences. ${first} of them were read before any answer of ` +
        "the judge was seen, and at 84 of these its first answer agreed; since then the judge was " +
        "mended, and 18 readings were. The others were read with the answer in view.",
    ),
    ...wrong.map(({ source, stop, required }) =>
      `- ${source.name} \`${stop.id}\`: read as ${readings.get(stop.id)?.state}, ` +
      `answered ${stateOf(required)}`
    ),
  ];
}

function readingsOf(): Map<string, Record<string, string>> {
  return new Map(readTable("readings.tsv").map((row) => [row.stop ?? "", row]));
}

/** The stops at which a reading by hand gives another answer. */
function readOtherwise(judged: readonly Judged[]): Judged[] {
  const readings = readingsOf();
  return judged.filter(({ stop, required }) => {
    const reading = readings.get(stop.id);
    return reading !== undefined &&
      (reading.state !== stateOf(required) || (reading.push === "yes") !== isPush(required));
  });
}

/** What a check comes to; `none` where it can mean nothing. */
function stateOf({ requirements: [check] }: Judgement): string {
  return check?.state === "cannot_tell" && !check.applies ? "none" : check?.state ?? "none";
}

/** How often each observation fired, was true, and mattered. */
function observationsPart(judged: readonly Judged[]): string[] {
  const labels = labelsOf(judged);
  const premature = judged.filter(({ stop }) => labels.get(stop.id) === "premature");
  const holds = readTable("holds.tsv");
  const rows = Object.keys(OBSERVATIONS).sort().map((name) => {
    const fires = ({ bare }: Judged) => bare.observations.some((each) => each.name === name);
    const read = holds.filter((row) => row.observation === name);
    return [
      `\`${name}\``,
      `${judged.filter(fires).length}`,
      shareOf(read.filter(({ holds }) => holds === "yes").length, read.length),
      shareOf(read.filter(({ right }) => right === "yes").length, read.length),
      `${premature.filter(fires).length} of ${premature.length}`,
    ];
  });
  return [
    "",
    "## Observations",
    "",
    ...paragraph(
      "An observation holds where what it states is true of the session, read by hand. It is right " +
        "where it holds and the stop was premature, or the person's next message deals with what " +
        "it names. None of them sends an agent back. An empty last message is rare, and " +
        "is kept for the models' sake: an answer that broke off leaves one.",
    ),
    "",
    ...table(["observation", "made at stops", "holds", "right", "premature stops with it"], rows),
  ];
}

/** "3 of 4 (30–95 %)". */
function shareOf(successes: number, trials: number): string {
  const interval = wilson({ successes, trials });
  if (interval === null) return "not read";
  const [low, high] = interval.map((bound) => Math.round(bound * 100));
  return `${successes} of ${trials} (${low}–${high} %)`;
}

/** What the person said next, by stop. */
function labelsOf(judged: readonly Judged[]): Map<string, string> {
  const known = new Set(judged.map(({ stop }) => stop.id));
  const rows = readTable("labels.tsv").filter(({ stop = "" }) => known.has(stop));
  return new Map(rows.map(({ stop = "", said = "" }) => [stop, said]));
}

function lineOf({ source, session, stop, bare, required }: Judged): object {
  const { vetoes, observations } = bare;
  const { floor, requirements } = required;
  return {
    source: source.name,
    session,
    stop: stop.id,
    push: isPush(required),
    floor,
    requirements,
    vetoes,
    observations,
  };
}

/** A table of labels: a line of names, then a line each. */
function readTable(name: string): Record<string, string>[] {
  const [head = "", ...lines] = Deno.readTextFileSync(join(FOLDER, name)).trimEnd().split("\n");
  const columns = head.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""]));
  });
}

/** A paragraph in lines as `deno fmt` breaks them. */
function paragraph(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (longer.length <= 100) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A table as `deno fmt` writes it. */
function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const widths = head.map((_, at) =>
    Math.max(3, ...[head, ...rows].map((cells) => String(cells[at]).length))
  );
  const line = (cells: readonly (string | number)[]): string =>
    `| ${cells.map((cell, at) => String(cell).padEnd(widths[at]!)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)];
}

if (import.meta.main) {
  await command({
    name: "evals:sessions",
    summary:
      "Runs the judge's floor at every stop of public sessions, and says how often it was right.",
    about: [
      "The sessions, about 500 MB, are fetched once with git at the commits that the table names, " +
      "from the branch that Entire.io keeps transcripts on. None of their text is kept here.",
    ],
    flags: FLAGS,
    exits: { [WRONG]: "a push without a requirement, or a stop that was read otherwise by hand" },
    run,
  });
}
