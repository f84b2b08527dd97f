/** The agent's own list as it last stood. */

import type { ToolCall } from "../conversation.ts";
import type { TodoFact } from "./facts.ts";
import { textIn, type Use } from "./tools.ts";

/** How many entries are kept, and how much of each. */
const MOST_TODOS = 200;
const MOST_OF_TEXT = 200;

interface Entry {
  readonly text: string;
  readonly status: TodoFact["status"] | "dropped";
  /** Whether agents that the agent starts keep the same list. */
  readonly shared?: true;
}

/** How Claude Code shows a list that agents share, and one entry of it. */
const SHOWN_ENTRY = /^#(\w{1,40}) \[(\w{1,20})\] (.{1,300})/;
const SHOWN_ALONE = /^Task #(\w{1,40}): (.{1,300})\nStatus: (\w{1,20})/;

/** The list after all of these calls. */
export function todosAfter(
  calls: Iterable<{ readonly call: ToolCall; readonly use: Use }>,
): TodoFact[] {
  const entries = new Map<string, Entry>();
  let team = false;
  for (const { call, use } of calls) {
    team ||= textIn(call.input, "team_name") !== "";
    follow(entries, call, use);
    if (team || use === "delegate") forget(entries);
  }
  return [...entries.values()].flatMap(({ text, status }) =>
    status === "dropped" ? [] : [{ text, status }]
  ).slice(0, MOST_TODOS);
}

function follow(entries: Map<string, Entry>, call: ToolCall, use: Use): void {
  if (call.state === "failed" || call.refusedBy !== null) return;
  const { input } = call;
  if (use === "todo_list") {
    const items = listOf(input["todos"] ?? input["plan"] ?? input["items"]);
    if (items === null) return;
    entries.clear();
    for (const [at, item] of items.entries()) {
      entries.set(`list ${at}`, { text: textOf(item), status: statusOf(item["status"]) });
    }
  } else if (use === "todo_create") {
    const told = /#(\w{1,40})/.exec(call.output?.slice(0, 400) ?? "")?.[1];
    entries.set(told ?? String(entries.size + 1), {
      text: textOf(input),
      status: "pending",
      shared: true,
    });
  } else if (use === "todo_update") {
    const given = input["taskId"] ?? input["task_id"] ?? input["id"];
    const id = typeof given === "string" || typeof given === "number" ? String(given) : "";
    const entry = entries.get(id) ??
      { text: `task ${id.slice(0, 40)}`, status: "unknown" };
    const text = textOf(input);
    const status = input["status"] === undefined ? entry.status : statusOf(input["status"]);
    entries.set(id, { text: text === "" ? entry.text : text, status, shared: true });
    if (call.output?.startsWith("Task not found")) entries.delete(id);
  } else if (use === "todo_show") {
    for (const [id, text, status] of shownIn(call.output ?? "")) {
      entries.set(id, { text, status: statusOf(status), shared: true });
    }
  }
}

function shownIn(output: string): (readonly [id: string, text: string, status: string])[] {
  const alone = SHOWN_ALONE.exec(output);
  if (alone !== null) return [[alone[1]!, alone[2]!, alone[3]!]];
  return output.split("\n").slice(0, MOST_TODOS).flatMap((line) => {
    const entry = SHOWN_ENTRY.exec(line);
    return entry === null ? [] : [[entry[1]!, entry[3]!, entry[2]!] as const];
  });
}

/** Another agent was started, or a team is at work: what was open in a list of all may be done. */
function forget(entries: Map<string, Entry>): void {
  for (const [id, entry] of entries) {
    if (entry.shared && entry.status !== "completed" && entry.status !== "dropped") {
      entries.set(id, { ...entry, status: "unknown" });
    }
  }
}

/** Some clients pass the list as JSON. */
function listOf(given: unknown): Record<string, unknown>[] | null {
  let list = given;
  if (typeof given === "string") {
    try {
      list = JSON.parse(given);
    } catch {
      return null;
    }
  }
  if (!Array.isArray(list)) return null;
  return list.slice(0, MOST_TODOS).filter((item) => typeof item === "object" && item !== null);
}

function textOf(item: Readonly<Record<string, unknown>>): string {
  const text = textIn(item, "content", "step", "subject", "title", "text", "description");
  return text.trim().slice(0, MOST_OF_TEXT);
}

function statusOf(given: unknown): Entry["status"] {
  const word = typeof given === "string" ? given.toLowerCase().replace(/[ -]/g, "_") : "";
  if (/^(?:completed?|done|finished)$/.test(word)) return "completed";
  if (/^(?:in_progress|doing|active|started)$/.test(word)) return "in_progress";
  return /^(?:cancell?ed|deleted|removed|dropped|skipped)$/.test(word) ? "dropped" : "pending";
}
