/**
 * Runs the evals of the judge: its own files, or any file in promptfoo's format.
 *
 *     deno task evals [--file YAML --kind KIND] [options]
 *
 * The floor answers; a model helps only where one is named.
 */

import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { command } from "../../lib/cli/command.ts";
import { flag, oneOf, path, UsageError, type Values } from "../../lib/cli/flags.ts";
import { BACKENDS } from "../../lib/model/backend.ts";
import { modelSettingsFrom } from "../../lib/model/settings.ts";
import { markdownSections } from "../../lib/page/doc.ts";
import { shortened } from "../../lib/text/text.ts";
import { answer, type Answered, type Answers, type EvalKind, KINDS } from "./answer.ts";
import { findFaults } from "./assertions.ts";
import { type EvalCase, type Fault, readCases } from "./cases.ts";

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

/** So much of an answer is shown beside what is wrong with it. */
const MOST_SHOWN = 400;

const SPLITS = ["tuning", "held-out"] as const;

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
    const cases = readCases(path)
      .filter(({ metadata }) => split === undefined || metadata.split === split);
    return await runCases(cases, kind, model, progress(basename(path), cases));
  };

  if (file !== undefined && kind !== undefined) {
    const outcomes = await outcomesOf(file, kind);
    const failed = outcomes.filter(({ why }) => why !== "")
      .map(({ test: { description }, why }) => ({ description, why }));
    console.log(JSON.stringify({ ...figuresOf(outcomes), failed }, null, 2));
    return values.strict && failed.length > 0 ? 1 : 0;
  }

  const runs: FileRun[] = [];
  for (const [file, kind] of Object.entries(OWN)) {
    runs.push({ file, kind, outcomes: await outcomesOf(`${FOLDER}${file}`, kind) });
  }
  const report = reportOn(runs, standIn ? "stand-in" : provider);
  const text = JSON.stringify(report, null, 2);
  if (values.write) {
    Deno.mkdirSync(`${FOLDER}results`, { recursive: true });
    Deno.writeTextFileSync(`${FOLDER}results/latest.json`, `${text}\n`);
  }
  console.log(values.json ? text : renderReport(report));
  return values.strict && report.files.some(({ failed }) => failed.length > 0) ? 1 : 0;
}

/** What makes the final answer of what the floor says; to be closed at the end. */
interface Model extends AsyncDisposable {
  /** Called before the cases of a file are answered. */
  learn?(kind: EvalKind, cases: readonly EvalCase[]): Promise<void>;
  /** Null where it does not know. */
  answer<Kind extends EvalKind>(
    answered: Answered<Kind>,
    test: EvalCase,
  ): Promise<Answers[Kind] | null>;
}

/** The floor, with the model of a provider where one is named. */
async function modelOf(provider: (typeof BACKENDS)[number]): Promise<Model> {
  const dispose = { [Symbol.asyncDispose]: () => Promise.resolve() };
  if (provider === "none") return { answer: ({ floor }) => Promise.resolve(floor), ...dispose };
  const settings = modelSettingsFrom(
    {},
    (name) => name === "REFLECTION_PROVIDER" ? provider : Deno.env.get(name),
  );
  if (settings.backend === "none") {
    throw new UsageError(settings.problems[0] ?? `Provider "${provider}" is not configured`);
  }
  const { askModel } = await import("./models.ts");
  return { answer: (answered) => askModel(answered, settings), ...dispose };
}

/** The floor, with a model that answers every case rightly. */
async function standInModel(): Promise<Model> {
  const { StandIn } = await import("./models.ts");
  return new StandIn();
}

/** One case, and what became of it. */
interface Outcome {
  readonly test: EvalCase;
  /** `unknown`: no answer. `broken`: it could not be answered, or its assertions not be run. */
  readonly result: "passed" | "unknown" | "wrong" | "broken";
  /** What is wrong; empty where nothing is. */
  readonly why: string;
}

