/** A made-up git history of any length, through `git fast-import`: for the demo and the benchmark. */

import { GitError, Repository } from "../lib/git/run.ts";

/** How many files the made-up project has. */
const FILES = 4000;
/** When it begins, and how long it takes from one commit to the next, in seconds. */
const START = 1_500_000_000;
const PACE = 1800;

/** Why a made-up change was taken back. */
const REASONS = [
  "It broke the build.",
  "There was a typo in the query.",
  "We assumed that the field is always set.",
  "It fails in production only.",
  "See the discussion.",
] as const;

/**
 * Makes a repository in an empty folder. In two halves: what the second takes back or mends, it
 * names by the object ids of the first.
 */
export async function makeHistory(folder: string, commits: number): Promise<void> {
  const repository = new Repository(folder);
  await repository.text("init", "--quiet", "--initial-branch=main");
  const half = Math.floor(commits / 2);
  await addCommits(repository, 0, half, []);
  const shas = (await repository.text("rev-list", "main")).split("\n");
  await addCommits(repository, half, commits - half, shas);
}

/** Commits of one to four files in folders; some take others back, some mend them. */
async function addCommits(
  repository: Repository,
  from: number,
  commits: number,
  shas: readonly string[],
): Promise<void> {
  const git = await repository.stream(["fast-import", "--quiet"], { stdin: "piped" });
  const writer = git.stdin!.getWriter();
  const encoder = new TextEncoder();
  let text = "";
  for (let n = from; n < from + commits; n++) {
    // The newest of the first half stands first: this one is as far back as the halves are long.
    text += commitText(n, shas[shas.length - 1 - (n - from)]);
    if (n === from && from > 0) text += "from refs/heads/main^0\n";
    text += fileTexts(n, shas.length > 0 && isUndo(n) ? n - shas.length : n);
    if (text.length > 1 << 20) {
      await writer.write(encoder.encode(text));
      text = "";
    }
  }
  await writer.write(encoder.encode(text));
  await writer.close();
  await git.stdout.cancel();
  const { ok, stderr } = await git.ended;
  if (!ok) throw new GitError(`git fast-import failed: ${stderr.trim()}`);
}

function commitText(n: number, sha: string | undefined): string {
  const message = messageOf(n, sha);
  const time = START + n * PACE;
  return `commit refs/heads/main\ncommitter Made Up <made.up@example.invalid> ${time} +0000\n` +
    `data ${message.length}\n${message}\n`;
}

/** The files of commit `n`, or those of the commit that it takes back. */
function fileTexts(n: number, like: number): string {
  let text = "";
  for (let k = 0; k <= like % 4; k++) {
    const file = (like * 7 + k * 131) % FILES;
    const content = `${n} ${k}\n`;
    text += `M 644 inline packages/part${file % 60}/src/module${file}.ts\n` +
      `data ${content.length}\n${content}\n`;
  }
  return text;
}

function isUndo(n: number): boolean {
  return n % 50 === 0 || n % 80 === 1;
}

function messageOf(n: number, sha: string | undefined): string {
  const story = "This part did more than it had to. Now it does less, and says what it does.\n";
  const reason = REASONS[n % 7 % REASONS.length]!;
  if (sha !== undefined && n % 50 === 0) {
    return `Revert "change number ${n}" (#${n})\n\nThis reverts commit ${sha}.\n\n${reason}\n`;
  }
  if (sha !== undefined && n % 80 === 1) {
    return `core: mend the module\n\n${reason}\n\nFixes: ${sha.slice(0, 12)} ("core: change")\n`;
  }
  if (n > 40 && n % 90 === 0) return `fix: crash introduced in #${n - 31} (#${n})\n\n${story}`;
  const kind = ["feat", "fix", "chore", "docs"][n % 4];
  return `${kind}(part${n % 60}): change number ${n} (#${n})\n\n${story.repeat(n % 3)}`;
}
