/** The `claude` backend against a program of that name on PATH: a real process, made up here. */

import assert from "node:assert/strict";
import { ask } from "../../../lib/model/ask.ts";
import type { ModelErrorKind } from "../../../lib/model/errors.ts";
import type { ModelSettings } from "../../../lib/model/backend.ts";
import { modelSettingsFrom } from "../../../lib/model/settings.ts";
import "../../support/model_packages.ts";
import { deno, run } from "../../support/process.ts";
import { Scratch } from "../../support/repository.ts";
import { everything, failure, GOOD, KEY, question } from "./support.ts";

/** Writes down how it was started, then does what the test says for this start, or the last. */
const PROGRAM = `#!/bin/sh
here=$(dirname "$0")
count=$(ls "$here" | grep -c '^arguments')
for argument in "$@"; do printf '%s\\0' "$argument"; done > "$here/arguments.$count"
env > "$here/environment.$count"
pwd > "$here/folder.$count"
cat > "$here/input.$count"
act="$here/act.$count"
[ -f "$act" ] || act="$here/act.0"
. "$act"
`;

/** The program in a folder of its own, with what it does at each start. */
class FakeClaude implements AsyncDisposable {
  private constructor(readonly scratch: Scratch, readonly settings: ModelSettings) {}

  static async make(...acts: string[]): Promise<FakeClaude> {
    const scratch = await Scratch.make();
    await scratch.write({ "claude": PROGRAM });
    for (const [index, act] of acts.entries()) await scratch.write({ [`act.${index}`]: act });
    await Deno.chmod(scratch.path("claude"), 0o755);
    const variables: Record<string, string> = {
      PATH: `${scratch.folder}:${Deno.env.get("PATH")}`,
      HOME: scratch.folder,
      ANTHROPIC_API_KEY: KEY,
      OPENAI_API_KEY: "not for claude",
    };
    const settings = modelSettingsFrom({ provider: "claude" }, (name) => variables[name]);
    return new FakeClaude(scratch, { ...settings, wait: () => Promise.resolve() });
  }

  read(name: string): Promise<string> {
    return Deno.readTextFile(this.scratch.path(name));
  }

  async arguments(start = 0): Promise<string[]> {
    return (await this.read(`arguments.${start}`)).split("\0").slice(0, -1);
  }

  async starts(): Promise<number> {
    const entries = await Array.fromAsync(Deno.readDir(this.scratch.folder));
    return entries.filter(({ name }) => name.startsWith("arguments.")).length;
  }

  /** Resolves with a file's text once the program has put it there whole. */
  async appears(name: string): Promise<string> {
    using watcher = Deno.watchFs(this.scratch.folder);
    const read = () => this.read(name).catch(() => null);
    const early = await read();
    if (early !== null) return early;
    for await (const _ of watcher) {
      const text = await read();
      if (text !== null) return text;
    }
    throw new Error("The watcher ended");
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.scratch[Symbol.asyncDispose]();
  }
}

/** A script that prints an envelope like the program's. */
function envelope(more: Record<string, unknown>, code = 0): string {
  const text = JSON.stringify({
    type: "result",
    subtype: "success",
    is_error: false,
    result: "",
    total_cost_usd: 0.0042,
    usage: {
      input_tokens: 5,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 10,
      output_tokens: 7,
    },
    modelUsage: { "claude-small": { outputTokens: 1 }, "claude-haiku-9": { outputTokens: 7 } },
    ...more,
  });
  return `cat <<'END'\n${text}\nEND\nexit ${code}\n`;
}

const SUCCESS = envelope({ structured_output: GOOD });

async function isAlive(pid: string): Promise<boolean> {
  return (await run("kill", ["-0", pid.trim()])).code === 0;
}

Deno.test("claude: the answer, its usage and its cost come from the envelope", async () => {
  await using claude = await FakeClaude.make(SUCCESS);
  assert.deepEqual(await ask(question(), claude.settings), {
    value: GOOD,
    model: "claude-haiku-9",
    usage: { input_tokens: 35, output_tokens: 7 },
    cost_usd: 0.0042,
  });
});

Deno.test("claude: it is started without tools, hooks or a session, and reads the prompt", async () => {
  await using claude = await FakeClaude.make(SUCCESS);
  const prompt = `$(touch PWNED) "quotes" \u00e9\n${"long ".repeat(100_000)}`;
  await ask(question({ prompt, tier: "standard" }), claude.settings);
  const [args, input] = [await claude.arguments(), await claude.read("input.0")];
  assert.deepEqual(args.slice(0, 11), [
    ...["-p", "--output-format", "json", "--model", "sonnet", "--tools", ""],
    ...["--settings", '{"disableAllHooks":true}', "--no-session-persistence"],
    "--strict-mcp-config",
  ]);
  assert.equal(args[11], "--json-schema");
  assert.deepEqual(JSON.parse(args[12] ?? "").required, ["verdict", "score"]);
  assert.deepEqual(args.slice(13), ["--system-prompt", "You judge."]);
  assert.equal(input, prompt);
});

