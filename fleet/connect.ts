/** Connecting to the engine, and saying in words why that failed. */

import type { FleetAddress } from "../lib/records/address.ts";
import { connectionSecrets, type CredentialsWorld } from "./credentials.ts";
import {
  jetstream,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstreamManager,
} from "@nats-io/jetstream";
import { connect, errors, type NatsConnection } from "@nats-io/transport-node";
import { UserError } from "../lib/text/errors.ts";

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

/** How long a server may take to answer, and before that to let us in, in milliseconds. */
const ANSWER = 5_000;
const ENTRY = 3_000;
/** How long it is let go of, in milliseconds. */
const GOODBYE = 1_000;
/** Between two tries to get a lost connection back, in milliseconds, and how much more at random. */
const RECONNECT = { wait: 250, jitter: 500 };

const REAL_WORLD: CredentialsWorld = {
  env: (name) => Deno.env.get(name),
  readFile: (path) => Deno.readFileSync(path),
};

/**
 * Connects. A connection that is lost later comes back by itself.
 *
 * @throws {UserError} If what the environment says cannot be used.
 * @throws {UnreachableError} If no server answers.
 * @throws {UserError} If one refuses us.
 */
export async function openEngine(
  address: FleetAddress,
  world: CredentialsWorld = REAL_WORLD,
): Promise<Engine> {
  const late = hearLateErrors();
  const secrets = connectionSecrets(address.encrypted, world);
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
      // Where a question was asked is nothing that helps, and costs more than asking.
      noAsyncTraces: true,
      // A cut network says nothing: only a question without an answer tells.
      pingInterval: 2_000,
      maxPingOut: 2,
    });
  } catch (error) {
    throw connectError(late.said() ?? error, address, secrets.tls !== undefined);
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

/** Lets go of it. One that does not answer is not waited for. */
export async function closeEngine({ connection }: Engine): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, GOODBYE);
  await Promise.race([connection.close().catch(() => {}), promise]);
  clearTimeout(timer);
}

function connectError(
  error: unknown,
  { shown }: FleetAddress,
  encrypted: boolean,
): UserError {
  if (error instanceof errors.AuthorizationError) {
    return new UserError(
      `${shown} refuses us: its servers want other credentials than NATS_… gives`,
    );
  }
  const said = sentence(error);
  const isAway = /\b(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH)\b/.test(said);
  if (!isAway && /certificate|tls|ssl|issuer|fatal alert/i.test(said)) {
    return new UserError(`Cannot speak to ${shown} in a way that both sides trust: ${said}`);
  }
  // A server that misses a certificate of ours says so when nobody listens to it any more.
  const maybe = encrypted && error instanceof errors.TimeoutError
    ? "; does it want a certificate that it trusts, in NATS_CERT and NATS_KEY?"
    : "";
  return new UnreachableError(`Cannot reach ${shown}: ${said}${maybe}`);
}

/** What an answer of JetStream, or the lack of one, means for people. */
export function answerError(error: unknown, { shown }: FleetAddress): UserError {
  if (error instanceof UserError) return error;
  const said = sentence(error);
  if (/no responders|jetstream.*not enabled/i.test(said)) {
    return new UnreachableError(`${shown} keeps no streams now: JetStream does not answer there`);
  }
  if (isRefusal(error)) {
    return new UserError(`${shown} does not let us do this: ${said}`);
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

/** Whether we may not do what we tried, whatever the client wraps that in. */
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
 * @returns What tells of a refusal from here on that the client itself does not report.
 */
function hearLateErrors(): { said: () => Error | null } {
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
 * The client leaves a connection on which the server is silent only after one last write to it, and
 * that write never ends where the network is cut: it would wait for ever, beside servers that work.
 */
async function leaveStaleConnections(connection: NatsConnection): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type !== "staleConnection") continue;
    const { protocol } = connection as Inside;
    await protocol?.transport?.close?.(new Error("The server does not answer"));
  }
}
