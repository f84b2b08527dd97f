/**
 * The risk floor: from the paths of a change to the least review it needs.
 *
 * It is a floor and nothing more. A surface speaks of consequence (what is at stake when such a
 * file is wrong), not of likelihood: it does not predict that a change is bad. A reader of the
 * verdict MUST treat what stands above it as authoritative:
 *
 *     CI/tests > human merge > reviewer verdict > self-reflection
 *
 * and may only ever add to the floor, never go below it.
 *
 * Pure and deterministic: no imports, no IO, no clock. The verdict depends neither on the order of
 * the paths nor on repetition, and another file never lowers the score.
 *
 * @example
 * ```ts
 * import { evaluateRiskFloor } from "@reflection/kernel/risk-floor";
 * import assert from "node:assert/strict";
 *
 * const verdict = evaluateRiskFloor({ filesChanged: ["README.md", "src/auth.ts"] });
 * assert.equal(verdict.needs_review, true);
 * assert.equal(verdict.reason, "auth surface (weight 1) in: src/auth.ts");
 * ```
 *
 * @module
 */

/** What a change touches, from the most consequential to nothing in particular. */
export type ReviewSurface = "auth" | "data" | "infra" | "ui" | "build" | "test" | "docs" | "none";

/** What the floor looks at: the paths of a change and, where known, its size. */
export interface RiskFloorInput {
  /** Paths relative to the repository; `\` is read as `/`, blank entries are ignored. */
  filesChanged: readonly string[];
  /** Lines added over all files. Without insertions and deletions, size has no say. */
  insertions?: number | undefined;
  /** Lines removed over all files. */
  deletions?: number | undefined;
}

/** The least review a change needs. */
export interface RiskFloorVerdict {
  /** Whether the score reaches the threshold. */
  needs_review: boolean;
  /** In [0,1]: the weight of the heaviest surface touched, or more where size demands it. */
  score: number;
  /** The heaviest surface touched. */
  surface: ReviewSurface;
  /** The surface and the files that decided, for a person to read. */
  reason: string;
}

/** How to evaluate, where the defaults do not fit. */
export interface RiskFloorOptions {
  /**
   * The score from which on a review is needed, in [0,1].
   *
   * @default {DEFAULT_RISK_THRESHOLD}
   */
  threshold?: number | undefined;
  /**
   * The surface table. It is read once: do not change an array after handing it over.
   *
   * @default {SURFACES}
   */
  surfaces?: readonly SurfaceRule[] | undefined;
}

/**
 * What makes a path belong to a surface. Everything is matched without regard to case.
 *
 * A path is split into words at every character that is neither letter nor digit, and at the humps
 * of camelCase. A word matches in singular and plural, with trailing digits (`oauth2`), and run
 * together with one of {@linkcode COMPANION_WORDS} or with another word of the table
 * (`authservice`, `usersession`). A phrase such as `api-key` is two words side by side.
 *
 * Patterns are `name.ext`, `*.ext`, `name*.ext` for file names, `folder/` or `outer/inner/` for
 * folders anywhere in the path, `folder/name*` for a file directly in a folder, and
 * `folder//name*` for a file at any depth below one.
 */
export interface SurfaceRule {
  /** The surface that a match speaks for. */
  readonly surface: Exclude<ReviewSurface, "none">;
  /** Its score, in [0,1]. */
  readonly weight: number;
  /** Words and phrases that count anywhere in a path. */
  readonly words?: readonly string[];
  /** Words that count in a file's own name only: a folder named after a tool says nothing. */
  readonly nameWords?: readonly string[];
  /** Phrases in which a word of this rule means something else (`design-token`). */
  readonly exceptions?: readonly string[];
  /** Patterns of files and folders. */
  readonly paths?: readonly string[];
  /** Patterns of files that belong here whatever else their path says: prose, stylesheets. */
  readonly settles?: readonly string[];
  /** Patterns of files and folders that count even for a file which another rule settles. */
  readonly binds?: readonly string[];
}

/** From this score on a review is needed, unless an option says otherwise. */
export const DEFAULT_RISK_THRESHOLD = 0.5;

/**
 * The least score of a change by its size, insertions plus deletions, largest first. Size never
 * lowers a score, never changes the surface, and never lifts a change of docs and tests alone.
 */
