import { deepEqual, equal } from "node:assert/strict";
import { callOf } from "../../../judge/conversation.ts";
import { checks, doneBy, shell, shown } from "./calls.ts";

/** A command and what of it is a check, its result aside. */
const CHECKS: readonly (readonly [string, string])[] = [
  ["deno test", "test deno"],
  ["deno test -A --parallel", "test deno"],
  ["deno test tests/a_test.ts", "test deno partial"],
  ["deno test --filter adds", "test deno partial"],
  ["deno check .", "types deno"],
  ["deno lint", "lint deno"],
  ["deno fmt --check", "lint deno"],
  ["deno task test", "test deno"],
  ["deno task ok", "test deno"],
  ["node --test", "test node"],
  ["node --test --test-name-pattern=adds", "test node partial"],
  ["node --test test/a.test.js", "test node partial"],
  ["npm test", "test npm"],
  ["npm t", "test npm"],
  ["npm run test:unit", "test npm"],
  ["npm test -- src/a.test.ts", "test npm partial"],
  ["npm test -- -t 'adds numbers'", "test npm partial"],
  ["npm run test -w packages/core", "test npm partial"],
  ["npm run build", "build npm"],
  ["npm run lint", "lint npm"],
  ["npm run typecheck", "types npm"],
  ["npm run check", "types npm"],
  ["pnpm test", "test pnpm"],
  ["pnpm -r test", "test pnpm"],
  ["pnpm --filter web test", "test pnpm partial"],
  ["pnpm vitest run", "test vitest"],
  ["pnpm exec vitest run src/a.test.ts", "test vitest partial"],
  ["yarn test", "test yarn"],
  ["yarn jest", "test jest"],
  ["yarn build", "build yarn"],
  ["yarn workspace core test", "test yarn partial"],
  ["bun test", "test bun"],
  ["bun test math", "test bun partial"],
  ["bun run build", "build bun"],
  ["npx vitest run", "test vitest"],
  ["npx vitest@3 run --coverage", "test vitest"],
  ["npx vitest run src/a.test.ts", "test vitest partial"],
  ["npx vitest run -t adds", "test vitest partial"],
  ["./node_modules/.bin/jest", "test jest"],
  ["npx jest --testPathPattern=user", "test jest partial"],
  ["npx jest user", "test jest partial"],
  ["npx mocha", "test mocha"],
  ["npx mocha --grep adds", "test mocha partial"],
  ["npx playwright test", "test playwright"],
  ["npx playwright test -g login", "test playwright partial"],
  ["npx cypress run", "test cypress"],
  ["npx cypress run --spec cypress/e2e/a.cy.ts", "test cypress partial"],
  ["npx tsc --noEmit", "types tsc"],
  ["npx tsc --noEmit -p tsconfig.json", "types tsc"],
  ["tsc -b", "build tsc"],
  ["npx eslint .", "lint eslint"],
  ["npx eslint src/a.ts", "lint eslint partial"],
  ["npx eslint 'src/**/*.ts' --max-warnings 0", "lint eslint"],
  ["npx biome check .", "lint biome"],
  ["npx prettier --check .", "lint prettier"],
  ["npx vite build", "build vite"],
  ["npx next build", "build next"],
  ["pytest", "test pytest"],
  ["pytest -q", "test pytest"],
  ["pytest tests/", "test pytest"],
  ["pytest -n 4 --tb short", "test pytest"],
  ["python -m pytest", "test pytest"],
  ["python3.11 -m pytest tests/test_a.py", "test pytest partial"],
  ["pytest tests/test_a.py::test_b -x", "test pytest partial"],
  ["pytest -k adds", "test pytest partial"],
  ["poetry run pytest", "test pytest"],
  ["uv run pytest -q", "test pytest"],
  [".venv/bin/pytest", "test pytest"],
  ["python -m unittest", "test unittest"],
  ["python -m unittest discover -s tests", "test unittest"],
  ["python -m unittest tests.test_a", "test unittest partial"],
  ["python manage.py test", "test unknown"],
  ["tox", "test tox"],
  ["mypy .", "types mypy"],
  ["mypy src", "types mypy"],
  ["uv run pyright", "types pyright"],
  ["ruff check .", "lint ruff"],
  ["ruff format --check .", "lint ruff"],
  ["flake8 src", "lint flake8"],
  ["cargo test", "test cargo"],
  ["cargo +nightly test --workspace", "test cargo"],
  ["cargo test -- --nocapture", "test cargo"],
  ["cargo test parse", "test cargo partial"],
  ["cargo test -p core", "test cargo partial"],
  ["cargo nextest run", "test cargo"],
  ["cargo build --release", "build cargo"],
  ["cargo check", "types cargo"],
  ["cargo clippy -- -D warnings", "lint cargo"],
  ["go test ./...", "test go"],
  ["go test -v -count=1 ./...", "test go"],
  ["go test ./internal/store", "test go partial"],
  ["go test ./... -run TestAdd", "test go partial"],
  ["go build ./...", "build go"],
  ["go vet ./...", "lint go"],
  ["golangci-lint run", "lint golangci-lint"],
  ["mvn -q test", "test maven"],
  ["mvn clean verify", "test maven"],
  ["mvn test -Dtest=UserTest", "test maven partial"],
  ["mvn package -DskipTests", "build maven"],
  ["./gradlew test", "test gradle"],
  ["./gradlew :app:test --tests UserTest", "test gradle partial"],
  ["./gradlew assemble", "build gradle"],
  ["gradle check", "test gradle"],
  ["bundle exec rspec", "test rspec"],
  ["bundle exec rspec spec/models/user_spec.rb:12", "test rspec partial"],
  ["make test", "test make"],
  ["make -C core -j8 test", "test make"],
  ["make", "build make"],
  ["make lint", "lint make"],
  ["make check", "test make"],
  ["ctest --output-on-failure", "test ctest"],
  ["ctest -R parser", "test ctest partial"],
  ["cmake --build build", "build cmake"],
  ["dotnet test", "test dotnet"],
  ["dotnet build", "build dotnet"],
  ["swift test", "test swift"],
  ["vendor/bin/phpunit", "test phpunit"],
  ["vendor/bin/phpunit --filter testAdd", "test phpunit partial"],
  ["mix test", "test mix"],
  ["mix test test/a_test.exs:12", "test mix partial"],
  ["CI=1 FOO='a b' npm test", "test npm"],
  ["cd packages/core && npm test", "test npm"],
  ["(cd core && cargo test)", "test cargo"],
  ["timeout 60 npm test", "test npm"],
  ["timeout -k 5 2m npx vitest run", "test vitest"],
  ["time sudo -u app env A=1 pytest", "test pytest"],
  ["npm test 2>&1 | tail -20", "test npm"],
  ["npm test > /tmp/out.txt 2>&1; tail -5 /tmp/out.txt", "test npm"],
  ["bash -c 'npm test'", "test npm"],
  ["docker compose exec web pytest", "test pytest"],
  ["docker exec -it box npm test", "test npm"],
  ["if npm test; then echo good; fi", "test npm"],
  ['OUT=$(npm test 2>&1); echo "$OUT"', "test npm"],
  ["./scripts/run-tests.sh", "test unknown"],
  ["bash scripts/test.sh", "test unknown"],
  ["node test.js", "test unknown partial"],
  ["php artisan test", "test unknown"],
  ["make build-test-image", "build make"],
  ["for i in 1 2 3; do npm test; done", "test npm"],
  ["source .venv/bin/activate && pytest -q", "test pytest"],
  ["npm --prefix web test", "test npm"],
  ["npm test \\\n  -- --coverage", "test npm"],
  ["# the tests\nnpm test", "test npm"],
];

