import assert from "node:assert/strict";
import {
  classifyPath,
  DEFAULT_RISK_THRESHOLD,
  evaluateRiskFloor,
  type ReviewSurface,
  SIZE_FLOORS,
  SURFACES,
} from "../risk_floor.ts";

const list = (text: string): string[] => text.trim().split(/\s+/);

function assertSurface(expected: ReviewSurface, paths: string | readonly string[]): void {
  for (const path of typeof paths === "string" ? list(paths) : paths) {
    assert.equal(classifyPath(path), expected, path);
  }
}

/** A name in the spellings that people use, as a file and as a folder. */
function spellings(name: string): string[] {
  const words = name.split("-");
  const capitals = words.map((word) => word[0]!.toUpperCase() + word.slice(1));
  const camel = words[0]! + capitals.slice(1).join("");
  return [name, words.join("_"), camel, capitals.join(""), name.toUpperCase(), words.join(" ")]
    .flatMap((n) => [n, `${n}.ts`, `src/${n}.go`, `src/${n}/main.ts`, `src\\lib\\${n}\\main.ts`]);
}

Deno.test("every surface has its weight, and a review is needed from 0.5 on", () => {
  const examples: [path: string, surface: ReviewSurface, score: number, review: boolean][] = [
    ["src/auth.ts", "auth", 1, true],
    ["db/schema.sql", "data", 0.9, true],
    ["Dockerfile", "infra", 0.85, true],
    ["package.json", "build", 0.6, true],
    ["src/App.tsx", "ui", 0.4, false],
    ["src/sum.test.ts", "test", 0.2, false],
    ["docs/guide.md", "docs", 0.1, false],
    ["src/sum.ts", "none", 0, false],
  ];
  for (const [path, surface, score, needs_review] of examples) {
    const reason = `${surface} surface (weight ${score}) in: ${path}`;
    const verdict = evaluateRiskFloor({ filesChanged: [path] });
    assert.deepEqual(verdict, { needs_review, score, surface, reason });
  }
  assert.equal(DEFAULT_RISK_THRESHOLD, 0.5);
  assert.deepEqual(
    SURFACES.map((rule) => rule.surface),
    list("auth data infra build ui test docs"),
  );
  assert.deepEqual(SURFACES.map((rule) => rule.weight), [1, 0.9, 0.85, 0.6, 0.4, 0.2, 0.1]);
});

Deno.test("the heaviest surface over all files wins, and a score equal to the threshold counts", () => {
  const paths = list("x.ts README.md x.test.ts X.tsx package.json Dockerfile x.sql auth.ts");
  const scores = paths.map((_, n) => evaluateRiskFloor({ filesChanged: paths.slice(0, n + 1) }));
  assert.deepEqual(scores.map((verdict) => verdict.score), [0, 0.1, 0.2, 0.4, 0.6, 0.85, 0.9, 1]);
  for (const [threshold, review] of [[0.4, true], [0.41, false], [0, true], [1, false]] as const) {
    const verdict = evaluateRiskFloor({ filesChanged: ["a.css"] }, { threshold });
    assert.equal(verdict.needs_review, review, `threshold ${threshold}`);
  }
  assert.equal(
    evaluateRiskFloor({ filesChanged: ["auth.ts"] }, { threshold: 1 }).needs_review,
    true,
  );
  assert.equal(evaluateRiskFloor({ filesChanged: ["x.ts"] }, { threshold: 0 }).needs_review, true);
});

