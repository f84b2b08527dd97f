/** Which language a file is in, and how that writes comments and strings. */

/** What the checks need to know of a language. */
export interface Syntax {
  /** Languages that the checks treat alike share a name. */
  readonly name: Language;
  /** What begins a comment that ends with its line. */
  readonly comments: readonly string[];
  /** What begins and ends a comment of several lines. */
  readonly block: readonly [open: string, close: string] | null;
  /** Quotes of strings that end with their line. */
  readonly quotes: readonly string[];
  /** Quotes of strings that may go over lines. */
  readonly longQuotes: readonly string[];
}

const HASH = ["#"];
const SLASHES = ["//"];
const BLOCK = ["/*", "*/"] as const;
const BOTH = ['"', "'"];

/** Comments, block comment, quotes and long quotes of a language, by the endings of its files. */
const SYNTAXES = {
  js: ["js jsx ts tsx mjs cjs mts cts vue svelte astro", SLASHES, BLOCK, BOTH, ["`"]],
  python: ["py pyi pyw", HASH, null, BOTH, ['"""', "'''"]],
  go: ["go", SLASHES, BLOCK, BOTH, ["`"]],
  rust: ["rs", SLASHES, BLOCK, ['"'], []],
  java: ["java kt kts scala groovy", SLASHES, BLOCK, BOTH, ['"""']],
  csharp: ["cs", SLASHES, BLOCK, BOTH, ['"""']],
  c: ["c h cc cpp cxx hpp hh m mm", SLASHES, BLOCK, BOTH, []],
  ruby: ["rb rake", HASH, null, ['"', "'", "`"], []],
  php: ["php", ["//", "#"], BLOCK, BOTH, []],
  shell: ["sh bash zsh", HASH, null, BOTH, []],
  docker: ["dockerfile containerfile", HASH, null, BOTH, []],
  swift: ["swift", SLASHES, BLOCK, ['"'], ['"""']],
  dart: ["dart", SLASHES, BLOCK, BOTH, ['"""', "'''"]],
  elixir: ["ex exs", HASH, null, ['"'], ['"""']],
  sql: ["sql", ["--"], BLOCK, ["'"], []],
  data: ["yml yaml toml tf ini cfg", HASH, null, BOTH, []],
} satisfies Record<string, [endings: string, string[], Syntax["block"], string[], string[]]>;

/** The languages that checks know of; `data` is for formats with comments only. */
export type Language = keyof typeof SYNTAXES;

const BY_EXTENSION: ReadonlyMap<string, Syntax> = new Map(
  Object.entries(SYNTAXES).flatMap(([name, [endings, comments, block, quotes, longQuotes]]) =>
    endings.split(" ").map((ending) => [
      ending,
      { name: name as Language, comments, block, quotes, longQuotes },
    ])
  ),
);

/** The syntax of a file, by its name; null if no check understands it. */
export function syntaxOf(path: string): Syntax | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  // `Dockerfile.dev` is one too, and a file without a dot may be named like an ending.
  const container = /^(?:docker|container)file(?=\.|$)/.exec(name)?.[0];
  const dot = name.lastIndexOf(".");
  const ending = container ?? (dot < 0 ? "" : name.slice(dot + 1));
  return BY_EXTENSION.get(ending) ?? null;
}
