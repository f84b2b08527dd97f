/** The architecture: which part of the tree may import which, and its picture. */

/** A part of the tree, and the parts that its files may import. */
export interface Layer {
  /** A file, or a folder with everything below it that is not a layer of its own. */
  readonly path: string;
  /** What it is for, in a few words. */
  readonly job: string;
  readonly may: readonly string[];
}

const CORE = ["risk_floor.ts", "schema"];
const lib = (...names: string[]): string[] => names.map((name) => `lib/${name}`);

/** The architecture. Each layer imports only layers above it. */
export const LAYERS: readonly Layer[] = [
  { path: "risk_floor.ts", job: "paths and size → least review", may: [] },
  { path: "schema", job: "what a record looks like", may: ["risk_floor.ts"] },
  { path: "mod.ts", job: "what others import", may: CORE },
  { path: "lib/text", job: "lines, values, dates", may: [] },
  { path: "lib/scrub", job: "masks secrets", may: ["lib/text"] },
  { path: "lib/store", job: "files written whole, state, logs", may: ["lib/scrub"] },
  { path: "lib/cli", job: "flags, help, exit codes, programs", may: ["lib/text", "lib/store"] },
  { path: "lib/page", job: "one document, three forms", may: ["lib/text"] },
  { path: "lib/git", job: "what changed", may: ["risk_floor.ts", "lib/text", "lib/store"] },
  { path: "lib/config", job: "settings", may: ["schema", "lib/text", "lib/store", "lib/git"] },
  {
    path: "lib/model",
    job: "asks a model",
    may: ["schema", "lib/text", "lib/cli", "lib/config"],
  },
  {
    path: "lib/records",
    job: "records: their header, read back",
    may: ["schema", "lib/text", "lib/scrub", "lib/store", "lib/git"],
  },
  { path: "judge", job: "done, stuck, lost?", may: [...CORE, "lib/text"] },
  { path: "judge/unblock", job: "who is next", may: ["schema", "lib/text", "judge"] },
  {
    path: "review",
    job: "a change → findings",
    may: [
      ...CORE,
      ...lib("text", "scrub", "store", "cli", "page", "git", "config", "model", "records"),
    ],
  },
  {
    path: "fleet",
    job: "records to NATS and back",
    may: lib("text", "store", "cli", "git", "page", "records"),
  },
  {
    path: "hook",
    job: "what clients run",
    may: [
      ...CORE,
      ...lib("text", "scrub", "store", "cli", "git", "config", "model", "records"),
      ...["judge", "judge/unblock", "review"],
    ],
  },
  {
    path: "report",
    job: "records → what a person sees",
    may: [...CORE, ...lib("text", "store", "cli", "page", "git", "records"), "fleet"],
  },
  {
    path: "experiments",
    job: "does any of it predict?",
    may: [...CORE, ...lib("text", "cli", "page", "git", "records"), "fleet"],
  },
];

/** These may import everything, and nothing imports them. */
export const OUTSIDE = ["tools", "tests"];

/** The table as a picture, in the language that GitHub draws. */
function picture(layers: readonly Layer[]): string {
  const id = (path: string): string => path.replaceAll(/\W/g, "_");
  const label = ({ path, job }: Layer): string => `${id(path)}["<b>${path}</b><br>${job}"]`;
  const isLib = (path: string): boolean => path.startsWith("lib/");
  const libs = layers.filter(({ path }) => isLib(path));
  const others = layers.filter(({ path }) => !isLib(path));
  return [
    "flowchart TD",
    ...others.map((layer) => `  ${label(layer)}`),
    '  subgraph lib["lib: what several need"]',
    ...libs.map((layer) => `    ${label(layer)}`),
    ...arrows(libs, (path) => isLib(path) ? path : null).map((arrow) => `    ${arrow}`),
    "  end",
    // From outside, one arrow stands for all parts of lib.
    ...arrows(
      [
        ...others,
        { path: "lib", may: libs.flatMap(({ may }) => may.filter((path) => !isLib(path))) },
      ],
      (path) => isLib(path) ? "lib" : path,
    ).map((arrow) => `  ${arrow}`),
  ].join("\n");

  /** An arrow for each import that no way of several arrows shows already. */
  function arrows(
    parts: readonly Pick<Layer, "path" | "may">[],
    end: (path: string) => string | null,
  ): string[] {
    const next = new Map(parts.map(({ path, may }) => {
      const ends = may.map(end).filter((other) => other !== null && other !== path);
      return [path, new Set(ends as string[])];
    }));
    const reach = (path: string): Set<string> =>
      new Set([...next.get(path) ?? []].flatMap((other) => [other, ...reach(other)]));
    return [...next].flatMap(([path, ends]) => {
      const beyond = new Set([...ends].flatMap((other) => [...reach(other)]));
      return [...ends].filter((other) => !beyond.has(other))
        .map((other) => `${id(path)} --> ${id(other)}`);
    });
  }
}

// What stands between is written, so `deno fmt` leaves it alone.
const BEGIN = "<!-- deno-fmt-ignore-start -->";
const END = "<!-- deno-fmt-ignore-end -->";

/** A page with the architecture drawn between its two marks. */
export function drawInto(page: string, layers: readonly Layer[]): string {
  const [before, rest = ""] = page.split(BEGIN);
  const [, after] = rest.split(END);
  if (after === undefined) throw new Error(`The page has no "${BEGIN}" with "${END}" behind it`);
  const rows = layers.map(({ path, job, may }) => {
    return `| \`${path}\` | ${job} | ${
      may.map((other) => `\`${other}\``).join(" ") || "nothing"
    } |`;
  });
  const table = ["| part | what it is for | may import |", "| --- | --- | --- |", ...rows];
  const drawn = ["```mermaid", picture(layers), "```", "", ...table].join("\n");
  return `${before}${BEGIN}\n\n${drawn}\n\n${END}${after}`;
}
