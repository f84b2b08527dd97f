import assert from "node:assert/strict";
import { deno, PROJECT, taskCommand } from "../support/process.ts";
import { hookEnvironment } from "../hook/session.ts";
import { clientTest, type Place } from "./claude.ts";
import { feedbackIn, judgedPlace, TASK, turnsOf, verdicts } from "./judging.ts";

/** A repository in which a person has run the documented command. */
async function installedPlace(): Promise<Place> {
  const place = await judgedPlace({}, { hooks: false, env: {} });
  const { DENO_DIR } = hookEnvironment(place.outside.path("home"));
  const { code, stderr } = await deno([
    ...await taskCommand("install-hook"),
    ...["--project", place.repo.folder, "--mode", "solo", "--with", "judge"],
  ], {
    clearEnv: true,
    env: { HOME: place.outside.path("home"), PATH: place.outside.path("bin"), DENO_DIR: DENO_DIR! },
  });
  assert.equal(code, 0, stderr);
  return place;
}

/** How many verdicts a stop leaves at which what is required is unmet, and that gets no feedback. */
async function silentVerdicts(place: Place, args: string[] = []): Promise<number> {
  const { wrongFix } = turnsOf(place);
  const run = await place.work([wrongFix(), { say: "All tests pass." }], { prompt: TASK, args });
  assert.equal(run.code, 0);
  assert.deepEqual(feedbackIn(run), []);
  return (await verdicts(place).catch(() => [])).length;
}

clientTest("the documented command for one session without the judge does that", async () => {
  const page = await Deno.readTextFile(`${PROJECT}/docs/judge.md`);
  const ways = [...page.matchAll(/^claude --settings '(\{.*\})'/gm)].map(([, json]) => json!);
  assert.equal(ways.length, 2);
  await using place = await installedPlace();
  for (const way of ways) assert.equal(await silentVerdicts(place, ["--settings", way]), 0, way);
  // It was on before, and is on again.
  const { test, fix } = turnsOf(place);
  const claim = { say: "All tests pass." };
  const run = await place.work([fix, claim, test, claim], { prompt: TASK });
  assert.equal(feedbackIn(run).length, 1);
});

clientTest("a repository that keeps the judge from speaking only gets records", async () => {
  await using place = await installedPlace();
  await place.repo.write({ ".mosaic/config.json": '{ "reflection": { "judge": false } }' });
  assert.equal(await silentVerdicts(place), 1);
  assert.equal((await verdicts(place))[0]!.outcome.decision, "observed");
});

clientTest("settings that say off hold for every session", async () => {
  await using place = await installedPlace();
  const file = place.repo.path(".claude/settings.local.json");
  const settings = await Deno.readTextFile(file);
  assert.match(settings, /"REFLECTION_JUDGE": "on"/);
  await Deno.writeTextFile(
    file,
    settings.replace(/"REFLECTION_JUDGE": "on"/, '"REFLECTION_JUDGE": "off"'),
  );
  assert.equal(await silentVerdicts(place), 0);
});
