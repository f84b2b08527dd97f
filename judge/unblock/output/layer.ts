/** The layer that a report or a packet finds at fault: one word of the table. */

import { FAILURE_LAYERS, type FailureLayer } from "../contract.ts";
import { layerWord } from "../escalation/layer_word.ts";
import { shown, type Violation } from "../violation.ts";
import { fault, type Place } from "./fault.ts";

/** The layer that a value names; null where it is none of them. */
export function layerOf(value: string): FailureLayer | null {
  const word = layerWord(value);
  return FAILURE_LAYERS.find((layer) => layer === word) ?? null;
}

/** Says that a value names no layer. */
export function unknownLayer(value: string, place: Place): Violation {
  const message = `Layer "${shown(value)}", expected one of ${FAILURE_LAYERS.join(", ")}`;
  return fault("unknown_layer", message, place);
}
