import assert from "node:assert/strict";
import { type PageParts, scriptJson } from "../../report/page/data.ts";
import { renderPage } from "../../report/page/document.ts";
import { browserTest, untilClosed, untilSaid } from "./_page_browser.ts";
import { demoRecords } from "./_page_demo.ts";
import { partsOf, recordsOf } from "./_page_records.ts";

/** What serves a page, and tells it when its data was replaced. */
class Server implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  #events: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor(public parts: PageParts) {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => this.#answer(new URL(request.url).pathname),
    );
  }

  get address(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/`;
  }

  #answer(path: string): Response {
    const { data, details } = this.parts;
    if (path === "/events") {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          this.#events = controller;
          controller.enqueue(new TextEncoder().encode(": hello\n\n"));
        },
      });
      return new Response(stream, { headers: { "content-type": "text/event-stream" } });
    }
    if (path === "/data") {
      return new Response([scriptJson(data), ...details].join("\n"), {
        headers: { "content-type": "text/plain; charset=utf-8" },
      });
    }
    if (path !== "/") return new Response(null, { status: 204 });
    const page = [...renderPage(data, details, { live: true })].join("");
    return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
  }

  change(parts: PageParts): void {
    this.parts = parts;
    this.#events?.enqueue(new TextEncoder().encode("event: change\ndata: \n\n"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#events?.close();
    await this.#server.shutdown();
  }
}

browserTest(
  "a page that is served shows what comes, and keeps what a person does",
  async (_, browser) => {
    await using server = new Server(await partsOf(demoRecords()));
    const { page, requested, complaints } = await browser.page();
    const listens = page.waitForResponse((answer) => answer.url().endsWith("/events"));
    await page.goto(`${server.address}#repo=shop`);
    await listens;
    await page.getByLabel("Search").fill("prices");
    await untilSaid(page, "1 of 42 runs matches");
    const opener = page.locator("#rows button.open");
    await opener.click();
    await page.getByRole("dialog", { name: "shop/drop-legacy-prices" }).waitFor();
    await page.evaluate("document.getElementById('detail').scrollTop = 150");
    const news = recordsOf({
      time: "2026-11-17T16:00:00.000Z",
      ...{ repo: "shop", task: "shop/prices-again", session: "new", risk: ["auth", 0.99] },
    });
    server.change(await partsOf([...demoRecords(), ...news]));
    await untilSaid(page, "Updated: 2 of 43 runs match");
    assert.equal(await page.title(), "8 runs need a review.");
    assert.match(await page.locator("h1").textContent() ?? "", /Look first at shop\/prices-again/);
    assert.deepEqual(await page.locator("#rows button.open").allTextContents(), [
      "shop/prices-again",
      "shop/drop-legacy-prices",
    ]);
    assert.equal(await page.locator("#detail-title").innerText(), "shop/drop-legacy-prices");
    assert.equal(await page.evaluate("document.getElementById('detail').scrollTop"), 150);
    await page.keyboard.press("Escape");
    await untilClosed(page);
    assert.equal(
      await page.evaluate("document.activeElement.dataset.run"),
      "7f3c1a52@2026-11-17T14:02:11.000Z",
    );
    await page.locator("#rows button.open").first().click();
    assert.match(await page.locator("#detail").innerText(), /Review needed: not reviewed yet/);
    assert.ok(requested.every((url) => url.startsWith(server.address)), requested.join());
    assert.deepEqual(complaints, []);
    await page.close();
  },
);

browserTest(
  "where a page has been scrolled to, it stays, and so do the rows that were asked for",
  async (_, browser) => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        recordsOf({
          time: new Date(Date.UTC(2026, 10, 1) + index * 60_000).toISOString(),
          ...{ repo: "shop", task: `shop/${index}`, session: `s-${index}`, risk: ["docs", 0] },
        })).flat();
    await using server = new Server(await partsOf(many(250)));
    const { page } = await browser.page();
    const listens = page.waitForResponse((answer) => answer.url().endsWith("/events"));
    await page.goto(server.address);
    await listens;
    await page.getByRole("button", { name: "Show more" }).click();
    const top = await page.evaluate<number>("scrollY");
    assert.ok(top > 1_000);
    server.change(await partsOf(many(251)));
    await untilSaid(page, "Updated: 251 runs");
    assert.equal(await page.evaluate("scrollY"), top);
    assert.equal(await page.locator("#rows tr").count(), 200);
    assert.equal(await page.evaluate("document.activeElement.innerText"), "shop/149");
    await page.close();
  },
);
