/**
 * Secrets that only their name gives away: `password=…`, `"token": "…"`, `--api-key …`.
 *
 * A name alone proves nothing ("the token expires"), so what stands behind it has to look like a
 * value. The surer the syntax, the less is asked of it: between quotes or tightly behind `=`
 * nearly everything is one; behind a colon, where prose stands too, it needs a digit or a symbol.
 *
 * Every repetition is bounded or ends its pattern, so that the work stays linear in the text.
 */

/** Names of passwords, which people choose: short and wordlike ones count. */
export const PASSWORDS = "pass(?:word|wd|phrase|code)|(?<=[a-z0-9][_-])pass|pwd";

/** Names of secrets that machines make: long, and hardly ever without a digit. */
export const SECRETS = "secret(?:[ _-]?(?:access[ _-]?)?key(?:[_-]?base)?)?|token|credentials?" +
  "|(?:api|access|private|auth|signing|encryption|master)[ _-]?key|authorization|(?<![a-z])_auth";

/** What may close a name: quotes (escaped, in JSON in JSON), brackets, Markdown's stars. */
const CLOSE = String.raw`[\\"'\x60*\]]{0,6}`;
const GAP = String.raw`[ \t]{0,4}`;
const TYPED = `(?:${GAP}:${GAP}(?:string|str)${GAP}(?==))?`;
const QUOTE = String.raw`(?<quote>\\{0,3}["'\x60])`;

/** Whole values that are a type, a placeholder or a reference, not a secret. */
const HARMLESS =
  String.raw`(?:string|str|number|int|integer|boolean|bool|bytes|any|unknown|object` +
  String.raw`|null|nil|none|undefined|true|false|void|never|value|optional|required|empty|hidden` +
  String
    .raw`|missing|invalid|expired|password|passwd|secret|token|api[_-]?key|redacted|your[\w-]*` +
  String
    .raw`|\$\{[^}]{0,80}\}|\{{1,2}[^}]{0,80}\}{1,2}|<[^>]{0,80}>|%\w{1,40}%` +
  String.raw`|\*{3,}|x{3,}|\.{3,}|…|(?:process\.env|Deno\.env|os\.environ|self|this)\.[\w.]*)`;
const MARK = String.raw`(?:(?:bearer|basic|token) )?\[redacted`;
const END = String.raw`(?=[\s"'\x60;,()\[\]{}|&\\]|[.?!](?:\s|$)|$)`;
const CALL = String.raw`[a-z_.$]{1,80}\(`;
const LOCATION = String.raw`\.{0,2}~?\/[\w.-]+\/|\w{1,12}:\/\/`;

const QUOTED = String.raw`(?!${MARK}|${HARMLESS}\k<quote>|[\s,.;:)\]}])` +
  String.raw`(?:(?!\k<quote>)(?:\\[^\r\n]|[^\\\r\n])){4,}`;
const TIGHT = String.raw`(?!${MARK}|${HARMLESS}${END}|${CALL}|[{(])` +
  String.raw`(?:\[redacted: [a-z -]{1,40}\]|[^\s"'\x60;&<>\[\]\\|]){4,}`;
const BARE = String.raw`[^\s"'\x60;,()\[\]{}<>\\|&]`;
const LOOSE = `(?!${MARK}|${HARMLESS}${END}|${CALL}|${LOCATION})`;
const TELLING = String.raw`(?=${BARE}{0,63}[0-9!@#$%^*+=~?])`;

/** What follows a flag's name when people write about the flag. */
const ABOUT = "(?:flags?|options?|arguments?|parameters?|switch|with|from|when|that|this|which" +
  "|then|instead|must|should|does|takes|needs|reads|works|prompts|will|here|into|only|also)";

/** Patterns for the assignments of these names, surest syntax first; `least` bounds loose values. */
export function assignments(names: string, least: number): RegExp[] {
  const name = `(?:${names})${CLOSE}`;
  const flag = String.raw`(?<![\w-])--?[\w-]{0,32}?(?:${names})[ \t]{1,4}`;
  return [
    `(?<keep>(?:${name}${TYPED}${GAP}(?:=>|:=|={1,3}|:)${GAP}|${flag})${QUOTE})${QUOTED}`,
    `(?<keep>${name}=)${TIGHT}`,
    `(?<keep>${name}${TYPED}${GAP}(?:=>|:=|={1,3}|:)${GAP})${LOOSE}${TELLING}${BARE}{${least},}`,
    `(?<keep>${flag})${LOOSE}(?!-|${ABOUT}${END})${TELLING}${BARE}{${least},}`,
  ].map((source) => new RegExp(source, "gi"));
}

/** Passwords without a digit: alone at the end of a line (YAML), or behind a flag. */
export const WORDLIKE_PASSWORDS: RegExp[] = [
  String.raw`(?<keep>(?:${PASSWORDS})${CLOSE}${GAP}:[ \t]{1,4})${LOOSE}${BARE}{6,}` +
  String.raw`(?=[ \t]{0,8}(?:[\r\n]|\\[nr]|$))`,
  String.raw`(?<keep>(?<![\w-])--?[\w-]{0,32}?(?:${PASSWORDS})[ \t]{1,4})${LOOSE}` +
  String.raw`(?!-|${ABOUT}${END})${BARE}{4,}`,
  String.raw`(?<keep>(?<![\w-])(?:-u|--user)[ \t=]{1,4}["']?[^\s:"']{1,64}:)(?!${MARK}|\/\/)` +
  String.raw`[^\s"']{3,}`,
].map((source) => new RegExp(source, "gi"));
