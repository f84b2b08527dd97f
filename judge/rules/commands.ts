/** What a command is for, as far as its words tell. */

/** A longer command is read up to here: scripts in a heredoc are as long as a file. */
const MAX_COMMAND = 2_000;

/** Programs that only show something: running one changes and proves nothing. */
const LOOKING: ReadonlySet<string> = new Set(
  ("ls cat bat head tail less more grep egrep rg ag find fd tree wc pwd cd echo printf which type " +
    "file stat du df diff env whoami date sort uniq cut jq true sleep history man").split(" "),
);

/** Uses of git and gh that only show something. */
const LOOKING_GIT =
  /^(?:git (?:status|log|diff|show|branch$|branch -|blame|remote|rev-parse|ls-files|fetch|stash list)|gh (?:pr|issue|run|repo) (?:view|list|status|diff|checks|watch)|gh api (?!(?:.*\s)?(?:-X|--method|-f|-F|--field|--raw-field|--input)\b))/;

/** Programs that fetch or store things: they succeed whether or not the work is right. */
const CARRYING =
  /^(?:git|gh|hub|glab|mkdir|touch|cp|mv|rm|chmod|chown|ln|tar|unzip|sed|export|source|npm (?:i|install|ci|add)|pnpm (?:i|install|add)|yarn (?:install|add)|bun (?:i|install|add)|pip3? install|poetry (?:install|add)|uv (?:sync|add|pip)|apt|apt-get|brew|cargo add|go (?:get|mod)|deno (?:add|install|fmt)|npx prettier|prettier|black|gofmt|cargo fmt)\b/;

/** Programs that bring something to where it is used. */
const DEPLOYING =
  /\b(?:deploy(?:ed|ment)?|kubectl (?:apply|rollout|set)|terraform apply|tofu apply|pulumi up|helm (?:install|upgrade)|vercel|netlify|wrangler|flyctl|fly (?:deploy|launch)|heroku|serverless|sls|cdk|docker push|npm publish|deno publish|cargo publish|twine upload|rsync|scp|firebase|gcloud|az |aws |ansible-playbook|gh (?:workflow run|release create))/i;

/** The commands of a line of shell, without what only leads to them or cuts their output. */
function parts(command: string): string[] {
  return command.slice(0, MAX_COMMAND).split(/&&|\|\||[;|\n]/).map((part) =>
    part.replace(/\d?>{1,2}\s?&?\S+/g, " ").trim().replace(/^(?:\w+=\S*\s+)+/, "")
      .replace(/^(?:sudo|time|timeout \S+|exec|command)\s+/, "")
  ).filter((part) => part !== "");
}

/** A program on the command line that only prints what stands there. */
const ONLY_PRINTS =
  /^(?:node|bun|deno eval|python[\d.]*|ruby|perl|php)\s+(?:-[a-z]+\s+)?(["'])\s*(?:console\.(?:log|info|error)|print|puts|echo|process\.stdout\.write|sys\.stdout\.write)\b[\s(]*(?!\1)["'`\\](?![\s\S]*\b(?:require|import|from|open|exec|spawn|fetch)\b)/;

/** What shows how machines, stores and packages stand. */
const LOOKING_ELSEWHERE =
  /^(?:aws \S+ (?:ls|list|describe|get)(?:-\S+)?(?!\S)|kubectl (?:-\S+ \S+ )*(?:get|describe|logs|top)|oc (?:get|describe|logs)|docker (?:ps|images|logs|inspect|stats|compose (?:ps|logs))|(?:gcloud|az)(?: [\w-]+){1,4} (?:list|describe|show)|npm (?:ls|list|view|outdated|audit$)|helm (?:list|status|get)|terraform (?:show|output|state list)|systemctl status|journalctl|redis-cli (?:get|keys|info)|psql\b.*-c ["'](?:\\d|select\b))/i;

function isLookingPart(part: string): boolean {
  return ONLY_PRINTS.test(part) || LOOKING_ELSEWHERE.test(part) ||
    LOOKING.has(part.split(/\s/, 1)[0] ?? "") ||
    LOOKING_GIT.test(part);
}

/** Whether a command only shows something. */
export function isLooking(command: string): boolean {
  return !/(?:^|[^>&\d])>{1,2}\s?[^&\s]/.test(command.slice(0, MAX_COMMAND)) &&
    parts(command).every(isLookingPart);
}

/** Whether a command runs something that was made, so that its end says something about the work. */
export function isTrying(command: string): boolean {
  return parts(command).some((part) => !isLookingPart(part) && !CARRYING.test(part));
}

/** Whether a command deploys or publishes. */
export function isDeploying(command: string): boolean {
  return parts(command).some((part) => DEPLOYING.test(part) && !isLookingPart(part));
}

/**
 * What tells one command from another: the same however loud it is and whatever cuts its output.
 */
export function commandKey(command: string): string {
  const doing = parts(command).filter((part) => !isLookingPart(part));
  const words = (doing.length > 0 ? doing : parts(command)).join(" && ").split(/\s+/);
  return words.filter((word) => !word.startsWith("-")).join(" ").slice(0, 200);
}

/** Whether a file explains and does not run: no check goes stale by it. */
export function isProse(path: string): boolean {
  return /\.(?:md|mdx|markdown|txt|rst|adoc|org)$/i.test(path) ||
    /(?:^|[\\/])(?:docs?[\\/]|license|changelog|readme|authors|notice)[^\\/]*$/i.test(path);
}

/** Whether a file can be run, built or checked: the work that wants verification. */
export function isProgram(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|py|pyi|rb|go|rs|java|kts?|scala|swift|c|cc|cpp|cxx|h|hpp|cs|fs|php|pl|ex|exs|erl|hs|clj|lua|dart|vue|svelte|astro|sql|sh|bash|zsh|ps1|zig|nim|r|jl|groovy|gradle|m|mm|sol|tf)$/i
    .test(path);
}

/** Whether a file is a test. */
export function isTest(path: string): boolean {
  return /(?:^|[\\/])(?:tests?|specs?|__tests__|e2e)[\\/]|[._-](?:test|spec|tests|specs)\.\w+$|(?:^|[\\/])test_[^\\/]*$/i
    .test(path);
}
