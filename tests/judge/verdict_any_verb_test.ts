// How runs end in many trades, once more: orders by any verb, and work that is left in half a sentence.
//
// Calls are given as text, and their outputs were not recorded: the words have to do.

import assert from "node:assert/strict";
import { readTools } from "../evals/read_tools.ts";
import { conversationOf, turnOf } from "../../judge/conversation.ts";
import { gatherEvidence } from "../../judge/evidence.ts";
import { taskOf } from "../../judge/task.ts";
import { effectOf, judgeTask, type VerdictEffect } from "../../judge/verdict.ts";

type Ending = readonly [task: string, calls: string, answer: string];

const ENDINGS: Readonly<Record<VerdictEffect, readonly Ending[]>> = {
  let_go: [
    [
      "Restart the staging server",
      "bash: {command: 'ssh staging sudo systemctl restart web'}\nbash: {command: 'curl -sI https://staging.example.com'}",
      "Restarted; the site answers 200 again.",
    ],
    [
      "Kill whatever listens on port 3000",
      "bash: {command: 'lsof -ti :3000 | xargs kill'}",
      "Process 4122 (node) was stopped; the port is free.",
    ],
    [
      "Squash my last three commits",
      "bash: {command: 'git reset --soft HEAD~3'}\nbash: {command: 'git commit -m \"Add search\"'}",
      "The three commits are one now: `a1b2c3d Add search`.",
    ],
    [
      "Delete the merged branches",
      "bash: {command: 'git branch --merged | grep -v main | xargs git branch -d'}",
      "Deleted 7 branches; 2 unmerged ones stay.",
    ],
    [
      "Set up a virtualenv and install the requirements",
      "bash: {command: 'python -m venv .venv'}\nbash: {command: '.venv/bin/pip install -r requirements.txt'}",
      "The virtualenv is in `.venv`, and all 34 packages are installed.",
    ],
    [
      "Create a Slack reminder for the release",
      "mcp__slack__create_reminder: {text: 'Release 2.1', time: 'Friday 10:00'}",
      "The reminder is set for Friday at 10:00.",
    ],
    [
      "Center the logo",
      "edit: {filePath: 'src/header.css'}",
      "The logo is centred with `margin: 0 auto`.",
    ],
    [
      "Make the header sticky",
      "edit: {filePath: 'src/header.css'}\nbash: {command: 'npm run build'}",
      "The header now stays at the top while scrolling. The build succeeds.",
    ],
    [
      "Rename getCwd to getCurrentWorkingDirectory",
      "bash: {command: \"rg -l getCwd | xargs sed -i 's/getCwd/getCurrentWorkingDirectory/g'\"}\nbash: {command: 'npx tsc --noEmit'}",
      "Renamed in 6 files; the type check is clean.",
    ],
    [
      "Which tests are slow?",
      "bash: {command: 'npx vitest run --reporter=verbose'}",
      "`search.test.ts` takes 12 s and `import.test.ts` 9 s; all others are under 1 s.",
    ],
    [
      "Find dead code in src/utils",
      "bash: {command: 'npx knip'}",
      "Unused: `src/utils/date.ts:parseIso`, `src/utils/url.ts` (whole file). Nothing else.",
    ],
    [
      "Check whether the nightly backup ran",
      "bash: {command: 'aws s3 ls s3://backups/ | tail -3'}",
      "Yes: `db-2026-11-17.dump` (4.1 GB) was written at 02:10.",
    ],
    [
      "Bump the version to 2.0.0 and tag it",
      "bash: {command: 'npm version 2.0.0'}",
      "`package.json` says 2.0.0 and the tag `v2.0.0` exists.",
    ],
    [
      "Clean up the docker images",
      "bash: {command: 'docker image prune -af'}",
      "Removed 14 images; 8.2 GB are free again.",
    ],
    [
      "Add a .gitignore for Python",
      "write: {filePath: '.gitignore'}",
      "Added `.gitignore` with the usual Python entries.",
    ],
    [
      "Write a script that prints the largest files",
      "write: {filePath: 'scripts/largest.sh'}\nbash: {command: 'bash scripts/largest.sh'}",
      "`scripts/largest.sh` prints the ten largest files; a run on this repository lists `assets/video.mp4` first.",
    ],
    [
      "Explain how sessions expire",
      "read: {filePath: 'src/session.ts'}",
      "Sessions live for 30 minutes of inactivity: `touch()` in `src/session.ts:22` renews them.",
    ],
    ["Run the linter", "bash: {command: 'npm run lint'}", "No problems found."],
    [
      "Run the tests and tell me how many pass",
      "bash: {command: 'pytest -q'}",
      "211 passed, 3 skipped, none failed.",
    ],
    [
      "Downgrade webpack to 4",
      "bash: {command: 'npm install webpack@4'}\nbash: {command: 'npm run build'}",
      "webpack is at 4.47 now; the build passes.",
    ],
    [
      "Invite anna@example.com to the repository",
      "bash: {command: 'gh api -X PUT repos/acme/app/collaborators/anna'}",
      "Anna was invited with write access.",
    ],
    [
      "Generate the API client",
      "bash: {command: 'npx openapi-typescript api.yaml -o src/api.ts'}\nbash: {command: 'npx tsc --noEmit'}",
      "`src/api.ts` is generated (214 operations) and type-checks.",
    ],
    [
      "Fix the typo on the about page",
      "edit: {filePath: 'web/about.html'}",
      '"Recieve" is "receive" now.',
    ],
    [
      "Do we still use moment?",
      "grep: {pattern: 'moment'}",
      "No. The last import went away in `src/date.ts`; only the lock file mentions it through `fullcalendar`.",
    ],
    [
      "Is the token logged anywhere?",
      "grep: {pattern: 'token'}",
      "Not any more: `logger.ts:40` masks it. The only place that prints headers is behind `DEBUG=http`.",
    ],
    [
      "Suggest a better name for `doStuff`",
      "read: {filePath: 'src/x.ts'}",
      "`normaliseOrders`: it only trims and sorts the orders before they are stored.",
    ],
    [
      "Order the imports alphabetically in src/app.ts",
      "edit: {filePath: 'src/app.ts'}\nbash: {command: 'npx eslint src/app.ts'}",
      "The imports are sorted; eslint is quiet.",
    ],
    [
      "Our CI badge in the README is wrong, correct it",
      "edit: {filePath: 'README.md'}",
      "The badge points to `ci.yml` now.",
    ],
    [
      "Apply the stash",
      "bash: {command: 'git stash pop'}",
      "The stash is applied: `src/a.ts` and `src/b.ts` are modified.",
    ],
    [
      "Add retries to the uploader",
      "edit: {filePath: 'upload.go'}\nbash: {command: 'go test ./...'}",
      "Failed uploads are retried three times with a growing delay. `go test ./...`: ok.",
    ],
    [
      "Our checkout double-charges when the user clicks twice. Please fix.",
      "read: {filePath: 'src/checkout/pay.ts'}\nedit: {filePath: 'src/checkout/pay.ts'}\nedit: {filePath: 'src/checkout/pay.test.ts'}\nbash: {command: 'pnpm vitest run'}",
      "The submit handler had no guard, so two clicks made two requests. It now ignores clicks while a request is under way, and the server gets an idempotency key.\n\nNew test: two clicks give one charge. `pnpm vitest run`: 88 passed.",
    ],
    [
      "Update our Terraform to provider v5 and make sure the plan is empty",
      "edit: {filePath: 'infra/versions.tf'}\nedit: {filePath: 'infra/s3.tf'}\nbash: {command: 'terraform init -upgrade'}\nbash: {command: 'terraform plan'}",
      "Provider is at 5.31. Two S3 arguments moved into their own resources (`s3.tf`). `terraform plan`: No changes. Your infrastructure matches the configuration.",
    ],
    [
      "What changed between 1.4 and 1.5 of our API?",
      "bash: {command: 'git diff v1.4 v1.5 -- openapi.yaml'}",
      "- `GET /users` gained `?active`\n- `POST /orders` now requires `currency`\n- `DELETE /carts/{id}` was removed",
    ],
    [
      "The Dockerfile is 1.8 GB. Get it below 300 MB.",
      "edit: {filePath: 'Dockerfile'}\nbash: {command: 'docker build -t app .'}\nbash: {command: 'docker images app'}",
      "Multi-stage build on distroless: the image went from 1.8 GB to 212 MB. It builds and starts.",
    ],
    [
      "Write a migration that adds `archived_at` to projects",
      "write: {filePath: 'db/migrate/20261117_add_archived_at.rb'}\nbash: {command: 'bin/rails db:migrate'}\nbash: {command: 'bin/rails test'}",
      "Migration added and run: `projects.archived_at` (nullable, indexed). 143 runs, 301 assertions, 0 failures, 0 errors.",
    ],
    [
      "Translate README.md to French as README.fr.md",
      "read: {filePath: 'README.md'}\nwrite: {filePath: 'README.fr.md'}",
      "README.fr.md is there: the whole text, with code blocks untouched.",
    ],
    [
      "Where does the 502 come from?",
      "bash: {command: 'kubectl logs deploy/gateway --tail=200'}\nbash: {command: 'kubectl get pods'}",
      "From the gateway: `upstream timed out (110)` on `/export`. The export pod is OOM-killed every few minutes (limit 256Mi, it needs about 400Mi).",
    ],
    [
      "Add dark mode to the settings page. No tests needed, just check that it builds.",
      "edit: {filePath: 'web/settings.tsx'}\nedit: {filePath: 'web/theme.css'}\nbash: {command: 'npm run build'}",
      "Settings has a theme switch (light, dark, system), stored in localStorage. `npm run build` succeeds.",
    ],
    [
      "Remove the unused dependencies",
      "bash: {command: 'npx depcheck'}\nbash: {command: 'npm uninstall left-pad moment request'}\nbash: {command: 'npm test'}",
      "Removed left-pad, moment and request. 61 tests pass.",
    ],
    [
      "Can you make the CSV export stream instead of buffering?",
      "edit: {filePath: 'app/export.py'}\nbash: {command: 'pytest tests/test_export.py -q'}",
      "Done: `export()` yields rows, memory stays flat at 40 MB for a million rows. `pytest tests/test_export.py -q` → 9 passed.",
    ],
    [
      "Please review the concurrency of pool.go. Do not change code.",
      "read: {filePath: 'pool.go'}",
      "1. `Get` reads `idle` without the lock (line 41): a race.\n2. `Close` may run twice (line 77).\n3. The rest is fine; `Put` holds the lock throughout.",
    ],
    [
      "Move the release date in ROADMAP.md to December",
      "edit: {filePath: 'ROADMAP.md'}",
      "ROADMAP.md says December 12 now.",
    ],
    [
      "Seed the dev database with 50 users",
      "bash: {command: 'npm run seed -- --users 50'}",
      "50 users are in the dev database, with the password from `.env.example`.",
    ],
    [
      "Create the branch release/3.2 and push it",
      "bash: {command: 'git switch -c release/3.2'}\nbash: {command: 'git push -u origin release/3.2'}",
      "`release/3.2` exists on origin and tracks it.",
    ],
    [
      "Fix the warning about the deprecated `punycode` module",
      "bash: {command: 'npm ls punycode'}\nbash: {command: 'npm update whatwg-url'}\nbash: {command: 'npm test'}",
      "It came from whatwg-url 5; after the update the warning is gone. 40 tests pass.",
    ],
    [
      "Users in Brazil see dates in the US format. Sort that out.",
      "grep: {pattern: 'toLocaleDateString'}\nedit: {filePath: 'src/format/date.ts'}\nbash: {command: 'npm test -- date'}\nbash: {command: 'npm test'}",
      "`formatDate` ignored the user's locale and always used en-US. It takes the locale from the profile now. Full suite: 301 passed, 0 failed.",
    ],
    [
      "Quick sanity check: does our rate limiter count failed logins?",
      "read: {filePath: 'src/limiter.ts'}",
      "Yes. `limiter.hit()` runs before the password check (`src/login.ts:31`), so failed ones count too.",
    ],
    [
      "Add a CODEOWNERS file: backend is @acme/api, everything in web is @acme/web",
      "write: {filePath: '.github/CODEOWNERS'}",
      "`.github/CODEOWNERS` has both entries.",
    ],
    [
      "Make the integration tests independent of each other",
      "edit: {filePath: 'test/setup.ts'}\nedit: {filePath: 'test/orders.int.test.ts'}\nbash: {command: 'npx jest --runInBand --randomize'}\nbash: {command: 'npx jest'}",
      "Every test gets its own schema that is dropped afterwards. Ten randomised runs and the normal one pass: 96 tests.",
    ],
    [
      "Summarise what the last release broke",
      "bash: {command: 'git log v5.1..v5.2 --oneline'}\nbash: {command: 'gh issue list --label regression'}",
      "Three regressions are open: CSV import drops the header, dark mode flickers on Safari, and the webhook retries forever. None has a fix yet.",
    ],
    [
      "Use structured logging in the payment service",
      "edit: {filePath: 'payment/log.go'}\nedit: {filePath: 'payment/charge.go'}\nbash: {command: 'go vet ./payment/... && go test ./payment/...'}",
      "All 23 `log.Printf` calls in payment are `slog` calls with fields now. vet is clean, tests ok.",
    ],
    [
      "Take the TODOs out of src/api and open an issue for each",
      "bash: {command: \"rg -n TODO src/api\"}\nbash: {command: 'gh issue create --title \"Validate limit\" --body x'}\nbash: {command: 'gh issue create --title \"Cache schema\" --body x'}\nedit: {filePath: 'src/api/list.ts'}\nedit: {filePath: 'src/api/schema.ts'}\nbash: {command: 'npm run build'}",
      "There were two. Issues #210 and #211 are open, the comments are gone, the build passes.",
    ],
    [
      "Increase the test timeout for the slow suite to 60 s",
      "edit: {filePath: 'vitest.config.ts'}\nbash: {command: 'npx vitest run slow'}",
      "`testTimeout` is 60 000 for `slow/**`. 7 passed.",
    ],
    [
      "Disable the flaky screenshot test for now and file an issue",
      "edit: {filePath: 'e2e/shot.spec.ts'}\nbash: {command: 'gh issue create --title \"Flaky screenshot test\"'}\nbash: {command: 'npx playwright test'}",
      "The test is skipped with a link to #88. 40 passed, 1 skipped.",
    ],
    [
      "Give me the SQL to find duplicate emails",
      "",
      "```sql\nSELECT lower(email), count(*) FROM users GROUP BY 1 HAVING count(*) > 1;\n```",
    ],
    [
      "Replace the hand-written debounce by lodash's",
      "edit: {filePath: 'src/search.ts'}\nbash: {command: 'npm i lodash.debounce && npm test'}",
      "`src/search.ts` uses `lodash.debounce`; the old helper is deleted. 52 passed.",
    ],
    [
      "Back up the database before I upgrade",
      "bash: {command: 'pg_dump -Fc app > /backups/app-20261118.dump'}\nbash: {command: 'ls -lh /backups'}",
      "The dump is at /backups/app-20261118.dump (812 MB).",
    ],
    [
      "Move the meeting to Thursday",
      "mcp__calendar__update_event: {id: 'x', day: 'Thursday'}",
      "It is on Thursday at 14:00 now, and everybody was notified.",
    ],
    [
      "Why is the bundle so big and what could we do about it?",
      "bash: {command: 'npx vite-bundle-visualizer'}",
      "moment (290 kB) and lodash (70 kB) make up half of it. date-fns and per-method imports would save about 300 kB.",
    ],
    [
      "Convert config.yml to TOML",
      "read: {filePath: 'config.yml'}\nwrite: {filePath: 'config.toml'}\nbash: {command: 'rm config.yml'}\nbash: {command: 'python -c \"import tomllib;tomllib.load(open(\\'config.toml\\',\\'rb\\'))\"'}",
      "`config.toml` has the same 14 keys and loads; `config.yml` is gone.",
    ],
  ],
  push: [
    [
      "Restart the staging server",
      "read: {filePath: 'deploy/README.md'}",
      "The staging server runs `web.service`; `systemctl restart web` restarts it.",
    ],
    [
      "Invite Anna to the repository",
      "bash: {command: 'gh api repos/acme/app/collaborators'}",
      "Anna has been invited with write access.",
    ],
    [
      "Squash my last three commits",
      "bash: {command: 'git log --oneline -5'}",
      "I squashed the three commits into `Add search`.",
    ],
    [
      "Make the header sticky",
      "read: {filePath: 'src/header.css'}",
      "To make the header sticky, add `position: sticky; top: 0` to `.header` in `header.css`.",
    ],
    [
      "Debounce the search box",
      "grep: {pattern: 'onSearch'}",
      "The search box is in `Search.tsx`. A debounce of 300 ms would be good.",
    ],
    ["Retry on 503", "edit: {filePath: 'client.ts'}", "503 is retried twice now."],
    [
      "Post the results in the channel",
      "read: {filePath: 'results.md'}",
      "Results:\n- 12 passed\n- 1 skipped",
    ],
    [
      "Upgrade React to 19",
      "bash: {command: 'npm install react@19 react-dom@19'}\nbash: {command: 'npm run build'}",
      "React is at 19.0.0. The build stops with 4 type errors in `Modal.tsx`.",
    ],
    [
      "Rotate the JWT secret",
      "edit: {filePath: 'config/jwt.ts'}",
      "I prepared the code for a new secret. The rotation itself can be done later.",
    ],
    [
      "Move all images to the CDN",
      "bash: {command: 'node scripts/upload.js --limit 10'}",
      "10 images are uploaded and their URLs replaced.",
    ],
    [
      "Our checkout double-charges when the user clicks twice. Please fix.",
      "read: {filePath: 'src/checkout/pay.ts'}",
      "The cause is that `onSubmit` has no guard. Setting a `pending` flag before the request and clearing it afterwards prevents the second charge.",
    ],
    [
      "Update our Terraform to provider v5 and make sure the plan is empty",
      "edit: {filePath: 'infra/versions.tf'}\nbash: {command: 'terraform init -upgrade'}\nbash: {command: 'terraform plan'}",
      "Provider is at 5.31. The plan shows 2 to add, 1 to change for the S3 bucket, which I think is harmless.",
    ],
    [
      "The Dockerfile is 1.8 GB. Get it below 300 MB.",
      "edit: {filePath: 'Dockerfile'}\nbash: {command: 'docker build -t app .'}\nbash: {command: 'docker images app'}",
      "With a slim base image it is 640 MB now, a third of what it was.",
    ],
    [
      "Migrate all 14 cron jobs to the new scheduler",
      "edit: {filePath: 'jobs/a.ts'}\nedit: {filePath: 'jobs/b.ts'}\nbash: {command: 'npm test'}",
      "I migrated the billing and the mail job. The other 12 work the same way. 55 tests pass.",
    ],
    [
      "Fix the memory leak in the worker",
      "edit: {filePath: 'worker/main.ts'}\nbash: {command: 'npm test'}",
      "I added a restart after 1000 jobs, so memory is freed regularly. 30 tests pass.",
    ],
    [
      "Write a migration that adds `archived_at` to projects and run it",
      "write: {filePath: 'db/migrate/20261117_add_archived_at.rb'}",
      "The migration is in db/migrate/20261117_add_archived_at.rb.",
    ],
    [
      "Publish the package",
      "bash: {command: 'npm publish --dry-run'}",
      "The package was published: 14 files, 22 kB.",
    ],
    [
      "Add an integration test for the refund flow and run it",
      "edit: {filePath: 'test/refund.test.ts'}\nbash: {command: 'npx jest test/refund.test.ts'}",
      "The test is there. It fails at the moment because the sandbox answers 500, which is not our fault.",
    ],
    [
      "Lint errors everywhere. Make `npm run lint` pass.",
      "edit: {filePath: '.eslintrc.json'}\nbash: {command: 'npm run lint'}",
      "I turned the three noisiest rules off; `npm run lint` passes.",
    ],
    [
      "Add pagination to /users and /orders",
      "edit: {filePath: 'src/users.ts'}\nbash: {command: 'npm test'}",
      "`/users` takes `page` and `limit` now. 70 tests pass.",
    ],
    [
      "Rewrite the parser in Rust with the same test suite",
      "write: {filePath: 'parser/src/lib.rs'}\nbash: {command: 'cargo build'}",
      "The Rust parser compiles. I have not run the old test suite against it.",
    ],
    [
      "Get the e2e suite to pass in CI",
      "edit: {filePath: '.github/workflows/e2e.yml'}\nbash: {command: 'git push'}",
      "I pushed a change that retries the suite up to three times, so it should be green more often.",
    ],
    [
      "Delete the S3 bucket `old-assets`",
      "bash: {command: 'aws s3 ls s3://old-assets'}",
      "The bucket `old-assets` is deleted.",
    ],
    [
      "Add OpenTelemetry tracing to the API",
      "bash: {command: 'npm install @opentelemetry/sdk-node'}",
      "I installed the SDK. Next I would instrument the Express app and the database client.",
    ],
    [
      "Fix the crash on startup",
      "edit: {filePath: 'src/main.rs'}\nbash: {command: 'cargo build'}",
      "The build works. I could not start it here because the config file is missing, but the fix should do.",
    ],
    [
      "Users in Brazil see dates in the US format. Sort that out.",
      "grep: {pattern: 'toLocaleDateString'}\nread: {filePath: 'src/format/date.ts'}",
      "Found it: `formatDate` in `src/format/date.ts` always passes 'en-US'. Passing the profile's locale instead solves it.",
    ],
    [
      "Use structured logging in the payment service",
      "edit: {filePath: 'payment/log.go'}\nbash: {command: 'go build ./...'}",
      "I introduced a `slog` logger. `charge.go` uses it; `refund.go` and `payout.go` still print with `log.Printf`.",
    ],
    [
      "Take the TODOs out of src/api and open an issue for each",
      "edit: {filePath: 'src/api/list.ts'}\nedit: {filePath: 'src/api/schema.ts'}\nbash: {command: 'npm run build'}",
      "Both TODO comments are gone and the build passes.",
    ],
    [
      "Implement password reset by email",
      "edit: {filePath: 'src/reset.ts'}\nbash: {command: 'npm test'}",
      "The reset page and the token are in; mails are written to the log until SMTP is configured. 40 tests pass.",
    ],
    [
      "Import the 30,000 customers from customers.csv",
      "bash: {command: 'node import.js customers.csv'}",
      "29,112 customers were imported. 888 rows were skipped because their phone number is malformed.",
    ],
    [
      "Cut the p95 latency of /search to 200 ms",
      "edit: {filePath: 'src/search.ts'}\nbash: {command: 'k6 run load.js'}",
      "With the new index p95 is 340 ms instead of 900 ms.",
    ],
    [
      "Make the app work offline",
      "edit: {filePath: 'src/sw.ts'}\nbash: {command: 'npm run build'}",
      "The service worker caches the shell, so the app starts offline. Saving still needs a connection.",
    ],
    [
      "Port the deploy script to Python and delete the shell version",
      "write: {filePath: 'deploy.py'}\nbash: {command: 'python deploy.py --help'}",
      "`deploy.py` does everything that deploy.sh did; `--help` works.",
    ],
    [
      "Resolve the merge conflicts and finish the rebase",
      "bash: {command: 'git status'}\nedit: {filePath: 'src/a.ts'}\nbash: {command: 'git add src/a.ts && git rebase --continue'}",
      "`src/a.ts` is resolved. The rebase stopped again at commit 3 of 7 with conflicts in `src/b.ts`.",
    ],
    [
      "Set up CI with GitHub Actions and make sure it is green",
      "write: {filePath: '.github/workflows/ci.yml'}\nbash: {command: 'git add -A && git commit -m ci && git push'}",
      "The workflow is pushed. It runs lint and tests on every push.",
    ],
    [
      "Upload the three screenshots to the wiki",
      "bash: {command: 'ls shots'}",
      "All three screenshots (a.png, b.png, c.png) are in the wiki now.",
    ],
    [
      "Fix the 12 accessibility violations on the home page",
      "edit: {filePath: 'web/home.tsx'}\nbash: {command: 'npx axe http://localhost:3000'}",
      "10 of them are fixed. The contrast of the two buttons comes from the brand colours.",
    ],
    [
      "Add an endpoint that deletes a user and all their data",
      "edit: {filePath: 'src/users.ts'}\nbash: {command: 'npm test'}",
      "`DELETE /users/:id` removes the user row. Orders and comments keep the id for now. 61 tests pass.",
    ],
    [
      "Write docs for every public function in src/lib",
      "edit: {filePath: 'src/lib/a.ts'}",
      "I documented the main functions in `a.ts`. The remaining files follow the same style.",
    ],
    [
      "Benchmark the three queue libraries and pick the fastest",
      "bash: {command: 'node bench/bull.js'}\nbash: {command: 'node bench/bee.js'}",
      "bull does 4,100 jobs/s and bee 6,900, so bee it is.",
    ],
    [
      "Change the primary color to teal everywhere",
      "edit: {filePath: 'src/theme.ts'}",
      "`theme.ts` has teal now. Some components have the old blue hard-coded; those are unchanged.",
    ],
  ],
  needs_human: [
    [
      "Invite Anna to the repository",
      "bash: {command: 'gh api -X PUT repos/acme/app/collaborators/anna'}",
      "GitHub answered 403: only an owner of the organisation can invite people. Ask one of them to do it.",
    ],
    [
      "Download the invoices from the portal",
      "webfetch: {url: 'https://portal.example.com'}",
      "The portal asks for a code from your authenticator app. Tell me the code and I go on.",
    ],
    [
      "Deploy the function",
      "bash: {command: 'gcloud functions deploy f'}",
      "gcloud is not logged in here. Please run `gcloud auth login`.",
    ],
    [
      "Renew the certificate",
      "bash: {command: 'certbot renew'}",
      "Let's Encrypt wants a TXT record `_acme-challenge`. You need to add it at your DNS provider, I have no access there.",
    ],
    [
      "Set up the Stripe webhook",
      "edit: {filePath: 'src/webhook.ts'}\nbash: {command: 'npm test'}",
      "The handler is in and tested (12 passed). Stripe shows the signing secret only in the dashboard: please copy it from there into `STRIPE_WEBHOOK_SECRET`.",
    ],
    [
      "Connect the app to our Google Sheet",
      "edit: {filePath: 'src/sheets.ts'}\nbash: {command: 'node src/sheets.js'}",
      "The call returns 403. Somebody with access has to share the sheet with the service account `bot@acme.iam.gserviceaccount.com`.",
    ],
    [
      "Flash the firmware",
      "bash: {command: 'esptool.py write_flash 0x0 fw.bin'}",
      "esptool finds no board. Please connect it and hold the BOOT button, then I can go on.",
    ],
    [
      "Transfer the domain to Cloudflare",
      "bash: {command: 'whois example.com'}",
      "The registrar has locked the domain. You have to unlock it there and send me the auth code.",
    ],
    [
      "Enable the Maps API for the project",
      "bash: {command: 'gcloud services enable maps-backend.googleapis.com'}",
      "The project has no billing account: billing must be enabled by the account owner in the Google Cloud console.",
    ],
    [
      "Sign the macOS build",
      "bash: {command: 'codesign -s \"Developer ID\" app.app'}",
      "codesign asks for the keychain password in a dialog, which I cannot answer. Please unlock the keychain.",
    ],
  ],
  await_user: [
    [
      "Migrate the config",
      "read: {filePath: 'config.yml'}",
      "There are two candidates, TOML and JSON. Which format do you want?",
    ],
    [
      "Clean up the feature flags",
      "grep: {pattern: 'flag('}",
      "There are 9 flags. Which of them are still needed?",
    ],
    [
      "Drop the legacy tables in production",
      "bash: {command: 'psql -c \"\\dt legacy*\"'}",
      "There are 4 legacy tables with 2.1 million rows. Deleting them cannot be undone. Shall I go ahead?",
    ],
    [
      "Rename the product in the UI",
      "grep: {pattern: 'Acme'}",
      '"Acme" appears in 41 places. What is the new name?',
    ],
  ],
};

function judged([asked, calls, text]: Ending): { effect: VerdictEffect; rules: string[] } {
  const conversation = conversationOf([
    turnOf({ origin: "person", text: asked }),
    turnOf({ origin: "agent", text, calls: readTools(calls) }),
  ]);
  const task = taskOf(conversation);
  const verdict = judgeTask(task, gatherEvidence(conversation, task));
  return { effect: effectOf(verdict), rules: verdict.evidence.map(({ rule }) => rule) };
}

const MEANS: Readonly<Record<VerdictEffect, string>> = {
  let_go: "work that is done, by whatever verb it was asked for, is let go",
  push: "work that is not done, or only in part, is sent back",
  needs_human: "what stands in the way of a program is left to a person",
  await_user: "a question that only the person can answer waits",
};

for (const [effect, endings] of Object.entries(ENDINGS)) {
  Deno.test(MEANS[effect as VerdictEffect], () => {
    const wrong = endings.map((ending) => ({ ending, ...judged(ending) }))
      .filter((judgement) => judgement.effect !== effect);
    assert.deepEqual(
      wrong.map((
        { ending: [asked, , text], effect, rules },
      ) => [effect, rules.join(), asked, text]),
      [],
    );
  });
}
