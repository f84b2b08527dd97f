/**
 * Declares what "done" means in a repository: in the person's own config file, or by accepting what
 * the repository ships.
 *
 *     deno task require "npm test" [options]
 */

import { command } from "../lib/cli/command.ts";
import { callersFolder, flag, path, text, UsageError, type Values } from "../lib/cli/flags.ts";
import { applyChange, readText, targetOf } from "../lib/cli/file_change.ts";
import { REPOSITORY_CONFIG, userConfigPath } from "../lib/config/files.ts";
import {
  withAccepted,
  withoutAccepted,
  withoutRequirements,
  withRequirements,
} from "../lib/config/requirement_edits.ts";
import {
  type DeclaredRequirement,
  EXPECTED_REQUIREMENT,
  hashOf,
  NAMED_KINDS,
  repositoryName,
  requirementOf,
  type Requirements,
  requirementsFor,
  requirementText,
} from "../lib/config/requirements.ts";
import { findTop, GitError } from "../lib/git/run.ts";
import { UserError } from "../lib/text/errors.ts";
import { plainLine, quoted, shellWord } from "../lib/text/text.ts";
import { JUDGE_OFF } from "./clients/turn_off.ts";
import { installedJudge } from "./install/voice.ts";

/** So many requirements at once. */
const MOST = 50;

const FLAGS = {
  repo: path("DIR", "The repository (default: the one you are in)"),
  list: flag("Print what done means there, and what the repository ships (also without arguments)"),
  remove: text("WHAT", "Require this no longer, nor what else is named; also what was accepted"),
  accept: flag("Let count what the repository ships, as it is now; a changed list counts no more"),
  json: flag("Print what is required afterwards for a program"),
};

/** What each kind asks for; a command, that it ran after the last edit of a code file and passed. */
const MEANINGS: Readonly<Record<string, string>> = {
  committed: "nothing that the session changed is left uncommitted",
  pushed: "the upstream branch has HEAD",
  todos: "no open item in the client's own list",
  "no-secrets": "no secret in the added lines",
};

const env = (name: string): string | undefined => Deno.env.get(name);

/** The repository and the file that are worked on. */
interface Place {
  readonly top: string;
  /** What the repository is called in the file. */
  readonly name: string;
  /** Whether the person stands in it. */
  readonly isHere: boolean;
  /** The person's file, behind any link. */
  readonly file: string;
}

async function run(given: Values<typeof FLAGS>, args: readonly string[]): Promise<void> {
  const { repo, remove, accept, json } = given;
  if (args.length > 0 && (given.list || accept)) {
    throw new UsageError(`Unexpected argument "${plainLine(args[0]!)}"`);
  }
  const named = readAll(remove === undefined ? args : [remove, ...args]);
  const place = await placeOf(repo);
  const now = await requirementsFor(place.top, env);
  for (const problem of now.problems) console.error(problem);
  const said = remove !== undefined
    ? removed(place, now, named)
    : accept
    ? await accepted(place, now)
    : args.length > 0
    ? added(place, now, named)
    : [];
  const after = await requirementsFor(place.top, env);
  if (json) console.log(JSON.stringify(forPrograms(place, after), null, 2));
  else console.log([...said, ...(said.length > 0 ? [] : listing(place, after))].join("\n"));
}

function readAll(texts: readonly string[]): DeclaredRequirement[] {
  return texts.map((text) => {
    const requirement = requirementOf(text);
    const meant = NAMED_KINDS.find((kind) => text !== kind && areSpeltAlike(text.trim(), kind));
    if (meant !== undefined) {
      const anyway = `to require a program of this name: 'check "${text.trim()}"'`;
      throw new UsageError(`Cannot require ${quoted(text)}: did you mean ${meant}? (${anyway})`);
    }
    if (requirement !== null) return requirement;
    throw new UsageError(`Cannot require ${quoted(text)}: expected ${EXPECTED_REQUIREMENT}`);
  });
}

/** Whether two words are the same but for one letter, or two, that were left out, added or changed. */
function areSpeltAlike(one: string, other: string): boolean {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one.toLowerCase()].entries()) {
    const next = [at + 1];
    for (const [to, wanted] of [...other].entries()) {
      const changed = row[to]! + (letter === wanted ? 0 : 1);
      next.push(Math.min(changed, row[to + 1]! + 1, next[to]! + 1));
    }
    row = next;
  }
  return row.at(-1)! <= 2;
}

async function placeOf(repo: string | undefined): Promise<Place> {
  const top = await findTop(repo ?? callersFolder());
  const isHere = repo === undefined;
  const file = userConfigPath(env);
  if (file === null) {
    throw new UserError("Cannot tell where your config file is: HOME is not set");
  }
  return { top, name: await repositoryName(top), isHere, file: targetOf(file) };
}

/** Changes the person's file, whole or not at all. */
function change({ file }: Place, edit: (text: string | null) => string): void {
  const before = readText(file);
  let after: string;
  try {
    after = edit(before);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`Cannot use "${file}", nothing was changed: ${error.message}`);
  }
  applyChange({ path: file, before, after, mode: 0o600 });
}

function isIn(list: readonly DeclaredRequirement[], wanted: DeclaredRequirement): boolean {
  return list.some((other) => requirementText(other) === requirementText(wanted));
}

