import assert from "node:assert/strict";
import { jetstreamManager } from "@nats-io/jetstream";
import { nkeys } from "@nats-io/transport-node";
import { Scratch } from "../support/repository.ts";
import { type Certificates, makeCertificates } from "./_certificates.ts";
import { Cluster, fleetTest } from "./_cluster.ts";
import { STREAM } from "./_records.ts";
import { makeOperator } from "./_operator.ts";
import { secret, Stock } from "./_refusal.ts";

const USER = "NATS_USER";
const PASSWORD = "NATS_PASSWORD";
const PASSWORD_FILE = "NATS_PASSWORD_FILE";
const NKEY = "NATS_NKEY";
const CREDS = "NATS_CREDS";
const CA = "NATS_CA";
const CERT = "NATS_CERT";
const KEY = "NATS_KEY";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

fleetTest(
  "wrong credentials are refused by name of the servers, and the right ones ship all",
  async () => {
    const password = secret("rightly-kept-8f21");
    const wrong = secret("wrongly-kept-77ab");
    const [key, stranger] = [nkeys.createUser(), nkeys.createUser()];
    await using files = await Scratch.make("fleet-secrets-");
    await files.write({
      "right-password": `${password}\n`,
      "wrong-password": `${wrong}\n`,
      "right.nk": secret(text(key.getSeed())),
      "wrong.nk": secret(text(stranger.getSeed())),
      "broken.nk": secret("SUAbroken-seed-1234"),
      "broken.creds": `-----BEGIN NATS USER JWT-----\n${secret("broken-jwt-99")}\n`,
    });
    await using cluster = await Cluster.start({
      config: `authorization { users: [
      { user: shipper, password: "${password}" }, { nkey: "${key.getPublicKey()}" },
      { user: reader, password: "${password}", permissions: { publish: { deny: "reflection.>" } } }
    ] }`,
      connect: { user: "shipper", pass: password },
    });
    await using stock = await Stock.make();
    const to = cluster.urls;
    const refused = /credentials/i;
    const cases: [Record<string, string>, RegExp][] = [
      [{}, refused],
      [{ [USER]: "shipper", [PASSWORD]: wrong }, refused],
      [{ [USER]: "nobody", [PASSWORD]: password }, refused],
      [{ [USER]: "shipper" }, refused],
      [{ [USER]: "shipper", [PASSWORD_FILE]: files.path("wrong-password") }, refused],
      [{ [USER]: "shipper", [PASSWORD_FILE]: files.path("none") }, /NATS_PASSWORD_FILE/],
      [{ [NKEY]: files.path("wrong.nk") }, refused],
      [{ [NKEY]: files.path("broken.nk") }, /NATS_NKEY/],
      [{ [NKEY]: files.path("none") }, /NATS_NKEY/],
      [{ [CREDS]: files.path("broken.creds") }, /NATS_CREDS/],
      [{ [CREDS]: files.path("none") }, /NATS_CREDS/],
      [{ [USER]: "reader", [PASSWORD]: password }, /does not permit|permission/i],
    ];
    for (const [env, says] of cases) {
      await stock.assertRefused(to, { env, says });
    }
    const address = cluster.nodes[0]!.address.replaceAll(".", "\\.");
    await stock.assertRefused(to, { says: new RegExp(address) });
    await stock.assertShipped(to, { [USER]: "shipper", [PASSWORD]: password });

    for (
      const env of [
        { [USER]: "shipper", [PASSWORD_FILE]: files.path("right-password") },
        { [NKEY]: files.path("right.nk") },
      ]
    ) {
      await forget(cluster);
      await stock.assertShipped(to, env);
    }
  },
);

fleetTest(
  "credentials that an operator vouches for ship all; another operator's are refused",
  async () => {
    const [ours, theirs] = [makeOperator(), makeOperator()];
    await using files = await Scratch.make("fleet-creds-");
    await files.write({ "ours.creds": ours.creds(), "theirs.creds": theirs.creds() });
    for (const name of ["ours.creds", "theirs.creds"]) {
      const [, jwt, , , , seed] = (await Deno.readTextFile(files.path(name))).split("\n");
      secret(jwt!);
      secret(seed!);
    }
    await using cluster = await Cluster.start({ config: ours.config });
    await using stock = await Stock.make();
    await stock.assertRefused(cluster.urls, {
      env: { [CREDS]: files.path("theirs.creds") },
      says: /credentials/,
    });
    await stock.assertShipped(cluster.urls, { [CREDS]: files.path("ours.creds") });
  },
);

/** Removes the stream, so that the next shipper finds servers as they were in the beginning. */
async function forget(cluster: Cluster, stream = STREAM): Promise<void> {
  const connection = await cluster.connect();
  try {
    await (await jetstreamManager(connection)).streams.delete(stream);
  } finally {
    await connection.close();
  }
}

