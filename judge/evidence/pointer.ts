/** Where a fact was seen, as a person is pointed to it: the turn, the client's id of the call, the file. */

import type { EvidencePointer } from "../../schema/types.ts";
import type { Conversation } from "../conversation.ts";
import type { Place } from "./facts.ts";

/** Points to a call, and to what of a file it is about. */
export function pointerTo(
  { turns, turnsBefore }: Conversation,
  { turn, step }: Place,
  file: { readonly path?: string; readonly line?: number | null } = {},
): EvidencePointer {
  const kept = turn - turnsBefore;
  // Steps are counted over all calls that were kept.
  let first = 0;
  for (let before = 0; before < kept; before++) first += turns[before]?.calls.length ?? 0;
  const call = turns[kept]?.calls[step - first]?.id ?? "";
  return {
    turn,
    call: call === "" ? null : call,
    path: file.path ?? null,
    line: file.line ?? null,
  };
}
