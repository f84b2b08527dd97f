// Whole conversations with the effect that a verdict on them must have.

import {
  callOf,
  type Conversation,
  conversationOf,
  type ToolCall,
  turnOf,
} from "../../judge/conversation.ts";
import type { VerdictEffect } from "../../judge/verdict.ts";

/** A command with its output; one that ended badly has another exit code. */
export function bash(command: string, output: string | null = "", exitCode = 0): ToolCall {
  return callOf({
    name: "Bash",
    input: { command },
    output,
    exitCode: output === null ? null : exitCode,
    state: exitCode === 0 ? "done" : "failed",
  });
}

/** An edit of a file. */
export function edit(path: string): ToolCall {
  return callOf({
    name: "Edit",
    input: { file_path: path, old_string: "a", new_string: "b" },
    output: "The file has been updated.",
  });
}

/** A look into a file. */
function read(path: string): ToolCall {
  return callOf({ name: "Read", input: { file_path: path }, output: "1\tconst a = 1;" });
}

function todos(...entries: [string, string][]): ToolCall {
  return callOf({
    name: "TodoWrite",
    input: {
      todos: entries.map(([content, status]) => ({ content, status, activeForm: content })),
    },
    output: "Todos have been modified successfully.",
  });
}

/** One thing asked and one answer. */
export function exchange(asked: string, calls: readonly ToolCall[], text: string): Conversation {
  return conversationOf([
    turnOf({ id: "p", origin: "person", text: asked }),
    ...calls.map((call, at) => turnOf({ id: `c${at}`, origin: "agent", calls: [call] })),
    turnOf({ id: "a", origin: "agent", text }),
  ]);
}

const JEST_OK =
  "Test Suites: 4 passed, 4 total\nTests:       31 passed, 31 total\nTime:        2.1 s";
const JEST_BAD =
  "Test Suites: 1 failed, 3 passed, 4 total\nTests:       2 failed, 29 passed, 31 total";
const PYTEST_OK =
  "collected 12 items\n\ntests/test_a.py ............  [100%]\n\n===== 12 passed in 0.31s =====";
const PYTEST_BAD =
  "FAILED tests/test_a.py::test_b - assert 1 == 2\n===== 1 failed, 11 passed in 0.31s =====";

