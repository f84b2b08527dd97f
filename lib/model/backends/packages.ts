/**
 * The packages that ask a model over HTTP, loaded only when one is asked.
 *
 * Named with exact versions here, not in an import map, because the worker runs without the
 * project's configuration; and loaded through this list and not by name, because deno looks at
 * every import that it can read at the start of a program.
 */

/** The packages; who wants them beforehand has to fetch them by these names. */
export const PACKAGES = {
  ai: "npm:ai@7.0.169",
  anthropic: "npm:@ai-sdk/anthropic@4.0.102",
  openaiCompatible: "npm:@ai-sdk/openai-compatible@3.0.90",
} as const;

/** The part of `node:process` that is used here. */
interface Process {
  env: unknown;
  getBuiltinModule(name: "node:os"): { hostname: () => string };
}

let loading: Promise<unknown> = Promise.resolve();

/**
 * Loads packages that are told nothing about this machine: a provider looks for its address in the
 * environment while it is loaded, and a part that is never used here asks for the host's name.
 * So they need no permission, and only what the user set for us counts.
 */
async function blindfolded<T>(load: () => Promise<T>): Promise<T> {
  const { process } = globalThis as unknown as { process: Process };
  const os = process.getBuiltinModule("node:os");
  const { env } = process;
  const { hostname } = os;
  process.env = {};
  os.hostname = () => "localhost";
  try {
    return await load();
  } finally {
    process.env = env;
    os.hostname = hostname;
  }
}

/** One after the other: two at once would put back each other's blindfold. */
function inTurn<T>(load: () => Promise<T>): Promise<T> {
  const turn = loading.then(() => blindfolded(load));
  loading = turn.catch(() => {});
  return turn;
}

/** Loads the SDK. */
export async function loadAi(): Promise<typeof import("npm:ai@7.0.169")> {
  // It would print its advice to the terminal of the person who runs a script.
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
  return await inTurn(() => import(PACKAGES.ai));
}

/** Loads the SDK's side of the Messages API. */
export async function loadAnthropic(): Promise<
  typeof import("npm:@ai-sdk/anthropic@4.0.102")
> {
  return await inTurn(() => import(PACKAGES.anthropic));
}

/** Loads the SDK's side of chat completions. */
export async function loadOpenAiCompatible(): Promise<
  typeof import("npm:@ai-sdk/openai-compatible@3.0.90")
> {
  return await inTurn(() => import(PACKAGES.openaiCompatible));
}
