/**
 * Our hooks in the text of a settings file. Pure: a text in, a text out. Whatever is not ours keeps
 * its bytes, and installing twice is installing once.
 */

import { getNodePath, type Node } from "jsonc-parser";
import { append, remove, setMember } from "./json_text.ts";
import { elementsOf, memberOf, parseJson } from "./json_tree.ts";
import {
  EMPTY,
  type Entry,
  groupOf,
  oursAt,
  parseSettings,
  type Registered,
  registeredIn,
  variablesIn,
} from "./settings_entries.ts";

/** The settings are JSON, but not such that hooks can be registered in them. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/**
 * Makes exactly these the hooks of ours in a settings file.
 *
 * @param before The settings without us, which tell what was empty before we came.
 * @throws {SettingsError} If something in the way has an unexpected type.
 */
export function register(text: string, wanted: Registered, before: string | null = null): string {
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  let result = text.trim() === "" ? EMPTY : text.slice(bom.length);
  const there = registeredIn(result).entries;
  for (const event of new Set([...there, ...wanted.entries].map((entry) => entry.event))) {
    const entries = wanted.entries.filter((entry) => entry.event === event);
    entries.forEach((entry, n) => result = put(result, entry, n));
    result = removeAll(result, (root) => oursAt(root, event)[entries.length], before);
  }
  for (const [name, json] of Object.entries(wanted.env)) {
    const find = (root: Node): Node | undefined => memberOf(memberOf(root, "env"), name);
    if (json === null) result = removeAll(result, find, before);
    else {
      result = ensure(result, ["env"], "{}");
      result = setMember(result, memberOf(parseJson(result), "env")!, name, json);
    }
  }
  return bom + result;
}

/**
 * Takes out what {@linkcode register} put in.
 *
 * @param before The settings before the first registration; null where there was no file.
 * @returns The settings without us; null where no file should remain.
 */
export function unregister(text: string, before: string | null): string | null {
  if (text === register(before ?? "", registeredIn(text))) return before;
  const rest = register(text, { entries: [], env: variablesIn(before ?? "") }, before);
  return before === null && rest.trim() === EMPTY.trim() ? null : rest;
}

/** Puts an entry in the place of our n-th one at its event, or at the end where there are fewer. */
function put(text: string, entry: Entry, n: number): string {
  const { event, matcher, command, timeout } = entry;
  const handler = (json: string): Node | undefined => oursAt(parseJson(json), event)[n];
  const present = handler(text);
  if (present === undefined) {
    const ready = ensure(ensure(text, ["hooks"], "{}"), ["hooks", event], "[]");
    const groups = memberOf(memberOf(parseJson(ready), "hooks"), event)!;
    const hooks = [{ type: "command", command, timeout }];
    const group = matcher === undefined ? { hooks } : { matcher, hooks };
    return append(ready, groups, JSON.stringify(group));
  }
  let renewed = setMember(text, present, "command", JSON.stringify(command));
  const group = groupOf(handler(renewed)!);
  // A group that others have moved it into keeps its own.
  if (
    matcher !== undefined && group !== undefined &&
    elementsOf(memberOf(group, "hooks")).length === 1
  ) {
    renewed = setMember(renewed, group, "matcher", JSON.stringify(matcher));
  }
  if (timeout === undefined) return renewed;
  return setMember(renewed, handler(renewed)!, "timeout", JSON.stringify(timeout));
}

/** Makes sure that there is an object or an array at a path whose parent is there. */
function ensure(text: string, path: readonly string[], empty: "{}" | "[]"): string {
  const root = parseJson(text);
  const wanted = empty === "[]" ? "array" : "object";
  if (root.type !== "object") {
    throw new SettingsError(`Settings must be an object, not ${root.type}`);
  }
  const parent = path.slice(0, -1).reduce((node, key) => memberOf(node, key)!, root);
  const present = memberOf(parent, path.at(-1)!);
  if (present === undefined) return append(text, parent, empty, path.at(-1)!);
  if (present.type === wanted) return text;
  throw new SettingsError(`"${path.join(".")}" must be an ${wanted}, not ${present.type}`);
}

/** Removes what is found, until nothing is found any more. */
function removeAll(
  text: string,
  find: (root: Node) => Node | undefined,
  before: string | null,
): string {
  const node = find(parseJson(text));
  if (node === undefined) return text;
  return removeAll(remove(text, withContainers(node, before)), find, before);
}

/** What goes with a value of ours: the containers around it that only we needed. */
function withContainers(node: Node, before: string | null): Node {
  const container = node.parent?.type === "property" ? node.parent.parent : node.parent;
  if (container?.parent === undefined) return node; // The settings themselves stay
  const path = getNodePath(container);
  const isGroup = path.length === 3; // hooks.Stop[0]: without hooks, its matcher is for nothing
  if (container.children!.length > 1 && !isGroup) return node;
  const was = path.every((key) => typeof key === "string") && before !== null
    ? path.reduce<Node | undefined>(memberOf, parseSettings(before).root)
    : undefined;
  return was === undefined ? withContainers(container, before) : node;
}
