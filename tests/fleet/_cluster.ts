// Real servers of the engine, on loopback, in folders of their own.

import { connect, type NatsConnection, type NodeConnectionOptions } from "@nats-io/transport-node";
import { Scratch } from "../support/repository.ts";
import { until } from "./_wait.ts";

/** The server's program, or null where there is none; then a test says so and is skipped. */
export const NATS_SERVER: string | null = [...(Deno.env.get("PATH") ?? "").split(":"), "/usr/sbin"]
  .map((folder) => `${folder}/nats-server`).find(isFile) ?? null;

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** A test that needs servers, and says so where there are none, or where it lacks something else. */
export function fleetTest(
  name: string,
  test: () => Promise<void>,
  lacking: string | null = null,
): void {
  const reason = NATS_SERVER === null ? "there is no nats-server on PATH" : lacking;
  Deno.test({
    name: reason === null ? name : `${name} (skipped: ${reason})`,
    ignore: reason !== null,
    fn: test,
  });
}

/** Where servers stand that are not simply on this machine's loopback. */
export interface Elsewhere {
  /** The address that a server listens on. */
  host(n: number): string;
  /** What a server's command begins with, to be started there. */
  command(n: number): readonly string[];
  /** An address on loopback that leads there. */
  reach(host: string, port: number): Promise<string>;
}

/** How servers are started. */
interface ClusterOptions {
  /** @default 3 */
  readonly nodes?: number;
  /** More of the servers' configuration: who may connect, certificates. */
  readonly config?: string;
  /** What the test itself connects with. */
  readonly connect?: NodeConnectionOptions;
  /** Where a server keeps its streams; a folder of its own where nothing is said. */
  readonly store?: (n: number) => string | undefined;
  readonly elsewhere?: Elsewhere;
}

interface Node {
  readonly name: string;
  readonly config: string;
  readonly log: string;
  readonly command: readonly string[];
  /** As clients are told to reach it. */
  readonly address: string;
  /** As this test reaches it: for clients, and for questions about itself. */
  readonly here: string;
  readonly monitor: string;
  process: Deno.ChildProcess | null;
}

/** Servers that know each other, from their start to their end. */
export class Cluster implements AsyncDisposable {
  private constructor(
    readonly scratch: Scratch,
    readonly options: ClusterOptions,
    readonly nodes: readonly Node[],
  ) {}

  /** Starts servers and waits until they work together. */
  static async start(options: ClusterOptions = {}): Promise<Cluster> {
    for (let tries = 5;; tries--) {
      const scratch = await Scratch.make("fleet-");
      const cluster = new Cluster(scratch, options, await layOut(scratch, options));
      try {
        await cluster.startAll();
        return cluster;
      } catch (error) {
        await cluster[Symbol.asyncDispose]();
        // Another process was faster with one of the ports.
        if (tries === 0 || !/address already in use/.test(String(error))) throw error;
      }
    }
  }

  /** All servers, as a user names them. */
  get urls(): string {
    return `nats://${this.nodes.map(({ address }) => address).join(",")}`;
  }

  /** The same servers as this test has to name them. */
  get urlsHere(): string {
    return `nats://${this.nodes.map(({ here }) => here).join(",")}`;
  }

  /** A bare client, which finds its way back whatever happens to the servers. */
  connect(options: NodeConnectionOptions = {}): Promise<NatsConnection> {
    return connect({
      servers: this.nodes.map(({ here }) => here),
      ignoreClusterUpdates: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 50,
      reconnectJitter: 0,
      waitOnFirstConnect: true,
      timeout: 2000,
      pingInterval: 1000,
      maxPingOut: 2,
      ...this.options.connect,
      ...options,
    });
  }

