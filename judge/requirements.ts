/** What the person declared "done" to mean, and whether the calls or git prove it. */

import type { RequirementKind, VerdictSeverity } from "../schema/names.ts";
import type { RequirementAnswer } from "../schema/types.ts";
import { counted } from "../lib/text/figures.ts";
import { code, oneLine } from "../lib/text/text.ts";
import type { Answer, ChangedFile } from "./check_requirement.ts";
import { answerCheck, answerOf, notApplying } from "./check_requirement.ts";
import type { Conversation } from "./conversation.ts";
import { isBuilt, namesFile } from "./evidence/edits.ts";
import { callAt, type EditFact, type Facts, pointerTo, wasMade } from "./evidence/facts.ts";
import { joinedPath, pathWithin } from "./evidence/tools.ts";

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
  /** What differs from the start of the session, committed or not; null where that is not known. */
  readonly changed: readonly ChangedFile[] | null;
  /** Folders with a repository of their own, into which git does not look. */
  readonly submodules: readonly string[];
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
interface Given {
  readonly conversation: Conversation;
  readonly facts: Facts;
  /** Null where git was not asked. */
  readonly repository: RepositoryFacts | null;
}

/** The same, with what was edited in the repository, in the order in which it was. */
type Proof = Given & { readonly edits: readonly EditFact[] };

/** A kind of requirement: how bad it is where it is unmet, what proves it, and what settles it. */
interface Row {
  readonly severity: VerdictSeverity;
  readonly answer: (proof: Proof, command: string) => Answer;
  readonly settle: (proof: Proof, command: string) => string;
}