export const SIZE_FLOORS: readonly { readonly lines: number; readonly score: number }[] = [
  { lines: 1000, score: 0.6 },
  { lines: 400, score: 0.5 },
];

/** At most so many files are named in a reason; the others are counted. */
const FILES_IN_REASON = 10;

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Words that commonly stand run together with a word of the table, on either side of it. */
export const COMPANION_WORDS: readonly string[] = list(`
  service server client api app web db user admin account access refresh
  guard provider controller handler manager middleware module helper util store storage state
  context hook router route page form view screen modal model type interface dto factory strategy
  policy filter interceptor validator resolver config key code data info file list base core lib
  request response error exception status event listener plugin adapter script job worker task
`);

/** The surface table: one row per surface, heaviest first. */
export const SURFACES: readonly SurfaceRule[] = [
  {
    surface: "auth",
    weight: 1.0,
    words: list(`
      auth oauth oidc authn authz authentication authenticate authenticated authenticator
      authorization authorize authorized authorizer unauthorized authorisation authorise webauthn
      log-in log-out sign-in sign-out sign-up session token permission rbac acl iam
      credential secret password passwd passphrase passkey jwt jwks sso saml ldap kerberos
      mfa 2fa totp otp csrf xsrf crypto cryptography encryption encrypt encrypted
      decryption decrypt decrypted cert certificate tls ssl keystore truststore keychain keyring vault
      api-key private-key public-key secret-key signing-key ssh-key access-key
    `),
    exceptions: list(`design-token color-token theme-token style-token css-token token-stream`),
    paths: list(`
      .env* .envs/ *.env
      *.pem *.key *.crt *.cer *.der *.csr *.p8 *.p12 *.pfx *.jks *.keystore *.ppk *.gpg
      id_rsa id_dsa id_ecdsa id_ed25519 id_*.pub authorized_keys known_hosts .htpasswd .netrc
    `),
  },
  {
    surface: "data",
    weight: 0.9,
    words: list(`
      migration migrate migrator prisma schema entity repository seed seeder seeding
      alembic knex typeorm drizzle flyway liquibase sequelize
    `),
    paths: list(`*.sql *.prisma *.graphql *.gql *.dbml`),
  },
  {
    surface: "infra",
    weight: 0.85,
    words: list(`
      docker dockerfile woodpecker traefik deploy deployment deployer redeploy undeploy
      helm k8s kubernetes kustomize kustomization terraform terragrunt ansible nginx jenkins
      pulumi cloudformation vagrant goreleaser
    `),
    exceptions: list(`k8s-io`),
    paths: list(`
      compose.yml compose.yaml compose.*.yml compose.*.yaml containerfile* procfile procfile.* caddyfile tiltfile
      .github/workflows/ .github/actions/ .gitlab-ci* .gitlab-ci/ .gitlab/ci/ .circleci/
      .buildkite/ .travis.yml .drone.yml appveyor.yml azure-pipelines* bitbucket-pipelines.yml
      cloudbuild.yaml skaffold.yaml serverless.yml vercel.json netlify.toml fly.toml render.yaml
      wrangler.toml wrangler.json wrangler.jsonc chart.yaml *.tf *.tf.json *.tfvars *.hcl *.bicep *.nomad
      codeowners dependabot.yml renovate.json renovate.json5 .husky/ .githooks/ lefthook.yml
      release*.sh *-release.sh publish*.sh release.ts release.js release.mjs release.cjs release.py
      release.rb scripts/release* scripts/publish* scripts/make-release* scripts/prepare-release*
      tools/release* bin/release* ci/release* scripts/release/ tools/release/
      .releaserc .releaserc.* release.config.* release-please-*
    `),
    binds: list(`
      claude.md claude.local.md agents.md agent.md gemini.md skill.md copilot-instructions.md
      *.instructions.md *.mdc .mcp.json .cursorrules .windsurfrules .clinerules opencode.json
      opencode.jsonc .aider.conf.yml .claude/ .claude-plugin/ .opencode/ .cursor/ .codex/ .gemini/
      .agents/ .kiro/ .roo/ .windsurf/ .clinerules/ .github/instructions/ .github/prompts/
      .github/agents/ .github/chatmodes/
    `),
  },
  {
    surface: "build",
    weight: 0.6,
    nameWords: list(`
      config tsconfig jsconfig eslint eslintrc prettierrc stylelint biome babel babelrc swcrc
      vite vitest webpack rollup esbuild rspack turbo turborepo pnpm makefile cmake bazel
    `),
    paths: list(`
      package.json package-lock.json npm-shrinkwrap.json .npmrc yarn.lock .yarnrc .yarnrc.yml
      bun.lock bun.lockb bunfig.toml lerna.json nx.json rush.json
      deno.json deno.jsonc deno.lock jsr.json import_map.json
      cargo.toml cargo.lock rust-toolchain rust-toolchain.toml go.mod go.sum go.work go.work.sum
      requirements*.in *-requirements.in pyproject.toml setup.py setup.cfg
      pipfile pipfile.lock poetry.lock uv.lock pdm.lock pixi.toml pixi.lock environment.yml
      gemfile gemfile.lock gems.rb gems.locked *.gemspec rakefile composer.json composer.lock
      pom.xml mvnw mvnw.cmd *.gradle *.gradle.kts gradle.properties gradle.lockfile gradlew gradlew.bat
      gradle-wrapper.properties libs.versions.toml build.sbt
      *.csproj *.fsproj *.vbproj *.sln *.slnx packages.lock.json paket.lock paket.dependencies directory.build.props
      directory.build.targets directory.packages.props global.json
      mix.exs mix.lock package.swift package.resolved podfile podfile.lock pubspec.yaml pubspec.lock
      flake.nix flake.lock vcpkg.json conanfile.py *.cmake meson.build
      build.bazel module.bazel workspace.bazel *.bzl gnumakefile justfile taskfile.yml *.mk
      .nvmrc .node-version .python-version .ruby-version .tool-versions mise.toml .gitmodules
    `),
    // Text files all the same, and no prose in docs/ either.
    binds: list(`
      requirements*.txt *-requirements.txt *_requirements.txt requirements/*.txt constraints*.txt
      cmakelists.txt conanfile.txt
    `),
  },
  {
    surface: "ui",
    weight: 0.4,
    paths: list(`
      components/ apps/web/ *.tsx *.jsx *.vue *.svelte *.astro *.html *.htm *.component.ts
      *.hbs *.ejs *.pug *.erb *.haml *.twig *.cshtml *.razor *.xaml *.storyboard *.xib
    `),
    settles: list(`*.css *.scss *.sass *.less *.styl *.pcss`),
  },
  {
    surface: "test",
    weight: 0.2,
    words: list(`
      test testing tester testdata testcase testsuite spec e2e fixture mock cypress playwright
    `),
    paths: list(`*.snap`),
  },
  {
    surface: "docs",
    weight: 0.1,
    paths: list(`docs/ doc/ documentation/`),
    settles: list(`
      *.md *.mdx *.markdown *.rst *.adoc *.asciidoc docs//*.txt doc//*.txt
      readme readme.txt license license.txt license-mit license-apache licence licence.txt copying
      notice notice.txt authors authors.txt contributors maintainers patents
      changelog changelog.txt changes changes.txt history.txt news
    `),
  },
];

