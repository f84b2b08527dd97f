/**
 * Runs every experiment once, on made-up data and on this repository's own history, asks the gate,
 * and writes one page that links the results.
 *
 * Usage:
 *
 *     deno run --allow-read --allow-write --allow-run --allow-env=HOME,PATH,INIT_CWD \
 *       experiments/demo.ts [--out DIR] [--seed N]
 *
 * Requirements: git. Each script is started with its own permissions, as its header tells them.
 */

import { fileURLToPath } from "node:url";
import { command } from "../lib/cli/command.ts";
import { byDefault, number, path, type Values } from "../lib/cli/flags.ts";
import { runChild } from "../lib/cli/process.ts";
import { escapeHtml } from "../lib/page/doc.ts";
import { htmlTable } from "../lib/page/html.ts";
import { UserError } from "../lib/text/errors.ts";
import { count } from "../lib/text/figures.ts";
import { DAY } from "../lib/text/time.ts";
import type { Phase0 } from "../schema/types.ts";
import { makeHistory } from "./demo_history.ts";
import { verdictPage } from "./finding.ts";
import { REGISTERED } from "./registered.ts";
import { seededRandom } from "./stats/random.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PROJECT = fileURLToPath(new URL("..", import.meta.url));
/** How long the made-up history is. */
const COMMITS = 6_000;
const ASKING_GIT = ["--allow-read", "--allow-run=git", "--allow-env=HOME,PATH"];

/** An experiment of the demo: what it is run on, and what it needs for that. */
interface Run {
  readonly script: string;
  /** What its results are called, without the extension. */
  readonly file: string;
  readonly data: string;
  readonly on: string;
  readonly permissions: readonly string[];
}

const FLAGS = {
  out: path("DIR", "Where the pages go; made if it is not there (default: a new temporary folder)"),
  seed: byDefault(
    number("N", "A whole number for the made-up data", { from: 0, to: 999_999_999, whole: true }),
    1,
  ),
};

async function run(
  { out = Deno.makeTempDirSync({ prefix: "phase0-" }), seed }: Values<typeof FLAGS>,
) {
  Deno.mkdirSync(out, { recursive: true });
  Deno.writeTextFileSync(`${out}/rows.jsonl`, makeRows(1_000, seed));
  Deno.writeTextFileSync(`${out}/board.jsonl`, makeBoard(400, seed));
  const history = Deno.makeTempDirSync({ prefix: "phase0-history-" });
  const runs = listRuns(out, history);
  const records: Phase0[] = [];
  try {
    await makeHistory(history, COMMITS);
    for (const run of runs) records.push(await experiment(run, out, seed));
  } finally {
    Deno.removeSync(history, { recursive: true });
  }
  const asked = ["calibration", "git_history", "board_history"];
  const gate = await script(
    "gate",
    [`--allow-read=${out}`],
    asked.map((name) => `${out}/${name}.json`),
  );
  Deno.writeTextFileSync(`${out}/index.html`, renderIndex(runs, records, gate.stdout));
  console.log(`${gate.stdout.trimEnd()}\n\nAll results: ${out}/index.html`);
}

function listRuns(out: string, history: string): Run[] {
  const made = { data: `${count(COMMITS)} made-up commits`, on: history };
  const own = { data: "this repository's own history", on: PROJECT };
  const ofFile = (script: string, data: string, name: string): Run => (
    { script, file: script, data, on: `${out}/${name}`, permissions: [`--allow-read=${out}`] }
  );
  const ofGit = (script: string): Run[] => [
    { script, file: script, permissions: ASKING_GIT, ...made },
    { script, file: `${script}_own`, permissions: ASKING_GIT, ...own },
  ];
  return [
    ofFile("calibration", "1,000 made-up rows", "rows.jsonl"),
    ...ofGit("git_history"),
    ofFile("board_history", "400 made-up tasks", "board.jsonl"),
    ...ofGit("floor_backtest"),
  ];
}

/** Runs one experiment, keeps its record and its page. */
async function experiment(run: Run, out: string, seed: number): Promise<Phase0> {
  const { script: name, file, data, permissions, on } = run;
  console.error(`Running ${name}.ts on ${data} …`);
  const page = `${out}/${file}.html`;
  const { stdout, code } = await script(
    name,
    [...permissions, `--allow-write=${page}`],
    [on, "--json", "--html", page, "--seed", String(seed)],
  );
  if (code !== 0) throw new UserError(`${name}.ts failed on ${data}: see its message above`);
  Deno.writeTextFileSync(`${out}/${file}.json`, stdout);
  return JSON.parse(stdout) as Phase0;
}

function script(name: string, permissions: readonly string[], args: readonly string[]) {
  return runChild(
    Deno.execPath(),
    ["run", "--quiet", "--no-prompt", ...permissions, `${HERE}${name}.ts`, ...args],
    { cwd: PROJECT, showErrors: true },
  );
}

function renderIndex(runs: readonly Run[], records: readonly Phase0[], gate: string): string {
  const [headline = "", why = ""] = gate.split("\n");
  const parts = records.map(({ experiment, verdict, why }, index) => {
    const { id, question } = REGISTERED[experiment];
    const { file, data } = runs[index]!;
    return `<h2><a href="${file}.html">${id}, on ${escapeHtml(data)}</a></h2>
<p>${escapeHtml(question)} <b>${verdict.toUpperCase()}</b>: ${escapeHtml(why)}
<a href="${file}.json">As data</a></p>`;
  });
  const figures = htmlTable({
    head: ["experiment", "on", "verdict", "observations", "not used"],
    rows: records.map(({ experiment, verdict, n, rejected }, index) => [
      experiment,
      runs[index]!.data,
      verdict,
      count(n),
      count(rejected.reduce((sum, rows) => sum + rows.count, 0)),
    ]),
  });
  return verdictPage(
    "Phase 0: a demonstration",
    { verdict: headline.startsWith("OPEN") ? "pass" : "kill", headline, why },
    `<p>A demonstration: part of the data is made up, so the answers mean nothing for your work.</p>
${parts.join("\n")}
<h2>At a glance</h2>
${figures}`,
  );
}

/** When the made-up board begins. */
const START = Date.UTC(2026, 0, 5, 9);

const jsonl = (length: number, row: (index: number) => object): string =>
  Array.from({ length }, (_, index) => `${JSON.stringify(row(index))}\n`).join("");

/** Confidence as agents state it: a few round values, high, and somewhat informative. */
export function makeRows(rows: number, seed: number): string {
  const random = seededRandom(seed);
  const levels = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99];
  return jsonl(rows, (index) => {
    const confidence = levels[random.below(levels.length)]!;
    const correct = random.unit() < 0.15 + 0.62 * confidence ** 2;
    return { confidence, correct, session_id: `s-${index}` };
  });
}

/** A board on which about every fourth finished task shows how it went. */
function makeBoard(tasks: number, seed: number): string {
  const random = seededRandom(seed);
  return jsonl(tasks, (index) => {
    const completed = START + index * DAY / 2;
    const at = (time: number): string => new Date(time).toISOString();
    const later = at(completed + (1 + random.below(28)) * DAY);
    const shown = [{ reopened_at: later }, { outcome: { correct: true, at: later } }];
    const task = { id: `task-${index + 1}`, status: "done", completed_at: at(completed) };
    return { ...task, ...shown[random.below(8)] };
  });
}

if (import.meta.main) {
  await command({
    name: "experiments:demo",
    summary: "Runs every experiment on made-up data and on this repository's own history.",
    flags: FLAGS,
    run,
  });
}
