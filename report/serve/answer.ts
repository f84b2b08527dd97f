/** What is answered, and to whom. */

import type { LivePage } from "./live_page.ts";

/** On every answer: nothing of it is for other pages, other sites or a cache. */
const HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Answers a request. */
export async function answer(request: Request, page: LivePage, port: number): Promise<Response> {
  // A name that somebody else's DNS points here would let their page read this one.
  const { host: named, pathname } = new URL(request.url);
  if (!isOurs(request.headers.get("host"), port) || !isOurs(named, port)) {
    return refuse(403, "This host name is not served here");
  }
  if (isForOtherSite(request.headers)) return refuse(403, "Other sites are not served here");
  if (request.method !== "GET" && request.method !== "HEAD") {
    return refuse(405, "This page can only be read", { allow: "GET, HEAD" });
  }
  switch (pathname) {
    case "/":
      return give(request, "text/html; charset=utf-8", () => page.html());
    case "/data":
      return give(request, "text/plain; charset=utf-8", () => page.data());
    case "/events":
      return await give(request, "text/event-stream", () => Promise.resolve(page.events()));
    default:
      return refuse(404, "There is nothing here");
  }
}

/** Whether a host is this machine, as whoever sits at it calls it. */
function isOurs(host: string | null, port: number): boolean {
  // Where the port is the usual one, browsers leave it out.
  return ["127.0.0.1", "localhost"].some((name) =>
    host === `${name}:${port}` || port === 80 && host === name
  );
}

/** Whether another site's page asks for it; a link that a person follows is no such question. */
function isForOtherSite(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none" &&
    headers.get("sec-fetch-dest") !== "document";
}

async function give(
  request: Request,
  type: string,
  body: () => Promise<BodyInit>,
): Promise<Response> {
  const headers = { ...HEADERS, "content-type": type };
  return new Response(request.method === "HEAD" ? null : await body(), { headers });
}

function refuse(status: number, why: string, more: Record<string, string> = {}): Response {
  const headers = { ...HEADERS, "content-type": "text/plain; charset=utf-8", ...more };
  return new Response(`${why}\n`, { status, headers });
}
