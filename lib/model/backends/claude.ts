/**
 * The user's own `claude` program, asked for one answer and nothing else: no tools, no hooks, no
 * session on disk, and a marker in its environment so that nothing inside it asks again.
 *
 * The prompt goes through stdin, because an argument is bounded and seen by every process. It starts
 * in the file system's root: in a repository it would follow the settings found there, which can
 * name another host for the key. The program retries for minutes by itself, so whoever asks sets a
 * deadline; then it is killed.
 *
 * Needs `--allow-run=claude`.
 */

import { runChild } from "../../cli/process.ts";
import { UserError } from "../../text/errors.ts";
import { type Backend, MAX_REPLY_BYTES, type ModelReply, type ModelRequest } from "../backend.ts";
import { ModelError, withoutKey } from "../errors.ts";
import { INSIDE } from "../settings.ts";
import { readEnvelope } from "./claude_envelope.ts";

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
export function commandFor(request: ModelRequest): { args: string[]; stdin: string } {
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
      // Nobody's servers are started for a question that uses no tools.
      "--strict-mcp-config",
      ...["--json-schema", JSON.stringify(jsonSchema)],
      // In the place of the client's own, which is long and about something else.
      ...(fits ? ["--system-prompt", system] : []),
    ],
    stdin: [...(fits ? [] : [system]), ...spoken].join("\n\n"),
  };
}
