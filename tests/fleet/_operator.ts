// Servers that trust an operator's signature, and credentials that it vouches for.

import { nkeys } from "@nats-io/transport-node";

type KeyPair = ReturnType<typeof nkeys.createUser>;

/** What servers have to know, and a file for a client. */
interface Operator {
  readonly config: string;
  /** The content of a creds file whose user may use streams. */
  creds(): Uint8Array<ArrayBuffer>;
}

const UNLIMITED = {
  ...{ subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1 },
  leaf: -1,
};
const STREAMS = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };

/** Makes an operator with one account for the system and one for everybody. */
export function makeOperator(): Operator {
  const operator = nkeys.createOperator();
  const [system, everybody] = [nkeys.createAccount(), nkeys.createAccount()];
  const account = (key: KeyPair, name: string, limits: object) =>
    signed(operator, key, name, { type: "account", limits });
  const preload = [
    `${system.getPublicKey()}: "${account(system, "SYS", UNLIMITED)}"`,
    `${everybody.getPublicKey()}: "${account(everybody, "FLEET", { ...UNLIMITED, ...STREAMS })}"`,
  ];
  return {
    config: `
operator: "${signed(operator, operator, "operator", { type: "operator" })}"
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload { ${preload.join(", ")} }
`,
    creds: () => {
      const user = nkeys.createUser();
      const jwt = signed(everybody, user, "shipper", {
        type: "user",
        ...{ pub: {}, sub: {}, subs: -1, data: -1, payload: -1 },
      });
      return new TextEncoder().encode(
        `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n\n` +
          `-----BEGIN USER NKEY SEED-----\n${new TextDecoder().decode(user.getSeed())}\n` +
          "------END USER NKEY SEED------\n",
      );
    },
  };
}

/** What an issuer says of a key, in the engine's own kind of JWT. */
function signed(issuer: KeyPair, subject: KeyPair, name: string, claims: object): string {
  const part = (value: unknown) => base64(new TextEncoder().encode(JSON.stringify(value)));
  const text = `${part({ typ: "JWT", alg: "ed25519-nkey" })}.${
    part({
      jti: crypto.randomUUID(),
      iat: Math.floor(Date.now() / 1000),
      iss: issuer.getPublicKey(),
      sub: subject.getPublicKey(),
      name,
      nats: { ...claims, version: 2 },
    })
  }`;
  return `${text}.${base64(issuer.sign(new TextEncoder().encode(text)))}`;
}

function base64(bytes: Uint8Array): string {
  return Uint8Array.from(bytes).toBase64({ alphabet: "base64url", omitPadding: true });
}
