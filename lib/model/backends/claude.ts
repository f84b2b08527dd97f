/**
 * The user's own `claude` program, asked for one answer and nothing else: no tools, no hooks, no
 * session on disk, and a marker in its environment so that nothing inside it asks again.
 *
 * The prompt goes through stdin, because an argument is bounded and seen by every process. It
 * starts in the file system's root: in a repository it would follow the settings found there, which
 * can name another host for the key. The program retries for minutes by itself, so the caller sets
 * a deadline; then it is killed.
 *
 * Needs `--allow-run=claude`.
 */

import type { TokenUsage } from "../../../schema/types.ts";
import { type Ran, runChild } from "../../cli/process.ts";
import { UserError } from "../../text/errors.ts";
import { isObject } from "../../text/values.ts";
import {
  type Backend,
  MAX_REPLY_BYTES,
  type ModelReply,
  type ModelRequest,
  tokenUsage,
} from "../backend.ts";
import { isTransientStatus, ModelError, withoutKey } from "../errors.ts";
import { INSIDE } from "../settings.ts";

/** Linux takes no longer argument than 128 KiB; what is longer goes before the prompt. */
const MAX_ARGUMENT = 100_000;

/** Runs the program once. */
export const send: Backend = async (request, settings): Promise<ModelReply> => {
  const { args, stdin } = commandFor(request);
  const ran = await runChild("claude", args, {
    cwd: "/",
    env: {
      ...settings.claudeEnv,
      [INSIDE]: "1",
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(request.maxOutputTokens),
    },
    stdin,
    signal: request.signal,
    most: MAX_REPLY_BYTES,
  }).catch((error) => {
    if (error instanceof UserError) throw new ModelError("not_configured", error.message);
    if (error instanceof RangeError) throw new ModelError("permanent", error.message);
    if (error !== request.signal?.reason) throw error;
    throw new ModelError("aborted", '"claude" stopped: deadline reached or cancelled');
  });
  const secrets = [
    settings.claudeEnv["ANTHROPIC_API_KEY"],
    settings.claudeEnv["ANTHROPIC_AUTH_TOKEN"],
  ];
  try {
    return readEnvelope(ran, request.model);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const message = secrets.reduce(
      (text: string, key) => withoutKey(text, key ?? null),
      error.message,
    );
    throw new ModelError(error.kind, message);
  }
};

/** The program's arguments, and what it reads. */
function commandFor(request: ModelRequest): { args: string[]; stdin: string } {
  const { model, system, messages, jsonSchema } = request;
  const fits = new TextEncoder().encode(system).length <= MAX_ARGUMENT;
  const spoken = messages.map(({ role, content }, index) =>
    index === 0 ? content : `${role === "user" ? "[user]" : "[your answer before]"}\n${content}`
  );
  return {
    args: [
      "-p",
      ...["--output-format", "json"],
      ...["--model", model],
      ...["--tools", ""],
      ...["--settings", '{"disableAllHooks":true}'],
      "--no-session-persistence",
      // A question that uses no tools needs no MCP server.
      "--strict-mcp-config",
      ...["--json-schema", JSON.stringify(jsonSchema)],
      // In the place of the client's own, which is long and about something else.
      ...(fits ? ["--system-prompt", system] : []),
    ],
    stdin: [...(fits ? [] : [system]), ...spoken].join("\n\n"),
  };
}

/** Words of failures that pass by themselves. */
const TRANSIENT =
  /overloaded|rate.?limit|too many requests|time.?d? ?out|timeout|econn|socket|network|fetch failed|connection|unavailable|bad gateway|internal server error/i;

/**
 * The reply in what `--output-format json` printed, which is not trusted to be what it says.
 *
 * @throws {ModelError} If the program or the API failed.
 */
function readEnvelope(ran: Ran, asked: string): ModelReply {
  const envelope = envelopeIn(ran.stdout);
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

function envelopeIn(stdout: string): Record<string, unknown> | null {
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
