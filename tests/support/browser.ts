/** A headless Chromium for tests, in a profile of its own, that reaches nothing but this machine. */

import fs from "node:fs";
import type { Browser as Program, BrowserContextOptions, Page } from "playwright-core";

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

/** Playwright looks into /proc while it loads, where Deno lets nobody in who has not all permissions. */
async function loadPlaywright(): Promise<typeof import("playwright-core")> {
  const { existsSync } = fs;
  fs.existsSync = (path) => !String(path).startsWith("/proc/") && existsSync(path);
  try {
    return await import("playwright-core");
  } finally {
    fs.existsSync = existsSync;
  }
}

/** A page and all that it did which a person would not see. */
export interface Watched {
  readonly page: Page;
  /** Every address that was asked for. */
  readonly requested: readonly string[];
  /** What it wrote to the console as a warning or an error, what it threw, and its dialogs. */
  readonly complaints: readonly string[];
}

/** A browser. */
export class Browser implements AsyncDisposable {
  private constructor(readonly program: Program) {}

  static async start(): Promise<Browser> {
    if (CHROMIUM === null) throw new Error("There is no Chromium on PATH");
    const { chromium } = await loadPlaywright();
    const program = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        // Whatever is not on this machine is asked of a proxy that does not exist.
        ...["--proxy-server=127.0.0.1:9", "--proxy-bypass-list=127.0.0.1"],
      ],
    });
    return new Browser(program);
  }

  /** A new page in a profile of its own, watched from before its first request. */
  async page(options: BrowserContextOptions = {}): Promise<Watched> {
    const context = await this.program.newContext(options);
    const page = await context.newPage();
    const requested: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    page.on("console", (message) => {
      if (["warning", "error"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("dialog", (dialog) => {
      complaints.push(`${dialog.type()}: ${dialog.message()}`);
      dialog.dismiss();
    });
    return { page, requested, complaints };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.program.close();
  }
}
