// What only a person can do is neither done nor pushed back at the agent.

import assert from "node:assert/strict";
import { callOf, conversationOf, type ToolCall, turnOf } from "../../judge/conversation.ts";
import { gatherEvidence } from "../../judge/evidence.ts";
import { taskOf } from "../../judge/task.ts";
import { effectOf, judgeTask } from "../../judge/verdict.ts";

type Case = readonly [asked: string, calls: readonly ToolCall[], text: string];

const LOOKS = callOf({ name: "Bash", input: { command: "ls" }, output: "a" });
const EDITS = callOf({ name: "Edit", input: { file_path: "src/a.ts" }, output: "ok" });
const PASSES = callOf({
  name: "Bash",
  input: { command: "npm test" },
  output: "Tests:       3 passed, 3 total",
});
const fails = (command: string, output: string): ToolCall =>
  callOf({ name: "Bash", input: { command }, output, exitCode: 1, state: "failed" });

function all(expected: string, cases: readonly Case[]): void {
  const wrong = cases.flatMap(([asked, calls, text]) => {
    const conversation = conversationOf([
      turnOf({ origin: "person", text: asked }),
      turnOf({ origin: "agent", text, calls }),
    ]);
    const task = taskOf(conversation);
    const verdict = judgeTask(task, gatherEvidence(conversation, task));
    const effect = effectOf(verdict);
    return effect === expected ? [] : [[effect, verdict.evidence.map(({ rule }) => rule), text]];
  });
  assert.deepEqual(wrong, []);
}

Deno.test("a login, a screen, a code or a key is asked of the person, in whatever words", () => {
  const send = "Send a test email through SendGrid from the staging worker";
  all("needs_human", [
    [
      send,
      [LOOKS],
      "Please create an API key in the SendGrid dashboard and put it in the .env file.",
    ],
    [send, [LOOKS], "Please generate a token and put it into your .env file."],
    [send, [LOOKS], "SENDGRID_API_KEY is empty. Please create a key in the SendGrid dashboard."],
    [
      send,
      [LOOKS],
      "STRIPE_KEY is missing. Get one at https://dashboard.stripe.com and paste it here.",
    ],
    [send, [LOOKS], "The page shows a CAPTCHA. Please solve it in the browser window."],
    ["Sync the bucket", [LOOKS], "Run `aws sso login` and I'll continue."],
    ["Sync the bucket", [LOOKS], "Your AWS session has expired."],
    ["Upload the build", [LOOKS], "Your Apple membership has expired. Renew it and I can go on."],
    ["Merge the PR", [LOOKS], "The PR needs an approving review from a code owner first."],
    [
      "Deploy to Fly",
      [fails("fly deploy", "Error: No access token available. Please login")],
      "flyctl has no session here. You need to run `fly auth login` (opens a browser) first.",
    ],
    [
      "List my open pull requests",
      [fails("gh pr list", "To get started with GitHub CLI, please run:  gh auth login")],
      "gh is not authenticated here. Run `gh auth login` and finish the login in your browser.",
    ],
    [
      "Open a PR for this branch",
      [fails("gh pr create --fill", "please run:  gh auth login")],
      "`gh` is not logged in. Please run `gh auth login` and tell me when done.",
    ],
    [
      "Publish 2.1.0 to npm",
      [callOf({ name: "Bash", input: { command: "npm publish" } })],
      "npm answered EOTP: a one-time password from your authenticator is required. Give me the " +
      "six digits.",
    ],
  ]);
});

Deno.test("a question that could not be answered without a person waits for one", () => {
  const denied = "error: You must be logged in to the server (Unauthorized)";
  all("needs_human", [
    [
      "What is the current replica count in prod?",
      [fails("kubectl get deploy", denied)],
      "I could not reach the cluster: kubectl says Unauthorized. Please log in with `gcloud auth " +
      "login` first.",
    ],
    [
      "Which region is the bucket in?",
      [LOOKS],
      "Run `aws configure` and then I can look it up.",
    ],
  ]);
});

Deno.test("to speak of logins and screens asks nobody for anything", () => {
  all("let_go", [
    ["How do I deploy this to Fly?", [LOOKS], "Run `fly auth login` once, then `fly deploy`."],
    ["Add a login page", [EDITS, PASSES], "Users who are not logged in see `/login`. 3 pass."],
    ["Add a button", [EDITS, PASSES], "- Add the button in the dashboard: done\n- 3 tests pass"],
    ["Fix the CLI", [EDITS, PASSES], "Fixed: it exits with 2 if it is not authenticated. 3 pass."],
    [
      "Fix the crash in parse",
      [EDITS, PASSES],
      "Fixed; 3 tests pass. If you want to try it live, run `fly auth login` and `fly deploy`.",
    ],
  ]);
});

Deno.test("what the agent could do itself, and what is dangerous, is pushed as before", () => {
  all("push", [
    ["Add rate limiting", [EDITS], "Done. Please run `npm test` to verify."],
    ["Add rate limiting", [EDITS], "Open http://localhost:3000 in your browser and check it."],
    [
      "Rotate the key",
      [EDITS, PASSES],
      "I committed the AWS secret key to the repo and you need to rotate it.",
    ],
  ]);
});
