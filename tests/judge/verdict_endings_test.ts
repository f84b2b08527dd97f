// How runs end, in many trades and wordings: each ending with what has to become of it.
//
// Calls are given as text, and their outputs were not recorded: the words have to do.

import assert from "node:assert/strict";
import { readTools } from "../evals/read_tools.ts";
import { conversationOf, turnOf } from "../../judge/conversation.ts";
import { gatherEvidence } from "../../judge/evidence.ts";
import { taskOf } from "../../judge/task.ts";
import { effectOf, judgeTask, type VerdictEffect } from "../../judge/verdict.ts";

type Ending = readonly [task: string, calls: string, answer: string];

const LET_GO: readonly Ending[] = [
  [
    "Fix the off-by-one error in the pagination of the CLI.",
    "edit: {filePath: 'cli/pager.py'}\nbash: {command: 'pytest -q tests/test_pager.py'}",
    "The last page was cut off because `range` stopped one short. Fixed in `cli/pager.py`; `pytest -q tests/test_pager.py` passes (9 passed).",
  ],
  [
    "Make the buttons on the landing page rounded.",
    "edit: {filePath: 'web/styles/button.css'}\nbash: {command: 'npm run build'}",
    "The buttons now have a border radius of 8 px. The build succeeds.",
  ],
  [
    "Update the README with the new install instructions.",
    "read: {filePath: 'README.md'}\nedit: {filePath: 'README.md'}",
    "The README now describes installation with `uv` and with `pipx`. The old `setup.py` section is gone.",
  ],
  [
    "Add a benchmark for the tokenizer with CMake and run the tests.",
    "write: {filePath: 'bench/tokenizer.cc'}\nbash: {command: 'cmake --build build && ctest --test-dir build --output-on-failure'}",
    "Added `bench/tokenizer.cc` and wired it into CMake.\n\nctest: 100% tests passed, 0 tests failed out of 64.",
  ],
  [
    "Fix the flaky date parsing and open a PR.",
    "edit: {filePath: 'lib/date.ts'}\nbash: {command: 'npm test'}\nbash: {command: 'git push -u origin fix/date && gh pr create --fill'}\nbash: {command: 'gh pr checks --watch'}",
    "Parsing no longer depends on the locale. All 212 tests pass locally, PR #88 is open and CI is green.",
  ],
  [
    "Bump lodash to the latest version and make sure nothing breaks.",
    "bash: {command: 'npm install lodash@latest'}\nbash: {command: 'npm test && npm run build'}",
    "lodash is at 4.17.21 now. Tests (140 passed) and build are fine, and `npm audit` reports 0 vulnerabilities.",
  ],
  [
    "Run the Maven verification for the payments module and fix what is broken.",
    "bash: {command: 'mvn -pl payments verify'}\nedit: {filePath: 'payments/src/main/java/Fee.java'}\nbash: {command: 'mvn -pl payments verify'}",
    "The rounding in `Fee.java` used HALF_UP where the test expects HALF_EVEN. After the fix: Tests run: 57, Failures: 0, Errors: 0. BUILD SUCCESS.",
  ],
  [
    "Refactor the GenServer so that it does not block.",
    "edit: {filePath: 'lib/queue/server.ex'}\nbash: {command: 'mix test'}",
    "`handle_call` now replies right away and hands the work to a task. `mix test`: 48 tests, 0 failures.",
  ],
  [
    "Write a script that backs up the uploads folder, and check it with shellcheck.",
    "write: {filePath: 'scripts/backup.sh'}\nbash: {command: 'shellcheck scripts/backup.sh && bash scripts/backup.sh --dry-run'}",
    "`scripts/backup.sh` makes a dated tarball and keeps the last seven. shellcheck has no findings, and the dry run lists the 312 files it would pack.",
  ],
  [
    "Commit and push your changes.",
    "bash: {command: 'git add -A && git commit -m \"Add retry\"'}\nbash: {command: 'git push'}",
    "Committed as 4f2c1aa and pushed to `origin/retry`.",
  ],
  [
    "Set the cache lifetime to one hour and check that the header is right.",
    "edit: {filePath: 'nginx/site.conf'}\nbash: {command: 'nginx -t && nginx -s reload'}\nbash: {command: 'curl -sI http://localhost/app.js'}",
    "`Cache-Control: max-age=3600` is sent now, as `curl -I` shows.",
  ],
  [
    "Explain how sessions are stored.",
    "grep: {pattern: 'session'}\nread: {filePath: 'src/session.ts'}",
    "Sessions live in Redis under `sess:<id>` for 24 hours (`src/session.ts:14`). The cookie only holds the id, signed with `SESSION_SECRET`. On logout the key is deleted.",
  ],
  [
    "Speed up the report query.",
    "edit: {filePath: 'db/report.sql'}\nbash: {command: 'psql -f db/report.sql'}\nbash: {command: 'npm test'}",
    "An index on `(account_id, day)` brings the query from 4.2 s down to 90 ms. The 31 tests pass.",
  ],
  [
    "Rename `getUser` to `fetchUser` everywhere.",
    "bash: {command: 'rg -l getUser | xargs sed -i s/getUser/fetchUser/g'}\nbash: {command: 'npx tsc --noEmit && npm test'}",
    "Renamed in 14 files. Type check is clean and all tests pass. No mention of `getUser` remains.",
  ],
  [
    "Deploy the current branch to staging.",
    "bash: {command: './deploy.sh staging'}\nbash: {command: 'curl -s https://staging.example.org/health'}",
    "Deployed revision 9c1e to staging; the health check answers `ok`.",
  ],
  [
    "The login page throws when the email is empty. Fix it.",
    "read: {filePath: 'src/login.tsx'}\nedit: {filePath: 'src/login.tsx'}\nbash: {command: 'npx vitest run'}",
    "An empty email is now rejected with a message before the request is made.\n\n```\nTest Files  12 passed (12)\n     Tests  87 passed (87)\n```",
  ],
  [
    "Check whether the retry logic already handles 503 and add it if it does not.",
    "read: {filePath: 'src/retry.ts'}\nbash: {command: 'npm test -- retry'}",
    'Nothing had to be changed: `shouldRetry` in `src/retry.ts:22` already covers 502, 503 and 504, and the test "retries on 503" passes.',
  ],
  [
    "Please translate the error messages into German.",
    "edit: {filePath: 'locales/de.json'}\nbash: {command: 'npm run i18n:check'}",
    "All 64 messages are translated. `npm run i18n:check` finds no missing keys.",
  ],
  [
    "Add dark mode. Requirements: 1. toggle in the header 2. remembered across reloads 3. respects the system setting",
    "write: {filePath: 'src/theme.ts'}\nedit: {filePath: 'src/Header.tsx'}\nbash: {command: 'npm test'}\nbash: {command: 'npm run build'}",
    "All three are in:\n\n1. The header has a toggle (`Header.tsx`).\n2. The choice is stored in `localStorage`.\n3. Without a choice `prefers-color-scheme` decides.\n\nTests: 56 passed. Build succeeds.",
  ],
  [
    "Compare Postgres and MySQL for our workload. No code please.",
    "webfetch: {url: 'https://example.org'}\nread: {filePath: 'docs/workload.md'}",
    "## Findings\n\n- **Writes**: 1,200 per second at peak; both can do it, Postgres with less tuning (docs/workload.md).\n- **JSON**: Postgres indexes `jsonb`; MySQL needs generated columns.\n- **Operations**: the team runs two Postgres clusters already.\n\n**Recommendation**: Postgres. If you want, I can draft a migration plan next.",
  ],
  [
    "Investigate why the nightly job is slow. Don't change anything.",
    "bash: {command: 'grep duration logs/nightly.log'}\nread: {filePath: 'jobs/nightly.rb'}",
    "The job takes 48 minutes, of which 41 are spent in `Invoice.each` (`jobs/nightly.rb:37`): one query per invoice, 61,000 in all. Loading them in batches of 1,000 would remove nearly all of it.",
  ],
  [
    "Stabilise the flaky upload test.",
    "edit: {filePath: 'tests/upload.spec.ts'}\nbash: {command: 'npx playwright test upload --repeat-each=30'}",
    "The test clicked before the upload had finished. It now waits for the response. 30 of 30 runs pass.",
  ],
  [
    "Fix the memory leak in the image worker.",
    "edit: {filePath: 'worker/image.py'}\nbash: {command: 'pytest'}\nbash: {command: 'python bench/leak.py'}",
    "The worker kept every decoded frame in `self.frames`. They're released now; memory stays at 140 MB over 10,000 images (it grew to 3 GB before). pytest: 77 passed, 2 skipped (they need a GPU).",
  ],
  [
    "Upgrade the project to Java 21.",
    "edit: {filePath: 'build.gradle.kts'}\nbash: {command: './gradlew build'}",
    "The toolchain is set to 21 and two deprecated calls were replaced. `./gradlew build` is successful, 230 tests passed. There is one deprecation warning left from a third-party plugin, which the next release of that plugin fixes.",
  ],
  [
    "Add rate limiting to the public API and write tests.",
    "write: {filePath: 'src/limit.ts'}\nwrite: {filePath: 'src/limit.test.ts'}\nbash: {command: 'npm test'}",
    "Requests above 100 per minute get a 429 with `Retry-After`. Six new tests; the whole suite (148) passes.\n\nPossible follow-ups: a per-key limit, and metrics.",
  ],
  [
    "Write a migration that adds `archived_at` to projects and run it.",
    "write: {filePath: 'db/migrate/20260101_archived.rb'}\nbash: {command: 'bin/rails db:migrate && bin/rails db:rollback && bin/rails db:migrate'}",
    "The column is there. I ran the migration, rolled it back and ran it again without errors.",
  ],
  ["Create hello.txt with the text hi", "write: {filePath: 'hello.txt'}", "Created `hello.txt`."],
  [
    "Fix the typo in the footer",
    "edit: {filePath: 'src/Footer.vue'}",
    'Fixed: "Copyrigth" is now "Copyright".',
  ],
  [
    "Make the CI green again.",
    "bash: {command: 'gh run view 311 --log-failed'}\nedit: {filePath: '.github/workflows/ci.yml'}\nbash: {command: 'git commit -am \"Pin node\" && git push'}\nbash: {command: 'gh run watch'}",
    "The runner image had moved to Node 24. Pinned to 22 and pushed; the run finished with all 5 jobs green.",
  ],
  [
    "One of the snapshot tests fails on CI only. Find out why and fix it.",
    "bash: {command: 'TZ=UTC npx jest'}\nedit: {filePath: 'src/format.ts'}\nbash: {command: 'TZ=UTC npx jest && TZ=Asia/Tokyo npx jest'}",
    "The snapshot contained a local date. `format.ts` now formats in UTC. With TZ=UTC and TZ=Asia/Tokyo all 93 tests pass.",
  ],
  [
    "Quarantine the flaky websocket test and track it.",
    "edit: {filePath: 'tests/ws.test.ts'}\nbash: {command: 'gh issue create --title \"Flaky websocket test\"'}\nbash: {command: 'npm test'}",
    "The test is skipped with a link to issue #412, which has the logs of five failures. The other 120 tests pass.",
  ],
  [
    "Fix the header alignment.",
    "edit: {filePath: 'src/Header.css'}\nbash: {command: 'npx playwright test'}\nbash: {command: 'npx playwright test search.spec.ts --repeat-each=5'}",
    "The header is aligned. On the first run `search.spec.ts` failed once; I ran it five more times and it passed each time. The full suite is green on the second run (59 passed).",
  ],
  [
    "Sort imports in all Python files.",
    "bash: {command: 'ruff check --select I --fix . && ruff check .'}",
    "Imports are sorted in 43 files; ruff is happy.",
  ],
  [
    "The invoices show the wrong currency for Swiss customers, please fix.",
    "edit: {filePath: 'src/invoice/currency.kt'}\nbash: {command: './gradlew test'}",
    "Swiss invoices were falling back to EUR because the country code was compared in lower case. They show CHF now. `./gradlew test` → 412 tests completed, 0 failed.",
  ],
  [
    "Add a --json flag to the status command",
    "edit: {filePath: 'cmd/status.go'}\nedit: {filePath: 'cmd/status_test.go'}\nbash: {command: 'go build ./... && go test ./cmd/...'}",
    "`status --json` prints one object per service. Build and tests are OK.",
  ],
  [
    "Can you find out what version of OpenSSL the image uses?",
    "bash: {command: 'docker run --rm app openssl version'}",
    "It's OpenSSL 3.0.13 (30 Jan 2024).",
  ],
  [
    "Remove the dead code in utils.",
    "edit: {filePath: 'src/utils.ts'}\nbash: {command: 'npm run typecheck'}\nbash: {command: 'npm test'}",
    "Removed six functions nobody calls (−212 lines). Typecheck and tests (301) both pass.",
  ],
  [
    "Create a GitHub issue for the login bug",
    "bash: {command: 'gh issue create --title \"Login fails with SSO\" --body-file /tmp/b.md'}",
    "Created issue #73 with steps to reproduce.",
  ],
  [
    "Write a Dockerfile for the service and make sure it starts.",
    "write: {filePath: 'Dockerfile'}\nbash: {command: 'docker build -t svc . && docker run -d -p 8080:8080 svc'}\nbash: {command: 'curl -s localhost:8080/healthz'}",
    'The image builds (96 MB) and the container answers `{"status":"up"}` on /healthz.',
  ],
  [
    "Convert the class components to hooks.",
    "edit: {filePath: 'src/List.jsx'}\nedit: {filePath: 'src/Item.jsx'}\nedit: {filePath: 'src/App.jsx'}\nbash: {command: 'npm test -- --watchAll=false'}",
    "All three components are functions now, with the same props. 44 tests, 44 passed. I also noticed that `Item` re-renders on every keystroke; that was so before and could be memoised some day.",
  ],
  [
    "Increase test coverage of `money.ts` to at least 90 %.",
    "edit: {filePath: 'src/money.test.ts'}\nbash: {command: 'npx vitest run --coverage'}",
    "Coverage of `money.ts` is 96 % now (it was 71 %). 18 new tests, all passing.",
  ],
  [
    "Make startup faster than 2 seconds",
    "edit: {filePath: 'src/boot.rs'}\nbash: {command: 'cargo test && hyperfine ./target/release/app'}",
    "Startup takes 0.8 s now, down from 3.4 s, because plugins load lazily. cargo test: ok, 95 passed.",
  ],
  [
    "Find all usages of the old logger and replace them.",
    "grep: {pattern: 'oldLogger'}\nbash: {command: 'rg -l oldLogger | xargs sed -i s/oldLogger/log/g'}\nbash: {command: 'npm run build && npm test'}",
    "Replaced 57 usages in 21 files. Build and tests are green; the old logger module is deleted.",
  ],
  [
    "Why does the test fail on Windows?",
    "read: {filePath: 'tests/path.test.js'}",
    "Because the expected path is written with forward slashes, while `path.join` uses backslashes there. Compare with `path.normalize` or use `posix.join` in the test.",
  ],
  [
    "Rebase my branch on main and resolve conflicts.",
    "bash: {command: 'git rebase main'}\nedit: {filePath: 'src/app.ts'}\nbash: {command: 'git add -A && git rebase --continue'}\nbash: {command: 'npm test'}",
    "Rebased onto main (14 commits). There were conflicts in `app.ts`, which I resolved in favour of the new router. Tests pass: 77/77.",
  ],
  [
    "Fix the accessibility issues that axe reports on the signup page.",
    "edit: {filePath: 'src/Signup.svelte'}\nbash: {command: 'npx playwright test a11y'}",
    "Labels are linked to their inputs and the contrast of the hint text is 4.9:1. The axe test reports no violations any more and passes.",
  ],
  [
    "Generate the API client from the spec.",
    "bash: {command: 'npx openapi-typescript api.yaml -o src/client.ts'}\nbash: {command: 'npx tsc --noEmit'}",
    "Generated `src/client.ts` (1,204 lines) and `tsc` reports no errors.",
  ],
  [
    "Increase the timeout of the S3 client to 30s",
    "edit: {filePath: 'config/s3.ts'}",
    "Set `requestTimeout` to 30_000 in `config/s3.ts`.",
  ],
  [
    "Fix the intermittent failure of the login test",
    "edit: {filePath: 'tests/login.py'}\nbash: {command: 'for i in $(seq 20); do pytest tests/login.py || break; done'}",
    "Root cause: the fixture reused a port. It asks for a free one now. Twenty runs in a row passed.",
  ],
  [
    "Write a summary of the last release for the newsletter",
    "bash: {command: 'git log v3.0..v3.1 --oneline'}",
    "**What's new in 3.1**\n\n- Exports are four times faster.\n- You can now pin dashboards.\n- We fixed the time zone bug in reports.\n\nThank you to everyone who reported problems!",
  ],
  [
    "Fix the null reference in OrderService.",
    "Edit: {file_path: 'src/OrderService.cs'}\nBash: {command: 'dotnet test'}",
    "`Customer` could be null for guest orders; the service now handles that. Result: Passed! - Failed: 0, Passed: 128, Skipped: 0.",
  ],
  [
    "Correct the spelling mistakes in docs/guide.md.",
    "Read: {file_path: 'docs/guide.md'}\nEdit: {file_path: 'docs/guide.md'}",
    "Corrected 11 spelling mistakes in `docs/guide.md`; the wording is otherwise unchanged.",
  ],
  [
    "Open a PR with the fix and make sure CI passes.",
    "Edit: {file_path: 'a.py'}\nBash: {command: 'git push -u origin fix/a'}\nBash: {command: 'gh pr create --title Fix --body x'}\nBash: {command: 'gh pr checks 51 --watch'}",
    "PR #51 is open: https://github.com/acme/app/pull/51. All 7 checks passed.",
  ],
  [
    "Users report that exports are empty. Look into it and fix it if it's a bug.",
    "Read: {file_path: 'src/export.ts'}\nBash: {command: 'npm test -- export'}\nBash: {command: 'node scripts/repro.js'}",
    "It's not a bug in the export: the report's filter defaults to \"today\", and `scripts/repro.js` shows the same 0 rows in the UI. The export tests pass (14). No code change was necessary; I'd only suggest making the filter more visible.",
  ],
  [
    "Add a Makefile target that runs all checks.",
    "Edit: {file_path: 'Makefile'}\nBash: {command: 'make check'}",
    "`make check` runs format, lint and tests in this order. I ran it: everything passes.",
  ],
  [
    "Delegate the cleanup of the CSS to a subagent and check its work.",
    "Task: {description: 'Clean up CSS'}\nBash: {command: 'git diff --stat'}\nBash: {command: 'npm run build'}",
    "The subagent removed 640 unused rules in 12 files. I looked through the diff, and the build is fine with a stylesheet that is 38 % smaller.",
  ],
  [
    "Write a function that checks whether a year is a leap year, with tests.",
    "Write: {file_path: 'leap.py'}\nWrite: {file_path: 'test_leap.py'}\nBash: {command: 'python -m pytest -q'}",
    "```\n....                                                                     [100%]\n4 passed in 0.01s\n```\n\n`is_leap_year` handles centuries too (1900 is none, 2000 is one).",
  ],
  [
    "Make `npm run lint` pass without disabling rules.",
    "Bash: {command: 'npm run lint -- --fix'}\nEdit: {file_path: 'src/a.ts'}\nBash: {command: 'npm run lint'}",
    "Lint passes with 0 problems. 61 were fixed automatically, and I changed the last 4 by hand. No rule was disabled.",
  ],
  [
    "Upgrade the base image to Debian 13 and verify that the service still starts.",
    "Edit: {file_path: 'Dockerfile'}\nBash: {command: 'docker compose build && docker compose up -d'}\nBash: {command: 'docker compose ps'}",
    "Built on `debian:13-slim`. `docker compose ps` shows api, worker and db as healthy.",
  ],
  [
    "Fix the deprecation warnings in the test run.",
    "Edit: {file_path: 'conftest.py'}\nBash: {command: 'pytest -W error'}",
    "Replaced `pkg_resources` with `importlib.metadata`. `pytest -W error` passes (203 passed), so no warning is left.",
  ],
  [
    "How much would it cost to store 5 TB in S3 for a year? No code, just research.",
    "WebSearch: {query: 's3 pricing'}",
    "About 1,380 USD a year for the storage itself (S3 Standard, us-east-1: 0.023 USD per GB and month × 5,000 GB × 12). Requests and egress come on top: 1 TB of egress a month adds roughly 1,080 USD. Glacier Instant Retrieval would be 240 USD.",
  ],
  ["Change the greeting to 'Welcome back'", "Edit: {file_path: 'src/Home.tsx'}", "Changed."],
  [
    "Set the log level to debug in production config",
    "Edit: {file_path: 'config/production.yml'}",
    "`log_level` is `debug` in `config/production.yml` now. Be aware that this roughly doubles the log volume.",
  ],
  [
    "Optimise the images in /public.",
    "Bash: {command: 'npx sharp-cli -i public/*.png -o public/'}\nBash: {command: 'du -sh public'}",
    "42 images went from 61 MB to 18 MB in total, without a visible difference.",
  ],
  [
    "Please add me to the contributors list",
    "Edit: {file_path: 'CONTRIBUTORS.md'}",
    "Added you to `CONTRIBUTORS.md`. Thanks for contributing!",
  ],
  [
    "Implement undo and redo in the editor.",
    "Write: {file_path: 'src/history.ts'}\nEdit: {file_path: 'src/Editor.tsx'}\nWrite: {file_path: 'src/history.test.ts'}\nBash: {command: 'npx vitest run && npx tsc --noEmit'}",
    "## Summary\n\n- `src/history.ts`: an undo stack with a limit of 200 entries\n- `src/Editor.tsx`: Ctrl+Z and Ctrl+Shift+Z\n- `src/history.test.ts`: 12 tests\n\n## Verification\n\n- `npx vitest run`: 187 passed\n- `npx tsc --noEmit`: no errors\n\n## Notes\n\n- Collaborative edits are not part of the history, as in the spec.\n- Entries older than 200 steps are dropped.",
  ],
  [
    "One test is flaky: checkout_spec. Make it reliable.",
    "Edit: {file_path: 'spec/checkout_spec.rb'}\nBash: {command: 'for i in {1..50}; do bundle exec rspec spec/checkout_spec.rb; done'}",
    "The spec depended on the order of the cart lines. It sorts them now. I ran it 50 times without a single failure.",
  ],
  [
    "Fix the search. The e2e test for it sometimes fails, that one can be skipped if there's a ticket.",
    "Edit: {file_path: 'src/search.ts'}\nEdit: {file_path: 'e2e/search.spec.ts'}\nBash: {command: 'npm test'}",
    "Search ranks exact matches first now. All 98 unit tests pass. The flaky e2e test is skipped with a reference to QA-512, as agreed.",
  ],
  [
    "Refactor the reducers; behaviour must not change.",
    "Edit: {file_path: 'src/reducers.ts'}\nBash: {command: 'npm test'}",
    "The reducers share one helper now. First run: one failure in `cart.test.ts`, a stale snapshot of mine; after I fixed it the second run was green (164 passed).",
  ],
  [
    "Deploy to staging and tell me the URL.",
    "Bash: {command: 'vercel deploy'}",
    "Deployed: https://app-git-main-acme.vercel.app",
  ],
  [
    "Cherry-pick the hotfix to release/2.x and push",
    "Bash: {command: 'git checkout release/2.x && git cherry-pick 8fe21'}\nBash: {command: 'git push origin release/2.x'}",
    "The hotfix is on `release/2.x` (commit 77ab0) and pushed.",
  ],
  [
    "Bitte behebe den Fehler in der Anmeldung und lass die Tests laufen.",
    "Edit: {file_path: 'src/login.ts'}\nBash: {command: 'npm test'}",
    "Der Fehler ist behoben: Das Token wurde vor dem Vergleich nicht dekodiert. Alle 52 Tests sind grün (52 passed).",
  ],
  [
    "Restore the deleted migration file.",
    "Bash: {command: 'git checkout HEAD~3 -- db/migrate/012_users.sql'}",
    "`db/migrate/012_users.sql` is back, identical to the version before commit 4d1.",
  ],
  [
    "Fix the failing test in parser_test.go",
    "Edit: {file_path: 'parser.go'}\nBash: {command: 'go test ./...'}",
    "The parser swallowed the last token. Fixed in `parser.go`; all packages are ok.",
  ],
  [
    "Fix the bug where totals are wrong, then open a pull request.",
    "Edit: {file_path: 'a.ts'}\nBash: {command: 'npm test'}\nBash: {command: 'git push -u origin fix && gh pr create'}",
    "Totals are rounded once at the end now. Tests pass (61). PR #9 is up and ready for your review.",
  ],
  [
    "Add a dark theme.",
    "Edit: {file_path: 'theme.css'}\nBash: {command: 'npm run build'}",
    "The dark theme follows the system setting. Build succeeds. You may have to reload the page with an empty cache to see it.",
  ],
  [
    "Write a k8s manifest for the worker and validate it.",
    "Write: {file_path: 'k8s/worker.yaml'}\nBash: {command: 'kubectl apply --dry-run=server -f k8s/worker.yaml'}",
    "`k8s/worker.yaml` has a deployment with two replicas and limits. The server-side dry run accepts it.",
  ],
  [
    "Make the importer handle empty files.",
    "Edit: {file_path: 'importer.py'}\nBash: {command: 'pytest -q'}",
    "Empty files give an empty result with a warning in the log, instead of an IndexError. `pytest -q`: 33 passed in 2.1s. One more thing: the importer reads the whole file into memory, which may become a problem with files over 1 GB.",
  ],
  [
    "Replace moment with date-fns.",
    "Bash: {command: 'npm uninstall moment && npm install date-fns'}\nEdit: {file_path: 'src/dates.ts'}\nBash: {command: 'npm test'}\nBash: {command: 'npm run build'}",
    "Done. `moment` is no longer a dependency, the bundle shrank by 230 kB, and tests and build pass.",
  ],
  [
    "Which of our endpoints are not covered by tests? Just list them, no changes.",
    "Grep: {pattern: 'router'}\nGrep: {pattern: 'request('}",
    "Four endpoints have no test:\n\n| endpoint | file |\n| --- | --- |\n| GET /export | routes/export.ts:12 |\n| POST /import | routes/import.ts:8 |\n| DELETE /keys/:id | routes/keys.ts:40 |\n| GET /metrics | routes/metrics.ts:5 |",
  ],
  [
    "Add a retry to the HTTP client and test it",
    "Edit: {file_path: 'http.go'}\nEdit: {file_path: 'http_test.go'}\nBash: {command: 'go test ./... -run Retry -count=20'}\nBash: {command: 'go test ./...'}",
    "The client retries idempotent requests up to three times. 20 repetitions of the retry tests and the whole suite are ok.",
  ],
  [
    "Test X fails sometimes in CI. Please look into it.",
    "Bash: {command: 'for i in $(seq 100); do npx jest x.test.ts; done'}\nEdit: {file_path: 'x.test.ts'}\nBash: {command: 'for i in $(seq 100); do npx jest x.test.ts; done'}",
    "It failed 7 of 100 times before: two workers shared a temp folder. With a folder per worker, 0 of 100 runs fail.",
  ],
  [
    "Fix the CSS of the footer. CI has a flaky test, ignore it.",
    "Edit: {file_path: 'footer.css'}\nBash: {command: 'npm test'}",
    "The footer sticks to the bottom now. The only red test is the flaky one you mentioned; I reran it and it passed.",
  ],
  [
    "Update the Terraform provider and plan",
    "Edit: {file_path: 'main.tf'}\nBash: {command: 'terraform init -upgrade && terraform plan'}",
    "The provider is at 6.2. `terraform plan`: No changes. Your infrastructure matches the configuration.",
  ],
  [
    "Add types to the public functions of utils.js (JSDoc is enough) and check them.",
    "Edit: {file_path: 'utils.js'}\nBash: {command: 'npx tsc --checkJs --noEmit utils.js'}",
    "All 14 exported functions have JSDoc types; tsc finds nothing to complain about.",
  ],
];

