/** What makes code hard to keep: swallowed errors, leftovers of debugging, notes of what is left. */

import type { Language } from "./language.ts";
import {
  below,
  code,
  type Finding,
  findNewShapes,
  findShapes,
  newLines,
  type Shapes,
  wasThere,
} from "./matching.ts";
import type { SourceFile, SourceLine } from "./source.ts";

/** A handler of errors that does nothing: on one line, or from one line to the next. */
interface Handler {
  readonly what: string;
  readonly whole: RegExp | null;
  readonly opens?: RegExp;
  readonly ends?: RegExp;
}

const BRACES: Handler = {
  what: "an empty `catch`",
  whole: /\bcatch\s*(?:\([^)]*\)\s*)?\{\s*\}/,
  opens: /\bcatch\s*(?:\([^)]*\)\s*)?\{\s*$/,
  ends: /^\s*\}/,
};

const PROMISE: Handler = {
  what: "an empty `.catch()`",
  whole: /\.catch\(\s*(?:async\s*)?(?:\(\s*\w*\s*\)|\w+)\s*=>\s*\{\s*\}\s*\)/,
};

/** A named exception that is passed over is how Python asks a question. */
const EXCEPT: Handler = {
  what: "an `except` that passes over every exception",
  whole: /^\s*except\s*(?:\(?\s*(?:Base)?Exception\b[^:]*)?:\s*(?:pass|\.\.\.)\s*$/,
  opens: /^\s*except\s*(?:\(?\s*(?:Base)?Exception\b[^:]*)?:\s*$/,
  ends: /^\s*(?:pass|\.\.\.)\s*$/,
};

const HANDLERS: Partial<Record<Language, readonly Handler[]>> = {
  js: [BRACES, PROMISE],
  ...{ java: [BRACES], csharp: [BRACES], php: [BRACES], dart: [BRACES], swift: [BRACES] },
  c: [BRACES],
  python: [EXCEPT],
  go: [
    { what: "an ignored `err`", whole: /^\s*_ = err\s*$/ },
    {
      ...{ what: "an empty `if err != nil`", whole: null },
      ...{ opens: /\bif\b.*\berr != nil \{\s*$/, ends: /^\s*\}\s*$/ },
    },
  ],
  ruby: [
    { what: "a `rescue nil`", whole: /\srescue nil\s*$/ },
    { what: "an empty `rescue`", whole: null, opens: /^\s*rescue\b.*$/, ends: /^\s*end\b/ },
  ],
};

/** Handlers that swallow an error without a word; a comment in one is a word. */
export function findSwallowedErrors(file: SourceFile): Finding[] {
  const handlers = HANDLERS[file.syntax?.name ?? "data"] ?? [];
  return newLines(file).flatMap(([{ line, code, comment }, place]) => {
    if (comment.trim() !== "") return [];
    const found = handlers.find(({ whole, opens, ends }) => {
      if (whole?.test(code)) return true;
      const next = opens?.test(code) ? below(place) : undefined;
      return next?.comment.trim() === "" && ends?.test(next.code);
    });
    const had = ({ code }: SourceLine): boolean =>
      found?.whole?.test(code) || found?.opens?.test(code) || false;
    return found === undefined || wasThere(place, had) ? [] : [{ line, what: found.what }];
  });
}

/** Calls that serve nothing but debugging, wherever they stand. */
const DEBUGGERS: Shapes = {
  js: [code(/^\s*debugger\s*;?\s*$/, "`debugger`")],
  python: [
    code(/(?<![.\w])(?:i?pdb|pudb)\.set_trace\(|(?<![.\w])breakpoint\(\s*\)/, "`breakpoint()`"),
  ],
  rust: [code(/(?<!\w)dbg!\s*\(/, "`dbg!`")],
  ruby: [
    code(/(?<!\w)binding\.(?:pry|irb|b)\b|^\s*(?:byebug|debugger)\s*$/, "`binding.pry`"),
  ],
  php: [code(/(?<![\w>:$])(?:var_dump|dd|ddd)\s*\(/, "`var_dump`")],
  csharp: [code(/\bDebugger\.(?:Break|Launch)\(/, "`Debugger.Break()`")],
  elixir: [code(/\bIEx\.pry\b/, "`IEx.pry`")],
  go: [code(/\bspew\.Dump\(|\bruntime\.Breakpoint\(/, "`spew.Dump`")],
};

/** Prints, which are seldom meant to stay in code that is no program. */
const PRINTS: Shapes = {
  js: [code(/^\s*console\.(?:log|dir|trace|table)\s*\(/, "`console.log`")],
  python: [code(/^\s*print\s*\(/, "`print`")],
  java: [code(/^\s*System\.out\.print(?:ln|f)?\s*\(/, "`System.out.println`")],
  elixir: [code(/^\s*IO\.inspect\s*\(/, "`IO.inspect`")],
};

/** What tells a file that prints on purpose. */
const PRINTING =
  /__main__|argparse|optparse|\bclick\.|^#!|process\.argv|Deno\.args|static void main|fun main|no-console|picocolors|\bchalk\b/;

/** Calls of a debugger, and prints in code that does not print otherwise. */
export function findDebugging(file: SourceFile): Finding[] {
  const debuggers = findNewShapes(file, DEBUGGERS);
  if (file.isTest || file.isProgram || printsAnyway(file)) return debuggers;
  const seen = new Set(debuggers.map(({ line }) => line));
  return [
    ...debuggers,
    ...findShapes(file, PRINTS, () => true).filter(({ line }) => !seen.has(line)),
  ];
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
