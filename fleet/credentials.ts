/**
 * Who we are to the engine. Secrets come from files and the environment, never from a command line,
 * and no message ever holds one.
 */

import {
  type Authenticator,
  type ConnectionOptions,
  credsAuthenticator,
  nkeyAuthenticator,
  type TlsOptions,
  usernamePasswordAuthenticator,
} from "@nats-io/transport-node";
import { UserError } from "../lib/text/errors.ts";

/** The variables, each without what all begin with. */
type Name = "CREDS" | "NKEY" | "USER" | "PASSWORD" | "PASSWORD_FILE" | "CA" | "CERT" | "KEY";
const PREFIX = "NATS_";

/** The outside world, as far as it is asked here. */
export interface CredentialsWorld {
  readonly env: (name: string) => string | undefined;
  readonly readFile: (path: string) => Uint8Array;
}

/**
 * What to connect with.
 *
 * @param encrypted Whether the address asks for an encrypted connection.
 * @throws {UserError} If a variable contradicts another, or its file cannot be read.
 */
export function connectionSecrets(
  encrypted: boolean,
  world: CredentialsWorld,
): Pick<ConnectionOptions, "authenticator" | "tls"> {
  const authenticator = authenticatorFrom(world);
  const tls = tlsFrom(world);
  return {
    ...authenticator === null ? {} : { authenticator },
    ...tls === null ? encrypted ? { tls: {} } : {} : { tls },
  };
}

function authenticatorFrom(world: CredentialsWorld): Authenticator | null {
  const creds = variable(world, "CREDS");
  const nkey = variable(world, "NKEY");
  const user = variable(world, "USER");
  const named = [creds && "CREDS", nkey && "NKEY", user && "USER"].filter((name) => name !== null);
  if (named.length > 1) {
    throw new UserError(
      `${named.map((name) => PREFIX + name).join(" and ")} do not go together: set one of them`,
    );
  }
  if (creds !== null) {
    return checked("CREDS", creds, () => credsAuthenticator(fileOf(world, "CREDS", creds)));
  }
  if (nkey !== null) {
    // A seed in a file nearly always ends its line.
    return checked("NKEY", nkey, () => nkeyAuthenticator(trimmed(fileOf(world, "NKEY", nkey))));
  }
  const secret = password(world);
  if (user !== null) return usernamePasswordAuthenticator(user, secret ?? "");
  if (secret !== null) {
    throw new UserError(`A password is set, but no user: ${PREFIX}USER is missing`);
  }
  return null;
}

/** What is no key would otherwise be told as a trouble of the network, when it is first used. */
function checked(name: Name, path: string, make: () => Authenticator): Authenticator {
  try {
    const authenticator = make();
    authenticator("nonce");
    return authenticator;
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`"${path}", which ${PREFIX}${name} names, holds no credentials`);
  }
}

function password(world: CredentialsWorld): string | null {
  const file = variable(world, "PASSWORD_FILE");
  const said = variable(world, "PASSWORD");
  if (file !== null && said !== null) {
    throw new UserError(
      `${PREFIX}PASSWORD and ${PREFIX}PASSWORD_FILE do not go together: set one of them`,
    );
  }
  if (file === null) return said;
  return new TextDecoder().decode(trimmed(fileOf(world, "PASSWORD_FILE", file)));
}

function tlsFrom(world: CredentialsWorld): TlsOptions | null {
  const text = (name: Name): string | null => {
    const path = variable(world, name);
    return path === null ? null : new TextDecoder().decode(fileOf(world, name, path));
  };
  const [ca, cert, key] = [text("CA"), text("CERT"), text("KEY")];
  if ((cert === null) !== (key === null)) {
    throw new UserError(`${PREFIX}CERT and ${PREFIX}KEY need each other`);
  }
  if (ca === null && cert === null) return null;
  return {
    ...ca === null ? {} : { ca },
    ...cert === null || key === null ? {} : { cert, key },
  };
}

function variable(world: CredentialsWorld, name: Name): string | null {
  return world.env(PREFIX + name) || null;
}

function fileOf(world: CredentialsWorld, name: Name, path: string): Uint8Array {
  try {
    return world.readFile(path);
  } catch {
    throw new UserError(`Cannot read "${path}", which ${PREFIX}${name} names`);
  }
}

function trimmed(bytes: Uint8Array): Uint8Array {
  return new TextEncoder().encode(new TextDecoder().decode(bytes).trim());
}
