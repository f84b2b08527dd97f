/** Which of the client's own models is asked. */

/** How the client names a model. */
export interface ModelName {
  readonly providerID: string;
  readonly modelID: string;
}

/**
 * The first quick model that can be had: of the provider that the session uses, whose key is there
 * for sure, else of another; the session's own where there is none.
 *
 * @param quick Quick models by provider, the best first.
 * @param available What the client has, by provider.
 */
export function pickModel(
  quick: Readonly<Record<string, readonly string[]>>,
  available: Readonly<Record<string, readonly string[]>>,
  own: ModelName | null,
): ModelName | null {
  const others = Object.keys(quick).filter((providerID) => providerID !== own?.providerID);
  for (const providerID of own === null ? others : [own.providerID, ...others]) {
    const modelID = quick[providerID]?.find((name) => available[providerID]?.includes(name));
    if (modelID !== undefined) return { providerID, modelID };
  }
  return own;
}
