/**
 * Writes the prompt templates for evals from the prompts that are shipped.
 *
 *     deno run --allow-read=evals/prompts --allow-write=evals/prompts tools/prompts.ts [--check] [--help]
 */

import { runGenerator } from "./generator.ts";
import { type JudgeKind, promptTemplate } from "../judge/prompt.ts";

/** The file of each question's template. */
const FILES: Readonly<Record<JudgeKind, string>> = {
  task: "task-verification.txt",
  stuck: "stuck-detection.txt",
  compaction: "post-compression.txt",
  agent: "agent-evaluation.txt",
};

/** The text of every template by file name. */
export function renderPrompts(): Map<string, string> {
  const files = Object.entries(FILES) as [JudgeKind, string][];
  return new Map(files.map(([kind, file]) => [file, `${promptTemplate(kind)}\n`]));
}

if (import.meta.main) {
  await runGenerator({
    task: "evals:prompts",
    what: "the prompt templates in tests/evals/prompts/ from the judge's prompts",
    folder: new URL("../tests/evals/prompts/", import.meta.url),
    render: renderPrompts,
  });
}
