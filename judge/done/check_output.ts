/** Which lines of what came back were printed by a check, and how far they can be believed. */

import type { AskedCheck } from "./asked_checks.ts";
import { filesOf } from "./read_back.ts";
import type { Run } from "./read_back.ts";
import type { SimpleCommand } from "./shell_line.ts";
import { invocationOf, isOption } from "./shell_words.ts";

/** What a check printed. */
export interface CheckOutput {
  /** One list of lines for every time that it was shown; empty where it never was. */
  readonly shown: readonly (readonly string[])[];
  /** Whether success may be read from it: not where something else wrote or rewrote the lines. */
  readonly believed: boolean;
  /** Whether it was shown by reading a file. */
  readonly fromFile: boolean;
}

/** Programs that show some or all of the lines and change none. */
const PASSING_ON = new Set(
  ("tee tail head grep egrep fgrep rg ag cat less more nl ts cut sort uniq tac fold col column " +
    "strings ansi2txt strip-ansi gotestfmt tparse xcpretty xcbeautify").split(" "),
);

/** A script of `sed` that takes colours away. */
const COLOURS = /^s\/(?:\\x1[bB]|\\e|\\033)\\\[[^/]{0,80}\/\/g?$/;

/** Commands that print nothing of their own. */
const SILENT = new Set(["cd", "export", "set", "source", ".", "true", "sleep", "pushd", "popd"]);

/** What a check printed; null where nobody recorded it. */
export function outputOf(run: Run, asked: AskedCheck): CheckOutput | null {
  const { line, at } = asked;
  const inner = pipelineOf(line, at);
  // What `bash -c` prints goes on to where the outer line sends it.
  const around = line === run.commands || asked.lost ? [] : pipelineOf(run.commands, asked.outer);
  const pipeline = [...inner, ...around];
  const lines = line === run.commands ? line : [...run.commands, ...line];
  const readings = pipeline.flatMap(filesOf).flatMap((file) => run.readBack.get(file) ?? []);
  const announced = run.running ? [...run.readBack.values()].flat() : [];
  const read = [...readings, ...announced];
  const believed = [...inner.slice(1), ...around.slice(1)].every(passesOn);
  if (run.output === null) {
    return read.length === 0 ? null : { shown: read, believed, fromFile: true };
  }
  const redirected = pipeline.some(({ printsTo }) => printsTo.length > 0);
  if (!redirected) {
    const own = withoutEchoes(run.output, lines);
    return { shown: [own, ...read], believed, fromFile: read.length > 0 };
  }
  if (read.length > 0) {
    const shown = read.map((one) => withoutEchoes(one, lines));
    return { shown, believed, fromFile: true };
  }
  if (pipeline.some(({ text }) => /&>|2>&1|>&/.test(text))) {
    return { shown: [], believed, fromFile: false };
  }
  // Errors still show, and some runners write all they say there.
  const alone = run.commands.every(({ words }, other) =>
    other === asked.outer || SILENT.has(words[0] ?? "")
  );
  return { shown: [run.output], believed: believed && alone, fromFile: false };
}

function pipelineOf(line: readonly SimpleCommand[], at: number): SimpleCommand[] {
  let end = at;
  while (line[end]?.after === "|" && end + 1 < line.length) end++;
  return line.slice(at, end + 1);
}

/** Whether the command behind a pipe leaves the lines that it shows as they are. */
function passesOn({ words }: SimpleCommand): boolean {
  const invocation = invocationOf(words);
  if (invocation === null) return false;
  const { program, args } = invocation;
  const [script = ""] = args.filter((arg) => !isOption(arg));
  switch (program) {
    case "grep":
    case "egrep":
    case "fgrep":
    case "rg":
      return !(hidesFailures(script) && args.some((arg) => /^-\w{0,6}v|^--invert/.test(arg)));
    case "sed":
      return args.some((arg) => /^-\w{0,3}n/.test(arg)) &&
          /^(?:\/[^/]{0,120}\/|[\d,$]{1,20})p$/.test(script) ||
        (COLOURS.test(script) && !hidesFailures(script));
    case "awk":
      return !/[{}=]|sub\(/.test(script) || /^[^{}]{0,120}\{ ?print ?\}$/.test(script);
    case "tr":
      return args.every((arg) => /^(?:-[ds]|(?:\\[rn]){1,2})$/.test(arg));
  }
  return PASSING_ON.has(program) || /^tap-\w/.test(program);
}

function hidesFailures(pattern: string): boolean {
  return /fail|err|✖|✗|×|not ok|broke|panic/i.test(pattern);
}

/** Lines that the shell line itself printed word for word are nobody's result. */
function withoutEchoes(
  lines: readonly string[],
  line: readonly SimpleCommand[],
): readonly string[] {
  const echoed = new Set(
    line.flatMap(({ words: [program, ...rest] }) =>
      program === "echo" || program === "printf"
        ? rest.filter((word) => !/^-\w{1,3}$/.test(word)).join(" ").split(/\\n|\n/)
        : []
    ).map((text) => text.trim()).filter((text) => text !== "" && !text.includes("$")),
  );
  return echoed.size === 0 ? lines : lines.filter((one) => !echoed.has(one.trim()));
}
