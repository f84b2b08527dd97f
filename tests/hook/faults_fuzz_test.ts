import assert from "node:assert/strict";
import fc from "fast-check";
import { run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { type FaultCase, faultCase, PLACES } from "./_faults_cases.ts";
import { type RepositoryState, STATES } from "./_faults_repositories.ts";
import { readRecord, recordNames, Session } from "./session.ts";

const SEED = 20261116;
/** Enough to find what is broken; a longer run names its number. */
const CASES = Number(Deno.env.get("FUZZ_CASES") ?? 500);
/** Far more than it takes: a machine that needs longer says so instead of passing with less. */
const BOX_MS = 300_000;

/** A repository in some state, and a folder beside it that no hook may touch unasked. */
interface Slot {
  state: RepositoryState;
  session: Session;
  places: Scratch;
}

Deno.test(`any payload, environment and repository: ${CASES} cases leave whole records and nothing else`, async () => {
  await using stack = new AsyncDisposableStack();
  const other = stack.use(await Scratch.make());
  await other.init({ "a.ts": "1\n" });
  await other.write({ "b.ts": "1\n" });
  await other.commit("Second");
  const slots: Slot[] = [];
  for (const state of STATES) {
    const repo = stack.use(await Scratch.make());
    const places = stack.use(await Scratch.make());
    await state.make(repo, other);
    await furnish(places);
    slots.push({ state, session: new Session(repo), places });
  }

  const began = Date.now();
  const cases = fc.sample(faultCase, { seed: SEED, numRuns: CASES });
  let failure: unknown = null;
  const results = await Promise.all(slots.map(async (slot, at) => {
    const done = { cases: 0, records: 0 };
    for (const [number, fault] of cases.entries()) {
      if (fault.state % slots.length !== at) continue;
      if (failure !== null || Date.now() - began > BOX_MS) break;
      try {
        done.records += await check(slot, fault);
      } catch (error) {
        const what = `seed ${SEED}, case ${number} of ${CASES}, repository "${slot.state.name}"`;
        // Not thrown here: the other hooks have to end before their repositories are removed.
        failure ??= new Error(`${what}: ${describe(fault)}`, { cause: error });
      }
      done.cases++;
    }
    return done;
  }));
  if (failure !== null) throw failure;
  const sum = (field: "cases" | "records") => results.reduce((n, done) => n + done[field], 0);
  assert.equal(sum("cases"), CASES, `cases done within ${BOX_MS} ms`);
  // Most cases are captures: had the hooks done nothing, all of the above would hold as well.
  assert.ok(sum("records") > CASES / 4, `${sum("records")} records`);
});

/** Runs a case, checks all that always holds, and returns how many records it left. */
async function check({ state, session, places }: Slot, fault: FaultCase): Promise<number> {
  const fill = (text: string): string => text.replaceAll(PLACES, places.folder);
  const { content, isStop } = fault.payload;
  const env = Object.fromEntries(
    Object.entries(fault.env).map(([name, value]) => [name, fill(value)]),
  );
  const named = namedFolder(env["REFLECTION_DIR"] ?? "");
  const folder = named ?? session.repo.path(".mosaic/reflections");
  const usable = named === null || named.includes("/named/");
  const own = [session.repo.path(".mosaic"), ...usable ? [places.path("named")] : []];
  if (fault.fresh) {
    for (const path of own) await Deno.remove(path, { recursive: true }).catch(() => {});
  }
  const tree = () => [...listing(session.repo.folder, own), ...listing(places.folder, own)];
  const before = { tree: tree(), records: new Set(await records(folder)) };

  const ran = await session.hook(fault.event, {
    env,
    payload: typeof content === "string" ? fill(content) : content,
    without: fault.homeless ? ["HOME"] : [],
  });

  const active = ["solo", "orchestrated"].includes(fault.env["REFLECTION_MODE"] ?? "");
  const asks = fault.event === "SessionStart" && active && state.hasGit &&
    env["REFLECTION_ASK"] === "1";
  if (asks) JSON.parse(ran.stdout);
  else assert.equal(ran.stdout, "");
  assert.deepEqual(tree(), before.tree);
  const added = (await records(folder)).filter((name) => !before.records.has(name));
  for (const name of added) await readRecord(`${folder}/${name}`);
  const names = listing(folder, []);
  assert.deepEqual(names.filter((name) => name.includes(".tmp ")), []);
  if (!active || fault.event === "SessionStart") assert.equal(added.length, 0);
  else if (isStop) {
    const expected = usable && (state.hasGit || named !== null) ? 1 : 0;
    assert.equal(added.length, expected, `new records; stderr: ${ran.stderr}`);
  }
  return added.length;
}

/** The folder that the user named, where it is of a kind that hooks follow. */
function namedFolder(value: string): string | null {
  return value.startsWith("/") && !value.includes(",") ? value : null;
}

async function records(folder: string): Promise<string[]> {
  return await recordNames(folder).catch(() => []);
}

/** Everything below a folder but what is ours, with size and time of each file. */
function listing(folder: string, own: readonly string[]): string[] {
  const found: string[] = [];
  const walk = (path: string): void => {
    for (const entry of entriesOf(path)) {
      const below = `${path}/${entry.name}`;
      if (own.includes(below)) continue;
      if (entry.isDirectory) {
        found.push(below);
        walk(below);
      } else {
        const info = statOf(below);
        found.push(`${below} ${info?.size} ${info?.mtime?.getTime()}`);
      }
    }
  };
  walk(folder);
  return found.sort();
}

function entriesOf(path: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(path)];
  } catch {
    return [];
  }
}

function statOf(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch {
    return null; // A name that is not UTF-8
  }
}

async function furnish(places: Scratch): Promise<void> {
  await places.write({
    "outside/file": "precious\n",
    "outside/report.json": '{ "confidence": 0.9, "most_likely_wrong": null }',
    "outside/binary": new Uint8Array([0, 255, 1, 254]),
    "outside/huge": "x".repeat(300_000),
  });
  await run("mkfifo", [places.path("outside/fifo")]);
  await run("git", ["init", "--quiet"], { cwd: places.path("outside") });
}

function describe(fault: FaultCase): string {
  const { content } = fault.payload;
  const text = typeof content === "string" ? content : `bytes ${content}`;
  return JSON.stringify({ ...fault, payload: text.slice(0, 2000) }, null, 1);
}
