/**
 * Runs assertions that were written elsewhere, in a process that may do nothing: no file, no
 * network, no environment, no program. One job per line on stdin, one result per line on stdout.
 */

/** What is asked of this process. */
export interface Job {
  /** An expression, or the body of a function. */
  readonly source: string;
  readonly output: string;
  readonly context: { readonly vars: Readonly<Record<string, unknown>> };
  readonly threshold?: number | undefined;
}

/** What it answers. */
export interface JobResult {
  readonly pass: boolean;
  readonly why: string;
  /** Whether there is no answer, neither yes nor no: it threw, did not end, or answered nonsense. */
  readonly broken?: boolean;
}

const MAX_WHY = 500;

type Assertion = (output: string, context: Job["context"]) => Promise<unknown>;

const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => Assertion;

/** An expression first: whatever is none is a body, which has to return something. */
function compile(source: string): Assertion {
  try {
    return new AsyncFunction("output", "context", `return (${source.trim().replace(/;$/, "")}\n);`);
  } catch {
    return new AsyncFunction("output", "context", source);
  }
}

async function perform({ source, output, context, threshold }: Job): Promise<JobResult> {
  try {
    return readResult(await compile(source)(output, context), threshold);
  } catch (error) {
    return { pass: false, why: `It throws ${String(error).slice(0, MAX_WHY)}`, broken: true };
  }
}

/** What promptfoo takes for a pass: true, a number, or an object that says so. */
function readResult(result: unknown, threshold: number | undefined): JobResult {
  if (typeof result === "boolean") return { pass: result, why: "It returns false" };
  if (typeof result === "number") {
    const pass = threshold === undefined ? result > 0 : result >= threshold;
    return { pass, why: `It returns ${result}` };
  }
  if (typeof result === "object" && result !== null && "pass" in result) {
    const { pass, reason } = result as { pass: unknown; reason?: unknown };
    const why = typeof reason === "string" && reason !== "" ? reason : "It returns pass: false";
    return { pass: pass === true, why: why.slice(0, MAX_WHY) };
  }
  const why = "It returns no boolean, number or object with pass";
  return { pass: false, why, broken: true };
}

async function serve(): Promise<void> {
  const { stdin, stdout } = Deno;
  // A forgotten console.log must not stand between the results.
  for (const name of ["log", "info", "debug", "dir", "table"] as const) console[name] = () => {};
  const encoder = new TextEncoder();
  const lines = stdin.readable.pipeThrough(new TextDecoderStream());
  let rest = "";
  for await (const piece of lines) {
    rest += piece;
    for (let end = rest.indexOf("\n"); end !== -1; end = rest.indexOf("\n")) {
      const job: Job = JSON.parse(rest.slice(0, end));
      rest = rest.slice(end + 1);
      stdout.writeSync(encoder.encode(`${JSON.stringify(await perform(job))}\n`));
    }
  }
}

if (import.meta.main) await serve();