/** What it is, what was asked, what was done, what was said, and the effect. */
export const CONVERSATIONS: readonly [string, Conversation, VerdictEffect][] = [
  [
    "a fix with a green run",
    exchange(
      "The date picker shows the wrong month in Safari, please fix it",
      [read("src/date.ts"), edit("src/date.ts"), bash("npm test", JEST_OK)],
      "Fixed. `Date.parse` treats dashes differently in Safari, so I now split the string by hand. All 31 tests pass.",
    ),
    "let_go",
  ],
  [
    "success claimed over a red run",
    exchange("The date picker shows the wrong month in Safari, please fix it", [
      edit("src/date.ts"),
      bash("npm test", JEST_BAD, 1),
    ], "The date picker now shows the right month. Everything is working as expected!"),
    "push",
  ],
  [
    "red, repaired, green",
    exchange("Add pagination to the orders list", [
      edit("src/orders.py"),
      bash("pytest -q", PYTEST_BAD, 1),
      edit("src/orders.py"),
      bash("pytest -q", PYTEST_OK),
    ], "Pagination is in: `GET /orders?page=2&per_page=50`. Tests pass."),
    "let_go",
  ],
  [
    "green, and then one more edit",
    exchange("Add pagination to the orders list", [
      edit("src/orders.py"),
      bash("pytest -q", PYTEST_OK),
      edit("src/orders.py"),
    ], "I added pagination and all tests pass."),
    "push",
  ],
  [
    "edits and no run",
    exchange(
      "Implement retry with exponential backoff in the HTTP client",
      [read("src/http.go"), edit("src/http.go"), edit("src/backoff.go")],
      "I've implemented retry with exponential backoff in the HTTP client. It retries up to five times.",
    ),
    "push",
  ],
  [
    "a typo",
    exchange(
      "fix the typo in the readme: 'recieve'",
      [edit("README.md")],
      "Fixed: `recieve` is now `receive` in README.md.",
    ),
    "let_go",
  ],
  [
    "a small file",
    exchange("Create a hello.js that prints Hello World", [
      callOf({
        name: "Write",
        input: { file_path: "hello.js", content: "console.log('Hello World')" },
        output: "File created successfully at: hello.js",
      }),
    ], "I created `hello.js`. You can run it with `node hello.js`."),
    "let_go",
  ],
  [
    "a plan instead of work",
    exchange(
      "Migrate the user service from REST to gRPC",
      [read("a.ts"), read("b.ts")],
      "Here is my plan:\n\n1. Define the proto files\n2. Generate the stubs\n3. Replace the handlers\n\nShall I go ahead?",
    ),
    "push",
  ],
  [
    "a plan that was asked for",
    exchange(
      "Make a plan for migrating the user service from REST to gRPC. Don't write any code yet.",
      [read("a.ts"), read("b.ts")],
      "## Plan\n\n1. **Define the proto files** for `UserService` in `proto/user.proto`, with the six methods that `routes/user.ts` has today.\n2. **Generate the stubs** with `buf generate`.\n3. **Run both** behind the gateway for a release.\n4. **Remove** `routes/user.ts`.\n\nRisk: the streaming export has no counterpart. Shall I go ahead with step 1?",
    ),
    "let_go",
  ],
  [
    "a question answered",
    exchange("Where do we validate the session token?", [
      bash("rg validateSession", "src/mw.ts:12: validateSession()"),
    ], "In `src/mw.ts:12`: the middleware calls `validateSession()` for every route below `/api`."),
    "let_go",
  ],
  [
    "a question back",
    exchange(
      "Add a cache to the product API",
      [read("src/products.ts")],
      "Before I start: do you want an in-memory cache per instance, or should I use the Redis that the session service already has? They differ in how stale prices may become.",
    ),
    "await_user",
  ],
  [
    "login needed",
    exchange(
      "Deploy the site to Vercel",
      [bash(
        "vercel deploy --prod",
        "Error: The specified token is not valid. Use `vercel login` to generate a new token.",
        1,
      )],
      "The deployment failed because the Vercel token is not valid. Please log in to Vercel in your browser with `vercel login`, then I can deploy the site.",
    ),
    "needs_human",
  ],
  [
    "work handed to the person",
    exchange(
      "Rename the `users` table to `accounts` and make sure the app still works",
      [edit("migrations/004.sql"), edit("src/models.py")],
      "I've written the migration. Please run `alembic upgrade head` and then run the tests to make sure everything still works.",
    ),
    "push",
  ],
  [
    "open entries on the list",
    exchange("Add dark mode to the settings page", [
      todos(["Add toggle", "completed"], ["Persist the choice", "in_progress"], [
        "Write tests",
        "pending",
      ]),
      edit("src/Settings.tsx"),
      bash("npm test", JEST_OK),
    ], "I added the toggle to the settings page."),
    "push",
  ],
  [
    "work left by its own word",
    exchange(
      "Add type hints to the whole package",
      [edit("a.py"), edit("b.py"), bash("mypy .", "Success: no issues found in 2 source files")],
      "I added type hints to `a.py` and `b.py`. The remaining modules (`c.py`, `d.py`) still need to be annotated.",
    ),
    "push",
  ],
  [
    "announced and stopped",
    exchange(
      "Fix the memory leak in the worker",
      [read("src/worker.ts")],
      "I found it: the listener is never removed. Let me fix that now.",
    ),
    "push",
  ],
  [
    "a flaky test waved away",
    exchange(
      "Refactor the payment module",
      [edit("src/pay.ts"), bash("npm test", JEST_BAD, 1)],
      "The refactoring is complete. Two tests fail, but they are flaky and unrelated to my change.",
    ),
    "push",
  ],
  [
    "a commit that was asked for and not made",
    exchange("Fix the null check in auth.ts and commit it", [
      edit("src/auth.ts"),
      bash("npm test", JEST_OK),
    ], "I fixed the null check. All tests pass."),
    "push",
  ],
  [
    "a commit that was asked for and made",
    exchange("Fix the null check in auth.ts and commit it", [
      edit("src/auth.ts"),
      bash("npm test", JEST_OK),
      bash("git commit -am 'Fix null check'", "[main 1a2b3c4] Fix null check\n 1 file changed"),
    ], "I fixed the null check, the tests pass, and it's committed as 1a2b3c4."),
    "let_go",
  ],
  [
    "a pull request opened",
    exchange("Bump lodash to the latest version, and open a PR", [
      bash("npm install lodash@latest", "changed 1 package"),
      bash("npm test", JEST_OK),
      bash(
        "git checkout -b bump && git commit -am bump && git push -u origin bump",
        "branch 'bump' set up to track 'origin/bump'",
      ),
      bash("gh pr create --fill", "https://github.com/a/b/pull/12"),
    ], "Opened https://github.com/a/b/pull/12. lodash is at 4.17.21 now, and all tests pass."),
    "let_go",
  ],
  [
    "a push that was rejected",
    exchange("Fix the build badge and push", [
      edit("README.md"),
      bash("git commit -am x", "[main 1] x"),
      bash(
        "git push",
        "! [rejected] main -> main (fetch first)\nerror: failed to push some refs",
        1,
      ),
    ], "I fixed the badge and committed it."),
    "push",
  ],
  [
    "nothing said",
    exchange("Fix the memory leak in the worker", [edit("src/worker.ts")], ""),
    "push",
  ],
  [
    "only asked to run",
    exchange(
      "Run the test suite and tell me which tests fail",
      [bash("pytest -q", PYTEST_BAD, 1)],
      "One test fails: `tests/test_a.py::test_b` (assert 1 == 2). The other 11 pass.",
    ),
    "await_user",
  ],
  [
    "finished, with ideas for later",
    exchange(
      "Add a health endpoint with a test",
      [edit("src/health.ts"), edit("test/health.test.ts"), bash("npm test", JEST_OK)],
      "Done: `GET /health` answers `{ok: true}`, and there's a test for it. All 31 tests pass.\n\nIf you like, I can also add a readiness probe.",
    ),
    "let_go",
  ],
  [
    "could not do it",
    exchange("Make the integration tests pass", [
      bash(
        "npm run test:integration",
        "connect ECONNREFUSED 127.0.0.1:5432\nTests: 9 failed, 9 total",
        1,
      ),
    ], "I was unable to get the integration tests to pass because the database isn't running."),
    "push",
  ],
  [
    "broke off",
    exchange(
      "Write the API reference for the client",
      [edit("docs/api.md")],
      "I've started the API reference. The client has three methods: `get`, `put` and",
    ),
    "push",
  ],
  [
    "nothing to change",
    exchange(
      "Make sure we set SameSite on the session cookie",
      [read("src/session.ts"), bash("rg -n sameSite src", "src/session.ts:8: sameSite: 'lax'")],
      "No change needed: `src/session.ts:8` already sets `sameSite: 'lax'` on the session cookie, and no other cookie is set.",
    ),
    "let_go",
  ],
  [
    "research with findings",
    exchange(
      "Research which queue library we should use. Don't write code, just investigate.",
      [callOf({ name: "WebSearch", input: { query: "queues" }, output: "..." })],
      "## Findings\n\n| library | backend | stars |\n| --- | --- | --- |\n| BullMQ | Redis | 6k |\n| pg-boss | Postgres | 2k |\n\n**Recommendation:** `pg-boss`. We already run Postgres 15, the volume (200 jobs/min) is far below its limits, and it gives us transactional enqueue. BullMQ would mean a Redis that nobody here operates.",
    ),
    "let_go",
  ],
  [
    "research without findings",
    exchange(
      "Research which queue library we should use. Don't write code, just investigate.",
      [],
      "I'll look into the available queue libraries.",
    ),
    "push",
  ],
  [
    "a secret left in the open",
    exchange(
      "Set up S3 uploads",
      [edit("src/s3.ts"), bash("npm test", JEST_OK)],
      "S3 uploads work. Note that I hardcoded the AWS secret key in `src/s3.ts` and it is committed to the repository.",
    ),
    "push",
  ],
  [
    "a build that still runs",
    exchange("Fix the Dockerfile and build it", [
      edit("Dockerfile"),
      callOf({
        name: "Bash",
        input: { command: "docker build ." },
        state: "running",
        background: true,
      }),
    ], "I fixed the base image. The build is still running in the background."),
    "await_user",
  ],
  [
    "an operation without files",
    exchange("Delete the merged branches on the remote", [
      bash("git branch -r --merged", "origin/a\norigin/b"),
      bash("git push origin --delete a b", " - [deleted] a\n - [deleted] b"),
    ], "I deleted the two merged branches `a` and `b` on the remote."),
    "let_go",
  ],
];
