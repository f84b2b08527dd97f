/** A folder of task files as one export: Backlog.md's markdown, or JSON and JSONL with tasks. */

import { reading } from "../../lib/cli/io.ts";
import {
  type Document,
  joinDocuments,
  LARGEST,
  markdownDocument,
  parseDocument,
} from "./document.ts";
import { UserError } from "../../lib/text/errors.ts";
import { objectOf } from "../../lib/text/values.ts";

/** How many files of a folder are read at most, and how deep. */
const MOST_FILES = 100_000;
const DEEPEST = 16;

/** Whether a file may hold tasks, by its name. */
export function isTaskFile(path: string): boolean {
  return /\.(md|json|jsonl|ndjson)$/i.test(path);
}

/** The task files of a folder and the folders in it, by name; links are not followed. */
export function listTaskFiles(folder: string): string[] {
  const files: string[] = [];
  const visit = (path: string, depth: number): void => {
    const entries = reading(path, () => [...Deno.readDirSync(path)]);
    for (const { name, isFile, isDirectory } of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
      if (isDirectory && depth < DEEPEST && !name.startsWith(".")) {
        visit(`${path}/${name}`, depth + 1);
      } else if (isFile && isTaskFile(name)) files.push(`${path}/${name}`);
      if (files.length > MOST_FILES) {
        throw new UserError(`Cannot read "${folder}": more than ${MOST_FILES} files`);
      }
    }
  };
  visit(folder, 0);
  return files;
}

/** Makes one export of task files: markdown if one of them is a task, otherwise JSON. */
export function folderDocument(
  files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
): Document {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > LARGEST) throw new UserError(`Cannot read ${size} bytes: at most ${LARGEST} are`);
  const marked = files.filter(({ path }) => /\.md$/i.test(path));
  const heads = markdownDocument(marked.map(({ bytes }) => bytes));
  for (const { value } of heads.rows()) {
    const fields = objectOf(value);
    if (fields && "id" in fields && "status" in fields) return onlyHeads(heads);
  }
  const others = files.filter(({ path }) => !/\.md$/i.test(path));
  return joinDocuments(others.map(({ bytes }) => parseDocument(bytes)));
}

/** A folder of tasks has a README too: a file without a head is no broken task. */
function onlyHeads(document: Document): Document {
  const rows = [...document.rows()].filter(({ value }) => value !== undefined);
  return { ...document, rows: () => rows };
}
