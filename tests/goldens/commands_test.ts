/** What the commands print, for people and for programs. */

import inputs from "./inputs/records.json" with { type: "json" };
import { GOOD, withField } from "../judge/unblock/_escalations.ts";
import { keep } from "./_golden.ts";
import type { Place } from "./_place.ts";

const RECORDS = ".mosaic/reflections";

/** Forty records of about twenty runs, as the hooks left them once. */
async function recorded(place: Place): Promise<void> {
  await place.write(
    Object.fromEntries(
      Object.entries(inputs).map(([name, record]) => [
        `${RECORDS}/${name}`,
        JSON.stringify(record, null, 2),
      ]),
    ),
  );
  await place.write({
    [`${RECORDS}/.gitignore`]: "*\n",
    [`${RECORDS}/broken-2025-01-31T12-00-00-000Z.reflection.json`]: "{",
  });
}

/** A change of every kind, committed, staged and not. */
async function changed(place: Place): Promise<string> {
  const base = await place.commit("First", {
    "README.md": "# Shop\n",
    "src/session.ts": "export const DAY = 3600;\n",
    "package-lock.json": "{}\n",
  });
  await place.commit("Sessions last a day", {
    "src/session.ts": "export const DAY = 86400;\n",
    "migrations/0002_sessions.sql": "alter table sessions add expires_at int;\n",
  });
  await place.write({
    "README.md": "# Shop\n\nSessions last a day.\n",
    "package-lock.json": '{ "lockfileVersion": 3 }\n',
    "src/add.ts": "try {\n  work();\n} catch (error) {}\neval(input);\n",
    "tests/add_test.ts": "it.only('adds', () => {});\n",
    "src/ünïcode and space.ts": "export {};\n",
  });
  return base;
}

/** The elements of a page that hold data. */
async function data(place: Place, name: string): Promise<void> {
  const page = await Deno.readTextFile(`${place.repo}/${name}`);
  const elements = page.matchAll(/<script type="(application\/jsonl?)"([^>]*)>([^]*?)<\/script>/g);
  for (const [, type, attributes, text] of elements) {
    place.show(`${name}: ${type}${attributes}`, text!);
  }
}

const FIX = (what: string) =>
  `failure_layer: environment\nobservations:\n- The build is stale\n` +
  `new_hypothesis: The tests run against an old build\naction: environment_fix\n\n` +
  `environment_fix:\n${what}\n`;

const READ = `# Review

## Issues

**HIGH (SECURITY)**

- ❌ The query is put together from a parameter

**Impact**: Anybody can read every order

**Location**: \`src/orders.ts:12\`

## Strengths

- Small
`;

