/**
 * The reflection kernel: what an agent's run changed, the least review that needs, and what the
 * agent itself doubts, as one record.
 *
 * - {@linkcode evaluateRiskFloor} derives from the paths and the size of a change a minimum of
 *   review. CI and tests, a person's merge and a reviewer's verdict stand above it.
 * - {@linkcode parseSelfReport} reads what the agent says about its own work and trusts it with
 *   nothing.
 * - {@linkcode buildReflection} puts both together as a `reflection.v1` record.
 *
 * Everything here is pure: no IO, no clock, no permission. The schemas that validate a record are
 * in `@reflection/kernel/zod`, apart, so that importing this module loads no package.
 *
 * @example From a change to a record
 * ```ts
 * import { buildReflection, evaluateRiskFloor, parseSelfReport } from "@reflection/kernel";
 * import assert from "node:assert/strict";
 *
 * const filesChanged = ["src/auth/session.ts", "README.md"];
 * const record = buildReflection({
 *   taskRef: "shop@main",
 *   agent: "claude-code",
 *   sessionId: "s-1",
 *   timestamp: new Date().toISOString(),
 *   repo: "shop",
 *   mode: "solo",
 *   filesChanged,
 *   risk: evaluateRiskFloor({ filesChanged }),
 *   selfReport: parseSelfReport(`{
 *     "confidence": 0.7,
 *     "most_likely_wrong": { "surface": "auth", "description": "Expiry is checked in local time" },
 *     "known_not_in_diff": null
 *   }`),
 * });
 *
 * assert.equal(record.risk.needs_review, true);
 * assert.equal(record.most_likely_wrong?.surface, "auth");
 * assert.equal(record.provenance.degraded, false);
 * ```
 *
 * @module
 */

export * from "./risk_floor.ts";
export * from "./schema/reflection.ts";
export * from "./schema/self_report.ts";
