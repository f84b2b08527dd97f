/** Made-up records, as many as wanted. */

import { buildReflection } from "../../schema/reflection.ts";
import { momentName } from "../../lib/text/names.ts";

/** Sidecars of sessions with five turns each, with everything filled in. */
export function writeSidecars(folder: string, count: number): void {
  Deno.mkdirSync(folder);
  for (let n = 0; n < count; n++) {
    const timestamp = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
    const session = `session-${Math.floor(n / 5)}`;
    const record = buildReflection({
      taskRef: "shop@main",
      agent: "unknown",
      sessionId: session,
      timestamp,
      repo: "shop",
      mode: "solo",
      filesChanged: ["src/session.ts", "migrations/0002_session_expiry.sql", "README.md"],
      risk: {
        needs_review: true,
        score: 1,
        surface: "auth",
        reason: "auth surface (weight 1) in: src/session.ts",
      },
      selfReport: {
        confidence: 0.75,
        most_likely_wrong: {
          surface: "data",
          description: "Old rows have no expires_at, so existing sessions may end at once",
        },
        known_not_in_diff: "The migration was not run against a copy of production",
      },
    });
    Deno.writeTextFileSync(
      `${folder}/${session}-${momentName(timestamp)}.reflection.json`,
      `${JSON.stringify(record, null, 2)}\n`,
    );
  }
}
