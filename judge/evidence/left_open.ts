/** What is still open: the agent's own list as it last stood, and commands that were left running. */

import type { BackgroundFact, TodoFact } from "./facts.ts";
import { lineOf, pathOf, type Step, textIn } from "./tools.ts";
import { oneLine } from "../../lib/text/text.ts";
import { objectsOf, type Values } from "../../lib/text/values.ts";

/** How much of an entry is kept. */
const MOST_OF_TEXT = 200;

interface Entry {
  readonly text: string;
  readonly status: TodoFact["status"] | "dropped";
  /** Whether agents that the agent starts keep the same list. */
  readonly shared: boolean;
}

/** How Claude Code shows a list that agents share, and one entry of it. */
const SHOWN_ENTRY = /^#(?<id>\w{1,40}) \[(?<status>\w{1,20})\] (?<text>.{1,300})/gm;
const SHOWN_ALONE = /^Task #(?<id>\w{1,40}): (?<text>.{1,300})\nStatus: (?<status>\w{1,20})/;

/** The list after all of these calls. */
export function todosAfter(steps: readonly Step[]): TodoFact[] {
  const entries = new Map<string, Entry>();
  let team = false;
  for (const step of steps) {
    const { call, use } = step;
    team ||= textIn(call.input, "team_name") !== "";
    if (call.state !== "failed" && call.refusedBy === null) follow(entries, step);
    if (!team && use !== "delegate") continue;
    // Another agent was started, or a team is at work: what was open may be done.
    for (const [id, entry] of entries) {
      const open = entry.status === "pending" || entry.status === "in_progress";
      if (entry.shared && open) entries.set(id, { ...entry, status: "unknown" });
    }
  }
  return [...entries.values()].flatMap(({ text, status }) =>
    status === "dropped" ? [] : [{ text, status }]
  );
}

function follow(entries: Map<string, Entry>, { call: { input, output }, use }: Step): void {
  const text = textOf(input);
  if (use === "todo_list") {
    const items = listOf(input["todos"]);
    if (items !== null) entries.clear();
    items?.forEach((item, at) => {
      const entry = { text: textOf(item), status: statusOf(item["status"]) };
      entries.set(`list ${at}`, { ...entry, shared: false });
    });
  } else if (use === "todo_create") {
    const told = /#(\w{1,40})/.exec(output?.slice(0, 400) ?? "")?.[1];
    entries.set(told ?? String(entries.size + 1), { text, status: "pending", shared: true });
  } else if (use === "todo_update") {
    const given = input["taskId"] ?? input["task_id"] ?? input["id"];
    const id = typeof given === "string" || typeof given === "number" ? `${given}` : "";
    const known = entries.get(id) ?? { text: `task ${id.slice(0, 40)}`, status: "unknown" };
    const status = input["status"] === undefined ? known.status : statusOf(input["status"]);
    entries.set(id, { text: text || known.text, status, shared: true });
    if (output?.startsWith("Task not found")) entries.delete(id);
  } else if (use === "todo_show") {
    const alone = SHOWN_ALONE.exec(output ?? "");
    for (const { groups } of alone ? [alone] : (output ?? "").matchAll(SHOWN_ENTRY)) {
      const { id = "", text = "", status } = groups!;
      entries.set(id, { text, status: statusOf(status), shared: true });
    }
  }
}

/** Some clients pass the list as JSON. */
function listOf(given: unknown): Values[] | null {
  try {
    const list = typeof given === "string" ? JSON.parse(given) : given;
    return Array.isArray(list) ? objectsOf(list) : null;
  } catch {
    return null;
  }
}

function textOf(item: Values): string {
  const text = textIn(item, "content", "subject", "title", "text", "description");
  return text.trim().slice(0, MOST_OF_TEXT);
}

function statusOf(given: unknown): Entry["status"] {
  const word = typeof given === "string" ? given.toLowerCase().replace(/[ -]/g, "_") : "";
  if (/^(?:completed?|done|finished)$/.test(word)) return "completed";
  if (/^(?:in_progress|doing|active|started)$/.test(word)) return "in_progress";
  return /^(?:cancell?ed|deleted|removed|dropped|skipped)$/.test(word) ? "dropped" : "pending";
}

/** The commands that were left running. */
export function backgroundIn(steps: readonly Step[]): BackgroundFact[] {
  return steps.filter(({ call, use }) =>
    use === "command" && call.background && call.refusedBy === null
  ).map(({ place, call }) => {
    const names = namesOf(call.output);
    const looks = steps.filter((look) => look.place.step > place.step && isAbout(look, names));
    const told = looks.some(({ call: { name, output } }) =>
      /kill|stop/i.test(name) || ENDED.test((output ?? "").slice(0, 20_000))
    );
    return {
      ...place,
      command: oneLine(lineOf(call), 300),
      ended: call.state === "done" || call.state === "failed" || told,
      read: looks.length > 0,
    };
  });
}

/** How clients say that a job has ended. */
const ENDED = /<exit_code>|^Exit code:? \d|<status>\s{0,9}(?:completed|failed|killed)/m;

/** The names of the job and of the file with its output, as the client announced them. */
function namesOf(output: string | null): readonly string[] {
  const text = (output ?? "").slice(0, 2_000);
  const found = /(?:with|job|task|shell|process)[ _]?ID:? ?"?([\w-]{1,64})/i.exec(text)?.[1];
  const file = /(?:^|[\s"'])(\/[^\s"']{1,300}\.(?:output|log|txt))/.exec(text)?.[1];
  return [found, file].filter((name) => name !== undefined);
}

/** A later call is about a job where it names it; one that asks for output, where no name is known. */
function isAbout({ call, use }: Step, names: readonly string[]): boolean {
  if (use !== "watch" && use !== "command" && use !== "look") return false;
  const asked = use === "watch"
    ? textIn(call.input, "bash_id", "task_id", "shell_id", "id")
    : (use === "command" ? lineOf(call) : pathOf(call)).slice(0, 20_000);
  if (names.length === 0) return use === "watch" || /\/tasks\/[\w-]{1,80}\.output\b/.test(asked);
  return names.some((name) => asked.includes(name));
}