const TABLE: Record<ReviewSurface, string> = {
  auth:
    `authService.ts AUTHService.ts AUTHThing.ts JWTParser.ts auth_service.ts auth-service.ts authservice.ts AuthService.ts
    auth/x.ts src/auth.ts x.auth.ts authguard.ts authprovider.ts loginpage.ts usersession.ts
    login.ts logIn.ts log_in.ts signIn.ts session.ts tokens.ts permission.ts rbac.ts credentials.ts
    secrets.yaml sessions.ts Sessions/x.ts authorization.ts oauth2.ts OAuth2Client.ts oauth.ts
    password.ts passwords.ts resetPassword.ts jwt.ts JWTs.ts sso.ts saml.ts crypto.ts cert.ts
    certificates/x.ts a.pem a.key a.crt id_rsa id_rsa.pub .ssh/id_ed25519 api-keys.ts apiKeys.ts
    api_key.ts apikey.ts private-key.ts privateKey.ts .env .env.local .env.production apps/.env
    .ENV .envrc prod.env src/auth/login.test.ts src/auth/Login.tsx auth/docker/schema.sql
    tests/session.spec.ts docs/auth.ts design-token-secret.ts
    authstatus.ts secretsmanager.ts credentialsprovider.ts oauth2client.ts privatekey.ts sshkey.ts
    .env2 .envs/.production/.django decryption.ts authorisation.ts validateJWTs.ts api-key2.ts`,
  data:
    `migrations/1.ts migration.ts 001_migration.py prisma/x.ts schema.ts a.sql a.SQL user.entity.ts
    entities/x.ts UserEntity.ts userentity.ts repository.ts UserRepository.ts repositories/x.ts seed.ts
    seeds/x.ts alembic/env.py knexfile.js typeorm.ts drizzle/0.ts flyway.conf schema.prisma api.graphql
    a.prisma tests/fixtures/users.sql migration.test.ts DBMigration.cs docker/init.sql`,
  infra:
    `Dockerfile docker/x Dockerfile.prod docker-compose.yml docker-compose.prod.yaml compose.yaml
    compose.yml compose.prod.yml .woodpecker.yml .woodpecker/ci.yml traefik.toml deploy.sh deployment.ts
    deployments/x.yaml helm/values.yaml helmfile.yaml k8s/x.yaml K8sClient.ts terraform/x main.tf
    prod.tfvars .github/workflows/ci.yml .github\\workflows\\ci.yml .gitlab-ci.yml Jenkinsfile
    kubernetes/x.yaml ansible/site.yml nginx.conf Procfile scripts/release.sh scripts/release.ts
    release.sh bin/release CLAUDE.md AGENTS.md GEMINI.md SKILL.md claude.md pkg/a/CLAUDE.md
    docs/AGENTS.md skills/x/SKILL.md .claude/settings.json .claude/commands/x.md a/b/.claude/x/y.md
    .opencode/agent/x.md .cursor/rules/x.mdc .mcp.json pkg/.mcp.json .github/copilot-instructions.md
    .claude/theme.css tests/.cursor/x.md deploy.test.ts .claude/ .claude .github/workflows/
    .github//workflows/ci.yml .github/./workflows/ci.yml Procfile.dev main.tf.json`,
  build:
    `package.json apps/a/package.json package-lock.json yarn.lock pnpm-lock.yaml pnpm-workspace.yaml
    bun.lock bun.lockb deno.json deno.jsonc deno.lock Cargo.toml Cargo.lock go.mod go.sum
    requirements.txt requirements-dev.txt Pipfile Pipfile.lock pyproject.toml setup.py poetry.lock
    uv.lock Gemfile Gemfile.lock x.gemspec composer.json composer.lock pom.xml build.gradle
    build.gradle.kts settings.gradle gradle.lockfile x.csproj packages.lock.json packages.config
    Directory.Packages.props tsconfig.json tsconfig.base.json turbo.json jest.config.ts .eslintrc.json
    eslint.config.js vite.config.ts vite.ts config.ts src/appConfig.ts config/vite.ts dev-requirements.txt
    test-requirements.txt docs/requirements.txt requirements.in mvnw gems.rb paket.lock`,
  ui: `App.tsx app.css components/x.ts src/components/x.ts apps/web/x.ts x.vue x.svelte x.jsx x.scss
    x.less x.html src/auth/login.css deploy/theme.scss auth/session/token.less design-tokens.css
    Button.test.tsx tests/page.html docs/index.html`,
  test:
    `x.spec.ts x.test.ts __tests__/x.ts x_test.go test_x.py tests/x.py test/x.ts spec/x.rb x_spec.rb
    e2e/x.ts E2E/x.ts fixtures/x.json vite/x.test.ts`,
  docs:
    `README.md src/auth/README.md auth.md db/migrations/NOTES.md x.rst x.adoc x.mdx LICENSE CHANGELOG
    CHANGELOG.md docs/x.ts docs/logo.svg src/auth/LICENSE tests/README.md package.json.md .env.md
    components/guide.mdx docs/token.txt`,
  none: `src/main.ts x main.go a/b/c.rs compose.ts src/compose.ts composer.ts vite/index.ts
    eslint/rule.ts turbo/run.ts tsconfig/base.ts config/index.ts packages/eslint-plugin/rule.ts
    packages/vite-plugin/src/x.ts latest.ts contest.ts inspector.ts spectrum.ts concert.ts docstring.ts
    environment.ts monkey.ts turkey.ts mycomponents.ts mdx.ts my.claude/x.ts workflows/x.yml github/workflows/x.yml .github/x.yml web/x.ts apps/x.ts __proto__ constructor
    toString/valueOf / // . ./.. -`,
};

for (const [surface, paths] of Object.entries(TABLE) as [ReviewSurface, string][]) {
  Deno.test(`classifyPath() knows the paths of ${surface}`, () => assertSurface(surface, paths));
}

Deno.test("the plain words match in every spelling, singular and plural, file or folder", () => {
  const anywhere = {
    auth: "auth login session token permission rbac credential secret user-session reset-password",
    data: "migration prisma schema entity entities repository repositories seed user-seeds",
    infra: "docker traefik deploy helm terraform woodpecker docker-compose my-deployments",
  };
  for (const [surface, names] of Object.entries(anywhere)) {
    for (const name of list(names)) assertSurface(surface as ReviewSurface, spellings(name));
  }
});

