/**
 * Where the engine's client (3.4.0, on Deno 2.9.6) has to be helped. Each of these was seen; the
 * tests with real servers fail without them.
 */

import type { NatsConnection } from "@nats-io/transport-node";

/** What a socket says when the other side has ended. */
const ENDED = new Set(["ERR_STREAM_WRITE_AFTER_END", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);
/** How a server says, in TLS, that it does not trust us. */
const ALERT = /^received fatal alert: /;

let lastAlert: Error | null = null;
let hearing = false;

/**
 * The client may use a socket that the server has just ended, as one that refuses us does, when it
 * no longer listens for what becomes of that; the connection is known to be lost by then. Unheard,
 * such an error would end the process before it could say why.
 *
 * @returns What tells of a refusal that nobody else heard from here on.
 */
export function hearLateErrors(): { said: () => Error | null } {
  lastAlert = null;
  if (!hearing) globalThis.addEventListener("error", hear);
  hearing = true;
  return { said: () => lastAlert };
}

function hear(event: ErrorEvent): void {
  const error: unknown = event.error;
  if (!(error instanceof Error)) return;
  const isAlert = ALERT.test(error.message);
  if (isAlert) lastAlert = error;
  if (isAlert || ENDED.has((error as { code?: string }).code ?? "")) event.preventDefault();
}

/** The part of the client's inside that is reached for. */
interface Inside {
  readonly protocol?: { readonly transport?: { close?(error: Error): Promise<void> } };
}

/**
 * A connection that nobody answers on is left by the client only after one last write to it, which
 * never ends where the network is cut: it would be waited for, for ever, beside servers that work.
 */
export async function leaveStaleConnections(connection: NatsConnection): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type !== "staleConnection") continue;
    const { protocol } = connection as Inside;
    await protocol?.transport?.close?.(new Error("Nobody answers"));
  }
}
