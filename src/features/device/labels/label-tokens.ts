import type { WardEngine } from '#ui/engine/engine.ts';

/** Most labels that the server answers at once. Source: `labelTokens` in contract/calls/report/settings.ts. */
const atOnce = 100;

/**
 * Loads the tokens that labels carry from now on, by device. Devices are missing if the server does not answer: labels
 * are also printed without network, and without a token they work with stricter limits. Source: docs/product.md P311.
 */
export async function loadLabelTokens(
  engine: Pick<WardEngine, 'call'>,
  deviceIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map<string, string>();
  try {
    for (let from = 0; from < deviceIds.length; from += atOnce) {
      const ids = deviceIds.slice(from, from + atOnce).join(',');
      for (const { deviceId, token } of await engine.call('labelTokens', { query: { ids }, signal }))
        tokens.set(deviceId, token);
    }
  } catch {
    // The rest of the labels is made without tokens.
  }
  return tokens;
}
