/**
 * The deterministic judge as a provider of promptfoo: it answers from a case's variables, offline,
 * and does not look at the prompt. Needs deno on PATH.
 *
 *     providers:
 *       - id: file://promptfoo_provider.mjs
 *         config: { kind: task }
 */

import { spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("./answer_one.ts", import.meta.url));

export default class DeterministicJudge {
  constructor({ id, config = {} } = {}) {
    this.givenId = id;
    this.kind = config.kind ?? "task";
  }

  id() {
    return this.givenId ?? `deterministic-judge:${this.kind}`;
  }

  async callApi(_prompt, context) {
    const input = JSON.stringify({ kind: this.kind, vars: context?.vars ?? {} });
    const { code, stdout, stderr } = await run(input);
    return code === 0 ? { output: stdout.trim() } : { error: stderr.trim() || `exit ${code}` };
  }
}

function run(input) {
  return new Promise((resolve, reject) => {
    const child = spawn("deno", ["run", "--quiet", "--no-prompt", "--no-lock", PROGRAM], {
      env: { ...process.env, NO_COLOR: "1" },
    });
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) {
      child[name].setEncoding("utf8").on("data", (piece) => texts[name] += piece);
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...texts }));
    child.stdin.on("error", () => {}).end(input);
  });
}
