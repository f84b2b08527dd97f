/**
 * Shows the main job on a scratch repository: an agent changes something risky, and the floor says
 * what a person should look at.
 *
 *     deno run --allow-read --allow-write --allow-run=git --allow-env=PATH,HOME cli/demo.ts
 */

import { readChange, resolveBase } from "../git/changes.ts";
import { GitError, Repository } from "../git/run.ts";
import { DEFAULT_RISK_THRESHOLD } from "../risk_floor.ts";
import { readFlags, refusePositionals, runScript } from "./flags.ts";
import { renderReport, reportOnChange } from "./risk_report.ts";

const HELP = `Shows the main job on a scratch git repository, which is removed afterwards.

Usage: deno task demo [--keep]

Options:
  --keep   Leave the scratch repository in place and say where it is
  --help   Print this text`;

/** What the scratch project looked like before the agent came. */
const BEFORE: Readonly<Record<string, string>> = {
  "README.md": "# Shop\n",
  "src/session.ts": "export const lifetimeMinutes = 30;\n",
  "src/cart.ts": "export const total = (prices: number[]) => prices.reduce((a, b) => a + b, 0);\n",
};

/** What the agent did. */
const AFTER: Readonly<Record<string, string>> = {
  "README.md": "# Shop\n\nSessions now last a day.\n",
  "src/session.ts": "export const lifetimeMinutes = 24 * 60;\n",
  "migrations/0002_session_expiry.sql": "ALTER TABLE sessions ADD COLUMN expires_at timestamptz;\n",
};

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, {
    keep: { type: "boolean" },
    help: { type: "boolean" },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  refusePositionals(positionals);
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "reflection-demo-" }));
  try {
    const repository = await makeRepository(folder);
    await writeFiles(folder, AFTER);
    const base = await resolveBase(repository, undefined);
    const change = await readChange(repository, folder, base);
    console.log("An agent was asked to let sessions last a day. It touched:\n");
    for (const file of change.files) {
      console.log(`  ${file.path}  +${file.insertions} -${file.deletions}`);
    }
    console.log("\nWhat the risk floor says of it:\n");
    console.log(renderReport(reportOnChange(change, base, DEFAULT_RISK_THRESHOLD)));
    console.log(
      "\nThe floor is a minimum. CI and tests, a person's merge and a reviewer stand above it.",
    );
  } finally {
    if (values.keep) console.error(`\nThe scratch repository is in ${folder}`);
    else await Deno.remove(folder, { recursive: true });
  }
  return 0;
}

async function makeRepository(folder: string): Promise<Repository> {
  const repository = new Repository(folder);
  await writeFiles(folder, BEFORE);
  await repository.text("init", "--quiet");
  await repository.text("add", "--all");
  const identity = ["-c", "user.name=Demo", "-c", "user.email=demo@example.invalid"];
  await repository.text(...identity, "commit", "--quiet", "--message", "A shop");
  return repository;
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = `${folder}/${path}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
}

if (import.meta.main) await runScript(main, [GitError]);
