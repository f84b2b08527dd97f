import assert from "node:assert/strict";
import { DEFAULT_CONFIG } from "../../../lib/config/settings.ts";
import { readConfigFiles } from "../../../lib/config/config.ts";
import { REPOSITORY_CONFIG, userConfigPath } from "../../../lib/config/files.ts";
import { Scratch } from "../../support/repository.ts";

const ON = JSON.stringify({
  reflection: { enabled: true, provider: "claude", storeReflections: true, depth: "deep" },
});

/** A home with the user's file, and a repository's top folder. */
async function places(mine: string | null, theirs: string | null): Promise<Scratch> {
  const scratch = await Scratch.make();
  await scratch.write({ "home/x": "", "repo/.mosaic/x": "" });
  if (mine !== null) await scratch.write({ "home/.config/reflection/config.json": mine });
  if (theirs !== null) await scratch.write({ [`repo/${REPOSITORY_CONFIG}`]: theirs });
  return scratch;
}

function read(scratch: Scratch) {
  const env = (name: string) => name === "HOME" ? scratch.path("home") : undefined;
  return readConfigFiles(scratch.path("repo"), env);
}

Deno.test("userConfigPath() prefers XDG_CONFIG_HOME, and takes no relative path", () => {
  const at = (env: Record<string, string>) => userConfigPath((name) => env[name]);
  assert.equal(at({ XDG_CONFIG_HOME: "/x", HOME: "/h" }), "/x/reflection/config.json");
  assert.equal(at({ HOME: "/h" }), "/h/.config/reflection/config.json");
  assert.equal(at({ XDG_CONFIG_HOME: "", HOME: "/h" }), "/h/.config/reflection/config.json");
  assert.equal(at({ XDG_CONFIG_HOME: ".", HOME: "/h" }), "/h/.config/reflection/config.json");
  assert.equal(at({ HOME: "." }), null);
  assert.equal(at({}), null);
});

Deno.test("readConfigFiles() reads the user's file and narrows it by the repository's", async () => {
  await using none = await places(null, null);
  assert.deepEqual(read(none), { config: DEFAULT_CONFIG, problems: [] });
  await using mine = await places(ON, null);
  assert.deepEqual(read(mine).config, {
    ...DEFAULT_CONFIG,
    enabled: true,
    provider: "claude",
    depth: "deep",
  });
  await using both = await places(ON, '{"reflection":{"depth":"quick"}}');
  assert.equal(read(both).config.depth, "quick");
  assert.deepEqual(read(both).problems, []);
});

Deno.test("readConfigFiles() turns nothing on that only a repository asks for", async () => {
  await using scratch = await places(
    null,
    '{"reflection":{"enabled":true,"provider":"openai-compatible","base_url":"https://evil.example"}}',
  );
  const { config, problems } = read(scratch);
  assert.deepEqual(config, DEFAULT_CONFIG);
  assert.deepEqual(problems, [
    "reflection.enabled can only narrow false, got true (repository's config)",
    "reflection.provider is the user's to set, got \"openai-compatible\" (repository's config)",
    "reflection.base_url is the user's to set, got \"https://evil.example\" (repository's config)",
  ]);
});

Deno.test("readConfigFiles() follows no link of a repository, to a file or through a folder", async () => {
  await using scratch = await places(ON, null);
  await scratch.write({ "elsewhere/config.json": '{"reflection":{"enabled":false}}' });
  await Deno.symlink(
    scratch.path("elsewhere/config.json"),
    scratch.path(`repo/${REPOSITORY_CONFIG}`),
  );
  const linked = "Cannot read the file: it is led to by a link (repository's config)";
  assert.deepEqual(read(scratch).problems, [linked]);
  assert.equal(read(scratch).config.enabled, true);

  await Deno.remove(scratch.path("repo/.mosaic"), { recursive: true });
  await Deno.symlink(scratch.path("elsewhere"), scratch.path("repo/.mosaic"));
  assert.deepEqual(read(scratch).problems, [linked]);
});

Deno.test("readConfigFiles() follows the user's own link", async () => {
  await using scratch = await places(null, null);
  await scratch.write({ "dotfiles/config.json": ON, "home/.config/reflection/x": "" });
  const place = scratch.path("home/.config/reflection/config.json");
  await Deno.symlink(scratch.path("dotfiles/config.json"), place);
  assert.deepEqual([read(scratch).config.enabled, read(scratch).problems], [true, []]);
});

Deno.test("readConfigFiles() reads no folder, no pipe, nothing large and nothing that is not text", async () => {
  await using scratch = await places(ON, null);
  const path = scratch.path(`repo/${REPOSITORY_CONFIG}`);
  const problem = () => {
    const { config, problems } = read(scratch);
    assert.equal(config.enabled, true);
    return problems.join();
  };
  await Deno.mkdir(path);
  assert.equal(problem(), "Cannot read the file: it is not a plain file (repository's config)");
  await Deno.remove(path);
  const { success } = await new Deno.Command("mkfifo", { args: [path] }).output();
  assert.ok(success);
  assert.equal(problem(), "Cannot read the file: it is not a plain file (repository's config)");
  await Deno.remove(path);
  await Deno.writeTextFile(path, " ".repeat(300_000));
  assert.equal(
    problem(),
    "Cannot read the file: it is larger than 262144 bytes (repository's config)",
  );
  await Deno.writeFile(path, new Uint8Array([0x7b, 0xff, 0x7d]));
  assert.equal(problem(), "Cannot read the file: it is not UTF-8 (repository's config)");
});
