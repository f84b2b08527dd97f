/**
 * What was decided, and may not be undone in silence: `@RATIONALE` and `@REJECTED` in source texts,
 * and architecture decision records.
 *
 * A rejected path is known by its own key: the names in backticks and the files that its text
 * names, or else its words up to the first mark of punctuation, as they stand. Nothing is compared
 * by likeness. Reads at most a million characters of a text; the cost is linear, and nothing throws.
 */

import { fieldsIn, isUnfilled, type Line, linesOf, saysSomething } from "./form.ts";
import { fault, type Violation } from "./protocol.ts";

/** A decision that binds those who come later. */
export interface Decision {
  /** `ADR-0007`, or where it stands and its number there, such as `Sessions#rejected-1`. */
  readonly id: string;
  readonly kind: "adr" | "tag";
  readonly status: "rejected" | "superseded" | "rationale";
  /** The `[DEF:id:Type]` that it stands in; null outside of any. */
  readonly scope: string | null;
  /** What was decided; of a rejection what was rejected, and why if that was told. */
  readonly text: string;
  readonly path: string;
  readonly line: number;
}

/** How much is read, compared and told: nothing outside decides what it costs. */
const MOST = {
  ...{ source: 1_000_000, line: 1_000, text: 2_000, tagLines: 20, decisions: 500 },
  ...{ memory: 2_000, faults: 50 },
};

