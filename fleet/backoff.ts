/** How long to wait before the next try: longer each time, and never all at the same moment. */

/** In milliseconds. */
const FIRST = 100;
const LONGEST = 5_000;

/** The wait after so many failures in a row. @param random From 0 up to 1. */
export function backoff(failures: number, random: number): number {
  const most = Math.min(LONGEST, FIRST * 2 ** Math.min(failures - 1, 20));
  return most * (0.5 + random / 2);
}

/** Waits, or until it is told to stop. */
export function wait(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    if (stop.aborted) done();
    else stop.addEventListener("abort", done);
  });
}
