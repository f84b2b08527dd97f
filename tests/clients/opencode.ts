/** OpenCode at work: a scratch repository, a home of its own, and runs of the real client. */

import assert from "node:assert/strict";
import type { VerdictRecord } from "../../schema/types.ts";
import { verdictSchema } from "../../schema/zod.ts";
import type { WrittenReflection } from "../../schema/reflection.ts";
import { hookEnvironment, readRecord, recordNames } from "../hook/session.ts";
import { PROJECT } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import type { ChatTurn } from "./chat_api.ts";
import { declaring } from "./claude.ts";
import type { OpencodeHappened, OpencodeScenario, Step } from "./opencode_inside.ts";
import { installedOpencode, OPENCODE_VERSION } from "./opencode_install.ts";
import { linkPrograms } from "./programs.ts";
import { runInSandbox } from "./sandbox.ts";

/** Seconds that one run may take. */
const DEADLINE = 90;

const RECORDS = ".mosaic/reflections";

/** With this, the client believes that it has installed what it wants to download at its start. */
const INSTALLED = {
  "package.json": JSON.stringify({ dependencies: { "@opencode-ai/plugin": OPENCODE_VERSION } }),
  "package-lock.json": JSON.stringify({
    name: "installed",
    lockfileVersion: 3,
    packages: { "": { dependencies: { "@opencode-ai/plugin": OPENCODE_VERSION } } },
  }),
  "node_modules/.keep": "",
};

/** What a place is set up with. */
interface OpencodePlaceOptions {
  /** The environment that the client is started with, beside what it needs. */
  env?: Record<string, string>;
  /** The plugin's file, as a user has it; null for none. */
  plugin?: string | null;
  config?: Record<string, unknown>;
  /** A program that is not there. */
  without?: string;
}

/** What is played. */
interface Play {
  turns?: ChatTurn[];
  steps?: Step[];
  judged?: string | null;
  /** The arguments of a client that ends by itself, in place of a server. */
  args?: string[];
}

/** Where OpenCode works. */
export class OpencodePlace implements AsyncDisposable {
  private constructor(
    readonly repo: Scratch,
    readonly outside: Scratch,
    readonly options: OpencodePlaceOptions,
  ) {}

  static async make(options: OpencodePlaceOptions = {}): Promise<OpencodePlace> {
    const place = new OpencodePlace(await Scratch.make(), await Scratch.make(), options);
    await place.repo.init({ "README.md": "# Test\n", ".gitignore": ".opencode/\n" });
    const { plugin = `export { default } from "${PROJECT}/hook/opencode/plugin.ts";\n` } = options;
    const below = (folder: string) =>
      Object.fromEntries(
        Object.entries(INSTALLED).map(([name, text]) => [`${folder}/${name}`, text]),
      );
    await place.repo.write(below(".opencode"));
    if (plugin !== null) await place.repo.write({ ".opencode/plugin/reflection.ts": plugin });
    await place.outside.write({
      ...below("home/.config/opencode"),
      "tmp/.keep": "",
      "bin/.keep": "",
    });
    await linkPrograms(place.outside.path("bin"), options.without);
    return place;
  }

  /** Runs the client, shut in. */
  async play({ turns = [], steps = [], judged = null, args }: Play): Promise<OpencodeHappened> {
    const home = this.outside.path("home");
    const { DENO_DIR } = hookEnvironment(home);
    const scenario: OpencodeScenario = {
      program: await installedOpencode(),
      args: args ?? ["serve", "--port", "0", "--hostname", "127.0.0.1"],
      cwd: this.repo.folder,
      env: {
        PATH: this.outside.path("bin"),
        HOME: home,
        TMPDIR: this.outside.path("tmp"),
        DENO_DIR: DENO_DIR!,
        XDG_CONFIG_HOME: `${home}/.config`,
        XDG_DATA_HOME: `${home}/.data`,
        XDG_STATE_HOME: `${home}/.state`,
        XDG_CACHE_HOME: `${home}/.cache`,
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
        OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
        OPENCODE_DISABLE_SHARE: "1",
        ...this.options.env,
      },
      config: this.options.config ?? {},
      turns,
      judged,
      steps,
      deadline: DEADLINE,
    };
    const happened: OpencodeHappened = await runInSandbox("opencode_inside.ts", scenario);
    const { late, asked, output, events } = happened;
    const seen = events.map(({ type }) => type).slice(-20).join(" ");
    assert.equal(late, null, `waits for ${late}; ${asked.length} asked; ${seen}; ${output}`);
    return happened;
  }

