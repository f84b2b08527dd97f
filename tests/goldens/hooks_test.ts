/** Every line that is registered for an event, run as the client runs it, and every file that it leaves. */

import { callOf } from "../../judge/conversation.ts";
import { GOOD, withField } from "../judge/unblock/_escalations.ts";
import { keep } from "./_golden.ts";
import { type Place, SESSION } from "./_place.ts";

/** A token in parts, so that none stands in this file. */
const TOKEN = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");

const TASK = "Fix add() in src/add.mjs and make sure that the tests pass";
const FAILED = "✖ adds (1.2ms)\n  AssertionError: -1 !== 3\nℹ tests 2\nℹ pass 1\nℹ fail 1\n";
const PASSED = "✔ adds (1.2ms)\nℹ tests 2\nℹ pass 2\nℹ fail 0\n";

const REPORT = {
  confidence: 0.7,
  most_likely_wrong: { surface: "auth", description: "Expiry is compared in local time" },
  known_not_in_diff: `The cron job was not run; its token is ${TOKEN}`,
};

const fenced = (text: string): string => `All done.\n\n\`\`\`reflection\n${text}\n\`\`\`\n`;

/** The first commit, in a clone that ignores what the installer has it ignore. */
async function begin(place: Place): Promise<void> {
  // Else git, asked meanwhile, would now and then see a file of ours before it has its last name.
  await place.write({
    ".git/info/exclude": ".mosaic/reflections/\n.mosaic/reflection-input.json\n",
  });
  await place.commit("First", {
    "README.md": "# Shop\n",
    "src/add.mjs": "export const add = (a, b) => a - b;\n",
    "src/total.ts":
      "// [DEF:total:Function]\n// @REJECTED float math: sums drift\n// [/DEF:total]\n",
  });
}

/** A session that changed something, committed some of it, and says how sure it is. */
async function work(place: Place): Promise<void> {
  await begin(place);
  await place.write({ "notes.txt": "The person's own\n" });
  await place.hook("SessionStart", { source: "startup" }, { REFLECTION_ASK: "1" });
  await place.commit("Sessions last a day", {
    "src/session.ts": "export const DAY = 86400;\n",
    "migrations/0002_sessions.sql": "alter table sessions add expires_at int;\n",
  });
  await place.write({ "README.md": "# Shop\n\nSessions last a day.\n" });
}

/** The person declares what done means here. */
async function declare(place: Place, ...requirements: string[]): Promise<void> {
  const reflection = { requirements: { [place.repo]: requirements } };
  const file = "home/.config/reflection/config.json";
  await place.scratch.write({ [file]: JSON.stringify({ reflection }) });
}

/** What is required fails after an edit, whatever the agent claims. */
function claims({ chat }: Place): void {
  chat.person(TASK).edits("src/add.mjs").runs("npm test", FAILED, { error: true })
    .says("I fixed `add()`. All tests pass now.");
}

/** The agent does what it was asked to. */
function succeeds({ chat }: Place): void {
  chat.edits("src/add.mjs").runs("npm test", PASSED)
    .says("I fixed `add()` in `src/add.mjs`. All tests pass now.");
}

/** The same test failed again and again, and the agent gives up. */
async function givesUp(place: Place, said: string): Promise<void> {
  const { chat } = place;
  chat.person("Round the order total to cents, see SHOP-12");
  for (let n = 0; n < 4; n++) {
    chat.says("I bet the rounding mode is wrong.")
      .runs("npm test", "not ok 1 - rounds\n# fail 1", { error: true });
  }
  chat.says(said);
  await place.stop(UNBLOCK);
}

const JUDGE = { REFLECTION_JUDGE: "on", REFLECTION_SIGNAL_DIR: ".reflection" };
const UNBLOCK = { REFLECTION_UNBLOCK: "on" };
const REVIEW = { REFLECTION_REVIEW: "on" };

const fails = (place: Place, payload: Record<string, unknown> = {}) =>
  place.hook("PostToolUseFailure", {
    tool_name: "Bash",
    tool_input: { command: "node --test" },
    error: "Exit code 1\nnot ok 1 - adds\n# tests 1\n# fail 1",
    ...payload,
  }, UNBLOCK);

const ANSWER = `failure_layer: environment
observations:
- The runner loads a stale build of the module
new_hypothesis: The test imports dist/total.js, which nobody rebuilt
action: retry_packet_for_coder

retry_packet_for_coder:
new_hypothesis: The test imports dist/total.js, which nobody rebuilt
failure_layer: environment
files_to_recheck:
- package.json
forced_checklist:
- Verify which file the test imports
constraints:
- The price list stays in cents
what_not_to_retry:
- Another rounding in total()
decision_memory_notes:
- none`;