Deno.test("claude: a system prompt too long for an argument goes before the prompt", async () => {
  await using claude = await FakeClaude.make(SUCCESS);
  const system = "rule\n".repeat(60_000);
  await ask(question({ system }), claude.settings);
  assert(!(await claude.arguments()).includes("--system-prompt"));
  assert.equal(await claude.read("input.0"), `${system}\n\nJudge this.`);
});

Deno.test("claude: it gets a marker, its own variables, and no others", async () => {
  await using claude = await FakeClaude.make(SUCCESS);
  await ask(question(), claude.settings);
  const lines = (await claude.read("environment.0")).trimEnd().split("\n");
  const names = lines.map((line) => line.slice(0, line.indexOf("=")))
    // The shell's own.
    .filter((name) => !["PWD", "OLDPWD", "SHLVL", "_"].includes(name)).sort();
  assert.deepEqual(names, [
    ...["ANTHROPIC_API_KEY", "CLAUDE_CODE_MAX_OUTPUT_TOKENS", "HOME", "PATH"],
    "REFLECTION_INSIDE",
  ]);
  assert(lines.includes("REFLECTION_INSIDE=1"));
});

Deno.test("claude: what runs inside of it cannot ask again", async () => {
  await using claude = await FakeClaude.make(SUCCESS);
  await ask(question(), claude.settings);
  const inside = new Map(
    (await claude.read("environment.0")).split("\n").map((line) => [
      line.slice(0, line.indexOf("=")),
      line.slice(line.indexOf("=") + 1),
    ]),
  );
  const settings = modelSettingsFrom({ provider: "claude" }, (name) => inside.get(name));
  await failure(settings, "not_configured");
  assert.equal(await claude.starts(), 1);
});

Deno.test("claude: it does not start in the repository, whose settings it would follow", async () => {
  await using claude = await FakeClaude.make(SUCCESS);
  await ask(question(), claude.settings);
  assert.equal(await claude.read("folder.0"), "/\n");
});

Deno.test("claude: without structured output its words are shown to it once", async () => {
  await using claude = await FakeClaude.make(envelope({ result: "It is good." }), SUCCESS);
  const answer = await ask(question(), claude.settings);
  assert.deepEqual(answer.value, GOOD);
  assert.deepEqual(answer.usage, { input_tokens: 70, output_tokens: 14 });
  assert.equal(answer.cost_usd, 0.0084);
  const input = await claude.read("input.1");
  assert.match(input, /^Judge this\.\n\n\[your answer before\]\nIt is good\.\n\n\[user\]\n/);
  assert.match(input, /it is not JSON/);
});

Deno.test("claude: structured output of the wrong shape twice is an invalid answer", async () => {
  await using claude = await FakeClaude.make(envelope({ structured_output: { verdict: 1 } }));
  const error = await failure(claude.settings, "invalid_answer");
  assert.equal(await claude.starts(), 2);
  assert.equal(error.spent?.cost_usd, 0.0084);
});

const FAILURES: [string, string, ModelErrorKind][] = [
  ["529", "API Error: 529 Overloaded", "transient"],
  ["500", 'API Error: 500 {"type":"error"}', "transient"],
  ["429", "API Error (429): rate limited", "transient"],
  ["a broken connection", "API Error: Connection error.", "transient"],
  ["401", "API Error: 401 invalid x-api-key", "permanent"],
  ["400", "API Error: 400 prompt is too long", "permanent"],
  ["a missing login", "Not logged in · Please run /login", "permanent"],
];
for (const [name, result, kind] of FAILURES) {
  Deno.test(`claude: ${name} is ${kind}`, async () => {
    await using claude = await FakeClaude.make(envelope({ is_error: true, result }, 1));
    const waited: number[] = [];
    const wait = (ms: number) => Promise.resolve(void waited.push(ms));
    await failure({ ...claude.settings, wait }, kind);
    assert.deepEqual(waited, kind === "transient" ? [2000] : []);
    assert.equal(await claude.starts(), kind === "transient" ? 2 : 1);
  });
}

Deno.test("claude: a transient failure, then an answer", async () => {
  const overloaded = envelope({ is_error: true, result: "API Error: 529 Overloaded" }, 1);
  await using claude = await FakeClaude.make(overloaded, SUCCESS);
  assert.deepEqual((await ask(question(), claude.settings)).value, GOOD);
});

