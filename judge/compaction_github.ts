/** Work on GitHub: by the tools that were used and by what was spoken of. */

import type { Turn } from "./conversation.ts";
import { countsSomethingElse, kindBefore } from "./said/numbers.ts";

/** A pull request or an issue that was spoken of. */
export interface Reference {
  readonly kind: "pull_request" | "issue" | "unknown";
  /** Null where only the words "pull request" stand there. */
  readonly number: number | null;
  /** Whether the number stands there alone, and what it is was told by the words before it. */
  readonly bare: boolean;
  readonly written: string;
}

/** Commands that mean work on GitHub or on what goes there. */
const COMMANDS =
  /\bgh\s+(?:pr|issue)\s+(?:create|comment|edit|close|reopen|merge|review|ready|view|checkout|checks)\b|\bgit\s+(?:-\S+\s+\S+\s+)?(?:commit|push|branch|checkout -b|switch -c)\b/i;

/** Commands after which GitHub already says how things stand. */
const REPORTING = /\bgh\s+(?:pr\s+(?:create|comment|merge|close)|issue\s+(?:comment|close))\b/i;

/** Messages that say that nothing is left to tell GitHub. */
const CLOSED =
  /\b(?:merged|closed|(?:commented|posted|left a comment|added a comment|updated) (?:on |to )?(?:the )?(?:pr|pull request|issue))\b/i;

/** So many references are read. */
const MAX_REFERENCES = 50;

/** Whether commands of git or gh are in a text of tools. */
export function hasGithubCommand(tools: string): boolean {
  return COMMANDS.test(tools);
}

/** Whether GitHub has been told, by the tools or by the message. */
export function isReported(tools: string, lastResponse: string): boolean {
  return REPORTING.test(tools) || CLOSED.test(lastResponse.slice(0, 20_000));
}

/** What a text refers to: `#123`, `PR #34`, `PR34`, `issue #42`, `pull request`, and addresses. */
export function referencesIn(text: string): Reference[] {
  const pattern =
    /\/(pull|issues)\/(\d{1,7})\b|\b(prs?|pull requests?|issues?)[\s:]{0,3}#?(\d{1,7})\b|\bgh\s+(pr|issue)\s+\w{2,12}\s+(\d{1,7})\b|(?<![\w&/])#(\d{1,7})\b|\b(pull request)s?\b|\b(PR)s?\b/gi;
  const found: Reference[] = [];
  for (const match of text.matchAll(pattern)) {
    const [written, path, byPath, word, byWord, gh, byGh, bare, words, short] = match;
    const digits = byPath ?? byWord ?? byGh ?? bare ?? null;
    const name = (path ?? word ?? gh ?? words ?? short ?? "").toLowerCase();
    // A lower-case "pr" alone is too often no pull request.
    if (short !== undefined && !/^PR/.test(short)) continue;
    if (bare !== undefined && countsSomethingElse(text, match.index, bare)) continue;
    const kind = bare !== undefined
      ? kindBefore(text, match.index)
      : name.startsWith("issue")
      ? "issue"
      : "pull_request";
    found.push({
      kind,
      number: digits === null ? null : Number(digits),
      bare: bare !== undefined,
      written: bare === undefined || kind === "unknown"
        ? written.trim()
        : `${kind === "issue" ? "issue" : "PR"} #${digits}`,
    });
    if (found.length >= MAX_REFERENCES) break;
  }
  return found;
}

/** The reference that matters: one with a number, by the name that it has elsewhere. */
export function mainReference(texts: readonly string[]): Reference | null {
  const all = texts.flatMap(referencesIn);
  const first = all.find(({ number }) => number !== null) ?? all[0] ?? null;
  if (first === null || first.kind !== "unknown") return first;
  return all.find(({ number, kind }) => number === first.number && kind !== "unknown") ?? first;
}

/** Whether a text tells of work on an issue or a pull request, which it names. */
export function isAboutIssue(text: string): boolean {
  const read = text.slice(0, 2_000);
  const named =
    /\b(?:fix|resolve|close|implement|investigate|address|work(?:ing)? on|handle|finish|review)\b[^.\n]{0,80}\b(?:issue|pr|pull request) ?#?\d/i
      .test(read);
  return named || referencesIn(read).some(({ kind, bare }) => bare && kind !== "unknown");
}

/** The tools of turns as one text, their commands included. */
export function toolTexts(turns: readonly Turn[]): string {
  return turns.flatMap(({ calls }) => calls).slice(-MAX_TOOLS).map(({ name, input }) => {
    const command = input["command"] ?? input["filePath"] ?? input["file_path"] ?? "";
    return `${name}: ${typeof command === "string" ? command.slice(0, 300) : ""}`;
  }).join("\n");
}

/** So many of the last calls are looked at. */
const MAX_TOOLS = 200;
