/**
 * Declaring what done means in the text of the person's own file. Pure: a text in, a text out.
 * Whatever is not about these lists keeps its bytes.
 */

import type { Node } from "jsonc-parser";
import { UserError } from "../text/errors.ts";
import { append, elementsOf, memberOf, parseJson, remove } from "../text/json_edit.ts";
import { MAX_CONFIG_LENGTH } from "./files.ts";
import { type DeclaredRequirement, MAX_ACCEPTED, requirementOf } from "./requirements.ts";
import { MAX_REQUIREMENTS, requirementText } from "./requirements.ts";

/** What the file is made of where there is none yet. */
const EMPTY = "{}\n";

/** Adds requirements of a repository, given its name in the file. They must not be there yet. */
export function withRequirements(
  text: string | null,
  name: string,
  added: readonly DeclaredRequirement[],
): string {
  const path = ["reflection", "requirements", name];
  return edited(text, (body) => {
    const there = elementsOf(listAt(body, path)).length;
    if (there + added.length > MAX_REQUIREMENTS) {
      throw new UserError(`A repository has at most ${MAX_REQUIREMENTS} requirements`);
    }
    return added.reduce((body, requirement) => put(body, path, requirementText(requirement)), body);
  });
}

/** Takes requirements of a repository out, however often and with whatever blanks they stand there. */
export function withoutRequirements(
  text: string,
  name: string,
  removed: readonly DeclaredRequirement[],
): string {
  const names = removed.map(requirementText);
  const path = ["reflection", "requirements", name];
  return edited(text, (body) =>
    takeOut(body, path, (value) => {
      const there = requirementOf(value);
      return there !== null && names.includes(requirementText(there));
    }));
}

/** Remembers that the person accepted the list with this hash; the oldest gives way to it. */
export function withAccepted(text: string | null, name: string, hash: string): string {
  const path = ["reflection", "accepted", name];
  return edited(text, (body) => {
    const there = elementsOf(listAt(body, path)).map((node): unknown => node.value);
    const old = there.slice(0, Math.max(there.length + 1 - MAX_ACCEPTED, 0));
    return put(takeOut(body, path, (value) => old.includes(value)), path, hash);
  });
}

/** Forgets every list that the person accepted from a repository. */
export function withoutAccepted(text: string, name: string): string {
  return edited(text, (body) => takeOut(body, ["reflection", "accepted", name], () => true));
}

/**
 * Changes a text, which must be JSON and stay readable for those who read it by `readConfigTexts`.
 *
 * @throws {UserError} If it is not JSON, something in the way has an unexpected type, or it is too long.
 */
function edited(text: string | null, change: (body: string) => string): string {
  const given = text ?? "";
  const bom = given.startsWith("\uFEFF") ? "\uFEFF" : "";
  const body = given.slice(bom.length);
  const after = bom + change(body.trim() === "" ? EMPTY : body);
  if (after.length <= MAX_CONFIG_LENGTH) return after;
  throw new UserError(`it would be longer than ${MAX_CONFIG_LENGTH} characters`);
}

/** Adds a text at the end of the list at a path, making what is missing on the way to it. */
function put(body: string, path: readonly string[], value: string): string {
  const { node, missing } = walk(body, path);
  const [key, ...rest] = missing;
  if (key === undefined) return append(body, node, JSON.stringify(value));
  const inside = rest.reduceRight<unknown>((inner, key) => ({ [key]: inner }), [value]);
  return append(body, node, JSON.stringify(inside), key);
}

/** The list at a path, where it is there. */
function listAt(body: string, path: readonly string[]): Node | undefined {
  const { node, missing } = walk(body, path);
  return missing.length === 0 ? node : undefined;
}

/** The last value on the way along a path that is there, and the keys behind it that are not. */
function walk(body: string, path: readonly string[]): { node: Node; missing: readonly string[] } {
  let node = parseJson(body);
  for (let n = 0; n <= path.length; n++) {
    const wanted = n < path.length ? "object" : "array";
    if (node.type !== wanted) {
      const what = n === 0 ? "the whole" : `"${path.slice(0, n).join(".")}"`;
      throw new UserError(`${what} must be an ${wanted}, not ${node.type}`);
    }
    const child = n < path.length ? memberOf(node, path[n]!) : undefined;
    if (child === undefined) return { node, missing: path.slice(n) };
    node = child;
  }
  return { node, missing: [] };
}

/** Removes what `isMeant` from the list at a path, and the containers that this leaves empty. */
function takeOut(
  body: string,
  path: readonly string[],
  isMeant: (value: unknown) => boolean,
): string {
  const node = elementsOf(listAt(body, path)).find(({ value }) => isMeant(value));
  if (node === undefined) return body;
  return takeOut(remove(body, withContainers(node)), path, isMeant);
}

/** What goes with a value: the containers in which it is the only one. The whole stays. */
function withContainers(node: Node): Node {
  const container = node.parent?.type === "property" ? node.parent.parent : node.parent;
  const isOnlyOne = container?.children?.length === 1 && container.parent !== undefined;
  return isOnlyOne ? withContainers(container) : node;
}
