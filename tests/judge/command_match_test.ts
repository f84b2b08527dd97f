import assert from "node:assert/strict";
import fc from "fast-check";
import { type Match, matchCommand } from "../../judge/command_match.ts";

/** By what was declared: what ran, by how it stands to that. */
const TABLE: Readonly<Record<string, Partial<Record<Match, readonly string[]>>>> = {
  "npm test": {
    whole: [
      "npm test",
      "npm t",
      "npm run test",
      "npm --silent test",
      "npm test -- --coverage",
      "npm run test -- --reporter=dot",
      "CI=1 npm test",
      "time npm test",
      "timeout 60 npm test",
      "mise exec -- npm test",
      "yarn test",
      "pnpm run test",
    ],
    narrower: [
      "npm test -- a.test.js",
      "npm test src/a.test.js",
      "npm test -- -t login",
      "npm test -- --grep=login",
      "npm test --workspace=a",
      "mise exec -- npm test -- a.test.js",
      "npm test -w packages/a",
      "pnpm --filter a test",
    ],
    unclear: [
      ...["npm test -- --weird", "npm test -- --config x.json", "npm test -- tests"],
      ...["rtk npm test", "some-box --fast npm test", "rtk test bun run test"],
      ...["npm run test:unit", "npm run test:ci", "npm run unit:test"],
      ...["npm test -- -x", "npm test -- -A", "npm test -- -t 5000", "npm test -v"],
    ],
    other: ["npm run tests", "npm run lint", "npm install", "npm", "vitest", "echo npm test"],
  },
  "pnpm -r test": { unclear: ["pnpm --recursive test"], other: ["pnpm test"] },
  "node --test": {
    whole: ["node --test --test-reporter=dot", "timeout 60 node --test"],
    narrower: ["node --test a.test.js"],
    unclear: ["node --test -r ./a.js", "node --import tsx --test", "rtk node --test"],
    other: ["node app.js", "node tests/run.js", "node --inspect app.js", "node", "npm run all"],
  },
  "node --test tests/": {
    narrower: ["node --test tests/a.test.js"],
    unclear: ["node --test", "node --test /home/me/app/tests"],
    other: ["node tests/a.test.js", "node app.js", "node --test src/"],
  },
  "python manage.py test": {
    whole: ["python3 manage.py test", "./manage.py test"],
    narrower: ["python manage.py test shop"],
    other: ["python manage.py migrate", "python x.py"],
  },
  "mise run test": {
    whole: ["mise run test", "mise r test", "mise test", "mise run test --parallel"],
    narrower: ["mise run test -- ./a/b_test.go", "mise run test -- -run TestA -v"],
    unclear: ["mise run test -- ./a/...", "mise run test:ci"],
    other: ["mise run lint", "test -f x"],
  },
  "vitest run": {
    whole: ["npx vitest run", "npx vitest", "pnpm exec vitest run --coverage", "bunx vitest --run"],
    narrower: [
      "npx vitest run a.test.ts",
      "npx vitest run login",
      "vitest run -t x",
      "vitest list",
    ],
  },
  "uv run pytest": {
    whole: [
      ...["pytest", "uv run pytest -q", "python -m pytest -x -vv", "poetry run pytest -n auto"],
      ...["pytest -vxs", "pytest -rA -n4", "pytest -p no:cacheprovider", "py.test -s"],
    ],
    narrower: ["pytest tests/unit", "pytest -k login", "uv run pytest a_test.py::test_b"],
    unclear: ["pytest tests"],
    other: ["python x.py", "python -m mypy"],
  },
  "pytest -m slow": { unclear: ["pytest"] },
  "bundle exec rspec": {
    whole: ["rspec", "bundle exec rspec --format documentation"],
    narrower: ["bundle exec rspec spec/a_spec.rb:3", "rspec -e login"],
  },
  "go test ./...": {
    whole: ["go test ./...", "go test -v -race ./...", "go test -count=1 -timeout 60s ./..."],
    narrower: [
      "go test ./pkg",
      "go test ./pkg/...",
      "go test -run TestA ./...",
      "go test -short ./...",
    ],
    unclear: ["go test"],
    other: ["go build ./...", "go vet ./..."],
  },
  "cargo test": {
    whole: ["cargo test", "cargo t", "cargo +nightly test --workspace", "cargo test --release"],
    narrower: ["cargo test parses", "cargo test -p core", "cargo test --lib"],
    other: ["cargo build", "cargo nextest run"],
  },
  "deno test -A": {
    whole: ["deno test -A", "deno test --parallel -A", "deno test -A --no-check"],
    narrower: ["deno test -A tests/a_test.ts", "deno test -A --filter login"],
    other: ["deno run -A a.ts", "deno task test", "deno lint"],
  },
  "make test": {
    whole: ["make test", "make -j4 test", "make lint test", "make -C web test", "gmake -ks test"],
    narrower: ["make test -n", "make test -q"],
    unclear: ["make test FILE=a", "make -i test", "make core/test"],
    other: ["make", "make lint"],
  },
  "eslint . --max-warnings 0": {
    whole: ["npx eslint . --max-warnings 0"],
    narrower: ["eslint src/a.ts --max-warnings 0"],
    other: ["eslint .", "eslint . --max-warnings 9", "prettier ."],
  },
  "prettier --check .": { unclear: ["prettier -c ."], other: ["prettier --write .", "prettier ."] },
  "tsc --noEmit": {
    whole: ["npx tsc --noEmit", "yarn exec tsc --noEmit --pretty"],
    unclear: ["tsc --noEmit -p tsconfig.build.json"],
  },
  "./scripts/check.sh": {
    whole: ["bash scripts/check.sh", "scripts/check.sh", "/home/me/app/scripts/check.sh"],
    narrower: ["./scripts/check.sh unit"],
    unclear: [..."srxApktw"].map((letter) => `./scripts/check.sh -${letter}`),
    other: ["./other/check.sh", "check"],
  },
};

