import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest, FAINT, OVERFLOW, untilClosed, untilSaid } from "./_page_browser.ts";
import { demoRecords } from "./_page_demo.ts";
import { pageOf, recordsOf } from "./_page_records.ts";

const DEMO = await pageOf(demoRecords(), { "half.reflection.json": "not JSON" });
const FIRST = "shop/drop-legacy-prices";

const rows = (page: Page) => page.locator("#rows tr");
const focused = (page: Page) => page.evaluate<string>("document.activeElement.innerText");

browserTest(
  "the page opens from a file, asks for nothing and complains of nothing",
  async (open) => {
    const { page, address, requested, complaints } = await open(DEMO);
    assert.equal(await rows(page).count(), 42);
    assert.equal(await page.title(), "7 runs need a review.");
    assert.equal(await page.locator("figure svg").count(), 2);
    assert.deepEqual(requested, [address]);
    assert.deepEqual(complaints, []);
  },
);

browserTest(
  "the headline names the run to look at first and why, and the list goes on",
  async (open) => {
    const { page } = await open(DEMO);
    const headline = await page.locator("h1").innerText();
    assert.match(headline, /^7 runs need a review\.\s+Look first at shop\/drop-legacy-prices/);
    assert.match(
      headline,
      /: the riskiest change of all that wait \(data surface, risk score 0\.95 of 1\)\. Not done/,
    );
    const tasks = await page.locator("#now-list h3").allInnerTexts();
    assert.deepEqual(tasks.slice(0, 4), [
      FIRST,
      "portal/session-cookies",
      "fleet-infra/tf-state-lock",
      "shop/checkout-totals",
    ]);
    const card = await page.locator("#now-list li").first().innerText();
    for (
      const part of [
        ...["Look at this first", "drop the legacy column", "no (HIGH)", "1 high, 1 low"],
        ...["Still open", "A passing test run after", "The migration cannot be reversed"],
        ...["I could not find out who else reads it", "Confidence, as stated", "0.90"],
      ]
    ) assert.ok(card.includes(part), part);
    await page.getByRole("button", { name: "Show 2 more runs that need a review" }).click();
    assert.equal(await page.locator("#now-list > li").count(), 7);
    assert.equal(await focused(page), await page.locator("#now-list h3").nth(5).innerText());
  },
);

browserTest(
  "filters and search narrow the list at once, and the address keeps them",
  async (open) => {
    const { page, address } = await open(DEMO);
    await page.getByLabel("Search").fill("LEGACY Column");
    await untilSaid(page, "1 of 42 runs matches");
    assert.match(await rows(page).first().innerText(), new RegExp(FIRST));
    await page.getByLabel("Search").fill("");
    await page.getByLabel("Repository").selectOption("shop");
    await page.getByLabel("Trust", { exact: true }).selectOption({ label: "Trouble seen" });
    await page.getByRole("checkbox", { name: "Needs review now" }).check();
    const chosen = await rows(page).count();
    assert.ok(chosen > 0 && chosen < 7, String(chosen));
    await page.waitForURL(`${address}#repo=shop&trust=bad&now=1`);
    await page.reload();
    assert.equal(await rows(page).count(), chosen);
    assert.equal(await page.getByLabel("Repository").inputValue(), "shop");
    await page.getByRole("button", { name: "Show all" }).click();
    await untilSaid(page, "42 runs");
    await page.getByLabel("Latest turn").check();
    assert.ok(await rows(page).count() < 42);
    await page.getByLabel("Surface", { exact: true }).selectOption("auth");
    await untilSaid(page, "1 of 42 runs matches");
    await page.getByLabel("Search").fill("nothing has this");
    await untilSaid(page, "0 of 42 runs match");
    assert.equal(await page.locator("#runs-table").isVisible(), false);
  },
);

browserTest(
  "the page offers no way to sort by confidence",
  async (open) => {
    const { page } = await open(DEMO);
    assert.equal(await page.locator("th button, th a, [aria-sort]").count(), 0);
    const options = await page.locator("option").allInnerTexts();
    assert.ok(!options.some((option) => /confidence/i.test(option)));
  },
);

