import assert from "node:assert/strict";
import type { RunRecord } from "../../lib/records/record.ts";
import type { Section } from "../../lib/page/doc.ts";
import { scriptJson } from "../../report/page/data.ts";
import { renderPage } from "../../report/page/document.ts";
import { sampleUnblock } from "../schema/_unblock_records.ts";
import { browserTest, OVERFLOW, untilClosed } from "./_page_browser.ts";
import { demoRecords } from "./_page_demo.ts";
import { pageOf, partsOf, recordsOf } from "./_page_records.ts";
import { visible } from "../../lib/text/text.ts";

const PAYLOADS = [
  "<script>window.__pwned = 1</script>",
  "</script><script>window.__pwned = 1</script>",
  "<!--<script>window.__pwned = 1",
  "--></script><img src=x onerror=window.__pwned=1>",
  `"><svg onload="window.__pwned = 1">`,
  "<svg><script>window.__pwned = 1</script><animate onbegin=window.__pwned=1></svg>",
  "<svg><foreignObject><img src=x onerror=window.__pwned=1></foreignObject></svg>",
  "</svg></title><svg><use href='data:image/svg+xml,<svg id=x onload=parent.__pwned=1>#x'>",
  "<template><script>window.__pwned = 1</script></template><slot>",
  "<div><template shadowrootmode=open><img src=x onerror=window.__pwned=1></template></div>",
  `' onmouseover='window.__pwned = 1' autofocus onfocus='window.__pwned = 1`,
  "javascript:window.__pwned=1",
  "${window.__pwned = 1} {{constructor.constructor('window.__pwned = 1')()}}",
  "<iframe srcdoc='<script>parent.__pwned = 1</script>'></iframe>",
  "<meta http-equiv=refresh content='0;url=https://example.invalid/'>",
  "<style>*{background:url(https://example.invalid/)}</style>",
  "</title></textarea></noscript><base href=https://example.invalid/>",
  "before \u202egnp.exe\u202c after \u2066isolated",
  "line\u2028separated\u2029paragraph",
  "null\0 bell\x07 escape\x1b[31m delete\x7f \x9b",
  "&lt;b&gt; &amp; &#60;i&#62; \\u003cscript\\u003e",
  "👩‍👩‍👧 🏳️‍🌈 עברית العربية e\u0301",
  "lone \ud800 and \udc00 surrogates",
  "__proto__",
  "x".repeat(150),
];

/** The same record with every text of it another, but for what says what it is and when. */
function poisoned<T>(value: T, text: string, key = ""): T {
  const FIXED = ["schema", "timestamp", "severity", "category", "source", "decision", "surface"];
  const CODED = ["role", "output", "mode", "step", "reflection_mode", "depth", "skipped"];
  if (typeof value === "string") {
    return [...FIXED, ...CODED].includes(key) ? value : text as T;
  }
  if (Array.isArray(value)) return value.map((item) => poisoned(item, text, key)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, poisoned(part, text, name)]),
  ) as T;
}

/** A run with everything in it, said in one payload. */
function hostileRun(text: string, index: number): RunRecord[] {
  const time = new Date(Date.UTC(2026, 10, 10) + index * 60_000).toISOString();
  const records = [
    ...recordsOf({
      ...{ time, repo: "r", task: "t", session: "s", agent: "a", risk: ["data", 0.9] },
      ...{ confidence: 0.5, doubt: "d", hidden: "h", asked: "q", judged: ["HIGH", "m"] },
      ...{ found: [["HIGH", "f"]], gaveUp: "g", files: ["x"] },
    }),
    { ...sampleUnblock(), timestamp: time, next: { step: "person" as const, why: "w" } },
  ];
  return records.map((record) => poisoned(record, text));
}

const RECORDS = PAYLOADS.flatMap(hostileRun);
const PROBLEMS = Object.fromEntries(PAYLOADS.map((text) => [text, text]));
/** As the page shows it; what no text can hold is shown as what stands for it. */
const shown = (text: string) => visible(text).toWellFormed();

browserTest("whatever records say is shown as text, and nothing of it runs", async (open) => {
  const html = await pageOf(RECORDS, PROBLEMS);
  const { page, address, requested, complaints } = await open(html);
  for (const more of await page.locator("#now-more button").all()) await more.click();
  const buttons = page.locator("#rows button.open");
  assert.equal(await buttons.count(), PAYLOADS.length);
  const newestFirst = PAYLOADS.toReversed();
  for (const [index, payload] of newestFirst.entries()) {
    const button = buttons.nth(index);
    assert.equal((await button.textContent())?.toWellFormed(), shown(payload));
    await button.click();
    const said = await page.locator("#detail").evaluate((node) =>
      (node as unknown as { textContent: string }).textContent
    );
    const times = said.toWellFormed().split(shown(payload)).length - 1;
    assert.ok(times > 15, `${payload} is said ${times} times`);
    await page.keyboard.press("Escape");
    await untilClosed(page);
  }
  await page.locator("#problems summary").click();
  const problems = (await page.locator("#problems-list").textContent())!.toWellFormed();
  for (const payload of PAYLOADS) assert.ok(problems.includes(shown(payload)), payload);
  for (const select of ["repo", "surface", "trust"]) {
    for (const option of await page.locator(`#${select} option`).all()) {
      await page.locator(`#${select}`).selectOption({
        label: (await option.textContent())!,
      });
    }
    await page.locator(`#${select}`).selectOption("");
  }
  for (const node of await page.locator("#now-list .said").all()) {
    if (await node.isVisible()) await node.hover();
  }
  assert.equal(await page.evaluate("globalThis.__pwned"), undefined);
  assert.doesNotMatch(await page.locator("body").innerText(), /[\u202a-\u202e\u2066-\u2069]/);
  assert.ok((await page.locator("#rows").innerText()).includes("before \\u202egnp.exe\\u202c"));
  assert.deepEqual(requested, [address]);
  assert.deepEqual(complaints, []);
});

