/** What a shell command puts into files and takes out of them, as far as its words tell. */

import type { SimpleCommand } from "./shell_line.ts";
import { invocationOf, isOption } from "./shell_words.ts";

/** Text that goes and text that comes. */
interface Change {
  readonly before: string;
  readonly after: string;
}

/** A replacement as `sed` and `perl` write it, with whatever stands between its parts. */
const SUBSTITUTION =
  /(?:^|[;{}\s\d,$/!])s([/|#,@!~%])((?:\\.|(?!\1)[^\n\\])*)\1((?:\\.|(?!\1)[^\n\\])*)\1/g;

/** Lines that `sed` puts in: `a\ text`, `3i text`. */
const INSERTED = /(?:^|[;\n{/\d$]) {0,3}[aic](?:\\| )\s{0,4}([^\n]{1,2000})/g;

/** A replacement as programs write it. */
const REPLACED =
  /(?:replace(?:All)?|sub|gsub)\(\s{0,9}(?:r?(["'`])((?:\\.|(?!\1)[^\\]){0,2000})\1|\/((?:\\.|[^/\\\n]){0,2000})\/\w{0,5})\s{0,9},\s{0,9}r?(["'`])((?:\\.|(?!\4)[^\\]){0,2000})\4/g;

const SCRIPTED = /^(?:g?sed|perl)$/;
const INTERPRETERS = /^(?:python[\d.]{0,6}|node|deno|ruby|bun|php)$/;

/** How much is read of what one command writes. */
const MOST = 100_000;

/** What a command changes in the files that it writes. */
export function shellChange({ words, documents, writes }: SimpleCommand): Change {
  const invocation = invocationOf(words);
  if (invocation === null) return { before: "", after: "" };
  const { program, args } = invocation;
  if (SCRIPTED.test(program)) {
    return replaced(args.filter((arg) => !isOption(arg)).join("\n").slice(0, MOST));
  }
  const text = documents.join("\n").slice(0, MOST);
  if (INTERPRETERS.test(program)) return programmed(`${text}\n${args.join("\n")}`.slice(0, MOST));
  if (program === "npm") return { before: "", after: args.join(" ").slice(0, MOST) };
  const printed = writes.length > 0 && /^(?:echo|printf)$/.test(program) ? args.join(" ") : "";
  return { before: "", after: `${text}\n${printed}`.slice(0, MOST) };
}

function replaced(script: string): Change {
  const parts = [...script.matchAll(SUBSTITUTION)];
  const added = [...script.matchAll(INSERTED)].map(([, text = ""]) => text);
  return {
    before: parts.map(([, , from = ""]) => plain(from)).join("\n"),
    after: [...parts.map(([, , , to = ""]) => plain(to)), ...added].join("\n"),
  };
}

/** Where a program replaces something, only what it puts in its place is new. */
function programmed(code: string): Change {
  const parts = [...code.matchAll(REPLACED)];
  if (parts.length === 0) return { before: "", after: code };
  return {
    before: parts.map(([, , from, pattern]) => plain(from ?? pattern ?? "")).join("\n"),
    after: parts.map(([, , , , , to = ""]) => plain(to)).join("\n"),
  };
}

function plain(pattern: string): string {
  return pattern.replace(/\\(.)/g, "$1");
}
