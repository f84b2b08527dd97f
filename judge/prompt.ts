/**
 * What a model is asked by the judge.
 *
 * Pure. **Every text in the parts must have been redacted**: nothing is looked for here, and a text
 * that was cut before may hold half of a secret, which only the conversation it is from gives away.
 * Whatever comes from a person, an agent or a tool stands between two marks that it cannot contain,
 * bounded, one line for each of its lines, with nothing unseen in it; the system prompt says that it
 * is data. The templates for evals come from the same tables, so that evals test what is shipped.
 */

import { blockText, markFor } from "../lib/text/data_blocks.ts";
import { extrasOf, type JudgePromptParts, VALUES } from "./prompt/parts.ts";
import { type JudgeKind, systemPrompt } from "./prompt/instructions.ts";
import { blocksOf } from "./prompt/sections.ts";

export type { JudgePromptParts, TaskParts } from "./prompt/parts.ts";
export type { JudgeKind } from "./prompt/instructions.ts";

/** The two texts for a model. */
export interface JudgePrompt {
  readonly system: string;
  readonly prompt: string;
}

/** Options of {@linkcode buildJudgePrompt}. */
interface JudgePromptOptions {
  /** Something that the writer of the data could not know. */
  readonly nonce: string;
}

/** The nonce of a template: what an eval puts in is no secret from its author. */
export const TEMPLATE_NONCE = "eval";

const CLOSING = "That was the whole of the data. Answer by the rules you were given.";

/** The question of a kind about these parts. */
export function buildJudgePrompt<Kind extends JudgeKind>(
  kind: Kind,
  parts: JudgePromptParts[Kind],
  { nonce }: JudgePromptOptions,
): JudgePrompt {
  const values = new Map<string, readonly string[]>(Object.entries(VALUES[kind](parts)));
  const blocks = [...blocksOf(kind, (name) => values.get(name) ?? []), ...extrasOf(parts)];
  const mark = markFor(nonce, blocks.flatMap(({ lines }) => lines));
  return {
    system: systemPrompt(kind, mark),
    prompt: [...blocks.map((block) => blockText(block, mark)), CLOSING].join("\n\n"),
  };
}

/** The same question as one text, with promptfoo's variables in place of the values. */
export function promptTemplate(kind: JudgeKind): string {
  const mark = markFor(TEMPLATE_NONCE, []);
  const blocks = blocksOf(kind, (name) => [`{{${name}}}`]);
  return [systemPrompt(kind, mark), ...blocks.map((block) => blockText(block, mark)), CLOSING]
    .join("\n\n");
}
