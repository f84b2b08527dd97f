// Waiting for what can be asked about, and never for a while.

/** How often is asked, in milliseconds. */
const PAUSE = 15;

/**
 * Asks until the answer is something, and gives it back. What cannot be asked now is asked again.
 *
 * @param what What is waited for, for the message that it never came.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | false> | T | null | false,
  seconds = 60,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  let problem: unknown = "no";
  while (performance.now() < end) {
    try {
      const answer = await ask();
      if (answer !== null && answer !== false) return answer;
    } catch (error) {
      problem = error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  throw new Error(`Waited ${seconds} s in vain for ${what}: ${problem}`);
}

/** A clock that is read in seconds, for people. */
export function stopwatch(): () => string {
  const start = performance.now();
  return () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
