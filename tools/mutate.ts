/**
 * Changes one operator or constant at a time in the files that decide most, and runs their tests: some
 * test must fail. Prints each change that no test noticed. A copy of the tree is changed, not the tree.
 *
 *     deno task mutate [--file judge/loop_guard.ts] [--sample 40]
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { command } from "../lib/cli/command.ts";
import { number, text } from "../lib/cli/flags.ts";
import { Progress } from "../lib/cli/progress.ts";
import { UserError } from "../lib/text/errors.ts";

/** The files that are changed, and the tests that must notice. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  "risk_floor.ts": ["tests/risk_floor_test.ts", "tests/risk_floor_property_test.ts"],
  "judge/loop_guard.ts": ["tests/judge/loop_guard_test.ts", "tests/judge/loop_guard_model_test.ts"],
  "judge/requirements.ts": ["tests/judge/requirements_test.ts"],
  "judge/judgement.ts": ["tests/judge/combine_test.ts", "tests/judge/judgement_test.ts"],
};

/** What an operator is changed to. */
const OPERATORS: Readonly<Record<string, string>> = {
  ...{ "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">" },
  ...{ "&&": "||", "||": "&&", "??": "&&", "+": "-", "-": "+" },
};

/** One change of a file: what stands in the place of a part of its text. */
interface Mutation {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** Every change of a text that this script makes. */
export function mutationsOf(path: string, source: string): Mutation[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const change = (node: ts.Node, after: string | undefined): void => {
    if (after === undefined) return;
    const [start, end] = [node.getStart(), node.getEnd()];
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ start, end, line, before: source.slice(start, end), after });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      change(node.operatorToken, OPERATORS[node.operatorToken.getText()]);
    }
    if (ts.isNumericLiteral(node)) change(node, `${Number(node.text.replaceAll("_", "")) + 1}`);
    if (node.kind === ts.SyntaxKind.TrueKeyword) change(node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) change(node, "true");
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** So many of a list, spread over it. */
function sampleOf<Item>(items: readonly Item[], size: number): readonly Item[] {
  if (size >= items.length) return items;
  return Array.from({ length: size }, (_, at) => items[Math.floor(at * items.length / size)]!);
}

async function run(only: string | undefined, sample: number): Promise<number> {
  if (only !== undefined && !Object.hasOwn(TARGETS, only)) {
    throw new UserError(`Cannot change "${only}": one of ${Object.keys(TARGETS).join(", ")}`);
  }
  const root = fileURLToPath(new URL("..", import.meta.url));
  const copy = mkdtempSync(join(tmpdir(), "mutate-"));
  const progress = new Progress();
  let survivors = 0;
  try {
    await new Deno.Command("git", { args: ["clone", "--quiet", root, copy] }).output();
    for (const [path, tests] of Object.entries(TARGETS)) {
      if (only !== undefined && path !== only) continue;
      const source = Deno.readTextFileSync(`${copy}/${path}`);
      const mutations = sampleOf(mutationsOf(path, source), sample);
      let noticed = 0;
      for (const { start, end, line, before, after } of mutations) {
        progress.say(() => `${path}: line ${line}, ${noticed} of ${mutations.length} noticed`);
        const changed = source.slice(0, start) + after + source.slice(end);
        Deno.writeTextFileSync(`${copy}/${path}`, changed);
        const args = ["test", "--no-check", "--quiet", "--fail-fast", "-P=test", ...tests];
        const { success } = await new Deno.Command(Deno.execPath(), { args, cwd: copy }).output();
        if (!success) noticed++;
        else console.log(`${path}:${line}: ${before} became ${after}, and no test failed`);
      }
      progress.clear();
      Deno.writeTextFileSync(`${copy}/${path}`, source);
      survivors += mutations.length - noticed;
      console.log(`${path}: ${noticed} of ${mutations.length} changes were noticed`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return survivors > 0 ? 3 : 0;
}

if (import.meta.main) {
  await command({
    name: "mutate",
    summary: "Changes the code that decides most, and says which changes no test notices.",
    flags: {
      file: text("PATH", "Only this file"),
      sample: number("N", "So many changes of each file, spread over it (default: all)", {
        from: 1,
        whole: true,
      }),
    },
    exits: { 3: "a change was not noticed" },
    run: ({ file, sample }) => run(file, sample ?? Infinity),
  });
}
