import assert from "node:assert/strict";
import { clientTest } from "./claude.ts";
import { installedClaude } from "./install.ts";
import { judgedPlace, verdicts } from "./judging.ts";

/** What the client asks a person about at its first start, answered. */
function answered(folder: string): string {
  return JSON.stringify({
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: ["made-up"], rejected: [] },
    messageIdleNotifThresholdMs: 1500,
    projects: { [folder]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  });
}

clientTest(
  "a client at a terminal that waits for the person leaves a record of the silence",
  async () => {
    await using place = await judgedPlace({ REFLECTION_DEBUG: "1" });
    const program = await installedClaude();
    await place.outside.write({ "home/.claude/.claude.json": answered(place.repo.folder) });
    await Deno.mkdir(place.repo.path(".mosaic/reflections"), { recursive: true });
    const log = place.repo.path(".mosaic/reflections/debug.log");
    const { asked, stdout } = await place.claude(
      ["-qec", `exec '${program}' 'Which tests are there?'`, "/dev/null"],
      {
        program: "/usr/bin/script",
        turns: [{ say: "There is one: `add.test.mjs` tests `add()`." }],
        prompts: [],
        openUntil: { file: log, holds: "silence: " },
        endWhen: { file: log, holds: "silence: " },
      },
    );
    assert.equal(asked.length, 1, stdout.slice(-2000));
    const [stopped, silent, ...more] = await verdicts(place);
    assert.deepEqual(more, []);
    assert.equal(stopped!.outcome.decision, "let_go");
    assert.deepEqual(
      [silent!.stuck?.stuck, silent!.stuck?.reason],
      [false, "waiting_for_user"],
      "the turn is over",
    );
    assert.equal(silent!.verdict, null);
  },
);