/** Answers all cases in order, then looks at their assertions. A case that fails stops no other. */
async function runCases(
  cases: readonly EvalCase[],
  kind: EvalKind,
  model: Model,
  tell: (done: number) => void,
): Promise<Outcome[]> {
  await model.learn?.(kind, cases);
  const outputs: (string | Fault | null)[] = [];
  for (const test of cases) {
    try {
      const given = await model.answer(answer(kind, test.vars), test);
      outputs.push(given === null ? null : JSON.stringify(given));
    } catch (error) {
      outputs.push({ why: (error as Error).message, broken: true });
    }
    tell(outputs.length);
  }
  const given = cases.flatMap((test, index) => {
    const output = outputs[index];
    return typeof output === "string" ? [{ output, test }] : [];
  });
  const found = await findFaults(given);
  const faults = new Map(given.map(({ test }, index) => [test, found[index]]));
  return cases.map((test, index) => {
    const output = outputs[index] ?? null;
    if (output === null) return { test, result: "unknown", why: "" };
    if (typeof output !== "string") return { test, result: "broken", why: output.why };
    const fault = faults.get(test);
    if (!fault) return { test, result: "passed", why: "" };
    const why = `${fault.why}; the answer was ${shortened(output, MOST_SHOWN)}`;
    return { test, result: fault.broken ? "broken" : "wrong", why };
  });
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

/** One file that was run. */
interface FileRun {
  readonly file: string;
  readonly kind: EvalKind;
  readonly outcomes: readonly Outcome[];
}

function figuresOf(outcomes: readonly Outcome[]) {
  const count = (result: Outcome["result"]) =>
    outcomes.filter((outcome) => outcome.result === result).length;
  const [passed, unknown, wrong] = [count("passed"), count("unknown"), count("wrong")];
  return { total: outcomes.length, passed, unknown, wrong };
}

/** Sums up the own files; `provider` names the model, or `none`. */
function reportOn(runs: readonly FileRun[], provider: string) {
  return {
    provider,
    files: runs.map(({ file, kind, outcomes }) => ({
      file,
      kind,
      ...figuresOf(outcomes),
      failed: outcomes.filter(({ why }) => why !== "").map(({ test }) => test.description),
    })),
    total: figuresOf(runs.flatMap(({ outcomes }) => outcomes)),
  };
}

/** The report as markdown. */
function renderReport({ provider, files, total }: ReturnType<typeof reportOn>): string {
  const rows = [...files, { file: "total", kind: "", ...total }].map((row) => [
    ...[row.file, row.kind],
    ...[row.total, row.passed, row.unknown, row.wrong].map(String),
  ]);
  const failed = files.flatMap(({ file, failed }) =>
    failed.map((name) => ({ text: `${file}: ${name}` }))
  );
  const by = provider === "none" ? "the floor alone" : `the floor and "${provider}"`;
  return markdownSections([
    { table: { head: ["file", "kind", "cases", "right", "unknown", "wrong"], rows } },
    {
      text: [
        `Answered by ${by}. Unknown: no requirement is declared and no call tells, so there is no ` +
        "answer.",
      ],
    },
    ...failed.length === 0 ? [] : [{ text: ["Cases that fail:"], points: failed }],
  ]);
}

if (import.meta.main) {
  await command({
    name: "evals",
    summary: "Runs the evals of the judge.",
    usage: ["", "--file YAML --kind task|stuck|compaction|agent"],
    about: [
      "Without --file, the files in tests/evals/. With --file, any file in promptfoo's format; its " +
      "prompts and providers are ignored, and one JSON object is printed:\n" +
      "{total, passed, unknown, wrong, failed: [{description, why}]}. Unknown: no answer, because no " +
      "requirement is declared and no model named. Wrong: an answer that the case's assertions " +
      "refute.",
      "Assertions in JavaScript are run by promptfoo, which npx downloads when a file has such " +
      "(Node.js is needed). Their code can do what you can do: run only files that you trust.",
    ],
    flags: FLAGS,
    apart: [["provider", "standIn"]],
    exits: { 0: "run to the end, also where cases fail (unless --strict)", 1: "could not run" },
    run,
  });
}
