/** Runs the cases of one file: answer, then assertions. Nothing that one case does stops the next. */

import type { JudgeKind } from "../../judge/prompt.ts";
import { answer, type Answered, type Answers } from "./answer.ts";
import { whyNot } from "./assertions.ts";
import { letsGo, type Outcome } from "./rates.ts";
import { Sandbox } from "./sandbox.ts";
import type { EvalCase } from "./suite.ts";

/** So much of an answer is shown beside what is wrong with it. */
const MAX_SHOWN = 400;

/** Makes the final answer of the deterministic one. */
export type Answerer = <Kind extends JudgeKind>(
  kind: Kind,
  answered: Answered<Kind>,
) => Promise<Answers[Kind]>;

/** The deterministic core alone. */
export const floorOnly: Answerer = (_kind, { floor }) => Promise.resolve(floor);

/** Runs all cases in order; `tell` hears how far it is. */
export async function runSuite(
  cases: readonly EvalCase[],
  kind: JudgeKind,
  answerer: Answerer,
  tell: (done: number) => void,
): Promise<Outcome[]> {
  await using sandbox = new Sandbox();
  const outcomes: Outcome[] = [];
  for (const test of cases) {
    outcomes.push(await runCase(test, kind, answerer, sandbox));
    tell(outcomes.length);
  }
  return outcomes;
}

async function runCase(
  test: EvalCase,
  kind: JudgeKind,
  answerer: Answerer,
  sandbox: Sandbox,
): Promise<Outcome> {
  try {
    const given = await answerer(kind, answer(kind, test.vars));
    const output = JSON.stringify(given);
    const wrong = await whyNot(output, test, (job) => sandbox.run(job));
    const why = wrong === null ? null : `${wrong}; the answer was ${cut(output)}`;
    return { test, why, letGo: letsGo(kind, given) };
  } catch (error) {
    return { test, why: (error as Error).message, letGo: null };
  }
}

function cut(output: string): string {
  return output.length > MAX_SHOWN ? `${output.slice(0, MAX_SHOWN)}…` : output;
}
