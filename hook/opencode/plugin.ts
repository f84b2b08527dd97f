/**
 * The reflection kernel as a plugin of OpenCode: a record of every run, a judge that asks whether a
 * task is really done, and a look at sessions that fall silent or were compacted.
 *
 * OpenCode loads this file as it stands, in its own process. So nothing that it reaches imports a
 * package, and all that needs one, or a permission, runs outside of it as `deno run`. Off, while
 * REFLECTION_MODE is not `solo` or `orchestrated`, it registers nothing.
 *
 * @module
 */

import process from "node:process";
import type { Plugin } from "./plugin_api.ts";
import { PLUGIN_ID, serve } from "./serve.ts";

export type * from "./plugin_api.ts";

/** The plugin; nothing else may be exported here, the client would take it for one more. */
const plugin: Plugin = {
  id: PLUGIN_ID,
  server: (input) => Promise.resolve(serve(input, process.env)),
};
export default plugin;
