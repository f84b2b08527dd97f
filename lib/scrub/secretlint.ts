/**
 * secretlint's recommended rules, asked for ranges. Loaded only when asked, because loading costs
 * more than all else a short script does.
 *
 * The packages are named with exact versions here, not in an import map: the hook runs without
 * the project's configuration.
 */

/**
 * The packages. Loaded through this list and not by name: deno looks at every import that it can
 * read at the start of a program, and a hook would pay for these without ever loading them. So
 * nothing fetches them by itself either; `deno cache` needs their names.
 */
export const PACKAGES = {
  core: "npm:@secretlint/core@13.0.7",
  preset: "npm:@secretlint/secretlint-rule-preset-recommend@13.0.7",
  profiler: "npm:@secretlint/profiler@13.0.7",
} as const;

/** A piece of a text, in UTF-16 units, that a rule takes for a secret. */
export interface Finding {
  ruleId: string;
  start: number;
  end: number;
}

/** Finds secrets in a text. */
export type Finder = (text: string) => Promise<Finding[]>;

/** Lets the text itself switch rules off ("secretlint-disable"): not for untrusted text. */
const OBEYS_THE_TEXT = "@secretlint/secretlint-rule-filter-comments";

/**
 * Runs with an empty `process.env`, because `debug`, which secretlint loads, lists all variables
 * and would need the permission to read every one of them.
 */
async function withoutEnvironment<T>(load: () => Promise<T>): Promise<T> {
  const { process } = globalThis as unknown as { process: { env: unknown } };
  const { env } = process;
  process.env = {};
  try {
    return await load();
  } finally {
    process.env = env;
  }
}

/** Loads secretlint; rejects where the packages are not in the cache and cannot be fetched. */
export async function loadSecretlint(): Promise<Finder> {
  const [{ lintSource }, { rules }, { secretLintProfiler }] = await withoutEnvironment(() =>
    Promise.all([
      import(PACKAGES.core) as Promise<typeof import("npm:@secretlint/core@13.0.7")>,
      import(PACKAGES.preset) as Promise<
        typeof import("npm:@secretlint/secretlint-rule-preset-recommend@13.0.7")
      >,
      import(PACKAGES.profiler) as Promise<typeof import("npm:@secretlint/profiler@13.0.7")>,
    ])
  );
  // It keeps a hundred entries for every text, which a long session would never get rid of.
  secretLintProfiler.setEnabled(false);
  // The preset itself ignores `disabled` for its rules, so they are registered one by one.
  const trusted = rules.filter((rule) => rule.meta.id !== OBEYS_THE_TEXT);

  return async (text) => {
    const findings: Finding[] = [];
    const reporting = trusted.map((rule): typeof rule => ({
      ...rule,
      create: (context, options) =>
        rule.create({
          ...context,
          // Not handed on: the core compares every message with every other, which takes seconds
          // on a text made of tokens.
          report: ({ range, message }) =>
            void findings.push({
              ruleId: rule.meta.id,
              start: range[0],
              end: Math.max(range[1], endOfNamed(text, range[0], message.data)),
            }),
        }, options),
    }));
    await lintSource({
      source: { content: text, filePath: "text.txt", ext: ".txt", contentType: "text" },
      options: {
        config: { rules: reporting.map((rule) => ({ id: rule.meta.id, rule })) },
        noPhysicFilePath: true,
      },
    });
    return findings;
  };
}

/**
 * Where the secret that a message names ends. Some rules (aws, npm) give a range that begins
 * at the assignment but is only as long as the value, and so leaves the value's end uncovered.
 */
function endOfNamed(text: string, start: number, data: unknown): number {
  let end = 0;
  for (const value of Object.values(data ?? {})) {
    if (typeof value !== "string" || value === "") continue;
    const near = text.slice(start, start + 512 + value.length).indexOf(value);
    if (near >= 0) end = Math.max(end, start + near + value.length);
  }
  return end;
}
