/**
 * What a call of a shell tool came to, as attempts are counted by it: which checks or commands
 * failed, each known by the tests that its output names, or else by the command and its exit status.
 */

import { conversationOf, type ToolCall, turnOf } from "../conversation.ts";
import { factsIn } from "../evidence/evidence.ts";
import { excerptOf, failingTests, linesOf } from "../evidence/outputs.ts";
import { isLook } from "../evidence/programs.ts";
import { quickHash } from "../../lib/text/names.ts";
import { commandHash, type Failure, normal } from "./attempts.ts";

/** What a command came to. */
interface Ended {
  /** What failed; empty where nothing did. */
  readonly failures: readonly Failure[];
  /** Prints of the commands that passed, without what differs from run to run. */
  readonly passed: readonly string[];
}

/** So many failing tests are told apart. */
const MAX_TESTS = 20;

/** How one call ended. Its checks tell; where none of them failed, its other commands do. */
export function endOfCall(call: ToolCall): Ended {
  const { checks, runs } = factsIn(conversationOf([turnOf({ origin: "agent", calls: [call] })]));
  const failures: Failure[] = [];
  const passed: string[] = [];
  for (const { kind, command: shown, outcome, excerpt, failed } of checks) {
    const run = runs.find(({ command }) => command === shown);
    const command = commandHash(shown, run?.folder);
    if (outcome === "passed") passed.push(command);
    if (outcome !== "failed") continue;
    const tests = kind === "test" ? failingTests(call.output).map(normal) : [];
    const keys = [...new Set(tests)].slice(0, MAX_TESTS).map((name) => quickHash(`test ${name}`));
    failures.push({
      keys: keys.length > 0 ? keys : [keyOf(command, call)],
      command,
      shown,
      excerpt,
      failing: failed,
    });
  }
  // A command beside a check that failed is not what failed.
  const others = failures.length > 0
    ? []
    : runs.filter(({ words, command }) =>
      !isLook(words) && !checks.some((check) => check.command === command)
    );
  for (const { command: shown, folder, outcome } of others) {
    const command = commandHash(shown, folder);
    if (outcome === "passed") passed.push(command);
    if (outcome !== "failed") continue;
    const excerpt = excerptOf(linesOf(call.output));
    failures.push({ keys: [keyOf(command, call)], command, shown, excerpt, failing: null });
  }
  return { failures, passed };
}

/** The same command that ends with another status fails in another way. */
function keyOf(command: string, { exitCode }: ToolCall): string {
  return quickHash(`${command} exits with ${exitCode ?? "unknown"}`);
}
