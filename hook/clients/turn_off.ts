/** How the person turns the judge off, as lines to type. */

import { shellWord } from "../../lib/text/text.ts";

/** The whole judge, for one session, by client. The variables in Claude Code's settings file go first. */
export const JUDGE_OFF = {
  claude: `claude --settings '{"env":{"REFLECTION_JUDGE":"off"}}'`,
  opencode: "REFLECTION_JUDGE=off opencode",
} as const;

/** A call of `deno task require` that works wherever the person stands. */
export function requireLine(args: string, repository: string): string {
  const clone = new URL("../..", import.meta.url);
  // A package from a registry has no tasks: the person types this in a clone.
  const from = clone.protocol === "file:"
    ? ` --config ${shellWord(`${pathOf(clone)}deno.json`)}`
    : "";
  return `deno task${from} require ${args} --repo ${shellWord(repository)}`;
}

function pathOf({ pathname }: URL): string {
  return decodeURIComponent(pathname);
}
