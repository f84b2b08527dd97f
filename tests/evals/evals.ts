/**
 * Runs the evals of the judge: its own files, or any file in promptfoo's format.
 *
 *     deno task evals [--file YAML --kind KIND] [options]
 *
 * The deterministic core answers; a model helps only where a provider is named. Assertions run in a
 * process without permissions.
 */

import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  callersFolder,
  readFlags,
  refusePositionals,
  runScript,
  UsageError,
} from "../../lib/cli/flags.ts";
import type { JudgeKind } from "../../judge/prompt.ts";
import { BACKENDS } from "../../lib/model/backend.ts";
import { modelSettingsFrom } from "../../lib/model/settings.ts";
import { KINDS } from "./answer.ts";
import { splitOf, SPLITS } from "./rates.ts";
import { renderReport, type Report, reportOn } from "./report.ts";
import { type Answerer, floorOnly, runSuite } from "./run_suite.ts";
import { type EvalCase, readSuite } from "./suite.ts";

const HELP = `Runs the evals of the judge.

Usage: deno task evals [options]
       deno task evals --file YAML --kind task|stuck|compaction|agent [options]

Without --file, the four files in tests/evals/: accuracy, false-complete and false-incomplete rates, for
the cases that rules may be tuned on and for those held out. With --file, any file in promptfoo's
format; its prompts and providers are ignored, and one JSON object is printed:
{total, passed, failed: [{description, why}]}.

Options:
  --file YAML       A file of cases
  --kind KIND       What it asks: ${KINDS.join(", ")}
  --split PART      Only the cases whose metadata say so: ${SPLITS.join(", ")}
  --provider NAME   Ask a model too: ${BACKENDS.join(", ")} (default: none). Base URL, models and
                    key come from the environment, as for every script here
  --strict          Exit 1 if a case fails
  --json            Print JSON instead of a table
  --write           Write tests/evals/results/latest.json too
  --help            Print this text

Exit: 0 run to the end, also where cases fail (unless --strict), 1 could not run, 2 wrong usage`;

/** The own files, and what each asks. */
const OWN: Readonly<Record<string, JudgeKind>> = {
  "promptfooconfig.yaml": "task",
  "stuck-detection.yaml": "stuck",
  "post-compression.yaml": "compaction",
  "agent-evaluation.yaml": "agent",
};

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, {
    file: { type: "string" },
    kind: { type: "string" },
    split: { type: "string" },
    provider: { type: "string" },
    strict: { type: "boolean" },
    json: { type: "boolean" },
    write: { type: "boolean" },
  });
  refusePositionals(positionals);
  const split = oneOf("split", values.split, SPLITS);
  const provider = oneOf("provider", values.provider, BACKENDS) ?? "none";
  const kind = oneOf("kind", values.kind, KINDS);
  if ((values.file === undefined) !== (kind === null)) {
    throw new UsageError("--file and --kind go together");
  }
  const whole = values.file === undefined && split === null && provider === "none";
  if (values.write && !whole) {
    throw new UsageError("--write keeps the result of the own files without any other choice");
  }
  const answerer = await answererFor(provider);
  const run = async (path: string, kind: JudgeKind) => {
    const cases = readSuite(path).filter((test) => split === null || splitOf(test) === split);
    return await runSuite(cases, kind, answerer, progress(basename(path), cases));
  };

  if (values.file !== undefined && kind !== null) {
    const outcomes = await run(resolve(callersFolder(), values.file), kind);
    const failed = outcomes.flatMap(({ test: { description }, why }) =>
      why === null ? [] : [{ description, why }]
    );
    const total = outcomes.length;
    console.log(JSON.stringify({ total, passed: total - failed.length, failed }, null, 2));
    return values.strict && failed.length > 0 ? 1 : 0;
  }

  const runs = [];
  for (const [file, kind] of Object.entries(OWN)) {
    runs.push({ file, kind, outcomes: await run(`${FOLDER}${file}`, kind) });
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

/** A flag's value, if it is given and one of these. */
function oneOf<const T extends string>(
  flag: string,
  value: string | undefined,
  accepted: readonly T[],
): T | null {
  if (value === undefined) return null;
  const found = accepted.find((name) => name === value);
  if (found !== undefined) return found;
  throw new UsageError(`Unknown ${flag} "${value}": expected one of ${accepted.join(", ")}`);
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

if (import.meta.main) await runScript(HELP, main);