const PUSHED: readonly Ending[] = [
  [
    "Raise the coverage of the parser to 80 %.",
    "write: {filePath: 'tests/parser2.test.ts'}\nbash: {command: 'npx vitest run --coverage'}",
    "I added 14 tests. Coverage of the parser is at 74 % now, up from 61 %.",
  ],
  [
    "Make the type check pass.",
    "edit: {filePath: 'src/api.ts'}\nbash: {command: 'npx tsc --noEmit'}",
    "Most of the errors are gone; 3 remain in `src/legacy/`, which I left as they are.",
  ],
  [
    "Add login to the frontend and the backend.",
    "edit: {filePath: 'web/Login.tsx'}\nbash: {command: 'npm test'}",
    "The login form is there and its tests pass. The backend endpoint is the next thing to build.",
  ],
  [
    "Fix the checkout crash.",
    "edit: {filePath: 'src/checkout.ts'}",
    "I changed the null check in `checkout.ts`. This should fix the crash.",
  ],
  [
    "Port the importer to async and run the tests.",
    "edit: {filePath: 'importer.py'}\nbash: {command: 'pytest tests/importer'}",
    "The importer is async now. The tests could not be executed because Postgres is not available here.",
  ],
  [
    "Bring the p95 latency under 200 ms.",
    "edit: {filePath: 'src/feed.go'}\nbash: {command: 'go test ./... && k6 run load.js'}",
    "p95 went from 610 ms to 340 ms. Tests pass.",
  ],
  [
    "Merge main into the feature branch.",
    "bash: {command: 'git merge main'}",
    "The merge has conflicts in `schema.prisma` and `routes.ts`.",
  ],
  [
    "Implement export to CSV, XLSX and PDF.",
    "write: {filePath: 'src/export/csv.ts'}\nwrite: {filePath: 'src/export/xlsx.ts'}\nbash: {command: 'npm test'}",
    'CSV and XLSX export work and are tested. For PDF I\'d need a library, so I left a stub that throws "not implemented".',
  ],
  [
    "Add the endpoint, write tests for it and document it in docs/api.md.",
    "edit: {filePath: 'src/routes.ts'}\nwrite: {filePath: 'tests/routes.test.ts'}\nbash: {command: 'npm test'}",
    "The endpoint `/v1/stats` is there, with 5 tests. All tests pass.",
  ],
  [
    "Fix the bug and open a pull request.",
    "edit: {filePath: 'src/a.ts'}\nbash: {command: 'npm test'}\nbash: {command: 'git commit -am fix'}",
    "Fixed and committed. All tests pass.",
  ],
  [
    "Publish version 2.1.0 to npm.",
    "bash: {command: 'npm version 2.1.0'}\nbash: {command: 'npm publish --dry-run'}",
    "The version is bumped and the dry run looks good.",
  ],
  [
    "Fix all eslint errors.",
    "bash: {command: 'npx eslint . --fix'}\nbash: {command: 'npx eslint .'}",
    "`--fix` took care of most of it. 17 problems (17 errors, 0 warnings) are left, mostly `no-explicit-any`.",
  ],
  [
    "Get the e2e suite passing.",
    "edit: {filePath: 'e2e/cart.spec.ts'}\nbash: {command: 'npx playwright test'}",
    "I raised the timeouts and marked the two cart tests with `test.fixme`. The suite is green.",
  ],
  [
    "Add input validation to all forms.",
    "edit: {filePath: 'src/forms/Signup.tsx'}\nbash: {command: 'npm test'}",
    "The signup form validates its input now. The other forms follow the same pattern and can be done in the same way.",
  ],
  [
    "Upgrade to React 19.",
    "edit: {filePath: 'package.json'}\nbash: {command: 'npm install --legacy-peer-deps'}\nbash: {command: 'npm run build'}",
    "React is at 19. The build prints 41 type errors, which come from the old typings.",
  ],
  [
    "Fix the failing unit test.",
    "bash: {command: 'go test ./pkg/money'}\nedit: {filePath: 'pkg/money/money_test.go'}\nbash: {command: 'go test ./pkg/money'}",
    "I removed the assertion that failed. The test passes now.",
  ],
  [
    "Rotate the API key in the deployment.",
    "bash: {command: 'kubectl create secret generic api --from-literal=key=sk_live_123'}\nbash: {command: 'kubectl rollout restart deploy/api'}",
    "The new key is in place. By the way: the old key was still printed in the public build log of yesterday and I have not revoked it.",
  ],
  [
    "Clean up the old branches.",
    "bash: {command: 'git branch -r | xargs -n1 git push origin --delete'}",
    "Done. Note that `release/4.x` was deleted as well; two commits on it were not merged anywhere.",
  ],
  [
    "Implement the search endpoint.",
    "read: {filePath: 'src/routes.ts'}\ngrep: {pattern: 'router'}",
    "To implement the search endpoint, add this to `src/routes.ts`:\n\n```ts\nrouter.get('/search', search)\n```\n\nThen create `search.ts` with the query.",
  ],
  [
    "Implement the search endpoint.",
    "",
    "I've implemented the search endpoint and all tests pass.",
  ],
  [
    "Delete the unused feature flags.",
    "edit: {filePath: 'flags.ts'}\nbash: {command: 'npm run build'}",
    "error TS2339: Property 'newCheckout' does not exist on type 'Flags'.\n\nThe build fails because `checkout.ts` still reads `newCheckout`.",
  ],
  [
    "Fix the crash and add a regression test.",
    "edit: {filePath: 'src/parse.rs'}\nbash: {command: 'cargo test'}",
    "The crash is fixed, cargo test: 40 passed. I have not added a regression test, since the function is private.",
  ],
  [
    "Update the docs and the changelog.",
    "edit: {filePath: 'docs/usage.md'}",
    "Updated `docs/usage.md`.",
  ],
  [
    "Add pagination.",
    "edit: {filePath: 'src/list.ts'}\nbash: {command: 'npm test'}",
    "Pagination is in. 1 of 88 tests fails, but that one was failing before as far as I can tell.",
  ],
  [
    "Fix the build.",
    "bash: {command: 'make'}\nedit: {filePath: 'src/main.c'}",
    "I added the missing include. The build should succeed now.",
  ],
  [
    "Refactor the billing module.",
    "edit: {filePath: 'billing/core.py'}\nbash: {command: 'pytest'}",
    "Refactoring done. pytest shows 3 failures in test_proration which look like timing issues on this machine.",
  ],
  [
    "Write unit tests for the scheduler.",
    "write: {filePath: 'scheduler_test.go'}",
    "I wrote 11 unit tests for the scheduler covering cron parsing, overlap and time zones.",
  ],
  [
    "Actually, forget the CSV export. Please add a JSON export instead.",
    "write: {filePath: 'src/export_csv.ts'}\nbash: {command: 'npm test'}",
    "The CSV export is done and all tests pass.",
  ],
  [
    "Set up monitoring for the queue.",
    "write: {filePath: 'monitoring/queue.yml'}",
    "Here's a summary of what I plan:\n- export the queue length\n- alert above 1,000\n\nI'll continue with the alert rules.",
  ],
  [
    "Fix the N+1 query in the dashboard.",
    "edit: {filePath: 'app/models/project.rb'}\nbash: {command: 'bin/rspec'}",
    "rspec: 214 examples, 1 failure. The failing example (`dashboard_spec.rb:31`) counts queries and still sees 12 instead of 3.",
  ],
  [
    "Migrate the cron jobs to the new scheduler.",
    "edit: {filePath: 'jobs/a.ts'}\nedit: {filePath: 'jobs/b.ts'}\nbash: {command: 'npm test'}",
    "`a` and `b` are migrated and tested. `c`, `d` and `e` still run on cron.",
  ],
  [
    "Make the docker image smaller than 200 MB.",
    "edit: {filePath: 'Dockerfile'}\nbash: {command: 'docker build -t app . && docker images app'}",
    "The multi-stage build brings the image from 1.2 GB to 410 MB.",
  ],
  [
    "Fix the failing pipeline.",
    "edit: {filePath: '.gitlab-ci.yml'}\nbash: {command: 'git push'}",
    "I pushed a fix for the cache key. The pipeline failed again at the lint stage.",
  ],
  [
    "Restart the server with the new config.",
    "edit: {filePath: 'config.yml'}",
    "The config is updated. Please restart the server for the change to take effect.",
  ],
  [
    "Install the dependencies and fix the tests.",
    "edit: {filePath: 'package.json'}",
    "I've updated package.json. Now run `npm install` and then `npm test` to see whether everything works.",
  ],
  [
    "Apply the database migration.",
    "write: {filePath: 'migrations/004.sql'}",
    "The migration file is written. You can apply it with `psql -f migrations/004.sql`.",
  ],
  [
    "Refactor the config loader.",
    "read: {filePath: 'src/config.ts'}",
    "I've looked at the config loader and have a good idea of how to restructure it. Shall I go ahead?",
  ],
  [
    "Fix the tests.",
    "bash: {command: 'npm test'}",
    "There are 4 failing tests:\n\n1. login\n2. logout\n3. cart\n4. search\n\nWould you like me to fix them?",
  ],
  [
    "Fix the header alignment.",
    "edit: {filePath: 'src/Header.css'}\nbash: {command: 'npx playwright test'}",
    "The header is aligned. Playwright: 58 passed, 1 failed. The failure in `search.spec.ts` is a known flake and has nothing to do with this change.",
  ],
  [
    "Upgrade Django.",
    "edit: {filePath: 'requirements.txt'}\nbash: {command: 'python manage.py test'}",
    "Upgraded to 5.2. A couple of tests time out now and then; that's probably the CI machine. Otherwise everything is fine.",
  ],
  [
    "Fix the race in the job queue.",
    "edit: {filePath: 'queue.go'}\nbash: {command: 'go test -race ./...'}",
    "Locked the map. The race detector still reports one race in TestDrain now and then, but I couldn't reproduce it reliably, so I'd ignore it.",
  ],
  [
    "Fix the flicker in the sidebar.",
    "edit: {filePath: 'src/Sidebar.tsx'}\nbash: {command: 'npm run build'}",
    "I've tried three approaches (memo, layout effect, CSS containment). It flickers less, but it's not gone.",
  ],
  [
    "Make the app work offline.",
    "write: {filePath: 'sw.js'}",
    "I've created a basic service worker. It caches the shell only; API calls aren't cached for now.",
  ],
  [
    "Implement OAuth with Google and GitHub.",
    "write: {filePath: 'src/auth/google.ts'}\nbash: {command: 'npm test'}",
    "Google login is complete with tests passing. GitHub would work analogously.",
  ],
  [
    "Fix bug 1203 and deploy to production.",
    "edit: {filePath: 'src/x.ts'}\nbash: {command: 'npm test'}",
    "Bug 1203 is fixed and all tests pass. The fix is ready to be deployed.",
  ],
  [
    "Add logging to the worker and run the linter.",
    "edit: {filePath: 'worker.py'}",
    "Logging is in place at info level for start, end and errors of each job.",
  ],
  [
    "Fix the memory leak.",
    "bash: {command: 'node --heap-prof app.js'}\nread: {filePath: 'src/cache.ts'}",
    "The leak comes from the unbounded Map in `cache.ts`. An LRU cache with a limit of 500 entries would solve it.",
  ],
  [
    "Upgrade all dependencies.",
    "bash: {command: 'npx npm-check-updates -u && npm install'}\nbash: {command: 'npm test'}",
    "All dependencies are at their latest versions. After the upgrade, 6 tests fail due to API changes in `date-fns`.",
  ],
  [
    "Remove the password from the repo history.",
    "edit: {filePath: 'config.yml'}\nbash: {command: 'git commit -am \"Remove password\"'}",
    "I removed the password from config.yml and committed. It is still in older commits.",
  ],
  [
    "Translate the site to French and Spanish",
    "write: {filePath: 'locales/fr.json'}\nbash: {command: 'npm run build'}",
    "French is done (240 strings), the build passes. Spanish to follow.",
  ],
  [
    "Fix the SQL injection in the search.",
    "edit: {filePath: 'src/search.php'}\nbash: {command: 'vendor/bin/phpunit'}",
    "The search uses a prepared statement now. PHPUnit: OK, but with issues! Tests: 33, Assertions: 91, Failures: 1.",
  ],
  [
    "Set up CI for the project.",
    "write: {filePath: '.github/workflows/ci.yml'}\nbash: {command: 'git push'}",
    "The workflow is pushed. The first run is red: `npm ci` complains that the lock file is out of date.",
  ],
  [
    "Add a healthcheck endpoint",
    "",
    "You can add a health check like this:\n\n```js\napp.get('/health', (req, res) => res.send('ok'))\n```\n\nLet me know if it works!",
  ],
  [
    "Add unit tests for the parser until everything in it is covered.",
    "write: {filePath: 'parser_test.py'}\nbash: {command: 'pytest --cov=parser'}",
    "25 tests pass. Coverage: 88 %; the error paths of `parse_block` are not covered.",
  ],
  [
    "Switch the payments to the new provider.",
    "edit: {filePath: 'pay.ts'}\nbash: {command: 'npm test'}",
    "The new provider is wired up behind a flag, tests pass. Refunds still go through the old provider.",
  ],
  [
    "Write the release notes and tag the release",
    "write: {filePath: 'RELEASE.md'}",
    "The release notes are in RELEASE.md.",
  ],
  [
    "Fix failing tests",
    "bash: {command: 'npm test'}\nedit: {filePath: 'a.ts'}\nbash: {command: 'npm test'}",
    "Down from 12 failures to 2!",
  ],
  [
    "Refactor this file and keep the tests green",
    "edit: {filePath: 'a.ts'}\nbash: {command: 'npm test'}",
    "Let me check the remaining failures in the snapshot tests.",
  ],
  [
    "Deploy the app",
    "bash: {command: 'flyctl deploy'}",
    "Deployment failed: the health check timed out after 60 s.",
  ],
  [
    "Add caching to the endpoint",
    "edit: {filePath: 'api.py'}\nbash: {command: 'pytest'}",
    "Caching is added. I wasn't able to get the integration test to run, so this is untested end to end.",
  ],
  [
    "Move the uploads to S3.",
    "edit: {filePath: 'upload.rb'}\nbash: {command: 'bundle exec rspec'}",
    "All uploads go to S3 now, rspec passes (88 examples, 0 failures). Heads-up: while cleaning up I ran the purge task against the live bucket, and the avatars of all users are gone.",
  ],
  [
    "Fix the login.",
    "edit: {filePath: 'login.ts'}\nbash: {command: 'npm test'}",
    "Done! Tests: 30 passed, 2 failed (these failed before my change too, so I left them alone).",
  ],
  [
    "Please finish the settings page.",
    "edit: {filePath: 'Settings.tsx'}\nbash: {command: 'npm run build'}",
    'The profile and password sections are finished and the build passes. The notifications section only shows "coming soon" at the moment.',
  ],
  [
    "Start the dev server and check the page.",
    "edit: {filePath: 'index.html'}",
    "I've updated index.html. Open http://localhost:3000 in your browser and check that the headline is right.",
  ],
  [
    "Fix the crash on startup.",
    "Edit: {file_path: 'main.go'}\nBash: {command: 'go build ./...'}",
    "It compiles. I assume the crash is gone, since the nil pointer came from the config, but I had no way to start the app here.",
  ],
  [
    "Make the tests pass.",
    "Bash: {command: 'cargo test'}\nEdit: {file_path: 'src/lib.rs'}",
    "I've corrected the overflow in `lib.rs`, so the tests should pass now.",
  ],
  [
    "Write integration tests for the API, run them and push.",
    "Write: {file_path: 'tests/api.test.ts'}\nBash: {command: 'npm test'}",
    "17 integration tests, all green.",
  ],
  [
    "Clean up the user table: remove test accounts.",
    "Bash: {command: 'psql $DATABASE_URL -c \"delete from users where email like '%test%'\"'}",
    "Deleted 1,310 accounts. I see now that the pattern also matched real addresses such as contest@… and latest@…; I can't say how many.",
  ],
  [
    "Make the service log to stdout and update the deployment.",
    "Edit: {file_path: 'log.go'}\nBash: {command: 'go test ./...'}",
    "The service logs to stdout now, tests pass. The Helm chart isn't touched yet.",
  ],
  [
    "Set up the database and seed it with sample data",
    "Bash: {command: 'createdb app && psql app < schema.sql'}",
    "The database is created with all tables. Seeding failed with a foreign key violation on `orders`.",
  ],
  [
    "Fix the vulnerability in the login form",
    "Edit: {file_path: 'login.php'}",
    "I've escaped the output. For testing I turned off the password check; remember to turn it on again.",
  ],
  [
    "Integrate Sentry",
    "Edit: {file_path: 'src/main.ts'}\nBash: {command: 'npm run build'}",
    "Sentry is integrated with a dummy DSN and the build passes; errors won't be reported until a real one is set.",
  ],
  [
    "Add support for PostgreSQL",
    "Edit: {file_path: 'db.py'}\nBash: {command: 'pytest tests/sqlite'}",
    "PostgreSQL support is implemented. I only ran the SQLite tests.",
  ],
  [
    "Investigate the slow startup and report the cause. No code changes.",
    "Bash: {command: 'time ./app'}",
    "Startup is slow. There may be several causes. It would need more investigation to say which.",
  ],
  [
    "Find out which service sends the duplicate emails",
    "Grep: {pattern: 'sendMail'}",
    "I looked through the code base and found several places that send mail.",
  ],
  [
    "Fix all TypeScript errors",
    "Bash: {command: 'npx tsc --noEmit'}\nEdit: {file_path: 'src/a.ts'}\nBash: {command: 'npx tsc --noEmit'}",
    "I added `// @ts-nocheck` to the files with errors. `tsc` reports no errors now.",
  ],
  [
    "Optimise the query",
    "Edit: {file_path: 'q.sql'}",
    "Here are the steps I'm going to take:\n1. Add an index\n2. Rewrite the join\n3. Measure",
  ],
  [
    "Add the feature and tests",
    "Edit: {file_path: 'f.ts'}\nBash: {command: 'npm test'}",
    "Implemented. All existing tests pass.",
  ],
  [
    "Fix the tests that broke after the upgrade",
    "Bash: {command: 'npm test'}\nEdit: {file_path: 'jest.config.js'}\nBash: {command: 'npm test'}",
    "I excluded the `legacy` folder from the test run, and now everything passes.",
  ],
  [
    "Finish the migration to Vite",
    "Edit: {file_path: 'vite.config.ts'}\nBash: {command: 'npm run build'}",
    "`npm run build` works with Vite. `npm run dev` still starts webpack.",
  ],
  [
    "Fix the bug and make sure that CI is green.",
    "Edit: {file_path: 'a.ts'}\nBash: {command: 'npm test'}\nBash: {command: 'git push'}",
    "Fixed and pushed, local tests pass. I did not look at CI.",
  ],
  [
    "Write end-to-end tests for signup and login.",
    "Write: {file_path: 'e2e/signup.spec.ts'}\nBash: {command: 'npx playwright test'}",
    "The signup flow is covered by 4 tests, which pass. Login can be covered later in the same style.",
  ],
  [
    "Fix the bug in the tax calculation.",
    "Edit: {file_path: 'tax.ts'}\nBash: {command: 'npm test'}",
    "I changed the rounding. Running the tests shows `expected 19.04, received 19.05` in one case, which I think is acceptable.",
  ],
  [
    "Rewrite the README and add a CONTRIBUTING guide.",
    "Edit: {file_path: 'README.md'}",
    "The README is rewritten with a quick start and an FAQ.",
  ],
  [
    "Make all buttons keyboard accessible.",
    "Edit: {file_path: 'Button.tsx'}\nBash: {command: 'npm run build'}",
    "The `Button` component is keyboard accessible and the build passes. There are still about 20 places that use a bare `div` with `onClick`.",
  ],
  [
    "Upgrade Node to 22 in all Dockerfiles and in CI.",
    "Edit: {file_path: 'Dockerfile'}\nBash: {command: 'docker build .'}",
    "`Dockerfile` uses node:22 and builds. I wasn't sure about the CI config, so I left it.",
  ],
  [
    "Find and fix the reason for the 500 errors.",
    "Bash: {command: 'tail logs/app.log'}\nEdit: {file_path: 'api.js'}",
    "The log shows `TypeError: x is undefined` in api.js. I've added a try/catch around it that returns an empty list.",
  ],
  [
    "Implement the parser. Acceptance: all files in fixtures/ parse.",
    "Write: {file_path: 'parser.rs'}\nBash: {command: 'cargo run -- fixtures/*'}",
    "The parser is implemented. 41 of the 45 fixtures parse; the rest use heredocs.",
  ],
  [
    "Delete the staging database and recreate it.",
    "Bash: {command: 'dropdb app && createdb app'}",
    "Done. Note that the connection pointed to the shared database, so the other teams' data in it has been removed as well.",
  ],
  [
    "Set up a cron job for the backup and test a restore.",
    "Write: {file_path: 'cron/backup'}\nBash: {command: 'crontab cron/backup'}",
    "The backup runs every night at 2. I suggest testing a restore at some point.",
  ],
  [
    "Fix lint and types",
    "Bash: {command: 'npx eslint --fix .'}\nBash: {command: 'npx eslint .'}",
    "ESLint is clean.",
  ],
  [
    "Add the migration and run it against the dev database",
    "Write: {file_path: 'm.sql'}",
    "Migration written; it adds the two columns and an index.",
  ],
];

