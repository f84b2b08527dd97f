/** What a path says of the code in it. */

const path = (...sources: string[]): RegExp => new RegExp(sources.join("|"), "i");

const TEST = path(
  String
    .raw`(?:^|/)(?:__tests?\w*__|tests?|testing|specs?|e2e|testdata|cypress|playwright|__mocks__)/`,
  String.raw`(?:^|/)[^/]+[-_.](?:tests?|spec|e2e|cy)\.[^/]+$`,
  String.raw`(?:^|/)(?:tests?|test_[^/]*|conftest)\.[^/]+$`,
);
/** Names in which only the hump tells a test from `latest`. */
const TEST_CLASS =
  /[a-z0-9](?:Tests?|Spec|IT|TestCase)\.(?:java|kt|kts|scala|groovy|cs|php|swift)$/;

const FOREIGN = path(
  String.raw`(?:^|/)(?:vendor|vendored|third[-_]?party|node_modules|external|bower_components)/`,
  String.raw`(?:^|/)(?:fixtures?|__fixtures__|testdata|snapshots?|golden|goldens|cassettes)/`,
  String.raw`(?:^|/)locales?/`,
);

const DOCS = path(
  String.raw`\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|org|tex|html?|svg|po|pot|ipynb)$`,
  String.raw`(?:^|/)(?:docs?|documentation|man|website)/`,
  String.raw`(?:^|/)(?:changelog|changes|authors|license|notice|readme)[^/]*$`,
);

/** Programs that people start and read the output of, and what shows how to use something. */
const PROGRAM = path(
  String.raw`(?:^|/)(?:bin|cmd|cli|scripts?|tools?|tooling|bench(?:mark)?s?|perf|demos?|samples?)/`,
  String
    .raw`(?:^|/)(?:examples?|playgrounds?|templates?|commands|tasks|ci|build|hack|contrib|migrations?|seeds?)/`,
  String.raw`(?:^|/)(?:create-|template-)[^/]+/|(?:^|/)\.[^/]+/`,
  String.raw`(?:^|/)(?:main|cli|setup|manage|noxfile|tasks|fabfile|gulpfile|gruntfile)\.[^/]+$`,
  String
    .raw`\.config\.[^/]+$|(?:^|/)(?:[^/]+[-_])?(?:cli|script|repl|logger|console|debug)\.[^/]+$`,
);

/** Whether it is a test, or serves tests only. */
export function isTest(path: string): boolean {
  return TEST.test(path) || TEST_CLASS.test(path);
}

/** Whether it was not written to be maintained here: vendored, fixtures, translations. */
export function isForeign(path: string): boolean {
  return FOREIGN.test(path);
}

/** Whether it is written to be read by people. */
export function isDocs(path: string): boolean {
  return DOCS.test(path);
}

/** Whether printing is what it may well be for. */
export function isProgram(path: string): boolean {
  return PROGRAM.test(path);
}
