/** Whether a check was asked for less than everything: one file, one name, one package, a filter. */

import { isOption } from "./programs.ts";

/** Options by which runners and launchers take only a part. */
const FILTERS = new Set(
  ("-t -k -g -m -run -R -w -F -pl --filter --grep --test-name-pattern --test-only --testNamePattern " +
    "--changed --shard --testPathPattern --testPathPatterns --onlyChanged --findRelatedTests " +
    "--spec --match --lf --last-failed --stepwise --only --failed --stale --rerun-failed --tests " +
    "-only-testing --example --only-failures --testsuite --group --package --lib --workspace " +
    "--scope --projects -Dtest -Dit.test").split(" "),
);

/** Short options that take the next word, which is then no path; of the long ones any may. */
const VALUED = new Set("-n -c -o -p -r -W -j -f -s -C -e -count -tags -timeout".split(" "));

/** Words that name everything, and words that name an action. */
const WHOLE = /^(?:src|source|lib|app|packages|tests?|specs?|__tests__|e2e|cypress|\d+)$/;
const ALL = /^\.{0,2}\/?$|^(?:\.\/)?\.\.\.$|\*\*/;

/** Whether these arguments, those behind the subcommand, narrow a check. */
export function isNarrowed(args: readonly string[]): boolean {
  return args.some((arg, at) => {
    const before = args[at - 1] ?? "";
    if (isOption(arg)) return FILTERS.has(arg.split("=", 1)[0]!);
    const taken = isOption(before) && before !== "--" && !before.includes("=") &&
      (before.startsWith("--") || VALUED.has(before));
    const path = arg.slice(0, 500).replace(/^\.\//, "").replace(/\/$/, "");
    return !taken && !ALL.test(arg.slice(0, 500)) && !WHOLE.test(path) && !/^\w{1,80}=/.test(arg);
  });
}