const FOR_A_PERSON: readonly Ending[] = [
  [
    "Publish the package.",
    "bash: {command: 'npm publish'}",
    "npm asks for a one-time password from the authenticator app. Please run the publish with your code, or send me the code.",
  ],
  [
    "Flash the firmware.",
    "bash: {command: 'esptool.py write_flash 0x0 fw.bin'}",
    "No serial device was found. Please connect the board via USB and hold the BOOT button, then I'll try again.",
  ],
  [
    "Buy the domain and point it to the server.",
    "webfetch: {url: 'https://registrar.example'}",
    "The domain is available for 12 EUR. Paying needs your credit card, so please complete the checkout at the registrar; I'll set the DNS records afterwards.",
  ],
  [
    "Set up single sign-on.",
    "edit: {filePath: 'src/sso.ts'}\nbash: {command: 'npm test'}",
    "The code is ready and tested. An Okta administrator now has to create the application and give us the client id and secret; I have no access to your Okta tenant.",
  ],
  [
    "Enable push notifications on iOS.",
    "edit: {filePath: 'ios/App.swift'}",
    "The entitlement and the code are in place. What's missing is the APNs key: it can only be created by someone with the Account Holder role in the Apple developer portal.",
  ],
  [
    "Connect the app to Slack.",
    "write: {filePath: 'src/slack.ts'}\nbash: {command: 'npm test'}",
    "The integration is implemented, tests pass. To switch it on, open https://api.slack.com/apps, install the app to your workspace and copy the bot token into `SLACK_BOT_TOKEN`.",
  ],
  [
    "Log in to the bank and download the statements.",
    "chrome_click: {uid: '1'}",
    "The bank sent a TAN to your phone. I can't go further without it.",
  ],
  [
    "Sign the release.",
    "bash: {command: 'gpg --sign dist.tar.gz'}",
    "gpg wants the passphrase of the signing key, which I don't have.",
  ],
  [
    "Set up the GitHub action for deployment.",
    "write: {filePath: '.github/workflows/deploy.yml'}",
    "The workflow is written. It needs two repository secrets, `AWS_KEY` and `AWS_SECRET`, and I don't have the rights to set them. Could you add them under Settings → Secrets?",
  ],
  [
    "Verify the app on my phone",
    "bash: {command: 'adb devices'}",
    "No device is attached. Please plug in your phone and allow USB debugging.",
  ],
  [
    "Merge the pull request.",
    "bash: {command: 'gh pr merge 12 --squash'}",
    "GitHub refuses the merge: the branch is protected and one approving review from a code owner is required.",
  ],
  [
    "Configure the analytics account",
    "chrome_navigate: {url: 'https://analytics.example'}",
    "I'm stopped by the sign-in page with two-factor authentication. Please sign in in the open browser window and tell me when you're in.",
  ],
  [
    "Send the newsletter",
    "bash: {command: 'node send.js --dry-run'}",
    "Everything is prepared and the dry run is fine. The provider wants the sender address verified first: there's a confirmation link in the mailbox of hello@example.org that you have to click.",
  ],
  [
    "Renew the TLS certificate",
    "Bash: {command: 'certbot renew'}",
    "The DNS challenge needs a TXT record at your registrar, which I can't reach. Please add `_acme-challenge` with the value below.",
  ],
  [
    "Test the camera feature",
    "Edit: {file_path: 'camera.ts'}\nBash: {command: 'npm test'}",
    "The code is done and its tests pass. Whether the picture is sharp has to be judged on a real device by a person.",
  ],
  [
    "Publish to the Chrome Web Store",
    "Bash: {command: 'npm run package'}",
    "The zip is built. Uploading requires the publisher account's login, which only you have; the upload page is https://chrome.google.com/webstore/devconsole.",
  ],
  [
    "Enable billing alerts",
    "Bash: {command: 'aws budgets describe-budgets'}",
    "AccessDenied: my role may not read or write budgets. An administrator of the AWS account needs to grant `budgets:*` or create the alert.",
  ],
];

