/** What a hostile message costs the checks of the unblock protocol. */

import { checkAnswer } from "../../judge/unblock/answer.ts";
import { lintEscalation } from "../../judge/unblock/form.ts";
import { type Figure, figure, takeTurns } from "./measure.ts";

const MEGABYTES = 5;

/** A message with many signs that begin something and never end it. */
function hostile(megabytes: number): string {
  const line = "<".repeat(20) + " <ESCALATION> [NEED_CONTEXT: " + "x".repeat(220) + "\n";
  return line.repeat(Math.ceil(megabytes * 1024 * 1024 / line.length));
}

/** Measures the checks on twice as much text. */
export async function benchHostile(): Promise<Figure[]> {
  const [once, twice] = [hostile(MEGABYTES), hostile(2 * MEGABYTES)];
  const figures: Figure[] = [];
  for (
    const [what, check] of [
      ["escalation", (text: string) => lintEscalation(text)],
      ["answer", (text: string) => checkAnswer(text, { attempt: 1 })],
    ] as const
  ) {
    const times = await takeTurns(9, {
      once: () => Promise.resolve(void check(once)),
      twice: () => Promise.resolve(void check(twice)),
    });
    figures.push(figure(
      `${what}, 10 MB of hostile text / 5 MB`,
      "<= 2.3",
      times.twice,
      times.once,
    ));
  }
  return figures;
}