Deno.test("a check is recognised however it is called", () => {
  for (const [command, expected] of CHECKS) {
    const found = doneBy([shell(command)]).checks;
    equal(found.length, 1, command);
    equal(shown(found[0]!).replace(" not_recorded", ""), expected, command);
  }
});

const NO_CHECKS: readonly string[] = [
  "cat test.ts",
  "grep -r test src",
  "git commit -m 'fix tests'",
  'git commit -m "npm test && cargo test"',
  "echo npm test",
  "echo 'run: npm test'",
  "cat <<'EOF' > notes.md\nnpm test\ncargo test\nEOF",
  "cat > run.sh <<EOF\nnpm test\nEOF",
  "# npm test",
  "ls tests",
  "vim tests/a.test.ts",
  "npm install vitest",
  "npm ci",
  "npm install",
  "pip install pytest",
  "which pytest",
  "pytest --version",
  "pytest --collect-only",
  "npx vitest --help",
  "vitest list",
  "npx prettier --write .",
  "deno fmt",
  "cargo fmt",
  "sed -n 1,20p tests/a.test.ts",
  "git add tests/run-tests.sh",
  "rm -rf test-results",
  "find . -name '*.test.ts'",
  "make install",
  "docker build --help",
  "python -c 'import pytest'",
  "npm run dev",
  "npm start",
  "mkdir -p tests",
  "[ -f test.sh ] && echo yes",
];

Deno.test("to read, write or mention a test is no check", () => {
  for (const command of NO_CHECKS) deepEqual(checks(command), [], command);
});

Deno.test("several checks in one line are several facts, each with its own command", () => {
  const found = doneBy([shell("deno fmt --check && deno lint && deno test | tail -3", "")]).checks;
  deepEqual(found.map(({ kind, command }) => [kind, command]), [
    ["lint", "deno fmt --check"],
    ["lint", "deno lint"],
    ["test", "deno test"],
  ]);
});

Deno.test("clients name the shell and its input differently", () => {
  for (
    const call of [
      callOf({ name: "bash", input: { command: "npm test" } }),
      callOf({ name: "shell", input: { command: ["bash", "-lc", "npm test"] } }),
      callOf({ name: "shell", input: { command: ["npm", "test"] } }),
      callOf({ name: "run_command", input: { cmd: "npm test" } }),
      callOf({ name: "exec_command", input: { cmd: "npm test" } }),
    ]
  ) deepEqual(doneBy([call]).checks.map(shown), ["test npm not_recorded"]);
});

Deno.test("a command keeps its line and how its output ends", () => {
  const [command] = doneBy([shell("ls && npm test", "a\nb\n\n1 passing\n")]).commands;
  equal(command!.command, "ls && npm test");
  equal(command!.excerpt, "a\nb\n1 passing");
});

Deno.test("a here document inside a substitution ends where it says", () => {
  const line = `npm test && git commit -m "$(cat <<'EOF'
feat: don't (yet

cargo test passes "now
EOF
)" && git push && npm run build`;
  const done = doneBy([shell(line)]);
  deepEqual(done.checks.map(({ command }) => command), ["npm test", "npm run build"]);
  deepEqual(done.git.map(({ what }) => what), ["commit", "push"]);
});
