import assert from "node:assert/strict";
import { reviewSchema } from "../../schema/zod.ts";
import type { Review } from "../../schema/types.ts";
import { clientTest, Place } from "./claude.ts";

const ON = { REFLECTION_MODE: "solo", REFLECTION_REVIEW: "on" };
const STATE = ".mosaic/reflections/state";
const FINDING = {
  severity: "CRITICAL",
  category: "SECURITY",
  description: "Anybody can log in",
  impact: "All accounts are open",
  recommendation: "Check the password",
  file: "src/auth.ts",
  line: 1,
};
const ANSWER = { issues: [FINDING], strengths: [], summary: "Open to all" };

/** Every review in the repository. */
async function reviews(place: Place): Promise<Review[]> {
  const folder = place.repo.path(".mosaic/reflections");
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name)
    .filter((name) => name.endsWith(".review.json")).sort();
  return await Promise.all(
    names.map(async (name) =>
      reviewSchema.parse(JSON.parse(await Deno.readTextFile(`${folder}/${name}`)))
    ),
  );
}

clientTest(
  "Claude Code's own model reviews a turn in the background, and its finding is shown once",
  async () => {
    await using place = await Place.make({
      stages: ["review"],
      env: { ...ON, REFLECTION_PROVIDER: "claude" },
    });
    const { code, hooks, notices, questions, asked, sessionId } = await place.converse([
      place.write("src/auth.ts"),
      { say: "One." },
      { say: "Two." },
      { say: "Three." },
    ], {
      prompts: ["First", "Second", "Third"],
      // The hash of the change is written down when its review stands.
      between: { file: place.repo.path(`${STATE}/reviewed.json`), holds: '"' },
      structured: ANSWER,
    });
    assert.equal(code, 0);
    const [review, ...more] = await reviews(place);
    assert.deepEqual(more, [], "the change was reviewed once");
    assert.equal(review!.failure, null);
    assert.equal(review!.session_id, sessionId);
    assert.match(review!.model ?? "", /haiku/);
    assert.deepEqual(review!.issues[0], { ...FINDING, source: "model" });
    assert.ok((review!.cost_usd ?? 0) > 0);

    const shown = notices.filter((notice) => notice.includes("Anybody can log in"));
    assert.equal(shown.length, 1, notices.join("\n"));
    assert.match(shown[0]!, /CRITICAL SECURITY: Anybody can log in \(src\/auth\.ts:1\)/);
    assert.ok(!JSON.stringify(asked).includes("Anybody can log in"), "not told to the model");

    // The reviewer's own client ran no hooks: the second and third turn asked nothing more.
    assert.equal(questions.length, 1);
    assert.ok(JSON.stringify(questions[0]!.messages).includes("src/auth.ts"));
    const stops = hooks.filter(({ hook_event }) => hook_event === "Stop");
    assert.ok(
      stops.every(({ exit_code, stdout, stderr }) => exit_code === 0 && !stdout && !stderr),
    );
  },
);

clientTest("the reviewer outlives a client that ends with its turn", async () => {
  await using place = await Place.make({ stages: ["review"], env: ON });
  const records = place.repo.path(".mosaic/reflections");
  await Deno.mkdir(records, { recursive: true });
  using changes = Deno.watchFs(records);
  await place.work([place.write("src/auth.ts"), { say: "Done." }]);
  if ((await reviews(place)).length === 0) {
    for await (const _ of changes) if ((await reviews(place)).length > 0) break;
  }
  const [review] = await reviews(place);
  assert.deepEqual(review!.files_reviewed, ["src/auth.ts"]);
  assert.equal(review!.failure, null);
});
