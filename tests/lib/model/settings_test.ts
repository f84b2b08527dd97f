import assert from "node:assert/strict";
import {
  MODEL_VARIABLES,
  modelSettingsFrom,
  type UserModelConfig,
} from "../../../lib/model/settings.ts";

function read(user: UserModelConfig, variables: Record<string, string> = {}) {
  return modelSettingsFrom(user, (name) => {
    assert(MODEL_VARIABLES.includes(name), `reads ${name}, which is not in its list`);
    return variables[name];
  });
}

Deno.test("nothing said is no backend, whatever keys lie around", () => {
  const keys = { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "b", ANTHROPIC_BASE_URL: "http://x" };
  const { backend, baseUrl, apiKey, models, inside, problems } = read({}, keys);
  assert.deepEqual({ backend, baseUrl, apiKey, models, inside, problems }, {
    backend: "none",
    baseUrl: null,
    apiKey: null,
    models: {},
    inside: false,
    problems: [],
  });
});

Deno.test("the environment goes before the user's configuration", () => {
  const user = {
    provider: "claude",
    base_url: "http://one.test/v1",
    models: { fast: "one", deep: "two" },
  };
  const ours = read(user);
  assert.deepEqual([ours.backend, ours.baseUrl, ours.models], [
    "claude",
    "http://one.test/v1",
    { fast: "one", deep: "two" },
  ]);
  const theirs = read(user, {
    REFLECTION_PROVIDER: "anthropic",
    REFLECTION_BASE_URL: "https://two.test/",
    REFLECTION_MODEL_FAST: "three",
  });
  assert.deepEqual([theirs.backend, theirs.baseUrl, theirs.models], [
    "anthropic",
    "https://two.test",
    { fast: "three", deep: "two" },
  ]);
});

Deno.test("an unknown provider is named, and nobody is asked", () => {
  const { backend, problems } = read({ provider: "skynet" });
  assert.equal(backend, "none");
  assert.match(problems[0] ?? "", /^Unknown provider "skynet": expected one of none, claude/);
});

for (
  const [address, problem] of [
    ["not a url", /"not a url" is not a URL/],
    ["http://me:hunter2@[bad", /^(?!.*hunter2).* is not a URL/],
    ["ftp://files.test", /http or https, got "ftp:"/],
    ["file:///etc/passwd", /http or https, got "file:"/],
    ["https://me:hunter2@host.test", /^(?!.*hunter2).*user name or password/],
    ["https://host.test/v1?key=hunter2", /^(?!.*hunter2).*query/],
  ] as const
) {
  Deno.test(`base URL ${address} is refused, and no other host is asked instead`, () => {
    const { backend, baseUrl, apiKey, problems } = read(
      { provider: "anthropic", base_url: address },
      { ANTHROPIC_API_KEY: "k" },
    );
    assert.deepEqual([backend, baseUrl, apiKey], ["none", null, null]);
    assert.match(problems[0] ?? "", problem);
  });
}

Deno.test("openai-compatible without a base URL is no backend", () => {
  const { backend, problems } = read({ provider: "openai-compatible" }, { OPENAI_API_KEY: "k" });
  assert.equal(backend, "none");
  assert.match(problems[0] ?? "", /needs a base URL/);
});

Deno.test("the claude program is given what it needs and nothing else", () => {
  const given = {
    PATH: "/bin",
    HOME: "/home/me",
    CLAUDE_CONFIG_DIR: "/c",
    ANTHROPIC_API_KEY: "k",
    ANTHROPIC_AUTH_TOKEN: "t",
    ANTHROPIC_BASE_URL: "http://gateway.test",
  };
  const { claudeEnv } = read({ provider: "claude" }, {
    ...given,
    OPENAI_API_KEY: "other",
    REFLECTION_API_KEY: "other",
  });
  assert.deepEqual(claudeEnv, given);
});
