/** Where records are read from when nobody says. */

import { findTop } from "../git/run.ts";

/** The folder that REFLECTION_DIR names, else the repository that the user stands in. */
export async function defaultPlace(here: string): Promise<string> {
  const named = Deno.env.get("REFLECTION_DIR");
  return named ? named : await findTop(here);
}
