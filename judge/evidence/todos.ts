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
}

/** The list after all of these calls. */
export function todosAfter(
  calls: Iterable<{ readonly call: ToolCall; readonly use: Use }>,
): TodoFact[] {
  const entries = new Map<string, Entry>();
  for (const { call, use } of calls) follow(entries, call, use);
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
    });
  } else if (use === "todo_update") {
    const given = input["taskId"] ?? input["task_id"] ?? input["id"];
    const id = typeof given === "string" || typeof given === "number" ? String(given) : "";
    const entry = entries.get(id) ??
      { text: `task ${id.slice(0, 40)}`, status: "pending" };
    const text = textOf(input);
    const status = input["status"] === undefined ? entry.status : statusOf(input["status"]);
    entries.set(id, { text: text === "" ? entry.text : text, status });
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
