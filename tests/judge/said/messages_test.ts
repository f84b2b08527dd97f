// Whole messages as agents end on them, with everything that they say, and nothing else.

import { deepEqual } from "node:assert/strict";
import { readSaid, type Statements } from "../../../judge/said.ts";

type Told = Partial<Omit<Statements, "reported" | "text" | "substance">> & {
  readonly reported?: readonly string[];
};

const NOTHING: Required<Told> = {
  empty: false,
  midSentence: false,
  claims: [],
  reported: [],
  question: null,
  permission: null,
  remaining: [],
  nextSteps: [],
  announced: null,
  humanAction: [],
  delegated: [],
  dismissed: [],
  mitigated: false,
  trouble: [],
  waiting: null,
  danger: [],
  references: [],
};

function toldBy(message: string): Required<Told> {
  const { text: _, substance: __, reported, ...said } = readSaid(message);
  return { ...said, reported: reported.map(({ kind, outcome }) => `${kind} ${outcome}`) };
}

const MESSAGES: readonly (readonly [name: string, message: string, told: Told])[] = [
  [
    "a finished task with its checks and a courtesy",
    `All the requested changes are in. Here's a summary:

## Changes

### 1. Rate limiter (\`src/middleware/rateLimit.ts\`)
- Added a token-bucket limiter keyed by client IP
- Returns \`429\` with a \`Retry-After\` header when the bucket is empty

### 2. Configuration (\`src/config.ts\`)
- New \`RATE_LIMIT_RPM\` setting, defaults to 60

## Verification
- ✅ \`npm test\`: 84 passed, 0 failed
- ✅ \`npm run build\` completes without errors
- ✅ \`npx tsc --noEmit\` is clean

Opened PR #128. Let me know if you'd like any adjustments!`,
    {
      claims: [
        "All the requested changes are in.",
        "Added a token-bucket limiter keyed by client IP",
        "✅ `npm test`: 84 passed, 0 failed",
        "✅ `npm run build` completes without errors",
        "✅ `npx tsc --noEmit` is clean",
        "Opened PR #128.",
      ],
      reported: ["test passed", "build passed", "types passed"],
      references: ["PR #128"],
    },
  ],
  [
    "half a migration and a question for leave",
    `I've made good progress on the migration, but it isn't finished:

**Completed**
- [x] \`users\` module
- [x] \`orders\` module

**Remaining**
- [ ] \`billing\` module
- [ ] \`reports\` module

The test run shows 3 failures in \`billing.spec.ts\`, which is expected since that module hasn't been migrated yet.

Would you like me to continue with the billing module?`,
    {
      reported: ["test failed"],
      permission: "Would you like me to continue with the billing module?",
      remaining: [
        "I've made good progress on the migration, but it isn't finished:",
        "`billing` module",
        "`reports` module",
        "The test run shows 3 failures in `billing.spec.ts`, which is expected since that module hasn't been migrated yet.",
      ],
    },
  ],
  [
    "a wall that only a person gets over",
    `I looked into the failing deploy. The workflow \`deploy.yml\` needs an AWS access key, and none is configured for this repository.

To unblock this, you'll need to:

1. Go to the repository settings → Secrets → Actions
2. Add \`AWS_ACCESS_KEY_ID\` and \`AWS_SECRET_ACCESS_KEY\`

I can't create these secrets myself since they require your AWS credentials.`,
    {
      humanAction: [
        "The workflow `deploy.yml` needs an AWS access key, and none is configured for this repository.",
        "Go to the repository settings → Secrets → Actions",
        "Add `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`",
        "I can't create these secrets myself since they require your AWS credentials.",
      ],
      trouble: ["I can't create these secrets myself since they require your AWS credentials."],
    },
  ],
  [
    "a flaky test that was really fixed",
    `Done! The flaky checkout spec was failing because of an animation race; I fixed it by waiting for the transition to end and re-ran it 20 times without a failure.

The full suite is green (312 passed). Lint and type check are clean too.

Fixes #77.`,
    {
      claims: [
        "Done!",
        "The flaky checkout spec was failing because of an animation race; I fixed it by waiting for the transition to end and re-ran it 20 times without a failure.",
      ],
      reported: ["test passed", "lint passed", "types passed"],
      mitigated: true,
      references: ["#77"],
    },
  ],
  [
    "a failing test that was waved away",
    `The login redirect is fixed and I added a regression test in \`auth/redirect.test.ts\`.

Tests: 57 passed, 1 failed. The failing one (\`payments > retries on 503\`) is a known flaky test and unrelated to this change, so I left it alone.

You can start the app with \`npm run dev\` to see it in action.`,
    {
      claims: [
        "The login redirect is fixed and I added a regression test in `auth/redirect.test.ts`.",
      ],
      reported: ["test failed", "test failed"],
      dismissed: [
        "The failing one (`payments > retries on 503`) is a known flaky test and unrelated to this change, so I left it alone.",
      ],
    },
  ],
  [
    "an announcement after reading",
    `Let me first understand how the sessions are stored.

I've read \`session.ts\` and \`store.ts\`. Sessions live in Redis with a TTL of 24 h; the logout route deletes the cookie but never the Redis key, which is why old tokens stay valid.

Now I'll fix the logout handler:`,
    { midSentence: true, announced: "Now I'll fix the logout handler:" },
  ],
  [
    "a push whose CI still runs",
    `I've pushed the fix to \`fix/cache-key\` and opened https://github.com/acme/shop/pull/301.

CI is still running (3 of 5 jobs finished, all green so far). I'll check back once the remaining jobs complete.`,
    {
      claims: [
        "I've pushed the fix to `fix/cache-key` and opened https://github.com/acme/shop/pull/301.",
      ],
      waiting: "I'll check back once the remaining jobs complete.",
      references: ["PR #301"],
    },
  ],
  [
    "a choice between two tables",
    `I need a decision before I can go further. The spec says "store the history", but there are two tables that could hold it:

1. \`audit_log\`: append-only, already replicated
2. \`order_history\`: per order, easier to query

Which one should the new endpoint write to?`,
    { question: "Which one should the new endpoint write to?" },
  ],
  [
    "a finding without code",
    `## Findings

The memory growth comes from three places:

| Where | What | Growth |
| --- | --- | --- |
| \`cache.ts:41\` | entries are never evicted | 12 MB/h |
| \`ws.ts:88\` | listeners pile up on reconnect | 4 MB/h |
| \`log.ts:12\` | buffer without a bound | 1 MB/h |

The first one accounts for most of it. As you asked, I did not change any code.`,
    {},
  ],
  [
    "finished work that leaves much to others",
    `Implementation complete! 🎉

**What's new**
- \`POST /export\` creates an export job
- Jobs are processed by a background worker

**Next steps**
1. Run the database migration with \`npx prisma migrate deploy\`
2. Restart the worker
3. Test the endpoint with a real account

Note: the email notification is just a placeholder for now, and I haven't written tests yet.`,
    {
      claims: ["Implementation complete!"],
      remaining: [
        "Note: the email notification is just a placeholder for now, and I haven't written tests yet.",
      ],
      nextSteps: [
        "Run the database migration with `npx prisma migrate deploy`",
        "Restart the worker",
        "Test the endpoint with a real account",
      ],
    },
  ],
];

for (const [name, message, told] of MESSAGES) {
  Deno.test(`readSaid() reads ${name}`, () => {
    deepEqual(toldBy(message), { ...NOTHING, ...told });
  });
}
