/** What every task says of itself, and to an option that it does not know. */

import { type Golden, keep } from "./_golden.ts";

const TASKS = [
  ...["agents", "bench", "demo", "evals", "evals:prompts", "experiments:board-history"],
  ...["experiments:calibration", "experiments:demo", "experiments:floor-backtest"],
  ...["experiments:gate", "experiments:git-history", "fleet:status", "fleet:stream", "hooks"],
  ...["install-hook", "install-opencode", "judge", "prune", "report", "report:serve", "require"],
  ...["review", "review:status", "risk", "schema", "ship", "unblock", "warm"],
];

keep(...TASKS.map((task): Golden => ({
  file: `help-${task.replaceAll(":", "-")}`,
  says: `${task} --help, and an unknown option`,
  steps: async (place) => {
    await place.task(task, ["--help"]);
    await place.task(task, ["--no-such-option"]);
  },
})));
