import assert from "node:assert/strict";
import { makeRows } from "../../experiments/demo.ts";
import { Browser, CHROMIUM } from "../support/browser.ts";
import { Scratch } from "../support/repository.ts";
import { runScript } from "./script.ts";

/** What of the page a person sees. */
interface Seen {
  heading: string;
  figures: { title: string; width: number; height: number; drawn: number }[];
  tables: number;
  overflow: number;
  scripts: number;
}

const LOOK = `({
  heading: document.querySelector("h1").innerText,
  figures: [...document.querySelectorAll("figure")].map((figure) => {
    const svg = figure.querySelector("svg").getBoundingClientRect();
    return {
      title: figure.querySelector("svg title").textContent,
      width: svg.width,
      height: svg.height,
      drawn: [...figure.querySelectorAll("svg path.line, svg .bar, svg .dot, svg .area")]
        .filter((mark) => mark.getBBox().width + mark.getBBox().height > 0).length,
    };
  }),
  tables: document.querySelectorAll("table").length,
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  scripts: document.scripts.length,
})`;

/** How far text and lines stand out from the paper, the least of all of them. */
const CONTRAST = `(() => {
  const light = (css) => {
    const parts = css.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
      .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const paper = light(getComputedStyle(document.body).backgroundColor);
  const against = (css) => {
    const [a, b] = [light(css), paper].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const inks = [...document.querySelectorAll("p, h1, h2, h1 b, th, td, figcaption, .legend li")]
    .map((node) => getComputedStyle(node).color);
  const drawn = [...document.querySelectorAll("svg text")].map((node) => getComputedStyle(node).fill)
    .concat([...document.querySelectorAll("svg .line")].map((node) => getComputedStyle(node).stroke));
  return Math.min(...inks.concat(drawn).map(against));
})()`;

Deno.test({
  name: CHROMIUM === null
    ? "an experiment's page in a browser (skipped: there is no chromium on PATH)"
    : "an experiment's page shows its figures in a browser, in the light and the dark, and asks for nothing",
  ignore: CHROMIUM === null,
  async fn() {
    await using scratch = await Scratch.make("page-");
    await scratch.write({ "rows.jsonl": makeRows(500, 3) });
    const page = scratch.path("page.html");
    const args = [scratch.path("rows.jsonl"), "--html", page];
    const { code, stdout, stderr } = await runScript("calibration", args, { write: page });
    assert.equal(code, 0, stderr);
    await using browser = await Browser.start();
    const { page: tab, requested, complaints } = await browser.page();
    for (const scheme of ["light", "dark"] as const) {
      await tab.emulateMedia({ colorScheme: scheme });
      await tab.goto(`file://${page}`);
      const seen = await tab.evaluate<Seen>(LOOK);
      assert.ok(stdout.startsWith(`# ${seen.heading}\n`), `"${seen.heading}" is not the verdict`);
      assert.equal(seen.figures.length, 3);
      for (const { title, width, height, drawn } of seen.figures) {
        assert.ok(title.length > 10 && width > 300 && height > 150 && drawn > 0, title);
      }
      assert.ok(seen.tables >= 2);
      assert.deepEqual([seen.overflow, seen.scripts], [0, 0]);
      assert.ok(await tab.evaluate<number>(CONTRAST) >= 4.5, `Too faint in the ${scheme}`);
    }
    assert.deepEqual(new Set(requested), new Set([`file://${page}`]));
    assert.deepEqual(complaints, []);
  },
});
