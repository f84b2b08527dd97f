/** What a command needs of the fleet before it connects: the flag and the opener of an address. */

import { type Flag, UsageError, value } from "../lib/cli/flags.ts";
import { type FleetAddress, parseFleetAddress } from "../lib/records/address.ts";
import type { RecordSource } from "../lib/records/source.ts";
import { UserError } from "../lib/text/errors.ts";

/** What a command asks the person who left the flag out. */
export const WHERE = "where is the engine?";

/** The flag `--to`, with what the help says of it. */
export function addressFlag(help: string): Flag<FleetAddress | undefined> {
  return value("ADDRESS", help, "an address", (text) => {
    try {
      return parseFleetAddress(text);
    } catch (error) {
      if (error instanceof UserError) throw new UsageError(`--to: ${error.message}`);
      throw error;
    }
  });
}

// A variable, because deno would fetch the NATS client for every script that names the file.
const SOURCE = "./source.ts";

/** Opens the records at an address. Only then is the NATS client loaded. */
export async function openFleet(address: string): Promise<RecordSource> {
  const { fleetSource }: typeof import("./source.ts") = await import(SOURCE);
  return fleetSource(address);
}
