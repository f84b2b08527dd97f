import assert from "node:assert/strict";
import { run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { contentOf, isThere } from "./_faults.ts";
import { Session } from "./session.ts";

/** A link (or a file) in the way, by the name it has in the repository. */
interface Trap {
  name: string;
  /** Where it leads, beside the repository. */
  target: "folder" | "file" | "nowhere";
  /** Whether a record can still be written. */
  captures: boolean;
}

const RECORDS = ".mosaic/reflections";
const TRAPS: readonly Trap[] = [
  { name: ".mosaic", target: "folder", captures: false },
  { name: ".mosaic", target: "file", captures: false },
  { name: ".mosaic", target: "nowhere", captures: false },
  { name: RECORDS, target: "folder", captures: false },
  { name: RECORDS, target: "nowhere", captures: false },
  { name: `${RECORDS}/state`, target: "folder", captures: false },
  { name: `${RECORDS}/state`, target: "nowhere", captures: false },
  { name: `${RECORDS}/state/session-1.lock`, target: "file", captures: false },
  { name: `${RECORDS}/state/session-1.lock`, target: "nowhere", captures: false },
  { name: `${RECORDS}/state/session-1.json`, target: "file", captures: true },
  { name: `${RECORDS}/state/session-1.json`, target: "nowhere", captures: true },
  { name: `${RECORDS}/errors.log`, target: "file", captures: true },
  { name: `${RECORDS}/errors.log`, target: "nowhere", captures: true },
  { name: `${RECORDS}/debug.log`, target: "file", captures: true },
  { name: `${RECORDS}/debug.log`, target: "nowhere", captures: true },
];

const DESCRIBED = {
  folder: "a folder outside",
  file: "a file outside",
  nowhere: "a name outside that is free",
} as const;

/** Makes sure that both logs have something to say. */
const TALKATIVE = { REFLECTION_DEBUG: "1", REFLECTION_RISK_THRESHOLD: "seven" };

for (const { name, target, captures } of TRAPS) {
  Deno.test(`nothing is written through ${name} as a link to ${DESCRIBED[target]}`, async () => {
    await using repo = await Scratch.make();
    await using outside = await Scratch.make();
    await repo.init();
    await outside.write({ "folder/reflections/state/x": "precious\n", "file": "precious\n" });
    await Deno.mkdir(repo.path(name).replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.symlink(outside.path(target), repo.path(name));
    const before = await contentOf(outside.folder);

    const session = new Session(repo);
    await session.start({ env: TALKATIVE });
    await repo.write({ "a.ts": "1\n" });
    await session.stop({ env: TALKATIVE });
    await session.end({ env: TALKATIVE });
    assert.equal(await contentOf(outside.folder), before);
    if (captures) assert.equal((await session.records()).length, 1);
  });
}

for (const name of [".mosaic", RECORDS, `${RECORDS}/state`]) {
  Deno.test(`${name} as a file stays as it is`, async () => {
    await using repo = await Scratch.make();
    await repo.init();
    await repo.write({ [name]: "precious\n" });
    const session = new Session(repo);
    await session.start({ env: TALKATIVE });
    await session.stop({ env: TALKATIVE });
    assert.equal(await Deno.readTextFile(repo.path(name)), "precious\n");
  });
}

Deno.test("a folder that REFLECTION_DIR names is not left through a link in it", async () => {
  await using repo = await Scratch.make();
  await using named = await Scratch.make();
  await using outside = await Scratch.make();
  await repo.init();
  await outside.write({ "x": "precious\n" });
  await Deno.symlink(outside.folder, named.path("state"));
  const before = await contentOf(outside.folder);
  await new Session(repo).stop({ env: { REFLECTION_DIR: named.folder, ...TALKATIVE } });
  assert.equal(await contentOf(outside.folder), before);
});

Deno.test("nothing is written through a link that has the name of a temporary file", async () => {
  await using repo = await Scratch.make();
  await using outside = await Scratch.make();
  await repo.init();
  await outside.write({ "file": "precious\n" });
  const session = new Session(repo);
  await session.start();
  // The name holds the number of a process that is still to come: one of the next thousands.
  const latest = Number((await run("/bin/sh", ["-c", "echo $$"])).stdout);
  const links = Array.from({ length: 5000 }, (_, n) => {
    const link = repo.path(`${RECORDS}/state/.session-1.json.${latest + n}.tmp`);
    Deno.symlinkSync(outside.path("file"), link);
    return link;
  });
  await session.stop();
  assert.equal(await Deno.readTextFile(outside.path("file")), "precious\n");
  assert.equal((await session.records()).length, 1);
  assert.equal(
    links.filter(isThere).length,
    links.length - 1,
    "one link was in the way and is gone",
  );
  const state = JSON.parse(await Deno.readTextFile(repo.path(`${RECORDS}/state/session-1.json`)));
  assert.equal(state.attempts, 1);
});
