/** What the judge costs the session it runs in, against an empty `deno run`. */

import { fileURLToPath } from "node:url";
import { hookCommand } from "../../hook/clients/command.ts";
import { hooksOf } from "../../hook/clients/table.ts";
import { type Figure, median, takeTurns } from "./measure.ts";
import { starter } from "./start.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const ROUNDS = 25;

const ANSWER = "`add()` in `add.mjs` adds its two arguments and returns the sum.";

/** A conversation, as the client writes it down. */
const CONVERSATIONS = {
  talk: [person("What does add() do?"), said("a", { type: "text", text: ANSWER })],
  work: [
    person("Fix add() and run the tests"),
    said("a", {
      type: "tool_use",
      id: "t1",
      name: "Edit",
      input: { file_path: "add.mjs", old_string: "a - b", new_string: "a + b" },
    }),
    result("t1", "The file add.mjs has been updated."),
    said("b", { type: "tool_use", id: "t2", name: "Bash", input: { command: "node --test" } }),
    result("t2", "# tests 3\n# pass 3\n# fail 0\n"),
    said("c", { type: "text", text: "add() now adds. All 3 tests pass." }),
  ],
};

/** Measures turns in a small repository: two with nothing to say, and one with work to judge. */
export async function benchJudgeHook(): Promise<Figure[]> {
  const scratch = await Deno.makeTempDir({ prefix: "reflection-bench-" });
  try {
    const [home, repository] = [`${scratch}/home`, `${scratch}/repository`];
    await Deno.mkdir(`${home}/.claude/projects/p`, { recursive: true });
    await Deno.mkdir(repository);
    await new Deno.Command("git", { args: ["init", "--quiet"], cwd: repository }).output();
    await Deno.writeTextFile(`${scratch}/empty.ts`, "");
    const stop = async (name: keyof typeof CONVERSATIONS, more: Record<string, unknown> = {}) => {
      const transcript = `${home}/.claude/projects/p/${name}.jsonl`;
      const lines = CONVERSATIONS[name].map((line) => `${JSON.stringify(line)}\n`);
      await Deno.writeTextFile(transcript, lines.join(""));
      let turn = 0;
      // Every time another session: of a known one, nothing would be left to judge.
      return () =>
        starter(repository, {
          session_id: `${name}-${turn++}`,
          transcript_path: transcript,
          cwd: repository,
          hook_event_name: "Stop",
          ...more,
        })("sh", ["-c", judgeCommand()], {
          HOME: home,
          DENO_DIR: denoDir(),
          REFLECTION_MODE: "solo",
          REFLECTION_JUDGE: "on",
        });
    };
    const times = await takeTurns(ROUNDS, {
      empty: () =>
        starter(repository, {})(Deno.execPath(), [
          ...["run", "--no-config", "--no-lock"],
          `${scratch}/empty.ts`,
        ]),
      skipped: await stop("work", { permission_mode: "plan" }),
      talk: await stop("talk"),
      work: await stop("work"),
    });
    const ratio = (name: keyof typeof times): number => median(times[name]) / median(times.empty);
    return [
      {
        what: "judge, nothing to judge (plan mode) / empty deno",
        ratio: ratio("skipped"),
        target: "<= 1.6",
      },
      {
        what: "judge, a question was answered / empty deno",
        ratio: ratio("talk"),
        target: "<= 1.6",
      },
      { what: "judge, work that is done / empty deno", ratio: ratio("work"), target: "<= 1.6" },
    ];
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

function judgeCommand(): string {
  const hook = hooksOf("judge").find(({ event }) => event === "Stop")!;
  return hookCommand(hook, { from: "path", folder: PROJECT });
}

/** Where this deno keeps what it fetched: the judge's home is another one. */
function denoDir(): string {
  return Deno.env.get("DENO_DIR") || `${Deno.env.get("HOME")}/.cache/deno`;
}

function person(content: unknown): unknown {
  return { type: "user", uuid: crypto.randomUUID(), message: { role: "user", content } };
}

function said(id: string, block: unknown): unknown {
  const message = { id, role: "assistant", content: [block], stop_reason: "end_turn" };
  return { type: "assistant", uuid: crypto.randomUUID(), message };
}

function result(id: string, content: string): unknown {
  return person([{ type: "tool_result", tool_use_id: id, content }]);
}
