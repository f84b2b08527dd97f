import assert from "node:assert/strict";
import { request } from "node:http";
import { asFiles } from "../lib/records/_samples.ts";
import { Scratch } from "../support/repository.ts";
import { deno, run, taskCommand, taskPermissions } from "../support/process.ts";
import { recordsOf, type Told } from "./_page_records.ts";
import { RECORDS, Running } from "./_report.ts";

const at = (minute: number): Told => ({
  time: new Date(Date.UTC(2026, 0, 3, 9, minute)).toISOString(),
  ...{ repo: "shop", task: `shop/${minute}`, session: `s-${minute}`, risk: ["auth", 1] },
});

/** The real server on a repository of one run. */
class Served implements AsyncDisposable {
  private constructor(
    readonly scratch: Scratch,
    readonly script: Running,
    readonly address: string,
  ) {}

  static async start(): Promise<Served> {
    const scratch = await Scratch.make();
    await scratch.write(asFiles(recordsOf(at(1)), RECORDS));
    const script = new Running("serve", [scratch.folder]);
    const said = await script.stdout.until(/\n/);
    assert.match(said, /^http:\/\/127\.0\.0\.1:\d+\/\n$/);
    return new Served(scratch, script, said.trim());
  }

  get port(): number {
    return Number(new URL(this.address).port);
  }

  /** Another record, whole at once as the hooks leave it. */
  async leave(told: Told): Promise<void> {
    await this.scratch.write({ "new": JSON.stringify(recordsOf(told)[0]) });
    await Deno.rename(
      this.scratch.path("new"),
      this.scratch.path(`${RECORDS}${told.session}.reflection.json`),
    );
  }

  /** What it answers to a request whose headers no browser could send, and no `fetch`. */
  ask(path: string, headers: Record<string, string>, method = "GET"): Promise<[number, string]> {
    return new Promise((resolve, reject) => {
      request({ host: "127.0.0.1", port: this.port, path, method, headers }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part) => text += part);
        answer.on("end", () => resolve([answer.statusCode!, text])).on("error", reject);
      }).on("error", reject).end();
    });
  }

  /** The first line of the answer to these very bytes. */
  async raw(text: string): Promise<string> {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: this.port });
    await connection.write(new TextEncoder().encode(text));
    const answer = await new Response(connection.readable).text();
    return answer.slice(0, answer.indexOf("\r\n"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.script[Symbol.asyncDispose]();
    await this.scratch[Symbol.asyncDispose]();
  }
}

Deno.test("the page is served with its data, for no cache, no frame and no other site", async () => {
  await using served = await Served.start();
  const page = await fetch(served.address);
  assert.equal(page.status, 200);
  assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(page.headers.get("cache-control"), "no-store");
  assert.equal(page.headers.get("x-content-type-options"), "nosniff");
  assert.equal(page.headers.get("x-frame-options"), "DENY");
  assert.equal(page.headers.get("cross-origin-resource-policy"), "same-origin");
  assert.equal(page.headers.get("access-control-allow-origin"), null);
  assert.match(await page.text(), /^<!doctype html>[^]*shop\/1[^]*<\/html>\s*$/);
  const data = await fetch(`${served.address}data`);
  assert.equal(data.headers.get("content-type"), "text/plain; charset=utf-8");
  const lines = (await data.text()).split("\n");
  assert.ok(lines.length > 1);
  for (const line of lines) JSON.parse(line);
  const head = await fetch(served.address, { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
});

Deno.test("only this machine is listened to, and nothing could be written", async () => {
  await using served = await Served.start();
  const { stdout } = await run("cat", ["/proc/net/tcp", "/proc/net/tcp6"]);
  const port = `:${served.port.toString(16).toUpperCase().padStart(4, "0")}`;
  const listening = stdout.split("\n").map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === "0A" && local?.endsWith(port));
  assert.deepEqual(listening.map(([, local]) => local!.split(":")[0]), ["0100007F"]);
  const { write, net } = await taskPermissions("report:serve");
  assert.deepEqual([write, net], [undefined, ["127.0.0.1"]]);
});

Deno.test("a request for another host name is refused", async () => {
  await using served = await Served.start();
  const { port } = served;
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    assert.equal((await served.ask("/", { host }))[0], 200, host);
  }
  const others = [
    "evil.example",
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `localhost.evil.example:${port}`,
    `127.0.0.1:${port + 1}`,
    "127.0.0.1",
    `[::1]:${port}`,
    `0.0.0.0:${port}`,
  ];
  for (const host of others) {
    for (const path of ["/", "/data", "/events"]) {
      const [status, text] = await served.ask(path, { host });
      assert.equal(status, 403, `${host} ${path}`);
      assert.doesNotMatch(text, /shop/);
    }
  }
  assert.match(await served.raw("GET / HTTP/1.0\r\n\r\n"), / 403 /);
  const whole = `GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
  assert.match(await served.raw(`${whole}Connection: close\r\n\r\n`), / 403 /);
});

Deno.test("another site's page is refused, and a link that a person follows is not", async () => {
  await using served = await Served.start();
  const host = `127.0.0.1:${served.port}`;
  const sent = async (site: string, dest: string) =>
    (await served.ask("/data", { host, "sec-fetch-site": site, "sec-fetch-dest": dest }))[0];
  for (const dest of ["empty", "script", "image", "iframe"]) {
    assert.equal(await sent("cross-site", dest), 403, dest);
    assert.equal(await sent("same-site", dest), 403, dest);
    assert.equal(await sent("same-origin", dest), 200, dest);
  }
  assert.equal(await sent("none", "document"), 200);
  assert.equal(await sent("cross-site", "document"), 200);
});

Deno.test("there is nothing but three addresses, by whatever way one comes", async () => {
  await using served = await Served.start();
  const paths = [
    "/../deno.json",
    "/../../../../../../etc/passwd",
    "/%2e%2e/deno.json",
    "/%2e%2e%2fdeno.json",
    "/..%5cdeno.json",
    "/data/../../deno.json",
    `//${served.scratch.folder}`,
    "//etc/passwd",
    "/etc/passwd",
    "/deno.json",
    `/${RECORDS}s-0.reflection.json`,
    "/data/",
    "/DATA",
    "/data%00",
    "/favicon.ico",
  ];
  for (const path of paths) {
    const line = await served.raw(
      `GET ${path.replaceAll(" ", "%20")} HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\n` +
        "Connection: close\r\n\r\n",
    );
    assert.equal(line, "HTTP/1.1 404 Not Found", path);
  }
});