const COMMENT = /^(?:\{[ \t]{0,4})?(\/\/+!?|#+!?|--+(?!>)|\/\*+!?|\*+(?![/*])|<!--+|"""|''')/;
const LIST_ITEM = /^(?:[-+*]|\d{1,3}[.)])[ \t]+/;
const COMMENT_END = /(?:\*\/|-->|"""|''').*$/;

/** A tag in a comment that stands behind code, and in no string of it. */
const BEHIND_CODE =
  /^(?:[^"`]|"[^"]*"|`[^`]*`)*?\s(?:\/\/|#|--|\/\*|<!--)\s*(@R(?:ATIONALE|EJECTED)\b.*)$/;

/**
 * Reads a line of a comment or of Markdown, or the tag behind code: what it says, the mark that a
 * further line of the same comment begins with, and whether nothing more belongs to it. Nothing
 * here knows a language.
 */
function commentIn(line: string) {
  const whole = line.slice(0, MOST.line).trim();
  const [opening = "", written = ""] = COMMENT.exec(whole) ?? [];
  const behind = opening === "" ? BEHIND_CODE.exec(whole)?.[1] : undefined;
  const said = (behind ?? whole.slice(opening.length)).trim();
  const [item = ""] = LIST_ITEM.exec(said) ?? [];
  const text = said.slice(item.length);
  const isBlock = /^[/<"'*]/.test(written) && !written.startsWith("//");
  return {
    text: text.replace(COMMENT_END, "").trim(),
    mark: isBlock ? "" : written.slice(0, /^[/-]/.test(written) ? 2 : 1),
    isItem: item !== "",
    closes: behind !== undefined || COMMENT_END.test(text),
  };
}

const TAG = /^\*{0,2}@(RATIONALE|REJECTED)\*{0,2}(?=[:\s]|$)[:\s]{0,10}/;
const OTHER_TAG = /^\*{0,2}@[A-Za-z]/;
const SCOPE = /^\[(\/?)DEF(?::([^\]:\s]{1,120})(?::([^\]\s]{1,60}))?)?\]/;

/** A tag that is being read: its decisions, an item each where it `lists`, and its comment. */
type Draft =
  & Pick<Decision, "status" | "line" | "scope" | "kind">
  & { readonly texts: string[]; lists: boolean; isItem: boolean; mark: string };

/**
 * The decisions that tags of a text record, in its order. A tag begins what its line says; its text
 * goes on until a blank line, another tag, a scope's mark or the end of the comment. Where nothing
 * stands beside the tag, each item below it is a decision.
 */
export function readTags(path: string, text: string): Decision[] {
  const scopes: { id: string; type: string }[] = [];
  const drafts: Draft[] = [];
  let open: Draft | null = null;
  for (const { text: whole, number: line } of linesOf(text.slice(0, MOST.source))) {
    if (drafts.length >= MOST.decisions) break;
    const { text: said, mark, isItem, closes } = commentIn(whole);
    const [tag, name] = TAG.exec(said) ?? [];
    const [scope, slash, id, type = ""] = SCOPE.exec(said) ?? [];
    if (tag !== undefined) {
      const status = name === "REJECTED" ? "rejected" : "rationale";
      const kind = scopes.some(({ type }) => type.toUpperCase() === "ADR") ? "adr" : "tag";
      const [beside, scope] = [said.slice(tag.length), scopes.at(-1)?.id ?? null];
      open = { status, kind, scope, line, mark, isItem, texts: [beside], lists: beside === "" };
      drafts.push(open);
    } else if (scope !== undefined) {
      open = null;
      const at = scopes.findLastIndex((one) => id === undefined || one.id === id);
      if (slash === "/") scopes.length = at < 0 ? scopes.length : at;
      else if (id !== undefined && scopes.length < 100) scopes.push({ id, type });
    } else if (open !== null) {
      // Beside other items a tag ends with its own; below a tag in words they are part of its text.
      const isOther = said === "" || OTHER_TAG.test(said) || mark !== open.mark ||
        line >= open.line + MOST.tagLines || (isItem && open.isItem && !open.lists);
      if (isOther) open = null;
      else if (isItem && open.lists) open.texts.push(said);
      else open.texts.push(`${open.texts.pop()} ${said}`);
    }
    if (closes) open = null;
  }
  const counts = new Map<string, number>();
  return drafts.flatMap(({ texts, status, kind, scope, line }) =>
    texts.map((said) => said.trim().slice(0, MOST.text))
      .filter((said) => saysSomething(said) && !isUnfilled(said)).map((said) => {
        // Named by where it stands and its number there: an edit elsewhere moves none.
        const place = `${scope ?? path}#${status}`;
        const count = (counts.get(place) ?? 0) + 1;
        counts.set(place, count);
        return { id: `${place}-${count}`, kind, status, scope, text: said, path, line };
      })
  ).slice(0, MOST.decisions);
}

const ADR_FOLDER =
  /(?:^|\/)(?:adrs?|decisions|architect(?:ure|ural)[-_]decisions|decision[-_]records)\/(?:[^/]+\/)?$/i;
const ADR_FILE = /^(?:adr[-_ ]?)?\d{1,5}(?:[-_. ].*)?\.(?:md|markdown|mdx)$/i;

/** Whether a file is a decision record by its folder and name, such as `docs/adr/0007-queue.md`. */
export function isAdrPath(path: string): boolean {
  const name = fileName(path);
  const folder = path.slice(-1_000, -name.length).replaceAll("\\", "/");
  return ADR_FILE.test(name) && !/template/i.test(name) && ADR_FOLDER.test(folder);
}

const HEADING = /^(#{1,6})[ \t]+(.*)$/;
const STATUS = /^[\s>*_|+-]*status[*_]{0,2}\s{0,4}[:|]\s*(.+)$/i;
const NUMBERED = /^(?:ADR[-_ #]{0,3})?\d{1,5}(?:\s{0,3}[-.:–—)]+\s{0,3}|\s+|$)/i;

/** The words of a record's status field, as the common templates have them. */
const STATUSES: readonly (readonly [RegExp, Decision["status"]])[] = [
  [/^\W*(?:rejected|declined)\b/i, "rejected"],
  [/^\W*(?:super[sc]eded|deprecated|replaced)\b/i, "superseded"],
  [/^\W*(?:accepted|approved|adopted)\b/i, "rationale"],
];

/**
 * The decisions of a record: its title under the status that it states, and each item of a section
 * that is headed as rejected. A record without a known status does not bind by its title.
 */
export function readAdr(path: string, text: string): Decision[] {
  const stem = fileName(path).replace(/\.\w{1,8}$/, "");
  const number = /\d{1,5}/.exec(stem)?.[0];
  const id = number === undefined ? stem || path : `ADR-${number.padStart(4, "0")}`;
  let title: { text: string; line: number } | null = null;
  let status: Decision["status"] | null = null;
  let scope: string | null = null;
  let [level, heading] = [0, ""];
  const rejected: { text: string; line: number }[] = [];
  for (const { text: whole, number: line } of linesOf(text.slice(0, MOST.source))) {
    const said = whole.slice(0, MOST.line).trim();
    const [, marks, name = ""] = HEADING.exec(said) ?? [];
    scope ??= SCOPE.exec(commentIn(said).text)?.[2] ?? null;
    if (marks !== undefined) {
      [level, heading] = [marks.length, name];
      if (level === 1) title ??= { text: plain(name).replace(NUMBERED, "").trim() || stem, line };
    } else if (said !== "") {
      const isStatus = /^(?:\d{1,2}[.)]?\s+)?status\b/i.test(heading);
      const told = isStatus ? said : STATUS.exec(said)?.[1] ?? "";
      status ??= STATUSES.find(([words]) => words.test(told))?.[1] ?? null;
      const item = LIST_ITEM.exec(said)?.[0];
      if (level < 2 || !/^rejected\b/i.test(heading)) continue;
      if (item !== undefined) rejected.push({ text: plain(said.slice(item.length)), line });
      else if (rejected.length > 0) rejected.at(-1)!.text += ` ${plain(said)}`;
    }
  }
  title ??= { text: stem.replace(/[-_]+/g, " "), line: 1 };
  const stated = status === null ? [] : [{ ...title, id, status }];
  const items = rejected.slice(0, MOST.decisions).map((item, at) => ({
    ...{ ...item, id: `${id}#rejected-${at + 1}`, status: "rejected" as const },
  }));
  return [...stated, ...items].map((one) => ({
    ...{ ...one, text: one.text.slice(0, MOST.text), kind: "adr", scope, path },
  }));
}

/** A file without its folder. */
function fileName(path: string): string {
  return path.slice(-1_000).split(/[\\/]/).at(-1)!;
}

/** Words without Markdown's emphasis. */
function plain(text: string): string {
  return text.replace(/\*\*|__/g, "").trim();
}

/** What a text rejects, without why: its words up to the first mark of punctuation. */
function pathOf({ text }: Decision): string {
  const masked = text.replace(/`[^`\n]{1,80}`/g, (name) => "x".repeat(name.length));
  const end = /[:;,(]|\.(?:\s|$)|\s[-–—]+\s/.exec(masked)?.index;
  return text.slice(0, end).trim() || text;
}

/** The exact keys of a rejected path, each with whether its case counts. */
function keysOf(decision: Decision): { readonly key: string; readonly exact: boolean }[] {
  const path = pathOf(decision);
  const names = [...path.matchAll(/`([^`\n]{2,80})`|(?:^|\s)((?:[\w@.-]+\/)+[\w@.-]+)(?=\s|$)/g)]
    .map(([, name, file]) => (name ?? file ?? "").replace(/\(\)?$/, "").trim())
    .filter((name) => /\p{L}/u.test(name));
  if (names.length > 0) return names.map((key) => ({ key, exact: true }));
  const words = path.replace(/\s+/g, " ").toLowerCase();
  return /\p{L}{3}/u.test(words) ? [{ key: words, exact: false }] : [];
}

/** The lines that name a rejected path that no revision reopens, each path once. */
export function findRejected(
  lines: readonly (Line & { readonly where: string })[],
  memory: readonly Decision[],
  isOpen: (decision: Decision) => boolean,
): Violation[] {
  const whole = lines.map(({ text }) => text.slice(0, MOST.line)).join("\n");
  const loose = whole.replace(/[^\S\n]+/g, " ").toLowerCase();
  const found: Violation[] = [];
  for (const decision of memory.slice(0, MOST.memory)) {
    if (decision.status !== "rejected" || found.length >= MOST.faults) continue;
    const { id, path, line } = decision;
    const [named] = keysOf(decision).flatMap(({ key, exact }) => {
      const text = exact ? whole : loose;
      const at = wordIn(text, key);
      return at < 0 ? [] : [lines[text.slice(0, at).split("\n").length - 1]!];
    });
    if (named === undefined || isOpen(decision)) continue;
    const values = [named.text, `${id} (${path}:${line})`, pathOf(decision), id.split("#")[0]];
    found.push(fault("rejected_path", [named.where, named.number], ...values));
  }
  return found;
}

/** What a text says of a decision by its name: a record's id, a scope, a file. */
export function names(text: string, { id, scope, path }: Decision): boolean {
  const lower = text.toLowerCase();
  return [id, id.split("#")[0]!, scope ?? id, path]
    .some((name) => wordIn(lower, name.toLowerCase()) >= 0);
}

/** Where a name stands in a text as a word of its own; negative where it does not. */
function wordIn(text: string, name: string): number {
  if (name === "") return -1;
  let at = text.indexOf(name);
  const isPart = () =>
    /[\p{L}\p{N}_]/u.test(`${text[at - 1] ?? ""} ${text[at + name.length] ?? ""}`);
  while (at >= 0 && isPart()) at = text.indexOf(name, at + name.length);
  return at;
}

const REVISION = /^(?:[-*+>#/\s]|<!--|\/\*){0,12}(?=[*_`]{0,3}(?:decision_revision|new_evidence))/;

/**
 * What the explicit revisions of a text are about: `decision_revision:` with the decision's id,
 * scope or file, and `new_evidence:` with what is known now. Without evidence nothing is revised.
 */
export function revisionsIn(text: string): string[] {
  if (!text.includes("decision_revision")) return [];
  const lines = linesOf(text.slice(0, MOST.source))
    .map(({ text, number }) => ({ text: text.replace(REVISION, ""), number }));
  const isField = (name: string) => name === "decision_revision" || name === "new_evidence";
  const found = new Set<string>();
  let about = "";
  for (const { name, text, items } of fieldsIn(lines, isField).fields) {
    const said = [text, ...items].filter((value) => saysSomething(value) && !isUnfilled(value));
    if (name === "decision_revision") about = said.join(" ");
    else if (about !== "" && said.length > 0) found.add(about);
  }
  return [...found].slice(0, MOST.faults);
}

/** The tags that a patch takes out and does not put in again, word for word. */
export function findRemovedTags(patch: readonly Line[], isOpen: (one: Decision) => boolean) {
  const side = (sign: "-" | "+") => {
    const lines = patch.map(({ text }) => [sign, " "].includes(text[0]!) ? text.slice(1) : "");
    return readTags("patch", lines.join("\n"));
  };
  const after = side("+").map(({ status, text }) => `${status} ${text}`);
  const isKept = ({ status, text }: Decision) =>
    after.some((kept) => kept.startsWith(`${status} ${text}`));
  return side("-").filter((decision) => !isKept(decision) && !isOpen(decision)).slice(
    0,
    MOST.faults,
  ).map(({ status, text, line }) =>
    fault("removes_tag", ["answer", patch[line - 1]?.number ?? null], status, text)
  );
}
