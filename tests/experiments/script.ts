/** Starting the experiments as their headers say, with the permissions those name and no others. */

import assert from "node:assert/strict";
import type { ExperimentName } from "../../schema/names.ts";
import type { Phase0Of } from "../../schema/types.ts";
import { phase0Schema } from "../../schema/zod.ts";
import { deno, PROJECT, type Ran, type Start } from "../support/process.ts";

/** The permission flags of every `deno run` of a script that a text shows. */
export function permissionsIn(text: string, script: string): string[][] {
  const command = new RegExp(`deno run ([^\`]*?)\\s+experiments/${script}\\.ts`, "g");
  return [...text.replaceAll(/ \\\n \* +/g, " ").matchAll(command)].map(([, flags]) =>
    flags!.split(/\s+/)
  );
}

/** The text of a script. */
export function scriptText(script: string): string {
  return Deno.readTextFileSync(`${PROJECT}/experiments/${script}.ts`);
}

/** What a start may do beyond its header, because of its flags. */
export interface ScriptStart extends Start {
  write?: string;
}

/** Runs a script with the permissions of its header: the wider ones only where git is asked. */
export async function runScript(
  script: string,
  args: string[],
  { write, ...start }: ScriptStart = {},
): Promise<Ran> {
  const documented = permissionsIn(scriptText(script), script);
  const permissions = args.includes("--git") ? documented.at(-1) : documented[0];
  if (permissions === undefined) throw new Error(`The header of ${script}.ts shows no deno run`);
  return await deno([
    ...["run", "--quiet", "--no-prompt", ...permissions],
    ...write === undefined ? [] : [`--allow-write=${write}`],
    `${PROJECT}/experiments/${script}.ts`,
    ...args,
  ], start);
}

/** Runs an experiment that must succeed; its record is checked against the schema. */
export async function recordOf<Name extends ExperimentName>(
  experiment: Name,
  args: string[],
  start: ScriptStart = {},
): Promise<Phase0Of<Name>> {
  const { code, stdout, stderr } = await runScript(experiment, [...args, "--json"], start);
  assert.equal(code, 0, stderr);
  return phase0Schema.parse(JSON.parse(stdout)) as Phase0Of<Name>;
}
