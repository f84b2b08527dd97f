import assert from "node:assert/strict";
import { readConfig } from "../../../lib/config/config.ts";
import { MAX_CONFIG_LENGTH } from "../../../lib/config/files.ts";
import { DEFAULT_CONFIG } from "../../../lib/config/settings.ts";

/** A file with these settings. */
function file(reflection: unknown): string {
  return JSON.stringify({ reflection });
}

const ALL = {
  enabled: true,
  mode: "manual",
  depth: "deep",
  model: "opus",
  categories: {
    ...{ security: true, quality: false, testing: true, performance: false, technicalDebt: false },
  },
  criticalThreshold: "LOW",
  storeReflections: false,
  judge: false,
  provider: "openai-compatible",
  base_url: "http://127.0.0.1:11434/v1",
} as const;

Deno.test("readConfig() gives the defaults, which turn nothing on, where no file is", () => {
  const { config, problems } = readConfig(null, null);
  assert.deepEqual(config, DEFAULT_CONFIG);
  assert.deepEqual(problems, []);
  assert.deepEqual([config.enabled, config.provider, config.base_url], [false, "none", null]);
});

Deno.test("readConfig() follows the user in everything", () => {
  assert.deepEqual(readConfig(file(ALL), null), { config: ALL, problems: [] });
  assert.deepEqual(readConfig(`\uFEFF${file(ALL)}`, null), { config: ALL, problems: [] });
});

Deno.test("readConfig() never changes the defaults themselves", () => {
  const before = structuredClone(DEFAULT_CONFIG);
  readConfig(file({ ...ALL, enabled: false }), file({ categories: { security: false } }));
  assert.deepEqual(DEFAULT_CONFIG, before);
});

Deno.test("readConfig() takes a file that sets one thing, or none", () => {
  assert.deepEqual(readConfig(file({ enabled: false }), null), {
    config: DEFAULT_CONFIG,
    problems: [],
  });
  for (const empty of ["{}", '{"reflection":{}}', '{"reflection":{"categories":{}}}', '{"x":1}']) {
    assert.deepEqual(readConfig(empty, empty), { config: DEFAULT_CONFIG, problems: [] });
  }
});

for (
  const [settings, problem] of [
    [{ depth: "x" }, 'reflection.depth must be quick, standard or deep, got "x"'],
    [{ enabled: "yes" }, 'reflection.enabled must be true or false, got "yes"'],
    [{ enabled: null }, "reflection.enabled must be true or false, got null"],
    [{ mode: "AUTO" }, 'reflection.mode must be auto, manual or disabled, got "AUTO"'],
    [{ model: ["opus"] }, "reflection.model must be haiku, sonnet or opus, got an array"],
    [{ model: "toString" }, 'reflection.model must be haiku, sonnet or opus, got "toString"'],
    [
      { criticalThreshold: 3 },
      "reflection.criticalThreshold must be CRITICAL, HIGH, MEDIUM or LOW, got 3",
    ],
    [
      { provider: {} },
      "reflection.provider must be none, claude, anthropic or openai-compatible, got an object",
    ],
    [
      { categories: { security: 1 } },
      "reflection.categories.security must be true or false, got 1",
    ],
    [{ categories: [] }, "reflection.categories must be an object, got an array"],
    [{ colour: "red" }, "reflection.colour is not a setting"],
    [{ categories: { style: true } }, "reflection.categories.style is not a setting"],
    [JSON.parse('{"__proto__":{"enabled":true}}'), "reflection.__proto__ is not a setting"],
    [{ constructor: true }, "reflection.constructor is not a setting"],
    [{ "a\u001b[2J\n": 1 }, "reflection.a\\u{1b}[2J\\u{a} is not a setting"],
    ["on", 'reflection must be an object, got "on"'],
    [null, "reflection must be an object, got null"],
  ] as const
) {
  Deno.test(`readConfig() says "${problem}" and uses the default`, () => {
    assert.deepEqual(readConfig(file(settings), null), {
      config: DEFAULT_CONFIG,
      problems: [`${problem} (user's config)`],
    });
    // The same in the repository's file leaves everything as the user has it.
    const { config, problems } = readConfig(file(ALL), file(settings));
    assert.deepEqual(config, ALL);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? "", /\(repository's config\)$/);
  });
}

Deno.test("readConfig() keeps the good settings beside a bad one", () => {
  const { config, problems } = readConfig(file({ ...ALL, depth: 7, extra: 1 }), null);
  assert.deepEqual(config, { ...ALL, depth: DEFAULT_CONFIG.depth });
  assert.equal(problems.length, 2);
});

Deno.test("readConfig() names a file that is no JSON, no object or too long, and goes on", () => {
  const texts = ["", "{", "[]", "1", "null", `{"reflection":{"enabled":true},}`];
  for (const text of [...texts, " ".repeat(MAX_CONFIG_LENGTH) + file(ALL)]) {
    const { config, problems } = readConfig(text, null);
    assert.deepEqual(config, DEFAULT_CONFIG);
    assert.equal(problems.length, 1, text);
    assert.match(problems[0] ?? "", /^(Cannot parse the file: |The file ).*\(user's config\)$/);
  }
});

Deno.test("readConfig() names a few unknown keys and counts the others", () => {
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`key${n}`, n]));
  const { problems } = readConfig(file(many), null);
  assert.equal(problems.length, 6);
  assert.match(problems[5] ?? "", /^reflection has 1995 more keys that are no settings/);
});

Deno.test("readConfig() asks no model where the user's base URL is bad: nobody else may get it", () => {
  for (
    const base_url of [
      ...["file:///etc", "http://", "localhost:11434", "http://user:pass@host/", "http://h/?q"],
      ...[
        "http://h/\n",
        "http://h/ x",
        "HTTP//h",
        "",
        7,
        {},
        "http://h\u202e",
        "javascript:alert(1)",
      ],
    ]
  ) {
    const { config, problems } = readConfig(file({ ...ALL, base_url }), null);
    assert.deepEqual([config.provider, config.base_url], ["none", null]);
    assert.match(problems[0] ?? "", /^reflection\.base_url must be null or an http or https URL/);
  }
  for (
    const base_url of [
      ...[null, "https://models.example.com", "http://[::1]:8000/v1/", "http://127.0.0.1:1"],
    ]
  ) {
    const { config, problems } = readConfig(file({ ...ALL, base_url }), null);
    assert.deepEqual([config.provider, config.base_url, problems], [ALL.provider, base_url, []]);
  }
});
