/** What the experiments print of small inputs, and their pages. */

import inputs from "./inputs/records.json" with { type: "json" };
import { keep } from "./_golden.ts";
import type { Place } from "./_place.ts";

const jsonl = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Rows whose confidence is worth something, spread evenly. */
const ROWS = jsonl(Array.from({ length: 240 }, (_, index) => {
  const confidence = (index % 20) / 20 + 0.05;
  const correct = (index * 0.618034) % 1 < confidence ** 2;
  return { confidence, correct, session_id: `s-${index % 30}` };
}));

const day = (n: number): string => new Date(Date.UTC(2025, 0, n)).toISOString();

/** A hundred tasks, of which some were reopened, and one that is open. */
const BOARD = jsonl([
  ...Array.from({ length: 100 }, (_, n) => ({
    id: `T-${n}`,
    status: "done",
    completed_at: day(1 + n % 10),
    ...n % 4 === 0 ? { reopened_at: day(12 + n % 25) } : {},
  })),
  { id: "last", status: "open", updated_at: day(80) },
]);

/** Reverts, a revert taken back, a trailer, an introduction, and decoys. */
async function history(place: Place): Promise<void> {
  let files = 0;
  const commit = (message: string, file = `src/a${++files % 3}.ts`) =>
    place.commit(message, { [file]: `${message}\n` });
  const one = await commit("feat: one (#1)", "src/auth/login.ts");
  await commit("feat: two (#2)", "db/schema.sql");
  await commit("feat: three");
  await commit(
    `Revert "feat: one (#1)" (#4)\n\nThis reverts commit ${one}.\n\nIt broke the build.`,
  );
  await commit("fix: revert #2 (#5)\n\nWe assumed too much.");
  await commit('Revert "feat: three"');
  await commit('Revert "Revert "feat: three""');
  await commit(`net: mend\n\nFixes: ${one.slice(0, 12)} ("feat: one")`);
  await commit("fix: a typo introduced in #2");
  await commit("Hotfix for the login");
  await commit("Add a fixture", "tests/a_test.ts");
  await commit(`Revert "gone"\n\nThis reverts commit ${"f".repeat(40)}.`);
}

/** Shows a page whole, but for its style. */
async function page(place: Place, name: string): Promise<void> {
  const text = await Deno.readTextFile(`${place.repo}/${name}`);
  place.show(name, text.replace(/<style>[^]*?<\/style>/, "<style></style>"));
}

keep(
  {
    file: "calibration",
    says: "calibration, as markdown, as JSON, and its page",
    steps: async (place) => {
      await place.write({ "rows.jsonl": `${ROWS}{"confidence": 2}\n` });
      const task = "experiments:calibration";
      await place.task(task, ["rows.jsonl", "--html", "page.html"]);
      await place.task(task, ["-", "--json", "--clusters", "--min-auc", "0.9"], { stdin: ROWS });
      await page(place, "page.html");
    },
  },
  {
    file: "calibration-from-records",
    says: "calibration of records and what came of them",
    steps: async (place) => {
      await place.write(Object.fromEntries(
        Object.entries(inputs).map(([name, record]) => [`records/${name}`, JSON.stringify(record)]),
      ));
      const sessions = new Set(Object.keys(inputs).map((name) => name.split("-")[0]));
      await place.write({
        "outcomes.jsonl": jsonl(
          [...sessions].map((session_id, n) => ({ session_id, correct: n % 3 > 0 })),
        ),
      });
      const from = ["--from-reflections", "records", "--outcomes", "outcomes.jsonl"];
      await place.task("experiments:calibration", from);
      await place.task("experiments:calibration", [...from, "--json"]);
    },
  },
  {
    file: "git-history",
    says: "git-history, as markdown, as JSON, and its page",
    steps: async (place) => {
      await history(place);
      await place.task("experiments:git-history", ["--html", "page.html"]);
      await place.task("experiments:git-history", [".", "--json", "--first-parent"]);
      await page(place, "page.html");
    },
  },
  {
    file: "board-history",
    says: "board-history, as markdown, as JSON, and its page",
    steps: async (place) => {
      await place.write({ "board.jsonl": BOARD });
      const task = "experiments:board-history";
      await place.task(task, ["board.jsonl", "--html", "page.html"]);
      await place.task(task, ["board.jsonl", "--json", "--format", "seed"]);
      await page(place, "page.html");
    },
  },
  {
    file: "floor-backtest",
    says: "floor-backtest, as markdown, as JSON, and its page",
    steps: async (place) => {
      await history(place);
      await place.task("experiments:floor-backtest", ["--html", "page.html"]);
      await place.task("experiments:floor-backtest", ["--json", "--no-lines"]);
      await page(place, "page.html");
    },
  },
  {
    file: "gate",
    says: "the gate of three experiments, as text and as JSON",
    steps: async (place) => {
      await history(place);
      await place.write({ "board.jsonl": BOARD });
      await place.task("experiments:calibration", ["-", "--json"], { stdin: ROWS, into: "1.json" });
      await place.task("experiments:git-history", ["--json"], { into: "2.json" });
      await place.task("experiments:board-history", ["board.jsonl", "--json"], { into: "3.json" });
      await place.task("experiments:gate", ["1.json", "2.json", "3.json"]);
      await place.task("experiments:gate", ["1.json", "2.json", "3.json", "--json"]);
      await place.task("experiments:gate", ["1.json"]);
    },
  },
);
