/** The plugin with switches of its own, for a user whose environment says nothing. */

import process from "node:process";
import type { Plugin } from "./plugin_api.ts";
import { PLUGIN_ID, serve } from "./serve.ts";

/**
 * The plugin, as if these variables were set; what the environment says goes before.
 *
 * @param variables Such as `{ REFLECTION_MODE: "solo" }`.
 */
export function switchedOn(variables: Readonly<Record<string, string>>): Plugin {
  return {
    id: PLUGIN_ID,
    server: (input) => Promise.resolve(serve(input, { ...variables, ...process.env })),
  };
}
