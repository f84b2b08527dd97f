/**
 * What the agent said at the end: claims, questions, what it leaves open. Words, not proof.
 *
 * English prose in markdown is read by tables of patterns, one per field, over its sentences, list
 * items and headings. Code blocks, quotes and code within a sentence are not the agent's words.
 * A message of more than 20,000 characters is read from its first 4,000 and its last 16,000.
 */

import { announcedIn } from "./said/announced.ts";
import { readable } from "./said/bound.ts";
import { claimsOf } from "./said/claims.ts";
import { dangerIn } from "./said/danger.ts";
import { delegatedIn } from "./said/delegated.ts";
import { flakyIn } from "./said/flaky.ts";
import { humanActionIn } from "./said/human_action.ts";
import { breaksOff } from "./said/mid_sentence.ts";
import { nextStepsIn } from "./said/next_steps.ts";
import { permissionIn } from "./said/permission.ts";
import type { Quote, ReportedResult } from "./said/quote.ts";
import { questionIn } from "./said/question.ts";
import { referencesIn } from "./said/references.ts";
import { remainingIn } from "./said/remaining.ts";
import { reportedIn } from "./said/reported.ts";
import { structureOf } from "./said/structure.ts";
import { substanceOf } from "./said/substance.ts";
import { troubleIn } from "./said/trouble.ts";
import { waitingIn } from "./said/waiting.ts";

/** What one message says. */
export interface Statements {
  readonly text: string;
  /** Nothing but blanks. */
  readonly empty: boolean;
  /** It breaks off in the middle of a sentence, a list or a code block. */
  readonly midSentence: boolean;
  /** "Done", "I have implemented …", "fixed": the work is said to be over. */
  readonly claims: readonly Quote[];
  /** "All tests pass", "2 tests fail", "the build succeeds". */
  readonly reported: readonly ReportedResult[];
  /** A question to the person at the end that only the person can answer. */
  readonly question: Quote | null;
  /** "Shall I go on?", "Would you like me to …?": asking leave for what was asked for anyway. */
  readonly permission: Quote | null;
  /** Work that the message itself says is not done: "remaining", "not yet", "still to do", TODO. */
  readonly remaining: readonly Quote[];
  /** "Next steps", "I will now …" with nothing after it. */
  readonly nextSteps: readonly Quote[];
  /** "Let me start by …", "I'll now …": announced, and the message ends. */
  readonly announced: Quote | null;
  /** What only a person can do: log in, click, paste a key, approve, plug in. */
  readonly humanAction: readonly Quote[];
  /** What the person is asked to do although the agent could: run this command, restart, test it. */
  readonly delegated: readonly Quote[];
  /** A failing test waved away as flaky, unrelated or known. */
  readonly dismissed: readonly Quote[];
  /** Whether the dismissal comes with a rerun, quarantine, tracking issue or fix. */
  readonly mitigated: boolean;
  /** Admitted failure or blockage: "I could not", "still fails", "blocked by". */
  readonly trouble: readonly Quote[];
  /** Waiting for something that will come by itself: CI, a rate limit, a long job. */
  readonly waiting: Quote | null;
  /** Something dangerous is left: a secret in the open, data lost, production down. */
  readonly danger: readonly Quote[];
  /** References such as `#12`, `PR #34`, `issue #42`. */
  readonly references: readonly string[];
  /** How much concrete content a finding has: findings, file names, figures, headings. */
  readonly substance: number;
}

/** Reads what a message says. Never throws, whatever the text is. */
export function readSaid(text: string): Statements {
  const message = structureOf(readable(text));
  const claims = claimsOf(message);
  return {
    text: message.text,
    empty: message.text.trim() === "",
    midSentence: breaksOff(message),
    claims,
    reported: reportedIn(message),
    question: questionIn(message),
    permission: permissionIn(message, claims),
    remaining: remainingIn(message),
    nextSteps: nextStepsIn(message),
    announced: announcedIn(message),
    humanAction: humanActionIn(message),
    delegated: delegatedIn(message),
    ...flakyIn(message),
    trouble: troubleIn(message),
    waiting: waitingIn(message),
    danger: dangerIn(message),
    references: referencesIn(message),
    substance: substanceOf(message),
  };
}
