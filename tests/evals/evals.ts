/**
 * Runs the evals of the judge: its own files, or any file in promptfoo's format.
 *
 *     deno task evals [--file YAML --kind KIND] [options]
 *
 * The deterministic core answers; a model helps only where a provider is named. Assertions run in a
 * process without permissions.
 */

import { command } from "../../lib/cli/command.ts";
import { flag, oneOf, path, UsageError, type Values } from "../../lib/cli/flags.ts";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { JudgeKind } from "../../judge/prompt.ts";
import { BACKENDS } from "../../lib/model/backend.ts";
import { modelSettingsFrom } from "../../lib/model/settings.ts";
import { KINDS } from "./answer.ts";
import { splitOf, SPLITS } from "./rates.ts";
import { renderReport, type Report, reportOn } from "./report.ts";
import { type Answerer, floorOnly, runSuite } from "./run_suite.ts";
import { type EvalCase, readSuite } from "./suite.ts";

/** The own files, and what each asks. */
const OWN: Readonly<Record<string, JudgeKind>> = {
  "promptfooconfig.yaml": "task",
  "stuck-detection.yaml": "stuck",
  "post-compression.yaml": "compaction",
  "agent-evaluation.yaml": "agent",
};

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

const FLAGS = {
  file: path("YAML", "A file of cases"),
  kind: oneOf("KIND", `What it asks: ${KINDS.join(", ")}`, KINDS),
  split: oneOf("PART", `Only the cases whose metadata say so: ${SPLITS.join(", ")}`, SPLITS),
  provider: oneOf(
    "NAME",
    `Ask a model too: ${BACKENDS.join(", ")} (default: none). Base URL, models and key come from ` +
      "the environment, as for every script here",
    BACKENDS,
  ),
  strict: flag("Exit 1 if a case fails"),
  json: flag("Print JSON instead of a table"),
  write: flag("Write tests/evals/results/latest.json too"),
};

async function run(
  { file, kind, split, provider = "none", ...values }: Values<typeof FLAGS>,
): Promise<number> {
  if ((file === undefined) !== (kind === undefined)) {
    throw new UsageError("--file and --kind go together");
  }
  const whole = file === undefined && split === undefined && provider === "none";
  if (values.write && !whole) {
    throw new UsageError("--write keeps the result of the own files without any other choice");
  }
  const answerer = await answererFor(provider);
  const outcomesOf = async (path: string, kind: JudgeKind) => {
    const cases = readSuite(path).filter((test) => split === undefined || splitOf(test) === split);
    return await runSuite(cases, kind, answerer, progress(basename(path), cases));
  };

  if (file !== undefined && kind !== undefined) {
    const outcomes = await outcomesOf(file, kind);
    const failed = outcomes.flatMap(({ test: { description }, why }) =>
      why === null ? [] : [{ description, why }]
    );
    const total = outcomes.length;
    console.log(JSON.stringify({ total, passed: total - failed.length, failed }, null, 2));
    return values.strict && failed.length > 0 ? 1 : 0;
  }

  const runs = [];
  for (const [file, kind] of Object.entries(OWN)) {
    runs.push({ file, kind, outcomes: await outcomesOf(`${FOLDER}${file}`, kind) });
  }
  const report: Report = reportOn(runs, provider);
  const text = JSON.stringify(report, null, 2);
  if (values.write) {
    Deno.mkdirSync(`${FOLDER}results`, { recursive: true });
    Deno.writeTextFileSync(`${FOLDER}results/latest.json`, `${text}\n`);
  }
  console.log(values.json ? text : renderReport(report));
  return values.strict && report.total.all.passed < report.total.all.cases ? 1 : 0;
}

async function answererFor(provider: (typeof BACKENDS)[number]): Promise<Answerer> {
  if (provider === "none") return floorOnly;
  const settings = modelSettingsFrom(
    {},
    (name) => name === "REFLECTION_PROVIDER" ? provider : Deno.env.get(name),
  );
  if (settings.backend === "none") {
    throw new UsageError(settings.problems[0] ?? `Provider "${provider}" is not configured`);
  }
  const { askModel } = await import("./ask_model.ts");
  return (kind, answered) => askModel(kind, answered, settings);
}

/** How far it is, for a person who waits. */
function progress(name: string, cases: readonly EvalCase[]): (done: number) => void {
  if (!Deno.stderr.isTerminal()) return () => {};
  const encoder = new TextEncoder();
  return (done) => {
    const end = done === cases.length ? "\r\x1b[K" : "";
    Deno.stderr.writeSync(encoder.encode(`\r${name}: ${done}/${cases.length}${end}`));
  };
}

if (import.meta.main) {
  await command({
    name: "evals",
    summary: "Runs the evals of the judge.",
    usage: ["", "--file YAML --kind task|stuck|compaction|agent"],
    about: [
      "Without --file, the four files in tests/evals/: accuracy, false-complete and " +
      "false-incomplete rates, for the cases that rules may be tuned on and for those held out. " +
      "With --file, any file in promptfoo's format; its prompts and providers are ignored, and " +
      "one JSON object is printed:\n{total, passed, failed: [{description, why}]}.",
    ],
    flags: FLAGS,
    exits: { 0: "run to the end, also where cases fail (unless --strict)", 1: "could not run" },
    run,
  });
}
