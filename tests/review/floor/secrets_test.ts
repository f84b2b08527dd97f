import assert from "node:assert/strict";
import fc from "fast-check";
import { floorIssues } from "../../../review/floor/floor.ts";
import { type Example, examples, type Fill, foreignExamples } from "../../lib/scrub/_examples.ts";
import { changed, said } from "./_change.ts";

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789";

/** Characters of a secret that differ from each other as those of real ones do. */
function filling(seed: number): Fill {
  let state = seed >>> 0;
  const next = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 16;
  return (count) =>
    Array.from(
      { length: count },
      (_, at) => at % 4 === 2 ? String(next() % 8 + 2) : LETTERS[next() % LETTERS.length],
    ).join("");
}

const lines = (text: string): string[] => text.split("\n").map((line) => `+${line}`);

Deno.test("secrets with a form of their own are found and only their kind is said", () => {
  const fill = filling(7);
  const byName = new Set(["password", "secret value", "authorization", "url password"]);
  const missed = examples(fill).filter(([kind, before, secret, after]) => {
    if (byName.has(kind) || /cut off/.test(before) || /^> /m.test(secret)) return false;
    const [issue] = floorIssues([changed("src/a.ts", ...lines(before + secret + after))]);
    return issue?.severity !== "CRITICAL" || !issue.description.startsWith("This looks like a");
  });
  // One part alone is no token: any JSON in base64 begins like that.
  assert.deepEqual(missed.map(([kind]) => kind).filter((kind) => kind !== "json web token"), []);
});

Deno.test("a value counts by its name only where it looks like a secret", () => {
  const value = filling(3)(24);
  const found: [path: string, line: string][] = [
    ["src/a.ts", `const password = "${value}";`],
    ["lib/a.py", `API_KEY = '${value}'`],
    ["pkg/a.go", `token := "${value}"`],
    [".env", `SECRET_KEY=${value}`],
    ["config/a.yml", `password: ${value}`],
    ["src/a.ts", `connect("postgres://me:${value}@db.company.io/x");`],
  ];
  const chosen = ["hunter2", "hunter2"].join("-!");
  found.push(
    ["src/a.ts", `const password = "${chosen}";`],
    ["src/a.ts", `const dbPassword: string = '${chosen}';`],
    ["lib/a.py", `DB_PASSWORD = "${chosen}"`],
    ["pkg/a.go", `password := "${chosen}"`],
    ["src/a.ts", `const stripe = "${["sk", "live", "abcdefghij1234567890"].join("_")}";`],
  );
  for (const [path, line] of found) {
    assert.match(said(path, `+${line}`).join(), /^CRITICAL 1: This looks like a/, line);
  }
  const left: [path: string, line: string][] = [
    ["src/a.ts", `if (password === "${chosen}") {`],
    ["src/a.ts", `labels = { password: "${chosen}" };`],
    ["src/a.ts", 'const password = "hunter2";'],
    ["src/a.ts", 'const password = "reset-form-field2";'],
    ["src/a.ts", 'const ERROR_PASSWORD = "E1001_WRONG";'],
    ["src/a.ts", 'const password = "$ENTER!ME";'],
    ["tests/a.test.ts", `const password = "${chosen}";`],
    ["docs/a.md", `${["sk", "live", "abcdefghij1234567890"].join("_")}`],
    ["src/a.ts", `const stripe = "${["sk", "live", "yourKeyGoesHere1"].join("_")}";`],
    ["src/a.ts", 'const password = "correct horse";'],
    ["src/a.ts", 'const password = "changeme123";'],
    ["src/a.ts", "const token = process.env.TOKEN;"],
    ["src/a.ts", "const token = await fetchToken2(user1, x3y4z5);"],
    ["src/a.ts", 'const passwordLabel = "settings.password.v2";'],
    ["src/a.ts", 'connect("postgres://user:password@localhost/x");'],
    ["src/a.ts", 'if (text.startsWith("-----BEGIN PRIVATE KEY-----")) {'],
    ["lib/a.py", 'password = os.environ["PASSWORD"]'],
    ["lib/a.py", "token = f'{prefix}{n1}{n2}'"],
    ["tests/test_a.py", `password = "${value}"`],
    ["docs/a.md", `password: ${value}`],
    [".env.example", `SECRET_KEY=${value}`],
  ];
  for (const [path, line] of left) assert.deepEqual(said(path, `+${line}`), [], line);
});

Deno.test("a secret in a removed or unchanged line is not new", () => {
  const token = `ghp_${filling(5)(36)}`;
  assert.deepEqual(said("src/a.ts", ` const a = "${token}";`, `-const b = "${token}";`), []);
  assert.match(
    said("src/a.ts", " x", `+const a = "${token}";`).join(),
    /^CRITICAL 2: .*github token$/,
  );
});

Deno.test("no finding ever holds a secret, whatever else is found in its line", () => {
  const around = fc.constantFrom(
    ...["console.log(", "// TODO: ", "eval(", "exec(`rm ${", "} catch {} ", ""],
  );
  const path = fc.constantFrom(
    ...["src/a.ts", "lib/a.py", "a.test.ts", ".env", "a.yml", "README.md", "a.go"],
  );
  fc.assert(
    fc.property(fc.nat(), fc.nat(), around, path, (seed, which, before, path) => {
      const fill = filling(seed);
      const all = [...examples(fill), ...foreignExamples(fill)];
      const [, left, secret, right] = all[which % all.length] as Example;
      const diff = [...lines(before + left + secret + right), `-expect(${secret})`];
      const issues = floorIssues([changed(path, ...diff)], { hasTests: true });
      const text = JSON.stringify(issues);
      for (const part of secret.split("\n")) {
        if (part.length >= 8) assert.ok(!text.includes(JSON.stringify(part).slice(1, -1)), part);
      }
    }),
    { numRuns: 2000 },
  );
});
