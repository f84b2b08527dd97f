/** Takes the pictures in docs/screenshots anew, in Chromium. */

import { fileURLToPath } from "node:url";
import { Browser } from "../tests/support/browser.ts";
import { Scratch } from "../tests/support/repository.ts";
import { demoRecords } from "../tests/report/_page_demo.ts";
import { pageOf } from "../tests/report/_page_records.ts";

const FOLDER = fileURLToPath(new URL("../docs/screenshots", import.meta.url));

const PROBLEMS = { "notes.reflection.json": "not JSON, or only half of it" };

await using scratch = await Scratch.make("screenshots-");
await scratch.write({ "page.html": await pageOf(demoRecords(), PROBLEMS) });
const address = `file://${scratch.path("page.html")}`;
await Deno.mkdir(FOLDER, { recursive: true });
await using browser = await Browser.start();
const wide = { width: 1280, height: 900 };
for (
  const { name, viewport, dark, open, scale } of [
    { name: "light", viewport: wide },
    { name: "dark", viewport: wide, dark: true },
    { name: "phone", viewport: { width: 360, height: 800 }, scale: 2 },
    { name: "detail", viewport: wide, open: true },
  ]
) {
  const { page } = await browser.page({
    viewport,
    colorScheme: dark ? "dark" : "light",
    deviceScaleFactor: scale ?? 1,
  });
  await page.goto(address);
  if (open) await page.locator("#now-list button.open").first().click();
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
}
