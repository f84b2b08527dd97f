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
  const isMeant = !offered || (use === "command" && lineOf(call) !== "") ||
    (use === "edit" && (pathOf(call) !== "" || patchOf(call) !== ""));
  if (use !== undefined && isMeant) return use;
  return LOOKS.test(name) ? "look" : "other";
}

/** The shell line of a command. */
export function lineOf({ input }: ToolCall): string {
  return textIn(input, "command", "cmd", "script");
}

/** The first of these fields that holds a text; empty without one. */
export function textIn(input: ToolCall["input"], ...names: readonly string[]): string {
  for (const name of names) {
    const given = input[name];
    if (typeof given === "string" && given !== "") return given;
  }
  return "";
}

/** The folder that a command was sent to, or else the one that the shell stood in. */
export function folderOf({ input, folder }: ToolCall): string {
  const given = textIn(input, "workdir", "cwd", "directory");
  return given === "" ? folder : joinedPath(folder, given);
}

/** The file that a call is about; empty where it names none. */
export function pathOf({ input }: ToolCall): string {
  const others = ["notebook_path", "filename", "relative_path", "destination"];
  return textIn(input, "file_path", "filePath", "path", ...others);
}

/** The text of a patch. */
export function patchOf({ input }: ToolCall): string {
  return textIn(input, "patchText", "patch", "input", "diff");
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
  if (!path.startsWith("/")) return path.startsWith("../") ? null : path;
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
