/** What a hook costs the session it runs in, against the least that its parts can cost. */

import { fileURLToPath } from "node:url";
import { hookCommand } from "../../hook/clients/command.ts";
import { HOOKS } from "../../hook/clients/table.ts";
import { type Figure, median, takeTurns } from "./measure.ts";
import { starter } from "./start.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const ROUNDS = 25;

/** Measures in a small repository and in one of 15,000 files. */
export async function benchHook(): Promise<Figure[]> {
  const scratch = await Deno.makeTempDir({ prefix: "reflection-bench-" });
  try {
    await Deno.writeTextFile(`${scratch}/empty.ts`, "");
    const small = await makeRepository(`${scratch}/small`, 20);
    const large = await makeRepository(`${scratch}/large`, 15_000);
    return [
      ...await benchOff(scratch, small),
      ...await benchActive(scratch, small, "small repository"),
      ...await benchActive(scratch, large, "15,000 files"),
    ];
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

async function benchOff(scratch: string, repository: string): Promise<Figure[]> {
  const start = starter(repository, payloadOf(repository));
  const times = await takeTurns(ROUNDS, {
    shell: () => start("sh", ["-c", ":"]),
    off: () => start("sh", ["-c", stopCommand()]),
    empty: () => start(Deno.execPath(), ["run", "--no-config", "--no-lock", `${scratch}/empty.ts`]),
    offInDeno: () =>
      start(Deno.execPath(), [
        "run",
        "--no-config",
        "--no-lock",
        "--allow-env=REFLECTION_*",
        `${PROJECT}/hook/stop.ts`,
      ]),
  });
  return [
    {
      what: "hook off, as registered / sh -c :",
      ratio: median(times.off) / median(times.shell),
      target: "<= 2",
    },
    {
      what: "hook off, deno run hook/stop.ts / deno run of an empty file",
      ratio: median(times.offInDeno) / median(times.empty),
      target: "<= 1.15",
    },
  ];
}

async function benchActive(
  scratch: string,
  repository: string,
  where: string,
): Promise<Figure[]> {
  const start = starter(repository, payloadOf(repository));
  const on = { REFLECTION_MODE: "solo" };
  const change = async (file: string, action: () => Promise<void>): Promise<void> => {
    await Deno.writeTextFile(`${repository}/${file}`, "changed\n");
    await action();
    await Deno.remove(`${repository}/${file}`);
  };
  const stop = () => start("sh", ["-c", stopCommand()], on);
  const contenders = {
    empty: () => start(Deno.execPath(), ["run", "--no-config", "--no-lock", `${scratch}/empty.ts`]),
    status: () => start("git", ["status", "--porcelain"]),
    numstat: () => start("git", ["diff", "--numstat"]),
    hook: stop,
    node: () => start("node", ["-e", "0"]),
  };
  let figures: Figure[] = [];
  await change("plain.ts", async () => {
    const times = await takeTurns(ROUNDS, contenders);
    const least = median(times.empty) + median(times.status) + median(times.numstat);
    figures = [
      {
        what: `hook on, ${where}, size asked / (empty deno + git status + git diff --numstat)`,
        ratio: median(times.hook) / least,
        target: "<= 1.4",
      },
      {
        what: `the same / node -e 0`,
        ratio: median(times.hook) / median(times.node),
        target: "none set",
      },
    ];
  });
  await change("auth.ts", async () => {
    const times = await takeTurns(ROUNDS, contenders);
    const least = median(times.empty) + median(times.status) + median(times.numstat);
    figures.push({
      what: `hook on, ${where}, size not asked / (empty deno + git status + git diff --numstat)`,
      ratio: median(times.hook) / least,
      target: "<= 1.4",
    });
  });
  return figures;
}

function payloadOf(cwd: string): unknown {
  return {
    session_id: "bench",
    cwd,
    hook_event_name: "Stop",
    last_assistant_message: "Done.",
  };
}

function stopCommand(): string {
  const stop = HOOKS.find((hook) => hook.event === "Stop")!;
  return hookCommand(stop, { from: "path", folder: PROJECT });
}

async function makeRepository(folder: string, files: number): Promise<string> {
  for (let n = 0; n < files; n++) {
    const part = `${folder}/part${n % 100}`;
    if (n < 100) await Deno.mkdir(part, { recursive: true });
    await Deno.writeTextFile(`${part}/file${n}.ts`, `export const n = ${n};\n`);
  }
  const identity = ["-c", "user.name=Bench", "-c", "user.email=bench@example.invalid"];
  for (
    const args of [["init", "--quiet"], ["add", "--all"], [
      ...identity,
      "commit",
      "--quiet",
      "--message",
      "Files",
    ]]
  ) {
    const { success } = await new Deno.Command("git", { args, cwd: folder }).output();
    if (!success) throw new Error(`git ${args[0]} failed in "${folder}"`);
  }
  await Deno.writeTextFile(`${folder}/part0/file0.ts`, "changed\n");
  return folder;
}
