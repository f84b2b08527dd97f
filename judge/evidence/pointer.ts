/** Where a fact was seen: its call, the file, and the folders that paths are read from. */

import type { EvidencePointer } from "../../schema/types.ts";
import type { Conversation, ToolCall } from "../conversation.ts";
import type { Place } from "./facts.ts";

/** Points to a call, and to what of a file it is about. */
export function pointerTo(
  conversation: Conversation,
  place: Place,
  file: { readonly path?: string; readonly line?: number | null } = {},
): EvidencePointer {
  return {
    turn: place.turn,
    call: callAt(conversation, place)?.id || null,
    path: file.path ?? null,
    line: file.line ?? null,
  };
}

/** The call that a fact is of. Steps are counted over all calls that were kept. */
export function callAt({ turns }: Conversation, { step }: Place): ToolCall | undefined {
  return turns.flatMap(({ calls }) => calls)[step];
}

/** A path as seen from a folder; null where it is outside of it. A relative one is within. */
export function pathWithin(folder: string, path: string): string | null {
  if (!path.startsWith("/")) return path.startsWith("../") ? null : path;
  if (folder === "") return path;
  if (path === folder) return "";
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
}
