/** Files that were written, moved or removed, by tools and by shell commands, and what that weakens. */

import type { ToolCall } from "../conversation.ts";
import { classifyPath } from "../../risk_floor.ts";
import { objectsOf } from "../../lib/text/values.ts";
import type { EditFact } from "./facts.ts";
import {
  commandText,
  GIT_VALUED,
  INTERPRETERS,
  type Invocation,
  invocationOf,
  isLook,
  plainWords,
  valueOf,
} from "./programs.ts";
import type { Run } from "./runs.ts";
import { outcomeOf, pathWithin, type Step, textIn } from "./tools.ts";

/** Names that are read by people, or kept by tools: no check comes out otherwise when they change. */
const NO_CODE =
  /\.(?:md|mdx|mdc|markdown|rst|adoc|log|pdf|png|jpe?g|gif|webp|ico|mp4|zip|tar|gz)$|(?:^|\/)(?:\.(?:git|mosaic|idea|vscode|entire)\/|\.(?:git(?:ignore|attributes)|editorconfig|mailmap)$|\.github\/.{0,300}\.ya?ml$)/i;

/** A program, wherever it lies. */
const PROGRAM =
  /\.(?:[cm]?[jt]sx?|py|rs|go|java|kts?|rb|php|c|cc|cpp|h|hpp|cs|swift|scala|exs?|sh|sql|vue|svelte)$/i;

/**
 * Data, and names without an ending, such as folders and what was built: a part of the code only
 * where the path table knows what it is for.
 */
const DATA =
  /\.(?:ya?ml|json5?|jsonl|toml|ini|xml|csv|tsv|txt|svg|pen)$|(?:^|\/)[^/]?[^./]{0,300}$/i;

/** Folders at the top of a repository that hold what was made of the code. */
const BUILT = /^(?:dist|build|out|target|coverage|tmp)(?:\/|$)/;

/** Whether a path from the top of a repository is called like what was made of the code. */
export function isBuilt(path: string): boolean {
  return BUILT.test(path);
}

/**
 * Whether a change of a file can change what a check of the code comes to. Its path begins at the
 * top of the repository, or is absolute; `isKept`: git shows it, whatever its folder is called.
 */
export function isCode(path: string, isKept = false): boolean {
  const name = path.slice(-400);
  if (path === "" || NO_CODE.test(name) || (!isKept && isBuilt(path))) return false;
  // The folders in front of an absolute path may be the machine's, and say nothing of the project.
  if (/^[/~]/.test(path) && PROGRAM.test(name)) return true;
  const surface = classifyPath(name);
  return surface !== "docs" && !(surface === "none" && DATA.test(name));
}

/** Whether a file is a program by its name. */
export function isProgram(path: string): boolean {
  return PROGRAM.test(path.slice(-400));
}

/** Options with which a program writes what it formats or fixes, by the command. */
const FIXES: readonly (readonly [command: RegExp, option: RegExp])[] = [
  [/^/, /^--(?:write|fix|apply|in-place|auto-?correct(?:-all)?)(?:=|$)/],
  [/^(?:prettier|gofmt|gofumpt|goimports|shfmt) /, /^-\w{0,3}w$/],
  [/^(?:clang-format|autopep8|yapf) /, /^-i$/],
  [/^rubocop /, /^-[aA]$/],
  [/^ktlint /, /^(?:-F|--format)$/],
];

/** Commands that write what they format or fix, unless an option only asks for it, and scripts. */
const FORMATS = [
  /^(?:(?:cargo|deno|go|terraform|zig|dprint|nix) fmt|treefmt|nx format:write|(?:ruff|dotnet|mix|dart) format|(?:cargo|go|php-cs-fixer) fix|black|isort|rustfmt|swiftformat|pint|phpcbf|lint-staged|pre-commit run|go mod tidy)(?: |$)/,
  /^(?:(?:npm|pnpm|yarn|bun|mise|composer)(?: run)?|deno task|make|just|task|gradlew?|mvnw?|turbo run|nx run) (?:[\w:-]{1,40}[:_-])?(?:fmt|format|fix|prettier|spotlessApply|ktlintFormat|apply)(?:[:_-](?:write|fix))?(?: |$)/,
];
const ONLY_ASKS = /^--?(?:check|diff|dry-run|verify-no-changes|lint|test|output=none|help|version)/;

