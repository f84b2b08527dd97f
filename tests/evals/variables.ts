/** The variables of a case, read into what they mean; one that is missing is an error by name. */

/** Every kind of case. */
export const KINDS = ["task", "stuck", "compaction", "agent"] as const;

/** What a case asks. */
export type EvalKind = (typeof KINDS)[number];

/** Variables as they stand in the file. */
export type Variables = Readonly<Record<string, unknown>>;

/** What each kind of case has to give. */
export const VARIABLES: Readonly<Record<EvalKind, readonly string[]>> = {
  task: ["task", "tools_used", "agent_response"],
  stuck: [
    ...["time_since_activity", "message_completed", "output_tokens"],
    ...["last_user_message", "last_assistant_response", "tool_calls"],
  ],
  compaction: [
    ...["task_summary", "last_assistant_response", "tools_used"],
    ...["has_git_commands", "has_pr_issue_ref"],
  ],
  agent: ["task", "trace", "output"],
};

const MAX_TEXT = 1_000_000;

/** Throws where a variable of the kind is not given. */
export function requireVariables(kind: EvalKind, vars: Variables): void {
  const missing = VARIABLES[kind].filter((name) => vars[name] === undefined);
  if (missing.length > 0) {
    const names = missing.map((name) => `"${name}"`).join(", ");
    throw new TypeError(`Missing ${missing.length === 1 ? "variable" : "variables"} ${names}`);
  }
}

/** A variable as a text; a list or mapping as JSON. */
export function textIn(vars: Variables, name: string): string {
  const value = vars[name];
  if (value === null || value === undefined) return "";
  return (typeof value === "object" ? JSON.stringify(value) : String(value)).slice(0, MAX_TEXT);
}

/** A variable as yes or no: `true`, `yes`, 1. */
export function flagIn(vars: Variables, name: string): boolean {
  return /^\s*(?:true|yes|y|1|completed?|done)\s*$/i.test(textIn(vars, name).slice(0, 50));
}

/** A variable as a number; null where nobody counted. */
export function numberIn(vars: Variables, name: string): number | null {
  const found = /-?\d{1,15}(?:\.\d{1,6})?/.exec(textIn(vars, name).slice(0, 50));
  return found === null ? null : Number(found[0]);
}

/** A variable as milliseconds; a bare number counts seconds. */
export function durationIn(vars: Variables, name: string): number {
  const text = textIn(vars, name).slice(0, 100);
  const parts = text.matchAll(/(\d{1,12}(?:\.\d{1,6})?)\s{0,3}(ms|milli|h|m|s)?/gi);
  let sum: number | null = null;
  for (const [, number, unit = "s"] of parts) {
    sum = (sum ?? 0) + Number(number) * UNITS[unit.toLowerCase()]!;
  }
  if (sum === null) throw new TypeError(`"${name}" is no time: "${text}"`);
  return sum;
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  milli: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
