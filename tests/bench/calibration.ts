/** What the calibration experiment costs, against Python with json and scikit-learn on the same file. */

import { fileURLToPath } from "node:url";
import { UserError } from "../../lib/text/errors.ts";
import { type Random, seededRandom } from "../../experiments/stats/random.ts";
import { type Figure, figure, inScratch, peakMemory, takeTurns } from "./measure.ts";

const SCRIPT = fileURLToPath(new URL("../../experiments/calibration.ts", import.meta.url));
/** Debian's, which has Debian's scikit-learn. */
const PYTHON = "/usr/bin/python3";
const ROUNDS = 5;
const MILLION = 1_000_000;
const GIBIBYTE = 2 ** 30;

/** The same figures, as far as scikit-learn has them, the way its documentation shows. */
const SKLEARN = `
import json, sys
import numpy as np
from sklearn.calibration import calibration_curve
from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score, roc_curve

confidence, correct = [], []
with open(sys.argv[1]) as file:
    for line in file:
        row = json.loads(line)
        confidence.append(row["confidence"])
        correct.append(row["correct"])
confidence, correct = np.array(confidence), np.array(correct)
roc_curve(correct, confidence)
calibration_curve(correct, confidence, n_bins=10)
print(json.dumps({
    "auc": roc_auc_score(correct, confidence),
    "brier": brier_score_loss(correct, confidence),
    "average_precision": average_precision_score(correct, confidence),
}))
`;

/** How confidence is spelled: as models state it, and with all digits of a double. */
const SPELLINGS = {
  "two decimals": (random: Random) => (random.below(101) / 100).toFixed(2),
  "all digits": (random: Random) => String(random.unit()),
};

/** Measures on files of its own, which are gone afterwards. */
export async function benchCalibration(): Promise<Figure[]> {
  await requirePython();
  return await inScratch(async (scratch) => {
    const figures: Figure[] = [];
    for (const [name, spell] of Object.entries(SPELLINGS)) {
      const [small, large] = [`${scratch}/small.jsonl`, `${scratch}/large.jsonl`];
      writeRows(small, MILLION, spell);
      writeRows(large, 10 * MILLION, spell);
      figures.push(...await benchSpelling(name, small, large));
    }
    return figures;
  });
}

async function benchSpelling(name: string, small: string, large: string): Promise<Figure[]> {
  await compareFigures(small);
  const times = await takeTurns(ROUNDS, {
    ours: () => run(Deno.execPath(), ours(small)),
    python: () => run(PYTHON, ["-c", SKLEARN, small]),
    large: () => run(Deno.execPath(), ours(large)),
  });
  const peak = await peakMemory(Deno.execPath(), ours(large), ".");
  const perRow = times.large.map((time) => time / 10);
  const beside = `calibration, 1M rows, ${name} / python3 with json and scikit-learn`;
  const grown = `calibration, ${name}, time per row of 10M rows / of 1M rows`;
  return [
    figure(beside, "<= 0.125", times.ours, times.python),
    figure(grown, "<= 1.2 (linear)", perRow, times.ours),
    {
      what: `calibration, 10M rows, ${name}, peak memory / 1 GiB`,
      ratio: peak / GIBIBYTE,
      target: "< 1",
    },
  ];
}

function ours(file: string): string[] {
  return ["run", "--no-prompt", "--allow-read", SCRIPT, "--json", file];
}

/** A race between programs that give different answers would mean nothing. */
async function compareFigures(file: string): Promise<void> {
  const theirs: Record<string, number> = JSON.parse(await run(PYTHON, ["-c", SKLEARN, file]));
  const { metrics } = JSON.parse(await run(Deno.execPath(), ours(file)));
  for (const [name, value] of Object.entries(theirs)) {
    if (Math.abs(metrics[name] / value - 1) < 1e-9) continue;
    throw new Error(`Cannot compare: ${name} is "${metrics[name]}" here and "${value}" in Python`);
  }
}

async function requirePython(): Promise<void> {
  try {
    await run(PYTHON, ["-c", "import sklearn.metrics"]);
  } catch (error) {
    throw new UserError(
      `Cannot measure against Python: "${PYTHON}" with scikit-learn is needed (on Debian: ` +
        `apt install python3-sklearn); ${(error as Error).message}`,
    );
  }
}

async function run(program: string, args: string[]): Promise<string> {
  const command = new Deno.Command(program, { args, stdout: "piped", stderr: "piped" });
  const { success, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  if (success) return text.decode(stdout);
  throw new Error(`"${program}" failed: ${text.decode(stderr).trim().split("\n").at(-1)}`);
}

function writeRows(path: string, rows: number, spell: (random: Random) => string): void {
  const random = seededRandom(1);
  const encoder = new TextEncoder();
  using file = Deno.openSync(path, { write: true, create: true, truncate: true });
  const part = 10_000;
  for (let written = 0; written < rows; written += part) {
    let text = "";
    for (let row = 0; row < part; row++) {
      const confidence = spell(random);
      const correct = random.unit() < 0.2 + 0.7 * Number(confidence);
      text += `{"confidence": ${confidence}, "correct": ${correct}}\n`;
    }
    for (let bytes = encoder.encode(text); bytes.length > 0;) {
      bytes = bytes.subarray(file.writeSync(bytes));
    }
  }
}
