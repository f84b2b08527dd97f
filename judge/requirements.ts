/** What the person declared "done" to mean, and whether the calls or git prove it. */

import type { RequirementKind, VerdictSeverity } from "../schema/names.ts";
import type { RequirementAnswer } from "../schema/types.ts";
import { counted } from "../lib/text/figures.ts";
import { code, oneLine } from "../lib/text/text.ts";
import { type Answer, answerOf, notApplying } from "./answer.ts";
import { answerCheck } from "./check_requirement.ts";
import type { Conversation } from "./conversation.ts";
import { namesFile } from "./evidence/edits.ts";
import { type EditFact, type Facts, wasMade } from "./evidence/facts.ts";
import { joinedPath } from "./evidence/tools.ts";
import { callAt, pathWithin, pointerTo } from "./evidence/pointer.ts";

/** One thing that done means here. */
export interface Requirement {
  readonly kind: RequirementKind;
  /** The command of a `check`; empty for the others. */
  readonly command: string;
}

/** What git tells of the repository at the stop. */
export interface RepositoryFacts {
  /** The top folder, absolute. */
  readonly top: string;
  /** A hash of HEAD and of all content that differs from it; null where git could not tell. */
  readonly tree: string | null;
  /** Paths from the top that differ from HEAD, untracked ones included; null: git could not tell. */
  readonly uncommitted: readonly string[] | null;
  /** Those of them that already stood so when the session began. */
  readonly dirtyBefore: readonly string[];
  /** Whether HEAD moved since the session began; null where the start is not known. */
  readonly headMoved: boolean | null;
  /** Whether the remote side has HEAD, by the refs that git keeps of it; null: no remote, or unknown. */
  readonly pushed: boolean | null;
  /** The branch that HEAD should be on, such as `origin/main`; empty where none is configured. */
  readonly upstream: string;
  /** Secrets in lines that this session added; null where they could not be looked for. */
  readonly secrets:
    | readonly { readonly path: string; readonly line: number; readonly what: string }[]
    | null;
}

/** What requirements are answered from. */
interface Proof {
  readonly conversation: Conversation;
  readonly facts: Facts;
  /** Null where git was not asked. */
  readonly repository: RepositoryFacts | null;
}

/** What the rows answer from. */
interface Given extends Proof {
  /** What was edited in the repository, in the order in which it was. */
  readonly edits: readonly EditFact[];
}

/** A kind of requirement: how bad it is where it is unmet, what proves it, and what settles it. */
interface Row {
  readonly severity: VerdictSeverity;
  readonly answer: (given: Given, command: string) => Answer;
  readonly settle: (given: Given, command: string) => string;
}

const ROWS: Readonly<Record<RequirementKind, Row>> = {
  check: {
    severity: "HIGH",
    answer: ({ repository, ...given }, command) =>
      answerCheck(command, { ...given, top: repository?.top ?? null }),
    settle: (_, command) =>
      `Run ${
        code(command)
      } as it stands there, fix what it reports, and run it again until it passes`,
  },
  committed: {
    severity: "MEDIUM",
    answer: answerCommitted,
    settle: () => "Commit what this session changed",
  },
  pushed: {
    severity: "MEDIUM",
    answer: answerPushed,
    settle: ({ repository }) => `Push the branch${toUpstream(repository)}`,
  },
  todos: {
    severity: "MEDIUM",
    answer: answerTodos,
    settle: () => "Do the open items, and mark in the list what is done or dropped",
  },
  "no-secrets": {
    severity: "BLOCKER",
    answer: answerSecrets,
    settle: () => "Take the secret out of the file, and read it from the environment instead",
  },
};

/** A longer command is cut in the name of its requirement. */
const MOST_OF_NAME = 200;

/** Answers every requirement, in the order in which they were declared. */
export function answerRequirements(
  requirements: readonly Requirement[],
  proof: Proof,
): RequirementAnswer[] {
  const given: Given = { ...proof, edits: ownEdits(proof) };
  return requirements.map(({ kind, command }) => {
    const { severity, answer, settle } = ROWS[kind];
    const { state, applies, evidence, at } = answer(given, command);
    return {
      kind,
      name: kind === "check" ? `check ${code(command, MOST_OF_NAME)}` : kind,
      state,
      applies,
      severity,
      evidence,
      settle: settle(given, command),
      at,
    };
  });
}

