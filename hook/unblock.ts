/**
 * Checks what a blocked loop hands over, for people and CI.
 *
 *     deno task unblock lint|handoff|check FILE [options]
 */

import { command } from "../lib/cli/command.ts";
import {
  callersFolder,
  flag,
  number,
  oneOf,
  path,
  UsageError,
  type Values,
} from "../lib/cli/flags.ts";
import { resolve } from "node:path";
import { findTop, GitError, Repository } from "../lib/git/run.ts";
import { isThere, readDecisions } from "./unblocking/read_memory.ts";
import { type Role, ROLES } from "../judge/unblock/protocol.ts";
import type { Decision } from "../judge/unblock/decisions.ts";
import { lintEscalation } from "../judge/unblock/form.ts";
import { checkHandoff } from "../judge/unblock/handoff.ts";
import { checkAnswer } from "../judge/unblock/answer.ts";
import type { Violation } from "../schema/types.ts";
import { UserError } from "../lib/text/errors.ts";

/** No text of the protocol comes near it. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What a check came to. */
interface Result {
  readonly valid: boolean;
  readonly violations: readonly Violation[];
  /** What is worth knowing and no fault. */
  readonly notes?: readonly Violation[];
  /** What else there is to say, by name. */
  readonly [more: string]: unknown;
}

const FLAGS = {
  role: oneOf(
    "ROLE",
    `Who wrote it: ${ROLES.join(" or ")} (default: coder for lint, reflection for check)`,
    ROLES,
  ),
  attempt: number(
    "N",
    "check, handoff: the attempt it belongs to; without it no mode is enforced",
    {
      ...{ from: 1, to: 999 },
    },
  ),
  repo: path("DIR", "check, handoff: the repository whose decisions bind (default: here)"),
  json: flag("Print the result for a program"),
};

async function run(
  { role, attempt, repo, json }: Values<typeof FLAGS>,
  [command, file]: readonly string[],
): Promise<number> {
  const check = command === undefined ? undefined : COMMANDS.get(command);
  if (check === undefined) {
    const known = [...COMMANDS.keys()].join(", ");
    throw new UsageError(`Unknown command "${command ?? ""}", known: ${known}`);
  }
  if (file === undefined) throw new UsageError(`${command} needs a FILE`);
  for (const [name, value] of Object.entries({ attempt, repo })) {
    if (value !== undefined && command === "lint") {
      throw new UsageError(`--${name} goes without lint`);
    }
  }
  const given: Given = { role, attempt: attempt ?? null, repo: repo ?? callersFolder() };
  const result = await check(await readInput(file), given);
  console.log(json ? JSON.stringify(result, null, 2) : report(file, result));
  return result.valid ? 0 : 3;
}

interface Given {
  readonly role: Role | undefined;
  readonly attempt: number | null;
  readonly repo: string;
}

type Check = (text: string, given: Given) => Promise<Result> | Result;

const COMMANDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["lint", (text) => {
    const { found, payload, violations, notes } = lintEscalation(text);
    return { valid: violations.length === 0, found, payload, violations, ...notesOf(notes) };
  }],
  ["handoff", async (text, { attempt, repo }) => {
    const memory = await memoryOf(repo);
    const options = attempt === null ? { memory } : { memory, attempt };
    const { answer, violations } = checkHandoff(text, options);
    return { valid: answer === null && violations.length === 0, answer, violations };
  }],
  ["check", async (text, { attempt, repo }) => {
    const exists = (path: string) => isThere(path, repo);
    const checked = checkAnswer(text, { attempt, memory: await memoryOf(repo), exists });
    const { output, report, packet, violations, notes } = checked;
    const valid = violations.length === 0;
    return { valid, output, report, packet, violations, ...notesOf(notes) };
  }],
]);

function notesOf(notes: readonly Violation[]): { notes?: readonly Violation[] } {
  return notes.length === 0 ? {} : { notes };
}

/** The decisions of a repository; none where there is no repository. */
async function memoryOf(folder: string): Promise<Decision[]> {
  try {
    const top = await findTop(folder);
    return await readDecisions(Repository.at(top));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    console.error(`No git repository in "${folder}": no decisions bind`);
    return [];
  }
}

async function readInput(file: string): Promise<string> {
  try {
    const bytes = file === "-"
      ? new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer())
      : await Deno.readFile(resolve(callersFolder(), file));
    if (bytes.length > MAX_BYTES) throw new RangeError(`it has ${bytes.length} bytes`);
    return new TextDecoder().decode(bytes);
  } catch (error) {
    throw new UserError(`Cannot read "${file}": ${(error as Error).message}`);
  }
}

function report(file: string, { valid, violations, notes = [], answer, output }: Result): string {
  const what = [output, answer].find((text) => typeof text === "string");
  const told = ({ code, message, where, line }: Violation) =>
    `- ${line === null ? "" : `line ${line}, `}${where}: ${message} [${code}]`;
  return [
    `${valid ? "Valid" : "Not valid"}: ${file}${what === undefined ? "" : ` (${what})`}`,
    ...violations.map(told),
    ...notes.map((note) => `${told(note)}, noted`),
  ].join("\n");
}

if (import.meta.main) {
  await command({
    name: "unblock",
    summary: "Checks what a blocked loop hands over against the escalation protocol.",
    usage: ["COMMAND FILE"],
    about: ["FILE may be - for stdin."],
    lists: {
      Commands: {
        lint: "The <ESCALATION> payload in a text",
        handoff: "A packet for the reflection agent: its trigger, whether it is clean and coherent",
        check: "An answer of the reflection agent",
      },
    },
    flags: FLAGS,
    most: 2,
    exits: { 0: "valid", 3: "not valid" },
    run,
  });
}
