/** What is registered with the clients, and what the installers print, write and take out again. */

import { type Golden, keep } from "./_golden.ts";
import { REGISTRATIONS } from "./_place.ts";

const EVERYTHING = ["--mode", "solo", "--with", "review,judge,unblock"];

/** A settings file with somebody else's hook and an odd layout. */
const OTHERS = `{
    "permissions": { "allow": ["Bash(ls:*)"] },
    "hooks": {
        "Stop": [
            { "matcher": "", "hooks": [{ "type": "command", "command": "say done" }] }
        ]
    },
    "10": 1.0, "2": 1e3
}
`;

const SETTINGS = ".claude/settings.local.json";

keep(
  ...Object.entries(REGISTRATIONS).map(([name, path]): Golden => ({
    file: `registered-${name}`,
    says: `the shell lines that are registered: ${name}`,
    steps: async (place) =>
      place.show(name, JSON.stringify(JSON.parse(await Deno.readTextFile(path)), null, 2)),
  })),
  {
    file: "registered-generated",
    says: "everything that is generated is as it would be generated now",
    steps: async (place) => {
      for (const task of ["schema", "hooks", "agents", "evals:prompts"]) {
        await place.task(task, ["--check"]);
      }
    },
  },
  {
    file: "install-hook-dry-run",
    says: "install-hook --dry-run with every stage",
    steps: async (place) => {
      await place.withoutDeno();
      await place.task("install-hook", ["--dry-run", ...EVERYTHING]);
      await place.kept("shop/.claude");
    },
  },
  {
    file: "install-hook-dry-run-jsr",
    says: "install-hook --dry-run --from jsr, for the user",
    steps: async (place) => {
      await place.withoutDeno();
      await place.task("install-hook", ["--dry-run", "--user", "--from", "jsr", ...EVERYTHING]);
    },
  },
  {
    file: "install-hook",
    says: "install-hook into a project that has settings, and out again",
    steps: async (place) => {
      await place.withoutDeno();
      await place.write({ [SETTINGS]: OTHERS });
      await place.task("install-hook", ["--project", ".", ...EVERYTHING, "--observe"]);
      await place.kept("shop/.claude");
      await place.kept("shop/.git/info/exclude");
      await place.task("install-hook", ["--project", ".", "--uninstall"]);
      await place.kept("shop/.claude");
      await place.kept("shop/.git/info/exclude");
    },
  },
  {
    file: "install-hook-empty",
    says: "install-hook into a project without settings, twice, and out again",
    steps: async (place) => {
      await place.withoutDeno();
      await place.task("install-hook");
      await place.task("install-hook");
      await place.kept("shop/.claude");
      await place.task("install-hook", ["--uninstall"]);
      await place.kept("shop/.claude");
    },
  },
  {
    file: "install-opencode",
    says: "install-opencode, dry and real, and out again",
    steps: async (place) => {
      await place.withoutDeno();
      await place.task("install-opencode", ["--dry-run", "--mode", "solo", "--with", "judge"]);
      await place.task("install-opencode", ["--mode", "solo", "--with", "judge", "--observe"]);
      await place.kept("shop/.opencode");
      await place.task("install-opencode", ["--uninstall"]);
      await place.kept("shop/.opencode");
      await place.task("install-opencode", ["--user"]);
      await place.kept("home/.config");
    },
  },
);
