/** Which of the client's own models is asked. */

/** How the client names a model. */
export interface ModelName {
  readonly providerID: string;
  readonly modelID: string;
}

/**
 * The first quick model of the provider that the session uses; the session's own where there is
 * none. Never another provider's: what a session says to one is not for another to see.
 *
 * @param quick Quick models by provider, the best first.
 * @param available What the client has, by provider.
 */
export function pickModel(
  quick: Readonly<Record<string, readonly string[]>>,
  available: Readonly<Record<string, readonly string[]>>,
  own: ModelName | null,
): ModelName | null {
  if (own === null) return null;
  const { providerID } = own;
  const models = Object.hasOwn(available, providerID) ? available[providerID] ?? [] : [];
  const names = Object.hasOwn(quick, providerID) ? quick[providerID] ?? [] : [];
  const modelID = names.find((name) => models.includes(name));
  return modelID === undefined ? own : { providerID, modelID };
}