/** Programs with settings, options and names of their own. */
const PROGRAMS: typeof TABLE = {
  "E2E=1 npm test": {
    whole: ["E2E=1 npm test", "env A=b E2E=1 npm test", "npx cross-env E2E=1 npm test"],
    narrower: ["npm test -- a.test.js"],
    unclear: ["npm test", "E2E=0 npm test", "E2E= npm test"],
    other: ["E2E=1 npm run lint"],
  },
  "E2E=1 ./check.sh": { whole: ["E2E=1 bash check.sh"], unclear: ["bash check.sh"] },
  "./gradlew build": {
    whole: [
      "gradle build",
      "gradlew.bat build",
      "./gradlew clean build -q -s",
      "./gradlew -is build",
    ],
    narrower: ["./gradlew build -x test", "./gradlew build --exclude-task test"],
    unclear: ["./gradlew :app:build", "./gradlew build -v"],
    other: ["./gradlew test"],
  },
  "gradle test": { unclear: ["gradle build", "gradle check"], other: ["gradle assemble"] },
  "mvn test": {
    whole: ["./mvnw test", "mvnd -B -ntp -T 4 test", "mvn clean test a.b:c:report"],
    narrower: ["mvn -pl core test"],
    unclear: ["mvn verify", "mvn test -Dx=y", "mvn test -DskipTests"],
    other: ["mvn compile"],
  },
  "mvn verify": { unclear: ["mvn install"], other: ["mvn test"] },
  "composer test": {
    whole: ["composer run test", "composer run-script test", "composer test"],
    other: ["composer install"],
  },
  "just test": { unclear: ["just lint test", "just test unit"], other: ["just lint"] },
  "task test": { whole: ["task lint test"], narrower: ["task test -- unit"] },
  yarn: { whole: ["yarn install", "npm install"], other: ["yarn test"] },
  "invoke test": { whole: ["inv test"], other: ["inv lint"] },
  "sbt test": {
    whole: ["sbt clean test", "sbt clean compile test"],
    unclear: ["sbt core/test"],
    other: ["sbt compile"],
  },
  "turbo run test": { whole: ["turbo test", "turbo run lint test"], narrower: ["turbo test -- a"] },
  "dotnet test": { whole: ["dotnet test -v quiet"], unclear: ["dotnet test -c Release"] },
  "flutter test": { whole: ["flutter test -r expanded -j4"], narrower: ["flutter test -t slow"] },
  "npx mocha": { whole: ["mocha -t 5000", "mocha -b"], narrower: ["mocha -g login"] },
  "pnpm --filter a exec vitest": {
    whole: ["pnpm -F a exec vitest"],
    narrower: ["pnpm --filter a exec vitest x.test.ts"],
  },
};

