import { createHmac, timingSafeEqual } from 'node:crypto';

/** 60 bits: nobody guesses one, and it makes a label's code no denser. */
const tokenSigns = 10;

/** Returns the token of a device's label; a renewal makes another one. */
export function labelToken(signingKey: string, deviceId: string, renewals: number): string {
  return createHmac('sha256', signingKey)
    .update(`label ${deviceId} ${renewals}`)
    .digest('base64url')
    .slice(0, tokenSigns);
}

/** Returns whether a text is the present token of a device's label. */
export function isLabelToken(signingKey: string, device: { deviceId: string; renewals: number }, text = ''): boolean {
  const token = Buffer.from(labelToken(signingKey, device.deviceId, device.renewals));
  const given = Buffer.from(text);
  return given.length === token.length && timingSafeEqual(given, token);
}
