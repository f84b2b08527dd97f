/**
 * Brings the records of this machine to where those of many machines are kept. The folders are the
 * spool: whatever is not acknowledged stays, and is brought the next time.
 *
 *     deno task ship --to nats://host:4222[,host…] [DIR…] [--once | --follow] [--dry-run]
 */

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
import { DEFAULT_FOLDER } from "../lib/store/store.ts";
import { openFleet } from "./open.ts";
import { openPlaces, placesOr, recordsFolder } from "../lib/records/open.ts";
import { count, counted } from "../lib/text/figures.ts";
import { type FleetAddress, isFleetAddress, parseFleetAddress } from "../lib/records/address.ts";
import { addressFlag, WHERE } from "./address_flag.ts";
import { backoff, wait } from "./backoff.ts";
import { closeEngine, type Engine, openEngine, UnreachableError } from "./connect.ts";
import type { StreamIdentity } from "./cursor.ts";
import { dryRun, dryRunLines } from "./dry_run.ts";
import { ensureStream } from "./ensure_stream.ts";
import { Shipment } from "./shipment.ts";
import { NO_WISHES } from "./stream_config.ts";
import type { Tally } from "./tally.ts";
import { UserError } from "../lib/text/errors.ts";
import { visible } from "../lib/text/text.ts";

/** So many files that are no records are named at the end. */
const NAMED = 20;

interface Wanted {
  readonly to: FleetAddress;
  readonly follow: boolean;
  readonly json: boolean;
  /** In milliseconds. */
  readonly patience: number;
}

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
  { to, follow, patience, dryRun, json }: Values<typeof FLAGS>,
  args: readonly string[],
): Promise<number> {
  if (to === undefined && !dryRun) throw new UsageError(`--to is missing: ${WHERE}`);
  const here = callersFolder();
  const places = await placesOr(args, here);
  if (dryRun) return await sayOnly(to ?? null, places, here, json);
  const address = places.find(isFleetAddress);
  if (address !== undefined) {
    throw new UsageError(
      `Records are brought from folders, not from "${parseFleetAddress(address).shown}"`,
    );
  }
  const folders = [...new Set(places.map((place) => recordsFolder(place, here)))];
  return await ship({ to: to!, follow, json, patience: 1_000 * patience }, folders);
}

async function ship({ to, follow, patience, json }: Wanted, folders: string[]): Promise<number> {
  const progress = new Progress();
  const say = (message: string): void => {
    progress.clear();
    console.error(visible(message));
  };
  const stop = stopSignal();
  const ready = await reach(to, { keepTrying: follow, patience, stop, say });
  if (ready === null) return stopped(follow, say);
  const { engine, identity } = ready;
  const shipment = new Shipment({
    ...{ engine, identity, folders, follow, stop, say },
    patience: follow ? null : patience,
    progress: ({ shipped }, held) =>
      progress.say(() => `${count(shipped)} records acknowledged, ${count(held)} on their way`),
  });
  try {
    if (follow) say(`Following ${counted(folders.length, "folder")} to ${engine.address.shown}`);
    await Promise.race([shipment.run(), lost(engine, stop)]);
  } catch (error) {
    progress.clear();
    tell(shipment.tally, json);
    if (shipment.held > 0) say(`${counted(shipment.held, "record")} and maybe more still to bring`);
    throw error;
  } finally {
    await closeEngine(engine);
  }
  progress.clear();
  tell(shipment.tally, json);
  return stop.aborted ? stopped(follow, say) : 0;
}

/** How it ends when it was told to. */
function stopped(follow: boolean, say: (message: string) => void): number {
  if (follow) return 0;
  say("Stopped before all was brought; the rest is where it was");
  return 1;
}

/** The engine and the stream to bring records to; null where it was told to stop before. */
async function reach(
  to: FleetAddress,
  options: {
    keepTrying: boolean;
    patience: number;
    stop: AbortSignal;
    say: (message: string) => void;
  },
): Promise<{ engine: Engine; identity: StreamIdentity } | null> {
  const { keepTrying, patience, stop, say } = options;
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
      const patient = keepTrying || engine !== null && performance.now() - started < patience;
      if (!(error instanceof UnreachableError && patient)) {
        if (engine !== null) await closeEngine(engine);
        throw error;
      }
      if (failures === 1) say(`${error.message}; trying again`);
      await wait(backoff(failures, Math.random()), stop);
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

function tell(tally: Tally, json: boolean): void {
  const { shipped, known, doubles, bytes, invalid: invalid_count, named: invalid } = tally;
  if (json) {
    const result = { shipped, known, doubles, bytes, invalid_count, invalid };
    console.log(JSON.stringify(result, null, 2));
    return;
  }
  const had = doubles > 0 ? `, ${count(doubles)} of which the engine had` : "";
  console.log(
    `${counted(shipped, "record")} acknowledged (${count(bytes)} bytes)${had}; ` +
      `${count(known)} were before`,
  );
  nameInvalid(invalid, invalid_count);
}

function nameInvalid(
  invalid: readonly { origin: string; problem: string }[],
  all: number,
): void {
  if (all === 0) return;
  console.error(`${counted(all, "file")} left in place:`);
  for (const { origin, problem } of invalid.slice(0, NAMED)) {
    console.error(`  ${visible(origin)}: ${problem}`);
  }
  if (all > NAMED) console.error(`  and ${count(all - NAMED)} more; --json names them`);
}

async function sayOnly(
  to: FleetAddress | null,
  places: readonly string[],
  here: string,
  json: boolean,
): Promise<number> {
  const source = await openPlaces(places, here, openFleet);
  try {
    const plan = await dryRun(source, to);
    if (json) console.log(JSON.stringify(plan, null, 2));
    else {
      for (const line of dryRunLines(plan)) console.log(line);
      nameInvalid(plan.invalid, plan.invalid_count);
    }
    return 0;
  } finally {
    await source.close();
  }
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
