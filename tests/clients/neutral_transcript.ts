/**
 * A transcript without what tells of one machine and one run: places, ids and times become the same
 * everywhere. The client's own bookkeeping keeps its form and loses its content, which is long and
 * not ours to keep.
 */

/** Lines and attachments that a reader of conversations looks at; others it has to pass over. */
const READ_TYPES = new Set(["user", "assistant", "queue-operation", "permission-mode"]);
const READ_ATTACHMENT = "queued_command";

/** What is left of the others: so many entries of a list, so deep. */
const MAX_ENTRIES = 2;
const MAX_DEPTH = 4;

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const API_ID = /\b(toolu|msg|req)_[0-9A-Za-z]{20,}/g;
const HASH = /\b[0-9a-f]{32,64}\b/g;
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Members whose values name something that the client started. */
const STARTED = /"(?:backgroundTaskId|agentId|task_id)":"([\w-]+)"/g;

const BEGIN = Date.parse("2026-01-01T00:00:00.000Z");

/** The neutral form. `places` says what the folders of this machine are called in it. */
export function neutralTranscript(
  text: string,
  places: Readonly<Record<string, string>>,
): string {
  const lines = text.split("\n").filter(Boolean).map((line) => shortened(JSON.parse(line)));
  let neutral = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  for (const [folder, place] of Object.entries(places)) {
    // As it is, in an address, and as the client names its own folder for it.
    neutral = neutral.replaceAll(folder, place)
      .replaceAll(encodeURI(folder), place)
      .replaceAll(folder.replaceAll(/[^A-Za-z0-9]/g, "-"), place.replaceAll("/", "-"));
  }
  const started = [...new Set(Array.from(neutral.matchAll(STARTED), ([, id]) => id!))];
  started.forEach((id, n) => neutral = neutral.replaceAll(id, `started${n + 1}`));
  neutral = numbered(
    neutral,
    UUID,
    (n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
  );
  neutral = numbered(neutral, API_ID, (n, id) => `${id.slice(0, id.indexOf("_"))}_${n}`);
  neutral = numbered(neutral, HASH, (n) => `hash${n}`);
  const first = Date.parse(TIME.exec(neutral)?.[0] ?? "");
  TIME.lastIndex = 0;
  return neutral.replaceAll(
    TIME,
    (time) => new Date(BEGIN + Date.parse(time) - first).toISOString(),
  );
}

/** Every id by a number, in the order in which they come. */
function numbered(text: string, pattern: RegExp, name: (n: number, id: string) => string): string {
  const names = new Map<string, string>();
  return text.replaceAll(pattern, (id) => {
    const known = names.get(id) ?? name(names.size + 1, id);
    names.set(id, known);
    return known;
  });
}

// deno-lint-ignore no-explicit-any -- lines of a client, of any form
function shortened(line: any): unknown {
  const isRead = READ_TYPES.has(line.type) || line.attachment?.type === READ_ATTACHMENT;
  return isRead ? line : emptied(line, 0, "");
}

function emptied(value: unknown, depth: number, key: string): unknown {
  // What a line is, who wrote it and when stands at its top; below that, only what something is.
  if (typeof value === "string") return depth < 2 || key === "type" ? value : "x";
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return value.slice(0, MAX_ENTRIES).map((entry) => emptied(entry, depth + 1, key));
  }
  const entries = depth < MAX_DEPTH ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([key, entry]) => [key, emptied(entry, depth + 1, key)]));
}
