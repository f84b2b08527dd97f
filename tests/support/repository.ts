/** Scratch folders and git repositories that clean up after themselves. */

import { run } from "./process.ts";

/** A folder that is removed when the test ends. */
export class Scratch implements AsyncDisposable {
  private constructor(readonly folder: string) {}

  /** @param place Where to make it, if not where temporary files are. */
  static async make(name = "reflection test ", place: string | null = null): Promise<Scratch> {
    const made = await Deno.makeTempDir({ prefix: name, ...place === null ? {} : { dir: place } });
    return new Scratch(await Deno.realPath(made));
  }

  /** The path of something in the folder. */
  path(name: string): string {
    return `${this.folder}/${name}`;
  }

  /** Writes files, making the folders they stand in. */
  async write(files: Record<string, string | Uint8Array>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      const file = this.path(name);
      await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
      if (typeof content === "string") await Deno.writeTextFile(file, content);
      else await Deno.writeFile(file, content);
    }
  }

  /** Runs git in the folder, as a person would, with no configuration but the repository's own. */
  async git(...args: string[]): Promise<string> {
    const env = {
      PATH: Deno.env.get("PATH") ?? "",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
      GIT_AUTHOR_NAME: "Test",
      GIT_AUTHOR_EMAIL: "test@example.invalid",
      GIT_COMMITTER_NAME: "Test",
      GIT_COMMITTER_EMAIL: "test@example.invalid",
    };
    const { code, stdout, stderr } = await run("git", args, {
      cwd: this.folder,
      env,
      clearEnv: true,
    });
    if (code !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout.trimEnd();
  }

  /** Makes the folder a repository with one commit of these files. */
  async init(files: Record<string, string | Uint8Array> = { "README.md": "# Test\n" }) {
    await this.git("init", "--quiet", "--initial-branch=main");
    await this.write(files);
    await this.commit("First");
  }

  async commit(message: string): Promise<string> {
    await this.git("add", "--all");
    await this.git("commit", "--quiet", "--allow-empty", "--message", message);
    return await this.git("rev-parse", "HEAD");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // What was started in the background may still be writing its last file.
    for (let tries = 50;; tries--) {
      try {
        return await Deno.remove(this.folder, { recursive: true });
      } catch (error) {
        if (tries === 0 || !/not empty/.test(String(error))) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
}
