/** What the hooks cost the session they run in, against the least that their parts can cost. */

import { hookCommand } from "../../hook/clients/command.ts";
import { HOOKS, hooksOf } from "../../hook/clients/table.ts";
import {
  emptyScript,
  type Figure,
  figure,
  inScratch,
  median,
  PROJECT,
  starter,
  takeTurns,
} from "./measure.ts";

const ROUNDS = 25;
const ON = { REFLECTION_MODE: "solo" };

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

/** Measures the capture in a small repository and in one of 15,000 files. */
export async function benchHook(): Promise<Figure[]> {
  return await inScratch(async (scratch) => {
    const empty = emptyScript(scratch);
    const small = await makeRepository(`${scratch}/small`, 20);
    const large = await makeRepository(`${scratch}/large`, 15_000);
    return [
      ...await benchOff(empty, small),
      ...await benchCapture(empty, small, "small repository"),
      ...await benchCapture(empty, large, "15,000 files"),
    ];
  });
}

async function benchOff(empty: string[], repository: string): Promise<Figure[]> {
  const start = starter(repository, stopIn(repository));
  const times = await takeTurns(ROUNDS, {
    shell: () => start("sh", ["-c", ":"]),
    off: () => start("sh", ["-c", registered(HOOKS, "Stop")]),
    empty: () => start(Deno.execPath(), empty),
    offInDeno: () =>
      start(Deno.execPath(), [
        ...["run", "--no-config", "--no-lock", "--allow-env=REFLECTION_*"],
        `${PROJECT}/hook/stop.ts`,
      ]),
  });
  const inDeno = "hook off, deno run hook/stop.ts / deno run of an empty file";
  return [
    figure("hook off, as registered / sh -c :", "<= 2", times.off, times.shell),
    figure(inDeno, "<= 1.15", times.offInDeno, times.empty),
  ];
}

/** With a change whose size has to be asked for, and with one where its path says enough. */
async function benchCapture(empty: string[], repository: string, where: string) {
  const start = starter(repository, stopIn(repository));
  const figures: Figure[] = [];
  for (const [file, size] of [["plain.ts", "size asked"], ["auth.ts", "size not asked"]]) {
    await Deno.writeTextFile(`${repository}/${file}`, "changed\n");
    const times = await takeTurns(ROUNDS, {
      empty: () => start(Deno.execPath(), empty),
      status: () => start("git", ["status", "--porcelain"]),
      numstat: () => start("git", ["diff", "--numstat"]),
      hook: () => start("sh", ["-c", registered(HOOKS, "Stop")], ON),
    });
    await Deno.remove(`${repository}/${file}`);
    const least = median(times.empty) + median(times.status) + median(times.numstat);
    figures.push({
      what: `hook on, ${where}, ${size} / (empty deno + git status + git diff --numstat)`,
      ratio: median(times.hook) / least,
      target: "<= 1.4",
    });
  }
  return figures;
}

/** Measures the judge: twice with nothing to say, and once with work to judge. */
export async function benchJudgeHook(): Promise<Figure[]> {
  return await inScratch(async (scratch) => {
    const [home, repository] = [`${scratch}/home`, `${scratch}/repository`];
    await Deno.mkdir(`${home}/.claude/projects/p`, { recursive: true });
    await git(repository, ["init", "--quiet"]);
    const stop = (name: keyof typeof CONVERSATIONS, more: Record<string, unknown> = {}) => {
      const transcript_path = `${home}/.claude/projects/p/${name}.jsonl`;
      const lines = CONVERSATIONS[name].map((line) => `${JSON.stringify(line)}\n`);
      Deno.writeTextFileSync(transcript_path, lines.join(""));
      let turn = 0;
      // A session of its own each time: in a known one there is nothing left to judge.
      return () =>
        starter(repository, {
          // No last message: the judge waits until the transcript has it.
          ...{ session_id: `${name}-${turn++}`, transcript_path, cwd: repository },
          hook_event_name: "Stop",
          ...more,
        })("sh", ["-c", registered(hooksOf("judge"), "Stop")], {
          ...{ ...ON, HOME: home, DENO_DIR: denoDir(), REFLECTION_JUDGE: "on" },
        });
    };
    const empty = emptyScript(scratch);
    const times = await takeTurns(ROUNDS, {
      empty: () => starter(repository, {})(Deno.execPath(), empty),
      skipped: stop("work", { permission_mode: "plan" }),
      talk: stop("talk"),
      work: stop("work"),
    });
    const costs = (what: string, name: keyof typeof times): Figure =>
      figure(`judge, ${what} / empty deno`, "<= 1.6", times[name], times.empty);
    return [
      costs("nothing to judge (plan mode)", "skipped"),
      costs("a question was answered", "talk"),
      costs("work that is done", "work"),
    ];
  });
}

/** Measures the hook that counts attempts, after a command that passed. */
export async function benchAttempt(): Promise<Figure[]> {
  return await inScratch(async (scratch) => {
    const repository = `${scratch}/repository`;
    await git(repository, ["init", "--quiet"]);
    const empty = emptyScript(scratch);
    const used = starter(repository, {
      ...{ session_id: "s", cwd: repository, hook_event_name: "PostToolUse", tool_name: "Bash" },
      tool_input: { command: "ls" },
      tool_response: { stdout: "a.ts\nb.ts\n", stderr: "" },
    });
    const command = registered(hooksOf("unblock"), "PostToolUse");
    const times = await takeTurns(ROUNDS, {
      empty: () => starter(repository, {})(Deno.execPath(), empty),
      quiet: () => used("sh", ["-c", command], { ...ON, REFLECTION_UNBLOCK: "on" }),
    });
    return [figure("attempt, nothing to say / empty deno", "<= 1.6", times.quiet, times.empty)];
  });
}

function stopIn(cwd: string): Record<string, unknown> {
  return {
    ...{ session_id: "bench", cwd, hook_event_name: "Stop", last_assistant_message: "Done." },
  };
}

/** The command with which a client starts a hook. */
function registered(hooks: readonly (typeof HOOKS)[number][], event: string): string {
  const hook = hooks.find((hook) => hook.event === event)!;
  return hookCommand(hook, { from: "path", folder: PROJECT });
}

async function git(folder: string, args: string[]): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const { success } = await new Deno.Command("git", { args, cwd: folder }).output();
  if (!success) throw new Error(`git ${args.join(" ")} failed in "${folder}"`);
}

async function makeRepository(folder: string, files: number): Promise<string> {
  for (let n = 0; n < files; n++) {
    const part = `${folder}/part${n % 100}`;
    if (n < 100) await Deno.mkdir(part, { recursive: true });
    await Deno.writeTextFile(`${part}/file${n}.ts`, `export const n = ${n};\n`);
  }
  const identity = ["-c", "user.name=Bench", "-c", "user.email=bench@example.invalid"];
  await git(folder, ["init", "--quiet"]);
  await git(folder, ["add", "--all"]);
  await git(folder, [...identity, "commit", "--quiet", "--message", "Files"]);
  await Deno.writeTextFile(`${folder}/part0/file0.ts`, "changed\n");
  return folder;
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