for (
  const [name, act] of [
    ["nothing", "exit 3"],
    ["words", "echo hello"],
    ["another JSON", "echo '{\"a\": 1}'"],
    ["half an envelope", 'printf \'{"type":"result"\''],
    ["an envelope of another kind", envelope({ subtype: "error_max_turns" })],
  ] as const
) {
  Deno.test(`claude: a program that prints ${name} is an error`, async () => {
    await using claude = await FakeClaude.make(act);
    await failure(claude.settings, "permanent");
  });
}

Deno.test("claude: an error says what the program said, but not the key", async () => {
  await using claude = await FakeClaude.make('echo "I cannot: $ANTHROPIC_API_KEY" >&2; exit 7');
  const error = await failure(claude.settings, "permanent");
  assert.equal(error.message, "claude ended with 7: I cannot: [key]");
  assert.doesNotMatch(everything(error), new RegExp(KEY));
});

Deno.test("claude: a program that is not there is said to be missing", async () => {
  await using claude = await FakeClaude.make();
  const env = { PATH: claude.scratch.path("nowhere"), HOME: "/" };
  const error = await failure({ ...claude.settings, claudeEnv: env }, "not_configured");
  assert.equal(error.message, 'Cannot start "claude": it is not on PATH');
});

const SAY_PID = 'echo $$ > "$here/pid.new"; mv "$here/pid.new" "$here/pid"\n';

Deno.test("claude: a hanging program is killed when the asker gives up", async () => {
  await using claude = await FakeClaude.make(`${SAY_PID}exec sleep 1000`);
  const asker = new AbortController();
  const asked = failure(claude.settings, "aborted", { signal: asker.signal });
  const pid = await claude.appears("pid");
  assert(await isAlive(pid));
  asker.abort();
  await asked;
  assert(!await isAlive(pid));
  assert.equal(await claude.starts(), 1);
});

Deno.test("claude: a program that ignores every polite signal is killed too", async () => {
  await using claude = await FakeClaude.make(
    `trap '' TERM INT HUP\n${SAY_PID}read forever < "$here/never"`,
  );
  await run("mkfifo", [claude.scratch.path("never")]);
  const asker = new AbortController();
  const asked = failure(claude.settings, "aborted", { signal: asker.signal });
  const pid = await claude.appears("pid");
  asker.abort();
  await asked;
  assert(!await isAlive(pid));
});

Deno.test("claude: a child of the program that holds its output keeps nobody waiting", async () => {
  const act = `sleep 1000 & echo $! > "$here/pid.new"; mv "$here/pid.new" "$here/pid"; wait`;
  await using claude = await FakeClaude.make(act);
  const asker = new AbortController();
  const asked = failure(claude.settings, "aborted", { signal: asker.signal });
  const pid = await claude.appears("pid");
  asker.abort();
  await asked;
  await run("kill", ["-9", pid.trim()]);
});

Deno.test("claude: a program that prints without end is killed", async () => {
  await using claude = await FakeClaude.make(`${SAY_PID}exec yes`);
  const error = await failure(claude.settings, "permanent");
  assert.match(error.message, /larger than 8388608 bytes/);
  assert(!await isAlive(await claude.read("pid")));
});

Deno.test("claude: what it prints on stderr is never too much", async () => {
  await using claude = await FakeClaude.make(`head -c 9000000 /dev/zero >&2\n${SUCCESS}`);
  assert.deepEqual((await ask(question(), claude.settings)).value, GOOD);
});

Deno.test("claude: asking needs no permission but to run it", async () => {
  await using claude = await FakeClaude.make(SUCCESS);
  const { wait: _, ...settings } = claude.settings;
  await claude.scratch.write({
    "ask.ts": `
      import { z } from "npm:zod@4.6.7";
      import { ask } from "${new URL("../../../lib/model/ask.ts", import.meta.url)}";
      const schema = z.object({ verdict: z.string(), score: z.number() });
      const question = { system: "S", prompt: "P", schema, tier: "fast" };
      const { value } = await ask(question, ${JSON.stringify(settings)});
      console.log(JSON.stringify(value));
    `,
  });
  const args = ["run", "--no-prompt", "--cached-only", "--no-config", "--no-lock"];
  const { stdout, stderr } = await deno(
    [...args, "--allow-run=claude", claude.scratch.path("ask.ts")],
    { env: { PATH: settings.claudeEnv["PATH"] ?? "" } },
  );
  assert.equal(stdout, `${JSON.stringify(GOOD)}\n`, stderr);
});
