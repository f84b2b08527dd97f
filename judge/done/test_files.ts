/** Running a file whose name says that it tests: `./run-tests.sh`, `node a.test.js`. */

import type { ScriptCheck } from "./check_scripts.ts";
import { type Invocation, isOption } from "./shell_words.ts";

/** Files whose name says that running them is a test. */
const TEST_FILE = /(?:^|[/_.-])(?:run[_-]?)?tests?(?:[/_.-]|$)|_spec\.|\.spec\./i;
const INTERPRETERS = /^(?:bash|sh|zsh|node|tsx|ts-node|bun|deno|ruby|php|perl|python[\d.]{0,6})$/;
const SCRIPT_FILE = /\.(?:sh|bash|py|js|mjs|cjs|ts|mts|tsx|rb|php|pl)$/;

/** The test run that a program is; null where it is none. */
export function testFile({ program, args }: Invocation, word: string): ScriptCheck | null {
  if (INTERPRETERS.test(program)) {
    const rest = program === "deno" && args[0] === "run" ? args.slice(1) : args;
    const file = rest.find((arg) => !isOption(arg));
    if (file === undefined || rest.includes("-c") || rest.includes("-e")) return null;
    if (/(?:^|\/)(?:manage\.py|artisan)$/.test(file) && rest.includes("test")) {
      const behind = rest.slice(rest.indexOf("test") + 1);
      return { kind: "test", name: file, rest: behind, narrowed: false, packages: [] };
    }
    if (!SCRIPT_FILE.test(file) || !TEST_FILE.test(file)) return null;
    const narrowed = !/\.(?:sh|bash)$|run[_-]?tests?/.test(file);
    return { kind: "test", name: file, rest: [], narrowed, packages: narrowed ? [file] : [] };
  }
  const isFile = word.includes("/") && TEST_FILE.test(word.slice(word.lastIndexOf("/")));
  return isFile ? { kind: "test", name: word, rest: [], narrowed: false, packages: [] } : null;
}
