/**
 * Answers one case for whoever cannot run TypeScript: `{"kind": …, "vars": {…}}` on stdin, the
 * judge's JSON on stdout.
 *
 *     deno run --no-prompt tests/evals/answer_one.ts
 */

import { answer, KINDS } from "./answer.ts";

if (import.meta.main) {
  const { kind, vars } = await new Response(Deno.stdin.readable).json();
  const known = KINDS.find((name) => name === kind);
  if (known === undefined) throw new TypeError(`Unknown kind "${kind}"`);
  console.log(JSON.stringify(answer(known, vars).floor));
}