Deno.test("nothing but reading is answered", async () => {
  await using served = await Served.start();
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    for (const path of ["", "data", "events", "nothing"]) {
      const answer = await fetch(`${served.address}${path}`, { method });
      assert.equal(answer.status, 405, `${method} ${path}`);
      assert.equal(answer.headers.get("allow"), "GET, HEAD");
      assert.doesNotMatch(await answer.text(), /shop/);
    }
  }
});

Deno.test("a page that listens hears that a record came or went, and then finds it so", async () => {
  await using served = await Served.start();
  const stop = new AbortController();
  const events = await fetch(`${served.address}events`, { signal: stop.signal });
  assert.equal(events.headers.get("content-type"), "text/event-stream");
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  const change = async () => {
    while (!heard.includes("event: change\n")) {
      const { done, value } = await reader.read();
      assert.equal(done, false);
      heard += value;
    }
    heard = heard.slice(heard.indexOf("event: change\n") + 1);
  };
  const data = async () => await (await fetch(`${served.address}data`)).text();
  assert.doesNotMatch(await data(), /shop\/2/);
  await served.leave(at(2));
  await change();
  assert.match(await data(), /shop\/2/);
  assert.match(await (await fetch(served.address)).text(), /shop\/2/);
  await Deno.remove(served.scratch.path(`${RECORDS}s-2.reflection.json`));
  await change();
  assert.doesNotMatch(await data(), /shop\/2/);
  stop.abort();
  await reader.cancel().catch(() => {});
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.test(`${signal} ends it well, also while a page listens or a client says nothing`, async () => {
    await using served = await Served.start();
    const events = await fetch(`${served.address}events`);
    using silent = await Deno.connect({ hostname: "127.0.0.1", port: served.port });
    await silent.write(new TextEncoder().encode("GET / HT"));
    const { code, signal: by } = await served.script.end(signal);
    assert.deepEqual([code, by], [0, null]);
    assert.match(await events.text(), /^retry: 1000\n\n$/);
    assert.equal(
      await served.script.stderr.rest(),
      "1 run, 1 of them needs a review now (!); Ctrl-C ends\n",
    );
  });
}

Deno.test("a port that is taken exits 1 and names it, a wrong one exits 2", async () => {
  await using served = await Served.start();
  const { port, scratch } = served;
  await using second = new Running("serve", [scratch.folder, "--port", `${port}`]);
  assert.equal((await second.ended()).code, 1);
  assert.equal(
    await second.stderr.rest(),
    `Cannot listen on 127.0.0.1:${port}: another program does\n`,
  );
  const command = await taskCommand("report:serve");
  for (const wrong of ["65536", "-1", "80.5", "http", ""]) {
    const { code, stdout, stderr } = await deno([...command, scratch.folder, `--port=${wrong}`]);
    assert.deepEqual([code, stdout], [2, ""], wrong);
    assert.ok(stderr.includes(`got "${wrong}"`), stderr);
  }
  const nowhere = await deno([...command, scratch.path("nowhere")]);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.stderr, /^Cannot read ".*nowhere": no such folder\n$/);
});