browserTest("rows come a hundred at a time, and focus goes on with them", async (open) => {
  const many = Array.from({ length: 250 }, (_, index) =>
    recordsOf({
      time: new Date(Date.UTC(2026, 10, 1) + index * 3_600_000).toISOString(),
      ...{ repo: "shop", task: `shop/${index}`, session: `s-${index}`, risk: ["docs", 0] },
    })).flat();
  const { page } = await open(await pageOf(many));
  assert.equal(await rows(page).count(), 100);
  await page.getByRole("button", { name: "Show more (150 runs left)" }).click();
  assert.equal(await focused(page), "shop/149");
  await page.getByRole("button", { name: "Show more (50 runs left)" }).click();
  assert.equal(await rows(page).count(), 250);
  assert.equal(await page.getByRole("button", { name: "Show more" }).count(), 0);
  assert.match(await page.locator("h1").innerText(), /^No run needs a review\.$/);
});

browserTest(
  "a run opens in full, has an address, and Escape gives the focus back",
  async (open) => {
    const { page } = await open(DEMO);
    const opener = rows(page).getByRole("button", { name: FIRST });
    await opener.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: FIRST });
    await dialog.waitFor();
    const text = await dialog.innerText();
    for (
      const part of [
        ...["Why look at it", "db/migrations/0042_prices.sql", "deno test: 2 failed"],
        ...["The nightly export was not run", "HIGH (SECURITY, model): The migration cannot"],
      ]
    ) assert.ok(text.includes(part), part);
    assert.match(page.url(), /#run=7f3c1a52%402026-11-17T14%3A02%3A11\.000Z$/);
    await page.keyboard.press("Escape");
    await untilClosed(page);
    assert.equal(await focused(page), FIRST);
    assert.doesNotMatch(page.url(), /run=/);
    assert.equal(await page.evaluate("document.activeElement.closest('tbody').id"), "rows");
  },
);

browserTest("an address opens its run, and one that is not there is told of", async (open) => {
  const hash = "#repo=shop&run=7f3c1a52%402026-11-17T14%3A02%3A11.000Z";
  const { page } = await open(DEMO, { hash });
  const dialog = page.getByRole("dialog", { name: FIRST });
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await untilClosed(page);
  assert.equal(await focused(page), FIRST);
  assert.match(page.url(), /#repo=shop$/);
  const { page: other, complaints } = await open(DEMO, { hash: "#run=nobody" });
  await untilSaid(other, "The run that the address names is not on this page.");
  assert.deepEqual(complaints, []);
});

browserTest("going back closes a run, and going forward opens it", async (open) => {
  const { page } = await open(DEMO);
  await page.locator("h1 button").click();
  await page.getByRole("dialog").waitFor();
  await page.goBack();
  await untilClosed(page);
  await page.goForward();
  await page.getByRole("dialog", { name: FIRST }).waitFor();
});

browserTest("an open run holds the focus, and keys scroll it", async (open) => {
  const { page } = await open(DEMO, { viewport: { width: 360, height: 500 } });
  await page.locator("h1 button").press("Enter");
  assert.equal(await focused(page), "Close");
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press("Tab");
    // From the last of them the focus goes to the browser itself, and never to what is behind.
    assert.notEqual(
      await page.evaluate(
        "document.activeElement.closest('dialog, body').tagName + " +
          "document.activeElement.tagName",
      ),
      "BODYBUTTON",
    );
  }
  await page.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("PageDown");
  await page.locator("#detail").evaluate((node) =>
    new Promise<void>((seen) => node.addEventListener("scrollend", () => seen(), { once: true }))
  );
  assert.ok(await page.evaluate<number>("document.getElementById('detail').scrollTop") > 0);
  await page.keyboard.press("Enter");
  await untilClosed(page);
  assert.equal(await page.evaluate("document.activeElement.closest('h1') !== null"), true);
});

browserTest("a screen reader is told what people see, in its order", async (open) => {
  const { page } = await open(DEMO);
  const tree = await page.locator("body").ariaSnapshot();
  let from = 0;
  for (
    const part of [
      ...['heading "7 runs need a review. Look first at shop/drop-legacy-prices'],
      ...['region "Needs review now"', "Look at this first", 'button "shop/drop-legacy-prices"'],
      ...["Done, by the evidence", "no (HIGH)", 'region "All runs"', 'search "Runs"'],
      ...['searchbox "Search"', 'combobox "Repository"', 'checkbox "Needs review now"'],
      ...['button "Show all"', "status: 42 runs", 'table "All runs"', 'columnheader "Trust"'],
      ...['cell "Not done, by the evidence"', "figure", 'img "Runs per day, by surface"'],
      ...['img "Stated confidence, and what became of it"', "How trust is decided"],
    ]
  ) {
    const place = tree.indexOf(part, from);
    assert.ok(place >= 0, `${part}\n${tree.slice(from, from + 2_000)}`);
    from = place;
  }
});