function answerCommitted(given: Given): Answer {
  const { conversation, repository, edits } = given;
  if (!hasChanged(given)) return notApplying("This session changed nothing in the repository");
  if (repository === null || repository.uncommitted === null) {
    return answerOf("cannot_tell", "Git was not asked, or could not tell what is committed");
  }
  const { uncommitted, dirtyBefore } = repository;
  const left = uncommitted.filter((path) => !dirtyBefore.includes(path));
  if (left.length === 0) return answerOf("met", "Nothing that this session changed is uncommitted");
  const edited = edits.findLast(({ path }) => left.includes(path));
  if (edited === undefined) {
    return answerOf(
      "cannot_tell",
      `${shown(left)} not committed, and no call shows who changed it`,
    );
  }
  return answerOf(
    "unmet",
    `The agent changed ${code(edited.path)}, and it is not committed`,
    pointerTo(conversation, edited, edited),
  );
}

function answerPushed(given: Given): Answer {
  const { repository } = given;
  if (!hasChanged(given)) return notApplying("This session changed nothing in the repository");
  const pushed = repository?.pushed ?? null;
  if (pushed === null) {
    return answerOf("cannot_tell", "Git does not tell whether a remote has the last commit");
  }
  return pushed
    ? answerOf("met", "The remote side has the last commit")
    : answerOf("unmet", `The last commit was not pushed${toUpstream(repository)}`);
}

function answerTodos({ facts: { todos } }: Given): Answer {
  if (todos.length === 0) return notApplying("The client keeps no list for this session");
  const open = todos.filter(({ status }) => status === "pending" || status === "in_progress");
  const [first] = open;
  if (first === undefined && todos.some(({ status }) => status === "unknown")) {
    return answerOf("cannot_tell", "Other agents share the list, and may have done what was open");
  }
  if (first === undefined) {
    return answerOf("met", `All ${counted(todos.length, "item")} of the list are completed`);
  }
  return answerOf(
    "unmet",
    `${open.length} of ${counted(todos.length, "item")} of the list open, first ${
      code(first.text)
    }`,
  );
}

function answerSecrets(given: Given): Answer {
  const { repository } = given;
  const secrets = repository?.secrets ?? null;
  const [first] = secrets ?? [];
  if (first !== undefined) {
    const { path, line, what } = first;
    return answerOf(
      "unmet",
      `A secret was added to ${code(path)}, line ${line}: ${oneLine(what)}`,
      {
        ...{ turn: null, call: null },
        ...{ path, line },
      },
    );
  }
  if (!hasChanged(given)) return notApplying("This session changed nothing in the repository");
  return secrets === null
    ? answerOf("cannot_tell", "The added lines were not read, or not to their end")
    : answerOf("met", "No secret was found in the added lines");
}

/** Whether the session changed the repository's files or moved its HEAD, as far as anything shows. */
function hasChanged({ facts, repository, edits }: Given): boolean {
  return edits.length > 0 || repository?.headMoved === true ||
    facts.git.some((fact) => (fact.what === "commit" || fact.what === "push") && wasMade(fact));
}

/** The edits that were made in the repository, by their paths from its top. */
function ownEdits({ conversation, facts, repository }: Proof): EditFact[] {
  const top = repository?.top ?? conversation.folder;
  return facts.edits.filter(wasMade).flatMap((fact) => {
    const path = namesFile(fact.path)
      ? pathWithin(top, joinedPath(folderOfEdit(fact, conversation, facts), fact.path))
      : fact.path;
    return path === null || OURS.test(path) ? [] : [{ ...fact, path }];
  });
}

/** The product's own folder is no part of the work. */
const OURS = /^\.mosaic(?:\/|$)/;

function folderOfEdit(fact: EditFact, conversation: Conversation, { runs }: Facts): string {
  const run = fact.run === null ? undefined : runs[fact.run];
  return run?.folder ?? callAt(conversation, fact)?.folder ?? "";
}

function toUpstream(repository: RepositoryFacts | null): string {
  const upstream = repository?.upstream ?? "";
  return upstream === "" ? "" : ` to ${code(upstream)}`;
}

function shown([first = "", ...others]: readonly string[]): string {
  return others.length === 0 ? `${code(first)} is` : `${code(first)} and ${others.length} more are`;
}
