/** What bringing records to an engine and reading them back costs beside the bare client. */

import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { newStream, NO_WISHES } from "../../fleet/stream.ts";
import { contentHash, STREAM } from "../../fleet/stream.ts";
import { Cluster, NATS_SERVER } from "../fleet/_cluster.ts";
import { UserError } from "../../lib/text/errors.ts";
import { type Figure, median, PROJECT, startDeno, takeTurns } from "./measure.ts";
import { writeSidecars } from "./sidecars.ts";

const RECORDS = 100_000;
const ROUNDS = 3;
const READINGS = 7;

const CLIENT = `import { connect } from "@nats-io/transport-node";
import { jetstream } from "@nats-io/jetstream";
const [urls, file, count] = Deno.args;
const connection = await connect({ servers: urls.replace("nats://", "").split(",") });
const client = jetstream(connection);
`;

/** The least that anything which publishes the same bytes has to do; a thousand at once is quickest. */
const PUBLISH = `${CLIENT}
const bytes = await Deno.readFile(file);
const ids = (await Deno.readTextFile(file + ".ids")).split("\\n");
let [start, under] = [0, []];
for (const line of ids) {
  const [id, length] = line.split(" ");
  const body = bytes.subarray(start, start += Number(length));
  under.push(client.publish("reflection.reflection.shop", body, { msgID: id }));
  if (under.length < 1000) continue;
  await Promise.all(under);
  under = [];
}
await Promise.all(under);
await connection.close();
`;

/** The least that anything which reads all of it has to do. */
const CONSUME = `${CLIENT}
const consumer = await client.consumers.get("${STREAM}");
let [read, bytes] = [0, 0];
for await (const message of await consumer.consume({ max_messages: 2048 })) {
  bytes += message.data.length;
  if (++read === Number(count)) break;
}
console.log(bytes);
await connection.close();
`;

/** Measures beside three real servers. */
export async function benchFleet(): Promise<Figure[]> {
  if (NATS_SERVER === null) throw new UserError("The benchmark of the fleet needs nats-server");
  await using cluster = await Cluster.start();
  const { scratch, urls } = cluster;
  const connection = await cluster.connect();
  try {
    const manager = await jetstreamManager(connection);
    const sizes = { all: RECORDS, tenth: RECORDS / 10 };
    for (const [name, count] of Object.entries(sizes)) {
      writeSidecars(scratch.path(name), count);
      await Deno.writeFile(scratch.path(`${name}.bytes`), joined(scratch.path(name)));
    }
    await scratch.write({ "publish.ts": PUBLISH, "consume.ts": CONSUME });
    const bare = ["run", "--allow-all", "--config", `${PROJECT}/deno.json`];
    const ours = ["run", "--allow-all"];
    const shipped = (name: keyof typeof sizes) => async () => {
      await emptyStream(manager);
      await forgetCursors(scratch.path(name));
      return () =>
        startDeno([...ours, `${PROJECT}/fleet/ship.ts`, "--to", urls, scratch.path(name)]);
    };
    const published = async () => {
      await emptyStream(manager);
      return () =>
        startDeno([...bare, scratch.path("publish.ts"), urls, scratch.path("all.bytes")]);
    };
    const report = () => startDeno([...ours, `${PROJECT}/report/report.ts`, urls, "--last", "10"]);
    const consume = () =>
      startDeno([...bare, scratch.path("consume.ts"), urls, "", String(RECORDS)]);
    const times: Record<"published" | "tenth" | "all", number[]> = {
      ...{ published: [], tenth: [], all: [] },
    };
    for (let round = 0; round < ROUNDS; round++) {
      times.published.push(await timed(published));
      times.tenth.push(await timed(shipped("tenth")));
      times.all.push(await timed(shipped("all")));
    }
    const reading = await takeTurns(READINGS, {
      consumed: consume,
      reported: report,
    });
    await timed(shipped("tenth"));
    const tenth = await takeTurns(READINGS, { reported: report });
    return [
      {
        what: "100,000 records shipped / published by the bare client",
        ratio: median(times.all) / median(times.published),
        target: "<= 1.5",
      },
      {
        what: "100,000 records read into the report / by the bare consumer",
        ratio: median(reading.reported) / median(reading.consumed),
        target: "<= 2",
      },
      {
        what: "time per record shipped, 100,000 / 10,000",
        ratio: median(times.all) / median(times.tenth) / 10,
        target: "linear",
      },
      {
        what: "time per record reported, 100,000 / 10,000",
        ratio: median(reading.reported) / median(tenth.reported) / 10,
        target: "linear",
      },
    ];
  } finally {
    await connection.close();
  }
}

/** How long something takes, without what has to be made ready for it. */
async function timed(prepare: () => Promise<() => Promise<void>>): Promise<number> {
  const run = await prepare();
  const { run: [time] } = await takeTurns(1, { run });
  return time!;
}

async function emptyStream(manager: JetStreamManager): Promise<void> {
  await manager.streams.delete(STREAM).catch(() => {});
  await manager.streams.add(newStream(NO_WISHES));
}

async function forgetCursors(folder: string): Promise<void> {
  await Deno.remove(`${folder}/state`, { recursive: true }).catch(() => {});
}

/** All files of a folder in one, and beside it what each of them is called and how long it is. */
function joined(folder: string): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { name } of Deno.readDirSync(folder)) {
    parts.push(Deno.readFileSync(`${folder}/${name}`));
  }
  const ids = parts.map((part) => `${contentHash(part)} ${part.length}`);
  Deno.writeTextFileSync(`${folder}.bytes.ids`, ids.join("\n"));
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
