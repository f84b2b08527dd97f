/** Text that becomes code: for an interpreter, a shell or a database. */

import type { Finding } from "./check.ts";
import { findShapes, hadShape, type Shape, type Shapes } from "./matching.ts";
import type { SourceFile } from "./source.ts";

/** A string without anything put into it, alone: then there is nothing to inject. */
const FIXED = String.raw`(?!\s*(?:"[^"]*"|'[^']*')\s*[,)])(?!\s*\))`;

/** Evaluation of text as code of the same language. */
const EVALUATIONS: Shapes = {
  js: [
    {
      in: "bare",
      pattern: new RegExp(
        String.raw`(?<![.\w$"'\x60#-])(?:(?:window|globalThis|self)\.)?eval\(${FIXED}`,
      ),
      what: "`eval`",
    },
    {
      in: "bare",
      pattern: new RegExp(
        String.raw`(?<!["'\x60])\bnew Function\((?!(?:\s*(?:"[^"]*"|'[^']*')\s*,?)*\s*\))`,
      ),
      what: "`new Function`",
    },
  ],
  python: [
    {
      in: "bare",
      pattern: new RegExp(String.raw`(?<![.\w"'\x60])(?<!def )(?:eval|exec)\(${FIXED}`),
      what: "`eval` or `exec`",
    },
  ],
  ruby: [
    { pattern: /(?<![.\w:])eval[ (]\s*(?!["'])\w/, what: "`eval`" },
    {
      in: "bare",
      pattern: /\b(?:instance|class|module)_eval\(\s*"[^"]*#\{/,
      what: "`instance_eval`",
    },
  ],
  php: [{ pattern: /(?<![\w>:$])eval\s*\(/, what: "`eval`" }],
  // Only a variable as a whole: what a program prints to be evaluated, and names put together to
  // be assigned to, are how shells are written.
  shell: [{
    in: "bare",
    pattern:
      /(?:^|[;&|({]|\b(?:then|do|else)\s)\s*eval\s+(?:"\$(?:\{\w+\}|\w+|[@*])"|\$(?:\{\w+\}|\w+|[@*]))\s*(?:$|[;&|)}]|\d?[<>])/,
    what: "`eval` of a variable",
  }],
};

const PIPED: readonly Shape[] = [{
  in: "bare",
  pattern:
    /\b(?:curl|wget)\s(?:"[^"]*"|'[^']*'|[^|;&"'])*\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh(?![\w.\/-])/,
  what: "`curl` or `wget`, piped into a shell",
}];

/** Programs that are fetched and run in one go. */
export function findDownloads(file: SourceFile): Finding[] {
  const shapes: Shapes = { shell: PIPED, docker: PIPED };
  return findShapes(file, shapes, (_, place, shape) => !hadShape(place, shape));
}

/** Commands for a shell that are put together. */
const SHELLS: Shapes = {
  js: [{
    in: "bare",
    pattern:
      /(?:(?<![.\w$])|\b(?:child_process|childProcess|cp)\.)exec(?:Sync)?\(\s*(?:`[^`]*\$\{|["'][^"']*["']\s*\+)/,
    what: "`exec` of a command with something put into it",
  }],
  python: [
    {
      in: "bare",
      pattern:
        /\bos\.(?:system|popen)\(\s*(?:[fF][rR]?["']|["'][^"']*["']\s*(?:%|\+|\.format)|[a-zA-Z_]\w*\s*[+%])/,
      what: "`os.system` of a command with something put into it",
    },
    { pattern: /(?<!\w)shell\s*=\s*True\b/, what: "`shell=True`" },
  ],
  go: [{
    in: "bare",
    pattern:
      /\bexec\.Command(?:Context)?\([^"]*"(?:\/bin\/)?(?:ba|z)?sh",\s*"-l?c",\s*(?:fmt\.Sprintf|"[^"]*"\s*\+|\w+\s*\+)/,
    what: "a shell with something put into its command",
  }],
  java: [{
    in: "bare",
    pattern: /getRuntime\(\)\.exec\(\s*(?:"[^"]*"\s*\+|\w+\s*\+|String\.format)/,
    what: "`Runtime.exec` of a command with something put into it",
  }],
  ruby: [{
    in: "bare",
    pattern:
      /(?<![.\w])(?:system|exec|spawn)[ (]\s*"[^"]*#\{[^"]*"\s*\)?\s*(?:$|if|unless|or|\|\|)|(?:=|^)\s*`[^`]*#\{/,
    what: "a command with something put into it",
  }],
  php: [{
    in: "bare",
    pattern:
      /(?<![\w>:$])(?:shell_exec|exec|system|passthru|popen|proc_open)\s*\(\s*(?:"[^"]*\$|["'][^"']*["']\s*\.\s*\$|\$\w+\s*\.)/,
    what: "a command with something put into it",
  }],
  rust: [{
    in: "bare",
    pattern: /\.arg\("-c"\)\s*\.arg\(\s*&?format!/,
    what: "a shell with something put into its command",
  }],
  c: [{
    pattern: /(?<![\w.:>])(?:system|popen)\(\s*(?!["')]|const\b|char\b|void\b|struct\b)\w/,
    what: "`system` of a text that is put together",
  }],
};

/** Evaluations; one that stood there before and was edited is no news. */
export function findEvaluations(file: SourceFile): Finding[] {
  return findShapes(file, EVALUATIONS, (_, place, shape) => !hadShape(place, shape));
}

/** Commands for a shell; `shell=True` counts only with a command that something is put into. */
export function findShells(file: SourceFile): Finding[] {
  return findShapes(file, SHELLS, (line, { hunk, at }, shape) => {
    if (shape.what !== "`shell=True`") return true;
    const call = hunk.now.slice(Math.max(0, at - 6), at + 1).map((line) => line.bare).join(" ");
    const from = call.lastIndexOf("subprocess.");
    const command = /^subprocess\.\w+\(\s*(.{0,200})/.exec(call.slice(Math.max(from, 0)))?.[1];
    if (line.kind !== "added" || command === undefined) return false;
    // A name in capitals is a constant.
    const name = /^(?:args\s*=\s*)?([a-z_]\w*)\s*,/.exec(command)?.[1];
    if (name !== undefined) return !isFixed(name, hunk.now.slice(Math.max(0, at - 30), at));
    return /^[fF]["']|^["'][^"']*["']\s*(?:%|\+|\.format)|^\w+\s*\+/.test(command);
  });
}

/** Whether the last that is seen of a variable is that it gets a text with nothing put into it. */
function isFixed(name: string, before: readonly { bare: string }[]): boolean {
  const given = before.findLast(({ bare }) => new RegExp(`^\\s*${name}\\s*\\+?=(?!=)`).test(bare));
  return given !== undefined &&
    /^\s*\w+\s*=\s*\(?\s*[rR]?(?:"[^"]*"|'[^']*')\s*\)?\s*$/.test(given.bare);
}

const VERB = String
  .raw`(?:SELECT\s[^"\x60]{0,200}\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s)`;

/** Where a value stands; a table's or a column's name elsewhere cannot be a parameter. */
const VALUE = String.raw`(?:[=<>]\s*|\bLIKE\s+|\bVALUES\s*\([^)]{0,200})['"%(]{0,3}`;

/** What is quoted for the database is safe. */
const SAFE = /quote|escap|placeholder|sanitiz|\bident|literal/i;

/** A statement in a string that begins with these quotes, and a value that is put into it. */
function sql(quotes: string, inside: string, put: string): RegExp {
  return new RegExp(`${quotes}\\s*${VERB}${inside}*?${VALUE}${put}`, "i");
}

const NO_DOUBLE = '[^"]';
const joined = (plus: string): RegExp => sql('"', NO_DOUBLE, `"\\s*\\${plus}\\s*[\\w$(]`);

const SQL: Shapes = {
  js: [
    { in: "bare", pattern: sql("(?<![\\w)\\]>.])`", "[^`]", "\\$\\{"), what: "a template" },
    { in: "bare", pattern: sql(`["']`, "[^\"'`]", `["']\\s*\\+\\s*[\\w$(]`), what: "`+`" },
  ],
  python: [
    {
      in: "bare",
      pattern: sql(`(?<!\\w)[fF][rR]?(?:"{3}|'{3}|["'])`, NO_DOUBLE, "\\{(?!\\{)"),
      what: "an f-string",
    },
    {
      in: "bare",
      pattern: sql(
        `["']`,
        NO_DOUBLE,
        String.raw`(?:(?<!%)%s[^"]*["']\s*%\s*[\w(]|\{\w*\}[^"]*["']\s*\.format\(|["']\s*\+\s*\w)`,
      ),
      what: "`%`, `+` or `format`",
    },
  ],
  go: [
    {
      in: "bare",
      pattern: new RegExp(`\\bSprintf\\(\\s*["\`]\\s*${VERB}[^"\`]*?${VALUE}%[svdq]`, "i"),
      what: "`Sprintf`",
    },
    { in: "bare", pattern: joined("+"), what: "`+`" },
  ],
  java: [
    { in: "bare", pattern: joined("+"), what: "`+`" },
    { in: "bare", pattern: sql('"', NO_DOUBLE, "\\$[{a-z]"), what: "a template" },
  ],
  csharp: [
    { in: "bare", pattern: joined("+"), what: "`+`" },
    { in: "bare", pattern: sql('\\$@?"', NO_DOUBLE, "\\{"), what: "an interpolated string" },
  ],
  ruby: [{ in: "bare", pattern: sql('"', NO_DOUBLE, "#\\{"), what: "an interpolated string" }],
  php: [
    { in: "bare", pattern: sql('"', NO_DOUBLE, "\\{?\\$\\w"), what: "an interpolated string" },
    { in: "bare", pattern: sql(`["']`, NO_DOUBLE, `["']\\s*\\.\\s*\\$`), what: "`.`" },
  ],
  rust: [{
    in: "bare",
    pattern: new RegExp(`\\bformat!\\(\\s*"\\s*${VERB}[^"]*?${VALUE}\\{`, "i"),
    what: "`format!`",
  }],
  swift: [{ in: "bare", pattern: sql('"', NO_DOUBLE, "\\\\\\("), what: "an interpolated string" }],
};

/** Statements for a database that values are put into as text. */
export function findSql(file: SourceFile): Finding[] {
  return findShapes(file, SQL, (line) => !SAFE.test(line.bare));
}
