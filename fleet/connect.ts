/** Connects to the engine, and says in words why that failed. */

import {
  jetstream,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstreamManager,
} from "@nats-io/jetstream";
import { connect, errors, type NatsConnection } from "@nats-io/transport-node";
import type { FleetAddress } from "../lib/records/address.ts";
import { UserError } from "../lib/text/errors.ts";
import { connectionSecrets } from "./credentials.ts";

/** The engine could not be reached this time. Another time it may: the shipper tries again. */
export class UnreachableError extends UserError {
  override name = "UnreachableError";
}

/** An open connection. */
export interface Engine {
  readonly address: FleetAddress;
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
}

/** How long a server may take to accept us, to answer and to close, in milliseconds. */
const ENTRY = 3_000;
const ANSWER = 5_000;
const GOODBYE = 1_000;
/** Between two tries to get a lost connection back, at random up to so much more. */
const RECONNECT = { wait: 250, jitter: 500 };

/**
 * Connects. A connection that is lost later comes back by itself.
 *
 * @throws {UserError} If what the environment says cannot be used.
 * @throws {UnreachableError} If no server answers.
 * @throws {UserError} If one refuses us.
 */
export async function openEngine(address: FleetAddress): Promise<Engine> {
  hearLateErrors();
  const secrets = connectionSecrets(address.encrypted, {
    env: (name) => Deno.env.get(name),
    readFile: (path) => Deno.readFileSync(path),
  });
  let connection: NatsConnection;
  try {
    connection = await connect({
      ...secrets,
      servers: [...address.servers],
      name: "reflection",
      timeout: ENTRY,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT.wait,
      reconnectJitter: RECONNECT.jitter,
      reconnectJitterTLS: RECONNECT.jitter,
      // A stack for every request is of no help, and costs more than the request.
      noAsyncTraces: true,
      // Only a ping without an answer tells that the network is cut.
      pingInterval: 2_000,
      maxPingOut: 2,
    });
  } catch (error) {
    throw connectError(lastAlert ?? error, address, secrets.tls !== undefined);
  }
  leaveStaleConnections(connection);
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: ANSWER });
    return { address, connection, client: jetstream(connection, { timeout: ANSWER }), manager };
  } catch (error) {
    await connection.close();
    throw answerError(error, address);
  }
}

/** Closes the connection; a server that does not answer is not waited for. */
export async function closeEngine({ connection }: Engine): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, GOODBYE);
  await Promise.race([connection.close().catch(() => {}), promise]);
  clearTimeout(timer);
}

function connectError(error: unknown, { shown }: FleetAddress, encrypted: boolean): UserError {
  if (error instanceof errors.AuthorizationError) {
    return new UserError(
      `${shown} refuses the credentials: check NATS_CREDS, NATS_NKEY, or NATS_USER and its password`,
    );
  }
  const said = sentence(error);
  const isAway = /\b(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH)\b/.test(said);
  if (!isAway && /certificate|tls|ssl|issuer|fatal alert/i.test(said)) {
    return new UserError(`Cannot agree with ${shown} on an encrypted connection: ${said}`);
  }
  // A server that misses a certificate of ours may say so too late to be heard.
  const maybe = encrypted && error instanceof errors.TimeoutError
    ? "; does it want a certificate that it trusts, in NATS_CERT and NATS_KEY?"
    : "";
  return new UnreachableError(`Cannot reach ${shown}: ${said}${maybe}`);
}

/** An error of JetStream in words for people. */
export function answerError(error: unknown, { shown }: FleetAddress): UserError {
  if (error instanceof UserError) return error;
  const said = sentence(error);
  if (/no responders|jetstream.*not enabled/i.test(said)) {
    return new UnreachableError(
      `JetStream does not answer on ${shown}: it may be off, or without a leader now`,
    );
  }
  if (isRefusal(error)) {
    return new UserError(`${shown} does not permit this: ${said}`);
  }
  if (isPassing(error)) return new UnreachableError(`No answer from ${shown}: ${said}`);
  return new UserError(`${shown} says: ${said}`);
}

/** Whether trying once more may help. */
export function isPassing(error: unknown): boolean {
  if (isRefusal(error)) return false;
  // A cluster without a leader answers so.
  if (error instanceof JetStreamApiError) return error.apiError().code === 503;
  return error instanceof errors.TimeoutError || error instanceof errors.NoRespondersError ||
    error instanceof errors.RequestError || error instanceof errors.ConnectionError ||
    // A stream without a leader is "not enabled" to the client; what it wraps tells better.
    error instanceof Error && isPassing(error.cause);
}

/** Whether the server does not allow what we tried, whatever the client wraps that in. */
function isRefusal(error: unknown): boolean {
  return error instanceof errors.PermissionViolationError ||
    error instanceof errors.AuthorizationError ||
    error instanceof Error && isRefusal(error.cause);
}

/** An error of the client in words. What it wraps is often what tells. */
function sentence(error: unknown): string {
  let told = "";
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.message !== "") told = at.message;
  }
  return (told || String(error)).replace(/^Error: /, "").split("\n")[0]!.slice(0, 300);
}

/** The codes of a socket whose other side has ended. */
const ENDED = new Set(["ERR_STREAM_WRITE_AFTER_END", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);
/** How a server refuses us in TLS. */
const ALERT = /^received fatal alert: /;

/** A refusal that the client did not report, since the last try to connect. */
let lastAlert: Error | null = null;
let isListening = false;

/**
 * The client may write to a socket that the server has just ended, as one that refuses us does, and
 * no longer listen for errors of it; it knows by then that the connection is lost. Such an error
 * would end the process before it could say why.
 */
function hearLateErrors(): void {
  lastAlert = null;
  if (isListening) return;
  isListening = true;
  globalThis.addEventListener("error", (event) => {
    const error: unknown = event.error;
    if (!(error instanceof Error)) return;
    const isAlert = ALERT.test(error.message);
    if (isAlert) lastAlert = error;
    if (isAlert || ENDED.has((error as { code?: string }).code ?? "")) event.preventDefault();
  });
}

/**
 * The client leaves a connection on which the server is silent only after one last write to it, and
 * that write never ends where the network is cut: it would wait for ever, beside servers that work.
 * So its socket is closed here.
 */
async function leaveStaleConnections(connection: NatsConnection): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type !== "staleConnection") continue;
    const { protocol } = connection as {
      protocol?: { transport?: { close?(error: Error): Promise<void> } };
    };
    await protocol?.transport?.close?.(new Error("The server does not answer"));
  }
}
