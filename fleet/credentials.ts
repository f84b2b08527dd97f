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

/** The environment and the disk. */
interface CredentialsWorld {
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
  const variables = new Variables(world);
  const authenticator = authenticatorFrom(variables);
  const tls = tlsFrom(variables) ?? (encrypted ? {} : null);
  return {
    ...authenticator === null ? {} : { authenticator },
    ...tls === null ? {} : { tls },
  };
}

function authenticatorFrom(variables: Variables): Authenticator | null {
  variables.atMostOne("NATS_CREDS", "NATS_NKEY", "NATS_USER");
  const creds = variables.file("NATS_CREDS");
  if (creds !== null) return variables.checked("NATS_CREDS", () => credsAuthenticator(creds));
  // A seed in a file nearly always ends its line.
  const seed = variables.text("NATS_NKEY")?.trim();
  if (seed !== undefined) {
    return variables.checked(
      "NATS_NKEY",
      () => nkeyAuthenticator(new TextEncoder().encode(seed)),
    );
  }
  variables.atMostOne("NATS_PASSWORD", "NATS_PASSWORD_FILE");
  const user = variables.value("NATS_USER");
  const password = variables.value("NATS_PASSWORD") ?? variables.text("NATS_PASSWORD_FILE")?.trim();
  if (user !== null) return usernamePasswordAuthenticator(user, password ?? "");
  if (password === undefined) return null;
  throw new UserError("A password is set without a user: set NATS_USER too");
}

function tlsFrom(variables: Variables): TlsOptions | null {
  const ca = variables.text("NATS_CA");
  const cert = variables.text("NATS_CERT");
  const key = variables.text("NATS_KEY");
  if ((cert === null) !== (key === null)) {
    throw new UserError("NATS_CERT and NATS_KEY go together: set both or neither");
  }
  if (ca === null && cert === null) return null;
  return {
    ...ca === null ? {} : { ca },
    ...cert === null || key === null ? {} : { cert, key },
  };
}

/** The variables of the environment, and the files that some of them name. */
class Variables {
  constructor(readonly world: CredentialsWorld) {}

  value(name: string): string | null {
    return this.world.env(name) || null;
  }

  file(name: string): Uint8Array | null {
    const path = this.value(name);
    try {
      return path === null ? null : this.world.readFile(path);
    } catch {
      throw new UserError(`Cannot read "${path}", which ${name} names`);
    }
  }

  text(name: string): string | null {
    const bytes = this.file(name);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  }

  atMostOne(...names: string[]): void {
    const set = names.filter((name) => this.value(name) !== null);
    if (set.length < 2) return;
    throw new UserError(`${set.join(" and ")} do not go together: set one of them`);
  }

  /** Tries a key at once: a file without one would look like trouble of the network later. */
  checked(name: string, make: () => Authenticator): Authenticator {
    try {
      const authenticator = make();
      authenticator("nonce");
      return authenticator;
    } catch {
      throw new UserError(`"${this.value(name)}", which ${name} names, holds no credentials`);
    }
  }
}
