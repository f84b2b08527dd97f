/** The agent's own list as it last stood. */

import type { TodoFact } from "./facts.ts";
import type { Step } from "./steps.ts";

/** How many entries are kept, and how much of each. */
const MOST_TODOS = 200;
const MOST_OF_TEXT = 200;

interface Entry {
  text: string;
  status: TodoFact["status"] | "dropped";
  /** Created or changed since the task began. */
  touched: boolean;
}

/** The list, from the steps of the task; those before only tell what entries are called. */
export function todosIn(steps: readonly Step[], before: readonly Step[]): TodoFact[] {
  const entries = new Map<string, Entry>();
  for (const step of before) follow(entries, step, false);
  for (const entry of entries.values()) entry.touched = false;
  for (const step of steps) follow(entries, step, true);
  const todos: TodoFact[] = [];
  for (const { text, status, touched } of entries.values()) {
    if (touched && status !== "dropped" && todos.length < MOST_TODOS) todos.push({ text, status });
  }
  return todos;
}

function follow(entries: Map<string, Entry>, { call, use }: Step, touched: boolean): void {
  if (call.state === "failed") return;
  const { input } = call;
  if (use === "todo_list") {
    const items = listOf(input["todos"] ?? input["plan"] ?? input["items"]);
    if (items === null) return;
    entries.clear();
    for (const [at, item] of items.entries()) {
      entries.set(`list ${at}`, { text: textOf(item), status: statusOf(item["status"]), touched });
    }
  } else if (use === "todo_create") {
    const told = /#(\w{1,40})/.exec(call.output?.slice(0, 400) ?? "")?.[1];
    entries.set(told ?? String(entries.size + 1), {
      text: textOf(input),
      status: "pending",
      touched,
    });
  } else if (use === "todo_update") {
    const given = input["taskId"] ?? input["task_id"] ?? input["id"];
    const id = typeof given === "string" || typeof given === "number" ? String(given) : "";
    const entry = entries.get(id) ??
      { text: `task ${id.slice(0, 40)}`, status: "pending", touched };
    const text = textOf(input);
    const status = input["status"] === undefined ? entry.status : statusOf(input["status"]);
    entries.set(id, { text: text === "" ? entry.text : text, status, touched });
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
  for (const name of ["content", "step", "subject", "title", "text", "description"]) {
    const given = item[name];
    if (typeof given === "string" && given.trim() !== "") {
      return given.trim().slice(0, MOST_OF_TEXT);
    }
  }
  return "";
}

function statusOf(given: unknown): Entry["status"] {
  const word = typeof given === "string" ? given.toLowerCase().replace(/[ -]/g, "_") : "";
  if (/^(?:completed?|done|finished)$/.test(word)) return "completed";
  if (/^(?:in_progress|doing|active|started)$/.test(word)) return "in_progress";
  return /^(?:cancell?ed|deleted|removed|dropped|skipped)$/.test(word) ? "dropped" : "pending";
}
