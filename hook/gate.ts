/**
 * What a registered script begins and ends with: it acts only where the user switched it on, and
 * then loads what it does; it never fails, and always exits 0. `start.ts` and `stop.ts` have lines
 * of their own instead: they capture, at every stop, and one module more would be felt.
 */

/** Whether the hooks act at all. */
export function isOn(): boolean {
  const mode = Deno.env.get("REFLECTION_MODE");
  return mode === "solo" || mode === "orchestrated";
}

/** How the judge acts; null where it is off. */
export function judgeSwitch(): "observe" | "on" | null {
  const judge = Deno.env.get("REFLECTION_JUDGE");
  return isOn() && (judge === "observe" || judge === "on") ? judge : null;
}

/** Does the script's work where it is switched on, and ends the process. */
export async function runHook<On>(on: On | null, work: (on: On) => Promise<void>): Promise<void> {
  if (on) {
    try {
      await work(on);
    } catch (error) {
      // There is nowhere to write it to: stderr is seen by a person who debugs the client.
      console.error(`reflection: ${error instanceof Error ? error.message : error}`);
    }
  }
  // Running off the end would wait for what may still hang.
  Deno.exit(0);
}
