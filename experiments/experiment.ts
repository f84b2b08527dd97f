/**
 * What all experiments share: the registered conditions are printed before any data is read, the
 * verdict comes first in every report, and a changed threshold is called `not pre-registered`.
 */

import { resolve } from "node:path";
import {
  callersFolder,
  type FlagOptions,
  type Flags,
  numberFlag,
  readFlags,
  runScript,
  UsageError,
} from "../lib/cli/flags.ts";
import { GitError } from "../lib/git/run.ts";
import type { ExperimentName } from "../schema/names.ts";
import type { Phase0Of, Registered } from "../schema/types.ts";
import { REGISTERED, type Registration, type UsedThresholds } from "./registered.ts";
import { conditionLines, type Finding, findingDoc, findingPage } from "./finding.ts";
import { refuseToSpoil, writePageFile } from "../lib/cli/page_file.ts";
import { markdownText } from "../lib/page/doc.ts";
import { Progress } from "../lib/cli/progress.ts";

/** What an experiment works with. */
export interface Input<Name extends ExperimentName, Options extends FlagOptions> {
  /** Its own flags. */
  readonly values: Flags<Options>["values"];
  readonly positionals: readonly string[];
  readonly thresholds: UsedThresholds<Name>;
  /** For whatever is random; `--seed`. */
  readonly seed: number;
  readonly progress: Progress;
}

/** An experiment's script, without what all of them share. */
interface Experiment<Name extends ExperimentName, Options extends FlagOptions> {
  readonly name: Name;
  /** What it does, its usage line, and its own options; the shared ones are added. */
  readonly help: string;
  readonly options: Options;
  /** Refuses a wrong command line, before anything is printed or read. */
  check?(input: Input<Name, Options>): void;
  measure(input: Input<Name, Options>): Promise<Finding<Name>> | Finding<Name>;
}

const SHARED = {
  json: { type: "boolean" },
  html: { type: "string" },
  seed: { type: "string" },
} as const;

/** The seed of every run that does not name another. */
const DEFAULT_SEED = 1;

/** Runs an experiment's script. */
export async function runExperiment<Name extends ExperimentName, const Options extends FlagOptions>(
  experiment: Experiment<Name, Options>,
): Promise<void> {
  const registration: Registration = REGISTERED[experiment.name];
  await runScript(helpText(experiment.help, registration), async (args) => {
    const names = Object.keys(registration.thresholds);
    const flags = readFlags(args, {
      ...experiment.options,
      ...Object.fromEntries(names.map((name) => [name, { type: "string" } as const])),
      ...SHARED,
    });
    const values = flags.values as Record<string, string | undefined> & { json?: boolean };
    const used = usedThresholds(registration, values);
    const input: Input<Name, Options> = {
      values: flags.values as unknown as Flags<Options>["values"],
      positionals: flags.positionals,
      thresholds: used as UsedThresholds<Name>,
      seed: seedFrom(values["seed"]),
      progress: new Progress(),
    };
    experiment.check?.(input);
    const page = values["html"] === undefined ? null : resolve(callersFolder(), values["html"]);
    if (page !== null) refuseToSpoil(page);
    const registered = held(registration, used);
    const { id, question } = registration;
    console.error([`${id}: ${question}`, ...conditionLines(registered)].join("\n"));
    const finding = await experiment.measure(input);
    input.progress.clear();
    const record = recordOf(experiment.name, registered, finding);
    console.log(
      values.json ? JSON.stringify(record, null, 2) : markdownText(findingDoc(record, finding)),
    );
    if (page !== null) writePageFile(page, findingPage(record, finding));
    return 0;
  }, [GitError]);
}

function helpText(help: string, { thresholds }: Registration): string {
  const lines = Object.entries(thresholds).map(([name, { value, what }]) =>
    `  ${`--${name} N`.padEnd(20)}${what} (registered: ${value})`
  );
  return `${help}

Registered thresholds; a result with another value is not pre-registered:
${lines.join("\n")}

Options of every experiment:
  --json              Print a phase0.v1 record instead of markdown
  --html FILE         Also write one page with the plots
  --seed N            A whole number for whatever is random (default: ${DEFAULT_SEED})
  --help              Print this text

Exit: 0 done, whatever the verdict; 1 failed; 2 wrong usage`;
}

function usedThresholds(
  { thresholds }: Registration,
  values: Record<string, string | undefined>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(thresholds).map(([name, { value, min, max }]) => {
      const text = values[name];
      return [name, text === undefined ? value : numberFlag(name, text, min, max)];
    }),
  );
}

function seedFrom(text: string | undefined): number {
  if (text === undefined) return DEFAULT_SEED;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--seed must be a whole number of at most 9 digits, got "${text}"`);
}

function held(registration: Registration, used: Record<string, number>): Registered {
  const thresholds = Object.entries(registration.thresholds).map(([name, { value }]) => ({
    name,
    registered: value,
    used: used[name] ?? value,
  }));
  return {
    preregistered: thresholds.every(({ registered, used }) => registered === used),
    kill: registration.kill(used),
    pass: registration.pass(used),
    insufficient: registration.insufficient(used),
    thresholds,
  };
}

function recordOf<Name extends ExperimentName>(
  experiment: Name,
  registered: Registered,
  { verdict, why, n, rejected, metrics, caveats }: Finding<Name>,
): Phase0Of<Name> {
  const record = { schema: "phase0.v1", experiment, registered, verdict, why, n } as const;
  return { ...record, rejected, metrics, caveats };
}
