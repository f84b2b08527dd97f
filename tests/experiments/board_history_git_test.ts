import assert from "node:assert/strict";
import type { Phase0Of } from "../../schema/types.ts";
import { type Ran, run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { jsonl } from "./boards/fixtures.ts";
import { recordOf, runScript } from "./script.ts";

function start(scratch: Scratch, ...args: string[]): Promise<Ran> {
  return runScript("board_history", args, { cwd: scratch.folder });
}

function record(scratch: Scratch, ...args: string[]): Promise<Phase0Of<"board_history">> {
  return recordOf("board_history", args, { cwd: scratch.folder });
}

const at = (day: number): string => new Date(Date.UTC(2026, 0, day, 12)).toISOString();

/** Runs git with the clock on a day, to commit with. */
async function gitOn(day: number, { folder }: Scratch, ...args: string[]): Promise<string> {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
  const { code, stdout, stderr } = await run("git", [...identity, ...args], {
    cwd: folder,
    env: {
      PATH: Deno.env.get("PATH") ?? "",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
      GIT_AUTHOR_DATE: at(day),
      GIT_COMMITTER_DATE: at(day),
    },
    clearEnv: true,
  });
  assert.equal(code, 0, `git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

async function commit(
  day: number,
  scratch: Scratch,
  message: string,
  files: Record<string, string | Uint8Array> = {},
): Promise<string> {
  await scratch.write(files);
  await gitOn(day, scratch, "add", "--all");
  await gitOn(day, scratch, "commit", "--quiet", "--allow-empty", "--message", message);
  return await gitOn(day, scratch, "rev-parse", "HEAD");
}

async function repository(): Promise<Scratch> {
  const scratch = await Scratch.make();
  await scratch.git("init", "--quiet", "--initial-branch=main");
  return scratch;
}

const open = (id: string, day: number) => ({
  ...{ id, status: "open", issue_type: "task", created_at: at(1), updated_at: at(day) },
});
const closed = (id: string, day: number) => ({
  ...{ id, status: "closed", issue_type: "task", created_at: at(1) },
  ...{ updated_at: at(day), closed_at: at(day) },
});
const FILE = ".beads/issues.jsonl";

Deno.test("the history of the export's own file tells what was reopened", async () => {
  await using scratch = await repository();
  await commit(1, scratch, "Plan", { [FILE]: jsonl(open("bd-1", 1), open("bd-2", 1)) });
  await commit(5, scratch, "Work", { [FILE]: jsonl(closed("bd-1", 5), closed("bd-2", 5)) });
  await commit(9, scratch, "Again", { [FILE]: jsonl(open("bd-1", 9), closed("bd-2", 5)) });
  await commit(60, scratch, "Later", { [FILE]: jsonl(closed("bd-1", 60), closed("bd-2", 5)) });
  const alone = await record(scratch, FILE, "--as-of", "2026-06-01");
  assert.equal(alone.metrics.by_signal.reopened, 0);
  const { metrics } = await record(scratch, FILE, "--git", ".");
  assert.deepEqual([metrics.done, metrics.by_signal.reopened, metrics.rate], [2, 1, 0.5]);
});

Deno.test("what another branch says about a task is no reopening", async () => {
  await using scratch = await repository();
  await commit(1, scratch, "Plan", { [FILE]: jsonl(open("bd-1", 1)) });
  await gitOn(1, scratch, "branch", "side");
  await commit(5, scratch, "Work", { [FILE]: jsonl(closed("bd-1", 5)) });
  await gitOn(6, scratch, "checkout", "--quiet", "side");
  // Changed there after it was closed here, and never open here again.
  await commit(7, scratch, "Rename", { [FILE]: jsonl(open("bd-1", 7)) });
  await gitOn(8, scratch, "checkout", "--quiet", "main");
  await gitOn(8, scratch, "merge", "--quiet", "--strategy=ours", "--no-commit", "side");
  // Like neither of its parents, so that git has to choose which of them to follow.
  await commit(8, scratch, "Merge", { [FILE]: jsonl(closed("bd-1", 5), open("bd-2", 8)) });
  await commit(60, scratch, "Later");
  const { metrics } = await record(scratch, FILE, "--git", ".");
  assert.deepEqual([metrics.done, metrics.by_signal.reopened], [1, 0]);
});

Deno.test("an export elsewhere has its history by --path, in a bare repository too", async () => {
  await using scratch = await repository();
  await commit(5, scratch, "Work", { [FILE]: jsonl(closed("bd-1", 5)) });
  await commit(9, scratch, "Again", { [FILE]: jsonl(open("bd-1", 9)) });
  await commit(60, scratch, "Later", { [FILE]: jsonl(closed("bd-1", 60)) });
  await using other = await Scratch.make();
  await gitOn(1, other, "clone", "--quiet", "--bare", scratch.folder, "bare.git");
  await Deno.copyFile(scratch.path(FILE), other.path("copy.jsonl"));
  const found = await record(other, "copy.jsonl", "--git", "bare.git", "--path", FILE);
  assert.equal(found.metrics.by_signal.reopened, 1);
  const outside = await record(other, "copy.jsonl", "--git", "bare.git");
  assert.equal(outside.metrics.by_signal.reopened, 0);
  assert.ok(outside.caveats.some((text) => /lies outside/.test(text)));
});

Deno.test("commits that name a task tell of fixes and reverts, but not of its own work", async () => {
  await using scratch = await repository();
  const ids = ["bd-own", "bd-fix1", "bd-rev1", "bd-late1", "bd-link1", "bd-merge1", "bd-only1"];
  const board = jsonl(...ids.map((id) => closed(id, 10)));
  await commit(1, scratch, "Plan", { [FILE]: board });
  await commit(9, scratch, "feat: fix1 (bd-fix1)", { "fix1": "1" });
  await commit(9, scratch, "fix: the thing (bd-own)", { "own": "1" });
  const reverted = await commit(9, scratch, "feat: rev (bd-rev1)", { "rev": "1" });
  const linked = await commit(9, scratch, "feat: link (bd-link1)", { "link": "1" });
  // Closed first and committed then: still the work itself.
  await commit(11, scratch, "fix: what was late (bd-late1)", { "late": "1" });
  await commit(12, scratch, "fix: crash after bd-fix1", { "fix1": "2" });
  await commit(13, scratch, "docs: what bd-own is", { "own": "2" });
  await commit(13, scratch, "test: prefix and fixture of bd-own", { "own": "3" });
  // The only commit that names it, days after it was done: the work was elsewhere.
  await commit(14, scratch, "fix: crash after bd-only1", { "only": "1" });
  await commit(14, scratch, `Revert "feat: rev (bd-rev1)"\n\nThis reverts commit ${reverted}.`, {
    "rev": "0",
  });
  await commit(15, scratch, `x: right order\n\nFixes: ${linked.slice(0, 12)} ("feat: link")`, {
    "link": "2",
  });
  await commit(15, scratch, "feat: merge (bd-merge1)", { "merge": "1" });
  await gitOn(15, scratch, "branch", "side", "HEAD~1");
  const merge = ["merge", "--quiet", "--no-ff", "--strategy=ours", "--message"];
  await gitOn(15, scratch, "checkout", "--quiet", "side");
  await commit(15, scratch, "More", { "more": "1" });
  await gitOn(15, scratch, "checkout", "--quiet", "main");
  await gitOn(16, scratch, ...merge, "fix: bring bd-merge1 home", "side");
  await commit(60, scratch, "fix: bd-own, months later", { "own": "4" });
  const { metrics } = await record(scratch, FILE, "--git", ".");
  assert.equal(metrics.done, 7);
  assert.deepEqual(
    [metrics.by_signal.fix_commit, metrics.by_signal.reverted, metrics.detectable],
    [3, 1, 4],
  );
});

Deno.test("a commit after a task was done holds its work only in the day after", async () => {
  const judged = async (day: number, message: string): Promise<number[]> => {
    await using scratch = await repository();
    await commit(1, scratch, "Plan", { [FILE]: jsonl(closed("bd-one1", 10)) });
    const sha = await commit(day, scratch, message, { "one": "1" });
    await commit(60, scratch, "Later");
    await scratch.write({ "ci.jsonl": jsonl({ sha, at: at(20), ok: true }) });
    const { metrics } = await record(scratch, FILE, "--git", ".", "--ci", "ci.jsonl");
    return [metrics.by_signal.green_default_branch, metrics.by_signal.fix_commit];
  };
  assert.deepEqual(await judged(9, "fix: bd-one1"), [1, 0]);
  assert.deepEqual(await judged(11, "feat: bd-one1"), [1, 0]);
  assert.deepEqual(await judged(12, "feat: bd-one1"), [0, 0]);
  assert.deepEqual(await judged(11, "fix: bd-one1"), [1, 0]);
  assert.deepEqual(await judged(14, "fix: bd-one1"), [0, 1]);
});

Deno.test("results of the default branch judge the task whose commit they include", async () => {
  await using scratch = await repository();
  await commit(1, scratch, "Plan", {
    [FILE]: jsonl(closed("bd-1", 10), closed("bd-2", 10), closed("bd-3", 10)),
  });
  await gitOn(2, scratch, "checkout", "--quiet", "-b", "side");
  await commit(3, scratch, "feat: bd-1", { "one": "1" });
  await gitOn(4, scratch, "checkout", "--quiet", "main");
  const two = await commit(5, scratch, "feat: bd-2", { "two": "1" });
  await gitOn(6, scratch, "merge", "--quiet", "--no-ff", "--message", "Merge side", "side");
  const merge = await gitOn(6, scratch, "rev-parse", "HEAD");
  await commit(60, scratch, "Later");
  await scratch.write({
    "ci.jsonl": jsonl(
      { sha: two, at: at(5), ok: true },
      { sha: merge, at: at(12), ok: false },
      { sha: "main", at: at(12), ok: false },
    ),
  });
  const { metrics, rejected } = await record(scratch, FILE, "--git", ".", "--ci", "ci.jsonl");
  assert.deepEqual(
    [metrics.by_signal.red_default_branch, metrics.by_signal.green_default_branch],
    [1, 1],
  );
  assert.deepEqual([metrics.wrong, metrics.correct, metrics.done], [1, 1, 3]);
  assert.deepEqual(rejected, [
    { reason: "a check's result with no full commit id", count: 1, first: [3] },
  ]);
});

const task = (id: number, status: string, more = {}) => JSON.stringify({ id, status, ...more });

Deno.test("the history of task files alone is a board, files that are gone among it", async () => {
  await using scratch = await repository();
  await commit(1, scratch, "Plan", {
    "data/1.json": task(1, "open", { completed_at: null }),
    "data/2.json": task(2, "open"),
    "data/3.json": task(3, "done", { completed_at: at(1) }),
    "elsewhere/4.json": task(4, "done", { completed_at: at(1) }),
  });
  // No date in the record: that of the commit.
  await commit(5, scratch, "Work", {
    "data/1.json": task(1, "done"),
    "data/2.json": task(2, "done"),
  });
  await commit(8, scratch, "Again", { "data/1.json": task(1, "open") });
  await Deno.remove(scratch.path("data/3.json"));
  await Deno.rename(scratch.path("data/2.json"), scratch.path("data/zwei.json"));
  await commit(20, scratch, "Tidy up");
  await commit(60, scratch, "Later");
  const { metrics, caveats, rejected } = await record(scratch, "--git", ".", "--path", "data/");
  assert.deepEqual([metrics.done, metrics.by_signal.reopened, metrics.detectable], [3, 1, 1]);
  assert.deepEqual(rejected, []);
  assert.ok(caveats.some((text) => text.startsWith("1 finished tasks are known from the history")));
});

Deno.test("Backlog.md's files tell by their history when a task was done and done again", async () => {
  await using scratch = await repository();
  const head = (status: string, day: string) =>
    `---\nid: task-7\nstatus: ${status}\nupdated_date: '${day}'\n---\n# Seven\n`;
  const file = "backlog/tasks/task-7 - Seven.md";
  await commit(1, scratch, "Plan", {
    [file]: head("To Do", "2026-01-01"),
    "backlog/a.md": "# A\n",
  });
  await commit(5, scratch, "Work", { [file]: head("Done", "2026-01-05") });
  await commit(5, scratch, "Same day", { [file]: head("In Progress", "2026-01-05") });
  await Deno.mkdir(scratch.path("backlog/completed"));
  await Deno.rename(scratch.path(file), scratch.path("backlog/completed/7.md"));
  await commit(9, scratch, "Done", { "backlog/completed/7.md": head("Done", "2026-01-09") });
  await commit(60, scratch, "Later");
  const { metrics } = await record(scratch, "--git", ".", "--path", "backlog");
  assert.deepEqual([metrics.done, metrics.by_signal.reopened], [1, 1]);
  const folder = await record(scratch, "backlog", "--git", ".");
  assert.deepEqual([folder.metrics.done, folder.metrics.by_signal.reopened], [1, 1]);
});

Deno.test("a task whose file is moved as it is reopened is reopened", async () => {
  await using scratch = await repository();
  const head = (status: string) => `---\nid: task-7\nstatus: ${status}\n---\n# Seven\n`;
  await commit(5, scratch, "Work", { "backlog/completed/7.md": head("Done") });
  await Deno.remove(scratch.path("backlog/completed/7.md"));
  await commit(9, scratch, "Again", { "backlog/tasks/7.md": head("In Progress") });
  await commit(60, scratch, "Later");
  const { metrics } = await record(scratch, "--git", ".", "--path", "backlog");
  assert.deepEqual([metrics.done, metrics.by_signal.reopened], [1, 1]);
});

Deno.test("a file that was deleted is read as it last was", async () => {
  await using scratch = await repository();
  const bug = {
    ...open("bd-2", 8),
    ...{ issue_type: "bug", created_at: at(8) },
    dependencies: [{ depends_on_id: "bd-1", type: "discovered-from" }],
  };
  await commit(5, scratch, "Work", { [FILE]: jsonl(closed("bd-1", 5)) });
  await commit(8, scratch, "Bug", { [FILE]: jsonl(closed("bd-1", 5), bug) });
  await Deno.remove(scratch.path(FILE));
  await commit(60, scratch, "Gone");
  const { metrics } = await record(scratch, "--git", ".", "--path", FILE);
  assert.deepEqual([metrics.done, metrics.by_signal.linked_bug], [1, 1]);
});

Deno.test("names, bytes and versions that are hostile are counted, and drive nothing", async () => {
  await using scratch = await repository();
  const odd = 'data/-n "x"\t:(glob)*.json';
  await commit(1, scratch, "Plan", {
    [odd]: task(1, "done", { completed_at: at(1) }),
    "data/two\nlines.json": task(2, "done", { completed_at: at(1) }),
    "data/broken.json": '{"id": 3, "status": ',
    "data/bytes.json": new Uint8Array([0xff, 0xfe, 0x00]),
  });
  const message = new Uint8Array([...new TextEncoder().encode("fix: #1 \x1b[31m "), 0xff, 0xfe]);
  await Deno.writeFile(scratch.path(".git/message"), message);
  const file = scratch.path(".git/message");
  await gitOn(5, scratch, "commit", "--quiet", "--allow-empty", "--message", "feat: #1");
  await gitOn(6, scratch, "commit", "--quiet", "--allow-empty", "--file", file);
  await gitOn(7, scratch, "commit", "--quiet", "--allow-empty", "--file", file);
  await commit(60, scratch, "Later");
  const { code, stdout, stderr } = await start(scratch, "--git", ".", "--path", "data");
  assert.equal(code, 0, stderr);
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(stdout + stderr, /\x1b/);
  const { metrics, rejected, caveats } = await record(scratch, "--git", ".", "--path", "data");
  assert.deepEqual([metrics.done, metrics.by_signal.fix_commit], [1, 1]);
  const reasons = rejected.map(({ reason }) => reason);
  assert.ok(reasons.includes("a version of the file that cannot be read"), reasons.join("\n"));
  assert.ok(reasons.includes("not a record"), reasons.join("\n"));
  assert.ok(caveats.some((text) => text.includes("two\nlines.json")), caveats.join("\n"));
});

Deno.test("an empty repository, a path that never was, and no repository are told apart", async () => {
  await using scratch = await repository();
  const file = scratch.path("board.jsonl");
  await Deno.writeTextFile(file, jsonl(closed("bd-1", 5)));
  const { metrics, caveats } = await record(scratch, file, "--git", ".");
  assert.equal(metrics.done, 1);
  assert.ok(caveats.some((text) => /has no commits/.test(text)));
  await commit(5, scratch, "Board");
  const gone = await start(scratch, "--git", ".", "--path", "data");
  assert.deepEqual([gone.code, gone.stdout], [1, ""]);
  assert.match(gone.stderr, /Cannot find "data" in the history/);
  await using other = await Scratch.make();
  const none = await start(other, file, "--git", ".");
  assert.deepEqual([none.code, none.stdout], [1, ""]);
  assert.match(none.stderr, /Cannot find a git repository/);
});

Deno.test("a shallow clone is warned of", async () => {
  await using scratch = await repository();
  await commit(5, scratch, "Work", { [FILE]: jsonl(closed("bd-1", 5)) });
  await commit(60, scratch, "Later");
  await using other = await Scratch.make();
  const source = `file://${scratch.folder}`;
  await gitOn(1, other, "clone", "--quiet", "--depth=1", source, "shallow");
  const { caveats } = await record(other, `shallow/${FILE}`, "--git", "shallow");
  assert.ok(caveats.some((text) => /shallow clone/.test(text)), caveats.join("\n"));
});