fleetTest("who cannot be trusted is not spoken to; who can, by its certificate, is", async () => {
  await using files = await Scratch.make("fleet-certificates-");
  const ours = await makeCertificates(files, "ours");
  const theirs = await makeCertificates(files, "theirs");
  await using cluster = await Cluster.start({ config: tlsConfig(ours) });
  await using stock = await Stock.make();
  const to = cluster.urls.replaceAll("127.0.0.1", "localhost");
  const { port } = new URL(`http://${cluster.nodes[0]!.address}`);
  const says = new RegExp(`localhost:${port}.*(certificate|trust|tls|issuer)`, "i");
  await stock.assertRefused(to, { says });
  await stock.assertRefused(to, { env: { [CA]: theirs.ca }, says });
  await stock.assertRefused(to, { env: { [CA]: ours.ca }, says });
  await stock.assertRefused(to, {
    env: { [CA]: ours.ca, [CERT]: theirs.cert, [KEY]: theirs.key },
    says,
  });
  await stock.assertRefused(to, {
    env: { [CA]: ours.ca, [CERT]: ours.cert },
    says: new RegExp(KEY),
  });
  await stock.assertShipped(to, { [CA]: ours.ca, [CERT]: ours.cert, [KEY]: ours.key });
});

fleetTest("a certificate for another name is not accepted", async () => {
  await using files = await Scratch.make("fleet-certificates-");
  const { ca, cert, key } = await makeCertificates(files, "other", "elsewhere.invalid");
  await using cluster = await Cluster.start({
    config: tlsConfig({ ca, cert, key }),
  });
  await using stock = await Stock.make();
  const to = cluster.urls.replaceAll("127.0.0.1", "localhost");
  const env = { [CA]: ca, [CERT]: cert, [KEY]: key };
  await stock.assertRefused(to, { env, says: /localhost.*(name|certificate)/i });
});

/** A server that shows a certificate, and wants to see one. */
function tlsConfig({ ca, cert, key }: Certificates): string {
  return `tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${ca}", verify: true }`;
}

fleetTest("an address where no server answers is named, and nothing is marked", async () => {
  await using stock = await Stock.make();
  // No server listens on the port of one that just stopped.
  const gone = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = gone.addr;
  gone.close();
  await stock.assertRefused(`nats://127.0.0.1:${port}`, {
    says: new RegExp(`127\\.0\\.0\\.1:${port}`),
  });

  using other = new Impostor("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
  await stock.assertRefused(other.url, { says: new RegExp(`:${other.port}`) });
  using silent = new Impostor("");
  await stock.assertRefused(silent.url, { says: new RegExp(`:${silent.port}`) });
});

/** Listens where a server is looked for, and is none. */
class Impostor implements Disposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #connections: Deno.Conn[] = [];

  constructor(greeting: string) {
    this.#serve(new TextEncoder().encode(greeting)).catch(() => {});
  }

  get port(): number {
    return this.#listener.addr.port;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  async #serve(greeting: Uint8Array): Promise<void> {
    for await (const connection of this.#listener) {
      this.#connections.push(connection);
      if (greeting.length > 0) await connection.write(greeting).catch(() => {});
    }
  }

  [Symbol.dispose](): void {
    this.#listener.close();
    for (const connection of this.#connections) connection.close();
  }
}

fleetTest("what is no address is wrong usage, and a password in one is not repeated", async () => {
  await using stock = await Stock.make();
  for (
    const address of [
      ...["nats://", "http://127.0.0.1:4222", "127.0.0.1:4222", "nats://127.0.0.1:99999"],
      ...["nats://127.0.0.1:4222/REFLECTION", "nats://127.0.0.1:4222,,127.0.0.1:4223"],
      `nats://shipper:${secret("typed-in-haste-31")}@127.0.0.1:4222`,
    ]
  ) {
    await stock.assertRefused(address, { code: 2, says: /address/i });
  }
});

fleetTest(
  "a stream of another program is named, left as it is, and nothing is marked",
  async () => {
    await using cluster = await Cluster.start();
    await using stock = await Stock.make();
    const foreign = [
      { name: STREAM, subjects: ["orders.>"] },
      { name: "LEGACY", subjects: ["reflection.>"] },
      { name: "LEGACY", subjects: ["orders.>", "reflection.verdict.*"] },
      { name: "EVERYTHING", subjects: ["*.verdict.>"] },
    ];
    for (const { name, subjects } of foreign) {
      const connection = await cluster.connect();
      try {
        const { streams } = await jetstreamManager(connection);
        const before = await streams.add({ name, subjects, num_replicas: 3 });
        await stock.assertRefused(cluster.urls, { says: new RegExp(name) });
        const after = await streams.info(name);
        assert.deepEqual(after.config, before.config);
        assert.equal(after.state.messages, 0);
      } finally {
        await connection.close();
      }
      await forget(cluster, name);
    }
    await stock.assertShipped(cluster.urls);
  },
);
