/** A scratch machine of a golden run: a home, a repository, and the steps that are taken there. */

import { PROJECT, type Ran, run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { ClientTranscript } from "../hook/_client_transcript.ts";
import { hookEnvironment } from "../hook/session.ts";
import { Normaliser } from "./_normalise.ts";

/** Where the registrations of the hooks stand in the project. These lines follow a move. */
export const REGISTRATIONS = {
  plugin: `${PROJECT}/hook/clients/plugin_hooks.json`,
  settings: `${PROJECT}/hook/clients/claude_settings.json`,
  opencode: `${PROJECT}/hook/opencode/commands.json`,
};

/** The session of every run. */
export const SESSION = "golden-1";

/** When the first commit is made; each later one is a day younger. */
const FIRST_COMMIT = Date.UTC(2025, 0, 6, 9);

/** What a program is started with, where it differs from nothing. */
interface Start {
  stdin?: string;
  env?: Record<string, string>;
  /** A file of the repository that gets what is printed, which is not shown then. */
  into?: string;
}

interface Registered {
  hooks: Record<string, { matcher?: string; hooks: { command: string }[] }[]>;
}

/** One run's machine. Everything that happens on it is added to `text`. */
export class Place implements AsyncDisposable {
  readonly #out: string[] = [];
  readonly #normaliser: Normaliser;
  #commits = 0;
  #writes = 0;

  /** The conversation that the client keeps. */
  readonly chat: ClientTranscript;

  private constructor(readonly scratch: Scratch) {
    this.#normaliser = new Normaliser(scratch.folder);
    const path = this.path(`home/.claude/projects/x/${SESSION}.jsonl`);
    this.chat = new ClientTranscript(path, SESSION, this.repo, Date.UTC(2025, 0, 20, 9));
  }

  /** Makes the machine, with an empty repository called shop. */
  static async make(): Promise<Place> {
    const scratch = await Scratch.make();
    await scratch.write({ "home/.keep": "", "bin/.keep": "", "shop/.keep": "" });
    await Deno.remove(scratch.path("shop/.keep"));
    const place = new Place(scratch);
    // The machine's template of repositories is nothing of the project's.
    await place.#git("init", "--quiet", "--initial-branch=main", "--template=");
    return place;
  }

  get repo(): string {
    return this.path("shop");
  }

  path(name: string): string {
    return this.scratch.path(name);
  }

  /** Everything that was shown, with what varies taken out. */
  get text(): string {
    return this.#normaliser.text(this.#out.join(""));
  }

  /** Says what varies in this run only, and how it is shown. */
  varies(pattern: RegExp, name: string): void {
    this.#normaliser.add(pattern, name);
  }

  /** Shows a text under a title. Whether its last line has an end is shown, too. */
  show(title: string, text: string): void {
    const end = text === "" || text.endsWith("\n") ? "" : "\n(no newline at the end)\n";
    this.#out.push(`=== ${title}\n${text}${end}`);
  }

  /** Writes files of the repository. */
  async write(files: Record<string, string>): Promise<void> {
    await this.scratch.write(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`shop/${name}`, text])),
    );
    this.#writes++;
    for (const name of Object.keys(files)) {
      const path = `${this.repo}/${name}`;
      await Deno.chmod(path, 0o644);
      // What is kept of a capture tells files apart by size and time.
      await Deno.utime(path, 0, FIRST_COMMIT / 1000 + this.#writes);
    }
  }

  /** Writes files and commits everything. */
  async commit(message: string, files: Record<string, string> = {}): Promise<string> {
    await this.write(files);
    await this.#git("add", "--all");
    await this.#git("commit", "--quiet", "--allow-empty", "--message", message);
    return (await this.#git("rev-parse", "HEAD")).trim();
  }

  async #git(...args: string[]): Promise<string> {
    // Fixed moments and names make fixed commit ids.
    const date = `${FIRST_COMMIT / 1000 + this.#commits * 86_400} +0000`;
    if (args[0] === "commit") this.#commits++;
    const { code, stdout, stderr } = await run("git", args, {
      cwd: this.repo,
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_SYSTEM: "/dev/null",
        GIT_AUTHOR_NAME: "Test",
        GIT_AUTHOR_EMAIL: "test@example.invalid",
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_NAME: "Test",
        GIT_COMMITTER_EMAIL: "test@example.invalid",
        GIT_COMMITTER_DATE: date,
      },
    });
    if (code !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout;
  }

  /** Everything that a program of this machine finds in its environment. */
  #environment(env: Record<string, string> = {}): Record<string, string> {
    const { PATH, ...rest } = hookEnvironment(this.path("home"));
    return {
      ...rest,
      PATH: `${this.path("bin")}:${PATH}`,
      NO_COLOR: "1",
      LC_ALL: "C",
      TZ: "UTC",
      GIT_CONFIG_SYSTEM: "/dev/null",
      ...env,
    };
  }

  /** Puts a program in the place of deno that does nothing: for whatever would only fetch. */
  async withoutDeno(): Promise<void> {
    await Deno.writeTextFile(this.path("bin/deno"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  }

  /** Runs a task of the project from the repository, as a person would. */
  async task(name: string, args: readonly string[] = [], start: Start = {}): Promise<Ran> {
    const config = `${PROJECT}/deno.json`;
    const ran = await run(Deno.execPath(), ["task", "-q", "--config", config, name, ...args], {
      cwd: this.repo,
      clearEnv: true,
      env: this.#environment(start.env),
      ...start.stdin === undefined ? {} : { stdin: start.stdin },
    });
    if (start.into !== undefined) {
      await this.write({ [start.into]: ran.stdout });
      this.#showRan(`task ${[name, ...args].join(" ")} > ${start.into}`, { ...ran, stdout: "" });
    } else this.#showRan(`task ${[name, ...args].join(" ")}`, ran);
    return ran;
  }

  /** Runs every line that the plugin registers for an event, one after the other. */
  async hook(
    event: string,
    payload: Record<string, unknown> = {},
    env: Record<string, string> = {},
  ): Promise<void> {
    const { hooks }: Registered = JSON.parse(await Deno.readTextFile(REGISTRATIONS.plugin));
    const lines = (hooks[event] ?? []).flatMap(({ hooks }) => hooks);
    for (const [index, { command }] of lines.entries()) {
      const ran = await run("/bin/sh", ["-c", command], {
        cwd: this.repo,
        clearEnv: true,
        env: this.#environment({
          CLAUDE_PLUGIN_ROOT: PROJECT,
          CLAUDE_PROJECT_DIR: this.repo,
          REFLECTION_MODE: "solo",
          ...env,
        }),
        stdin: JSON.stringify({
          session_id: SESSION,
          transcript_path: this.chat.path,
          cwd: this.repo,
          prompt_id: "prompt-1",
          hook_event_name: event,
          ...payload,
        }),
      });
      this.#showRan(`${event}, line ${index + 1} of ${lines.length}`, ran);
    }
  }

  /** The agent's turn ends as the conversation stands: runs what is registered for that. */
  async stop(env: Record<string, string> = {}): Promise<void> {
    await this.hook("Stop", {
      permission_mode: "acceptEdits",
      stop_hook_active: this.chat.sentBack,
      last_assistant_message: this.chat.lastMessage,
      background_tasks: [],
      session_crons: [],
    }, env);
  }

  /** Runs a line that the plugin of OpenCode runs. */
  async opencode(name: string, payload: unknown, env: Record<string, string> = {}): Promise<void> {
    const lines: Record<string, string> = JSON.parse(
      await Deno.readTextFile(REGISTRATIONS.opencode),
    );
    const ran = await run("/bin/sh", ["-c", lines[name] ?? "exit 99"], {
      cwd: this.repo,
      clearEnv: true,
      env: this.#environment({
        CLAUDE_PROJECT_DIR: this.repo,
        REFLECTION_ROOT: PROJECT,
        REFLECTION_AGENT: "opencode",
        REFLECTION_MODE: "solo",
        ...env,
      }),
      stdin: `${JSON.stringify(payload)}\n`,
    });
    this.#showRan(`opencode ${name}`, ran);
  }

  #showRan(title: string, { code, stdout, stderr }: Ran): void {
    this.show(title, `exit ${code}\n`);
    if (stdout !== "") this.show("stdout", stdout);
    // Says only that the cache did not know a package's newest version yet.
    const said = stderr.replaceAll(/^Download .*\n/gm, "");
    if (said !== "") this.show("stderr", said);
  }

  /** Waits for a review from the background, and for what is written after it: a lock is held until then. */
  async reviewed(): Promise<void> {
    const records = `${this.repo}/.mosaic/reflections`;
    const isThere = async () =>
      (await filesUnder(records)).some((path) => path.endsWith(".review.json"));
    for (let tries = 0; !await isThere(); tries++) {
      if (tries > 600) throw new Error("No review came");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    using file = await Deno.open(`${records}/state/${SESSION}.review.lock`, { write: true });
    await file.lock(true);
  }

  /** Shows files: everything under a folder, or one file. */
  async kept(name = "shop/.mosaic"): Promise<void> {
    const found = await filesUnder(this.path(name));
    // Records bear the moment in their names: in order of time, that is.
    for (const path of found.sort()) {
      const shown = path.slice(this.scratch.folder.length + 1);
      // Records are their owner's alone; how others' files are made is up to the machine.
      const { mode } = await Deno.lstat(path);
      const may = /(^|\/)(\.mosaic|records)\//.test(shown) ? ` ${(mode! & 0o777).toString(8)}` : "";
      this.show(`file ${shown}${may}`, await Deno.readTextFile(path));
    }
    if (found.length === 0) this.show(`file ${name}`, "(none)\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.scratch[Symbol.asyncDispose]();
  }
}

async function filesUnder(path: string): Promise<string[]> {
  if (!exists(path)) return [];
  if (!(await Deno.lstat(path)).isDirectory) return [path];
  const entries = await Array.fromAsync(Deno.readDir(path));
  return (await Promise.all(entries.map(({ name }) => filesUnder(`${path}/${name}`)))).flat();
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
