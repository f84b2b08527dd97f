import { deepEqual } from "node:assert/strict";
import { callOf, type ToolCall } from "../../../judge/conversation.ts";
import type { TaskKind } from "../../../judge/task/kind.ts";
import { doneBy, edit, shell } from "./calls.ts";

function loops(calls: readonly ToolCall[], kind: TaskKind = "work"): string[] {
  return doneBy(calls, kind).loops.map(({ kind, command, times }) => `${kind} ${command} ${times}`);
}

const FAILING = shell("npm test", "1 failing\nin 12ms", 1);

Deno.test("the same command with the same result, again and again, is an action loop", () => {
  deepEqual(loops([FAILING, FAILING, FAILING, shell("ls", "a")]), ["action npm test 3"]);
  deepEqual(loops([shell("npm test"), shell("npm  test"), shell("npm test"), shell("ls")]), [
    "action npm test 3",
  ]);
});

Deno.test("too few commands, repetitions or too small a share are no loop", () => {
  deepEqual(loops([FAILING, FAILING, FAILING]), []);
  deepEqual(loops([FAILING, FAILING, shell("ls", "a"), shell("pwd", "b")]), []);
  const others = ["a", "b", "c"].map((name) => shell(`cat ${name}`, name));
  deepEqual(loops([FAILING, FAILING, FAILING, ...others]), []);
});

Deno.test("testing after every change is progress where the result changes", () => {
  const fails = (count: number) => shell("npm test", `${count} failing`, 1);
  const change = edit("a.ts");
  deepEqual(
    loops([fails(3), change, fails(2), change, fails(1), change, shell("npm test", "3 passing")]),
    [],
  );
  const passes = shell("npm test", "3 passing (2ms)");
  deepEqual(loops([passes, change, passes, change, passes, change, passes]), []);
});

Deno.test("changes that leave the same failure are a loop, however long the runs took", () => {
  const fails = (time: number) => shell("npm test", `1 failing\nin ${time}ms`, 1);
  const change = edit("a.ts");
  deepEqual(loops([fails(1), change, fails(2), change, fails(3), change, fails(4)]), [
    "action npm test 4",
  ]);
});

Deno.test("asking until the answer changes is no loop", () => {
  const ask = (status: string) => shell("gh pr checks", status);
  deepEqual(loops([ask("a pending"), ask("b pending"), ask("c pending"), ask("pass")]), []);
});

const LOOKS = Array.from(
  { length: 10 },
  (_, at) =>
    at % 2 === 0
      ? callOf({ name: "Read", input: { file_path: `a${at}.ts` } })
      : shell(`grep -n x a${at}.ts | head`, "x"),
);

Deno.test("looking on and on without doing anything is a planning loop", () => {
  deepEqual(loops(LOOKS), ["planning  10"]);
  deepEqual(loops(LOOKS.slice(0, 7)), []);
  deepEqual(loops([...LOOKS, edit("a.ts")]), ["planning  11"]);
  deepEqual(loops([...LOOKS, edit("a.ts"), edit("b.ts")]), []);
  deepEqual(loops([...LOOKS, shell("git commit -m x", "x"), shell("npm test", "x")]), []);
});

Deno.test("only work can loop: to find out is to look", () => {
  deepEqual(loops(LOOKS, "research"), []);
  deepEqual(loops([FAILING, FAILING, FAILING, FAILING], "question"), []);
});