browserTest("everything can be done from the keyboard alone", async (open) => {
  const { page } = await open(DEMO);
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Skip to all runs");
  await page.keyboard.press("Enter");
  assert.equal(await focused(page), "All runs");
  await page.keyboard.press("/");
  assert.equal(await page.evaluate("document.activeElement.id"), "q");
  await page.keyboard.type("tf-state/");
  assert.equal(await page.getByLabel("Search").inputValue(), "tf-state/");
  await page.keyboard.press("Backspace");
  await untilSaid(page, "1 of 42 runs matches");
  const ids: string[] = [];
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press("Tab");
    ids.push(await page.evaluate<string>("document.activeElement.id"));
    if (await focused(page) === "fleet-infra/tf-state-lock") break;
  }
  assert.deepEqual(ids.slice(0, 5), ["repo", "surface", "trust", "now", "latest"]);
  assert.equal(
    await page.evaluate("getComputedStyle(document.activeElement).outlineStyle"),
    "solid",
  );
  await page.keyboard.press("Space");
  await page.getByRole("dialog", { name: "fleet-infra/tf-state-lock" }).waitFor();
  await page.keyboard.press("Escape");
  await untilClosed(page);
  assert.equal(await focused(page), "fleet-infra/tf-state-lock");
});

for (const colorScheme of ["light", "dark"] as const) {
  browserTest(`every text can be read in the ${colorScheme}`, async (open) => {
    const { page } = await open(DEMO, { colorScheme });
    for (const closed of await page.locator("summary").all()) await closed.click();
    assert.deepEqual(await page.evaluate(FAINT), []);
    await page.locator("h1 button").click();
    assert.deepEqual(await page.evaluate(FAINT), []);
  });
}

browserTest("a narrow screen shows everything without moving the page sideways", async (open) => {
  const { page } = await open(DEMO, { viewport: { width: 360, height: 800 } });
  assert.equal(await page.evaluate(OVERFLOW), 0);
  assert.equal(await rows(page).first().locator("td.found").isVisible(), true);
  for (const plot of await page.locator("figure svg").all()) {
    const box = await plot.boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 360, "the newest is out of sight");
  }
  assert.equal(await page.getByRole("table", { name: "All runs" }).getByRole("row").count(), 43);
  await page.locator("h1 button").click();
  const dialog = await page.getByRole("dialog").boundingBox();
  assert.ok(dialog !== null && dialog.x >= 0 && dialog.x + dialog.width <= 360);
  assert.equal(
    await page.evaluate("document.getElementById('detail').scrollWidth"),
    await page
      .evaluate("document.getElementById('detail').clientWidth"),
  );
});

browserTest("headings are in order, and every field has a name", async (open) => {
  const { page } = await open(DEMO);
  const levels = await page.evaluate<number[]>(
    "[...document.querySelectorAll('h1, h2, h3, h4')].filter((node) => node.checkVisibility())" +
      ".map((node) => Number(node.tagName[1]))",
  );
  assert.equal(levels.filter((level) => level === 1).length, 1);
  assert.ok(levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1), levels.join());
  assert.equal(
    await page.evaluate(
      "[...document.querySelectorAll('input, select')].every((node) => node.labels.length === 1)",
    ),
    true,
  );
  for (const landmark of ["banner", "main", "search", "contentinfo"] as const) {
    assert.equal(await page.getByRole(landmark).count(), 1, landmark);
  }
});

browserTest(
  "what is no record is named, the rules are told, and an empty page says so",
  async (open) => {
    const { page } = await open(DEMO);
    await page.getByText("1 file that is no record").click();
    assert.match(
      await page.locator("#problems-list").innerText(),
      /half\.reflection\.json: not JSON/,
    );
    assert.match(await page.locator("main").innerText(), /an escalation is unanswered/);
    assert.match(await page.locator("footer").innerText(), /2026-11-17 16:30 UTC[\s\S]*~\/code/);
    const { page: empty, complaints } = await open(await pageOf([]));
    assert.equal(await empty.locator("h1").innerText(), "There are no runs yet.");
    assert.equal(await empty.locator("figure").count(), 0);
    assert.equal(await empty.getByRole("search").count(), 0);
    assert.match(await empty.locator("header").innerText(), /deno task install-hook/);
    assert.deepEqual(complaints, []);
  },
);

browserTest("without scripts the page says what to do instead", async (open) => {
  const { page } = await open(DEMO, { javaScriptEnabled: false });
  assert.match(await page.locator("noscript").innerText(), /deno task report --md/);
});
