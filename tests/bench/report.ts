/** What listing runs costs beside merely reading their records. */

import { type Figure, figure, inScratch, PROJECT, startDeno, takeTurns } from "./measure.ts";
import { writeSidecars } from "./sidecars.ts";

const RECORDS = 100_000;
const ROUNDS = 7;

/** The least that anything which looks at the records has to do. */
const BASELINE = `let sum = 0;
for (const { name } of Deno.readDirSync(Deno.args[0])) {
  sum += JSON.parse(Deno.readTextFileSync(Deno.args[0] + "/" + name)).risk.score;
}
console.log(sum);
`;

/** Measures the list of many sidecars. */
export async function benchReport(): Promise<Figure[]> {
  return await inScratch(async (scratch) => {
    const [folder, tenth] = [`${scratch}/records`, `${scratch}/tenth`];
    writeSidecars(folder, RECORDS);
    writeSidecars(tenth, RECORDS / 10);
    await Deno.writeTextFile(`${scratch}/baseline.ts`, BASELINE);
    const report = ["run", "-P=records", "--config", `${PROJECT}/deno.json`];
    const list = (folder: string) => startDeno([...report, `${PROJECT}/report/report.ts`, folder]);
    const times = await takeTurns(ROUNDS, {
      parsed: () => startDeno(["run", "--allow-read", `${scratch}/baseline.ts`, folder]),
      listed: () => list(folder),
      tenth: () => list(tenth),
    });
    const perSidecar = times.listed.map((time) => time / 10);
    return [
      figure("100,000 sidecars listed / read and JSON.parsed", "<= 2", times.listed, times.parsed),
      figure("time per sidecar, 100,000 / 10,000", "linear", perSidecar, times.tenth),
    ];
  });
}
