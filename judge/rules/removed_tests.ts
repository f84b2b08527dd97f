/** Tests that are not there any more, so that nothing fails. */

import { isProgram, isTest } from "./commands.ts";
import type { Facts } from "./facts.ts";

/** What a file tests, by its name. */
function subjectOfTest(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/^test_|[._-](?:tests?|specs?)\b|\.\w+$/gi, "")
    .replace(/\.\w+$/, "").toLowerCase();
}

/**
 * Tests that were taken away where something fails. A test that the agent had written for itself, one
 * that another took the place of, and one whose subject went too are no loss.
 */
export function removedTests(
  { edits, done }: Facts,
  aboutFailure: boolean,
): { code: string; turn: number | null }[] {
  const isTested = (path: string): boolean =>
    isTest(path) && isProgram(path) || /(?:^|\/)(?:tests?|specs?|__tests__)$/.test(path);
  const gone = edits.filter(({ removes, path }) => removes && isTested(path));
  return gone.filter(({ path, step }) => {
    const failed = aboutFailure ||
      done.checks.some((check) =>
        check.kind === "test" && check.outcome === "failed" && check.step < step
      );
    const isOwn = edits.some((edit) => edit.whole && edit.path === path && edit.step <= step);
    const isReplaced = edits.some((edit) =>
      !edit.removes && edit.step >= step && isTest(edit.path) && (edit.whole || edit.path === path)
    );
    const without = edits.some((edit) =>
      edit.removes && !isTest(edit.path) && subjectOfTest(edit.path) === subjectOfTest(path)
    );
    return failed && !isOwn && !isReplaced && !without;
  }).map(({ path, turn }) => ({ code: `rm ${path}`, turn }));
}
