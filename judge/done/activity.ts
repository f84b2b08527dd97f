/** Whether a call acts or only looks. */

import type { Run } from "./read_back.ts";
import { shellEdits } from "./shell_edits.ts";
import { type Invocation, invocationOf, isOption } from "./shell_words.ts";
import type { Step } from "./steps.ts";

/** Programs that change nothing, unless their output is written to a file. */
const LOOKING = new Set(
  ("ls cat bat head tail less more grep egrep fgrep rg ag ack find fd tree pwd cd wc sort uniq cut " +
    "tr awk sed jq yq stat file du df which type command whereis env printenv echo printf date " +
    "whoami hostname uname ps top lsof diff cmp md5sum sha256sum test [ true false sleep nl column " +
    "realpath dirname basename readlink xxd hexdump strings history id export set wait man help")
    .split(" "),
);

const GIT_LOOKING = new Set(
  ("status log diff show blame grep branch remote ls-files ls-tree rev-parse describe reflog " +
    "shortlog config fetch cat-file merge-base").split(" "),
);

const FORGE_LOOKING = new Set("view list status checks diff watch search".split(" "));

/** Whether a step changed something, or tried out what was changed. */
export function acts({ use }: Step, run: Run | undefined): boolean {
  if (use === "edit" || use === "patch") return true;
  if (use === "command") return run !== undefined && run.commands.some(isActing(run));
  return use === "other";
}

function isActing(run: Run): (command: Run["commands"][number]) => boolean {
  return (command) => {
    if (run.refused) return false;
    if (shellEdits(command).length > 0) return true;
    const invocation = invocationOf(command.words);
    return invocation !== null && !isLooking(invocation);
  };
}

function isLooking({ program, args }: Invocation): boolean {
  const plain = args.filter((arg) => !isOption(arg));
  if (program === "git") return GIT_LOOKING.has(plain[0] ?? "");
  if (program === "gh" || program === "glab") return FORGE_LOOKING.has(plain[1] ?? "");
  return LOOKING.has(program) || args.includes("--version") || args.includes("--help");
}
