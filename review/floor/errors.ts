/** Errors that nobody hears of: handlers that do nothing and do not say why. */

import type { Finding } from "./check.ts";
import type { Language } from "./language.ts";
import { below, newLines, type Place, wasThere } from "./matching.ts";
import type { SourceFile, SourceLine } from "./source.ts";

interface Handler {
  /** A handler that is empty on one line. */
  readonly whole?: RegExp;
  /** The first line of one; empty if the next line ends it. */
  readonly opens?: RegExp;
  readonly ends?: RegExp;
  readonly what: string;
}

const BRACES: readonly Handler[] = [{
  whole: /\bcatch\s*(?:\([^)]*\)\s*)?\{\s*\}/,
  opens: /\bcatch\s*(?:\([^)]*\)\s*)?\{\s*$/,
  ends: /^\s*\}/,
  what: "an empty `catch`",
}];

const HANDLERS: Partial<Record<Language, readonly Handler[]>> = {
  js: [...BRACES, {
    whole: /\.catch\(\s*(?:async\s*)?(?:\(\s*\w*\s*\)|\w+)\s*=>\s*\{\s*\}\s*\)/,
    what: "an empty `.catch()`",
  }],
  java: BRACES,
  csharp: BRACES,
  php: BRACES,
  dart: BRACES,
  swift: BRACES,
  c: BRACES,
  // A named exception that is passed over is how Python asks a question.
  python: [{
    whole: /^\s*except\s*(?:\(?\s*(?:Base)?Exception\b[^:]*)?:\s*(?:pass|\.\.\.)\s*$/,
    opens: /^\s*except\s*(?:\(?\s*(?:Base)?Exception\b[^:]*)?:\s*$/,
    ends: /^\s*(?:pass|\.\.\.)\s*$/,
    what: "an `except` that passes over every exception",
  }],
  go: [
    { whole: /^\s*_ = err\s*$/, what: "an ignored `err`" },
    { opens: /\bif\b.*\berr != nil \{\s*$/, ends: /^\s*\}\s*$/, what: "an empty `if err != nil`" },
  ],
  ruby: [
    { whole: /\srescue nil\s*$/, what: "a `rescue nil`" },
    { opens: /^\s*rescue\b.*$/, ends: /^\s*end\b/, what: "an empty `rescue`" },
  ],
};

/** Handlers that swallow an error without a word; a comment in one is a word. */
export function findSwallowedErrors(file: SourceFile): Finding[] {
  const handlers = HANDLERS[file.syntax?.name ?? "data"] ?? [];
  return newLines(file).flatMap(([line, place]) => {
    if (line.comment.trim() !== "") return [];
    const handler = handlers.find((handler) => isEmpty(handler, line, place));
    const had = (line: SourceLine): boolean =>
      [handler?.whole, handler?.opens].some((pattern) => pattern?.test(line.code));
    return handler === undefined || wasThere(place, had)
      ? []
      : [{ line: line.line, what: handler.what }];
  });
}

function isEmpty(handler: Handler, line: SourceLine, place: Place): boolean {
  if (handler.whole?.test(line.code)) return true;
  if (!handler.opens?.test(line.code)) return false;
  const next = below(place);
  return next !== undefined && next.comment.trim() === "" && handler.ends?.test(next.code) === true;
}
