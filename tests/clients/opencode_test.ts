import assert from "node:assert/strict";
import { clientTest } from "./claude.ts";
import { OpencodePlace, saidByUs, toastsOf } from "./opencode.ts";

const ON = { REFLECTION_MODE: "solo", REFLECTION_JUDGE: "on", REFLECTION_DEBUG: "1" };

const TASK = "Fix add() in add.mjs, and run the tests";
const TEST = `import { test } from "node:test";
import assert from "node:assert/strict";
import { add } from "./add.mjs";
test("adds", () => assert.equal(add(1, 2), 3));
`;

async function judgedPlace(env: Record<string, string> = {}): Promise<OpencodePlace> {
  const place = await OpencodePlace.make({ env: { ...ON, ...env } });
  await place.repo.write({
    "add.mjs": "export const add = (a, b) => a - b;\n",
    "add.test.mjs": TEST,
  });
  await place.repo.commit("A test that fails");
  return place;
}

const test = { use: "bash", input: { command: "node --test", description: "Run the tests" } };

clientTest("OpenCode: incomplete work is sent back once, is made true, and is let go", async () => {
  await using place = await judgedPlace();
  const fix = {
    use: "write",
    input: {
      filePath: place.repo.path("add.mjs"),
      content: "export const add = (a, b) => a + b;\n",
    },
  };
  const happened = await place.play({
    turns: [
      test,
      { say: "I fixed add(). All tests pass, everything works." },
      fix,
      test,
      { say: "add() now adds. The test passes: 1 passed, 0 failed." },
    ],
    steps: [
      { prompt: TASK },
      { until: "session.idle" },
      { until: "session.idle" },
      { until: "tui.toast.show" },
      { records: 2, ending: ".reflection.json" },
    ],
  });
  const [feedback, ...more] = saidByUs(happened);
  assert.deepEqual(more, []);
  assert.match(feedback!, /^## Reflection: Task Incomplete \(1\/16\) \[HIGH\]/);
  assert.deepEqual(await place.outcomes(), ["pushed", "let_go"]);
  assert.deepEqual(toastsOf(happened), ["Task complete"]);
  const [first, second] = await place.reflections();
  assert.equal(first!.agent, "opencode");
  assert.deepEqual(second!.files_changed, ["add.mjs"]);
});