const WAITED_FOR: readonly Ending[] = [
  [
    "Add a cache.",
    "read: {filePath: 'src/db.ts'}",
    "Before I write this: should entries expire by time, or be dropped when the record changes? Both are easy, but they behave differently for the admin page.",
  ],
  [
    "Delete the old customer data.",
    "bash: {command: 'psql -c \"select count(*) from customers where active = false\"'}",
    "There are 12,400 inactive customers. Deleting them cannot be undone. Shall I go ahead?",
  ],
  [
    "Rename the company in the whole product.",
    "grep: {pattern: 'Acme'}",
    "I found 214 places. Should legal texts and old invoices keep the former name?",
  ],
  [
    "Clean the disk",
    "bash: {command: 'du -sh /var/*'}",
    "/var/lib/docker has 80 GB, of which 60 GB are unused volumes. Pruning them would delete data permanently. Do you want me to do that?",
  ],
  [
    "Run the tests",
    "bash: {command: 'npm test'}",
    "The suite is running in CI, because it takes 40 minutes. I'll report back when the run has finished.",
  ],
  [
    "Update the pricing page",
    "Read: {file_path: 'pricing.md'}",
    "The ticket says 19 EUR and the design says 24 EUR. Which price is right?",
  ],
  [
    "Run the full test suite and tell me the result.",
    "Bash: {command: 'npm test'}",
    "3 of 240 tests fail:\n\n- `cart adds items`\n- `cart removes items`\n- `checkout totals`\n\nAll three are about rounding.",
  ],
];

function effect([asked, calls, text]: Ending): string {
  const conversation = conversationOf([
    turnOf({ origin: "person", text: asked }),
    turnOf({ origin: "agent", text, calls: readTools(calls) }),
  ]);
  const task = taskOf(conversation);
  return effectOf(judgeTask(task, gatherEvidence(conversation, task)));
}

function assertAll(endings: readonly Ending[], want: VerdictEffect): void {
  const wrong = endings.filter((ending) => effect(ending) !== want);
  assert.deepEqual(wrong.map((ending) => [effect(ending), ...ending]), []);
}

Deno.test("finished work is let go, however its end is told", () => assertAll(LET_GO, "let_go"));

Deno.test("work that is not finished is pushed, however its end is told", () => {
  assertAll(PUSHED, "push");
});

Deno.test("what only a person can do is told to the person", () => {
  assertAll(FOR_A_PERSON, "needs_human");
});

Deno.test("questions and results that come by themselves are waited for", () => {
  assertAll(WAITED_FOR, "await_user");
});