/** The same words written otherwise, values of options, and launchers that no table has. */
const WRITTEN: typeof TABLE = {
  "npx eslint src": {
    whole: ["npx eslint src/", "npx eslint ./src", "eslint ./src/", "eslint ."],
    narrower: ["eslint src/a.ts", "eslint ./src/a"],
    unclear: ["eslint", "eslint src lib", "eslint src a.js", "eslint tests src", "npm run eslint"],
    other: ["eslint lib", "eslint lib/a.ts", "npm i -D eslint", "prettier src", "mkdir eslint"],
  },
  "eslint ./src/": { whole: ["eslint src"], narrower: ["eslint src/a.ts"] },
  "eslint .": { whole: ["eslint ./", "npx eslint ./."], narrower: ["eslint web"] },
  "eslint src a.js": { whole: ["eslint a.js ./src"] },
  "mypy src": { whole: ["mypy src/", "mypy ./src", "mypy -v src"], unclear: ["mypy"] },
  "pytest tests": {
    whole: ["pytest tests/", "pytest ./tests"],
    narrower: ["pytest tests/unit", "pytest tests/a_test.py::test_b"],
    unclear: ["pytest", "pytest /home/me/app/tests"],
    other: ["pytest unit"],
  },
  "pytest pkg/tests": { unclear: ["pytest pkg"], other: ["pytest lib"] },
  "npx vitest run src": {
    whole: ["vitest run ./src/", "vitest src", "vitest run --silent false src"],
    unclear: ["vitest run", "vitest run --silent sometimes src"],
    narrower: ["vitest run src/a.test.ts"],
  },
  "npm run lint -- src": { whole: ["npm run lint -- ./src", "npm run lint src/"] },
  "helm lint chart": { whole: ["helm lint ./chart", "helm lint chart/"], other: ["helm lint x"] },
  "ruff check src tests": {
    whole: ["ruff check ./src tests/", "ruff check ."],
    unclear: ["ruff check tests src", "ruff check tests src lib"],
    other: ["ruff check tests", "ruff format src tests"],
  },
  "deno test": { other: ["deno fmt test"] },
  "npx tsc --noEmit": {
    whole: ["tsc --noEmit --pretty false", "tsc --noEmit --incremental false"],
    unclear: ["tsc --noEmit --pretty plain", "npm run tsc"],
  },
  "npx playwright test": { whole: ["playwright test --trace on"] },
  "npx jest": {
    whole: ["npx jest --coverage false"],
    narrower: ["jest --coverage a.test.js"],
    unclear: [
      ...["yarn jest", "pnpm jest", "bun jest", "nyc jest", "c8 jest", "npx env-cmd jest"],
      "node --experimental-vm-modules node_modules/.bin/jest",
    ],
    other: [
      ...["npm install jest", "yarn add -D jest", "pnpm why jest", "brew install jest"],
      ...["which jest", "grep jest package.json", "git add jest", "gh run view jest", "code jest"],
      ...["rm -rf node_modules/jest", "echo jest", "cat node_modules/.bin/jest", "pnpm add jest"],
    ],
  },
  pytest: {
    whole: ["pytest ./", "pytest --color yes", "pytest -p no:warnings", "pytest -o log_cli=true"],
    unclear: [
      ...["coverage run -m pytest", "hatch run pytest", "python -W error -m pytest"],
      ...["uv run --env-file .env pytest", "poetry -C . run pytest", "dotenv run -- pytest"],
      ...["doppler run -- pytest", "kubectl exec pod -- pytest", "podman exec box pytest"],
      ...["docker compose -p x exec web pytest", "nix develop -c pytest", "make pytest"],
      ...["xvfb-run --server-num 1 pytest", "ssh box 'cd app && pip install . && pytest'"],
      ...["pytest -o testpaths=a", "pytest -o addopts=-x", "pytest -p no:python"],
    ],
    other: [
      ...["pip install pytest", "python -m pip install -q pytest", "uv add --dev pytest"],
      ...["python -c 'import pytest; print(pytest)'", "pip show pytest", "apt install pytest"],
    ],
  },
  rspec: { unclear: ["rbenv exec rspec", "spring rspec"], other: ["gem install rspec"] },
  "vendor/bin/phpunit": { unclear: ["php -d memory_limit=-1 vendor/bin/phpunit"] },
  "npm test": {
    whole: ["env -i npm test", "sudo -n npm test", "nice -n 5 npm test", "stdbuf -o L npm test"],
    unclear: [
      ...["ssh host 'cd app && npm test'", "nix-shell --run 'npm test'", "pwsh -c 'npm test'"],
      ...["concurrently 'npm run lint' 'npm test'", "concurrently npm:lint npm:test"],
      ...["kubectl exec pod -- sh -c 'npm test'", "find . -exec npm test \\;"],
      ...["docker compose exec -w /srv/other web npm test", "docker exec web npm test"],
      ...["kubectl exec pod -- npm test", "npm test --if-present"],
      ...["git bisect run npm test", "git rebase main --exec 'npm test'"],
    ],
    narrower: ["docker compose exec web npm test -- a.test.js", "npm --silent test login"],
    other: [
      ...[
        "echo 'npm test'",
        "git commit -m 'npm test'",
        "grep -r 'npm test' .",
        "rtk npm run lint",
      ],
      ...["gh pr create --body 'npm test'", "ssh host 'npm run lint'", "npm --silent run lint"],
    ],
  },
  "docker compose exec web npm test": {
    whole: ["docker compose exec web npm test"],
    unclear: ["npm test", "docker compose exec api npm test"],
    narrower: ["docker compose exec web npm test -- -t login"],
    other: ["docker compose exec web npm run lint"],
  },
  "./scripts/test.sh": {
    whole: ["bash scripts/test.sh"],
    unclear: [
      ...["bash -x scripts/test.sh", "bash -e scripts/test.sh", "source scripts/test.sh"],
      ...[". scripts/test.sh", "./scripts/test.sh -v"],
    ],
    other: ["chmod +x scripts/test.sh", "cat scripts/test.sh", "shellcheck scripts/test.sh"],
  },
  "dotnet test": { unclear: ["dotnet test App.sln", "dotnet test /p:CollectCoverage=true"] },
  "go test ./...": {
    narrower: ["go test ./... --run=TestA", "go test --run TestA ./...", "go test --short ./..."],
    unclear: [
      ...["go test -run . ./...", "go test -run .* ./...", "go test all"],
      ...["go test -count=0 ./...", "go test -count 0 ./..."],
    ],
  },
  "cargo test": { whole: ["cargo test --color always", "cargo test -j 4", "cargo test -j $N"] },
  "cargo test --all": { whole: ["cargo test --workspace"], other: ["cargo test"] },
  "cargo test --workspace": { whole: ["cargo test --all"] },
  "make test": {
    whole: ["make -j test", "make --jobs test", "make -j 4 test", "make test -j $(nproc)"],
    narrower: ["make test -v"],
  },
  "prettier --check .": { unclear: ["prettier --check . -v", "prettier -v --check ."] },
  "vue-tsc": { unclear: ["vue-tsc -v"] },
  "vite build": { unclear: ["vite build -v"] },
  webpack: { unclear: ["webpack -v"] },
  "mvn test": { unclear: ["mvn help:effective-pom test"] },
};

