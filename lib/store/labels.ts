/** Names of ours in a record that come from outside: of the repository, the task, the agent. */

/** Names from outside are short; only one that could hold a secret is worth loading a scrubber. */
export async function scrubLabel(label: string): Promise<string> {
  if (!/[:=]|\w{20,}/.test(label)) return label;
  const { scrubPatterns } = await import("../scrub/patterns.ts");
  return scrubPatterns(label);
}

/** What the repository is called here. */
export function repositoryName(): string {
  return Deno.cwd().split("/").pop() || "unknown";
}
