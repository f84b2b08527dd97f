import assert from "node:assert/strict";
import { markdownTable } from "../lib/page/doc.ts";
import { OBSERVATIONS } from "../judge/observations.ts";
import { HOOK_PERMISSIONS } from "../hook/clients/permissions.ts";
import { CATEGORIES, SETTINGS, VARIABLES } from "../lib/config/settings.ts";
import { TRUST_RULES } from "../report/trust.ts";
import { classifyPath, SURFACES } from "../risk_floor.ts";
import { REQUIREMENT_KINDS, VETOES } from "../schema/names.ts";
import { PROJECT, taskPermissions } from "./support/process.ts";

/** Without what only lines a table up, or marks what is code. */
function plainWords(text: string): string {
  return text.replaceAll(/[`\\]/g, "").replaceAll(/[ -]+/g, " ");
}

const read = (path: string): string => Deno.readTextFileSync(`${PROJECT}/${path}`);
const readme = read("README.md");
const permissions = read("docs/permissions.md");
const settings = read("docs/settings.md");
const PAGES = ["README.md", "CONTRIBUTING.md", ...docs()];

function docs(): string[] {
  return [...Deno.readDirSync(`${PROJECT}/docs`)].map(({ name }) => `docs/${name}`)
    .filter((path) => path.endsWith(".md"));
}

Deno.test("every example in the docs' surface table is of the surface it stands for", () => {
  const rows = [...read("docs/risk_floor.md").matchAll(/^\| (\w+) +\| ([\d.]+) +\| (`.+`) +\|$/gm)];
  assert.equal(rows.length, SURFACES.length + 1);
  for (const [, surface, weight, examples] of rows) {
    const rule = SURFACES.find((rule) => rule.surface === surface);
    assert.equal(Number(weight), rule?.weight ?? 0);
    for (const [, path] of examples!.matchAll(/`([^`]+)`/g)) {
      assert.equal(classifyPath(path!), surface, path);
    }
  }
});

