/** What listing runs costs beside merely reading their records, and how much it has to remember. */

import { type Figure, median, peakMemory, PROJECT, startDeno, takeTurns } from "./measure.ts";
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
  const scratch = await Deno.makeTempDir({ prefix: "reflection-bench-" });
  try {
    const folder = `${scratch}/records`;
    const tenth = `${scratch}/tenth`;
    writeSidecars(folder, RECORDS);
    writeSidecars(tenth, RECORDS / 10);
    await Deno.writeTextFile(`${scratch}/baseline.ts`, BASELINE);
    const baseline = ["run", "--allow-read", `${scratch}/baseline.ts`];
    const report = [
      ...["run", "--allow-read", "--allow-run=git"],
      ...["--allow-env=HOME,PATH,INIT_CWD,NO_COLOR,REFLECTION_*", `${PROJECT}/report/report.ts`],
    ];
    const times = await takeTurns(ROUNDS, {
      parsed: () => startDeno([...baseline, folder]),
      listed: () => startDeno([...report, folder]),
      tenth: () => startDeno([...report, tenth]),
    });
    const memory = await peakMemory(Deno.execPath(), [...report, folder], PROJECT);
    const least = await peakMemory(Deno.execPath(), [...report, tenth], PROJECT);
    return [
      {
        what: "100,000 sidecars listed / read and JSON.parsed",
        ratio: median(times.listed) / median(times.parsed),
        target: "<= 2",
      },
      {
        what: "time per sidecar, 100,000 / 10,000",
        ratio: median(times.listed) / median(times.tenth) / 10,
        target: "linear",
      },
      {
        what: "memory for 90,000 more sidecars / 1 KiB each",
        ratio: (memory - least) / (0.9 * RECORDS * 1024),
        target: "none set",
      },
    ];
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}