browserTest(
  "elements stand on the page for what it is, never for what records say",
  async (open) => {
    const { page } = await open(await pageOf(RECORDS, PROBLEMS));
    const strange =
      "img, iframe, object, embed, base, link, svg[onload], [onmouseover], [autofocus], " +
      "template, slot, svg script, animate, foreignObject, use";
    assert.equal(await page.locator(strange).count(), 0);
    assert.equal(
      await page.evaluate("[...document.querySelectorAll('*')].filter((n) => n.shadowRoot).length"),
      0,
    );
    assert.equal(await page.locator("script").count(), 3);
    assert.equal(await page.locator("style").count(), 1);
    assert.equal(await page.locator("a:not(#skip)").count(), 0);
  },
);

browserTest("an address cannot bring anything in", async (open) => {
  const html = await pageOf(RECORDS);
  for (const payload of PAYLOADS) {
    const text = encodeURIComponent(payload.toWellFormed());
    const hash = `#q=${text}&repo=${text}&surface=${text}&trust=${text}&run=${text}`;
    const { page, address, requested, complaints } = await open(html, { hash });
    await page.locator("#status:not(:empty)").waitFor();
    assert.equal(await page.evaluate("globalThis.__pwned"), undefined);
    assert.deepEqual(requested.map((url) => url.split("#")[0]), [address]);
    assert.deepEqual(complaints, []);
    await page.context().close();
  }
});

browserTest("long words and narrow screens: the page is as wide as the screen", async (open) => {
  const long = hostileRun("w".repeat(3_000), 0);
  const { page } = await open(await pageOf(long, { ["p".repeat(900)]: "q".repeat(900) }), {
    viewport: { width: 360, height: 800 },
  });
  await page.locator("#problems summary").click();
  assert.equal(await page.evaluate(OVERFLOW), 0);
  await page.locator("h1 button").click();
  assert.equal(
    await page.evaluate("document.getElementById('detail').scrollWidth"),
    await page.evaluate("document.getElementById('detail').clientWidth"),
  );
  await page.setViewportSize({ width: 1280, height: 900 });
  assert.equal(await page.evaluate(OVERFLOW), 0);
});

/** Ways in, for an attacker who could already put an element on the page. */
const WAYS_IN: Record<string, string> = {
  "an inline script": `const script = document.createElement("script");
    script.append("globalThis.__pwned = 1"); document.body.append(script);`,
  "a handler in an attribute": `const node = document.createElement("button");
    node.setAttribute("onclick", "globalThis.__pwned = 1"); document.body.append(node); node.click();`,
  "markup": `document.body.innerHTML = "<img src=x onerror='globalThis.__pwned = 1'>";`,
  "a javascript: link": `const link = document.createElement("a");
    link.href = "javascript:globalThis.__pwned = 1"; document.body.append(link); link.click();`,
  "a script from elsewhere": `const script = document.createElement("script");
    script.src = "data:text/javascript,globalThis.__pwned=1"; document.body.append(script);`,
  "a frame": `const frame = document.createElement("iframe");
    frame.srcdoc = "<script>parent.__pwned = 1</script>"; document.body.append(frame);`,
  "an image from elsewhere": `new Image().src = "https://example.invalid/";`,
  "a style": `const style = document.createElement("style");
    style.append("body { background: url(https://example.invalid/) }"); document.body.append(style);`,
  "a form": `const form = document.createElement("form");
    form.action = "https://example.invalid/"; document.body.append(form); form.submit();`,
  "another base": `const base = document.createElement("base");
    base.href = "https://example.invalid/"; document.head.append(base);
    if (document.baseURI === base.href) globalThis.__pwned = 1;`,
  "a template": `const host = document.createElement("div"); document.body.append(host);
    host.setHTMLUnsafe("<template shadowrootmode=open><img src=x onerror='__pwned = 1'></template>");`,
  "a request": `fetch("https://example.invalid/").catch(() => {});`,
};

for (const [way, script] of Object.entries(WAYS_IN)) {
  browserTest(`the policy holds against ${way}`, async (open) => {
    const { page, requested, complaints } = await open(await pageOf(demoRecords()));
    // Some requests are told of although the policy ended them before they began.
    const ended = new Set<string>();
    page.on("requestfailed", (request) => {
      if (request.failure()?.errorText === "csp") ended.add(request.url());
    });
    await page.evaluate(
      `(() => { try { ${script} } catch (error) { console.error(error.message); } })()`,
    );
    // Whatever was put off comes before the second frame from now.
    await page.evaluate(
      "new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))",
    );
    assert.equal(await page.evaluate("globalThis.__pwned"), undefined);
    assert.ok(complaints.length > 0, "no complaint");
    const left = requested.filter((url) => /^https?:/.test(url) && !ended.has(url));
    assert.deepEqual(left, []);
  });
}

browserTest("paragraphs and tables of a run are shown, and as text, too", async (open) => {
  const { data, details } = await partsOf(demoRecords());
  const [hostile = ""] = PAYLOADS;
  const section: Section = {
    title: "T",
    text: [hostile],
    table: { head: ["h"], rows: [[hostile]] },
  };
  const all = details.map(() => scriptJson([section]));
  const { page, complaints } = await open([...renderPage(data, all, { live: false })].join(""));
  await page.locator("#rows button.open").first().click();
  for (const place of ["section > p", "td"]) {
    assert.equal(await page.locator(`#detail-body ${place}`).textContent(), hostile);
  }
  assert.equal(await page.locator("#detail-body th").textContent(), "h");
  assert.deepEqual(complaints, []);
});
