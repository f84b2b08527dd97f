/**
 * Which models stand for fast, standard and deep. Lists are in order of priority: where a provider
 * does not have one, the next is asked. One table per fact; the user's own choice goes before it.
 */

/** Every tier, the cheapest first. */
export const TIERS = ["fast", "standard", "deep"] as const;

/** How much thought a question is worth. */
export type Tier = (typeof TIERS)[number];

/** What decides which models there are. */
interface ModelChoice {
  readonly backend: string;
  readonly baseUrl: string | null;
  /** Models that the person named. */
  readonly models: Partial<Record<Tier, string>>;
}

/** What the `claude` program calls its models. */
const CLAUDE_MODELS: Readonly<Record<Tier, string>> = {
  fast: "haiku",
  standard: "sonnet",
  deep: "opus",
};

/** In place of a name: the client that has the models picks one. */
export const CLIENTS_CHOICE = "";

/** Models for quick questions, per provider. */
export const FAST_MODELS = {
  "anthropic": ["claude-3-5-haiku-20241022", "claude-haiku-4"],
  "openai": ["gpt-4o-mini", "gpt-3.5-turbo"],
  "google": ["gemini-2.0-flash", "gemini-1.5-flash"],
  "github-copilot": ["claude-haiku-4.5", "gpt-4o-mini"],
} as const satisfies Record<string, readonly string[]>;

/** A provider whose models are known by name. */
type Provider = keyof typeof FAST_MODELS;

/** Where the lists above say nothing, or name only models that the provider has retired. */
const MORE_MODELS: Partial<Record<Provider, Partial<Record<Tier, readonly string[]>>>> = {
  anthropic: {
    fast: ["claude-haiku-4-5"],
    standard: ["claude-sonnet-4-5"],
    deep: ["claude-opus-4-5"],
  },
};

/** The providers that speak chat completions at a host of their own. */
const PROVIDER_HOSTS: Readonly<Record<string, Provider>> = {
  "api.openai.com": "openai",
  "generativelanguage.googleapis.com": "google",
  "api.githubcopilot.com": "github-copilot",
};

/** Whether a name is a tier's. */
export function isTier(name: string): name is Tier {
  return (TIERS as readonly string[]).includes(name);
}

/** The models to ask, in this order; none where only the user can know. */
export function modelsFor(
  tier: Tier,
  settings: ModelChoice,
): readonly string[] {
  const chosen = settings.models[tier];
  if (chosen !== undefined) return [chosen];
  if (settings.backend === "claude") return [CLAUDE_MODELS[tier]];
  if (settings.backend === "opencode") return [CLIENTS_CHOICE];
  const provider = providerOf(settings);
  if (provider === null) return [];
  const fast = tier === "fast" ? FAST_MODELS[provider] : [];
  return [...fast, ...MORE_MODELS[provider]?.[tier] ?? []];
}

function providerOf({ backend, baseUrl }: ModelChoice) {
  if (backend === "anthropic") return "anthropic";
  if (backend !== "openai-compatible" || baseUrl === null) return null;
  return PROVIDER_HOSTS[new URL(baseUrl).hostname] ?? null;
}
