/** Fences of Markdown: which line is one, and whether something closes it. */

/** A line of backticks or tildes. */
export interface Fence {
  readonly mark: string;
  readonly length: number;
  /** What it says that follows, in lower case. */
  readonly language: string;
  /** Whether it says nothing: only such a one closes. */
  readonly bare: boolean;
}

/** The fence that a line is; null where it is none. */
export function fenceOf(line: string): Fence | null {
  const [, mark, rest = ""] = /^\s{0,12}(`{3,}|~{3,})(.{0,80})/.exec(line.slice(0, 120)) ?? [];
  if (mark === undefined || rest.includes("`")) return null;
  const language = rest.trim().split(/\s/, 1)[0]?.toLowerCase() ?? "";
  return { mark: mark.slice(0, 1), length: mark.length, language, bare: rest.trim() === "" };
}

/** Whether a fence closes the one that was opened. */
export function isClosing(fence: Fence | null, opened: Fence): boolean {
  return fence !== null && fence.bare && fence.mark === opened.mark &&
    fence.length >= opened.length;
}

/**
 * Tells whether a fence of a text is closed. What was looked for in vain once is not looked for
 * again, so that a text of nothing but open fences costs no more than another.
 */
export function closeFinder(
  fences: readonly (Fence | null)[],
): (fence: Fence, at: number) => boolean {
  const hopeless = new Map<string, number>();
  return (fence, at) => {
    if (fence.length >= (hopeless.get(fence.mark) ?? Infinity)) return false;
    for (let next = at + 1; next < fences.length; next++) {
      if (isClosing(fences[next] ?? null, fence)) return true;
    }
    hopeless.set(fence.mark, fence.length);
    return false;
  };
}
