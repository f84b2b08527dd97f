/** Reading what `claude -p --output-format json` prints. It is not trusted to be what it says. */

import type { TokenUsage } from "../../../schema/types.ts";
import { type ModelReply, tokenUsage } from "../backend.ts";
import { isTransientStatus, ModelError, withoutKey } from "../errors.ts";
import type { Ran } from "../../cli/process.ts";
import { isObject } from "../../text/values.ts";

/** Words of failures that pass by themselves. */
const TRANSIENT =
  /overloaded|rate.?limit|too many requests|time.?d? ?out|timeout|econn|socket|network|fetch failed|connection|unavailable|bad gateway|internal server error/i;

/** The reply in a run's output; throws a `ModelError` where the program or the API failed. */
export function readEnvelope(ran: Ran, asked: string): ModelReply {
  const envelope = parse(ran.stdout);
  if (envelope === null) {
    const said = withoutKey(ran.stderr || ran.stdout, null) || "nothing was printed";
    throw failure(`claude ended with ${ran.code}: ${said}`, said);
  }
  const { is_error, subtype, structured_output, result, total_cost_usd } = envelope;
  const text = typeof result === "string" ? result : "";
  if (is_error === true || subtype !== "success") {
    const said = withoutKey(text, null) || String(subtype);
    throw failure(`claude failed: ${said}`, said, envelope["api_error_status"]);
  }
  return {
    // Without it the model did not obey; its words are read like anyone's, and repaired.
    text: structured_output === undefined || structured_output === null
      ? text
      : JSON.stringify(structured_output),
    model: modelOf(envelope["modelUsage"]) ?? asked,
    usage: usageOf(envelope["usage"]),
    cost_usd: isAmount(total_cost_usd) ? total_cost_usd : null,
  };
}

function parse(stdout: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(stdout);
    return isObject(value) && value["type"] === "result" ? value : null;
  } catch {
    return null;
  }
}

/** The program says in words what the API said: "API Error: 529 {…}". */
function failure(message: string, said: string, code?: unknown): ModelError {
  const spelled = /\b(?:api error|status|http|error)\b\D{0,12}\b([45]\d\d)\b/i.exec(said)?.[1];
  const status = typeof code === "number" ? code : spelled === undefined ? null : Number(spelled);
  const transient = status === null ? TRANSIENT.test(said) : isTransientStatus(status);
  // Not handed on: a 404 of the program's own is no sign of a model that another name would find.
  return new ModelError(transient ? "transient" : "permanent", message);
}

/** What was read from a cache was read. */
function usageOf(usage: unknown): TokenUsage | null {
  if (!isObject(usage) || !isAmount(usage["input_tokens"])) return null;
  const cached = ["cache_creation_input_tokens", "cache_read_input_tokens"]
    .map((name) => usage[name]).filter(isAmount);
  const input = cached.reduce((sum, tokens) => sum + tokens, usage["input_tokens"]);
  return tokenUsage(input, usage["output_tokens"]);
}

/** The program may use a second, small model on the side: the one that wrote the most answered. */
function modelOf(models: unknown): string | null {
  if (!isObject(models)) return null;
  const written = (model: unknown) =>
    isObject(model) && isAmount(model["outputTokens"]) ? model["outputTokens"] : 0;
  const [most] = Object.entries(models).sort(([, a], [, b]) => written(b) - written(a));
  return most === undefined ? null : withoutKey(most[0], null).slice(0, 100);
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
