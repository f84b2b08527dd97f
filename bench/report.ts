/** What listing runs costs beside merely reading their records, and how much it has to remember. */

import { fileURLToPath } from "node:url";
import { momentName } from "../hook/names.ts";
import { buildReflection } from "../schema/reflection.ts";
import { type Figure, median, peakMemory, takeTurns } from "./measure.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
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
      parsed: () => start([...baseline, folder]),
      listed: () => start([...report, folder]),
      tenth: () => start([...report, tenth]),
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

/** Sidecars of sessions with five turns each, with everything filled in. */
function writeSidecars(folder: string, count: number): void {
  Deno.mkdirSync(folder);
  for (let n = 0; n < count; n++) {
    const timestamp = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
    const session = `session-${Math.floor(n / 5)}`;
    const record = buildReflection({
      taskRef: "shop@main",
      agent: "unknown",
      sessionId: session,
      timestamp,
      repo: "shop",
      mode: "solo",
      filesChanged: ["src/session.ts", "migrations/0002_session_expiry.sql", "README.md"],
      risk: {
        needs_review: true,
        score: 1,
        surface: "auth",
        reason: "auth surface (weight 1) in: src/session.ts",
      },
      selfReport: {
        confidence: 0.75,
        most_likely_wrong: {
          surface: "data",
          description: "Old rows have no expires_at, so existing sessions may end at once",
        },
        known_not_in_diff: "The migration was not run against a copy of production",
      },
    });
    Deno.writeTextFileSync(
      `${folder}/${session}-${momentName(timestamp)}.reflection.json`,
      `${JSON.stringify(record, null, 2)}\n`,
    );
  }
}

async function start(args: string[]): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: PROJECT,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  if (!success) throw new Error(`deno ${args.join(" ")} failed`);
}
