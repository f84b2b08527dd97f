// Pages in a browser: opened from files, as people do.

import type { BrowserContextOptions, Page } from "playwright-core";
import { Browser, CHROMIUM, type Watched } from "../support/browser.ts";
import { Scratch } from "../support/repository.ts";

/** A page that is open. */
interface Tab extends Watched {
  readonly address: string;
}

/** Opens a document, at this place in it, in a profile of its own. */
type Open = (
  html: string,
  options?: BrowserContextOptions & { hash?: string },
) => Promise<Tab>;

/** A test that needs a browser, and says so where there is none. */
export function browserTest(
  name: string,
  test: (open: Open, browser: Browser) => Promise<void>,
): void {
  Deno.test({
    name: CHROMIUM === null ? `${name} (skipped: there is no chromium on PATH)` : name,
    ignore: CHROMIUM === null,
    async fn() {
      await using scratch = await Scratch.make("page-");
      await using browser = await Browser.start();
      let count = 0;
      await test(async (html, { hash = "", ...options } = {}) => {
        const file = `page-${++count}.html`;
        await scratch.write({ [file]: html });
        const address = `file://${scratch.path(file)}`;
        const watched = await browser.page(options);
        await watched.page.goto(`${address}${hash}`);
        return { ...watched, address };
      }, browser);
    },
  });
}

/** Waits until the page says this of itself. The policy lets no test wait for a function. */
export async function untilSaid(page: Page, text: string): Promise<void> {
  const exact = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  await page.locator("#status", { hasText: new RegExp(`^${exact}$`) }).waitFor();
}

/** Waits until no run is open. The address is the last but the focus that tells, and comes with it. */
export async function untilClosed(page: Page): Promise<void> {
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.waitForURL(({ hash }) => !hash.includes("run="));
}

/** Each text on the page that stands out too little from what is behind it, and by how much. */
export const FAINT = `(() => {
  const parts = (css) => css.match(/[\\d.]+/g).map(Number);
  const light = (css) => {
    const [r, g, b] = parts(css).slice(0, 3).map((part) => part / 255)
      .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (let at = node; at !== null; at = at.parentElement) {
      const css = getComputedStyle(at).backgroundColor;
      if ((parts(css)[3] ?? 1) > 0) return css;
    }
    return getComputedStyle(document.body).backgroundColor;
  };
  const faint = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const node = text.parentElement;
    if (text.data.trim() === "" || !node.checkVisibility() || node.closest("script")) continue;
    const style = getComputedStyle(node);
    const ink = node.closest("svg") ? style.fill : style.color;
    const [a, b] = [light(ink), light(behind(node))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) faint.push(text.data.trim().slice(0, 40) + ": " + contrast.toFixed(2));
  }
  return faint;
})()`;

/** By how many pixels the page is wider than the screen. */
export const OVERFLOW =
  "document.documentElement.scrollWidth - document.documentElement.clientWidth";
