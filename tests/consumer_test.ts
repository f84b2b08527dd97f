import assert from "node:assert/strict";
import { deno, PROJECT } from "./support/process.ts";
import { Scratch } from "./support/repository.ts";

/** What a team would write that imports the package by its published name. */
const CONSUMER = `
import { buildReflection, evaluateRiskFloor, parseSelfReport } from "jsr:@reflection/kernel";
import { classifyPath, type ReviewSurface } from "jsr:@reflection/kernel/risk-floor";
import { type Reflection, REVIEW_SURFACES } from "jsr:@reflection/kernel/reflection";
import { MAX_SELF_REPORT_BYTES } from "jsr:@reflection/kernel/self-report";
import { reflectionSchema } from "jsr:@reflection/kernel/zod";

const surface: ReviewSurface = classifyPath("src/auth.ts");
const filesChanged = ["src/auth.ts"];
const record: Reflection = reflectionSchema.parse(buildReflection({
  taskRef: "t",
  agent: "a",
  sessionId: "s",
  timestamp: "2026-01-01T00:00:00Z",
  repo: "r",
  mode: "solo",
  filesChanged,
  risk: evaluateRiskFloor({ filesChanged }),
  selfReport: parseSelfReport(null),
}));
console.log(surface, record.risk.score, REVIEW_SURFACES.length, MAX_SELF_REPORT_BYTES);
`;

Deno.test("a project that links the package imports it and its subpaths by name", async () => {
  await using project = await Scratch.make();
  await project.write({
    "deno.json": JSON.stringify({ links: [PROJECT] }),
    "main.ts": CONSUMER,
  });
  const checked = await deno(["check", "main.ts"], { cwd: project.folder });
  assert.equal(checked.code, 0, checked.stderr);
  const ran = await deno(["run", "main.ts"], { cwd: project.folder });
  assert.equal(ran.code, 0, ran.stderr);
  assert.equal(ran.stdout.trim(), "auth 1 8 65536");
});
