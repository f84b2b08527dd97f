/**
 * Assertions in JavaScript, looked at by promptfoo itself. It comes from the package registry by
 * `npx` when a file has such assertions, and runs their code with the rights of the person who
 * started the eval, as `npx promptfoo eval` does.
 */

import { fileURLToPath } from "node:url";
import { runChild } from "../../lib/cli/process.ts";
import { isObject } from "../../lib/text/values.ts";
import type { Assertion, Fault } from "./cases.ts";

/** An answer, and the code that says whether it is right. */
interface Job {
  readonly output: string;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly assertions: readonly Assertion[];
}

/** The last one that runs on Node.js 20 too. */
const VERSION = "0.121.20";

/** The first run downloads some 700 packages. */
const DEADLINE_MS = 600_000;

const FOLDER = fileURLToPath(new URL("./results", import.meta.url));

/** No key is among them: the code of a file gets what promptfoo needs to run. */
const ENVIRONMENT = [
  ...["PATH", "HOME", "NPM_CONFIG_REGISTRY", "NODE_EXTRA_CA_CERTS"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"],
];

/** Runs all assertions in one promptfoo; null for each job that they pass. */
export async function runInPromptfoo(jobs: readonly Job[]): Promise<(Fault | null)[]> {
  Deno.mkdirSync(FOLDER, { recursive: true });
  const folder = Deno.makeTempDirSync({ dir: FOLDER, prefix: "promptfoo-" });
  try {
    Deno.writeTextFileSync(`${folder}/config.json`, JSON.stringify(configFor(jobs)));
    const result = await start(folder);
    return jobs.map((_, index) => faultIn(result, index));
  } catch (error) {
    const why = `Cannot run its JavaScript assertions: ${(error as Error).message}`;
    return jobs.map(() => ({ why, broken: true }));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** The answers are there already: promptfoo asks no model. */
function configFor(jobs: readonly Job[]): unknown {
  return {
    prompts: ["answered"],
    providers: ["echo"],
    defaultTest: { options: { disableVarExpansion: true } },
    tests: jobs.map(({ output, vars, assertions }) => ({
      vars,
      providerOutput: output,
      assert: assertions,
    })),
  };
}

async function start(folder: string): Promise<unknown[]> {
  const given = ENVIRONMENT.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  const env = {
    ...Object.fromEntries(given),
    ...{ PROMPTFOO_CONFIG_DIR: folder, PROMPTFOO_DISABLE_TELEMETRY: "1" },
    ...{ PROMPTFOO_DISABLE_UPDATE: "1", NO_COLOR: "1" },
  };
  const { stderr } = await runChild("npx", [
    ...["--yes", `promptfoo@${VERSION}`, "eval", "--config", `${folder}/config.json`],
    ...["--output", `${folder}/result.json`, "--no-cache", "--no-write", "--no-table"],
    "--no-progress-bar",
  ], { cwd: folder, env, signal: AbortSignal.timeout(DEADLINE_MS) });
  try {
    return JSON.parse(Deno.readTextFileSync(`${folder}/result.json`)).results.results;
  } catch {
    const why = stderr.trim().split("\n").at(-1)?.slice(0, 300) || "it wrote no result";
    throw new Error(`"npx promptfoo@${VERSION} eval" failed: ${why}`);
  }
}

function faultIn(results: readonly unknown[], index: number): Fault | null {
  const row = results.find((result) => isObject(result) && result.testIdx === index);
  if (!isObject(row)) return { why: "promptfoo gave no result for it", broken: true };
  if (row.success === true) return null;
  const grading = isObject(row.gradingResult) ? row.gradingResult : {};
  const reason = String(grading.reason ?? row.error ?? "failed");
  const [why = reason] = reason.split("\nStack Trace");
  return {
    why: `javascript: ${why.slice(0, 500)}`,
    broken: grading.reason === undefined || why.startsWith("Custom function threw error"),
  };
}