Deno.test("every task that a page names exists, and so does every file", () => {
  const { tasks } = JSON.parse(read("deno.json"));
  for (const page of PAGES) {
    const text = read(page);
    for (const [, task] of text.matchAll(/deno(?:@[\d.]+)? task (?:--\w+ )*([a-z][\w:-]*)/g)) {
      assert.ok(task! in tasks, `${page}: ${task}`);
    }
    const folder = page.replace(/[^/]*$/, "");
    const named = /\]\(([\w./-]+)(?:#[\w-]+)?\)|PATH\/TO\/(?:THIS\/)?CLONE\/([\w./-]+)/g;
    for (const [, linked, cloned] of text.matchAll(named)) {
      const file = cloned ?? `${folder}${linked}`;
      assert.ok(Deno.statSync(`${PROJECT}/${file}`), `${page}: ${file}`);
    }
  }
});

Deno.test("every heading that a page links to is there", () => {
  for (const page of PAGES) {
    const folder = page.replace(/[^/]*$/, "");
    for (const [, file, heading] of read(page).matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)) {
      const text = file === "" ? read(page) : read(`${folder}${file}`);
      const headings = Array.from(
        text.matchAll(/^#+ (.*)$/gm),
        ([, title = ""]) =>
          title.toLowerCase().replaceAll(/[^\p{L}\p{N} -]/gu, "").replaceAll(" ", "-"),
      );
      assert.ok(headings.includes(heading!), `${page}: ${file}#${heading}`);
    }
  }
});

Deno.test("the README fits a screen", () => {
  assert.ok(new TextEncoder().encode(readme).length <= 9 * 1024);
});

Deno.test("the README's commands use the version of deno that CI uses", async () => {
  const ci = await Deno.readTextFile(`${PROJECT}/.ci/run`);
  const versions = [...(readme + ci).matchAll(/deno@([\d.]+)/g)].map((match) => match[1]);
  assert.equal(new Set(versions).size, 1);
});

Deno.test("the docs' table of permissions is what the hooks are registered with", () => {
  const rows = [...permissions.matchAll(/^\| `--allow-(\w+)=([^`]+)` +\|/gm)];
  const told = Object.fromEntries(rows.map(([, kind, list]) => [kind, list!.split(",")]));
  assert.deepEqual(told, HOOK_PERMISSIONS.capture);
});

Deno.test("the docs' table of what the reviewer may do is what it is registered with", () => {
  const rows = [...permissions.matchAll(/^\| reviewer `(\w+)` +\| `([^`]+)` +\|/gm)];
  const told = Object.fromEntries(rows.map(([, kind, list]) => [kind, list!.split(",")]));
  assert.deepEqual({ ...told, config: true }, HOOK_PERMISSIONS.review);
});

Deno.test("the docs' table of what the judge may do is what it is registered with", () => {
  const rows = [...permissions.matchAll(/^\| judge `(\w+)` +\| `([^`]+)` +\|/gm)];
  const told = Object.fromEntries(rows.map(([, kind, list]) => [kind, list!.split(",")]));
  assert.deepEqual({ ...told, config: true, transcripts: true }, HOOK_PERMISSIONS.judge);
});

Deno.test("the docs' table of what counting may do is what it is registered with", () => {
  const rows = [...permissions.matchAll(/^\| counting `(\w+)` +\| `([^`]+)` +\|/gm)];
  const told = Object.fromEntries(rows.map(([, kind, list]) => [kind, list!.split(",")]));
  assert.deepEqual(told, HOOK_PERMISSIONS.capture);
});

Deno.test("docs/judge.md has every observation as the judge has it, every requirement and veto", () => {
  const doc = read("docs/judge.md");
  const table = markdownTable(
    ["observation", "made when"],
    Object.entries(OBSERVATIONS).map(([name, { when }]) => [`\`${name}\``, when]),
  );
  const [, rows] = /^(\| observation[^]*?)\n\n/m.exec(doc) ?? [];
  assert.equal(plainWords(rows ?? ""), plainWords(table));
  const named = new Set(Array.from(doc.matchAll(/^\| `([\w-]+)` /gm), ([, name]) => name));
  for (const name of [...VETOES, ...REQUIREMENT_KINDS.filter((kind) => kind !== "check")]) {
    assert.ok(named.has(name), name);
  }
});

Deno.test("the docs' table of trust is the report's", () => {
  const table = markdownTable(
    ["trust", "when", "what it says", "asks for you"],
    TRUST_RULES.map(({ name, when, says, asks }) => [name, when, says, asks ? "yes" : "no"]),
  );
  const [, rows] = /^(\| trust[^]*?)\n\n/m.exec(read("docs/report.md")) ?? [];
  assert.equal(plainWords(rows ?? ""), plainWords(table));
});

Deno.test("the docs' table of variables is the settings'", () => {
  const table = markdownTable(
    ["variable", "meaning", "default"],
    Object.entries(VARIABLES).map(([name, { what, absent }]) => [`\`${name}\``, what, absent]),
  );
  const [, rows] = /^(\| variable[^]*?)\n\n/m.exec(settings) ?? [];
  assert.equal(plainWords(rows ?? ""), plainWords(table));
});

Deno.test("the docs' table of settings has all of the files', their words and their defaults", () => {
  const [, rows = ""] = /^(\| setting[^]*?)\n\n/m.exec(settings) ?? [];
  for (const [name, { accepts, absent }] of Object.entries(SETTINGS)) {
    const row = rows.split("\n").find((row) => row.includes(`\`${name}\``)) ?? "";
    assert.ok(row.includes(`\`${absent ?? "none"}\` `), `${name}: ${row}`);
    if (name === "provider" || !Array.isArray(accepts)) continue;
    for (const word of accepts) assert.ok(row.includes(`\`${word}\``), `${name}: ${word}`);
  }
  for (const name of Object.keys(CATEGORIES)) assert.match(rows, new RegExp(`\`${name}\``));
});

Deno.test("every variable that a script or a hook reads is in the table of settings, or our own", () => {
  const internal = [
    // Set between our own processes, and a constant of the schema
    ...["REFLECTION_EVENT", "REFLECTION_INSIDE", "REFLECTION_ROOT", "REFLECTION_MODES"],
  ];
  const known = new Set([...Object.keys(VARIABLES), ...internal]);
  const { stdout } = new Deno.Command("git", {
    args: ["grep", "-hoE", "\\bREFLECTION_[A-Z_]*[A-Z]\\b", "--", "*.ts", ":!tests"],
    cwd: PROJECT,
  }).outputSync();
  const named = new Set(new TextDecoder().decode(stdout).trim().split("\n"));
  assert.ok(named.has("REFLECTION_DIR"));
  assert.deepEqual([...named].filter((name) => !known.has(name)), []);
});

Deno.test("the command to review by hand may see what the reviewer may", async () => {
  const { env } = await taskPermissions("review");
  const extra = new Set(env as string[]).difference(new Set(HOOK_PERMISSIONS.review.env));
  assert.deepEqual([...extra], ["INIT_CWD"]);
});
