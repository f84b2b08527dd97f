/**
 * Our hooks in the text of a settings file of Claude Code. Pure: a text in, a text out. Whatever is
 * not ours keeps its bytes, and installing twice is installing once.
 */

import { getNodePath, type Node } from "jsonc-parser";
import {
  append,
  elementsOf,
  memberOf,
  parseJson,
  remove,
  setMember,
  textOf,
} from "../../lib/text/json_edit.ts";
import { COMMAND_MARK, hookCommand, type ScriptSource } from "../clients/command.ts";
import type { HookRegistration } from "../clients/table.ts";
import { UserError } from "../../lib/text/errors.ts";

/** A hook as it stands in a settings file. */
interface Entry {
  readonly event: string;
  /** Which tools it is about; absent where the event knows none. */
  readonly matcher?: unknown;
  readonly command: string;
  readonly timeout: unknown;
}

/** What of ours stands, or shall stand, in a settings file. */
export interface Registered {
  readonly entries: readonly Entry[];
  /** Our variables in `env`: their JSON text, or null where there is none. Unnamed: left alone. */
  readonly env: Readonly<Record<string, string | null>>;
}

/** What a settings file is made of where there is none yet. */
const EMPTY = "{}\n";
const VARIABLES = [
  "REFLECTION_MODE",
  "REFLECTION_ASK",
  "REFLECTION_REVIEW",
  "REFLECTION_JUDGE",
  "REFLECTION_UNBLOCK",
  "REFLECTION_PROVIDER",
] as const;

/** The client's own model, as the judge's provider: the `claude` program with the person's login. */
const OWN_MODEL = '"claude"';

/** What we set where a model was named and is not wanted any more. */
const NO_MODEL = '"none"';

/** The entries that the table's hooks become. */
export function entriesFor(hooks: readonly HookRegistration[], source: ScriptSource): Entry[] {
  return hooks.map((hook) => ({
    event: hook.event,
    ...hook.tools === undefined ? {} : { matcher: hook.tools.join("|") },
    command: hookCommand(hook, source),
    timeout: hook.timeout,
  }));
}

/** What shall be switched on. */
interface Switches {
  readonly mode: string;
  readonly ask: boolean;
  readonly review: boolean;
  readonly judge: "on" | "observe" | null;
  readonly unblock: boolean;
  /** Whether the client's own model is asked. */
  readonly ownModel: boolean;
}

/** The variables of `env` that switch the hooks on. What is on already and not wanted is turned off. */
export function variablesFor(
  { mode, ask, review, judge, unblock, ownModel }: Switches,
  there: Registered["env"],
): Record<string, string | null> {
  const set = (name: string, value: string | null, off: string): Record<string, string> => {
    if (value !== null) return { [name]: JSON.stringify(value) };
    return there[name] ? { [name]: JSON.stringify(off) } : {};
  };
  return {
    REFLECTION_MODE: JSON.stringify(mode),
    ...set("REFLECTION_ASK", ask ? "1" : null, "0"),
    ...set("REFLECTION_REVIEW", review ? "on" : null, "off"),
    ...set("REFLECTION_JUDGE", judge, "off"),
    ...set("REFLECTION_UNBLOCK", unblock ? "on" : null, "off"),
    ...ownModel
      ? { REFLECTION_PROVIDER: OWN_MODEL }
      : there.REFLECTION_PROVIDER === OWN_MODEL
      ? { REFLECTION_PROVIDER: NO_MODEL }
      : {},
  };
}

/**
 * Makes exactly these the hooks of ours in a settings file.
 *
 * @param before The settings without us, which tell what was empty before we came.
 * @throws {UserError} If something in the way has an unexpected type.
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
  const was = valuesIn(before ?? "");
  const ours = Object.keys(variablesIn(text)).map((name) => [name, was[name] ?? null]);
  const rest = register(text, { entries: [], env: Object.fromEntries(ours) }, before);
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
    throw new UserError(`Settings must be an object, not ${root.type}`);
  }
  const parent = path.slice(0, -1).reduce((node, key) => memberOf(node, key)!, root);
  const present = memberOf(parent, path.at(-1)!);
  if (present === undefined) return append(text, parent, empty, path.at(-1)!);
  if (present.type === wanted) return text;
  throw new UserError(`"${path.join(".")}" must be an ${wanted}, not ${present.type}`);
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

/** What of ours stands in a settings file. */
export function registeredIn(text: string): Registered {
  const { root } = parseSettings(text);
  const hooks = memberOf(root, "hooks");
  const events = hooks?.type === "object" ? hooks.children ?? [] : [];
  const names = new Set(events.map((member) => String(member.children?.[0]?.value)));
  const entries = [...names].flatMap((event) =>
    oursAt(root, event).map((handler): Entry => {
      const matcher: unknown = memberOf(groupOf(handler), "matcher")?.value;
      return {
        event,
        ...matcher === undefined ? {} : { matcher },
        command: String(memberOf(handler, "command")?.value),
        timeout: memberOf(handler, "timeout")?.value,
      };
    })
  );
  return { entries, env: variablesIn(text) };
}

/** The hooks of ours at an event. Others may have moved them into groups of their own. */
function oursAt(root: Node, event: string): Node[] {
  return elementsOf(memberOf(memberOf(root, "hooks"), event))
    .flatMap((group) => elementsOf(memberOf(group, "hooks")))
    .filter((handler) => {
      const command: unknown = memberOf(handler, "command")?.value;
      return typeof command === "string" && command.trimEnd().endsWith(COMMAND_MARK);
    });
}

/** The group that a handler stands in: its matcher is for all of its hooks. */
function groupOf(handler: Node): Node | undefined {
  return handler.parent?.parent?.parent;
}

/** Our variables as they stand in `env`; a provider that the person named is theirs. */
function variablesIn(text: string): Record<string, string | null> {
  const { REFLECTION_PROVIDER: provider = null, ...others } = valuesIn(text);
  const ours = provider === null || provider === OWN_MODEL || provider === NO_MODEL;
  return ours ? { ...others, REFLECTION_PROVIDER: provider } : others;
}

function valuesIn(text: string): Record<string, string | null> {
  const { root, body } = parseSettings(text);
  const env = memberOf(root, "env");
  return Object.fromEntries(VARIABLES.map((name) => {
    const value = memberOf(env, name);
    return [name, value === undefined ? null : textOf(body, value)];
  }));
}

/** Where everything in the settings stands; a file with nothing in it is as good as none. */
function parseSettings(text: string): { root: Node; body: string } {
  const body = text.trim() === "" ? EMPTY : text.replace(/^\uFEFF/, "");
  return { root: parseJson(body), body };
}
