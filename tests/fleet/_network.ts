// A network of this test's own: machines on one switch, each of which can be cut off.

import { fileURLToPath } from "node:url";
import { run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import type { Elsewhere } from "./_cluster.ts";

const RELAY = fileURLToPath(new URL("./_relay.ts", import.meta.url));

/** Machines as network namespaces. Only namespaces that it made itself are ever touched. */
export class Network implements AsyncDisposable, Elsewhere {
  readonly #name = `fleet-${crypto.randomUUID().slice(0, 8)}`;
  readonly #made: string[] = [];
  readonly #relays: Relay[] = [];

  private constructor(readonly scratch: Scratch) {}

  /** Makes a switch and so many machines. */
  static async make(machines: number): Promise<Network> {
    const network = new Network(await Scratch.make("fleet-network-"));
    try {
      await network.#build(machines);
    } catch (error) {
      await network[Symbol.asyncDispose]();
      throw error;
    }
    return network;
  }

  host(n: number): string {
    return `10.77.0.${n + 1}`;
  }

  command(n: number): readonly string[] {
    return ["ip", "netns", "exec", this.#machine(n)];
  }

  async reach(host: string, port: number): Promise<string> {
    return await this.#relays[1]!.say(`${host}:${port}`);
  }

  /** Pulls a machine's plug. Nothing is refused: what is sent never arrives. */
  async cut(n: number): Promise<void> {
    await ip("-n", this.#switch, "link", "set", `m${n}`, "down");
  }

  async heal(n: number): Promise<void> {
    await ip("-n", this.#switch, "link", "set", `m${n}`, "up");
  }

  get #switch(): string {
    return `${this.#name}-switch`;
  }

  #machine(n: number): string {
    return `${this.#name}-m${n}`;
  }

  async #build(machines: number): Promise<void> {
    const hub = this.#switch;
    await this.#namespace(hub);
    await ip("-n", hub, "link", "add", "br0", "type", "bridge");
    await ip("-n", hub, "address", "add", `${this.host(253)}/24`, "dev", "br0");
    await ip("-n", hub, "link", "set", "br0", "up");
    for (let n = 0; n < machines; n++) {
      const machine = this.#machine(n);
      await this.#namespace(machine);
      await ip(
        ...["-n", hub, "link", "add", `m${n}`, "type", "veth", "peer", "name", "eth0"],
        ...["netns", machine],
      );
      await ip("-n", hub, "link", "set", `m${n}`, "master", "br0", "up");
      await ip("-n", machine, "address", "add", `${this.host(n)}/24`, "dev", "eth0");
      await ip("-n", machine, "link", "set", "eth0", "up");
    }
    const socket = this.scratch.path("relay.sock");
    const inside = new Relay(["ip", "netns", "exec", hub], "inside", socket);
    this.#relays.push(inside);
    await inside.line();
    this.#relays.push(new Relay([], "outside", socket));
  }

  async #namespace(name: string): Promise<void> {
    await ip("netns", "add", name);
    this.#made.push(name);
    await ip("-n", name, "link", "set", "lo", "up");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const relay of this.#relays) await relay.end();
    for (const name of this.#made) await ip("netns", "delete", name);
    await this.scratch[Symbol.asyncDispose]();
  }
}

async function ip(...args: string[]): Promise<void> {
  const { code, stderr } = await run("ip", args);
  if (code !== 0) throw new Error(`ip ${args.join(" ")}: ${stderr}`);
}

/** One half of a relay, which answers line by line. */
class Relay {
  readonly #process: Deno.ChildProcess;
  readonly #lines: ReadableStreamDefaultReader<string>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  #rest = "";
  #turn: Promise<unknown> = Promise.resolve();

  constructor(prefix: readonly string[], side: "inside" | "outside", socket: string) {
    const [program, ...args] = [
      ...prefix,
      ...[Deno.execPath(), "run", "--no-config", "--quiet", "--allow-net"],
      ...["--allow-read", "--allow-write", RELAY, side, socket],
    ];
    this.#process = new Deno.Command(program!, {
      args,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#lines = this.#process.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.#writer = this.#process.stdin.getWriter();
  }

  /** Its next line. */
  async line(): Promise<string> {
    while (!this.#rest.includes("\n")) {
      const { done, value } = await this.#lines.read();
      if (done) throw new Error("A relay ended");
      this.#rest += value;
    }
    const [line = ""] = this.#rest.split("\n", 1);
    this.#rest = this.#rest.slice(line.length + 1);
    return line;
  }

  /** What it answers; one question after the other. */
  say(text: string): Promise<string> {
    const answer = this.#turn.then(async () => {
      await this.#writer.write(new TextEncoder().encode(`${text}\n`));
      return await this.line();
    });
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async end(): Promise<void> {
    try {
      this.#process.kill("SIGKILL");
    } catch {
      // It never started, or ended by itself.
    }
    await this.#process.status;
    await this.#lines.cancel();
    await this.#writer.abort().catch(() => {});
  }
}

/** Why there can be no network of a test's own here; null where there can. */
export const NO_NETWORK: string | null = await (async () => {
  try {
    await using _network = await Network.make(1);
    return null;
  } catch {
    return "needs iproute2 and CAP_SYS_ADMIN, for network namespaces";
  }
})();
