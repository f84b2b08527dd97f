/**
 * In which `[DEF:id:Type]` a line stands. `[/DEF:id:Type]` closes it, and with it whatever inside of
 * it was left open; what closes nothing is ignored, and what is never closed holds to the end.
 */

/** A scope that is open. */
interface Scope {
  readonly id: string;
  readonly type: string;
}

/** Deeper scopes are not told apart. */
const MOST_DEPTH = 100;

const MARK = /^\[(\/?)DEF(?::([^\]:\s]{1,120})(?::([^\]\s]{1,60}))?)?\]/;

/** Follows the marks of a text, line by line. */
export class Scopes {
  readonly #open: Scope[] = [];

  /** Takes what a line says; whether it was a mark. */
  take(text: string): boolean {
    const [mark, slash, id, type = ""] = MARK.exec(text) ?? [];
    if (mark === undefined) return false;
    if (slash === "/") this.#close(id);
    else if (id !== undefined && this.#open.length < MOST_DEPTH) this.#open.push({ id, type });
    return true;
  }

  /** The innermost scope. */
  get id(): string | null {
    return this.#open.at(-1)?.id ?? null;
  }

  /** Whether any scope around is an architecture decision. */
  get isAdr(): boolean {
    return this.#open.some(({ type }) => type.toUpperCase() === "ADR");
  }

  #close(id: string | undefined): void {
    if (id === undefined) return void this.#open.pop();
    const at = this.#open.findLastIndex((scope) => scope.id === id);
    if (at >= 0) this.#open.length = at;
  }
}
