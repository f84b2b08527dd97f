/**
 * Runs assertions that were written elsewhere, in a process that may do nothing: no file, no
 * network, no environment, no program. Each runs in a worker of its own, so that nothing it does to
 * the world it runs in reaches the next, nor what is answered for it.
 *
 * The first line on stdin is a mark that no assertion gets to see. After it, one job per line; every
 * answer is the mark, the number of the job, and the result, on one line. Assertions may write to
 * stdout as well: what does not begin with the mark is theirs.
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

/** All that a worker does. It is given as text: nothing outside of it is there. */
function inWorker(): void {
  const MAX_WHY = 500;
  type Assertion = (output: string, context: Job["context"]) => Promise<unknown>;
  const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => Assertion;

  /** An expression first: whatever is none is a body, which has to return something. */
  function compile(source: string): Assertion {
    const expression = `return (${source.trim().replace(/;$/, "")}\n);`;
    try {
      return new AsyncFunction("output", "context", expression);
    } catch {
      return new AsyncFunction("output", "context", source);
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

  async function perform({ source, output, context, threshold }: Job): Promise<JobResult> {
    try {
      return readResult(await compile(source)(output, context), threshold);
    } catch (error) {
      return { pass: false, why: `It throws ${String(error).slice(0, MAX_WHY)}`, broken: true };
    }
  }

  // A forgotten console.log is nobody's concern.
  for (const name of ["log", "info", "debug", "dir", "table"] as const) console[name] = () => {};
  const worker = globalThis as unknown as Worker;
  worker.onmessage = async ({ data }: MessageEvent<Job>) => worker.postMessage(await perform(data));
}

const PROGRAM = `data:text/javascript,${encodeURIComponent(`(${inWorker})()`)}`;

/** Runs one job in a world of its own. */
function run(job: Job): Promise<JobResult> {
  const worker = new Worker(PROGRAM, { type: "module" });
  const { promise, resolve } = Promise.withResolvers<JobResult>();
  worker.onmessage = ({ data }: MessageEvent<unknown>) => resolve(asResult(data));
  worker.onerror = (event) => {
    event.preventDefault();
    resolve({ pass: false, why: `It throws ${event.message}`.slice(0, 500), broken: true });
  };
  worker.postMessage(job);
  return promise.finally(() => worker.terminate());
}

/** A worker may answer anything: its assertion can speak for it. */
function asResult(data: unknown): JobResult {
  const { pass, why, broken } = (data ?? {}) as Partial<Record<keyof JobResult, unknown>>;
  return { pass: pass === true, why: String(why).slice(0, 500), broken: broken === true };
}

async function serve(): Promise<void> {
  const encoder = new TextEncoder();
  let rest = "";
  let mark: string | null = null;
  let number = 0;
  for await (const piece of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    rest += piece;
    for (let end = rest.indexOf("\n"); end !== -1; end = rest.indexOf("\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      if (mark === null) {
        mark = line;
        continue;
      }
      const result = JSON.stringify(await run(JSON.parse(line)));
      Deno.stdout.writeSync(encoder.encode(`\n${mark} ${++number} ${result}\n`));
    }
  }
}

if (import.meta.main) await serve();