/**
 * The surface of one path.
 *
 * @param path A path relative to the repository; `\` is read as `/`.
 * @param surfaces The surface table.
 * @returns The heaviest surface that the path matches, `none` where it matches nothing.
 *
 * @example
 * ```ts
 * import { classifyPath } from "@reflection/kernel/risk-floor";
 * import assert from "node:assert/strict";
 *
 * assert.equal(classifyPath("src/AuthService.ts"), "auth");
 * assert.equal(classifyPath("src/author.ts"), "none");
 * ```
 */
export function classifyPath(
  path: string,
  surfaces: readonly SurfaceRule[] = SURFACES,
): ReviewSurface {
  if (typeof path !== "string") {
    throw new TypeError(`Cannot classify a path: expected a string, got ${quote(path)}`);
  }
  const classifier = classifierFor(surfaces);
  return classifier.surfaceAt(classifier.rank(withSlashes(path)));
}

/**
 * The least review that a change needs, from its paths and, where given, its size.
 *
 * @param input The change.
 * @param options Threshold and surface table, where the defaults do not fit.
 * @returns The verdict, with the files that decided it.
 *
 * @example
 * ```ts
 * import { evaluateRiskFloor } from "@reflection/kernel/risk-floor";
 * import assert from "node:assert/strict";
 *
 * const verdict = evaluateRiskFloor({ filesChanged: ["src/main.ts"], insertions: 380, deletions: 90 });
 * assert.equal(verdict.surface, "none");
 * assert.equal(verdict.score, 0.5); // 470 changed lines
 * ```
 */
