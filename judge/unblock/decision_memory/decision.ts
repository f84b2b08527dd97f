/** A decision that a repository records. */

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
