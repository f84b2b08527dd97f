/** A changed file as the checks look at it. */

import type { DiffFile, DiffLine, Hunk } from "../../lib/git/diff.ts";
import { type Syntax, syntaxOf } from "./language.ts";
import { type Masked, maskLines } from "./mask.ts";

/** A line with its code, strings and comments told apart. */
export interface SourceLine extends DiffLine, Masked {
  /** Whether the same line was removed somewhere in the change: then it is not new. */
  readonly moved: boolean;
}

/** A part of a file: what it reads now, and what it read before. */
export interface SourceHunk {
  /** Lines that are there now: added, or around those. */
  readonly now: readonly SourceLine[];
  /** Lines that were taken away. */
  readonly removed: readonly SourceLine[];
}

/** A changed file. */
export interface SourceFile {
  readonly path: string;
  readonly change: DiffFile["change"];
  /** Null if no check understands the language. */
  readonly syntax: Syntax | null;
  readonly isTest: boolean;
  readonly isForeign: boolean;
  readonly isDocs: boolean;
  readonly isProgram: boolean;
  readonly hunks: readonly SourceHunk[];
}

/** Lines that are longer were written by a program; only secrets are looked for in them. */
const LONGEST = 1000;

const PLAIN: Syntax = { name: "data", comments: [], block: null, quotes: [], longQuotes: [] };

/** The lines that a change took away and put elsewhere, or back, without their indentation. */
interface Moves {
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

/** What was added and what was removed anywhere in a change. */
export function movesOf(files: readonly DiffFile[]): Moves {
  const added = new Set<string>();
  const removed = new Set<string>();
  for (const line of files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.lines))) {
    if (line.kind === "added") added.add(line.text.trim());
    if (line.kind === "removed") removed.add(line.text.trim());
  }
  return { added, removed };
}

/** A file of the change, ready to be checked. */
export function sourceOf(file: DiffFile, moves: Moves): SourceFile {
  const { path, change } = file;
  const syntax = syntaxOf(path);
  return {
    path,
    change,
    syntax,
    isTest: TEST.test(path) || TEST_CLASS.test(path),
    isForeign: FOREIGN.test(path),
    isDocs: DOCS.test(path),
    isProgram: PROGRAM.test(path),
    hunks: file.hunks.map((hunk) => hunkOf(hunk, syntax ?? PLAIN, moves)),
  };
}

function hunkOf(hunk: Hunk, syntax: Syntax, moves: Moves): SourceHunk {
  const masked = (side: "added" | "removed"): SourceLine[] => {
    const lines = hunk.lines.filter(({ kind }) => kind === side || kind === "context");
    const masks = maskLines(lines.map(({ text }) => text.length > LONGEST ? "" : text), syntax);
    const others = side === "added" ? moves.removed : moves.added;
    return lines.map((line, at) => ({
      ...line,
      ...masks[at]!,
      moved: line.kind !== "context" && others.has(line.text.trim()),
    }));
  };
  return {
    now: masked("added"),
    removed: masked("removed").filter(({ kind }) => kind === "removed"),
  };
}

const path = (...sources: string[]): RegExp => new RegExp(sources.join("|"), "i");

/** Tests, and what serves only tests. */
const TEST = path(
  String
    .raw`(?:^|/)(?:__tests?\w*__|tests?|testing|specs?|e2e|testdata|cypress|playwright|__mocks__)/`,
  String.raw`(?:^|/)[^/]+[-_.](?:tests?|spec|e2e|cy)\.[^/]+$`,
  String.raw`(?:^|/)(?:tests?|test_[^/]*|conftest)\.[^/]+$`,
);
/** Names in which only the hump tells a test from `latest`. */
const TEST_CLASS =
  /[a-z0-9](?:Tests?|Spec|IT|TestCase)\.(?:java|kt|kts|scala|groovy|cs|php|swift)$/;

/** What is not maintained here: vendored, fixtures, translations. */
const FOREIGN = path(
  String.raw`(?:^|/)(?:vendor|vendored|third[-_]?party|node_modules|external|bower_components)/`,
  String.raw`(?:^|/)(?:fixtures?|__fixtures__|testdata|snapshots?|golden|goldens|cassettes)/`,
  String.raw`(?:^|/)locales?/`,
);

/** What is written to be read by people. */
const DOCS = path(
  String.raw`\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|org|tex|html?|svg|po|pot|ipynb)$`,
  String.raw`(?:^|/)(?:docs?|documentation|man|website)/`,
  String.raw`(?:^|/)(?:changelog|changes|authors|license|notice|readme)[^/]*$`,
);

/** Programs that people start and read the output of, and what shows how to use something. */
const PROGRAM = path(
  String.raw`(?:^|/)(?:bin|cmd|cli|scripts?|tools?|tooling|bench(?:mark)?s?|perf|demos?|samples?)/`,
  String
    .raw`(?:^|/)(?:examples?|playgrounds?|templates?|commands|tasks|ci|build|hack|contrib|migrations?|seeds?)/`,
  String.raw`(?:^|/)(?:create-|template-)[^/]+/|(?:^|/)\.[^/]+/`,
  String.raw`(?:^|/)(?:main|cli|setup|manage|noxfile|tasks|fabfile|gulpfile|gruntfile)\.[^/]+$`,
  String
    .raw`\.config\.[^/]+$|(?:^|/)(?:[^/]+[-_])?(?:cli|script|repl|logger|console|debug)\.[^/]+$`,
);
