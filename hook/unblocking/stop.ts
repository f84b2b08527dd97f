/**
 * The end of a turn, looked at: nearly none hands anything over. Only an escalation, or the end of
 * the reflection agent, is worth loading what checks it.
 */

import { openHook } from "../judging/hooked.ts";
import { roleOf } from "./roles.ts";

/** What checks and keeps; loaded only where there is something, not by a name deno can read. */
const KEEP = "./keep.ts";

/** What a payload begins with. */
const OPENING = "<ESCALATION>";

/** Takes note of the end of a turn. */
export async function noteStop(): Promise<void> {
  const hooked = await openHook();
  if (hooked === null) return;
  const { event } = hooked;
  const ofSubagent = event.name === "SubagentStop";
  const rescue = ofSubagent && roleOf(event.payload) === "reflection";
  const said = event.lastMessage ?? "";
  const handsOver = rescue || (!ofSubagent && said.includes(OPENING));
  if (!handsOver || event.sessionId === "unknown") return await hooked.writeNotes();
  await hooked.guarded("Cannot keep what was handed over", async () => {
    const { keepAnswer, keepEscalation }: typeof import("./keep.ts") = await import(KEEP);
    await (rescue ? keepAnswer(hooked, said) : keepEscalation(hooked, said));
  });
}