export function evaluateRiskFloor(
  input: RiskFloorInput,
  options: RiskFloorOptions = {},
): RiskFloorVerdict {
  const threshold = options.threshold ?? DEFAULT_RISK_THRESHOLD;
  if (typeof threshold !== "number" || !(threshold >= 0 && threshold <= 1)) {
    throw new RangeError(`Threshold must be a number from 0 to 1, got ${quote(threshold)}`);
  }
  if (!Array.isArray(input?.filesChanged)) {
    throw new TypeError(`filesChanged must be an array, got ${quote(input?.filesChanged)}`);
  }
  const changedLines = lines("insertions", input.insertions) + lines("deletions", input.deletions);
  const classifier = classifierFor(options.surfaces ?? SURFACES);

  // Rank 0 is the heaviest surface, so the best rank so far is the least one seen.
  let best = Infinity;
  let deciding: string[] = [];
  let onlyDocsAndTests = true;
  for (const entry of input.filesChanged) {
    if (typeof entry !== "string") {
      throw new TypeError(`filesChanged must hold strings only, got ${quote(entry)}`);
    }
    if (entry.trim() === "") continue;
    const path = withSlashes(entry);
    const rank = classifier.rank(path);
    if (onlyDocsAndTests) {
      const surface = classifier.surfaceAt(rank);
      onlyDocsAndTests = surface === "docs" || surface === "test";
    }
    if (rank < best) {
      best = rank;
      deciding = [path];
    } else if (rank === best) {
      deciding.push(path);
    }
  }
  if (deciding.length === 0) {
    return { needs_review: false, score: 0, surface: "none", reason: "no files changed" };
  }

  const surface = classifier.surfaceAt(best);
  const weight = classifier.weightAt(best);
  const bySize = onlyDocsAndTests
    ? 0
    : SIZE_FLOORS.find((floor) => changedLines >= floor.lines)?.score ?? 0;
  const score = Math.max(weight, bySize);
  let reason = `${surface} surface (weight ${weight}) in: ${nameFiles(deciding)}`;
  if (bySize > weight) {
    reason += `; size decides: ${changedLines} changed lines (score at least ${bySize})`;
  }
  return { needs_review: score >= threshold, score, surface, reason };
}

function lines(name: string, value: number | undefined): number {
  if (value === undefined) return 0;
  if (typeof value !== "number" || !(value >= 0 && value < Infinity)) {
    throw new RangeError(`${name} must be a finite number, 0 or more, got ${quote(value)}`);
  }
  return value;
}

function quote(value: unknown): string {
  try {
    return JSON.stringify(String(value).slice(0, 200));
  } catch {
    return `"${typeof value}"`; // An object that cannot even be turned into text
  }
}

function withSlashes(path: string): string {
  return path.includes("\\") ? path.replaceAll("\\", "/") : path;
}

