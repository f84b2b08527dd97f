/** What was meant for the moment: debugging, and notes that say so. */

import type { Finding } from "./check.ts";
import { findShapes, hadShape, newLines, type Shapes, wasThere } from "./matching.ts";
import type { SourceFile, SourceLine } from "./source.ts";

/** Calls that serve nothing but debugging, wherever they stand. */
const DEBUGGERS: Shapes = {
  js: [{ pattern: /^\s*debugger\s*;?\s*$/, what: "`debugger`" }],
  python: [
    {
      pattern: /(?<![.\w])(?:i?pdb|pudb)\.set_trace\(|(?<![.\w])breakpoint\(\s*\)/,
      what: "`breakpoint()`",
    },
  ],
  rust: [{ pattern: /(?<!\w)dbg!\s*\(/, what: "`dbg!`" }],
  ruby: [
    {
      pattern: /(?<!\w)binding\.(?:pry|irb|b)\b|^\s*(?:byebug|debugger)\s*$/,
      what: "`binding.pry`",
    },
  ],
  php: [{ pattern: /(?<![\w>:$])(?:var_dump|dd|ddd)\s*\(/, what: "`var_dump`" }],
  csharp: [{ pattern: /\bDebugger\.(?:Break|Launch)\(/, what: "`Debugger.Break()`" }],
  elixir: [{ pattern: /\bIEx\.pry\b/, what: "`IEx.pry`" }],
  go: [{ pattern: /\bspew\.Dump\(|\bruntime\.Breakpoint\(/, what: "`spew.Dump`" }],
};

/** Prints, which in code that is no program hardly anybody is meant to read. */
const PRINTS: Shapes = {
  js: [{ pattern: /^\s*console\.(?:log|dir|trace|table)\s*\(/, what: "`console.log`" }],
  python: [{ pattern: /^\s*print\s*\(/, what: "`print`" }],
  java: [{ pattern: /^\s*System\.out\.print(?:ln|f)?\s*\(/, what: "`System.out.println`" }],
  elixir: [{ pattern: /^\s*IO\.inspect\s*\(/, what: "`IO.inspect`" }],
};

/** What tells a file that prints on purpose. */
const PRINTING =
  /__main__|argparse|optparse|\bclick\.|^#!|process\.argv|Deno\.args|static void main|fun main|no-console|picocolors|\bchalk\b/;

/** Calls of a debugger, and prints in code that does not print otherwise. */
export function findDebugging(file: SourceFile): Finding[] {
  const debuggers = findShapes(file, DEBUGGERS, (_, place, shape) => !hadShape(place, shape));
  if (file.isTest || file.isProgram || printsAnyway(file)) return debuggers;
  const seen = new Set(debuggers.map(({ line }) => line));
  return [...debuggers, ...findShapes(file, PRINTS).filter(({ line }) => !seen.has(line))];
}

/** Whether lines that were there before print too, or the file is a program by its content. */
function printsAnyway(file: SourceFile): boolean {
  const prints = PRINTS[file.syntax?.name ?? "data"] ?? [];
  return file.hunks.some(({ now, removed }) =>
    [...now, ...removed].some((line) =>
      PRINTING.test(line.text) ||
      line.kind !== "added" && prints.some(({ pattern }) => pattern.test(line.code))
    )
  );
}

const NOTE = /(?:^|[\s/*#<!(@-])(TODO|FIXME|XXX|HACK)(?=\s*[:(!]|\s+\S|\s*$)/;

/** Notes in comments that something is still to be done. */
export function findNotes(file: SourceFile): Finding[] {
  return newLines(file).flatMap(([line, place]) => {
    const note = NOTE.exec(line.comment)?.[1];
    const had = (line: SourceLine): boolean => NOTE.test(line.comment);
    return note === undefined || wasThere(place, had)
      ? []
      : [{ line: line.line, what: `\`${note}\`` }];
  });
}
