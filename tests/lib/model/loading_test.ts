/** What asking a model costs whoever does not, and what it may do of whoever does. */

import assert from "node:assert/strict";
import { PACKAGES } from "../../../lib/model/backends/packages.ts";
import "../../support/model_packages.ts";
import { ModelApi } from "../../support/model_api.ts";
import { deno, PROJECT } from "../../support/process.ts";
import { Scratch } from "../../support/repository.ts";
import { GOOD, HTTP_BACKENDS, settingsFor } from "./support.ts";

const ALONE = ["run", "--no-prompt", "--cached-only", "--no-config", "--no-lock", "--no-remote"];

Deno.test("whoever asks no model needs no package", async () => {
  await using scratch = await Scratch.make();
  const script = scratch.path("none.ts");
  await scratch.write({
    "none.ts": `
      import { ask } from "${new URL("../../../lib/model/ask.ts", import.meta.url)}";
      import { modelSettingsFrom } from "${new URL(
      "../../../lib/model/settings.ts",
      import.meta.url,
    )}";
      const settings = modelSettingsFrom({}, () => undefined);
      await ask({ system: "", prompt: "", schema: null, tier: "fast" }, settings)
        .catch((error) => console.log(error.kind));
    `,
  });
  const env = { PATH: Deno.env.get("PATH") ?? "", DENO_DIR: scratch.path("empty cache") };
  const { stdout, stderr } = await deno([...ALONE, "--no-npm", script], { env, clearEnv: true });
  assert.equal(stdout, "not_configured\n", stderr);
});

Deno.test("deno sees no package behind ask.ts", async () => {
  const { stdout } = await deno(["info", "--json", `${PROJECT}/lib/model/ask.ts`]);
  const { modules } = JSON.parse(stdout) as {
    modules: { specifier: string; dependencies?: { code?: { specifier: string } }[] }[];
  };
  const code = modules.flatMap(({ dependencies = [] }) =>
    dependencies.flatMap(({ code }) => code?.specifier ?? [])
  );
  assert(code.some((name) => name.endsWith("/model/backends/anthropic.ts")));
  assert.deepEqual(code.filter((name) => !name.startsWith("file:")), []);
});

Deno.test("the packages are those of the project's configuration", async () => {
  const { imports } = JSON.parse(await Deno.readTextFile(`${PROJECT}/deno.json`));
  assert.deepEqual(Object.values(PACKAGES), [
    imports["ai"],
    imports["@ai-sdk/anthropic"],
    imports["@ai-sdk/openai-compatible"],
  ]);
});

for (const backend of HTTP_BACKENDS) {
  Deno.test(`${backend}: asking needs no permission but the host's, and prints nothing`, async () => {
    await using api = ModelApi.start([{ say: GOOD }]);
    await using scratch = await Scratch.make();
    const { waited: _, wait: __, ...settings } = settingsFor(api, backend);
    await scratch.write({
      "ask.ts": `
        import { z } from "npm:zod@4.6.7";
        import { ask } from "${new URL("../../../lib/model/ask.ts", import.meta.url)}";
        const schema = z.object({ verdict: z.string(), score: z.number() });
        const question = { system: "S", prompt: "P", schema, tier: "fast" };
        const settings = { ...${JSON.stringify(settings)}, wait: () => Promise.resolve() };
        const { value } = await ask(question, settings);
        console.log(JSON.stringify(value), process.env === undefined);
      `,
    });
    const net = `--allow-net=127.0.0.1:${api.port}`;
    const args = ["run", "--no-prompt", "--cached-only", "--no-config", "--no-lock", net];
    const { stdout, stderr } = await deno([...args, scratch.path("ask.ts")], {
      // A provider looks here by itself, if it may.
      env: { ANTHROPIC_BASE_URL: "http://127.0.0.1:9", ANTHROPIC_AUTH_TOKEN: "x" },
    });
    assert.equal(stdout, `${JSON.stringify(GOOD)} false\n`, stderr);
    assert.equal(stderr, "");
  });
}

Deno.test("a host that is not permitted is an error at once", async () => {
  await using api = ModelApi.start([{ say: GOOD }]);
  await using scratch = await Scratch.make();
  const { waited: _, wait: __, ...settings } = settingsFor(api, "anthropic");
  await scratch.write({
    "ask.ts": `
      import { z } from "npm:zod@4.6.7";
      import { ask } from "${new URL("../../../lib/model/ask.ts", import.meta.url)}";
      const question = { system: "S", prompt: "P", schema: z.object({}), tier: "fast" };
      await ask(question, { ...${JSON.stringify(settings)}, wait: () => Promise.reject("waited") })
        .catch((error) => console.log(error.kind));
    `,
  });
  const args = ["run", "--no-prompt", "--cached-only", "--no-config", "--no-lock"];
  const { stdout, stderr } = await deno([...args, scratch.path("ask.ts")]);
  assert.equal(stdout, "permanent\n", stderr);
  assert.deepEqual(api.requests, []);
});
