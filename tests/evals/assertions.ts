/**
 * Whether an answer is what a case expects. An assertion of a type that is not known here fails: a
 * case must never pass because nobody looked.
 */

import type { Job, JobResult } from "./sandbox_process.ts";
import type { Assertion, EvalCase } from "./suite.ts";

/** Runs foreign code, see {@linkcode Sandbox}. */
export type RunJob = (job: Job) => Promise<JobResult>;

type Check = (output: string, assertion: Assertion, vars: EvalCase["vars"], run: RunJob) =>
  | boolean
  | Promise<JobResult>;

const CHECKS: ReadonlyMap<string, Check> = new Map(Object.entries<Check>({
  "javascript": (output, { value, threshold }, vars, run) =>
    run({ source: codeOf(value), output, context: { vars }, threshold }),
  // A pattern can run for ever as well as a program.
  "regex": (output, { value }, vars, run) =>
    run({
      source: `new RegExp(${JSON.stringify(textOf(value))}).test(output)`,
      output,
      context: { vars },
    }),
  "equals": (output, { value }) => equals(output, value),
  "contains": (output, { value }) => output.includes(needle(value)),
  "icontains": (output, { value }) => lower(output).includes(lower(needle(value))),
  "starts-with": (output, { value }) => output.startsWith(needle(value)),
  "contains-any": (output, { value }) => textsOf(value).some((text) => output.includes(text)),
  "contains-all": (output, { value }) => textsOf(value).every((text) => output.includes(text)),
  "icontains-any": (output, { value }) =>
    textsOf(value).some((text) => lower(output).includes(lower(text))),
  "icontains-all": (output, { value }) =>
    textsOf(value).every((text) => lower(output).includes(lower(text))),
  "is-json": (output, { value }) => isJson(output, value),
}));

/** What is wrong with an answer; null where nothing is. */
export async function whyNot(
  output: string,
  { assertions, vars }: EvalCase,
  run: RunJob,
): Promise<string | null> {
  if (assertions.length === 0) return "It has no assertions, so nothing was looked at";
  for (const assertion of assertions) {
    const { type } = assertion;
    const negated = type.startsWith("not-");
    const check = CHECKS.get(negated ? type.slice("not-".length) : type);
    if (check === undefined) return `Unknown assertion type "${type.slice(0, 100)}"`;
    try {
      const result = await check(output, assertion, vars, run);
      const { pass, why } = typeof result === "boolean"
        ? { pass: result, why: `expected ${shown(assertion.value)}` }
        : result;
      // Code that could not be run says nothing, neither yes nor no.
      if (typeof result !== "boolean" && result.broken) return `${type}: ${why}`;
      if (pass === negated) return `${type}: ${negated ? "It holds, and must not" : why}`;
    } catch (error) {
      return `${type}: ${(error as Error).message}`;
    }
  }
  return null;
}

function codeOf(value: unknown): string {
  const code = textOf(value);
  if (code.startsWith("file://")) throw new TypeError("Code in a file of its own is not run here");
  return code;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new TypeError(`Expected a text as value, got ${shown(value)}`);
}

/** A text to look for; an empty one would be found everywhere. */
function needle(value: unknown): string {
  const text = textOf(value);
  if (text === "") throw new TypeError("Expected a text to look for, got an empty one");
  return text;
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0) return value.map(needle);
  return textOf(value).split(",").map((text) => needle(text.trim()));
}

function lower(text: string): string {
  return text.toLowerCase();
}

/** A text as it is; anything else by what it means as JSON, whatever the order of its keys. */
function equals(output: string, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return output === String(value);
  return JSON.stringify(sorted(JSON.parse(output))) === JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => a < b ? -1 : a > b ? 1 : 0));
}

function isJson(output: string, schema: unknown): boolean {
  if (schema !== undefined) throw new TypeError("A schema as value is not checked here");
  try {
    JSON.parse(output);
    return true;
  } catch {
    return false;
  }
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 200);
}