function added(place: Place, now: Requirements, named: readonly DeclaredRequirement[]): string[] {
  const once = named.filter((one, n) => !isIn(named.slice(0, n), one));
  const wanted = once.filter((one) => !isIn(now.requirements, one));
  if (wanted.length > 0) change(place, (text) => withRequirements(text, place.name, wanted));
  return [
    ...once.filter((one) => !wanted.includes(one)).map((one) => `Required already: ${shown(one)}`),
    ...wanted.map((one) => `Required in "${place.name}": ${shown(one)}`),
    ...meaning(place, once[0]),
  ];
}

function removed(place: Place, now: Requirements, named: readonly DeclaredRequirement[]): string[] {
  const unknown = named.find((one) => !isIn(now.requirements, one));
  if (unknown !== undefined) {
    const there = now.requirements.map((one) => quoted(requirementText(one)));
    throw new UserError(
      `${quoted(requirementText(unknown))} is not required in "${place.name}"; ` +
        (there.length === 0 ? "nothing is" : `required: ${there.join(", ")}`),
    );
  }
  // A list is accepted as a whole, and so it goes.
  const isShipped = now.pending.length === 0 && named.some((one) => isIn(now.shipped, one));
  change(place, (text) => {
    const without = withoutRequirements(text ?? "", place.name, named);
    return isShipped ? withoutAccepted(without, place.name) : without;
  });
  const gone = isShipped ? [...named, ...now.shipped.filter((one) => !isIn(now.own, one))] : named;
  return [
    ...gone.filter((one, n) => !isIn(gone.slice(0, n), one))
      .map((one) => `Required no longer in "${place.name}": ${shown(one)}`),
    ...isShipped
      ? [`What the repository ships (${REPOSITORY_CONFIG}) is no longer accepted, as a whole`]
      : [],
  ];
}

async function accepted(place: Place, now: Requirements): Promise<string[]> {
  if (now.shipped.length === 0) {
    return [`Nothing to accept: "${place.name}" ships no requirements in ${REPOSITORY_CONFIG}`];
  }
  const lines = now.shipped.map((one) => `  ${shown(one)}`);
  if (now.pending.length === 0) return ["Accepted already:", ...lines];
  const hash = await hashOf(now.shipped);
  change(place, (text) => withAccepted(text, place.name, hash));
  return [`Accepted of "${place.name}", until ${REPOSITORY_CONFIG} says otherwise:`, ...lines]
    .concat(meaning(place, now.shipped[0]));
}

/** When an agent will be sent back, how to turn that off, and what is missing for it to happen. */
function meaning(place: Place, one: DeclaredRequirement | undefined): string[] {
  const judge = installedJudge(place.top, env);
  const what = one === undefined ? "WHAT" : shellWord(requirementText(one));
  return [
    "An agent that stops while its calls or git prove that this is not met is sent back with the proof",
    `To turn it off: ${typed(place, `require --remove ${what}`)}; the whole judge, for one ` +
    `session: ${JUDGE_OFF.claude}, or ${JUDGE_OFF.opencode}`,
    ...judge === "on" ? [] : [
      judge === "observe"
        ? "The judge only watches here: install it again without --observe, and it will speak"
        : "The judge is not on here, so nothing comes of this yet: deno task install-hook " +
          `--project ${shellWord(place.top)} --mode solo --with judge`,
    ],
  ];
}

/** A call for the person to type. */
function typed({ top, isHere }: Place, call: string): string {
  return `deno task ${call}${isHere ? "" : ` --repo ${shellWord(top)}`}`;
}

function listing(place: Place, now: Requirements): string[] {
  const { requirements, pending, own } = now;
  const from = (one: DeclaredRequirement): string =>
    isIn(own, one) ? "yours" : "the repository's, accepted";
  return [
    requirements.length === 0
      ? `Nothing is required in "${place.name}"`
      : `Done means in "${place.name}":`,
    ...requirements.map((one) => `  ${shown(one)} (${from(one)})`),
    ...pending.length === 0 ? [] : [
      `Shipped in ${REPOSITORY_CONFIG} and not accepted, so it counts for nothing:`,
      ...pending.map((one) => `  ${shown(one)}`),
      `To accept it as it is: ${typed(place, "require --accept")}`,
    ],
    ...requirements.length > 0
      ? []
      : [`What agents ran there so far: ${typed(place, "judge --suggest")}`],
  ];
}

function shown(requirement: DeclaredRequirement): string {
  const { kind, command } = requirement;
  return kind === "check" ? `\`${command}\`` : `${kind}: ${MEANINGS[kind]}`;
}

function forPrograms(place: Place, { requirements, pending, problems, own }: Requirements) {
  const named = (one: DeclaredRequirement) => ({ name: requirementText(one), ...one });
  return {
    repository: place.name,
    file: place.file,
    requirements: requirements.map((one) => ({
      ...named(one),
      from: isIn(own, one) ? "user" : "repository",
    })),
    pending: pending.map(named),
    problems,
  };
}

if (import.meta.main) {
  await command({
    name: "require",
    summary: "Says what done means in a repository: an agent that stops before is sent back.",
    usage: ["[WHAT …]", "--remove WHAT …", "--list|--accept"],
    lists: {
      "WHAT is": {
        '"COMMAND"': "it ran after the last edit of a code file, and passed",
        ...Object.fromEntries(NAMED_KINDS.map((kind) => [kind, MEANINGS[kind] ?? ""])),
      },
    },
    flags: FLAGS,
    most: MOST,
    apart: [["list", "remove", "accept"]],
    notes: [
      "It is kept in your own config file ($XDG_CONFIG_HOME/reflection/config.json), by repository; " +
      `a repository's own list (${REPOSITORY_CONFIG}) counts once you accepted it.`,
    ],
    errors: [GitError],
    run,
  });
}
