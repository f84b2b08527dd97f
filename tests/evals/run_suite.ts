/** Runs the cases of one file: answer, then assertions. Nothing that one case does stops the next. */

import { answer, type Answered, type Answers } from "./answer.ts";
import { type RunJob, whyNot } from "./assertions.ts";
import { Sandbox } from "./sandbox.ts";
import type { EvalCase } from "./suite.ts";
import type { EvalKind } from "./variables.ts";

/** So much of an answer is shown beside what is wrong with it. */
const MAX_SHOWN = 400;

/** One case, and what became of it. */
export interface Outcome {
  readonly test: EvalCase;
  /** `unknown`: nothing tells. `broken`: it could not be answered, or its assertions not be run. */
  readonly result: "passed" | "unknown" | "wrong" | "broken";
  /** What is wrong; empty where nothing is. */
  readonly why: string;
}

/** Makes the final answer of what the floor says; null where nothing tells. */
export type Answerer = <Kind extends EvalKind>(
  kind: Kind,
  answered: Answered<Kind>,
  test: EvalCase,
  run: RunJob,
) => Promise<Answers[Kind] | null>;

/** The floor alone. */
export const floorOnly: Answerer = (_kind, { floor }) => Promise.resolve(floor);

/** Runs all cases in order; `tell` hears how far it is. */
export async function runSuite(
  cases: readonly EvalCase[],
  kind: EvalKind,
  answerer: Answerer,
  tell: (done: number) => void,
): Promise<Outcome[]> {
  await using sandbox = new Sandbox();
  const outcomes: Outcome[] = [];
  for (const test of cases) {
    outcomes.push(await runCase(test, kind, answerer, (job) => sandbox.run(job)));
    tell(outcomes.length);
  }
  return outcomes;
}

async function runCase(
  test: EvalCase,
  kind: EvalKind,
  answerer: Answerer,
  run: RunJob,
): Promise<Outcome> {
  let broken = false;
  const watched: RunJob = async (job) => {
    const result = await run(job);
    broken ||= result.broken === true;
    return result;
  };
  try {
    const given = await answerer(kind, answer(kind, test.vars), test, run);
    if (given === null) return { test, result: "unknown", why: "" };
    const output = JSON.stringify(given);
    const wrong = await whyNot(output, test, watched);
    if (wrong === null) return { test, result: "passed", why: "" };
    const why = `${wrong}; the answer was ${cut(output)}`;
    return { test, result: broken ? "broken" : "wrong", why };
  } catch (error) {
    return { test, result: "broken", why: (error as Error).message };
  }
}

function cut(output: string): string {
  return output.length > MAX_SHOWN ? `${output.slice(0, MAX_SHOWN)}…` : output;
}
