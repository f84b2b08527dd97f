/** Repositories in every state that a hook may meet, each in a folder that is already there. */

import { run } from "../support/process.ts";
import type { Scratch } from "../support/repository.ts";

/** A state, and how to bring an empty folder into it. */
export interface RepositoryState {
  name: string;
  /** Whether there is a `.git`, sound or not: then a capture leaves a record. */
  hasGit: boolean;
  /** @param repo The folder. @param other Another repository, with two commits. */
  make(repo: Scratch, other: Scratch): Promise<unknown>;
}

const THOUSANDS = 3000;

/** Names that break whoever splits at line ends, takes quotes seriously or expects UTF-8. */
const ODD_NAMES = `
  for name in "$(printf 'new\\nline.ts')" 'quo"te.ts' "it's.ts" '-dash.ts' ' space .ts' 'back\\slash' \\
    "$(printf 'bad\\377utf.ts')" "$(printf '\\033[31mred')" 'a,b.ts' '$(touch x)' '\`touch y\`'
  do echo 1 > "./$name"; done`;

/** All states. */
export const STATES: readonly RepositoryState[] = [
  state("clean", (repo) => repo.init()),
  state("dirty", async (repo) => {
    await repo.init({ "a.ts": "1\n", "b.ts": "1\n", "auth/login.ts": "1\n" });
    await repo.write({ "a.ts": "2\n", "new/file.sql": "drop\n" });
    await Deno.remove(repo.path("b.ts"));
    await repo.write({ "auth/login.ts": "2\n" });
    await repo.git("add", "auth");
  }),
  state("no commit", async (repo) => {
    await repo.git("init", "--quiet");
    await repo.write({ "a.ts": "1\n" });
    await repo.git("add", "a.ts");
  }),
  state("detached", async (repo) => {
    await repo.init();
    await repo.git("checkout", "--quiet", "--detach");
    await repo.write({ "a.ts": "1\n" });
    await repo.commit("Second");
  }),
  state("merge conflict", async (repo) => {
    await repo.init({ "a.ts": "1\n" });
    await repo.git("checkout", "--quiet", "-b", "side");
    await repo.write({ "a.ts": "2\n" });
    await repo.commit("Theirs");
    await repo.git("checkout", "--quiet", "main");
    await repo.write({ "a.ts": "3\n" });
    await repo.commit("Ours");
    await repo.git("merge", "side").catch(() => {});
  }),
  state("bare", (repo) => repo.git("init", "--quiet", "--bare"), false),
  state("corrupt HEAD", async (repo) => {
    await repo.init();
    await repo.write({ ".git/HEAD": "\0nonsense", "a.ts": "1\n" });
  }),
  state("corrupt index", async (repo) => {
    await repo.init();
    await repo.write({ ".git/index": "DIRC nonsense", "a.ts": "1\n" });
  }),
  state("corrupt configuration", async (repo) => {
    await repo.init();
    await repo.write({ ".git/config": "[core\nfilter = \0" });
  }),
  state("missing objects", async (repo) => {
    await repo.init();
    await Deno.remove(repo.path(".git/objects"), { recursive: true });
    await Deno.mkdir(repo.path(".git/objects"));
  }),
  state(
    "shallow",
    (repo, other) => repo.git("clone", "--quiet", "--depth=1", `file://${other.folder}`, "."),
  ),
  state("submodule", async (repo, other) => {
    await repo.init();
    const add = ["submodule", "--quiet", "add", other.folder, "sub"];
    await repo.git("-c", "protocol.file.allow=always", ...add);
    await repo.write({ "sub/inner.ts": "1\n" });
  }),
  state("linked worktree", async (repo, other) => {
    await other.git("worktree", "add", "--quiet", "--force", "-B", "linked", repo.folder);
    await repo.write({ "a.ts": "1\n" });
  }),
  state("not a repository", (repo) => repo.write({ "a.ts": "1\n" }), false),
  state(
    ".git is a file that leads nowhere",
    (repo) => repo.write({ ".git": "gitdir: /nonexistent/place\n", "a.ts": "1\n" }),
  ),
  state(".git is a link that leads nowhere", (repo) => Deno.symlink("nowhere", repo.path(".git"))),
  state("thousands of untracked files", async (repo) => {
    await repo.init();
    const script = `mkdir many; i=0; while [ $i -lt ${THOUSANDS} ]
      do echo 1 > many/file$i.ts; i=$((i+1)); done`;
    await run("/bin/sh", ["-c", script], { cwd: repo.folder });
  }),
  state("odd names", async (repo) => {
    await repo.init();
    await run("/bin/sh", ["-c", ODD_NAMES], { cwd: repo.folder });
    await repo.commit("Odd names");
    await run("/bin/sh", ["-c", ODD_NAMES.replace("echo 1", "echo 2")], { cwd: repo.folder });
  }),
];

function state(
  name: string,
  make: RepositoryState["make"],
  hasGit = true,
): RepositoryState {
  return { name, hasGit, make };
}
