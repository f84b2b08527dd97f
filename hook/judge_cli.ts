/**
 * Judges a session's transcript as if the session stopped at its end: why its agent was sent back, or
 * why it was not. No model is asked, and nothing is remembered.
 *
 *     deno task judge --transcript FILE [--require WHAT]… [--repo DIR] [--json]
 *     deno task judge --suggest [--repo DIR] [--json]
 */

import { basename } from "node:path";
import { judgeFloor } from "../judge/judgement.ts";
import type { RepositoryFacts, Requirement } from "../judge/requirements.ts";
import { command } from "../lib/cli/command.ts";
import { flag, path, repeated, UsageError, value, type Values } from "../lib/cli/flags.ts";
import { reading } from "../lib/cli/io.ts";
import { readSettings } from "../lib/config/environment.ts";
import {
  EXPECTED_REQUIREMENT,
  requirementOf,
  requirementsFor,
} from "../lib/config/requirements.ts";
import { findTop, GitError } from "../lib/git/run.ts";
import { Notes } from "../lib/store/notes.ts";
import { DEFAULT_FOLDER, Store } from "../lib/store/store.ts";
import { UserError } from "../lib/text/errors.ts";
import { listed } from "../lib/text/figures.ts";
import { safeName } from "../lib/text/names.ts";
import { quoted, visible } from "../lib/text/text.ts";
import { type FiledSession, readTranscriptFile } from "./clients/transcript_file.ts";
import type { Found } from "./judging/judged.ts";
import { isEscalated } from "./judging/judgement.ts";
import { redactFound, redactorOf } from "./judging/redact.ts";
import { readRepositoryFacts } from "./judging/repository_state.ts";
import { suggest } from "./suggest.ts";

const FLAGS = {
  transcript: path(
    "FILE",
    "The session: Claude Code's transcript, or what `opencode export` writes",
  ),
  require: repeated(
    value(
      "WHAT",
      "What done means: a command, committed, pushed, todos or no-secrets; may be given several " +
        "times (default: what you declared for the repository of the session)",
      EXPECTED_REQUIREMENT,
      requirementOf,
    ),
  ),
  suggest: flag(
    "Judge nothing: say which checks ran in many of the repository's past sessions, to be required",
  ),
  repo: path("DIR", "The repository, for what git has to tell; it is asked as it is now"),
  json: flag("Print the result for a program"),
};

/** What is printed. */
type Result = Found & {
  /** Whether the agent would be sent back. */
  readonly push: boolean;
};

async function run({ transcript, json, ...given }: Values<typeof FLAGS>): Promise<void> {
  if (given.suggest) return await suggest(given.repo, json);
  if (transcript === undefined) {
    throw new UsageError("--transcript is missing: which session is to be judged?");
  }
  const { conversation, circumstances } = readSession(transcript);
  const top = given.repo === undefined ? null : await findTop(given.repo);
  const requirements = given.require.length > 0
    ? given.require
    : await declaredFor(top, conversation.folder);
  const found = judgeFloor({
    conversation,
    from: 0,
    circumstances: { ...circumstances, escalated: await isEscalated(conversation) },
    requirements,
    repository: top === null ? null : await repositoryAt(top, transcript, requirements),
  });
  const push = found.floor === "incomplete" && found.vetoes.length === 0;
  const { floor, ...clean } = await redactFound(found, redactorOf(conversation));
  const result: Result = { floor, push, ...clean };
  console.log(json ? JSON.stringify(result, null, 2) : render(result).join("\n"));
}

function readSession(file: string): FiledSession {
  try {
    const session = reading(file, () => readTranscriptFile(file));
    if (session.conversation.turns.length > 0) return session;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new UserError(`Cannot read ${quoted(file)}: ${error.message}`);
  }
  throw new UserError(`Cannot judge ${quoted(file)}: it holds no conversation`);
}

/** What the person declared for a repository: the named one, or the one that the session began in. */
async function declaredFor(top: string | null, folder: string): Promise<readonly Requirement[]> {
  const env = (name: string): string | undefined => Deno.env.get(name);
  const found = top ?? (folder === "" ? null : await topOf(folder));
  if (found === null) return [];
  const { requirements, problems } = await requirementsFor(found, env);
  for (const problem of problems) console.error(problem);
  return requirements;
}

/** The session may be from another machine. */
async function topOf(folder: string): Promise<string | null> {
  try {
    return await findTop(folder);
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}

/** With what is still known of the session's start, where it is of this machine. */
async function repositoryAt(
  top: string,
  transcript: string,
  requirements: readonly Requirement[],
): Promise<RepositoryFacts> {
  const settings = readSettings();
  const store = Store.toRead(settings.folder ?? `${top}/${DEFAULT_FOLDER}`);
  const session = await safeName(basename(transcript, ".jsonl"));
  const notes = new Notes(false);
  const { facts } = await readRepositoryFacts(
    { settings, store, session, notes },
    requirements,
    top,
  );
  for (const problem of notes.errors) console.error(problem);
  return facts;
}

/** The result for a person. */
function render(result: Result): string[] {
  const { requirements, observations, vetoes } = result;
  return [
    outcomeOf(result),
    ...section("Requirements", requirements, ({ name, state, applies, settle, ...answer }) => [
      `${name}: ${applies ? SAID[state] : "does not apply here"}. ${answer.evidence}.`,
      ...state === "unmet" ? [`  To settle it: ${settle}.`] : [],
    ]),
    ...section("What forbids to send the agent back", vetoes, named),
    ...section("Observations, which the agent is never told", observations, named),
  ].map(visible);
}

const SAID = { met: "met", unmet: "not met", cannot_tell: "cannot be told" } as const;

function outcomeOf({ floor, push, requirements, vetoes }: Result): string {
  if (push) {
    return "The agent is sent back: what done means here is not met, and nothing forbids it.";
  }
  const stays = (why: string): string => `The agent is not sent back: ${why}.`;
  if (floor === "incomplete") {
    const names = listed(vetoes.map(({ name }) => name), "and");
    return stays(`something is not met, and this forbids it: ${names}`);
  }
  if (floor === "complete") return stays("all that done means here is met");
  return requirements.length === 0
    ? stays("nothing says what done means here; --require names it, deno task require declares it")
    : stays("nothing proves that something is not met");
}

function named({ name, evidence }: { name: string; evidence: string }): string[] {
  return [`${name}: ${evidence}.`];
}

function section<Item>(
  title: string,
  items: readonly Item[],
  lines: (item: Item) => readonly string[],
): string[] {
  return items.length === 0 ? [] : [
    "",
    `${title}:`,
    ...items.flatMap((item) => lines(item).map((line, at) => at === 0 ? `- ${line}` : `  ${line}`)),
  ];
}

if (import.meta.main) {
  await command({
    name: "judge",
    summary: "Judges a session as if it stopped where its transcript ends, and says why.",
    usage: ["--transcript FILE", "--suggest"],
    about: [
      "The floor alone is asked: what was declared, and what the calls and git prove. A model that " +
      "you named may find more at a real stop. Nothing is remembered and nothing is written.",
    ],
    flags: FLAGS,
    apart: [["transcript", "suggest"], ["require", "suggest"]],
    errors: [GitError],
    run,
  });
}
