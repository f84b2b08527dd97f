/** The scrubber as the hook runs it: few permissions, no configuration, no network, any folder. */

import assert from "node:assert/strict";
import { HOOK_PERMISSIONS } from "../../../hook/clients/permissions.ts";
import { PACKAGES } from "../../../lib/scrub/secretlint.ts";
import { deno } from "../../support/process.ts";
import { Scratch } from "../../support/repository.ts";
import { fixed } from "./_examples.ts";

const FLAGS = [
  "run",
  "--quiet",
  "--no-prompt",
  "--no-config",
  "--no-lock",
  "--cached-only",
  ...Object.entries(HOOK_PERMISSIONS.capture).map(([kind, list]) => `--allow-${kind}=${list}`),
];

/** A script elsewhere that scrubs what it is given, and says what became of it. */
const SCRIPT = `
import { scrub } from "${new URL(
  "../../../lib/scrub/scrub.ts",
  import.meta.url,
)}";
try {
  const texts = await Promise.all(JSON.parse(Deno.args[0]).map((text) => scrub(text)));
  console.log(JSON.stringify({ texts, env: typeof process.env.HOME }));
} catch (error) {
  console.log(JSON.stringify({ message: error.message }));
}
`;

const SECRET = "gsk" + "_" + fixed(52);

Deno.test("scrub() works with the permissions of the hook, in any folder", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "script.ts": SCRIPT });
  const warm = await deno(["cache", "--no-config", "--no-lock", ...Object.values(PACKAGES)]);
  assert.equal(warm.code, 0, warm.stderr);
  const { code, stdout, stderr } = await deno(
    [...FLAGS, "script.ts", JSON.stringify([`a ${SECRET}`, "password=opensesame"])],
    { cwd: scratch.folder, env: { DEBUG: "*", SECRET_OF_THE_USER: "x" } },
  );
  assert.equal(code, 0, stderr);
  assert.equal(stderr, "");
  assert.deepEqual(JSON.parse(stdout), {
    texts: ["a [redacted: groq secret]", "password=[redacted: password]"],
    env: "string",
  });
});

Deno.test("scrub() rejects where secretlint is not in the cache", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "script.ts": SCRIPT });
  const { code, stdout, stderr } = await deno([...FLAGS, "script.ts", `["${SECRET}"]`], {
    cwd: scratch.folder,
    env: { DENO_DIR: scratch.path("empty") },
  });
  assert.equal(code, 0, stderr);
  const answer = JSON.parse(stdout);
  assert.match(answer.message, /^Cannot look for secrets with secretlint: /);
  assert.ok(!stdout.includes(SECRET));
});
