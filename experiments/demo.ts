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

import { command } from "../lib/cli/command.ts";
import { byDefault, number, path, type Values } from "../lib/cli/flags.ts";
import { runChild } from "../lib/cli/process.ts";
import { fileURLToPath } from "node:url";
import { escapeHtml } from "../lib/page/doc.ts";
import { htmlTable, renderDocument } from "../lib/page/html.ts";
import { count } from "../lib/text/figures.ts";
import type { Phase0 } from "../schema/types.ts";
import { makeHistory } from "./demo_history.ts";
import { VERDICT_STYLE } from "./finding.ts";
import { REGISTERED } from "./registered.ts";
import { seededRandom } from "./stats/random.ts";
import { DAY } from "../lib/text/time.ts";
import { UserError } from "../lib/text/errors.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PROJECT = fileURLToPath(new URL("..", import.meta.url));
/** How long the made-up history is. */
const COMMITS = 6_000;

/** An experiment of the demo: what it is run on, and what it needs for that. */
interface Run {
  readonly script: string;
  /** What its results are called, without the extension. */
  readonly file: string;
  readonly data: string;
  readonly permissions: readonly string[];
  readonly args: readonly string[];
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
  try {
    await makeHistory(history, COMMITS);
    await runAll(listRuns(out, history), out, seed);
  } finally {
    Deno.removeSync(history, { recursive: true });
  }
}

/** Runs everything, asks the gate, and writes the page that links all of it. */
async function runAll(runs: readonly Run[], out: string, seed: number): Promise<void> {
  const records: Phase0[] = [];
  for (const run of runs) records.push(await experiment(run, out, seed));
  const asked = ["calibration", "git_history", "board_history"].map((name) =>
    `${out}/${name}.json`
  );
  const gate = await script("gate", [`--allow-read=${out}`], asked);
  Deno.writeTextFileSync(`${out}/index.html`, renderIndex(runs, records, gate.stdout));
  console.log(`${gate.stdout.trimEnd()}\n\nAll results: ${out}/index.html`);
}

function listRuns(out: string, history: string): Run[] {
  const reading = [`--allow-read=${out}`];
  const asking = ["--allow-read", "--allow-run=git", "--allow-env=HOME,PATH"];
  const made = { data: `${count(COMMITS)} made-up commits`, args: [history] };
  const own = { data: "this repository's own history", args: [PROJECT] };
  return [
    {
      script: "calibration",
      file: "calibration",
      data: "1,000 made-up rows",
      permissions: reading,
      args: [`${out}/rows.jsonl`],
    },
    { script: "git_history", file: "git_history", permissions: asking, ...made },
    { script: "git_history", file: "git_history_own", permissions: asking, ...own },
    {
      script: "board_history",
      file: "board_history",
      data: "400 made-up tasks",
      permissions: reading,
      args: [`${out}/board.jsonl`],
    },
    { script: "floor_backtest", file: "floor_backtest", permissions: asking, ...made },
    { script: "floor_backtest", file: "floor_backtest_own", permissions: asking, ...own },
  ];
}

/** Runs one experiment, keeps its record and its page. */
async function experiment(run: Run, out: string, seed: number): Promise<Phase0> {
  const { script: name, file, data, permissions, args } = run;
  console.error(`Running ${name}.ts on ${data} …`);
  const page = `${out}/${file}.html`;
  const { stdout, code } = await script(
    name,
    [...permissions, `--allow-write=${page}`],
    [...args, "--json", "--html", page, "--seed", String(seed)],
  );
  if (code !== 0) throw new UserError(`${name}.ts failed`);
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
  const [verdict = "", why = ""] = gate.split("\n");
  const parts = records.map(({ experiment, verdict, why }, index) => {
    const { id, question } = REGISTERED[experiment];
    const { file = "", data = "" } = runs[index] ?? {};
    return `<h2><a href="${file}.html">${id}, on ${escapeHtml(data)}</a></h2>
<p>${escapeHtml(question)} <b>${verdict.toUpperCase()}</b>: ${escapeHtml(why)}
<a href="${file}.json">As data</a></p>`;
  });
  const figures = htmlTable({
    head: ["experiment", "on", "verdict", "observations", "not used"],
    rows: records.map(({ experiment, verdict, n, rejected }, index) => [
      experiment,
      runs[index]?.data ?? "",
      verdict,
      count(n),
      count(rejected.reduce((sum, rows) => sum + rows.count, 0)),
    ]),
  });
  return renderDocument(
    "Phase 0: a demonstration",
    VERDICT_STYLE,
    `<header class="${verdict.startsWith("OPEN") ? "pass" : "kill"}">
<h1>${escapeHtml(verdict)}</h1>
<p>${escapeHtml(why)}</p>
</header>
<p>A demonstration: part of the data is made up, so the answers mean nothing for your work.</p>
${parts.join("\n")}
<h2>At a glance</h2>
${figures}`,
  );
}

/** When the made-up board begins. */
const START = Date.UTC(2026, 0, 5, 9);

/** Confidence as agents state it: a few round values, high, and somewhat informative. */
export function makeRows(count: number, seed: number): string {
  const random = seededRandom(seed);
  const levels = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99];
  const rows = Array.from({ length: count }, (_, index) => {
    const confidence = levels[random.below(levels.length)]!;
    const correct = random.unit() < 0.15 + 0.62 * confidence ** 2;
    return JSON.stringify({ confidence, correct, session_id: `s-${index}` });
  });
  return rows.join("\n") + "\n";
}

/** A board on which about every third finished task shows how it went. */
function makeBoard(count: number, seed: number): string {
  const random = seededRandom(seed);
  const at = (time: number): string => new Date(time).toISOString();
  const tasks = Array.from({ length: count }, (_, index) => {
    const completed = START + index * DAY / 2;
    const task = { id: `task-${index + 1}`, status: "done", completed_at: at(completed) };
    const later = at(completed + (1 + random.below(28)) * DAY);
    switch (random.below(8)) {
      case 0:
        return { ...task, reopened_at: later };
      case 1:
        return { ...task, outcome: { correct: true, at: later } };
      default:
        return task;
    }
  });
  return tasks.map((task) => JSON.stringify(task)).join("\n") + "\n";
}

if (import.meta.main) {
  await command({
    name: "experiments:demo",
    summary: "Runs every experiment on made-up data and on this repository's own history.",
    flags: FLAGS,
    run,
  });
}
