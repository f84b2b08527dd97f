/**
 * What all experiments share: the registered conditions are printed before any data is read, the
 * verdict comes first in every report, and a changed threshold is called `not pre-registered`.
 */

import { type Command, command } from "../lib/cli/command.ts";
import {
  byDefault,
  flag,
  type Flags,
  group,
  number,
  path,
  value,
  type Values,
} from "../lib/cli/flags.ts";
import { refuseToSpoil, writePageFile } from "../lib/cli/io.ts";
import { Progress } from "../lib/cli/progress.ts";
import { GitError } from "../lib/git/run.ts";
import { markdownText } from "../lib/page/doc.ts";
import type { ExperimentName } from "../schema/names.ts";
import type { Phase0Of, Registered } from "../schema/types.ts";
import { conditionLines, type Finding, findingDoc, findingPage } from "./finding.ts";
import { REGISTERED, type Registration, type UsedThresholds } from "./registered.ts";

/** What an experiment works with. */
export interface Input<Name extends ExperimentName, Table extends Flags> {
  /** Its own flags. */
  readonly values: Values<Table>;
  readonly args: readonly string[];
  readonly thresholds: UsedThresholds<Name>;
  /** For whatever is random; `--seed`. */
  readonly seed: number;
  readonly progress: Progress;
}

/** An experiment's script, without what all of them share. */
interface Experiment<Name extends ExperimentName, Table extends Flags>
  extends
    Pick<Command<Table>, "summary" | "usage" | "about" | "lists" | "flags" | "most" | "needs"> {
  readonly name: Name;
  /** Refuses a wrong command line, before anything is printed or read. */
  check?(input: Input<Name, Table>): void;
  measure(input: Input<Name, Table>): Promise<Finding<Name>> | Finding<Name>;
}

const SHARED = group("Options of every experiment", {
  json: flag("Print a phase0.v1 record instead of markdown"),
  html: path("FILE", "Also write one page with the plots"),
  seed: byDefault(
    value(
      "N",
      "A whole number for whatever is random",
      "a whole number of at most 9 digits",
      (text) => /^\d{1,9}$/.test(text) ? Number(text) : null,
    ),
    1,
  ),
});

/** Runs an experiment's script. */
export async function runExperiment<Name extends ExperimentName, Table extends Flags>(
  { name, flags, check, measure, ...script }: Experiment<Name, Table>,
): Promise<void> {
  const registration: Registration = REGISTERED[name];
  await command<Flags>({
    ...script as Omit<Command<Flags>, "name" | "flags" | "run">,
    name: `experiments:${name.replace("_", "-")}`,
    flags: { ...flags, ...thresholdFlags(registration), ...SHARED },
    exits: { 0: "done whatever the verdict" },
    errors: [GitError],
    async run(given, args) {
      const { json, html: page, seed } = given as Values<typeof SHARED>;
      const registered = held(registration, given);
      const thresholds = Object.fromEntries(
        registered.thresholds.map(({ name, used }) => [name, used]),
      ) as UsedThresholds<Name>;
      const values = given as unknown as Values<Table>;
      const input: Input<Name, Table> = {
        values,
        args,
        thresholds,
        seed,
        progress: new Progress(),
      };
      check?.(input);
      if (page !== undefined) refuseToSpoil(page);
      const { id, question } = registration;
      console.error([`${id}: ${question}`, ...conditionLines(registered)].join("\n"));
      const finding = await measure(input);
      input.progress.clear();
      const { verdict, why, n, rejected, metrics, caveats } = finding;
      const record: Phase0Of<Name> = {
        ...{ schema: "phase0.v1", experiment: name, registered, verdict, why, n },
        ...{ rejected, metrics, caveats },
      };
      console.log(
        json ? JSON.stringify(record, null, 2) : markdownText(findingDoc(record, finding)),
      );
      if (page !== undefined) writePageFile(page, findingPage(record, finding));
    },
  });
}

function thresholdFlags({ thresholds }: Registration) {
  return group(
    "Registered thresholds; a result with another value is not pre-registered",
    Object.fromEntries(
      Object.entries(thresholds).map(([name, { value, what, min, max }]) => {
        const help = `${what} (registered: ${value})`;
        return [name, { ...number("N", help, { from: min, to: max }), absent: value }];
      }),
    ),
  );
}

/** What the run is held to: the registration, with the thresholds that were given instead. */
function held(registration: Registration, given: Values<Flags>): Registered {
  const thresholds = Object.entries(registration.thresholds).map(([name, { value }]) => (
    { name, registered: value, used: given[name] as number }
  ));
  const used = Object.fromEntries(thresholds.map(({ name, used }) => [name, used]));
  return {
    preregistered: thresholds.every(({ registered, used }) => registered === used),
    kill: registration.kill(used),
    pass: registration.pass(used),
    insufficient: registration.insufficient(used),
    thresholds,
  };
}
