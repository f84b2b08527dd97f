/** The names by which evals call tools and programs. */

/** The tools that clients have: a comma in front of one of these begins another call. */
export const TOOLS: ReadonlySet<string> = new Set([
  ...["bash", "shell", "terminal", "exec", "execute", "run", "command", "bashoutput"],
  ...["read", "write", "edit", "multiedit", "patch", "apply_patch", "notebookedit", "create"],
  ...["str_replace", "str_replace_editor", "view", "glob", "grep", "list", "ls", "search"],
  ...["webfetch", "websearch", "fetch", "task", "agent", "todowrite", "todoread", "skill"],
  ...["askuserquestion", "question", "exitplanmode", "lsp", "browser"],
]);

/** The tools whose input is a command. */
export const SHELLS: ReadonlySet<string> = new Set([
  ...["bash", "shell", "terminal", "exec", "execute", "run", "command"],
]);

/** Programs that stand in such texts without the shell that ran them. */
export const PROGRAM =
  /^(?:git|gh|glab|npm|npx|yarn|pnpm|bun|bunx|deno|node|tsc|cargo|rustc|go|python3?|pip3?|pytest|uv|make|docker|kubectl|helm|terraform|mvn|gradle|\.\/\S+|bundle|rspec|rake|dotnet|curl|psql|aws|vercel|ruff|eslint|jest|vitest)(?=\s|$)/;
