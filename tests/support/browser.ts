/** A headless Chromium for tests, spoken to over its DevTools protocol; it sees local files only. */

import { Scratch } from "./repository.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The browser's program, or null where there is none; then a test says so and is skipped. */
export const CHROMIUM: string | null =
  NAMES.flatMap((name) =>
    (Deno.env.get("PATH") ?? "").split(":").map((folder) => `${folder}/${name}`)
  ).find(isFile) ?? null;

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** One page in a browser of its own. */
export class Browser implements AsyncDisposable {
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #events: { method: string; seen: () => void }[] = [];
  /** Every address that the page asked for. */
  readonly requested: string[] = [];
  #last = 0;

  private constructor(
    readonly profile: Scratch,
    readonly child: Deno.ChildProcess,
    readonly socket: WebSocket,
  ) {
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
  }

  static async start(): Promise<Browser> {
    if (CHROMIUM === null) throw new Error("There is no Chromium on PATH");
    const profile = await Scratch.make("browser-");
    const child = new Deno.Command(CHROMIUM, {
      args: [
        ...["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"],
        ...["--disable-background-networking", "--proxy-server=127.0.0.1:9"],
        ...["--remote-debugging-port=0", `--user-data-dir=${profile.folder}`, "about:blank"],
      ],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const port = await debuggingPort(child);
    const socket = new WebSocket(await pageAddress(port));
    await new Promise((opened) => socket.onopen = opened);
    const browser = new Browser(profile, child, socket);
    for (const part of ["Page", "Network", "Runtime"]) await browser.send(`${part}.enable`);
    return browser;
  }

  #receive(message: Message): void {
    if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    if (message.method === "Network.requestWillBeSent") {
      this.requested.push((message.params?.["request"] as { url: string }).url);
    }
    for (const { method, seen } of this.#events) if (method === message.method) seen();
  }

  /** Sends a command and waits for its answer. */
  async send(
    method: string,
    params: Record<string, unknown> = {},
  ): Promise<Record<string, unknown>> {
    const id = ++this.#last;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await answer;
    this.#waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  /** Opens a file and waits until it is laid out. */
  async open(path: string, scheme: "light" | "dark" = "light"): Promise<void> {
    await this.send("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-color-scheme", value: scheme }],
    });
    const loaded = new Promise<void>((seen) =>
      this.#events.push({ method: "Page.loadEventFired", seen })
    );
    await this.send("Page.navigate", { url: `file://${path}` });
    await loaded;
  }

  /** The value of an expression in the page. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      returnByValue: true,
    }) as { result: { value: T }; exceptionDetails?: { text: string } };
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.socket.onclose = resolve);
    await this.send("Browser.close");
    await closed;
    await this.child.status;
    await this.profile[Symbol.asyncDispose]();
  }
}

/** Where the browser's first page can be spoken to; it may listen before it has one. */
async function pageAddress(port: string): Promise<string> {
  for (let look = 0; look < 1000; look++) {
    const targets: { type: string; webSocketDebuggerUrl: string }[] = await (
      await fetch(`http://127.0.0.1:${port}/json/list`)
    ).json();
    const page = targets.find(({ type }) => type === "page");
    if (page) return page.webSocketDebuggerUrl;
  }
  throw new Error("Chromium has no page");
}

/** Chromium says on stderr where it listens. */
async function debuggingPort(child: Deno.ChildProcess): Promise<string> {
  let said = "";
  const decoder = new TextDecoder();
  const reader = child.stderr.getReader();
  while (true) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`Chromium did not start: ${said}`);
    said += decoder.decode(value);
    const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(said)?.[1];
    if (port === undefined) continue;
    // Nobody reads on, and a full pipe would stop the browser.
    reader.releaseLock();
    child.stderr.pipeTo(new WritableStream()).catch(() => {});
    return port;
  }
}
