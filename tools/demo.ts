/**
 * Shows the main job on a scratch repository: an agent's session with the hooks registered, the
 * record it leaves, and what a person learns from it: on the terminal, and from a page.
 *
 *     deno task demo
 */

import { command } from "../lib/cli/command.ts";
import { flag } from "../lib/cli/flags.ts";
import { replacePageFile } from "../lib/cli/io.ts";
import { runChild } from "../lib/cli/process.ts";
import { fileURLToPath } from "node:url";
import { GitError, Repository } from "../lib/git/run.ts";
import { readEntries } from "../lib/records/entry.ts";
import { openPlaces } from "../lib/records/open.ts";
import { Book } from "../report/book.ts";
import { pageParts } from "../report/page/document.ts";
import { hookCommand } from "../hook/clients/command.ts";
import { type HookRegistration, hooksOf } from "../hook/clients/table.ts";
import { DEFAULT_FOLDER } from "../lib/store/store.ts";
import { DEFAULT_RISK_THRESHOLD } from "../risk_floor.ts";
import { PACKAGES } from "../lib/scrub/secretlint.ts";
import { reportOnRepository, riskText } from "../report/risk.ts";

/** What the scratch project looked like before the agent came. */
const BEFORE: Readonly<Record<string, string>> = {
  "README.md": "# Shop\n",
  "src/session.ts": "export const lifetimeMinutes = 30;\n",
  "src/cart.ts": "export const total = (prices: number[]) => prices.reduce((a, b) => a + b, 0);\n",
};

/** What the agent committed, and what it left lying. */
const COMMITTED: Readonly<Record<string, string>> = {
  "src/session.ts": "export const lifetimeMinutes = 24 * 60;\n",
  "migrations/0002_session_expiry.sql": "ALTER TABLE sessions ADD COLUMN expires_at timestamptz;\n",
};
const LEFT: Readonly<Record<string, string>> = {
  "README.md": "# Shop\n\nSessions now last a day.\n",
};

/** How the agent closed its turn. */
const LAST_MESSAGE = `Sessions now last a day.

\`\`\`reflection
{
  "confidence": 0.75,
  "most_likely_wrong": {
    "surface": "data",
    "description": "Old rows have no expires_at, so existing sessions may end at once"
  },
  "known_not_in_diff": "The migration was not run against a copy of production"
}
\`\`\``;

const PROJECT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

async function run({ keep }: { keep: boolean }): Promise<void> {
  const scratch = await Deno.realPath(await Deno.makeTempDir({ prefix: "reflection-demo-" }));
  try {
    await show(scratch);
  } finally {
    if (keep) console.error(`\nThe scratch repository is in ${scratch}/shop`);
    else await Deno.remove(scratch, { recursive: true });
  }
}

async function show(scratch: string): Promise<void> {
  const folder = `${scratch}/shop`;
  const repository = await makeRepository(folder);
  const base = await repository.text("rev-parse", "HEAD");
  const hook = await hookRunner(scratch, folder);

  await hook("SessionStart", {});
  await commit(repository, folder, COMMITTED, "Let sessions last a day");
  await writeFiles(folder, LEFT);
  await hook("Stop", { last_assistant_message: LAST_MESSAGE });

  console.log("An agent was asked to let sessions last a day. It committed:\n");
  for (const path of Object.keys(COMMITTED)) console.log(`  ${path}`);
  console.log("\nand left in the working tree:\n");
  for (const path of Object.keys(LEFT)) console.log(`  ${path}`);
  const records = `${folder}/${DEFAULT_FOLDER}`;
  const [record] = [...Deno.readDirSync(records)].filter((entry) =>
    entry.name.endsWith(".reflection.json")
  );
  console.log(`\nThe Stop hook left ${DEFAULT_FOLDER}/${record?.name}:\n`);
  console.log(await Deno.readTextFile(`${records}/${record?.name}`));
  console.log("What the risk floor says of it:\n");
  console.log(riskText(await reportOnRepository(folder, base, DEFAULT_RISK_THRESHOLD)));
  console.log(
    "\nThe floor is a minimum: CI and tests, a person's merge and a reviewer stand above.",
  );
  console.log(`\nThe same as a page, for people: ${await writeReport(folder)}`);
}

/** Writes the report on the scratch repository where it stays, and says where. */
async function writeReport(folder: string): Promise<string> {
  const source = await openPlaces([folder], folder);
  const book = new Book();
  for await (const batch of readEntries(source)) book.add(batch);
  const page = `${await Deno.makeTempDir({ prefix: "reflection-report-" })}/report.html`;
  replacePageFile(page, await pageParts({ book, runs: book.runs(), source }));
  return page;
}

/** Runs hooks as a client would: through their registered shell commands. */
async function hookRunner(scratch: string, folder: string) {
  // Under npx no deno is on PATH, and the registered command calls it by name.
  await Deno.mkdir(`${scratch}/bin`);
  await Deno.symlink(Deno.execPath(), `${scratch}/bin/deno`);
  // What the installer does once: hooks themselves never download anything.
  const fetching = ["cache", "--quiet", "--no-config", "--no-lock", ...Object.values(PACKAGES)];
  await runChild(Deno.execPath(), fetching, {});
  const environment: Record<string, string> = {};
  for (const name of ["HOME", "DENO_DIR", "XDG_CACHE_HOME"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) environment[name] = value;
  }
  environment["PATH"] = `${scratch}/bin:${Deno.env.get("PATH")}`;
  return async (event: HookRegistration["event"], fields: Record<string, string>) => {
    const hook = hooksOf("capture").find((hook) => hook.event === event)!;
    const payload = { session_id: "demo", cwd: folder, hook_event_name: event, ...fields };
    await runChild("sh", ["-c", hookCommand(hook, { from: "path", folder: PROJECT })], {
      cwd: folder,
      // Nothing of the person's own settings: the demo must not write into their records.
      env: { ...environment, REFLECTION_MODE: "solo" },
      stdin: JSON.stringify(payload),
      showErrors: true,
    });
  };
}

async function makeRepository(folder: string): Promise<Repository> {
  await Deno.mkdir(folder);
  const repository = new Repository(folder);
  await repository.text("init", "--quiet", "--initial-branch=main");
  await commit(repository, folder, BEFORE, "A shop");
  return repository;
}

async function commit(
  repository: Repository,
  folder: string,
  files: Readonly<Record<string, string>>,
  message: string,
): Promise<void> {
  await writeFiles(folder, files);
  await repository.text("add", "--", ...Object.keys(files));
  const identity = ["-c", "user.name=Demo", "-c", "user.email=demo@example.invalid"];
  await repository.text(...identity, "commit", "--quiet", "--message", message);
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = `${folder}/${path}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
}

if (import.meta.main) {
  await command({
    name: "demo",
    summary:
      "Shows the main job on a scratch git repository, which is removed afterwards, and leaves one " +
      "page that reports on it.",
    flags: { keep: flag("Leave the scratch repository in place and say where it is") },
    errors: [GitError],
    run,
  });
}
