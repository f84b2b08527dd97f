/**
 * Writes the reflection agent's files for each client from the protocol's tables.
 *
 *     deno run --allow-read=agents,opencode/agents --allow-write=agents,opencode/agents unblock/generate.ts
 */

import { runGenerator } from "../cli/generator.ts";
import { renderAgent } from "./agent_prompt.ts";

/** The text of every agent that is checked in, by its path. */
export function renderAgents(): Map<string, string> {
  return new Map([
    ["agents/reflection-agent.md", renderAgent("claude")],
    ["opencode/agents/reflection-agent.md", renderAgent("opencode")],
  ]);
}

if (import.meta.main) {
  await runGenerator({
    task: "agents",
    what: "agents/reflection-agent.md and opencode/agents/reflection-agent.md from the protocol",
    folder: new URL("..", import.meta.url),
    render: renderAgents,
  });
}
