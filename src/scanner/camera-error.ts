/** Why there is no camera picture. */
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

/** Returns why the camera failed to start. */
export function toCameraErrorKind(error: unknown, isSecureContext: boolean): CameraErrorKind {
  if (!isSecureContext) return 'insecure';
  // In some browsers an OverconstrainedError is not an Error.
  return kindOfName[String(Reflect.get(Object(error), 'name'))] ?? 'failed';
}
