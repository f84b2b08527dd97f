/** Made-up data for the demo, the same for the same seed. It shows the reports, and proves nothing. */

import { seededRandom } from "./stats/random.ts";

const DAY = 86_400_000;
/** When the made-up board begins. */
const START = Date.UTC(2026, 0, 5, 9);

/** Confidence as agents state it: a few round values, high, and somewhat informative. */
export function makeRows(count: number, seed: number): string {
  const random = seededRandom(seed);
  const levels = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99];
  const rows = Array.from({ length: count }, (_, index) => {
    const confidence = levels[random.below(levels.length)]!;
    const correct = random.unit() < 0.15 + 0.62 * confidence ** 2;
    return JSON.stringify({ confidence, correct, session_id: `s-${index}` });
  });
  return rows.join("\n") + "\n";
}

/** A board on which about every third finished task shows how it went. */
export function makeBoard(count: number, seed: number): string {
  const random = seededRandom(seed);
  const at = (time: number): string => new Date(time).toISOString();
  const tasks = Array.from({ length: count }, (_, index) => {
    const completed = START + index * DAY / 2;
    const task = { id: `task-${index + 1}`, status: "done", completed_at: at(completed) };
    const later = at(completed + (1 + random.below(28)) * DAY);
    switch (random.below(8)) {
      case 0:
        return { ...task, reopened_at: later };
      case 1:
        return { ...task, outcome: { correct: true, at: later } };
      default:
        return task;
    }
  });
  return tasks.map((task) => JSON.stringify(task)).join("\n") + "\n";
}
