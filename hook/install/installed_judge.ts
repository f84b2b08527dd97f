/** Whether the judge is on for a repository, as far as the environment and the clients' files tell. */

/** How the installers write the switch, in Claude Code's settings and in OpenCode's plugin. */
const SWITCH = /"REFLECTION_JUDGE"\s*:\s*"(on|observe)"/;

/** The strongest that any client was set to; null where none has it. */
export function installedJudge(
  top: string,
  env: (name: string) => string | undefined,
): "on" | "observe" | null {
  const home = env("HOME");
  const claude = env("CLAUDE_CONFIG_DIR") || `${home}/.claude`;
  const config = env("XDG_CONFIG_HOME") || `${home}/.config`;
  const plugin = "plugin/reflection-kernel.ts";
  const set = [
    env("REFLECTION_JUDGE"),
    ...[
      ...[`${top}/.claude/settings.local.json`, `${top}/.claude/settings.json`],
      ...[`${claude}/settings.json`, `${top}/.opencode/${plugin}`, `${config}/opencode/${plugin}`],
    ].map((path) => SWITCH.exec(textOf(path))?.[1]),
  ];
  return set.includes("on") ? "on" : set.includes("observe") ? "observe" : null;
}

/** The text of a file; nothing where it cannot be read. */
function textOf(path: string): string {
  try {
    return Deno.statSync(path).isFile ? Deno.readTextFileSync(path) : "";
  } catch {
    return "";
  }
}
