// One half of a way from this machine's loopback into a network namespace: a Unix socket is found
// by its path, whatever network whoever opens it stands in.
//
//     _relay.ts inside SOCKET     connects to what the first line of each connection names
//     _relay.ts outside SOCKET    for each line of stdin, listens on loopback and prints where

const [side, path = ""] = Deno.args;
const line = (text: string) => new TextEncoder().encode(`${text}\n`);

if (side === "inside") {
  const listener = Deno.listen({ transport: "unix", path });
  console.log("listening");
  for await (const from of listener) inside(from).catch(() => from.close());
} else {
  const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream());
  let rest = "";
  for await (const text of lines) {
    const targets = (rest + text).split("\n");
    rest = targets.pop()!;
    for (const target of targets) outside(target);
  }
}

async function inside(from: Deno.Conn): Promise<void> {
  let target = "";
  const byte = new Uint8Array(1);
  while (await from.read(byte) !== null && byte[0] !== 10) target += String.fromCharCode(byte[0]!);
  const [hostname = "", port] = target.split(":");
  await join(from, await Deno.connect({ hostname, port: Number(port) }));
}

async function outside(target: string): Promise<void> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  console.log(`127.0.0.1:${listener.addr.port}`);
  for await (const from of listener) {
    Deno.connect({ transport: "unix", path }).then(async (to) => {
      await to.write(line(target));
      await join(from, to);
    }).catch(() => from.close());
  }
}

/** Passes on what either says, until one has nothing more to say. */
async function join(a: Deno.Conn, b: Deno.Conn): Promise<void> {
  const ways = [a.readable.pipeTo(b.writable), b.readable.pipeTo(a.writable)];
  await Promise.race(ways).catch(() => {});
  for (const way of ways) way.catch(() => {});
  for (const end of [a, b]) {
    try {
      end.close();
    } catch {
      // Closed already, by the other way's end.
    }
  }
}
