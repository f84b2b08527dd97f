/**
 * Whether answers are what their cases expect. Declarative assertions are looked at here, those in
 * JavaScript by promptfoo. One of any other type fails its case: nothing would have looked at it.
 */

import { Ajv } from "ajv";
import { isDeepStrictEqual } from "node:util";
import type { Assertion, EvalCase, Fault } from "./cases.ts";
import { runInPromptfoo } from "./promptfoo.ts";

/** An answer to a case, as JSON. */
interface Given {
  readonly output: string;
  readonly test: EvalCase;
}

type Check = (output: string, value: unknown) => boolean;

const any = (holds: Check): Check => (output, value) =>
  textsOf(value).some((t) => holds(output, t));
const all = (holds: Check): Check => (output, value) =>
  textsOf(value).every((t) => holds(output, t));
const contains: Check = (output, value) => output.includes(textOf(value));
const icontains: Check = (output, value) =>
  contains(output.toLowerCase(), textOf(value).toLowerCase());

const CHECKS: ReadonlyMap<string, Check> = new Map(Object.entries<Check>({
  "equals": (output, value) =>
    typeof value === "object"
      ? isDeepStrictEqual(JSON.parse(output), value)
      : output === textOf(value),
  contains,
  icontains,
  "contains-any": any(contains),
  "contains-all": all(contains),
  "icontains-any": any(icontains),
  "icontains-all": all(icontains),
  "starts-with": (output, value) => output.startsWith(textOf(value)),
  "regex": (output, value) => new RegExp(textOf(value)).test(output),
  "is-json": fitsSchema,
  "contains-json": fitsSchema,
}));

/** Looks at answers; null for each with nothing wrong. */
export async function findFaults(given: readonly Given[]): Promise<(Fault | null)[]> {
  const faults = given.map(({ output, test }) => declaredFault(output, test.assertions));
  const left = given.flatMap(({ output, test }, index) => {
    const assertions = test.assertions.filter(isCode);
    const { vars } = test;
    return faults[index] === null && assertions.length > 0
      ? [{ index, job: { output, vars, assertions } }]
      : [];
  });
  if (left.length === 0) return faults;
  const found = await runInPromptfoo(left.map(({ job }) => job));
  left.forEach(({ index }, n) => faults[index] = found[n] ?? null);
  return faults;
}

function isCode({ type }: Assertion): boolean {
  return type === "javascript" || type === "not-javascript";
}

/** What is wrong by the declarative assertions. */
function declaredFault(output: string, assertions: readonly Assertion[]): Fault | null {
  if (assertions.length === 0) {
    return { why: "It has no assertions, so nothing was looked at", broken: true };
  }
  for (const { type, value } of assertions.filter((assertion) => !isCode(assertion))) {
    const negated = type.startsWith("not-");
    const check = CHECKS.get(negated ? type.slice("not-".length) : type);
    if (check === undefined) {
      return { why: `Unknown assertion type "${type.slice(0, 100)}"`, broken: true };
    }
    try {
      if (check(output, value) !== negated) continue;
      const expected = (JSON.stringify(value) ?? "JSON").slice(0, 200);
      return { why: `${type}: expected ${negated ? "not " : ""}${expected}`, broken: false };
    } catch (error) {
      return { why: `${type}: ${(error as Error).message}`, broken: true };
    }
  }
  return null;
}

/** A text to look for; an empty one would be found everywhere. */
function textOf(value: unknown): string {
  if (!["string", "number", "boolean"].includes(typeof value) || value === "") {
    throw new TypeError(`Expected a text as value, got ${JSON.stringify(value) ?? "nothing"}`);
  }
  return String(value);
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0) return value.map(textOf);
  return textOf(value).split(",").map((text) => textOf(text.trim()));
}

/** Compiles every schema once. */
const SCHEMAS = new Ajv({ strict: false });

/** Whether the answer, which is always one JSON object, fits a JSON Schema. */
function fitsSchema(output: string, schema: unknown): boolean {
  if (schema === undefined) return true;
  return SCHEMAS.validate(schema as object, JSON.parse(output));
}