const ROWS: Readonly<Record<RequirementKind, Row>> = {
  check: {
    severity: "HIGH",
    answer: ({ repository, ...proof }, command) => {
      const [top, changed] = [repository?.top ?? null, repository?.changed ?? []];
      return answerCheck(command, { ...proof, top, changed });
    },
    settle: (_, command) =>
      `Run ${code(command)} as it stands there, ` +
      "fix what it reports, and run it again until it passes",
  },
  committed: {
    severity: "MEDIUM",
    answer: answerCommitted,
    settle: () => "Commit what this session changed",
  },
  pushed: {
    severity: "MEDIUM",
    answer: answerPushed,
    settle: (proof) => `Push the branch${toUpstream(proof)}`,
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

/** Answers every requirement, in the order in which they were declared. */
export function answerRequirements(
  requirements: readonly Requirement[],
  given: Given,
): RequirementAnswer[] {
  const proof = { ...given, edits: ownEdits(given) };
  return requirements.map(({ kind, command }) => {
    const { severity, answer, settle } = ROWS[kind];
    const name = kind === "check" ? `check ${code(command, 200)}` : kind;
    const { state, applies, evidence, at } = answer(proof, command);
    return { kind, name, state, applies, severity, evidence, settle: settle(proof, command), at };
  });
}

const UNCHANGED = notApplying("This session changed nothing in the repository");

function answerCommitted(proof: Proof): Answer {
  const { conversation, repository, edits } = proof;
  if (!hasChanged(proof)) return UNCHANGED;
  if (repository === null || repository.uncommitted === null) {
    return answerOf("cannot_tell", "Git was not asked, or could not tell what is committed");
  }
  const { uncommitted, dirtyBefore } = repository;
  const left = uncommitted.filter((path) => !dirtyBefore.includes(path));
  const [first] = left;
  if (first === undefined) {
    const inside = edits.findLast(({ path }) => isBelow(repository.submodules, path));
    if (!inside) return answerOf("met", "Nothing that this session changed is uncommitted");
    const evidence = `Git does not look into the submodule of ${code(inside.path)}`;
    return answerOf("cannot_tell", evidence, pointerTo(conversation, inside, inside));
  }
  const edited = edits.findLast((edit) => left.includes(edit.path) && !isWrittenLater(proof, edit));
  if (edited === undefined) {
    const all = left.length === 1 ? "is" : `and ${left.length - 1} more are`;
    const evidence = `${code(first)} ${all} not committed, and no call shows who changed it`;
    return answerOf("cannot_tell", evidence);
  }
  const evidence = `The agent changed ${code(edited.path)}, and it is not committed`;
  return answerOf("unmet", evidence, pointerTo(conversation, edited, edited));
}

/** Whether a commit came after an edit, and the file may have been written again after that. */
function isWrittenLater(proof: Proof, edit: EditFact): boolean {
  const { conversation, repository } = proof;
  const commit = lastMade(proof, "commit");
  if (commit === undefined || commit.step < edit.step) return false;
  const written = repository?.changed?.find(({ path }) => path === edit.path)?.writtenAt ?? null;
  const committed = callAt(conversation, commit)?.endedAt ?? null;
  return written === null || committed === null || written > committed;
}

function answerPushed(proof: Proof): Answer {
  if (!hasChanged(proof)) return UNCHANGED;
  const pushed = proof.repository?.pushed ?? null;
  const sent = lastMade(proof, "push");
  if (pushed === true) return answerOf("met", "The remote side has the last commit");
  // Git keeps no ref of what was pushed to an address, or to a branch that it does not fetch.
  const elsewhere = sent !== undefined && sent.step >= (lastMade(proof, "commit")?.step ?? 0);
  if (pushed === false && !elsewhere) {
    return answerOf("unmet", `The last commit was not pushed${toUpstream(proof)}`);
  }
  const evidence = "Git does not tell whether a remote has the last commit";
  const at = pushed === false && sent ? pointerTo(proof.conversation, sent) : null;
  return answerOf("cannot_tell", evidence, at);
}

function answerTodos({ facts: { todos } }: Proof): Answer {
  if (todos.length === 0) return notApplying("The client keeps no list for this session");
  const items = counted(todos.length, "item");
  const open = todos.filter(({ status }) => status === "pending" || status === "in_progress");
  if (open[0] !== undefined) {
    const first = code(open[0].text);
    return answerOf("unmet", `${open.length} of ${items} of the list open, first ${first}`);
  }
  return todos.some(({ status }) => status === "unknown")
    ? answerOf("cannot_tell", "Other agents share the list, and may have done what was open")
    : answerOf("met", `All ${items} of the list are completed`);
}

/** Git commands, as edits name them, that bring lines of others. */
const BRINGS = /^git (?:am|cherry-pick|merge|pull|rebase)$/;

function answerSecrets(proof: Proof): Answer {
  const secrets = proof.repository?.secrets ?? null;
  const [first] = secrets ?? [];
  if (first !== undefined) {
    const { path, line, what } = first;
    const brought = proof.edits.find((edit) => BRINGS.test(edit.path));
    if (brought !== undefined) {
      const evidence = `${code(path)} holds a secret that ${code(brought.path)} may have brought`;
      return answerOf("cannot_tell", evidence, pointerTo(proof.conversation, brought, first));
    }
    const evidence = `A secret was added to ${code(path)}, line ${line}: ${oneLine(what)}`;
    return answerOf("unmet", evidence, { turn: null, call: null, path, line });
  }
  if (!hasChanged(proof)) return UNCHANGED;
  return secrets === null
    ? answerOf("cannot_tell", "The added lines were not read, or not to their end")
    : answerOf("met", "No secret was found in the added lines");
}

/** Whether the session changed the repository's files or moved its HEAD, as far as anything shows. */
function hasChanged(proof: Proof): boolean {
  // Another branch that was checked out is no change of this session's.
  const isOwn = ({ path }: EditFact): boolean => !/^git (?:checkout|switch)$/.test(path);
  return proof.edits.some(isOwn) || proof.repository?.headMoved === true ||
    (lastMade(proof, "commit") ?? lastMade(proof, "push")) !== undefined;
}

function lastMade({ facts }: Given, what: "commit" | "push") {
  return facts.git.findLast((fact) => fact.what === what && wasMade(fact));
}

/** The edits that were made in the repository and still show there, by their paths from its top. */
function ownEdits({ conversation, facts, repository }: Given): EditFact[] {
  const { folder } = conversation;
  const top = repository?.top ?? folder;
  return facts.edits.filter(wasMade).flatMap((fact) => {
    if (!namesFile(fact.path)) return [fact];
    const from = facts.runs[fact.run ?? -1] ?? callAt(conversation, fact);
    const path = pathWithin(top, joinedPath(joinedPath(folder, from?.folder ?? ""), fact.path));
    // The product's own folder is no part of the work.
    const isWork = path !== null && !/^\.mosaic(?:\/|$)/.test(path) && isShown(path, repository);
    return isWork ? [{ ...fact, path }] : [];
  });
}

/**
 * Whether git shows that a path differs; what it ignores or what was taken back does not. Where git
 * cannot tell, what was made of the code counts as ignored.
 */
function isShown(path: string, repository: RepositoryFacts | null): boolean {
  if (!repository?.changed) return !isBuilt(path);
  return isBelow(repository.submodules, path) ||
    repository.changed.some((file) => file.path === path || isBelow([path], file.path));
}

function isBelow(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => path.startsWith(`${folder.replace(/\/$/, "")}/`));
}

function toUpstream({ repository }: Given): string {
  const upstream = repository?.upstream ?? "";
  return upstream === "" ? "" : ` to ${code(upstream)}`;
}
