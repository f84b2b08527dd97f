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

/** The languages that checks know of; `data` is for formats with comments only. */
export type Language =
  | "js"
  | "python"
  | "go"
  | "rust"
  | "java"
  | "csharp"
  | "c"
  | "ruby"
  | "php"
  | "shell"
  | "docker"
  | "swift"
  | "dart"
  | "elixir"
  | "sql"
  | "data";

const C_BLOCK = ["/*", "*/"] as const;

function syntax(
  name: Language,
  comments: string[],
  block: Syntax["block"],
  quotes: string[],
  longQuotes: string[] = [],
): Syntax {
  return { name, comments, block, quotes, longQuotes };
}

const SYNTAXES: ReadonlyArray<readonly [extensions: string, syntax: Syntax]> = [
  [
    "js jsx ts tsx mjs cjs mts cts vue svelte astro",
    syntax("js", ["//"], C_BLOCK, ['"', "'"], ["`"]),
  ],
  ["py pyi pyw", syntax("python", ["#"], null, ['"', "'"], ['"""', "'''"])],
  ["go", syntax("go", ["//"], C_BLOCK, ['"', "'"], ["`"])],
  ["rs", syntax("rust", ["//"], C_BLOCK, ['"'])],
  ["java kt kts scala groovy", syntax("java", ["//"], C_BLOCK, ['"', "'"], ['"""'])],
  ["cs", syntax("csharp", ["//"], C_BLOCK, ['"', "'"], ['"""'])],
  ["c h cc cpp cxx hpp hh m mm", syntax("c", ["//"], C_BLOCK, ['"', "'"])],
  ["rb rake", syntax("ruby", ["#"], null, ['"', "'", "`"])],
  ["php", syntax("php", ["//", "#"], C_BLOCK, ['"', "'"])],
  ["sh bash zsh", syntax("shell", ["#"], null, ['"', "'"])],
  ["dockerfile containerfile", syntax("docker", ["#"], null, ['"', "'"])],
  ["swift", syntax("swift", ["//"], C_BLOCK, ['"'], ['"""'])],
  ["dart", syntax("dart", ["//"], C_BLOCK, ['"', "'"], ['"""', "'''"])],
  ["ex exs", syntax("elixir", ["#"], null, ['"'], ['"""'])],
  ["sql", syntax("sql", ["--"], C_BLOCK, ["'"])],
  ["yml yaml toml tf ini cfg", syntax("data", ["#"], null, ['"', "'"])],
];

const BY_EXTENSION: ReadonlyMap<string, Syntax> = new Map(
  SYNTAXES.flatMap(([extensions, syntax]) =>
    extensions.split(" ").map((extension) => [extension, syntax] as const)
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