/** The first files in sorted order, each once, and how many more there are. */
function nameFiles(files: readonly string[]): string {
  const distinct = new Set(files);
  const first: string[] = [];
  for (const file of distinct) {
    // A full sort of a million paths for ten names would cost more than classifying them.
    if (first.length === FILES_IN_REASON && file > first[FILES_IN_REASON - 1]!) continue;
    let at = first.length;
    while (at > 0 && file < first[at - 1]!) at--;
    first.splice(at, 0, file);
    if (first.length > FILES_IN_REASON) first.pop();
  }
  const more = distinct.size - first.length;
  return first.map(printable).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** A file name must not forge a line of its own, or reverse the text around it. */
function printable(path: string): string {
  return path.replace(
    // deno-lint-ignore no-control-regex
    /[\u0000-\u001f\u007f-\u009f\u061c\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const classifiers = new WeakMap<readonly SurfaceRule[], Classifier>();

function classifierFor(surfaces: readonly SurfaceRule[]): Classifier {
  if (!Array.isArray(surfaces)) {
    throw new TypeError(`surfaces must be an array, got ${quote(surfaces)}`);
  }
  let classifier = classifiers.get(surfaces);
  if (!classifier) classifiers.set(surfaces, classifier = new Classifier(surfaces));
  return classifier;
}

/**
 * What a word, a name or a folder says of a path: four sets of surfaces in one number, eight bits
 * each. Bit n of a set is the surface of rank n, rank 0 being the heaviest.
 */
type Says = number;

// Where each set begins; see {@linkcode SurfaceRule}.
const COUNTS = 0;
const COUNTS_IN_NAME = 8;
const SETTLES = 16;
const BINDS = 24;
const ONE_SET = 0xff;

/** What a folder says of the files below it. */
const OF_FOLDER: Says = ONE_SET << COUNTS | ONE_SET << BINDS;

/** What a file's own name says. */
interface NameSays {
  readonly says: Says;
  /** Patterns that match the name; whether they match the folder too is still to be seen. */
  readonly inFolder: readonly Glob[];
}

/**
 * The table made fast: words, names and folders are looked up instead of searched for. What a
 * folder or a name says is remembered, because paths repeat both.
 */
class Classifier {
  readonly #rules: readonly SurfaceRule[];
  readonly #words = new Words();
  /** What plain names, extensions and single folders say, as they are written: `*.sql`, `docs/`. */
  readonly #plain = new Map<string, Says>();
  /** Folders one inside the other, between slashes. */
  readonly #runs: [folders: string, says: Says][] = [];
  readonly #globs: Glob[] = [];
  readonly #names = new Memory((name) => this.#readName(name));
  readonly #folders = new Memory((folder) => this.#readFolder(folder));

  constructor(surfaces: readonly SurfaceRule[]) {
    if (surfaces.length > 8) throw new TypeError("A surface table has at most 8 rules");
    this.#rules = surfaces.toSorted((a, b) => b.weight - a.weight);
    const seen = new Set<string>();
    this.#rules.forEach((rule, rank) => {
      const { surface, weight } = rule;
      if (typeof weight !== "number" || !(weight >= 0 && weight <= 1)) {
        throw new RangeError(
          `Weight of ${surface} must be a number from 0 to 1, got ${quote(weight)}`,
        );
      }
      if (seen.has(surface)) throw new TypeError(`Surface ${surface} has two rules`);
      seen.add(surface);
      const bit = 1 << rank;
      this.#words.add(rule, bit);
      for (const pattern of lowerCase(rule.paths)) this.#addPattern(pattern, bit << COUNTS);
      for (const pattern of lowerCase(rule.settles)) this.#addPattern(pattern, bit << SETTLES);
      for (const pattern of lowerCase(rule.binds)) this.#addPattern(pattern, bit << BINDS);
    });
  }

  #addPattern(pattern: string, says: Says): void {
    const slash = pattern.indexOf("/");
    const star = pattern.lastIndexOf("*");
    const isName = slash < 0 && (star < 0 || star === 0 && pattern.lastIndexOf(".") === 1);
    if (isName || slash === pattern.length - 1) {
      this.#plain.set(pattern, (this.#plain.get(pattern) ?? 0) | says);
    } else if (pattern.endsWith("/")) this.#runs.push([`/${pattern}`, says]);
    else this.#globs.push(new Glob(pattern, says));
  }

  surfaceAt(rank: number): ReviewSurface {
    return this.#rules[rank]?.surface ?? "none";
  }

  weightAt(rank: number): number {
    return this.#rules[rank]?.weight ?? 0;
  }

  /** The rank of the heaviest surface that the path matches; the number of rules for `none`. */
  rank(path: string): number {
    let end = path.length;
    while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--;
    const slash = path.lastIndexOf("/", end - 1);
    // With a slash behind it, the last name is a folder as well.
    const folderEnd = end < path.length ? end : slash;
    const name = this.#names.of(path.slice(slash + 1, end));
    let says = name.says;
    if (folderEnd > 0) says |= this.#folders.of(path.slice(0, folderEnd));
    for (const glob of name.inFolder) if (glob.standsIn(path, slash)) says |= glob.says;
    const counts = (says | says >>> COUNTS_IN_NAME) & ONE_SET;
    const all = (says >>> SETTLES & ONE_SET || counts) | says >>> BINDS;
    // The lowest bit set is the heaviest surface.
    return all === 0 ? this.#rules.length : 31 - Math.clz32(all & -all);
  }

  #readName(name: string): NameSays {
    const lower = name.trim().toLowerCase();
    const plain = this.#plain.get(lower) ?? 0;
    const dot = lower.lastIndexOf(".");
    const byExtension = dot < 0 ? 0 : this.#plain.get(`*${lower.slice(dot)}`) ?? 0;
    // A link or a submodule is named like a folder: `.claude`.
    const asFolder = this.#plain.get(`${name.toLowerCase()}/`) ?? 0;
    let says = plain | byExtension | asFolder & OF_FOLDER | this.#words.of(name);
    const inFolder: Glob[] = [];
    for (const glob of this.#globs) {
      if (!glob.name.test(lower)) continue;
      if (glob.folder === undefined) says |= glob.says;
      else inFolder.push(glob);
    }
    return { says, inFolder };
  }

  #readFolder(folder: string): Says {
    const segments = folder.split("/").filter((segment) => segment !== "" && segment !== ".");
    let says = 0;
    for (const segment of segments) {
      says |= this.#words.of(segment) | (this.#plain.get(`${segment.toLowerCase()}/`) ?? 0);
    }
    const between = `/${segments.join("/").toLowerCase()}/`;
    for (const [folders, said] of this.#runs) if (between.includes(folders)) says |= said;
    return says & OF_FOLDER;
  }
}

