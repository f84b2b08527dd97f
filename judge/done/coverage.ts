/**
 * Whether one check goes through all that another one went through. Only then does its success make
 * up for the other's failure: unit tests say nothing about the rest, nor one package about another.
 */

import type { CheckFact, CheckScope } from "./facts.ts";
import { askedChecks } from "./asked_checks.ts";
import type { CheckCommand } from "./tool_checks.ts";
import { simpleCommands } from "./shell_line.ts";

/** Launchers that look into the same table of scripts. */
const FAMILIES: Readonly<Record<string, string>> = {
  npm: "package",
  pnpm: "package",
  yarn: "package",
  bun: "package",
  deno: "package",
  gmake: "make",
  gradlew: "gradle",
  mvn: "maven",
  mvnw: "maven",
  mvnd: "maven",
};

/** Names that `runner` has where the output did not say who ran. */
const NOT_TOLD = new Set("npm pnpm yarn make turbo nx rake unknown".split(" "));

/** Runners that a script of a package may well start. */
const PACKAGE_RUNNERS = new Set(
  ("deno node vitest jest mocha ava tap bun karma playwright cypress tsc svelte eslint biome oxlint " +
    "stylelint prettier vite webpack rollup esbuild next").split(" "),
);

/** Scripts that go through everything there is of a kind. */
const EVERYTHING = /^(?:ci|verify|validate|ok|all|check-all|package|install|build|check)$/;

/** Endings of a script's name that say how it runs, not what of. */
const MANNER =
  /[:_-](?:all|ci|run|once|full|cov|coverage|fix|check|strict|no-?watch|silent|quiet|verbose|debug)$/;

/** Outputs of a check that could not even begin. */
const NEVER_BEGAN =
  /: (?:command )?not found$|Missing script|No rule to make target|no test specified|Could not read package\.json|ERR_PNPM_NO_SCRIPT|Couldn't find a script|(?<!Error): No module named \S+$|^No module named/im;

/** Whether a launcher runs one script of one package. */
export function isPackaged(launcher: string): boolean {
  return FAMILIES[launcher] === "package";
}

/** What a check goes through. */
export function scopeOf(check: CheckCommand, folder: string, mixed: boolean): CheckScope {
  const { script, launcher, paths, filters, wide } = check;
  const family = Object.hasOwn(FAMILIES, launcher) ? FAMILIES[launcher]! : launcher;
  return { folder, launcher: script === "" ? "" : family, script, paths, filters, wide, mixed };
}

type Scoped = CheckFact & CheckScope;

const NO_SCOPE: CheckScope = {
  folder: "",
  launcher: "",
  script: "",
  paths: [],
  filters: [],
  wide: false,
  mixed: false,
};

/** Every check is compared with many others. */
const SCOPED = new WeakMap<CheckFact, Scoped>();

function scoped(fact: CheckFact): Scoped {
  const known = SCOPED.get(fact) ?? withScope(fact);
  SCOPED.set(fact, known);
  return known;
}

/** A check with its scope, which its command tells where nothing else does. */
function withScope(fact: CheckFact): Scoped {
  if (fact.scope !== undefined) return { ...fact, ...fact.scope };
  const { command, kind } = fact;
  const found = askedChecks(simpleCommands(command)).find(({ check }) => check.kind === kind);
  if (found === undefined) return { ...fact, ...NO_SCOPE };
  const runner = found.check.runner ?? fact.runner;
  return { ...fact, runner, ...scopeOf(found.check, found.folder, false) };
}

/** Whether the first check goes through all that the second one went through. */
export function covers(first: CheckFact, second: CheckFact): boolean {
  if (first.kind !== second.kind) return false;
  const one = scoped(first);
  const other = scoped(second);
  if (one.command === other.command && one.folder === other.folder) return true;
  return isWithin(other.folder, one.folder) && isNarrower(other, one) &&
    (!one.partial || one.paths.length + one.filters.length > 0) &&
    (!other.wide || one.wide || hasAsMany(one, other)) && isSameSuite(one, other);
}

function isWithin(folder: string, outer: string): boolean {
  if (folder === outer || folder.startsWith(`${outer}/`)) return true;
  if (outer === "") return !folder.startsWith("/");
  // One of them was told in full.
  return (folder.startsWith("/") && folder.endsWith(`/${outer}`)) ||
    (outer.startsWith("/") && folder !== "" && outer.endsWith(`/${folder}`));
}

function isNarrower(one: CheckScope, than: CheckScope): boolean {
  const paths = than.paths.length === 0 ||
    (one.paths.length > 0 && one.paths.every((path) => than.paths.some((to) => isPart(path, to))));
  return paths && than.filters.every((filter) => one.filters.includes(filter));
}

function isPart(path: string, of: string): boolean {
  return path === of || (path.startsWith(of) && /^[/:#.[]/.test(path.slice(of.length)));
}

function hasAsMany(first: CheckFact, second: CheckFact): boolean {
  const ran = (second.passed ?? 0) + (second.failed ?? 0);
  return ran > 0 && (first.passed ?? 0) + (first.failed ?? 0) >= ran;
}

function isSameSuite(first: Scoped, second: Scoped): boolean {
  const one = suiteOf(first);
  const other = suiteOf(second);
  const sameTable = first.launcher === second.launcher;
  if (one !== "" && sameTable && one === other) return true;
  if (neverBegan(second)) return true;
  if (one !== "" && EVERYTHING.test(one)) return sameTable || hasSameRunner(first, second);
  if (one === "") return hasSameRunner(first, second) && !(second.mixed && other !== "");
  if (isPartByName(first, one)) {
    return (sameTable && other.startsWith(`${one}:`)) ||
      (other === "" && first.runner === second.runner && isWholeFor(first.runner, one));
  }
  if (other === "") return hasSameRunner(first, second);
  const part = sameTable && /^[:_-]/.test(other.slice(one.length)) && other.startsWith(one);
  return part
    ? !isTold(first) || !isTold(second) || first.runner === second.runner
    : isTold(second) && first.runner === second.runner && !second.mixed;
}

/** `test:unit`, `unit` and `api-tests` are parts; `test`, `run-tests` and a file are not. */
function isPartByName({ kind, launcher, script }: Scoped, suite: string): boolean {
  if (launcher.startsWith("mcp__") || /[/.]/.test(script)) return false;
  if (kind === "test") return !/^(?:(?:run|check|do)[:_-]?)?(?:all[:_-])?tests?$/.test(suite);
  return /[:_-]/.test(suite) &&
    !/^(?:type-check|check[:_-](?:types?|format|fmt|lint))$/.test(suite);
}

/** All that a browser's runner does is end to end. */
function isWholeFor(runner: string, suite: string): boolean {
  return /^(?:playwright|cypress)$/.test(runner) && /e2e|playwright|cypress/.test(suite);
}

/** `npm t`, `npm run tests` and `npm run test:ci` are one suite. */
function suiteOf({ script, launcher }: CheckScope): string {
  const name = script.replace(MANNER, "");
  if (launcher !== "package") return name;
  return /^(?:t|tst|tests)$/.test(name) ? "test" : name;
}

function isTold({ runner }: CheckFact): boolean {
  return !NOT_TOLD.has(runner);
}

function hasSameRunner(first: Scoped, second: Scoped): boolean {
  if (!isTold(second)) return false;
  if (isTold(first)) return first.runner === second.runner;
  return first.launcher !== "package" || PACKAGE_RUNNERS.has(second.runner);
}

function neverBegan({ passed, failed, excerpt }: CheckFact): boolean {
  return passed === null && failed === null && NEVER_BEGAN.test(excerpt);
}
