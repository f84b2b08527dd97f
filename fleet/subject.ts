/** What a record is filed under: `reflection.<record>.<repo>`. */

import { createHash } from "node:crypto";
import type { AnyRecord } from "../lib/records/record.ts";

/** The stream that holds all records. */
export const STREAM = "REFLECTION";
/** Everything that is filed in it. */
export const SUBJECTS = "reflection.>";

/** What a token may be made of: dots, stars and spaces mean something in a subject. */
const SAFE = /^[A-Za-z0-9_-]{1,100}$/;
/** How a changed name ends. A name that happens to end so is changed as well: no two may meet. */
const MARKED = /-h[0-9a-f]{16}$/;
/** Where a record names no repository. */
const NOWHERE = "-";

/** The subject of a record. */
export function subjectOf(record: AnyRecord): string {
  const kind = record.schema.slice(0, record.schema.indexOf("."));
  return `reflection.${kind}.${repoToken("repo" in record ? record.repo : null)}`;
}

/**
 * A repository's name as one token: itself where that is safe, else what is safe of it and a hash of
 * the whole, so that two names never share a subject.
 */
export function repoToken(repo: string | null): string {
  if (repo === null) return NOWHERE;
  if (SAFE.test(repo) && repo !== NOWHERE && !MARKED.test(repo)) return repo;
  const kept = repo.slice(0, 200).replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^[-_]+/, "")
    .slice(0, 60);
  return `${kept || "repo"}-h${contentHash(new TextEncoder().encode(repo)).slice(0, 16)}`;
}

/** The SHA-256 of some bytes, in hexadecimal: what tells two records apart, everywhere. */
export function contentHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