/** What two words side by side say, and of which surfaces neither of them speaks then. */
interface Phrase {
  readonly says: Says;
  readonly unlike: Says;
}

const NO_PHRASE: Phrase = { says: 0, unlike: 0 };

/** The words and phrases of the table. */
class Words {
  readonly #vocabulary = new Map<string, Says>();
  readonly #phrases = new Map<string, Phrase>();

  add(rule: SurfaceRule, bit: Says): void {
    for (const word of lowerCase(rule.words)) {
      if (word.includes("-")) this.#addPhrase(word, bit << COUNTS, 0);
      else this.#addWord(word, bit << COUNTS);
    }
    for (const word of lowerCase(rule.nameWords)) this.#addWord(word, bit << COUNTS_IN_NAME);
    const both = bit << COUNTS | bit << COUNTS_IN_NAME;
    for (const phrase of lowerCase(rule.exceptions)) this.#addPhrase(phrase, 0, both);
  }

  #addWord(word: string, says: Says): void {
    this.#vocabulary.set(word, (this.#vocabulary.get(word) ?? 0) | says);
  }

  #addPhrase(phrase: string, says: Says, unlike: Says): void {
    const [first, second, ...more] = phrase.split("-");
    if (!first || !second || more.length > 0) {
      throw new TypeError(`A phrase is two words joined by a hyphen, got ${quote(phrase)}`);
    }
    if (says !== 0) this.#addWord(first + second, says);
    const key = `${stem(first)}-${stem(second)}`;
    const known = this.#phrases.get(key) ?? NO_PHRASE;
    this.#phrases.set(key, { says: known.says | says, unlike: known.unlike | unlike });
  }

  /** What the words of one folder or file name say together. */
  of(segment: string): Says {
    let says = 0;
    let before = " ";
    let beforeSays = 0;
    for (const run of segment.match(RUNS) ?? []) {
      const words = humps(run);
      // Humps count one by one, and all of them also as one word: GraphQL, logIn.
      if (words.length > 1) says |= this.#ofWord(run.toLowerCase());
      for (const word of words) {
        const singular = stem(word);
        const phrase = this.#phrases.get(`${before}-${singular}`) ?? NO_PHRASE;
        says |= phrase.says | beforeSays & ~phrase.unlike;
        before = singular;
        beforeSays = this.#ofWord(word) & ~phrase.unlike;
      }
    }
    return says | beforeSays;
  }

  #ofWord(word: string): Says {
    if (word.length > LONGEST_WORD) return 0;
    return this.#known(word) ?? this.#ofCompound(withoutDigits(word));
  }

  /** What two words run together say: `authservice`, `usersession`. */
  #ofCompound(word: string): Says {
    let says = 0;
    for (let cut = 2; cut <= word.length - 2; cut++) {
      const left = word.slice(0, cut);
      const leftSays = this.#known(left);
      if (leftSays === undefined && !COMPANIONS.has(left)) continue;
      const right = word.slice(cut);
      const rightSays = this.#known(right);
      if (rightSays === undefined && !COMPANIONS.has(right) && !COMPANIONS.has(stem(right))) {
        continue;
      }
      says |= (leftSays ?? 0) | (rightSays ?? 0);
    }
    return says;
  }

  /** What a word of the table says, in singular or plural and with digits behind it. */
  #known(word: string): Says | undefined {
    return this.#vocabulary.get(word) ?? this.#vocabulary.get(withoutDigits(word)) ??
      this.#vocabulary.get(stem(word));
  }
}

