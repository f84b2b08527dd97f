import assert from "node:assert/strict";
import { PROJECT } from "../support/process.ts";
import { clientTest, Place } from "./claude.ts";

const SOLO = { REFLECTION_MODE: "solo" };

clientTest("A session in a subfolder leaves its record at the top of the repository", async () => {
  await using place = await Place.make({ hooks: false });
  // The client reads no settings but those of the folder it starts in.
  await place.repo.write({ "app/.claude/settings.json": JSON.stringify({ env: SOLO }) });
  await place.repo.commit("App");
  await place.work([place.write("app/auth.ts"), { say: "Done." }], {
    args: [`--plugin-dir=${PROJECT}`],
    folder: "app",
  });
  const { files_changed, risk } = await place.record();
  assert.deepEqual(files_changed, ["app/auth.ts"]);
  assert.doesNotMatch(risk.reason, /another repository/);
});

clientTest(
  "A session that ends in a nested repository leaves its record where it began",
  async () => {
    await using place = await Place.make({ env: SOLO });
    await place.repo.git("init", "--quiet", "nested");
    // The client runs the later hooks where the agent's shell went.
    await place.work([
      place.write("src/auth.ts"),
      { use: "Bash", input: { command: "cd nested", description: "Go there" } },
      { say: "Done." },
    ]);
    assert.deepEqual((await place.record()).files_changed, ["src/auth.ts"]);
    await assert.rejects(Deno.lstat(place.repo.path("nested/.mosaic")), Deno.errors.NotFound);
  },
);