const QUESTION = {
  kind: "task",
  session_id: SESSION,
  prompt_id: "m1",
  conversation: {
    turns: [
      {
        id: "m1",
        text: "Fix add() and run the tests",
        completed: true,
        outputTokens: null,
        calls: [],
        aborted: false,
        subagent: false,
        at: null,
        origin: "person",
      },
      {
        id: "m2",
        text: "All tests pass.",
        completed: true,
        outputTokens: null,
        calls: [
          callOf({ name: "edit", input: { filePath: "src/add.mjs" }, output: "ok" }),
          callOf({
            name: "bash",
            input: { command: "node --test" },
            output: "# fail 1",
            exitCode: 1,
          }),
        ],
        aborted: false,
        subagent: false,
        at: null,
        origin: "agent",
      },
    ],
    turnsBefore: 0,
    personTurnsBefore: 0,
    folder: "",
  },
  plan_mode: false,
  idle_ms: 0,
};

keep(
  {
    file: "hook-switched-off",
    says: "hooks that are not switched on print nothing and write nothing",
    steps: async (place) => {
      await begin(place);
      claims(place);
      const off = { REFLECTION_MODE: "" };
      for (
        const event of [
          ...["SessionStart", "StopFailure", "SessionEnd", "UserPromptSubmit", "PreCompact"],
          ...["Notification", "PostToolUse", "PostToolUseFailure", "SubagentStop"],
        ]
      ) await place.hook(event, {}, { ...off, ...JUDGE, ...UNBLOCK, ...REVIEW });
      await place.stop({ ...off, ...JUDGE, ...UNBLOCK, ...REVIEW });
      await place.kept();
    },
  },
  {
    file: "hook-start",
    says: "the start of a session, twice",
    steps: async (place) => {
      await begin(place);
      await place.write({ "notes.txt": "The person's own\n" });
      await place.hook("SessionStart", { source: "startup" }, { REFLECTION_ASK: "1" });
      await place.hook("SessionStart", { source: "resume" }, { REFLECTION_ASK: "0" });
      await place.kept();
    },
  },
  {
    file: "hook-stop-self-report",
    says: "a stop with a self-report, in which a secret stands",
    steps: async (place) => {
      await work(place);
      place.chat.person("Let sessions last a day").says(fenced(JSON.stringify(REPORT)));
      await place.stop({ REFLECTION_DEBUG: "1" });
      await place.kept();
    },
  },
  {
    file: "hook-stop-bad-self-report",
    says: "a stop with a self-report in a file that is wrong, in an orchestrated run",
    steps: async (place) => {
      await work(place);
      const report = { ...REPORT, confidence: 7 };
      await place.write({ ".mosaic/reflection-input.json": JSON.stringify(report) });
      place.chat.person("Let sessions last a day").says("All done.");
      await place.stop({
        REFLECTION_MODE: "orchestrated",
        REFLECTION_TASK_REF: "SHOP-7",
        REFLECTION_AGENT: "coder",
        REFLECTION_ATTEMPT: "2",
      });
      await place.kept();
    },
  },
  {
    file: "hook-stop-failure",
    says: "a turn that fails, the end of the session, and a session that nobody saw begin",
    steps: async (place) => {
      await work(place);
      await place.hook("StopFailure", { error: "rate_limit" });
      await place.write({ "src/late.ts": "export {};\n" });
      await place.hook("SessionEnd", { reason: "other" });
      await place.hook("SessionEnd", { reason: "other", session_id: "unseen: 1/2" });
      await place.kept();
    },
  },
  {
    file: "hook-no-repository",
    says: "payloads that are none, and a folder of records elsewhere",
    steps: async (place) => {
      await begin(place);
      await place.write({ "src/auth.ts": "export {};\n" });
      const elsewhere = { REFLECTION_DIR: place.path("records") };
      await place.hook("SessionStart", { session_id: 7 }, elsewhere);
      await place.hook("Stop", { session_id: null, last_assistant_message: 7 }, elsewhere);
      await place.kept("records");
      await place.kept();
    },
  },
  {
    file: "hook-judge-observe",
    says: "a judge that only observes a stop at which what is required fails",
    steps: async (place) => {
      await begin(place);
      await declare(place, "npm test");
      claims(place);
      await place.stop({ ...JUDGE, REFLECTION_JUDGE: "observe" });
      await place.kept();
      await place.kept("shop/.reflection");
    },
  },
  {
    file: "hook-judge-on",
    says: "a judge that sends the agent back, and lets it go when what is required passes",
    steps: async (place) => {
      await begin(place);
      await declare(place, "npm test", "no-secrets");
      await place.hook("SessionStart", { source: "startup" }, JUDGE);
      await place.write({ "src/add.mjs": "export const add = (a, b) => b - a;\n" });
      claims(place);
      await place.stop(JUDGE);
      place.chat.feedback("Not done");
      await place.write({ "src/add.mjs": "export const add = (a, b) => a + b;\n" });
      succeeds(place);
      await place.stop(JUDGE);
      await place.kept();
      await place.kept("shop/.reflection");
    },
  },
  {
    file: "hook-judge-stuck",
    says: "a judge that hands over what did not change since it sent the agent back",
    steps: async (place) => {
      await begin(place);
      await declare(place, "npm test");
      claims(place);
      for (let n = 0; n < 3; n++) {
        await place.stop(JUDGE);
        place.chat.feedback("Not done").runs("npm test", FAILED, { error: true })
          .says("I fixed `add()`. All tests pass now.");
      }
      await place.kept();
    },
  },
  {
    file: "hook-judge-watches",
    says: "a judge that watches, because nothing is required and no model is named",
    steps: async (place) => {
      await begin(place);
      claims(place);
      await place.stop(JUDGE);
      await place.kept();
    },
  },
  {
    file: "hook-judge-skips",
    says: "stops at which there is nothing to judge: a question, and plan mode",
    steps: async (place) => {
      await begin(place);
      place.chat.person(TASK).runs("ls", "src").says("Which runner should I use?");
      await place.stop(JUDGE);
      place.chat.person("Think about it first").says("Here is my plan.");
      await place.hook("Stop", { permission_mode: "plan", stop_hook_active: false }, JUDGE);
      await place.kept();
    },
  },
  {
    file: "hook-compact",
    says: "a compaction in the middle of a pull request, and the reminder after it, once",
    steps: async (place) => {
      await begin(place);
      place.chat.person("Fix the review comments on PR #12")
        .runs("gh pr view 12", "title: Sum").runs("git commit -am wip", "1 file changed")
        .says("I have fixed the first comment. Next I will rename the function.");
      await place.hook("PreCompact", { trigger: "auto", custom_instructions: null }, JUDGE);
      await place.kept();
      place.chat.compacted("The review is under way.");
      const compact = { source: "compact", model: "claude-opus-5-5" };
      await place.hook("SessionStart", compact, JUDGE);
      await place.hook("SessionStart", compact, JUDGE);
      await place.kept();
    },
  },
  {
    file: "hook-idle",
    says: "a silence in which the agent is stuck",
    steps: async (place) => {
      await begin(place);
      place.chat.person(TASK).runs("ls", "src");
      const idle = { message: "Waiting", notification_type: "idle_prompt" };
      await place.hook("Notification", idle, JUDGE);
      await place.hook("Notification", { ...idle, notification_type: "other" }, JUDGE);
      await place.kept();
    },
  },
  {
    file: "hook-attempts",
    says: "a command that keeps failing after changes, counted until it is escalated, and its pass",
    steps: async (place) => {
      await begin(place);
      for (let n = 0; n < 5; n++) {
        await fails(place);
        await place.write({ "src/add.mjs": `export const add = ${n};\n` });
      }
      await fails(place, { agent_id: "a1", agent_type: "reflection-kernel:reflection-agent" });
      await place.kept();
      await place.hook("PostToolUse", {
        tool_name: "Bash",
        tool_input: { command: "node --test" },
        tool_response: { stdout: "# tests 1\n# pass 1\n# fail 0", stderr: "" },
      }, UNBLOCK);
      await place.kept();
    },
  },
  {
    file: "hook-escalation",
    says: "an escalation with its clean packet, and the reflection agent's answer",
    steps: async (place) => {
      await begin(place);
      await place.write({ "src/add.mjs": "export const add = 1;\n" });
      await givesUp(place, `The tests still fail.\n\n${GOOD}`);
      const rescue = { agent_id: "a1", agent_type: "reflection-agent" };
      await place.hook("SubagentStop", { ...rescue, last_assistant_message: ANSWER }, UNBLOCK);
      await place.hook("SubagentStop", { ...rescue, last_assistant_message: "Hm" }, UNBLOCK);
      await place.kept();
    },
  },
  {
    file: "hook-escalation-invalid",
    says: "an escalation that is not valid",
    steps: async (place) => {
      await begin(place);
      await givesUp(place, withField("status", "status: open"));
      await place.kept();
    },
  },
  {
    file: "hook-review",
    says: "a review in the background without a model, and the notice at the next prompt, once",
    steps: async (place) => {
      await begin(place);
      await place.write({
        "src/add.mjs": "try {\n  work();\n} catch (error) {}\neval(input);\n",
        "src/key.ts": `export const key = "${TOKEN}";\n`,
      });
      place.chat.person(TASK).says("Done.");
      await place.stop(REVIEW);
      await place.reviewed();
      await place.kept();
      await place.hook("UserPromptSubmit", { prompt: "Thanks" }, REVIEW);
      await place.hook("UserPromptSubmit", { prompt: "Thanks" }, REVIEW);
      await place.kept("shop/.mosaic/reflections/state");
    },
  },
  {
    file: "hook-opencode",
    says: "the lines of OpenCode: the beginning, the end and the judge",
    steps: async (place) => {
      await begin(place);
      const session = { session_id: SESSION, cwd: place.repo };
      await place.opencode("begin", session, { REFLECTION_ASK: "1" });
      await place.write({ "src/add.mjs": "export const add = (a, b) => a + b;\n" });
      const said = fenced(JSON.stringify(REPORT));
      await place.opencode("capture", { ...session, last_assistant_message: said });
      await declare(place, "node --test");
      await place.opencode("judge", QUESTION, { REFLECTION_JUDGE: "on" });
      await place.opencode("judge", { ...QUESTION, kind: "stuck", idle_ms: 60_000 }, {
        REFLECTION_JUDGE: "observe",
      });
      await place.opencode("judge", { ...QUESTION, kind: "compaction" }, {
        REFLECTION_JUDGE: "on",
      });
      await place.kept();
    },
  },
);
