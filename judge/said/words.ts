/**
 * A piece of markdown as plain words. Code and quoted text are not the agent's own words: they
 * become a sign such as `⟦code⟧`. Code that is a check or a secret's name says which, since "run
 * `npm test`" and "set `API_KEY`" mean different things.
 */

/** What code stands for, the first that fits. */
const CODE_SIGNS: readonly (readonly [sign: string, code: RegExp, reason: string])[] = [
  [
    "secret",
    /^\$?[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|PASSPHRASE|CREDENTIALS?|DSN|PAT)\b/,
    "the name of a variable that holds a secret",
  ],
  [
    "login",
    /^(?!(?:git|cd|cat|ls|grep|rg|node|deno|python3?|make) )(?:(?:[\w./-]+ ){1,3}(?:log-?in|sign-?in)\b(?!\.)|[\w-]+ auth(?:enticate)? ?(?:log-?in|refresh|web|application-default|setup|$)|aws (?:sso|configure)\b|kinit\b|ssh-add\b|tailscale up\b)/,
    "a command that asks who one is, in a browser or for a password",
  ],
  [
    "error",
    /^(?:(?:fatal )?error\b|ERR[!_]|E[A-Z]{4,}\b|(?:\w+\.)*\w*(?:Error|Exception)\b:|panic\b|traceback\b|exit (?:code |status )?[1-9])/i,
    "what a program says that failed",
  ],
  [
    "types",
    /^(?:(?:npx|bunx|pnpm|yarn|uv run|poetry run) )?(?:tsc|mypy|pyright|vue-tsc|deno check|cargo check)\b/,
    "type checkers by their own name",
  ],
  [
    "types",
    /^(?:npm|pnpm|yarn|bun|deno|make|just)\b.{0,20}\b(?:type-?check|check-types|types)\b/,
    "a script that is named for type checking",
  ],
  [
    "lint",
    /^(?:(?:npx|bunx|pnpm|yarn|uv run|poetry run) )?(?:eslint|ruff|flake8|pylint|biome|golangci-lint|shellcheck|deno lint|cargo clippy|rubocop)\b/,
    "linters by their own name",
  ],
  ["lint", /^(?:npm|pnpm|yarn|bun|deno|make|just)\b.{0,20}\blint\b/, "a script named lint"],
  [
    "test",
    /^(?:(?:npx|bunx|pnpm|yarn|uv run|poetry run|bundle exec) )?(?:vitest|jest|pytest|rspec|mocha|tox|ctest|phpunit|playwright|cypress)\b/,
    "test runners by their own name",
  ],
  [
    "test",
    /^(?:npm|pnpm|yarn|bun|deno|cargo|go|make|just|mvn|gradle|\.\/gradlew|dotnet|mix|swift|python -m|rails|sbt)\b.{0,30}\btests?\b/,
    "a command with the word test",
  ],
  [
    "build",
    /^(?:npm|pnpm|yarn|bun|deno|cargo|go|make|just|mvn|gradle|\.\/gradlew|dotnet|swift|docker|vite|next|npx|webpack)\b.{0,30}\b(?:build|package|assemble|compile)\b/,
    "a command with the word build",
  ],
];

function signOf(code: string): string {
  const text = code.trim().slice(0, 120);
  return `⟦${CODE_SIGNS.find(([, pattern]) => pattern.test(text))?.[0] ?? "code"}⟧`;
}

/** Puts something else in the place of all code within a text. */
export function replaceCode(text: string, by: (code: string) => string): string {
  let out = "";
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf("`", at);
    if (start < 0) break;
    let end = start;
    while (text[end] === "`") end++;
    const marks = text.slice(start, end);
    let close = text.indexOf(marks, end);
    // A longer run of marks is not the end of a shorter one.
    while (close >= 0 && (text[close + marks.length] === "`" || text[close - 1] === "`")) {
      close = text.indexOf(marks, close + marks.length);
    }
    if (close < 0) {
      out += text.slice(at, end);
      at = end;
      continue;
    }
    out += text.slice(at, start) + by(text.slice(end, close));
    at = close + marks.length;
  }
  return out + text.slice(at);
}

function quoteSign(quoted: string): string {
  const inner = quoted.slice(1, -1);
  // One small word in quotes is a manner of speaking: the "flaky" test.
  return /^[a-z-]{2,20}$/.test(inner) ? inner : "⟦quote⟧";
}

/** The plain words of a piece of markdown. */
export function wordsOf(markdown: string): string {
  return replaceCode(markdown, signOf)
    .replace(/[‘’]/g, "'")
    .replace(/"[^"]{1,300}"|“[^”]{1,300}”/g, quoteSign)
    .replace(/!?\[([^[\]]{0,300})\]\([^()\s]{0,500}\)/g, "$1")
    .replace(/https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0)\b[^\s)>\]]{0,500}/g, "⟦local⟧")
    .replace(/https?:\/\/[^\s)>\]]{1,500}/g, "⟦url⟧")
    .replace(/~~[^~]{1,300}~~/g, "")
    .replace(/\*\*|__/g, "")
    .replace(/(^|[\s([])[*_]([^*_\s][^*_]{0,200})[*_](?![\p{L}\p{N}])/gu, "$1$2")
    .replace(/[✅✓✔☑🟢]/gu, " ✓ ")
    .replace(/[❌✗✘🔴🚫]/gu, " ✗ ")
    .replace(/(?![✓✗©®™])\p{Extended_Pictographic}|\uFE0F|\u200D/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