/** A pattern of a file name with `*`, and perhaps of the folder it stands in. */
class Glob {
  readonly says: Says;
  readonly name: RegExp;
  /** The folder that the file has to stand in, between slashes; any folder where undefined. */
  readonly folder: string | undefined;
  readonly #anyDepth: boolean;

  constructor(pattern: string, says: Says) {
    const [, folder, slashes, name = ""] = /^(?:(.*?)(\/\/?))?([^/]*)$/.exec(pattern) ?? [];
    this.says = says;
    this.name = new RegExp(`^${name.replace(/[^\w*]/g, "\\$&").replaceAll("*", ".*")}$`, "s");
    this.folder = folder === undefined ? undefined : `/${folder}/`;
    this.#anyDepth = slashes === "//";
  }

  /** Whether the folder that ends at `slash` is the one of the pattern. */
  standsIn(path: string, slash: number): boolean {
    const wanted = this.folder ?? "";
    const folder = `/${path.slice(0, slash + 1)}`.toLowerCase();
    return this.#anyDepth ? folder.includes(wanted) : folder.endsWith(wanted);
  }
}

const MEMORY_ENTRIES = 1 << 15;
const MEMORY_KEY_LENGTH = 256;

/** What was read before: emptied when full, so that a million odd paths cannot fill the heap. */
class Memory<T> {
  readonly #entries = new Map<string, T>();
  readonly #read: (key: string) => T;

  constructor(read: (key: string) => T) {
    this.#read = read;
  }

  of(key: string): T {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const value = this.#read(key);
    if (this.#entries.size >= MEMORY_ENTRIES) this.#entries.clear();
    if (key.length <= MEMORY_KEY_LENGTH) this.#entries.set(key, value);
    return value;
  }
}

const SLASH = 47;
const COMPANIONS = new Set(COMPANION_WORDS);

/** Longer runs are hashes and generated names, and hold no word. */
const LONGEST_WORD = 40;

/** Letters and digits of ASCII and everything beyond it: no script is cut apart. */
const RUNS = /[a-zA-Z0-9\u0080-\uffff]+/g;

function lowerCase(texts: readonly string[] = []): string[] {
  return texts.map((text) => text.toLowerCase());
}

/** A word without its plural and the digits behind it: `keys2` is `key`, `entities` is `entity`. */
function stem(word: string): string {
  const text = withoutDigits(word);
  if (!text.endsWith("s")) return text;
  return text.endsWith("ies") ? `${text.slice(0, -3)}y` : text.slice(0, -1);
}

function withoutDigits(word: string): string {
  let end = word.length;
  while (end > 0 && word[end - 1]! >= "0" && word[end - 1]! <= "9") end--;
  return word.slice(0, end);
}

/** `AUTHService2` is `auth` and `service2`; `JWTs` is one word. */
function humps(run: string): string[] {
  if (!/.[A-Z]/s.test(run)) return [run.toLowerCase()];
  return run
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z](?!s(?![a-z]))[a-z])/g, "$1 $2")
    .toLowerCase()
    .split(" ");
}
