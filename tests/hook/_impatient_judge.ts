/** The judge's hook, but for how long it waits for a model: no test should take half a minute. */

import { judgeTurn } from "../../hook/judging/turn.ts";

await judgeTurn("on", 2_000);
Deno.exit(0);
