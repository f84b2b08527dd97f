/**
 * What the agent says of its own work, from the first source that can be read: the file that
 * REFLECTION_INPUT names, a fenced block at the end of its last message, or the file in the
 * repository. Loaded only where there is such a source.
 */

import { MAX_SELF_REPORT_BYTES, parseSelfReport } from "../../schema/self_report.ts";
import type { ParsedSelfReport } from "../../schema/self_report.ts";
import { messageOf, type Notes } from "../store/notes.ts";
import { INPUT_FILE } from "../store/store.ts";

/** Where a self-report may be, and when it is too old to be this session's. */
export interface SelfReportSources {
  input: string | null;
  lastMessage: string | null;
  startedAt: string | null;
  /** Whether the file in the repository is there to be read. */
  inputFile: boolean;
}

/** What was found. */
export interface FoundSelfReport {
  /** Scrubbed; null where no source could be read. */
  report: ParsedSelfReport | null;
  /** Whether a source was there and could not be used. */
  degraded: boolean;
  /** A scrubbed copy of a text that did not make it into the record whole; null if none. */
  copy: string | null;
  /** Whether text was left out because it could not be scrubbed: then its file must stay. */
  withheld: boolean;
}

const FENCE = "```reflection";

/** A file's time comes from a coarser clock: one written just after the start may look older. */
const FILE_CLOCK_MS = 100;

/** The text of a fenced block tagged `reflection` that ends the message; null where none does. */
function findBlock(message: string | null): string | null {
  // The last one: a message may show an example first.
  const start = message?.lastIndexOf(FENCE) ?? -1;
  if (message === null || start < 0) return null;
  if (start > 0 && message[start - 1] !== "\n") return null;
  const rest = message.slice(start + FENCE.length).trimEnd();
  const lineEnd = rest.indexOf("\n");
  if (lineEnd < 0 || rest.slice(0, lineEnd).trim() !== "" || !rest.endsWith("\n```")) return null;
  return rest.slice(lineEnd, -"```".length);
}

/** Reads, parses and scrubs. */
export async function readSelfReport(
  sources: SelfReportSources,
  notes: Notes,
): Promise<FoundSelfReport> {
  const left = sources.inputFile
    ? readFile(INPUT_FILE, sources.startedAt, notes)
    : { text: null, stale: false };
  const candidates: { name: string; text: string | null; stale?: boolean }[] = [];
  let degraded = false;
  if (sources.input !== null) {
    const named = readFile(sources.input, sources.startedAt, notes);
    candidates.push({ name: "REFLECTION_INPUT", ...named });
    if (named.text === null) degraded = true;
  }
  candidates.push({ name: "last message", text: findBlock(sources.lastMessage) });
  candidates.push({ name: INPUT_FILE, ...left });

  for (const { name, text, stale } of candidates) {
    if (text === null || stale) continue;
    if (!isObjectText(text)) {
      notes.error(`Self-report in ${name} is not a JSON object`);
      degraded = true;
      continue;
    }
    notes.step(`self-report from ${name}`);
    const parsed = parseSelfReport(text);
    // Only the field: a problem quotes what the agent wrote.
    for (const problem of parsed.problems) notes.step(`bad or missing: ${problem.split(" ")[0]}`);
    const keep = hasBadField(parsed) ? text : name === INPUT_FILE ? null : left.text;
    return { ...await scrubbed(parsed, keep, notes), degraded };
  }
  return { ...await scrubbed(null, left.text, notes), degraded };
}

function readFile(
  path: string,
  startedAt: string | null,
  notes: Notes,
): { text: string | null; stale: boolean } {
  try {
    const info = Deno.statSync(path);
    if (!info.isFile) throw new TypeError("not a file");
    const text = readBounded(path);
    const age = info.mtime?.getTime() ?? Infinity;
    const stale = startedAt !== null && age + FILE_CLOCK_MS < Date.parse(startedAt);
    if (stale) notes.error(`Self-report "${path}" is older than the session and ignored`);
    return { text, stale };
  } catch (error) {
    notes.error(`Cannot read self-report "${path}": ${messageOf(error)}`);
    return { text: null, stale: false };
  }
}

/** One byte more than is allowed, so that too long is noticed and a huge file is not loaded. */
function readBounded(path: string): string {
  using file = Deno.openSync(path);
  const bytes = new Uint8Array(MAX_SELF_REPORT_BYTES + 1);
  let length = 0;
  for (let read = 1; read > 0 && length < bytes.length; length += read) {
    read = file.readSync(bytes.subarray(length)) ?? 0;
  }
  return new TextDecoder().decode(bytes.subarray(0, length));
}

function isObjectText(text: string): boolean {
  if (text.length > MAX_SELF_REPORT_BYTES) return true; // Named as too long by the parser
  try {
    const value = JSON.parse(text.replace(/^\ufeff/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Bad, as opposed to missing: then there is something to keep. */
function hasBadField(report: ParsedSelfReport): boolean {
  return report.problems.some((problem) => !problem.endsWith(" is missing"));
}

/** JSON as it means itself: a secret may be spelled with escapes, which no scrubber looks behind. */
function withoutEscapes(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Text that cannot be scrubbed is withheld rather than written as it is. */
async function scrubbed(
  report: ParsedSelfReport | null,
  copy: string | null,
  notes: Notes,
): Promise<Omit<FoundSelfReport, "degraded">> {
  const texts = [report?.most_likely_wrong?.description, report?.known_not_in_diff, copy];
  if (texts.every((text) => !text)) return { report, copy, withheld: false };
  try {
    const { scrub } = await import("../scrub/scrub.ts");
    const clean = async (text: string): Promise<string> => text === "" ? text : await scrub(text);
    const wrong = report?.most_likely_wrong;
    if (wrong) wrong.description = await clean(wrong.description);
    if (report?.known_not_in_diff) report.known_not_in_diff = await clean(report.known_not_in_diff);
    const kept = copy === null ? null : await clean(withoutEscapes(copy));
    return { report, copy: kept, withheld: false };
  } catch (error) {
    notes.error(`Self-report withheld, it cannot be scrubbed: ${messageOf(error)}`);
    if (report === null) return { report, copy: null, withheld: true };
    const problems = [...report.problems, "text withheld: the scrubber is not available"];
    return {
      report: { ...report, most_likely_wrong: null, known_not_in_diff: null, problems },
      copy: null,
      withheld: true,
    };
  }
}
