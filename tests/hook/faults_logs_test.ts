import assert from "node:assert/strict";
import { run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { WHOLE_REPORT } from "./_faults.ts";
import { Session } from "./session.ts";

const LOGS = ["errors.log", "debug.log"] as const;
const CAP_BYTES = 256 * 1024;
const CANARY = "canary-8c1f0b7e";

/** Debugging, and an error to report. */
const TALKATIVE = { REFLECTION_DEBUG: "1", REFLECTION_RISK_THRESHOLD: "seven" };

const SECRETS = Object.fromEntries(
  ["ANTHROPIC_API_KEY", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "DATABASE_URL", "MY_OWN", "LANG"]
    .map((name) => [name, `${CANARY}-${name}`]),
);

/** The files below a folder that hold a text. */
async function holding(folder: string, text: string): Promise<string> {
  return (await run("grep", ["-r", "-l", "-F", text, folder])).stdout;
}

Deno.test("neither log nor record ever holds the environment", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  const env = { ...TALKATIVE, ...SECRETS };
  await session.start({ env });
  await repo.write({ "a.ts": "1\n", ".mosaic/reflection-input.json": "broken" });
  await session.stop({ env: { ...env, REFLECTION_BASE: "garbage", REFLECTION_INPUT: "/missing" } });
  await session.stop({ env, payload: "not json" });
  await session.stop({ env, payload: { last_assistant_message: WHOLE_REPORT, cwd: "/nowhere" } });
  await repo.write({ ".git/index": "broken" });
  await session.stop({ env });
  await session.end({ env });

  const folder = repo.path(".mosaic");
  for (const log of LOGS) {
    const text = await Deno.readTextFile(`${folder}/reflections/${log}`);
    assert.ok(text.split("\n").length > 4, `${log} has something to say: ${text}`);
  }
  assert.equal(await holding(folder, CANARY), "");
});

Deno.test("without REFLECTION_DEBUG there is no debug log, and without an error no log at all", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  await session.start();
  await session.stop();
  const names = Array.from(
    Deno.readDirSync(repo.path(".mosaic/reflections")),
    (entry) => entry.name,
  );
  assert.deepEqual(names.filter((name) => name.endsWith(".log")), []);
});

Deno.test("logs have mode 0600, and one line for each thing they say", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const env = { ...TALKATIVE, REFLECTION_BASE: "a\nb\r\u001b[31m\u0085c" };
  await new Session(repo, "two\nlines").stop({ env });
  for (const log of LOGS) {
    const file = repo.path(`.mosaic/reflections/${log}`);
    assert.equal((await Deno.lstat(file)).mode! & 0o777, 0o600, log);
    const lines = (await Deno.readTextFile(file)).trimEnd().split("\n");
    for (const line of lines) {
      assert.match(line, /^\d{4}-[\dT:.-]+Z two_lines-h[0-9a-f]{16} \P{Cc}+$/u);
    }
  }
});

for (const log of LOGS) {
  Deno.test(`${log} is cut when it has grown too large, and keeps whole and newest lines`, async () => {
    await using repo = await Scratch.make();
    await repo.init();
    const lines = Array.from({ length: 40_000 }, (_, n) => `old line number ${n}\n`);
    await repo.write({ [`.mosaic/reflections/${log}`]: lines.join("") });
    await new Session(repo).stop({ env: TALKATIVE });

    const file = repo.path(`.mosaic/reflections/${log}`);
    const text = await Deno.readTextFile(file);
    const { size, mode } = await Deno.lstat(file);
    assert.ok(size > 10_000 && size <= CAP_BYTES, `${size} bytes`);
    assert.equal(mode! & 0o777, 0o600);
    const [first, ...rest] = text.trimEnd().split("\n");
    assert.match(first!, /^old line number \d+$/);
    assert.match(rest.at(-1)!, / session-1 /);
    assert.ok(rest.includes("old line number 39999"));
  });
}

Deno.test("logs stay below their cap over many captures", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  // Each capture says some 100 kB: the cap is met again and again.
  const env = { ...TALKATIVE, REFLECTION_DIR: "x/".repeat(50_000) };
  for (let n = 0; n < 6; n++) {
    await session.stop({ env });
    for (const log of LOGS) {
      const { size } = await Deno.lstat(repo.path(`.mosaic/reflections/${log}`));
      assert.ok(size <= CAP_BYTES, `${log} has ${size} bytes after capture ${n + 1}`);
    }
  }
});
