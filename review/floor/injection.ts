/** Text that becomes code: for an interpreter, a shell or a database. */

import { bare, code, type Finding, findShapes, type Shape, type Shapes } from "./matching.ts";
import type { SourceFile } from "./source.ts";

/** A string without anything put into it, alone: then there is nothing to inject. */
const FIXED = String.raw`(?!\s*(?:"[^"]*"|'[^']*')\s*[,)])(?!\s*\))`;

/** Evaluation of text as code of the same language. */
export const EVALUATIONS: Shapes = {
  js: [
    bare(
      String.raw`(?<![.\w$"'\x60#-])(?:(?:window|globalThis|self)\.)?eval\(${FIXED}`,
      "`eval`",
    ),
    bare(
      String.raw`(?<!["'\x60])\bnew Function\((?!(?:\s*(?:"[^"]*"|'[^']*')\s*,?)*\s*\))`,
      "`new Function`",
    ),
  ],
  python: [
    bare(
      String.raw`(?<![.\w"'\x60])(?<!def )(?:eval|exec)\(${FIXED}`,
      "`eval` or `exec`",
    ),
  ],
  ruby: [
    code(/(?<![.\w:])eval[ (]\s*(?!["'])\w/, "`eval`"),
    bare(/\b(?:instance|class|module)_eval\(\s*"[^"]*#\{/, "`instance_eval`"),
  ],
  php: [code(/(?<![\w>:$])eval\s*\(/, "`eval`")],
  // Only a variable as a whole: what a program prints to be evaluated, and names put together to
  // be assigned to, are how shells are written.
  shell: [
    bare(
      /(?:^|[;&|({]|\b(?:then|do|else)\s)\s*eval\s+(?:"\$(?:\{\w+\}|\w+|[@*])"|\$(?:\{\w+\}|\w+|[@*]))\s*(?:$|[;&|)}]|\d?[<>])/,
      "`eval` of a variable",
    ),
  ],
};

const PIPED: readonly Shape[] = [
  bare(
    /\b(?:curl|wget)\s(?:"[^"]*"|'[^']*'|[^|;&"'])*\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh(?![\w.\/-])/,
    "`curl` or `wget`, piped into a shell",
  ),
];

/** Programs that are fetched and run in one go. */
export const DOWNLOADS: Shapes = { shell: PIPED, docker: PIPED };

/** Commands for a shell that are put together. */
const SHELLS: Shapes = {
  js: [
    bare(
      /(?:(?<![.\w$])|\b(?:child_process|childProcess|cp)\.)exec(?:Sync)?\(\s*(?:`[^`]*\$\{|["'][^"']*["']\s*\+)/,
      "`exec` of a command with something put into it",
    ),
  ],
  python: [
    bare(
      /\bos\.(?:system|popen)\(\s*(?:[fF][rR]?["']|["'][^"']*["']\s*(?:%|\+|\.format)|[a-zA-Z_]\w*\s*[+%])/,
      "`os.system` of a command with something put into it",
    ),
    code(/(?<!\w)shell\s*=\s*True\b/, "`shell=True`"),
  ],
  go: [
    bare(
      /\bexec\.Command(?:Context)?\([^"]*"(?:\/bin\/)?(?:ba|z)?sh",\s*"-l?c",\s*(?:fmt\.Sprintf|"[^"]*"\s*\+|\w+\s*\+)/,
      "a shell with something put into its command",
    ),
  ],
  java: [
    bare(
      /getRuntime\(\)\.exec\(\s*(?:"[^"]*"\s*\+|\w+\s*\+|String\.format)/,
      "`Runtime.exec` of a command with something put into it",
    ),
  ],
  ruby: [
    bare(
      /(?<![.\w])(?:system|exec|spawn)[ (]\s*"[^"]*#\{[^"]*"\s*\)?\s*(?:$|if|unless|or|\|\|)|(?:=|^)\s*`[^`]*#\{/,
      "a command with something put into it",
    ),
  ],
  php: [
    bare(
      /(?<![\w>:$])(?:shell_exec|exec|system|passthru|popen|proc_open)\s*\(\s*(?:"[^"]*\$|["'][^"']*["']\s*\.\s*\$|\$\w+\s*\.)/,
      "a command with something put into it",
    ),
  ],
  rust: [
    bare(/\.arg\("-c"\)\s*\.arg\(\s*&?format!/, "a shell with something put into its command"),
  ],
  c: [
    code(
      /(?<![\w.:>])(?:system|popen)\(\s*(?!["')]|const\b|char\b|void\b|struct\b)\w/,
      "`system` of a text that is put together",
    ),
  ],
};

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
    bare(sql("(?<![\\w)\\]>.])`", "[^`]", "\\$\\{"), "a template"),
    bare(sql(`["']`, "[^\"'`]", `["']\\s*\\+\\s*[\\w$(]`), "`+`"),
  ],
  python: [
    bare(sql(`(?<!\\w)[fF][rR]?(?:"{3}|'{3}|["'])`, NO_DOUBLE, "\\{(?!\\{)"), "an f-string"),
    bare(
      sql(
        `["']`,
        NO_DOUBLE,
        String.raw`(?:(?<!%)%s[^"]*["']\s*%\s*[\w(]|\{\w*\}[^"]*["']\s*\.format\(|["']\s*\+\s*\w)`,
      ),
      "`%`, `+` or `format`",
    ),
  ],
  go: [
    bare(new RegExp(`\\bSprintf\\(\\s*["\`]\\s*${VERB}[^"\`]*?${VALUE}%[svdq]`, "i"), "`Sprintf`"),
    bare(joined("+"), "`+`"),
  ],
  java: [
    bare(joined("+"), "`+`"),
    bare(sql('"', NO_DOUBLE, "\\$[{a-z]"), "a template"),
  ],
  csharp: [
    bare(joined("+"), "`+`"),
    bare(sql('\\$@?"', NO_DOUBLE, "\\{"), "an interpolated string"),
  ],
  ruby: [bare(sql('"', NO_DOUBLE, "#\\{"), "an interpolated string")],
  php: [
    bare(sql('"', NO_DOUBLE, "\\{?\\$\\w"), "an interpolated string"),
    bare(sql(`["']`, NO_DOUBLE, `["']\\s*\\.\\s*\\$`), "`.`"),
  ],
  rust: [bare(new RegExp(`\\bformat!\\(\\s*"\\s*${VERB}[^"]*?${VALUE}\\{`, "i"), "`format!`")],
  swift: [bare(sql('"', NO_DOUBLE, "\\\\\\("), "an interpolated string")],
};

/** Statements for a database that values are put into as text. */
export function findSql(file: SourceFile): Finding[] {
  return findShapes(file, SQL, (line) => !SAFE.test(line.bare));
}
