/**
 * A network namespace with nothing but loopback in it. A client that runs there can reach the
 * stand-in API and nobody else, whatever it tries.
 */

import { PROJECT, run } from "../support/process.ts";
import type { Happened, Scenario } from "./inside.ts";

const LOOPBACK_UP = "ip link set lo up";

// A root of its own gives a user without privileges the right to make the namespace.
const WAYS = [["--net"], ["--map-root-user", "--net"]];

const { way, missing } = await findWay();

/** Why there can be no sandbox here; null where there can. */
export { missing };

/** Plays a scenario of Claude Code in a sandbox of its own. */
export async function playInSandbox(scenario: Scenario): Promise<Happened> {
  return await runInSandbox("inside.ts", scenario);
}

/** Runs a script of this folder in a sandbox of its own; it takes and gives JSON. */
export async function runInSandbox<Given, Got>(script: string, given: Given): Promise<Got> {
  const { code, stdout, stderr } = await run("unshare", [
    ...way,
    "sh",
    "-c",
    `${LOOPBACK_UP} && exec "$@"`,
    "sh",
    Deno.execPath(),
    "run",
    "--quiet",
    "--no-prompt",
    "--no-config",
    "--no-lock",
    "--cached-only",
    "--allow-net=127.0.0.1",
    "--allow-run",
    "--allow-read",
    "--allow-write",
    `${PROJECT}/tests/clients/${script}`,
  ], { stdin: JSON.stringify(given) });
  if (code !== 0) throw new Error(`The sandbox failed with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

async function findWay(): Promise<{ way: string[]; missing: string | null }> {
  const lacks = (missing: string) => ({ way: [], missing });
  if (Deno.build.os !== "linux") return lacks(`network namespace: this is ${Deno.build.os}`);
  const needs = {
    ...{ unshare: "util-linux", script: "bsdutils", ip: "iproute2" },
    ...{ node: "nodejs", npm: "npm", git: "git" },
  };
  for (const [program, source] of Object.entries(needs)) {
    const { code } = await run("sh", ["-c", `command -v ${program}`]);
    if (code !== 0) return lacks(`program "${program}" (package ${source})`);
  }
  const problems: string[] = [];
  for (const way of WAYS) {
    const { code, stderr } = await run("unshare", [...way, "sh", "-c", LOOPBACK_UP]);
    if (code === 0) return { way, missing: null };
    problems.push(stderr.trim());
  }
  return lacks(
    `privilege to make a network namespace: neither CAP_SYS_ADMIN (${problems[0]}) ` +
      `nor user namespaces (${problems[1]})`,
  );
}