keep(
  {
    file: "risk",
    says: "risk, as a table and as JSON, of a repository and of paths",
    steps: async (place) => {
      const base = await changed(place);
      await place.task("risk");
      await place.task("risk", ["--base", base, "--exit-code", "--threshold", "0.3"]);
      await place.task("risk", ["--base", base, "--json"]);
      await place.task("risk", ["--stdin", "--json"], { stdin: "docs/a.md\nsrc/auth/x.ts\n" });
      await place.task("risk", ["--base", "nowhere"]);
    },
  },
  {
    file: "report",
    says: "report, as a list, as markdown and as JSON",
    steps: async (place) => {
      await recorded(place);
      await place.task("report");
      await place.task("report", ["--md", "--last", "5"]);
      await place.task("report", ["--needs-review", "--repo", "shop"]);
      await place.task("report", ["--json"]);
    },
  },
  {
    file: "report-session",
    says: "report --session, as text, as markdown and as JSON",
    steps: async (place) => {
      await recorded(place);
      for (const session of ["7f3c1a52", "s-1"]) {
        await place.task("report", ["--session", session]);
        await place.task("report", ["--session", session, "--md"]);
        await place.task("report", ["--session", session, "--json"]);
      }
      await place.task("report", ["--session", "nobody"]);
    },
  },
  {
    file: "report-html",
    says: "report --html: the data of the page",
    steps: async (place) => {
      await recorded(place);
      await place.task("report", ["--html", "report.html"]);
      await data(place, "report.html");
    },
  },
  {
    file: "review",
    says: "review without a model, as JSON and as markdown, and what it keeps",
    steps: async (place) => {
      const base = await changed(place);
      await place.task("review", ["--json", "--base", base]);
      await place.task("review", ["--base", base]);
      await place.task("review", ["--md", "--depth", "quick", "--base", base]);
      await place.task("review", ["--base", "HEAD~5"]);
      await place.kept();
    },
  },
  {
    file: "review-read",
    says: "review --read of a review that somebody wrote as markdown",
    steps: async (place) => {
      await changed(place);
      await place.write({ "review.md": READ });
      await place.task("review", ["--read", "review.md", "--json"]);
      await place.task("review", ["--read", "review.md", "--md"]);
    },
  },
  {
    file: "review-status",
    says: "review:status, as a table and as JSON",
    steps: async (place) => {
      await place.task("review:status");
      await recorded(place);
      await place.task("review:status");
      await place.task("review:status", ["--json", "--last", "3"]);
    },
  },
  {
    file: "unblock",
    says: "unblock on an escalation, a handoff and an answer, good and bad",
    steps: async (place) => {
      await place.commit("First", {
        "src/total.ts":
          "// [DEF:total:Function]\n// @REJECTED `floatMath` sums: they drift by a cent\n// [/DEF:total]\n",
        "good.md": GOOD,
        "bad.md": withField("status", "status: open"),
        "none.md": "Please fix it\n",
        "fix.md": FIX("Run `npm run build` before the tests"),
        "rejected.md": FIX("Switch the sums to `floatMath`"),
      });
      for (const more of [[], ["--json"]]) {
        for (const file of ["good.md", "bad.md", "none.md"]) {
          await place.task("unblock", ["lint", file, ...more]);
        }
        await place.task("unblock", ["lint", "good.md", "--role", "reflection", ...more]);
        await place.task("unblock", ["handoff", "none.md", ...more]);
        await place.task("unblock", ["handoff", "good.md", "--attempt", "1", ...more]);
        for (const file of ["fix.md", "rejected.md", "none.md"]) {
          await place.task("unblock", ["check", file, ...more]);
        }
        await place.task("unblock", ["check", "fix.md", "--attempt", "4", ...more]);
      }
    },
  },
  {
    file: "ship-dry-run",
    says: "ship --dry-run, as text and as JSON",
    steps: async (place) => {
      await recorded(place);
      await place.task("ship", ["--dry-run"]);
      await place.task("ship", ["--dry-run", "--json"]);
      await place.task("ship", []);
    },
  },
  {
    file: "prune",
    says: "prune, dry and real: what goes and what stays",
    steps: async (place) => {
      await recorded(place);
      await place.write({
        [`${RECORDS}/s-1-2025-01-31T12-00-00-000Z.review.md`]: "# Review\n",
        [`${RECORDS}/state/s-1.json`]: "{}\n",
        [`${RECORDS}/errors.log`]: "2025-01-31 Something\n",
        "src/a.ts": "export {};\n",
      });
      await place.task("prune", ["--older-than", "5200w", "--dry-run"]);
      await place.task("prune", ["--older-than", "12h", "--dry-run"]);
      await place.task("prune", ["--older-than", "12h"]);
      await place.kept();
    },
  },
  {
    file: "evals",
    says: "evals of the judge without a model",
    steps: (place) => place.task("evals"),
  },
  {
    file: "demo",
    says: "the demo",
    steps: async (place) => {
      // The demo commits at the moment it is run, and leaves its page in a new folder.
      place.varies(/(?<=changed since )[0-9a-f]{12}/g, "<COMMIT>");
      place.varies(/(?<=reflection-report-)[0-9a-f]+(?=\/)/g, "<RANDOM>");
      await place.task("demo", [], { env: { TMPDIR: place.path("home") } });
    },
  },
);
