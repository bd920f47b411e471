/** Why there is no picture. */
export type CameraErrorKind = 'refused' | 'no-camera' | 'insecure' | 'in-use' | 'no-answer' | 'failed';

const kindOfName: Readonly<Record<string, CameraErrorKind>> = {
  NotAllowedError: 'refused',
  PermissionDeniedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'no-camera',
  DevicesNotFoundError: 'no-camera',
  OverconstrainedError: 'no-camera',
  NotReadableError: 'in-use',
  TrackStartError: 'in-use',
  AbortError: 'in-use',
};

/**
 * Returns the reason of a failed start; html5-qrcode passes it on as a sentence that contains the DOMException's name.
 */
export function toCameraErrorKind(error: unknown, isSecureContext: boolean): CameraErrorKind {
  if (!isSecureContext) return 'insecure';
  const name = /\b[A-Z][A-Za-z]+Error\b/.exec(String(error))?.[0];
  return (name !== undefined && kindOfName[name]) || 'failed';
}
