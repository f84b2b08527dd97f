/** Opens the records of many machines, and loads the engine's client only then. */

import type { RecordSource } from "../lib/records/source.ts";

/** Not by name in the import: deno would fetch the client for every script that reads folders. */
const SOURCE = "./source.ts";

/** The records at an address. */
export async function openFleet(address: string): Promise<RecordSource> {
  const { fleetSource }: typeof import("./source.ts") = await import(SOURCE);
  return fleetSource(address);
}
