/** Ending in good order when the user or the system asks for it. */

/** Aborted by the first SIGINT or SIGTERM; the next one ends the process as always. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    const stop = (): void => {
      Deno.removeSignalListener(name, stop);
      controller.abort();
    };
    Deno.addSignalListener(name, stop);
  }
  return controller.signal;
}
