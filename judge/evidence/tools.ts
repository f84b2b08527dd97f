/** What clients call their tools and those tools' inputs. One table. */

import type { ToolCall } from "../conversation.ts";
import type { Outcome, Place } from "./facts.ts";

/** What tools are for, by their names in lower case, without `_` and `-`. */
const NAMES = {
  /** Runs a shell line: also shells that others than the client offer. */
  command: "bash shell powershell terminal execute executecommand runcommand runshellcommand",
  /** Asks for the output of a command that was left running. */
  watch: "bashoutput taskoutput agentoutput killshell killbash taskstop",
  /** Writes a file, or what a patch names. */
  edit: "edit multiedit write notebookedit applypatch patch",
  /** Starts another agent. */
  delegate: "task agent",
  /** Replaces the agent's own list. */
  todo_list: "todowrite",
  todo_create: "taskcreate",
  todo_update: "taskupdate",
  /** Shows the agent's own list, or an entry of it. */
  todo_show: "tasklist taskget",
};

/** What a call is for; `look`: it changes nothing. */
type Use = keyof typeof NAMES | "look" | "other";

const USES: ReadonlyMap<string, Use> = new Map(
  Object.entries(NAMES).flatMap(([use, names]) =>
    names.split(" ").map((name) => [name, use as Use] as const)
  ),
);

/** A call and where it stands. */
export interface Step {
  readonly place: Place;
  readonly call: ToolCall;
  readonly use: Use;
  /** Whether the agent itself made it. */
  readonly own: boolean;
}

/** How tools that only look are called. */
const LOOKS = /^(?:read|get|list|search|fetch|view|find|query|describe|todoread|tasklist|taskget)/;

/** What tools of other programs call writing a file, in lower case without `_` and `-`. */
const OFFERED_EDIT =
  /^(?:write|edit|create|patch|modify|update|replace|insert|append|delete|remove|move|rename|save|apply)[a-z]{0,20}(?:files?|lines?|symbol|body|regex|diff|edits?|block)$/;

/** What a call is for. */
export function useOf(call: ToolCall): Use {
  const parts = call.name.slice(0, 300).toLowerCase().split("__");
  const name = parts.at(-1)!.replace(/[_-]/g, "");
  const offered = parts.length > 1 && parts[0] === "mcp";
  const use = USES.get(name) ?? (offered && OFFERED_EDIT.test(name) ? "edit" : undefined);
  // A tool elsewhere may share no more than the name: it has a line to run or a file to write.
  const has = (field: keyof typeof FIELDS): boolean => textIn(call.input, field) !== "";
  const isMeant = !offered || (use === "command" && has("line")) ||
    (use === "edit" && (has("path") || has("patch")));
  if (use !== undefined && isMeant) return use;
  return LOOKS.test(name) ? "look" : "other";
}

/** What tools call that which they are given, and entries of lists in it. */
const FIELDS = {
  line: "command cmd script",
  folder: "workdir cwd directory",
  path: "file_path filePath path notebook_path filename relative_path destination",
  patch: "patchText patch input diff",
  content: "content file_text",
  before: "old_string oldString old_str",
  after: "new_string newString new_str new_source",
  job: "bash_id task_id shell_id id",
  todo: "content subject title text description",
  team: "team_name",
  other: "pattern query url description prompt subject",
};

/** The first of these fields that holds a text; empty without one. */
export function textIn(input: ToolCall["input"], field: keyof typeof FIELDS): string {
  const texts = FIELDS[field].split(" ").map((name) => input[name]);
  return texts.find((text): text is string => typeof text === "string" && text !== "") ?? "";
}

/** A path from a folder on, without what takes itself back. */
export function joinedPath(folder: string, path: string): string {
  const from = (/^[/~]/.test(path) ? path : `${folder}/${path}`).slice(0, 1000);
  const absolute = path.startsWith("/") || (folder.startsWith("/") && !path.startsWith("~"));
  const parts: string[] = [];
  for (const part of from.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `${absolute ? "/" : ""}${parts.join("/")}`;
}

/** A path as seen from a folder; null where it is outside of it. A relative one is within. */
export function pathWithin(folder: string, path: string): string | null {
  if (!path.startsWith("/")) return /^(?:\.\.\/|~)/.test(path) ? null : path;
  if (folder === "") return path;
  if (path === folder) return "";
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
}

/** How a call ended that is no command. */
export function outcomeOf({ state, refusedBy }: ToolCall): Outcome {
  if (refusedBy !== null) return "not_run";
  if (state === "failed") return "failed";
  return state === "done" ? "passed" : "running";
}
