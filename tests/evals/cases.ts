/**
 * Cases in promptfoo's format: `tests`, `defaultTest`, `description`, `vars`, `assert`, `metadata`.
 * `prompts` and `providers` are ignored. A file is bounded, and `file://` in it reaches only what
 * lies beside or below it: no other file's text may reach a report.
 */

import { dirname, relative, resolve } from "node:path";
import { LineCounter, parseDocument } from "yaml";
import { withoutKey } from "../../lib/model/errors.ts";
import { UserError } from "../../lib/text/errors.ts";
import { isObject } from "../../lib/text/values.ts";

/** An assertion as it stands in the file. */
export interface Assertion {
  readonly type: string;
  readonly value: unknown;
  readonly threshold: number | undefined;
}

/** One case. */
export interface EvalCase {
  readonly description: string;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly assertions: readonly Assertion[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What is wrong with an answer; `broken` where an assertion could not be looked at. */
export interface Fault {
  readonly why: string;
  readonly broken: boolean;
}

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_CASES = 10_000;

/** Reads all cases of a file. */
export function readCases(path: string): EvalCase[] {
  const suite = readYaml(path);
  if (!isObject(suite)) throw new UserError(`"${path}" is no eval file: expected a mapping`);
  const tests = listOf(suite.tests, path);
  if (tests.length === 0) throw new UserError(`"${path}" has no tests`);
  if (tests.length > MAX_CASES) {
    throw new UserError(`"${path}" has more than ${MAX_CASES} tests`);
  }
  const byDefault = partsOf(suite.defaultTest ?? {}, "defaultTest", path);
  return tests.map(({ test, from }, index) => {
    const name = isObject(test) && typeof test.description === "string"
      ? test.description
      : `Test ${index + 1}`;
    const own = partsOf(test, `test "${withoutKey(name, null)}"`, from);
    const vars = { ...byDefault.vars, ...own.vars };
    return {
      description: name,
      vars: Object.fromEntries(
        Object.entries(vars).map(([key, value]) => [key, withFile(value, from)]),
      ),
      assertions: own.alone ? own.assertions : [...byDefault.assertions, ...own.assertions],
      metadata: { ...byDefault.metadata, ...own.metadata },
    };
  });
}

/** The tests of a file, those of other files that it names included. */
function listOf(tests: unknown, from: string): { test: unknown; from: string }[] {
  const list = Array.isArray(tests) ? tests : tests === undefined ? [] : [tests];
  return list.flatMap((test) => {
    const other = typeof test === "string" ? test : isObject(test) ? test.path : undefined;
    if (typeof other !== "string") return [{ test, from }];
    if (!other.startsWith("file://") || !/\.(?:ya?ml|json)$/.test(other)) {
      throw new UserError(
        `"${from}" names tests that cannot be read: "${withoutKey(other, null)}"; ` +
          "expected a list, or file:// with a YAML or JSON file",
      );
    }
    const path = besides(other, from);
    const found = readYaml(path);
    if (!Array.isArray(found)) throw new UserError(`"${path}" is no list of tests`);
    return found.map((test) => ({ test, from: path }));
  });
}

function partsOf(test: unknown, what: string, path: string) {
  if (!isObject(test)) throw new UserError(`"${path}": ${what} is no mapping`);
  const { vars = {}, assert = [], metadata = {}, options } = test;
  if (!isObject(vars)) throw new UserError(`"${path}": vars of ${what} are no mapping`);
  if (!Array.isArray(assert)) throw new UserError(`"${path}": assert of ${what} is no list`);
  const assertions = assert.map((item): Assertion => {
    if (!isObject(item) || typeof item.type !== "string") {
      throw new UserError(`"${path}": an assertion of ${what} has no type`);
    }
    const threshold = typeof item.threshold === "number" ? item.threshold : undefined;
    return { type: item.type, value: item.value, threshold };
  });
  const alone = isObject(options) && options.disableDefaultAsserts === true;
  return { vars, assertions, metadata: isObject(metadata) ? metadata : {}, alone };
}

function withFile(value: unknown, from: string): unknown {
  if (typeof value !== "string" || !value.startsWith("file://")) return value;
  return readText(besides(value, from));
}

/** A path beside or below the file that names it. */
function besides(address: string, from: string): string {
  const folder = Deno.realPathSync(dirname(from));
  const wanted = resolve(folder, address.slice("file://".length));
  let path: string;
  try {
    path = Deno.realPathSync(wanted);
  } catch {
    throw new UserError(
      `"${from}" names a file that cannot be read: "${withoutKey(address, null)}"`,
    );
  }
  const way = relative(folder, path);
  if (way.startsWith("..") || way === "" || resolve(folder, way) !== path) {
    throw new UserError(
      `"${from}" names a file outside of its folder: "${withoutKey(address, null)}"`,
    );
  }
  return path;
}

function readText(path: string): string {
  try {
    const { isFile, size } = Deno.statSync(path);
    if (!isFile) throw new UserError(`"${path}" is no file`);
    if (size > MAX_BYTES) throw new UserError(`"${path}" is larger than ${MAX_BYTES} bytes`);
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`Cannot read "${path}": ${(error as Error).message}`);
  }
}

function readYaml(path: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(readText(path), {
    lineCounter: lines,
    prettyErrors: false,
    // promptfoo reads merged keys too
    merge: true,
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new UserError(
      `Cannot parse "${path}": ${withoutKey(error.message, null)}, line ${line}, column ${col}`,
    );
  }
  try {
    return document.toJS();
  } catch (error) {
    throw new UserError(`Cannot parse "${path}": ${(error as Error).message}`);
  }
}
