/** Where the engine is, as a user names it: `nats://host:4222`, or several hosts behind commas. */

import { UserError } from "../text/errors.ts";

/** The servers of one engine. */
export interface FleetAddress {
  /** As `host:port`. */
  readonly servers: readonly string[];
  /** Whether the connection must be encrypted, whatever the servers say. */
  readonly encrypted: boolean;
  /** For people. */
  readonly shown: string;
}

const SCHEME = /^(nats|tls):\/\//i;
const DEFAULT_PORT = "4222";

/** Whether a name is meant as an address. */
export function isFleetAddress(text: string): boolean {
  return SCHEME.test(text);
}

/**
 * Reads an address.
 *
 * @throws {UserError} If it is none, or holds a password: every user of the machine can see command lines.
 */
export function parseFleetAddress(text: string): FleetAddress {
  if (/@|%40/.test(text)) {
    throw new UserError(
      "An address must not hold a user or a password; name them in the environment " +
        "(NATS_USER, NATS_CREDS, …)",
    );
  }
  if (!isFleetAddress(text)) throw wrong(text);
  const parts = text.split(",");
  const servers = parts.map((part) => serverOf(part, text));
  // One server that insists is enough: the client treats all of them alike.
  const encrypted = parts.some((part) => /^tls:/i.test(part));
  return { servers, encrypted, shown: `${encrypted ? "tls" : "nats"}://${servers.join(",")}` };
}

function serverOf(part: string, whole: string): string {
  // Another scheme than http only lends its name: its ports are not defaults of ours.
  const url = URL.parse(`http://${part.replace(SCHEME, "")}`);
  if (url === null || url.hostname === "" || `${url.pathname}${url.search}${url.hash}` !== "/") {
    throw wrong(whole);
  }
  const port = /:(\d+)\/?$/.exec(part.replace(SCHEME, ""))?.[1] ?? DEFAULT_PORT;
  return `${url.hostname}:${port}`;
}

function wrong(text: string): UserError {
  // What stands where a port should may be a password.
  const shown = text.replace(/:(?!\/\/)[^,/]*[^\d,/][^,/]*/g, ":…");
  return new UserError(`"${shown}" is no address; one is like nats://host:4222,host:4223`);
}
