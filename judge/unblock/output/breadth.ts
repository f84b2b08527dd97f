/**
 * No broad rewrite and no full business implementation: an unblock is narrow.
 *
 * A rewrite is one by its words (unless the same sentence says that it is strictly required to
 * unblock), by the files that it names or patches, or by the lines of code and commands. An
 * implementation is code of more lines or definitions than a minimal proof patch has. Of a diff only
 * the changed lines count, of commands none, unless they write a file.
 */

import { shown, type Violation } from "../violation.ts";
import type { Answer } from "./answer.ts";
import { PACKET } from "./begin.ts";
import { fault } from "./fault.ts";
import { OUTPUT_LIMITS } from "./limits.ts";
import type { CodeBlock } from "./lines.ts";
import { isRefused, type Sentence } from "./sentences.ts";

const REWRITE =
  /\b(?:re-?writ(?:e|ing)|re-?implement(?:ing)?|re-?build(?:ing)?|replac(?:e|ing)|re-?design(?:ing)?|re-?factor(?:ing)?|restructur(?:e|ing))(?: (?:of )?(?:the|this|that|its|our))? (?:whole|entire|complete|full|all|everything)\b|\b(?:complete|full|total|broad|ground-up|wholesale|entire) (?:re-?write|re-?implementation|re-?design|re-?factor(?:ing)?)\b|\b(?:from scratch|from the ground up|start(?:ing)? over)\b/gi;

const REQUIRED = /\bstrictly (?:required|necessary|needed) to unblock\b/i;

/** Parts in which something is proposed. What was seen, or is not to be retried, is no proposal. */
function isProposal({ part, where }: Sentence): boolean {
  return part !== "coherence" && where !== "observations" &&
    where !== `${PACKET}.what_not_to_retry`;
}

/** Finds what is too broad. */
export function findBreadth(answer: Answer, sentences: readonly Sentence[]): Violation[] {
  return [...rewritten(sentences), ...manyFiles(answer), ...muchCode(answer)];
}

function rewritten(sentences: readonly Sentence[]): Violation[] {
  const broad = sentences.find((sentence) =>
    isProposal(sentence) && !REQUIRED.test(sentence.text) &&
    [...sentence.text.matchAll(REWRITE)].some(({ index }) => !isRefused(sentence.text, index))
  );
  if (broad === undefined) return [];
  const { text, where, line } = broad;
  return [
    tooBroad(`"${shown(text)}" asks for a broad rewrite, expected a narrow change`, where, line),
  ];
}

function manyFiles({ packet, blocks }: Answer): Violation[] {
  const { filesToRecheck, patchedFiles } = OUTPUT_LIMITS;
  const violations: Violation[] = [];
  const field = packet.find(({ name }) => name === "files_to_recheck");
  if (field !== undefined) {
    const where = `${PACKET}.files_to_recheck`;
    const files = [field.text, ...field.items].flatMap((item) => item.split(/,\s/))
      .map((file) => file.replaceAll(/[`'"]/g, "").trim()).filter((file) => file !== "");
    const all = files.find((file) => isEverything(file));
    if (files.length > filesToRecheck) {
      const count = `${files.length} files to recheck, at most ${filesToRecheck}`;
      violations.push(tooBroad(count, where, field.line));
    } else if (all !== undefined) {
      const message = `"${shown(all)}" is no file to recheck, expected paths`;
      violations.push(tooBroad(message, where, field.line));
    }
  }
  const patched = new Set(
    blocks.flatMap(({ lines }) => lines.filter((line) => /^\+\+\+ \S/.test(line))),
  );
  const first = blocks[0];
  if (patched.size > patchedFiles && first !== undefined) {
    const message = `The patch touches ${patched.size} files, at most ${patchedFiles}`;
    violations.push(tooBroad(message, "answer", first.line));
  }
  return violations;
}

function isEverything(file: string): boolean {
  return /^[./*]+$/.test(file) || isOpenGlob(file) ||
    /^(?:all|every|everything|the (?:whole|entire))\b/i.test(file);
}

/** Below any folder a glob is narrow only where it ends with a name: `src/**\/scheduler.ts`. */
function isOpenGlob(file: string): boolean {
  return file.includes("**") && !/\/[\w@-][\w.@-]*\.\w+$/.test(file.slice(-200));
}

const SHELL = /^(?:ba|z|fi|k)?sh$|^(?:shell|console|terminal|powershell|pwsh|ps1|cmd|bat)/;
const PROSE = /^(?:text|txt|log|logs|output|plaintext|md|markdown)$/;
const DEFINITION =
  /^(?:export )?(?:default )?(?:public |private |protected |static |pub )?(?:async )?(?:function\b|class |def |fn |func |interface |struct |impl )|^(?:export )?const \w{1,60} = (?:async )?\(.{0,200}=>/;

function muchCode({ blocks, lines }: Answer): Violation[] {
  const { proofLines, proofDefinitions, codeLines } = OUTPUT_LIMITS;
  const code = blocks.filter((block) => !PROSE.test(block.language) && !isCommands(block));
  const bare = lines.filter(({ kind, part, text }) =>
    kind === "said" && part !== "payload" && /[;{}]$/.test(text.trimEnd())
  );
  const written = [...code.flatMap(codeIn), ...bare.map(({ text }) => text.trim())];
  const commands = blocks.filter(isCommands).flatMap(codeIn).length;
  const definitions = written.filter((line) => DEFINITION.test(line.slice(0, 300))).length;
  const line = code[0]?.line ?? bare[0]?.number ?? blocks[0]?.line ?? null;
  const violations: Violation[] = [];
  if (written.length > proofLines || definitions > proofDefinitions) {
    const found = `${written.length} lines of code with ${definitions} definitions`;
    const limit = `at most ${proofLines} and ${proofDefinitions}`;
    const message = `${found}, expected no more than a minimal proof patch (${limit})`;
    violations.push(fault("business_implementation", message, { where: "answer", line }));
  }
  if (written.length + commands > codeLines) {
    const message = `${written.length + commands} lines of code and commands, at most ${codeLines}`;
    violations.push(tooBroad(message, "answer", line));
  }
  return violations;
}

function isCommands({ language, lines }: CodeBlock): boolean {
  return SHELL.test(language) && !lines.some((line) => /<<[-~]?\s?['"\\]?\w/.test(line));
}

/** The lines of a block that count, without the marks of a diff. */
function codeIn({ language, lines }: CodeBlock): string[] {
  const isDiff = /^(?:diff|patch)$/.test(language) || lines.some((line) => line.startsWith("@@ "));
  const counted = isDiff ? lines.filter((line) => /^[+-](?![+-]{2} )/.test(line)) : lines;
  return counted.map((line) => (isDiff ? line.slice(1) : line).trim()).filter((line) =>
    line !== ""
  );
}

function tooBroad(message: string, where: string, line: number | null): Violation {
  return fault("broad_rewrite", message, { where, line });
}