Deno.test("words that merely contain a word of the table are no alarm, in no spelling", () => {
  const innocent = `author co-authors tokenizer my-tokenizer identity identities user-identity
    blog-index dialog-input catalog-info invite send-invites overwhelm helmet secretary secretaries
    immigration prismatic obsession design-tokens design-token color-tokens token-stream compose`;
  for (const name of list(innocent)) assertSurface("none", spellings(name));
  assertSurface("ui", "design-tokens.css design_tokens.css designTokens.css DesignTokens.css");
});

Deno.test("without a size the score is exactly that of the surface; with one it is at least", () => {
  const score = (filesChanged: string[], insertions?: number, deletions?: number): number =>
    evaluateRiskFloor({ filesChanged, insertions, deletions }).score;
  const at = (path: string): number[] => [399, 400, 999, 1000, 1e9].map((n) => score([path], n));
  assert.equal(score(["x.ts"]), 0);
  assert.deepEqual(at("x.ts"), [0, 0.5, 0.5, 0.6, 0.6]);
  assert.deepEqual(at("a.css"), [0.4, 0.5, 0.5, 0.6, 0.6]);
  assert.deepEqual(at("package.json"), [0.6, 0.6, 0.6, 0.6, 0.6]);
  assert.deepEqual(at("auth.ts"), [1, 1, 1, 1, 1]);
  assert.deepEqual(at("README.md"), [0.1, 0.1, 0.1, 0.1, 0.1]);
  assert.deepEqual(at("x.test.ts"), [0.2, 0.2, 0.2, 0.2, 0.2]);
  assert.deepEqual([399, 400, 1000].map((n) => score(["x.ts"], undefined, n)), [0, 0.5, 0.6]);
  assert.deepEqual([[200, 199], [200, 200], [1, 999]].map(([i, d]) => score(["x.ts"], i, d)), [
    0,
    0.5,
    0.6,
  ]);
  assert.equal(score(["README.md", "x.test.ts", "  "], 5000), 0.2);
  assert.equal(score(["README.md", "x.test.ts", "x.ts"], 5000), 0.6);
  assert.equal(score(["x.ts", "x.test.ts"], 5000), 0.6);
  assert.deepEqual(SIZE_FLOORS, [{ lines: 1000, score: 0.6 }, { lines: 400, score: 0.5 }]);
  const big = evaluateRiskFloor({ filesChanged: ["x.ts", "a.css"], insertions: 500 });
  assert.deepEqual([big.needs_review, big.surface], [true, "ui"]);
});

Deno.test("the reason names the surface, at most ten files in order, and the size when it decided", () => {
  const reason = (filesChanged: string[], insertions?: number): string =>
    evaluateRiskFloor({ filesChanged, insertions }).reason;
  assert.equal(reason(["README.md", "src/auth.ts"]), "auth surface (weight 1) in: src/auth.ts");
  assert.equal(
    reason(["b.sql", "x.ts", "a.sql", "b.sql"]),
    "data surface (weight 0.9) in: a.sql, b.sql",
  );
  assert.equal(reason(["x\\b.ts", "x/b.ts"]), "none surface (weight 0) in: x/b.ts");
  const many = Array.from({ length: 13 }, (_, n) => `${String.fromCharCode(109 - n)}.sql`);
  const ten = "a.sql, b.sql, c.sql, d.sql, e.sql, f.sql, g.sql, h.sql, i.sql, j.sql";
  assert.equal(reason(many), `data surface (weight 0.9) in: ${ten} and 3 more`);
  assert.equal(reason([...many, ...many].reverse()), reason(many));
  assert.equal(reason(many.slice(3)), `data surface (weight 0.9) in: ${ten}`);
  assert.match(reason(["x.ts"], 470), /^none surface \(weight 0\) in: x\.ts; .*\b470\b/);
  for (const path of ["auth.ts", "package.json", "README.md", "x.test.ts"]) {
    assert.equal(reason([path], 470), reason([path]));
    assert.equal(reason([path], 5000), reason([path]));
  }
  assert.equal(reason(["x.ts"], 399), reason(["x.ts"]));
  assert.match(reason(["a.css"], 1000), /^ui surface .*\b1000\b/);
});

Deno.test("no files, or blank ones only, need no review whatever the threshold and size", () => {
  const nothing = { needs_review: false, score: 0, surface: "none", reason: "no files changed" };
  for (const filesChanged of [[], [""], [" ", "\t\n", "\u00a0\u2003"]]) {
    for (const threshold of [0, 0.5, 1]) {
      const input = { filesChanged, insertions: 9999, deletions: 9999 };
      assert.deepEqual(evaluateRiskFloor(input, { threshold }), nothing);
    }
  }
});
