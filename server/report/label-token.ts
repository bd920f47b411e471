import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, inArray, isNull } from 'drizzle-orm';
import { installation, labelRenewal } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';

/** 60 bits: too many to guess, and short enough not to make the label's code denser. */
const tokenSigns = 10;

/** Returns the token of a device's label; a renewal changes it. */
export function labelToken(signingKey: string, deviceId: string, renewals: number): string {
  return createHmac('sha256', signingKey)
    .update(`label ${deviceId} ${renewals}`)
    .digest('base64url')
    .slice(0, tokenSigns);
}

/** Returns whether a text is the current token of a device's label. */
export function isLabelToken(signingKey: string, device: { deviceId: string; renewals: number }, text = ''): boolean {
  const token = Buffer.from(labelToken(signingKey, device.deviceId, device.renewals));
  const given = Buffer.from(text);
  return given.length === token.length && timingSafeEqual(given, token);
}

/** Reads the current label tokens of devices in use. */
export async function readLabelTokens(
  hospital: HospitalScope,
  ids: readonly string[],
  signingKey: string,
): Promise<{ deviceId: string; token: string }[]> {
  const devices = await hospital.list(installation, and(inArray(installation.id, ids), isNull(installation.retiredAt)));
  const renewed = await hospital.list(labelRenewal, inArray(labelRenewal.deviceId, ids));
  const counts = new Map(renewed.map(({ deviceId, count }) => [deviceId, count]));
  return devices.map(({ id: deviceId }) => ({
    deviceId,
    token: labelToken(signingKey, deviceId, counts.get(deviceId) ?? 0),
  }));
}
