/**
 * Whether a list of artifacts names what nobody can go on without: the task and what blocks it.
 *
 * Known by their words, those of the patterns below, or as the key of a tracker: `SHOP-12`, `#12`.
 * Each has an item of its own; one that could be either counts once.
 */

/** What the list must name, and how it is known. */
const ARTIFACTS = [
  {
    what: "the task reference",
    example: "task: SHOP-12",
    pattern:
      /\b(?:task|issue|ticket|contract|spec|story|bug|prompt)s?\b|\boriginal (?:request|message|instructions?)\b|\[DEF\b|(?:^|\s)#\d/i,
  },
  {
    what: "the latest blocking signal",
    example: "signal: `npm test` exits with 1",
    pattern:
      /signal|error|exception|\bfail|\btests?\b|\bexit|\bstack|\btrace|\blogs?\b|\bcommand|\btime[ds]?[- ]?out|\bpanic|\bcrash|\bdenied\b|\bmissing\b|\bnot found\b|\bexpected\b/i,
  },
] as const;

/** The key of a tracker begins an item; some standards are written like one. */
const KEY =
  /^[^\p{L}\p{N}]{0,3}(?!(?:UTF|ISO|SHA|HTTP|CVE|RFC|ES|ADR)-)[A-Z][A-Z\d]{1,9}-\d{1,6}\b/u;

/** What a list does not name. */
export function missingArtifacts(items: readonly string[]): (typeof ARTIFACTS)[number][] {
  const [task, signal] = ARTIFACTS;
  const tasks = items.filter((item) => task.pattern.test(item) || KEY.test(item));
  const signals = items.filter((item) => signal.pattern.test(item));
  if (tasks.length === 0 || signals.length === 0) {
    return ARTIFACTS.filter(({ what }) => (what === task.what ? tasks : signals).length === 0);
  }
  const isSame = tasks.length === 1 && signals.length === 1 && tasks[0] === signals[0];
  return isSame ? [signal] : [];
}