  /** The person declares what done means in the repository. */
  async requires(...list: string[]): Promise<void> {
    await this.outside.write({
      "home/.config/reflection/config.json": declaring(this.repo.folder, list),
    });
  }

  /** The records in the repository, oldest first. */
  async reflections(): Promise<WrittenReflection[]> {
    const folder = this.repo.path(RECORDS);
    const names = await recordNames(folder).catch(() => []);
    return await Promise.all(names.map((name) => readRecord(`${folder}/${name}`)));
  }

  /** The verdicts in the repository, oldest first. */
  async verdicts(): Promise<VerdictRecord[]> {
    const folder = this.repo.path(RECORDS);
    const names = (await namesIn(folder)).filter((name) => name.endsWith(".verdict.json")).sort();
    return await Promise.all(
      names.map(async (name) =>
        verdictSchema.parse(JSON.parse(await Deno.readTextFile(`${folder}/${name}`)))
      ),
    );
  }

  /** What became of every stop. */
  async outcomes(): Promise<string[]> {
    return (await this.verdicts()).map(({ outcome, skipped }) =>
      skipped === null ? outcome.decision : `${outcome.decision}: ${skipped}`
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.repo[Symbol.asyncDispose]();
    await this.outside[Symbol.asyncDispose]();
  }
}

/** The names in a folder; none where there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** What the person asks for. */
export const TASK = "Fix add() in add.mjs, and run the tests";

const TEST = `import { test } from "node:test";
import assert from "node:assert/strict";
import { add } from "./add.mjs";
test("adds", () => assert.equal(add(1, 2), 3));
`;

/** A repository with a test that fails and has to pass, and the judge at work. */
export async function judgedOpencode(
  env: Record<string, string> = {},
  options: Omit<OpencodePlaceOptions, "env"> = {},
): Promise<OpencodePlace> {
  const place = await OpencodePlace.make({
    ...options,
    env: { REFLECTION_MODE: "solo", REFLECTION_JUDGE: "on", REFLECTION_DEBUG: "1", ...env },
  });
  await place.repo.write({
    "add.mjs": "export const add = (a, b) => a - b;\n",
    "add.test.mjs": TEST,
  });
  await place.repo.commit("A test that fails");
  await place.requires("node --test");
  return place;
}

/** The model's turn to run a command. */
export function bash(command: string): ChatTurn {
  return { use: "bash", input: { command, description: "Run it" } };
}

/** The model's turn to run the tests. */
export const RUN_TESTS: ChatTurn = bash("node --test");

/** The model's turn to change what is tested. */
export function change(place: OpencodePlace, body: string): ChatTurn {
  const content = `export const add = (a, b) => ${body};\n`;
  return { use: "write", input: { filePath: place.repo.path("add.mjs"), content } };
}

/** What we said to the agent, as it stands in the session. */
export function saidByUs({ messages }: OpencodeHappened): string[] {
  // deno-lint-ignore no-explicit-any
  return messages.flatMap(({ parts }) => parts as any[])
    .filter(({ metadata }) => metadata?.["reflection-kernel"] !== undefined).map(({ text }) =>
      text
    );
}

/** What the person was shown. */
export function toastsOf({ events }: OpencodeHappened): string[] {
  return events.filter(({ type }) => type === "tui.toast.show")
    .map(({ properties }) => properties.message);
}

/** Until so many stops were judged. */
export const judged = (records: number): Step => ({ records, ending: ".verdict.json" });

/** Longer than a silence that is looked at, and time for the look. */
export const LOOKED_AT: Step = { passes: 34 };

/** An error that stops the agent, told in full. */
export const FAILS: Step[] = [
  { until: "session.error" },
  { until: "session.idle" },
  { until: "session.idle" },
];
