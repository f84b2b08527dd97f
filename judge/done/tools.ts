/** What clients call their tools and those tools' inputs. One table. */

import type { ToolCall } from "../conversation.ts";
import { checkedBy, offeredName, wordsOfTool } from "./tool_checks.ts";

/** What a tool is for. */
export type Use =
  /** Runs a shell line. */
  | "command"
  /** Asks for the output of a command that was left running. */
  | "watch"
  /** Writes a file. */
  | "edit"
  /** Writes what a patch names. */
  | "patch"
  /** Changes nothing. */
  | "look"
  /** Replaces the agent's own list. */
  | "todo_list"
  | "todo_create"
  | "todo_update"
  | "other";

/** Names in lower case, without `_` and `-`. */
const NAMES: Readonly<Record<Exclude<Use, "other">, string>> = {
  command: "bash shell localshell runcommand execute executecommand execcommand terminal " +
    "runinterminal runterminalcmd powershell runterminalcommand runshellcommand " +
    "executeshellcommand runbash executebash runshell",
  watch: "bashoutput taskoutput agentoutput getterminaloutput killshell killbash taskstop " +
    "writestdin",
  edit: "edit multiedit write notebookedit createfile writefile editfile strreplace " +
    "strreplaceeditor strreplacebasededittool inserteditintofile replacestringinfile",
  patch: "applypatch patch applydiff",
  look: "read readfile grep glob ls list listdir listdirectory search searchfiles codesearch " +
    "codebasesearch webfetch websearch fetch viewimage view toolsearch lsp notebookread " +
    "getdiagnostics findfiles grepsearch filesearch think skill",
  todo_list: "todowrite updateplan settodos managetodolist",
  todo_create: "taskcreate",
  todo_update: "taskupdate",
};

const USES: ReadonlyMap<string, Use> = new Map(
  Object.entries(NAMES).flatMap(([use, names]) =>
    names.split(" ").map((name) => [name, use as Use] as const)
  ),
);

/** Reads todos and tasks; asks the person. Neither looks at the work nor changes it. */
const LOOKS = /^(?:read|get|list|search|fetch|view|find|query|describe|todoread|tasklist|taskget)/;

/** What tools of other programs call writing a file, in lower case without `_` and `-`. */
const OFFERED_EDIT =
  /^(?:write|edit|create|patch|modify|update|replace|insert|append|delete|remove|move|rename|save|apply)[a-z]{0,20}(?:files?|lines?|symbol|body|regex|diff|edits?|block)$/;

/** What a call is for. */
export function useOf(call: ToolCall): Use {
  const { name, input } = call;
  const bare = name.toLowerCase().replace(/[_-]/g, "");
  const use = USES.get(bare);
  if (use === "edit" && input["command"] === "view") return "look";
  if (use !== undefined) return use;
  const offered = offeredUse(call);
  if (offered !== null) return offered;
  const last = name.toLowerCase().split("__").at(-1)!.replace(/[_-]/g, "");
  return LOOKS.test(last) ? "look" : "other";
}

/** Only with a line to run or a file to write: a tool elsewhere may share no more than the name. */
function offeredUse(call: ToolCall): Use | null {
  const name = offeredName(call.name);
  if (name === null) return null;
  const use = USES.get(name) ?? (OFFERED_EDIT.test(name) ? "edit" : undefined);
  if (use === "command" && lineOf(call) !== "") return use;
  if (use === "edit" && pathOf(call) !== "" && !/^createorupdate/.test(name)) return use;
  if (use === "patch" && (pathOf(call) !== "" || patchOf(call) !== "")) return use;
  return checkedBy(call.name) === null ? null : "command";
}

/** The shell line of a command; a tool that runs checks stands as a line of its own. */
export function lineOf(call: ToolCall): string {
  const { input } = call;
  const given = input["command"] ?? input["cmd"] ?? input["script"];
  if (typeof given === "string") return given;
  if (!Array.isArray(given)) {
    return checkedBy(call.name) === null ? "" : wordsOfTool(call).map(quoted).join(" ");
  }
  const words = given.filter((word) => typeof word === "string");
  const shell = /(?:^|\/)(?:ba|z)?sh$/.test(words[0] ?? "") && /^-\w*c$/.test(words[1] ?? "");
  return shell ? words.slice(2).join(" ") : words.map(quoted).join(" ");
}

const PATH_FIELDS = [
  ..."file_path filePath path notebook_path filename target_file relative_path destination".split(
    " ",
  ),
];

/** The folder that a command was sent to; empty where none is told. */
export function folderOf({ input }: ToolCall): string {
  for (const name of ["workdir", "cwd", "working_directory", "workingDirectory", "directory"]) {
    const given = input[name];
    if (typeof given === "string" && given !== "") return given;
  }
  return "";
}

/** The file that a call is about; empty where it names none. */
export function pathOf({ input }: ToolCall): string {
  for (
    const name of PATH_FIELDS
  ) {
    const given = input[name];
    if (typeof given === "string" && given !== "") return given;
  }
  return "";
}

/** What a call that names no file is about. */
export function targetOf(call: ToolCall): string {
  const path = pathOf(call);
  if (path !== "") return path;
  for (const name of ["pattern", "query", "url", "description", "prompt", "subject"]) {
    const given = call.input[name];
    if (typeof given === "string" && given !== "") return given.slice(0, 120);
  }
  return "";
}

/** The text of a patch. */
export function patchOf({ input }: ToolCall): string {
  for (const name of ["patchText", "patch", "input", "diff"]) {
    const given = input[name];
    if (typeof given === "string") return given;
  }
  return "";
}

/** How many files of one patch are named. */
const MOST_PATHS = 200;

/** The files that a patch changes. */
export function pathsOfPatch(patch: string): string[] {
  const paths = new Set<string>();
  for (const line of patch.split("\n")) {
    const named =
      /^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |\+\+\+ (?:b\/)?)(\S.{0,500})$/
        .exec(line)?.[1];
    if (named !== undefined && named !== "/dev/null") paths.add(named.trim());
    if (paths.size >= MOST_PATHS) break;
  }
  return [...paths];
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