Deno.test("a command is found behind launchers, and one for less is told from the whole", () => {
  const wordsOf = (line: string) =>
    (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ""));
  for (
    const [declared, expected] of [TABLE, PROGRAMS, WRITTEN].flatMap((all) => Object.entries(all))
  ) {
    for (const [match, commands] of Object.entries(expected)) {
      for (const command of commands) {
        const found = matchCommand(wordsOf(declared), wordsOf(command));
        assert.equal(found, match, `${command} for ${declared}`);
      }
    }
  }
  assert.equal(matchCommand(["sbt", "test"], ["sbt", "project core", "test"]), "unclear");
});

Deno.test("what was declared matches itself, and a word that is known to narrow it never does", () => {
  const declared = fc.constantFrom(...Object.keys(TABLE));
  fc.assert(fc.property(declared, fc.constantFrom("--grep", "--filter"), (text, option) => {
    const words = text.split(" ");
    assert.equal(matchCommand(words, words), "whole");
    assert.equal(matchCommand(words, [...words, option, "x"]), "narrower");
    // What a single letter means is the program's to say.
    assert.notEqual(matchCommand(words, [...words, "-t", "x"]), "whole");
  }));
});

Deno.test("any words are compared, in time that grows with them", () => {
  fc.assert(fc.property(fc.array(fc.string()), fc.array(fc.string()), (declared, ran) => {
    matchCommand(declared, ran);
  }));
  const many = (name: string) => Array.from({ length: 3_000 }, (_, at) => `--${name}${at}=x`);
  const long: [readonly string[], readonly string[]][] = [
    [[], "-x a= ./b **".repeat(20_000).split(" ")],
    [many("a"), many("b")],
    [many("a"), ["lint", ..."npm ".repeat(3_000).split(" ")]],
  ];
  for (const [declared, ran] of long) {
    const started = performance.now();
    matchCommand(["npm", "test", ...declared], ["npm", "test", ...ran]);
    matchCommand(["npm", "test", ...declared], ["rtk", ...ran]);
    assert.ok(performance.now() - started < 4_000);
  }
});
