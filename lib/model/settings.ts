/**
 * Which model is asked, and with what: only what the user says, in the environment or in the
 * user's own configuration. Nothing is detected, and a repository has no say.
 */

import type { VariableName } from "../config/settings.ts";
import { type Backend, type BackendName, BACKENDS, type ModelSettings } from "./backend.ts";
import { withoutKey } from "./errors.ts";
import { isTier, type Tier, TIERS } from "./tiers.ts";

export type { Tier } from "./tiers.ts";

/** Set in the environment of every program that is started to answer a question. */
export const INSIDE = "REFLECTION_INSIDE";

/** What the user's own configuration may say about models. */
export interface UserModelConfig {
  /** A backend. */
  provider?: string | null | undefined;
  /** An address of the backend's API. */
  base_url?: string | null | undefined;
  /** A model for a tier. */
  models?: Partial<Record<Tier, string>> | undefined;
}

/** What the `claude` program is given: who it is, where, and what the user told it not to send. */
const FOR_CLAUDE: readonly string[] = [
  ...["PATH", "HOME", "CLAUDE_CONFIG_DIR"],
  ...["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"],
  ...["CLAUDE_CODE_OAUTH_TOKEN", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS"],
  ...["CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_TELEMETRY"],
  ...["DISABLE_ERROR_REPORTING", "DISABLE_AUTOUPDATER"],
];

/** The variables that are read here: the permissions that a script needs for it. */
export const MODEL_VARIABLES: readonly string[] = [
  "REFLECTION_PROVIDER",
  "REFLECTION_BASE_URL",
  "REFLECTION_API_KEY",
  ...TIERS.map(modelVariable),
  INSIDE,
  "OPENAI_API_KEY",
  ...FOR_CLAUDE,
];

function modelVariable(tier: Tier): VariableName {
  return `REFLECTION_MODEL_${tier.toUpperCase() as Uppercase<Tier>}`;
}

/**
 * Reads what the user said; the environment goes before the configuration.
 *
 * @param host The models of the client that we run in, where it has some for us.
 */
export function modelSettingsFrom(
  user: UserModelConfig,
  env: (name: string) => string | undefined,
  host: Backend | null = null,
): ModelSettings {
  const problems: string[] = [];
  const provider = env("REFLECTION_PROVIDER") || user.provider || "none";
  let backend = BACKENDS.find((name) => name === provider);
  if (backend === undefined) {
    problems.push(
      `Unknown provider "${withoutKey(provider, null)}": expected one of ${BACKENDS.join(", ")}`,
    );
  }
  const address = env("REFLECTION_BASE_URL") || user.base_url ||
    (backend === "anthropic" ? gatewayFrom(env) : null);
  let baseUrl: string | null = null;
  if (address !== null) {
    const read = readBaseUrl(address);
    // The default host instead would get what was meant for another.
    if ("problem" in read) {
      problems.push(read.problem);
      backend = "none";
    } else baseUrl = read.url;
  }
  if (backend === "openai-compatible" && baseUrl === null) {
    problems.push('Provider "openai-compatible" needs a base URL');
    backend = "none";
  }
  if (backend === "opencode" && host === null) {
    problems.push('Provider "opencode" can be asked inside of OpenCode only');
    backend = "none";
  }
  return {
    backend: backend ?? "none",
    baseUrl,
    models: readModels(user, env),
    apiKey: readKey(backend ?? "none", env),
    inside: (env(INSIDE) ?? "") !== "",
    claudeEnv: Object.fromEntries(
      FOR_CLAUDE.flatMap((name) => {
        const value = env(name);
        return value ? [[name, value]] : [];
      }),
    ),
    host,
    wait,
    problems,
  };
}

/** Where the user's other programs find the Messages API; the variable leaves the version out. */
function gatewayFrom(env: (name: string) => string | undefined): string | null {
  const address = env("ANTHROPIC_BASE_URL");
  return address ? `${address.replace(/(?<!\/)\/+$/, "").replace(/\/v1$/, "")}/v1` : null;
}

function readBaseUrl(address: string): { url: string } | { problem: string } {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return {
      problem: `Base URL "${withoutKey(address.replace(/\/\/[^/]*@/, "//"), null)}" is not a URL`,
    };
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { problem: `Base URL must be http or https, got "${url.protocol}"` };
  }
  // Such a URL would end in logs and records, and the password with it.
  if (url.username !== "" || url.password !== "") {
    return { problem: "Base URL must not hold a user name or password" };
  }
  if (url.search !== "" || url.hash !== "") {
    return { problem: "Base URL must not hold a query or a fragment" };
  }
  return { url: `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, "")}` };
}

function readModels(
  user: UserModelConfig,
  env: (name: string) => string | undefined,
): Partial<Record<Tier, string>> {
  const models: Partial<Record<Tier, string>> = {};
  for (const [tier, model] of Object.entries(user.models ?? {})) {
    if (isTier(tier) && model) models[tier] = model;
  }
  for (const tier of TIERS) {
    const model = env(modelVariable(tier));
    if (model) models[tier] = model;
  }
  return models;
}

/** A provider's key is read only for that provider, so that no other can get it. */
function readKey(backend: BackendName, env: (name: string) => string | undefined): string | null {
  if (backend === "anthropic") return env("ANTHROPIC_API_KEY") || null;
  if (backend === "openai-compatible") {
    return env("REFLECTION_API_KEY") || env("OPENAI_API_KEY") || null;
  }
  return null;
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
