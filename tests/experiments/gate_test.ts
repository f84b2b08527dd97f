import assert from "node:assert/strict";
import { REGISTERED, type Registration } from "../../experiments/registered.ts";
import type { ExperimentName } from "../../schema/names.ts";
import type { Phase0 } from "../../schema/types.ts";
import { samplePhase0 } from "../schema/_phase0_records.ts";
import { deno } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";

const NAMES = ["calibration", "git_history", "board_history"] as const;

/** A valid result with the thresholds that are registered. */
function result(experiment: ExperimentName, changes: Partial<Phase0> = {}): Phase0 {
  const registration: Registration = REGISTERED[experiment];
  const thresholds = Object.entries(registration.thresholds)
    .map(([name, { value }]) => ({ name, registered: value, used: value }));
  const words = { kill: "no", pass: "yes", insufficient: "neither" };
  const registered = { preregistered: true, ...words, thresholds };
  const sample = samplePhase0(experiment);
  const metrics = { ...sample.metrics, ...CONVINCING[experiment] };
  return { ...sample, n: 400, metrics, registered, ...changes } as Phase0;
}

const share = { count: 20, of: 100, share: 0.2, ci95: [0.13, 0.29] };

/** Figures that each experiment's own rule passes. */
const CONVINCING: Readonly<Record<ExperimentName, object>> = {
  calibration: {
    ...{ auc: 0.7, auc_ci95: [0.65, 0.75], base_rate: 0.5 },
    one_sided95: { auc: [0.66, 0.74], lift: [0.06, 0.14], high_auc: [0.55, 0.65] },
  },
  git_history: { linked: 100, bounds: { lower: share, upper: share } },
  board_history: { done: 100, watched: 90, blind: false, rate: 0.3, rate_ci95: [0.22, 0.39] },
  floor_backtest: {},
};

/** Figures that each experiment's own rule kills. */
const DAMNING: Readonly<Record<(typeof NAMES)[number], object>> = {
  calibration: { one_sided95: { auc: [0.4, 0.5], lift: [0.06, 0.14], high_auc: [0.55, 0.65] } },
  git_history: {
    bounds: { lower: share, upper: { count: 0, of: 100, share: 0, ci95: [0, 0.037] } },
  },
  board_history: { rate: 0.1, rate_ci95: [0.05, 0.18] },
};

/** The verdict that goes with other figures. */
function other(name: (typeof NAMES)[number], verdict: "kill" | "insufficient"): Partial<Phase0> {
  const { metrics } = result(name);
  const fewer = { calibration: {}, git_history: { linked: 3 }, board_history: { watched: 3 } };
  const few = { n: 10, metrics: { ...metrics, ...fewer[name] } };
  const bad = { metrics: { ...metrics, ...DAMNING[name] } };
  return { verdict, why: "Chance alone", ...verdict === "kill" ? bad : few } as Partial<Phase0>;
}

/** Runs the gate on these results, with no permission but to read them. */
async function gate(results: readonly unknown[], ...flags: string[]) {
  await using scratch = await Scratch.make();
  const files = results.map((_, index) => scratch.path(`${index}.json`));
  for (const [index, content] of results.entries()) {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    await Deno.writeTextFile(files[index]!, text);
  }
  const run = await deno([
    "run",
    `--allow-read=${scratch.folder}`,
    "experiments/gate.ts",
    ...files,
    ...flags,
  ]);
  return { ...run, lines: run.stdout.split("\n") };
}

Deno.test("the gate opens when all three experiments pass as registered, in any order", async () => {
  for (const names of [NAMES, NAMES.toReversed()]) {
    const { code, lines } = await gate(names.map((name) => result(name)));
    assert.equal(code, 0);
    assert.match(lines[0]!, /^OPEN: /);
  }
});

Deno.test("the gate stays closed for any other verdict, and says whose and why", async () => {
  for (const verdict of ["kill", "insufficient"] as const) {
    for (const name of NAMES) {
      const results = NAMES.map((each) => result(each, each === name ? other(name, verdict) : {}));
      const { code, stdout, lines } = await gate(results);
      assert.equal(code, 3);
      assert.match(lines[0]!, /^CLOSED: /);
      assert.ok(stdout.includes(`${name}: ${verdict}: Chance alone`), stdout);
    }
  }
});

Deno.test("the gate stays closed for a verdict that the record's own figures do not bear out", async () => {
  for (const name of NAMES) {
    const edited = { ...other(name, "kill"), verdict: "pass" } as Partial<Phase0>;
    const results = NAMES.map((each) => result(each, each === name ? edited : {}));
    const { code, stdout } = await gate(results);
    assert.equal(code, 3);
    assert.match(stdout, new RegExp(`${name}: says pass, but its own figures say kill`));
  }
});

Deno.test("the gate stays closed for a threshold that is not the registered one", async () => {
  const record = result("git_history");
  const [first] = record.registered.thresholds;
  for (
    const registered of [
      { ...record.registered, thresholds: [{ ...first!, used: 0.01 }] },
      { ...record.registered, thresholds: [] },
      { ...record.registered, preregistered: false },
      {
        ...record.registered,
        thresholds: [{ ...first!, used: 0.01 }, ...record.registered.thresholds],
      },
    ]
  ) {
    const results = [result("calibration"), { ...record, registered }, result("board_history")];
    const { code, stdout } = await gate(results);
    assert.equal(code, 3);
    assert.match(stdout, /P2 git_history: not pre-registered: /);
    assert.match(stdout, /P1 calibration: pass/);
  }
});

Deno.test("the gate stays closed when a result is missing, broken or of another format", async () => {
  const whole = NAMES.map((name) => result(name));
  const without: readonly [unknown, RegExp][] = [
    [{ ...whole[2], n: -1 }, /no phase0\.v1 record at "n"/],
    [{ schema: "phase0.v2" }, /no phase0\.v1 record/],
    ["{", /is not JSON/],
    ["[]", /no phase0\.v1 record/],
  ];
  for (const [broken, reason] of without) {
    const { code, stdout } = await gate([whole[0], whole[1], broken]);
    assert.equal(code, 3);
    assert.match(stdout, /P3 board_history: there is no result/);
    assert.match(stdout, reason);
  }
  const { code, stdout } = await gate(whole.slice(0, 2));
  assert.equal(code, 3);
  assert.match(stdout, /there is no result/);
  assert.equal((await gate([...whole, "{"])).code, 3);
});

Deno.test("the gate names a file that is not there and stays closed", async () => {
  const { code, stdout } = await deno(["run", "--allow-read", "experiments/gate.ts", "no/p1.json"]);
  assert.equal(code, 3);
  assert.match(stdout, /Cannot read ".*no\/p1\.json": no such file/);
});

Deno.test("the gate refuses a command line that leaves open what counts", async () => {
  const three = NAMES.map((name) => result(name));
  const cases: readonly [unknown[], string[], RegExp][] = [
    [[], [], /No result is given/],
    [[...three, three[0]], [], /both results of calibration/],
    [[...three, result("floor_backtest")], [], /floor_backtest, which the gate does not ask/],
    [three, ["--force"], /--force/],
  ];
  for (const [results, flags, reason] of cases) {
    const { code, stdout, stderr } = await gate(results, ...flags);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, reason);
  }
});

Deno.test("the gate answers in JSON", async () => {
  const { code, stdout } = await gate([result("calibration")], "--json");
  assert.equal(code, 3);
  const { gate: said, experiments } = JSON.parse(stdout);
  assert.equal(said, "closed");
  assert.deepEqual(experiments.map((one: { passes: boolean }) => one.passes), [true, false, false]);
});
