import assert from "node:assert/strict";
import type { RunRecord } from "../../lib/records/record.ts";
import { asFiles } from "../lib/records/_samples.ts";
import { Scratch } from "../support/repository.ts";
import { recordsOf, type Told } from "./_page_records.ts";
import { run } from "../support/process.ts";
import { RECORDS, reportCommand, Running } from "./_report.ts";

const at = (minute: number): Told => ({
  time: new Date(Date.UTC(2026, 0, 3, 9, minute)).toISOString(),
  ...{ repo: "shop", task: `shop/${minute}`, session: `s-${minute}`, risk: ["auth", 1] },
});

/** Puts a record where it is watched, whole at once as the hooks do. */
async function leave(scratch: Scratch, name: string, record: RunRecord | undefined): Promise<void> {
  await scratch.write({ "new": JSON.stringify(record) });
  await Deno.mkdir(scratch.path("kept"), { recursive: true });
  await Deno.rename(scratch.path("new"), scratch.path(`kept/${name}.json`));
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.test(`--watch prints again when a record comes or goes, and ends well on ${signal}`, async () => {
    await using scratch = await Scratch.make();
    await leave(scratch, "1", recordsOf(at(1))[0]);
    await using watching = new Running("report", [scratch.path("kept"), "--watch"]);
    assert.match(await watching.stdout.until(/shop\/1 .*\n/), /^ {2}time/);
    await leave(scratch, "2", recordsOf(at(2))[0]);
    const more = await watching.stdout.until(/shop\/1 .*\n/);
    assert.match(more, /^ {2}time .*\n! .*shop\/2 .*\n! .*shop\/1 /);
    await Deno.remove(scratch.path("kept/1.json"));
    assert.doesNotMatch(await watching.stdout.until(/shop\/2 .*\n/), /shop\/1/);
    const { code, signal: by } = await watching.end(signal);
    assert.deepEqual([code, by], [0, null]);
    assert.equal(await watching.stdout.rest(), "");
    assert.equal(
      await watching.stderr.rest(),
      "1 run, 1 of them needs a review now (!)\n" +
        "2 runs, 2 of them need a review now (!)\n" +
        "1 run, 1 of them needs a review now (!)\n",
    );
  });
}

Deno.test("--watch --html writes the page anew, whole at every moment", async () => {
  await using scratch = await Scratch.make();
  await leave(scratch, "1", recordsOf(at(1))[0]);
  const page = scratch.path("page.html");
  await using watching = new Running("report", [scratch.path("kept"), "--watch", "--html", page]);
  assert.equal(
    await watching.stdout.until(/\n/),
    `1 run, 1 of them needs a review now (!): ${page}\n`,
  );
  const first = await Deno.readTextFile(page);
  using old = await Deno.open(page);
  await leave(scratch, "2", recordsOf(at(2))[0]);
  assert.equal(
    await watching.stdout.until(/\n/),
    `2 runs, 2 of them need a review now (!): ${page}\n`,
  );
  assert.match(await Deno.readTextFile(page), /shop\/2/);
  const kept = await new Response(old.readable).text();
  assert.equal(kept, first, "a reader of it meanwhile has the older one, whole");
  assert.equal((await watching.end("SIGTERM")).code, 0);
  assert.deepEqual([...Deno.readDirSync(scratch.folder)].map(({ name }) => name).toSorted(), [
    "kept",
    "page.html",
  ]);
});

Deno.test("--watch sees the first record of a repository, and what is unreadable on the way", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ ".git/HEAD": "ref: refs/heads/main\n" });
  await using watching = new Running("report", [scratch.folder, "--watch"]);
  await watching.stderr.until(/^No runs\n/);
  await scratch.write({ [`${RECORDS}bad.json`]: "{" });
  await watching.stderr.until(/1 file is no record:\n.*bad\.json: not JSON, or only half of it\n/);
  await scratch.write(asFiles(recordsOf(at(1)), RECORDS));
  await watching.stdout.until(/shop\/1 /);
  await Deno.remove(scratch.path(".mosaic"), { recursive: true });
  await watching.stderr.until(/No runs\n/);
  assert.equal((await watching.end("SIGINT")).code, 0);
});

Deno.test("--watch --session shows the run again with what was said of it since", async () => {
  await using scratch = await Scratch.make();
  const told: Told = { ...at(1), judged: ["HIGH", "A passing test run"] };
  const [capture, verdict] = recordsOf(told);
  await leave(scratch, "capture", capture);
  const args = [scratch.path("kept"), "--watch", "--session", "s-1"];
  await using watching = new Running("report", args);
  assert.match(await watching.stdout.until(/did not write it\n/), /^shop\/1: Review needed/);
  await leave(scratch, "verdict", verdict);
  const again = await watching.stdout.until(/did not write it\n/);
  assert.match(again, /^shop\/1: Not done[^]*Missing: A passing test run/);
  assert.equal((await watching.end("SIGTERM")).code, 0);
});

Deno.test("--watch ends, and waits for nothing, when it fails", async () => {
  await using scratch = await Scratch.make();
  await leave(scratch, "1", recordsOf(at(1))[0]);
  const kept = scratch.path("kept");
  await using lost = new Running("report", [kept, "--watch", "--session", "nobody"]);
  assert.equal((await lost.ended()).code, 2);
  await lost.stderr.until(/"nobody"/);
  const page = scratch.path("page.html");
  await using watching = new Running("report", [kept, "--watch", "--html", page]);
  await watching.stdout.until(/\n/);
  await Deno.remove(page);
  await Deno.mkdir(page);
  await leave(scratch, "2", recordsOf(at(2))[0]);
  assert.equal((await watching.ended()).code, 1);
  await watching.stderr.until(/Cannot write ".*page\.html"/);
});

Deno.test("--watch ends when its reader is gone", async () => {
  await using scratch = await Scratch.make();
  await leave(scratch, "1", recordsOf(at(1))[0]);
  const watching = [Deno.execPath(), ...reportCommand([scratch.path("kept"), "--watch"])];
  // The list is longer than what a pipe takes unread, so that it is noticed at once.
  for (let n = 2; n < 1_500; n++) {
    await Deno.writeTextFile(scratch.path(`kept/${n}.json`), JSON.stringify(recordsOf(at(n))[0]));
  }
  const { code, stderr } = await run("sh", [
    ...["-c", '{ "$@"; echo "exit $?" >&2; } | head -n 1', "sh", ...watching],
  ]);
  assert.equal(code, 0);
  assert.match(stderr, /exit 0\n$/);
});
