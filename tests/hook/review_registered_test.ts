import assert from "node:assert/strict";
import { hookCommand } from "../../hook/clients/command.ts";
import { hooksOf } from "../../hook/clients/table.ts";
import { PROJECT, run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";

/** The flags that the registered command starts the reviewer with. */
async function flagsWith(
  config: string | null,
  env: Record<string, string> = {},
): Promise<Map<string, string>> {
  await using home = await Scratch.make();
  // Stands in for deno, to see what the shell makes of the user's settings.
  const seen = home.path("watched/args");
  const deno = `#!/bin/sh\nprintf '%s\\n' "$@" >'${seen}.tmp'\nmv '${seen}.tmp' '${seen}'\n`;
  await home.write({ "bin/deno": deno, "repo/.git/config": "", "watched/.keep": "" });
  await Deno.chmod(home.path("bin/deno"), 0o755);
  if (config !== null) await home.write({ ".config/reflection/config.json": config });
  const [hook] = hooksOf("review");
  const changes = Deno.watchFs(home.path("watched"));
  const { code, stdout, stderr } = await run("/bin/sh", [
    "-c",
    hookCommand(hook!, { from: "path", folder: PROJECT }),
  ], {
    cwd: home.path("repo"),
    env: {
      PATH: `${home.path("bin")}:${Deno.env.get("PATH")}`,
      HOME: home.folder,
      REFLECTION_MODE: "solo",
      REFLECTION_REVIEW: "on",
      ...env,
    },
    clearEnv: true,
    stdin: "{}",
  });
  assert.deepEqual([code, stdout, stderr], [0, "", ""]);
  const args = (): string | null => {
    try {
      return Deno.readTextFileSync(seen);
    } catch {
      return null;
    }
  };
  if (args() === null) { for await (const _ of changes) if (args() !== null) break; }
  try {
    changes.close();
  } catch {
    // Closed by leaving the loop
  }
  return new Map(
    (args() ?? "").split("\n").filter((line) => line.startsWith("--allow-"))
      .map((line) => line.split(/=(.*)/s) as [string, string]),
  );
}

const hosts = async (config: string | null, env?: Record<string, string>): Promise<string[]> =>
  (await flagsWith(config, env)).get("--allow-net")!.split(",");

Deno.test("the reviewer may talk to the provider and to the base URL that the user set, and to nobody else", async () => {
  const own = "api.anthropic.com";
  assert.deepEqual(await hosts(null), [own]);
  assert.deepEqual(await hosts("not JSON"), [own]);
  for (
    const [config, host] of [
      ['{"reflection":{"base_url":"http://127.0.0.1:11434/v1"}}', "127.0.0.1:11434"],
      ['{"reflection":{"base_url":"http:\\/\\/127.0.0.1:1\\/v1"}}', "127.0.0.1:1"],
      ['{"reflection":{"base_url":\n  "https://gate_way.example/x"}}', "gate_way.example"],
      ['{"reflection":{"base_url":"http://[::1]:9/v1"}}', "[::1]:9"],
    ]
  ) assert.deepEqual(await hosts(config!), [own, host], config);
  const two =
    '{"other":{"base_url":"http://a.example"},"reflection":{"base_url":"http://b.example"}}';
  assert.deepEqual(await hosts(two), [own, "a.example", "b.example"]);
  assert.deepEqual(await hosts(null, { REFLECTION_BASE_URL: "http://c.example:8/v1" }), [
    own,
    "c.example:8",
  ]);
  // A list of hosts, or a path of this machine, is no host.
  assert.deepEqual(await hosts('{"reflection":{"base_url":"http://a.example,b.example"}}'), [own]);
});

Deno.test("the reviewer may read the user's own settings, and not what a relative path leads to", async () => {
  const read = async (env: Record<string, string>): Promise<string[]> =>
    (await flagsWith(null, env)).get("--allow-read")!.split(",");
  assert.deepEqual((await read({ XDG_CONFIG_HOME: "/etc/xdg" })).slice(1), [
    "/etc/xdg/reflection/config.json",
  ]);
  assert.deepEqual(await read({ XDG_CONFIG_HOME: "config" }), ["."]);
  assert.deepEqual(await read({ XDG_CONFIG_HOME: "/a,b" }), ["."]);
});