  /** Starts a server that does not run. */
  start(n: number): void {
    const node = this.#node(n);
    if (node.process !== null) throw new Error(`${node.name} runs already`);
    const [program, ...args] = [...node.command, NATS_SERVER!, "--config", node.config];
    node.process = new Deno.Command(program!, {
      args,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
  }

  /** Ends a server and waits until it is gone. */
  async kill(n: number, signal: Deno.Signal = "SIGKILL"): Promise<void> {
    const { process } = this.#node(n);
    if (process === null) return;
    this.#node(n).process = null;
    try {
      process.kill(signal);
    } catch {
      // It ended by itself: what it wrote tells why.
    }
    await process.status;
  }

  /** Ends all servers at once. */
  async killAll(signal: Deno.Signal = "SIGKILL"): Promise<void> {
    await Promise.all(this.nodes.map((_, n) => this.kill(n, signal)));
  }

  /** Starts all servers and waits until they work together. */
  async startAll(): Promise<void> {
    for (const n of this.nodes.keys()) this.start(n);
    await this.ready();
  }

  /** Waits until every server runs, is up to date, and one of them leads the others. */
  async ready(): Promise<void> {
    const asked = until("the servers to be ready", async () => {
      const healthy = await Promise.all(this.nodes.map((node) => this.#ask(node, "healthz")));
      if (healthy.some((answer) => answer?.status !== "ok")) return false;
      return this.nodes.length === 1 || await this.#isWhole();
    });
    const ended = this.nodes.map(async ({ name, log, process }) => {
      const status = await process?.status;
      const said = await Deno.readTextFile(log).catch(() => "");
      throw new Error(`${name} ended (${status?.code}): ${said.split("\n").slice(-5).join("\n")}`);
    });
    await Promise.race([asked, ...ended]);
    for (const end of ended) end.catch(() => {});
    asked.catch(() => {});
  }

  /** Whether the server that leads sees all others, up to date. */
  async #isWhole(): Promise<boolean> {
    const metas = await Promise.all(this.nodes.map(async (node) => {
      const answer = await this.#ask(node, "jsz") as { meta_cluster?: Meta } | null;
      return answer?.meta_cluster;
    }));
    const leaders = new Set(metas.map((meta) => meta?.leader ?? ""));
    const [leader] = leaders;
    if (leaders.size !== 1 || !leader) return false;
    const seen = metas[this.nodes.findIndex(({ name }) => name === leader)]?.replicas ?? [];
    return seen.length === this.nodes.length - 1 &&
      seen.every(({ current, offline }) => current && !offline);
  }

  /** The server that leads a stream, asked of those that run. */
  leaderOf(stream: string): Promise<number> {
    return until(`a leader of ${stream}`, async () => {
      for (const node of this.nodes.filter(({ process }) => process !== null)) {
        const leader = (await this.#replica(node, stream))?.cluster?.leader;
        const n = this.nodes.findIndex(({ name }) => name === leader);
        if (n >= 0 && this.nodes[n]!.process !== null) return { n };
      }
      return null;
    }).then(({ n }) => n);
  }

  /** Whom one server takes for the leader of a stream; null where it knows none. */
  async leaderSeenBy(n: number, stream: string): Promise<string | null> {
    return (await this.#replica(this.#node(n), stream))?.cluster?.leader ?? null;
  }

  /** Whether a server says what it holds. */
  async answers(n: number): Promise<boolean> {
    return await this.#ask(this.#node(n), "jsz?accounts=true&streams=true") !== null;
  }

  /** How many clients each server has. */
  async clients(): Promise<number[]> {
    return await Promise.all(this.nodes.map(async (node) => {
      const answer = await this.#ask(node, "connz");
      if (answer === null) throw new Error(`${node.name} does not answer`);
      return Number(answer.num_connections);
    }));
  }

  /** How many messages of a stream a server holds, leader or not. */
  async heldBy(n: number, stream: string): Promise<number> {
    return (await this.#replica(this.#node(n), stream))?.state?.messages ?? 0;
  }

  /** How many messages of a stream any of the servers that run holds. */
  async count(stream: string): Promise<number> {
    const running = [...this.nodes.keys()].filter((n) => this.#node(n).process !== null);
    return Math.max(0, ...await Promise.all(running.map((n) => this.heldBy(n, stream))));
  }

  async #replica(node: Node, stream: string): Promise<Replica | null> {
    const answer = await this.#ask(node, "jsz?accounts=true&streams=true") as Jsz | null;
    const details = answer?.account_details?.flatMap(({ stream_detail }) => stream_detail ?? []);
    return details?.find(({ name }) => name === stream) ?? null;
  }

  async #ask(node: Node, what: string): Promise<Record<string, unknown> | null> {
    try {
      const response = await fetch(`http://${node.monitor}/${what}`, {
        signal: AbortSignal.timeout(2000),
      });
      return await response.json();
    } catch {
      return null;
    }
  }

  #node(n: number): Node {
    const node = this.nodes[n];
    if (node === undefined) throw new RangeError(`There is no server ${n}`);
    return node;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.killAll();
    await this.scratch[Symbol.asyncDispose]();
  }
}

interface Meta {
  readonly leader?: string;
  readonly replicas?: readonly { current: boolean; offline?: boolean }[];
}

/** One server's share of a stream. */
interface Replica {
  readonly name: string;
  readonly cluster?: { leader?: string };
  readonly state?: { messages: number };
}

interface Jsz {
  readonly account_details?: readonly { readonly stream_detail?: readonly Replica[] }[];
}

/** Writes what each server has to know, and says where it will be found. */
async function layOut(scratch: Scratch, options: ClusterOptions): Promise<Node[]> {
  const { nodes: count = 3, config = "", store, elsewhere } = options;
  const host = (n: number) => elsewhere?.host(n) ?? "127.0.0.1";
  const ports = Array.from({ length: count }, () => freePorts(3));
  const routes = ports.map(([, route], n) => `"nats://${host(n)}:${route}"`);
  return await Promise.all(ports.map(async ([client, route, monitor], n) => {
    const name = `n${n}`;
    const file = `${name}.conf`;
    await scratch.write({
      [file]: `
server_name: ${name}
listen: "${host(n)}:${client}"
http: "${host(n)}:${monitor}"
log_file: "${scratch.path(`${name}.log`)}"
# Who does not answer is let go of soon: tests wait for it.
ping_interval: "1s"
ping_max: 2
# By itself a server takes what its disk has free for all that it may use.
jetstream { store_dir: "${store?.(n) ?? scratch.path(name)}", max_file_store: 10G }
${
        count === 1
          ? ""
          : `cluster { name: fleet, listen: "${
            host(n)
          }:${route}", no_advertise: true, routes: [${routes}] }`
      }
${config}
`,
    });
    const reach = (port: number) => elsewhere?.reach(host(n), port) ?? `127.0.0.1:${port}`;
    return {
      name,
      config: scratch.path(file),
      log: scratch.path(`${name}.log`),
      command: elsewhere?.command(n) ?? [],
      address: `${host(n)}:${client}`,
      here: await reach(client!),
      monitor: await reach(monitor!),
      process: null,
    };
  }));
}

const taken = new Set<number>();

/**
 * Free ports. Not those that the kernel gives to clients that connect: while a server
 * is down, a client that looks for it could be given the very port that it looks for.
 */
function freePorts(count: number): number[] {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (taken.has(port)) continue;
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
    } catch {
      continue;
    }
    taken.add(port);
    ports.push(port);
  }
  return ports;
}
