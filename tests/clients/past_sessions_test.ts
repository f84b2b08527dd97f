import assert from "node:assert/strict";
import { pastSessions } from "../../hook/clients/past_sessions.ts";
import { clientTest, Place } from "./claude.ts";
import { bash, OpencodePlace } from "./opencode.ts";

/** What ran in the one session that was kept of a repository. */
function commandsIn(top: string, env: Record<string, string>): unknown[] {
  using past = pastSessions([top], (name) => env[name], 10);
  assert.deepEqual([past.problems, past.found], [[], 1], past.places.join());
  return past.sessions[0]!.read().turns
    .flatMap(({ calls }) => calls.map(({ input, state }) => [input.command, state]));
}

clientTest("past sessions: those that Claude Code keeps are found and read", async () => {
  await using place = await Place.make({ hooks: false });
  await place.work([
    { use: "Bash", input: { command: "echo kept", description: "Say it" } },
    { say: "Done" },
  ]);
  const env = { HOME: place.outside.path("home") };
  assert.deepEqual(commandsIn(place.repo.folder, env), [["echo kept", "done"]]);
});

clientTest(
  "past sessions: those that OpenCode keeps are found and read, and nothing is added",
  async () => {
    await using place = await OpencodePlace.make({ plugin: null });
    await place.play({
      turns: [bash("echo kept; exit 3"), { say: "Done" }],
      steps: [{ prompt: "Say it" }, { until: "session.idle" }],
    });
    const env = { XDG_DATA_HOME: place.outside.path("home/.data") };
    const database = `${env.XDG_DATA_HOME}/opencode/opencode.db`;
    const before = await Deno.readFile(database);
    assert.deepEqual(commandsIn(place.repo.folder, env), [["echo kept; exit 3", "done"]]);
    assert.deepEqual(await Deno.readFile(database), before);
  },
);
