/** What a hostile repository can have git run while somebody merely looks at it. */

import { run } from "../support/process.ts";
import type { Scratch } from "../support/repository.ts";
import { writeScript } from "./_faults.ts";

/** A trap in a repository. */
export interface Trap {
  name: string;
  /** Makes what has to be there before the session. */
  prepare?(repo: Scratch): Promise<unknown>;
  /** Sets it, so that it runs this program. */
  set(repo: Scratch, program: string): Promise<unknown>;
  /** Arguments of git that spring it where nobody takes care. */
  spring: string[];
  /** Whether it also keeps git from counting lines. */
  uncountable?: boolean;
  /** Whether git is not asked at all, for want of a way to keep it from springing the trap. */
  untold?: boolean;
}

const CLEAN = "*.ts filter=evil\n";

/** Every kind of trap. The program touches a file and copies its input. */
export const TRAPS: readonly Trap[] = [
  setting("a file-system monitor", "core.fsmonitor", ["status"]),
  setting("an external diff", "diff.external", ["diff"]),
  setting("a diff driver", "diff.evil.command", ["diff"], "*.ts diff=evil\n"),
  setting("a text converter", "diff.evil.textconv", ["diff"], "*.ts diff=evil\n"),
  setting("a clean filter", "filter.evil.clean", ["status"], CLEAN),
  setting("a process filter", "filter.evil.process", ["status"], CLEAN),
  setting("a filter with an odd name", "filter.E.v=il.clean", ["status"], "*.ts filter=E.v=il\n"),
  {
    name: "an alias",
    async set(repo, program) {
      for (const name of ["evil", "status", "diff", "rev-parse", "merge-base"]) {
        await repo.git("config", `alias.${name}`, `!${quoted(program)}`);
      }
    },
    spring: ["evil"],
  },
  {
    name: "a hook",
    set: (repo, program) => Deno.symlink(program, repo.path(".git/hooks/post-index-change")),
    spring: ["add", "--all"],
  },
  {
    name: "a hook in a folder of its own",
    async set(repo, program) {
      await Deno.mkdir(repo.path(".git/evil"));
      await Deno.symlink(program, repo.path(".git/evil/post-index-change"));
      await repo.git("config", "core.hooksPath", repo.path(".git/evil"));
    },
    spring: ["add", "--all"],
  },
  {
    name: "a filter in an included file",
    async set(repo, program) {
      await repo.write({ ".git/info/attributes": CLEAN, ".git/more": section("filter", program) });
      await repo.git("config", "include.path", "more");
    },
    spring: ["status"],
  },
  {
    name: "a filter in a file included on a condition, in capitals",
    async set(repo, program) {
      await repo.write({ ".gitattributes": CLEAN, ".git/more": section("FILTER", program) });
      const condition = `[INCLUDEIF "gitdir:${repo.folder}/"]\n\tPATH = more\n`;
      await Deno.writeTextFile(repo.path(".git/config"), condition, { append: true });
    },
    spring: ["status"],
  },
  {
    name: "a filter in config.worktree",
    async set(repo, program) {
      await repo.git("config", "extensions.worktreeConfig", "true");
      await repo.write({
        ".gitattributes": CLEAN,
        ".git/config.worktree": section("filter", program),
      });
    },
    spring: ["status"],
  },
  {
    name: "a filter whose name is not UTF-8",
    async set(repo, program) {
      const script = `n=$(printf 'e\\377'); echo "*.ts filter=$n" > .gitattributes
        git config "filter.$n.clean" "$1"`;
      await run("sh", ["-c", script, "sh", quoted(program)], { cwd: repo.folder });
    },
    spring: ["status"],
    untold: true,
  },
  {
    name: "a filter in a configuration that .git/commondir leads to",
    async set(repo, program) {
      await repo.write({ ".gitattributes": CLEAN, ".git/commondir": "common\n" });
      await Deno.mkdir(repo.path(".git/common"));
      for (const name of ["objects", "refs"]) {
        await Deno.rename(repo.path(`.git/${name}`), repo.path(`.git/common/${name}`));
      }
      await Deno.copyFile(repo.path(".git/config"), repo.path(".git/common/config"));
      const config = ["config", "-f", ".git/common/config", "filter.evil.clean", quoted(program)];
      await run("git", config, { cwd: repo.folder });
    },
    spring: ["status"],
  },
  {
    name: "a filter in a submodule that asks to be looked into",
    async prepare(repo) {
      const url = repo.path(".git/for-sub");
      await run("git", ["init", "--quiet", "--initial-branch=main", url]);
      const first = ["-c", "user.name=Test", "-c", "user.email=t@example.invalid", "commit"];
      await Deno.writeTextFile(`${url}/a.ts`, "1\n");
      await Deno.writeTextFile(`${url}/.gitattributes`, CLEAN);
      await run("git", ["add", "--all"], { cwd: url });
      await run("git", [...first, "--quiet", "--message=First"], { cwd: url });
      const add = ["submodule", "--quiet", "add", url, "sub"];
      await repo.git("-c", "protocol.file.allow=always", ...add);
      await repo.git("config", "--file", ".gitmodules", "submodule.sub.ignore", "none");
      await repo.git("config", "submodule.sub.ignore", "none");
      await repo.git("config", "status.submoduleSummary", "true");
      await repo.git("config", "diff.submodule", "diff");
      await repo.commit("With a submodule");
    },
    async set(repo, program) {
      await run("git", ["config", "filter.evil.clean", quoted(program)], { cwd: repo.path("sub") });
      await repo.write({ "sub/a.ts": "2\n" });
    },
    spring: ["status"],
  },
  {
    name: "a remote from which missing objects are fetched",
    async set(repo, program) {
      // As a remote, a program that copies its input would talk with git for ever.
      const mute = await writeScript(repo, ".git/mute.sh", `exec ${quoted(program)} </dev/null`);
      const settings = {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": `ext::${mute.replaceAll(" ", "% ")}`,
        "protocol.allow": "always",
        "protocol.ext.allow": "always",
      };
      for (const [key, value] of Object.entries(settings)) await repo.git("config", key, value);
      const blob = await repo.git("rev-parse", "HEAD:a.ts");
      await Deno.remove(repo.path(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
    },
    spring: ["diff"],
    uncountable: true,
  },
];

/** The program of a trap: it leaves the canary, and does as a filter does. */
export async function writeProgram(outside: Scratch, canary: string): Promise<string> {
  return await writeScript(outside, "evil program.sh", `: > '${canary}'; exec cat`);
}

function setting(name: string, key: string, spring: string[], attributes?: string): Trap {
  return {
    name,
    async set(repo, program) {
      if (attributes !== undefined) await repo.write({ ".gitattributes": attributes });
      await repo.git("config", key, quoted(program));
    },
    spring,
  };
}

function section(name: string, program: string): string {
  return `[${name} "evil"]\n\tclean = "${quoted(program)}"\n\trequired = true\n`;
}

/** git hands these to a shell. */
function quoted(program: string): string {
  return `'${program}'`;
}
