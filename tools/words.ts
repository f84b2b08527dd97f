/**
 * Fails where a line of the source or of the docs says a word of the list below: most of them hide who
 * does something. Name the actor (the agent, the person, the client, the hook, git, the server).
 *
 *     deno task words
 */

import { fileURLToPath } from "node:url";
import { command } from "../lib/cli/command.ts";

/** What not to say, and what to say instead. */
const WORDS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(?:no|some|any)body(?:'s)?\b/i, "name the actor"],
  [/\bwhoever\b/i, "name the actor"],
  [/\blet go of\b/i, "say what was closed or dropped"],
  [/\bbrings? along\b/i, "say who has it"],
  [/\bvouch/i, "say who trusts it, and for what"],
  [/\bgrave\b/i, "say CRITICAL or HIGH"],
];

/** Files that the list is for: not the tests, nor what a generator writes. */
const READ = /^(?!tests\/|schema\/types\.ts$|tools\/words\.ts$).*\.(?:ts|js|md)$/;

/** The lines of a text that say a word of the list. */
export function riddlesIn(path: string, text: string): string[] {
  return text.split("\n").flatMap((line, at) =>
    WORDS.flatMap(([pattern, instead]) => {
      const [word] = pattern.exec(line) ?? [];
      return word === undefined ? [] : [`${path}:${at + 1}: "${word}": ${instead}`];
    })
  );
}

function main(): number {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const { stdout } = new Deno.Command("git", { args: ["ls-files"], cwd: root }).outputSync();
  const paths = new TextDecoder().decode(stdout).split("\n").filter((path) => READ.test(path));
  const found = paths.flatMap((path) => riddlesIn(path, Deno.readTextFileSync(`${root}/${path}`)));
  for (const line of found) console.log(line);
  return found.length > 0 ? 1 : 0;
}

if (import.meta.main) {
  await command({
    name: "words",
    summary: "Says which lines of the source and the docs hide who does something.",
    flags: {},
    exits: { 0: "none", 1: "some" },
    run: main,
  });
}
