/** What of ours stands in a settings file, and what shall. */

import type { Node } from "jsonc-parser";
import { elementsOf, memberOf, parseJson, textOf } from "./json_tree.ts";
import {
  COMMAND_MARK,
  hookCommand,
  type HookRegistration,
  type ScriptSource,
} from "../clients/registration.ts";

/** A hook as it stands in a settings file. */
export interface Entry {
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
export const EMPTY = "{}\n";
const VARIABLES = [
  "REFLECTION_MODE",
  "REFLECTION_ASK",
  "REFLECTION_REVIEW",
  "REFLECTION_JUDGE",
  "REFLECTION_UNBLOCK",
] as const;

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
}

/** The variables of `env` that switch the hooks on. What is on already and not wanted is turned off. */
export function variablesFor(
  { mode, ask, review, judge, unblock }: Switches,
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
  };
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
export function oursAt(root: Node, event: string): Node[] {
  return elementsOf(memberOf(memberOf(root, "hooks"), event))
    .flatMap((group) => elementsOf(memberOf(group, "hooks")))
    .filter((handler) => {
      const command: unknown = memberOf(handler, "command")?.value;
      return typeof command === "string" && command.trimEnd().endsWith(COMMAND_MARK);
    });
}

/** The group that a handler stands in: its matcher is for all of its hooks. */
export function groupOf(handler: Node): Node | undefined {
  return handler.parent?.parent?.parent;
}

/** Our variables as they stand in `env`. */
export function variablesIn(text: string): Record<string, string | null> {
  const { root, body } = parseSettings(text);
  const env = memberOf(root, "env");
  return Object.fromEntries(VARIABLES.map((name) => {
    const value = memberOf(env, name);
    return [name, value === undefined ? null : textOf(body, value)];
  }));
}

/** Where everything in the settings stands; a file with nothing in it is as good as none. */
export function parseSettings(text: string): { root: Node; body: string } {
  const body = text.trim() === "" ? EMPTY : text.replace(/^\uFEFF/, "");
  return { root: parseJson(body), body };
}
