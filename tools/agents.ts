/**
 * Writes the reflection agent's files for each client from the protocol's tables.
 *
 *     deno run --allow-read=hook --allow-write=hook tools/agents.ts
 */

import { runGenerator } from "./generator.ts";
import { renderAgent } from "../judge/unblock/agent_prompt.ts";

/** The text of every agent that is checked in, by its path. */
export function renderAgents(): Map<string, string> {
  return new Map([
    ["hook/clients/agents/reflection-agent.md", renderAgent("claude")],
    ["hook/opencode/agents/reflection-agent.md", renderAgent("opencode")],
  ]);
}

if (import.meta.main) {
  await runGenerator({
    task: "agents",
    what:
      "hook/clients/agents/reflection-agent.md and hook/opencode/agents/reflection-agent.md from the protocol",
    folder: new URL("..", import.meta.url),
    render: renderAgents,
  });
}
