/** The shape of a change as the review reads it; `diff.ts` makes it from git's output. */

/** A line of a hunk. */
export interface DiffLine {
  /** Whether the line was added, was removed, or stands around those. */
  readonly kind: "added" | "removed" | "context";
  /** Without the line's end. */
  readonly text: string;
  /** Its number in the new file, from 1; for a removed line, that of the line after it. */
  readonly line: number;
}

/** A changed part of a file. */
export interface Hunk {
  readonly lines: readonly DiffLine[];
}

/** A changed file. */
export interface DiffFile {
  /** As it is called now; a deleted file as it was. */
  readonly path: string;
  readonly change: "added" | "modified" | "deleted";
  /** Lines added and removed, also where the hunks are not kept. */
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
  /** Why its content is not sent; null if it may be. Of one that is too large the floor sees a part. */
  readonly skipped: "binary" | "generated" | "too large" | "unreadable" | null;
}
