/**
 * Sends the records of this machine to where those of many machines are kept. The folders are the
 * spool: what is not acknowledged stays, and is sent the next time.
 *
 *     deno task ship --to nats://host:4222[,host…] [DIR…] [--once | --follow] [--dry-run]
 */

import { dirname } from "node:path";
import { command } from "../lib/cli/command.ts";
import {
  byDefault,
  callersFolder,
  flag,
  number,
  UsageError,
  type Values,
} from "../lib/cli/flags.ts";
import { Progress, stopSignal } from "../lib/cli/progress.ts";
import { GitError } from "../lib/git/run.ts";
import { markdownTable } from "../lib/page/doc.ts";
import { type FleetAddress, isFleetAddress, parseFleetAddress } from "../lib/records/address.ts";
import { openPlaces, placesOr, recordsFolder } from "../lib/records/open.ts";
import { DEFAULT_FOLDER } from "../lib/store/store.ts";
import { UserError } from "../lib/text/errors.ts";
import { count, counted } from "../lib/text/figures.ts";
import { visible } from "../lib/text/text.ts";
import { closeEngine, type Engine, openEngine, UnreachableError } from "./connect.ts";
import { acknowledgedIn, fileHash } from "./cursor.ts";
import { waitToRetry } from "./lanes.ts";
import { addressFlag, openFleet, WHERE } from "./open.ts";
import { type InvalidFiles, invalidJson, Shipment } from "./shipment.ts";
import {
  checkStream,
  ensureStream,
  NO_WISHES,
  settledStream,
  STREAM,
  type StreamIdentity,
  subjectOf,
} from "./stream.ts";

/** So many files that are no records are named at the end. */
const NAMED = 20;

const FLAGS = {
  to: addressFlag(
    "The engine, all of its servers: nats://host:4222,host:4222; tls:// insists on an encrypted " +
      "connection",
  ),
  once: flag("Bring what is there, and end (default)"),
  follow: flag("Go on with what comes later, until SIGTERM or Ctrl-C"),
  patience: byDefault(
    number("SECONDS", "With --once: give up after so long without an acknowledgement", {
      ...{ from: 0, to: 86_400 },
    }),
    60,
  ),
  dryRun: flag(
    "Say what would be brought, and bring nothing; without --to, as if nothing had been yet. DIR " +
      "may be an address here, too",
  ),
  json: flag("Print the result as JSON"),
};

async function run(
  { to, dryRun, ...values }: Values<typeof FLAGS>,
  args: readonly string[],
): Promise<number> {
  if (to === undefined && !dryRun) throw new UsageError(`--to is missing: ${WHERE}`);
  const here = callersFolder();
  const places = await placesOr(args, here);
  if (dryRun) return await showPlan(to ?? null, places, here, values.json);
  const address = places.find(isFleetAddress);
  if (address !== undefined) {
    throw new UsageError(
      `Records are brought from folders, not from "${parseFleetAddress(address).shown}"`,
    );
  }
  const folders = [...new Set(places.map((place) => recordsFolder(place, here)))];
  return await ship(to!, values, folders);
}

async function ship(
  to: FleetAddress,
  { follow, patience: seconds, json }: Omit<Values<typeof FLAGS>, "to" | "dryRun">,
  folders: readonly string[],
): Promise<number> {
  const patience = follow ? Infinity : 1_000 * seconds;
  const progress = new Progress();
  const say = (message: string): void => {
    progress.clear();
    console.error(visible(message));
  };
  const stop = stopSignal();
  const ready = await reach(to, patience, stop, say);
  if (ready === null) return stopped(follow, say);
  const { engine, identity } = ready;
  const shipment = new Shipment({
    ...{ engine, identity, folders, follow, stop, patience, say },
    progress: (shipped, held) =>
      progress.say(() => `${count(shipped)} records acknowledged, ${count(held)} on their way`),
  });
  try {
    if (follow) say(`Following ${counted(folders.length, "folder")} to ${engine.address.shown}`);
    await Promise.race([shipment.run(), lost(engine, stop)]);
  } catch (error) {
    if (shipment.held > 0) say(`${counted(shipment.held, "record")} and maybe more still to bring`);
    throw error;
  } finally {
    progress.clear();
    printResult(shipment, json);
    await closeEngine(engine);
  }
  return stop.aborted ? stopped(follow, say) : 0;
}

/** How it ends after the signal to stop. */
function stopped(follow: boolean, say: (message: string) => void): number {
  if (follow) return 0;
  say("Stopped before all was brought; the rest is where it was");
  return 1;
}

/**
 * The engine, and the stream to send records to; null where the signal to stop came before.
 *
 * @param patience For so many milliseconds; an engine that never answered is tried again only where
 * this has no limit.
 */
async function reach(
  to: FleetAddress,
  patience: number,
  stop: AbortSignal,
  say: (message: string) => void,
): Promise<{ engine: Engine; identity: StreamIdentity } | null> {
  const started = performance.now();
  let engine: Engine | null = null;
  for (let failures = 1; !stop.aborted; failures++) {
    try {
      engine ??= await Promise.race([openEngine(to), untilAborted(stop)]);
      if (engine === null) return null;
      const { info, made } = await ensureStream(engine, NO_WISHES);
      if (made) {
        say(`Made the stream ${info.config.name} with ${info.config.num_replicas} replicas`);
      }
      return { engine, identity: { name: info.config.name, created: info.created } };
    } catch (error) {
      // A cluster that has no leader for a moment is there all the same.
      const isPatient = patience === Infinity ||
        engine !== null && performance.now() - started < patience;
      if (!(error instanceof UnreachableError && isPatient)) {
        if (engine !== null) await closeEngine(engine);
        throw error;
      }
      if (failures === 1) say(`${error.message}; trying again`);
      await waitToRetry(failures, stop);
    }
  }
  if (engine !== null) await closeEngine(engine);
  return null;
}

function untilAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(null)));
}

/** Ends only with an error: when the connection was lost for good. */
async function lost({ connection, address }: Engine, stop: AbortSignal): Promise<never> {
  const why = await connection.closed();
  if (stop.aborted || why === undefined) return await new Promise(() => {});
  throw new UserError(`${(why as Error).message}: ${address.shown} closed the connection`);
}

function printResult(shipment: Shipment, json: boolean): void {
  const { shipped, known, doubles, bytes, invalid } = shipment;
  if (json) {
    const result = { shipped, known, doubles, bytes, ...invalidJson(invalid) };
    console.log(JSON.stringify(result, null, 2));
    return;
  }
  const had = doubles > 0 ? `, ${count(doubles)} of which the engine had` : "";
  console.log(
    `${counted(shipped, "record")} acknowledged (${count(bytes)} bytes)${had}; ` +
      `${count(known)} were before`,
  );
  nameInvalid(invalid);
}

function nameInvalid(files: InvalidFiles): void {
  if (files.size === 0) return;
  console.error(`${counted(files.size, "file")} left in place:`);
  for (const [origin, problem] of files.entries().take(NAMED)) {
    console.error(`  ${visible(origin)}: ${problem}`);
  }
  const more = files.size - NAMED;
  if (more > 0) console.error(`  and ${count(more)} more; --json names them`);
}

/** Says what would be sent, and sends nothing. Without an address, as if nothing had been yet. */
async function showPlan(
  to: FleetAddress | null,
  places: readonly string[],
  here: string,
  json: boolean,
): Promise<number> {
  const stream = to === null ? null : await streamAt(to);
  const isKnown = knownBy(stream);
  const subjects = new Map<string, number>();
  const invalid: InvalidFiles = new Map();
  let [would_ship, known] = [0, 0];
  const source = await openPlaces(places, here, openFleet);
  try {
    for await (const batch of source.read()) {
      for (const found of batch) {
        if ("problem" in found) invalid.set(found.origin, found.problem);
        if (!("record" in found)) continue;
        if (isKnown(found.origin)) {
          known++;
          continue;
        }
        would_ship++;
        const subject = subjectOf(found.record);
        subjects.set(subject, (subjects.get(subject) ?? 0) + 1);
      }
    }
  } finally {
    await source.close();
  }
  const bySubject = [...subjects].sort(([a], [b]) => a < b ? -1 : 1);
  const makes_stream = to === null ? null : stream === null;
  if (json) {
    const plan = {
      ...{ to: to?.shown ?? null, makes_stream, would_ship, known },
      subjects: Object.fromEntries(bySubject),
      ...invalidJson(invalid),
    };
    console.log(JSON.stringify(plan, null, 2));
    return 0;
  }
  const where = to === null ? "" : ` to ${to.shown}`;
  if (makes_stream) console.log(`The stream ${STREAM} would be made on ${to?.shown}`);
  console.log(
    `${counted(would_ship, "record")} would be brought${where}; ` +
      `${count(known)} were acknowledged before`,
  );
  if (would_ship > 0) {
    const rows = bySubject.map(([subject, number]) => [subject, count(number)]);
    console.log(`\n${markdownTable(["subject", "records"], rows)}`);
  }
  nameInvalid(invalid);
  return 0;
}

async function streamAt(to: FleetAddress): Promise<StreamIdentity | null> {
  const engine = await openEngine(to);
  try {
    const info = await settledStream(engine);
    if (info === null) return null;
    checkStream(info, engine, NO_WISHES);
    return { name: info.config.name, created: info.created };
  } finally {
    await closeEngine(engine);
  }
}

/** Whether what stands at an origin was acknowledged already; what is no file never was. */
function knownBy(stream: StreamIdentity | null): (origin: string) => boolean {
  const folders = new Map<string, ReadonlySet<string>>();
  return (origin) => {
    if (stream === null) return false;
    const folder = dirname(origin);
    const acknowledged = folders.get(folder) ?? acknowledgedIn(folder, stream);
    folders.set(folder, acknowledged);
    if (acknowledged.size === 0) return false;
    try {
      return acknowledged.has(fileHash(origin, Deno.lstatSync(origin)));
    } catch {
      return false;
    }
  };
}

if (import.meta.main) {
  await command({
    name: "ship",
    summary:
      "Brings records to a NATS engine with JetStream, where those of many machines are kept.",
    usage: ["--to nats://host:4222[,host…] [DIR…]"],
    about: [
      "DIR is a repository, or a folder of records (default: $REFLECTION_DIR, else " +
      `${DEFAULT_FOLDER} of the repository you are in). Nothing is removed there. ` +
      "What the engine has acknowledged is remembered in state/ship-….cursor, and what it has " +
      "not is brought the next time.",
    ],
    flags: FLAGS,
    most: Infinity,
    apart: [["once", "follow"], ["dryRun", "follow"]],
    notes: [
      "Who you are to the engine is said in the environment, never here: NATS_CREDS or NATS_NKEY " +
      "(files), NATS_USER with NATS_PASSWORD or NATS_PASSWORD_FILE; NATS_CA, NATS_CERT and " +
      "NATS_KEY (files) for TLS.",
    ],
    errors: [GitError],
    run,
  });
}
