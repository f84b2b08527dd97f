/**
 * Runs the evals of the judge: its own files, or any file in promptfoo's format.
 *
 *     deno task evals [--file YAML --kind KIND] [options]
 *
 * The floor answers; a model helps only where one is named. Assertions run in a process without
 * permissions.
 */

import { command } from "../../lib/cli/command.ts";
import { flag, oneOf, path, UsageError, type Values } from "../../lib/cli/flags.ts";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { BACKENDS } from "../../lib/model/backend.ts";
import { modelSettingsFrom } from "../../lib/model/settings.ts";
import { failuresIn, figuresOf, renderReport, type Report, reportOn } from "./report.ts";
import { type Answerer, floorOnly, runSuite } from "./run_suite.ts";
import { type EvalCase, readSuite, type Split } from "./suite.ts";
import { type EvalKind, KINDS } from "./variables.ts";

/** The own files, and what each asks. */
const OWN: Readonly<Record<string, EvalKind>> = {
  "promptfooconfig.yaml": "task",
  "endings.yaml": "task",
  "independent/task.yaml": "task",
  "independent/task_2.yaml": "task",
  "independent/task_3.yaml": "task",
  "independent/task_4.yaml": "task",
  "stuck-detection.yaml": "stuck",
  "independent/stuck.yaml": "stuck",
  "post-compression.yaml": "compaction",
  "independent/compaction.yaml": "compaction",
  "agent-evaluation.yaml": "agent",
};

const SPLITS = ["tuning", "held-out"] as const satisfies Split[];

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
  standIn: flag("Ask a stand-in on this machine that knows the right answers, as a model is asked"),
  strict: flag("Exit 1 if a case fails"),
  json: flag("Print JSON instead of a table"),
  write: flag("Write tests/evals/results/latest.json too"),
};

async function run(
  { file, kind, split, provider = "none", standIn, ...values }: Values<typeof FLAGS>,
): Promise<number> {
  if ((file === undefined) !== (kind === undefined)) {
    throw new UsageError("--file and --kind go together");
  }
  const whole = file === undefined && split === undefined && provider === "none" && !standIn;
  if (values.write && !whole) {
    throw new UsageError("--write keeps the result of the own files without any other choice");
  }
  await using model = standIn ? await standInModel() : await modelOf(provider);
  const outcomesOf = async (path: string, kind: EvalKind) => {
    const cases = readSuite(path)
      .filter(({ metadata }) => split === undefined || metadata.split === split);
    return await runSuite(cases, kind, model.answerer, progress(basename(path), cases));
  };

  if (file !== undefined && kind !== undefined) {
    const outcomes = await outcomesOf(file, kind);
    const failed = failuresIn(outcomes);
    console.log(JSON.stringify({ ...figuresOf(outcomes), failed }, null, 2));
    return values.strict && failed.length > 0 ? 1 : 0;
  }

  const runs = [];
  for (const [file, kind] of Object.entries(OWN)) {
    runs.push({ file, kind, outcomes: await outcomesOf(`${FOLDER}${file}`, kind) });
  }
  const report: Report = reportOn(runs, standIn ? "stand-in" : provider);
  const text = JSON.stringify(report, null, 2);
  if (values.write) {
    Deno.mkdirSync(`${FOLDER}results`, { recursive: true });
    Deno.writeTextFileSync(`${FOLDER}results/latest.json`, `${text}\n`);
  }
  console.log(values.json ? text : renderReport(report));
  return values.strict && report.files.some(({ failed }) => failed.length > 0) ? 1 : 0;
}

/** Who answers, and what has to be closed when all is answered. */
interface Model extends AsyncDisposable {
  readonly answerer: Answerer;
}

/** The floor, with the model of a provider where one is named. */
async function modelOf(provider: (typeof BACKENDS)[number]): Promise<Model> {
  const none = { [Symbol.asyncDispose]: () => Promise.resolve() };
  if (provider === "none") return { answerer: floorOnly, ...none };
  const settings = modelSettingsFrom(
    {},
    (name) => name === "REFLECTION_PROVIDER" ? provider : Deno.env.get(name),
  );
  if (settings.backend === "none") {
    throw new UsageError(settings.problems[0] ?? `Provider "${provider}" is not configured`);
  }
  const { askModel } = await import("./ask_model.ts");
  return { answerer: (_kind, answered) => askModel(answered, settings), ...none };
}

/** The floor, with a model that answers every case rightly. */
async function standInModel(): Promise<Model> {
  const [{ askModel }, { StandIn }] = await Promise.all([
    import("./ask_model.ts"),
    import("./stand_in.ts"),
  ]);
  const standIn = new StandIn();
  return {
    answerer: async (kind, answered, test, run) => {
      await standIn.learn(kind, test, run);
      return await askModel(answered, standIn.settings);
    },
    [Symbol.asyncDispose]: () => standIn[Symbol.asyncDispose](),
  };
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
      "Without --file, the files in tests/evals/. With --file, any file in promptfoo's format; its " +
      "prompts and providers are ignored, and one JSON object is printed:\n" +
      "{total, passed, unknown, wrong, failed: [{description, why}]}. Unknown: nothing tells, " +
      "because no requirement is declared and no model named. Wrong: an answer that the case's " +
      "assertions refute.",
    ],
    flags: FLAGS,
    apart: [["provider", "standIn"]],
    exits: { 0: "run to the end, also where cases fail (unless --strict)", 1: "could not run" },
    run,
  });
}