/** Whether a command may write any file of code, and does not tell which. */
export function mayRewrite(words: readonly string[]): boolean {
  const invocation = invocationOf(words) ?? { program: "", file: "", args: [] };
  const text = commandText(invocation);
  const has = (option: RegExp): boolean => invocation.args.some((arg) => option.test(arg));
  return FIXES.some(([command, option]) => command.test(text) && has(option)) ||
    (FORMATS.some((command) => command.test(text)) && !has(ONLY_ASKS));
}

/** Places where nothing of the work is kept. */
const SCRATCH =
  /^(?:\/tmp\/|\/private\/tmp\/|\/dev\/|\/var\/(?:tmp|folders)\/|\/proc\/|\$\{?TMP|&)|(?:^|\/)(?:node_modules|\.cache|\.next|__pycache__|\.pytest_cache)(?:\/|$)|\.(?:log|out|tmp|pid|bak)$/;

/** What stands in the place of a path where a command changes files and names none; what a shell expands. */
const UNNAMED = /^(?:git [a-z-]{1,40}|patch|script)$|^\$\{?\w{1,80}\}?(?:\/|$)|\*/;

/** Whether an edit says which file it changed: otherwise it may have changed none. */
export function namesFile(path: string): boolean {
  return !UNNAMED.test(path);
}

/** Whether a file is kept, rather than made on the way. A session may itself stand in a scratch folder. */
export function isWork(path: string, sessionFolder: string): boolean {
  const seen = pathWithin(sessionFolder, path) ?? path;
  // All that was built is thrown away, or put there, at once.
  const isFolder = isBuilt(seen) && !/\/./.test(seen);
  return path !== "" && !isFolder && !SCRATCH.test(seen.slice(0, 2_000));
}

/** The edits of a call; none where it is of no tool that writes files. */
export function editsOfTool({ call, place, use }: Step): EditFact[] {
  if (use !== "edit") return [];
  const [path, patch] = [textIn(call.input, "path"), textIn(call.input, "patch")];
  const isPatch = path === "" && patch !== "";
  const files = isPatch ? filesOfPatch(patch) : new Map([[path, changeOf(call)]]);
  const made = { ...place, run: null, printed: false, outcome: outcomeOf(call) };
  return Array.from(files, ([path, change]) => (
    { ...made, path, ...weakenedBy(path, change, call.output) }
  ));
}

/** The edits of one command of a shell line. */
export function editsOfRun(given: Run, run: number): EditFact[] {
  const { simple, invocation, turn, step, siblings, at, ...ended } = given;
  const { writes, documents } = simple;
  let first = at;
  while (siblings[first - 1]?.after === "|") first--;
  const isOutput = !isLook(siblings[first]?.words ?? []);
  const text = /^(?:echo|printf)$/.test(invocation.program) ? invocation.args.join(" ") : "";
  const after = documents.join("\n") + text;
  // A shell that opened a file for writing has changed it, whatever became of the command.
  const outcome = ended.outcome === "failed" ? "unknown" : ended.outcome;
  return [...new Set([...writes, ...changedBy(invocation, documents)])].map((path): EditFact => {
    const change = { before: "", after, whole: writes.includes(path) };
    const printed = isOutput && (change.whole || invocation.program === "tee");
    return { turn, step, run, path, printed, outcome, ...weakenedBy(path, change, null) };
  });
}

function changeOf({ input }: ToolCall): Change {
  const content = textIn(input, "content");
  if (content !== "") return { before: "", after: content, whole: true };
  const side = (field: "before" | "after"): string =>
    [input, ...objectsOf(input["edits"])].map((one) => textIn(one, field)).join("\n");
  return { before: side("before"), after: side("after"), whole: false };
}

/** How a patch names a file that is added, changed, deleted or moved. */
const FILE_IN_PATCH =
  /^(?:\*\*\* (?:(?<added>Add)|Update|Delete) File: |\*\*\* Move to: |(?:---|\+\+\+) (?:[ab]\/)?)(?<path>\S.{0,500})$/;

/** The files that a patch changes, each with what goes and what comes. */
function filesOfPatch(patch: string): Map<string, Change> {
  const files = new Map<string, Change>();
  let file: Change | undefined;
  for (const line of patch.split("\n")) {
    const named = FILE_IN_PATCH.exec(line)?.groups;
    const path = named?.["path"]?.trim();
    if (path === undefined) {
      if (file && line.startsWith("-")) file.before += `${line.slice(1)}\n`;
      else if (file && line.startsWith("+")) file.after += `${line.slice(1)}\n`;
    } else if (path !== "/dev/null") {
      file = files.get(path) ?? { before: "", after: "", whole: named!["added"] !== undefined };
      files.set(path, file);
    }
  }
  return files;
}

/** Finds files among a command's plain words, or among all; a name in their place where it tells none. */
type Files = (plain: readonly string[], args: readonly string[]) => readonly string[];
const named: Files = ([verb]) => [`git ${verb}`];
function script(): readonly string[] {
  return ["script"];
}

/** Whether `find` deletes what it finds, or starts what may change it. */
function isFindChanging(args: readonly string[]): boolean {
  const at = args.findIndex((arg) => /^-(?:exec|execdir|ok)$/.test(arg));
  const started = args.slice(at + 1);
  const edits = started.some((word) => /^(?:-[a-zA-Z]{0,9}i|--in-place)/.test(word));
  return args.includes("-delete") || (at >= 0 && (edits || !isLook(started)));
}

/** What `git checkout` takes back: files where it names some, and else whatever the commits differ in. */
function restored([verb, ...words]: readonly string[]): readonly string[] {
  const files = words.filter((word) => PROGRAM.test(word));
  return files.length > 0 ? files : [`git ${verb}`];
}

/** Commands that change files, and the option that they need for it. */
const CHANGES: readonly (readonly [command: RegExp, files: Files, option?: RegExp])[] = [
  // Of a command that was not kept whole, nothing tells what it changed.
  [/^ ?$/, script],
  [/^(?:tee|rm|mv|touch)(?: |$)/, (plain) => plain],
  [/^(?:cp|ln)(?: |$)/, (plain) => plain.slice(-1)],
  [/^(?:perl|ruby) /, (plain) => plain.slice(-1), /^-\w{0,9}i/],
  [/^xargs .*\b(?:sed|perl|ruby) /, script, /^(?:-[a-zA-Z]{0,9}i|--in-place)/],
  [/^find /, (_, args) => isFindChanging(args) ? ["script"] : []],
  [/^(?:rsync|unzip|patch)(?: |$)/, script],
  [/^tar /, script, /^-{0,2}[a-z]{0,9}x|^--(?:extract|get)/],
  [/^curl /, (_, args) => [valueOf(args, /^(?:-o|--output)$/) ?? ""]],
  [/^wget /, (_, args) => [valueOf(args, /^(?:-O|--output-document)$/) ?? ""]],
  [/^g?sed /, sedFiles, /^(?:-[a-zA-Z]{0,9}i|--in-place)/],
  [/^git checkout /, (_, args) => args.slice(args.indexOf("--") + 1), /^--$/],
  [/^git (?:checkout|switch) /, () => [], /^(?:-[bBcC]|--orphan|--create)$/],
  [/^git (?:checkout|switch) /, restored],
  [/^git restore /, () => [], /^--staged$/],
  [/^git restore /, restored],
  [/^git (?:mv|rm) [^-]/, (plain) => plain.slice(1)],
  [/^git (?:apply|am|revert|merge|rebase|cherry-pick|pull|clean)(?: |$)/, named],
  [/^git stash(?: (?:push|pop|apply)(?: |$)| -|$)/, named],
  [/^git reset /, named, /^--(?:hard|keep|merge)$/],
  [/^(?:p?npm|yarn|bun) /, () => [], /^(?:-g|--global|--no-save)$/],
  [/^(?:p?npm|yarn|bun) (?:i|install|add|un\w*|rm|remove|up\w*) [^-]/, () => ["package.json"]],
  [/^cargo (?:add|remove|rm) /, () => ["Cargo.toml"]],
  [/^go get /, () => ["go.mod"]],
  [/^(?:poetry|uv) (?:add|remove) /, () => ["pyproject.toml"]],
  [/^deno (?:add|remove) /, () => ["deno.json"]],
];

/** Programs given as text that write files: one-off scripts are a common way to edit. */
const WRITES_IN_CODE =
  /write_text\(|writeFileSync\(|writeTextFile|writeFile\(|File\.write\(|open\([^)\n]{1,200},\s{0,4}(?:mode=)?["'][wax]/;

/** The files that a program changes. */
function changedBy(invocation: Invocation, documents: readonly string[]): readonly string[] {
  const { program, args } = invocation;
  const plain = plainWords(args, program === "git" ? GIT_VALUED : undefined);
  const text = commandText(invocation, GIT_VALUED);
  const [, files] =
    CHANGES.find(([command, , option]) =>
      command.test(text) && (option === undefined || args.some((arg) => option.test(arg)))
    ) ?? [];
  if (files !== undefined) return files(plain, args);
  if (program === "apply_patch") return [...filesOfPatch(documents[0] ?? plain[0] ?? "").keys()];
  if (!INTERPRETERS.test(program)) return [];
  const code = [...documents, valueOf(args, /^-(?:c|e|pe|ne)$|^eval$/) ?? ""].join("\n");
  if (!WRITES_IN_CODE.test(code)) return [];
  return [/["']([\w@./-]{1,200}\.\w{1,8})["']/.exec(code)?.[1] ?? "script"];
}

/** What `sed` is given beside its script: without an option for that it is the first plain word. */
function sedFiles(_: readonly string[], args: readonly string[]): string[] {
  const script = new Set(["-e", "-f"]);
  const plain = plainWords(args, script).filter((arg) => arg !== "");
  return args.some((arg) => script.has(arg)) ? plain : plain.slice(1);
}

/** What an edit takes out of a file and puts into it. */
interface Change {
  before: string;
  after: string;
  /** Whether `after` is the whole file. */
  readonly whole: boolean;
}

/** Files that set up tests, or run them on other machines. */
const TEST_SETUP =
  /test|spec|e2e|playwright|cypress|mocha|package\.json|pom\.xml|gradle|ci|workflows/i;

/** Code that makes a check weaker, in many languages, and where it means that. */
const WEAKENINGS: readonly (readonly [code: RegExp, where?: RegExp])[] = [
  // A test is skipped, or all others are.
  [/@(?:Disabled|Ignore|Skip|unittest\.skip\w{0,20}|pytest\.mark\.(?:skip\w{0,20}|xfail))\b/],
  [/\b(?:it|test|describe|context|suite)\.(?:skip|fixme|todo|only)\b|\b[xf](?:it|describe)\(["'`]/],
  [/\bt\.Skip(?:f|Now)?\(|#\[ignore\b|\bpytest\.(?:skip|xfail)\(|\bskipTest\(|\[Ignore\b/],
  // It is run until it passes.
  [/\bretryTimes\(|@(?:Flaky|RetryingTest|flaky)\b|\bpytest\.mark\.flaky\b/],
  [/--reruns?\b|rerunFailingTestsCount|\bretries: ?[1-9]|--retries?[= ][1-9]/, TEST_SETUP],
  // A failure is thrown away.
  [
    /\b(?:test|lint|check|build|tsc|eslint|pytest|jest|vitest|cargo|clippy|mypy|ruff)\b[^\n|]{0,80}\|\| ?(?:true\b|exit 0|:(?:\s|$))/,
  ],
  [/\bcontinue-on-error: ?true|\ballow_failure: ?true|\b(?:commit|push)\b[^\n]{0,40}--no-verify\b/],
  [/--passWithNoTests\b|\bignoreFailures ?= ?true|-DskipTests|-Dmaven\.test\.skip/],
  // An assertion asserts nothing.
  [/(?:\/\/|#) {0,4}(?:assert|expect|self\.assert|require\.|t\.Error)[\w.]{0,30}\(/, TEST_SETUP],
  [/\bassert True\b|\bexpect\((true|1)\)\.(?:toBe|toEqual)\(\1\)|\bassertTrue\(true\)/, TEST_SETUP],
  // A finding is not shown any more.
  [/@ts-(?:nocheck|ignore|expect-error)|eslint-disable|biome-ignore|deno-lint-ignore|# ?noqa\b/],
  [/# ?type: ?ignore|\/\/ ?nolint\b|#!?\[allow\(|@SuppressWarnings|pragma: no cover/],
  [/istanbul ignore|rubocop:disable|@phpstan-ignore/],
];

/** A line that asserts, whoever offers it; a comment does not. How much of it is repeated. */
const ASSERTION =
  /^(?!\/\/|#|\*).{0,200}?(?:\b(?:assert\w{0,30}|expect|require\.\w{1,30}) ?!?\(|\.should\b)|^assert /;
const MOST_OF_CODE = 120;

/** What a change of a file makes weaker that was not so before it, and the line where it stands. */
function weakenedBy(path: string, change: Change, output: string | null): Weakened {
  const { before, after, whole } = change;
  const name = path.slice(-400);
  const surface = classifyPath(name);
  if (after.trim() === "" || surface === "docs") return NOTHING;
  for (const [code, where] of WEAKENINGS) {
    const found = where?.test(name) === false ? null : code.exec(after);
    if (found === null || code.test(before)) continue;
    const above = after.slice(0, found.index).split("\n");
    const begin = found.index - above.at(-1)!.length;
    const weakens = after.slice(begin).split("\n", 1)[0]!.trim().slice(0, MOST_OF_CODE);
    // Clients show the lines around an edit with their numbers.
    const shown = (output ?? "").slice(0, 20_000).split("\n")
      .find((line) => line.includes(weakens) && /^ {0,9}\d{1,7}(?:→|\t)/.test(line));
    return { weakens, line: whole ? above.length : shown ? parseInt(shown) : null };
  }
  const isTest = surface === "test" || /(?:test|spec)s?[./_]/i.test(name);
  return isTest && !whole ? withoutAssertion(change) : NOTHING;
}

type Weakened = Pick<EditFact, "weakens" | "line">;
const NOTHING: Weakened = { weakens: null, line: null };

/** A line with an assertion went, and there are fewer of them than before. */
function withoutAssertion({ before, after }: Change): Weakened {
  const [had, kept] = [before, after].map((text) =>
    text.split("\n").map((line) => line.trim()).filter((line) => ASSERTION.test(line))
  ) as [string[], string[]];
  const left = new Set(kept);
  const gone = kept.length < had.length ? had.find((line) => !left.has(line)) : undefined;
  return gone === undefined
    ? NOTHING
    : { weakens: `removed: ${gone.slice(0, MOST_OF_CODE)}`, line: null };
}
