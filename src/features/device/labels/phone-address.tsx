import { Alert } from '#ui/ui/alert.tsx';

/** Names of the computer itself, and addresses that a computer without a network gives itself. */
const onlyHere =
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|169\.254(?:\.\d+){2}|\[(?:::1|::|fe80:.*)\])$/i;

/** Returns whether other devices of the network may reach a host. */
export function isReachable(hostname: string): boolean {
  return !onlyHere.test(hostname);
}

/** Warns before labels are printed with an address that only this computer can open. */
export function PhoneAddress() {
  if (isReachable(location.hostname)) return null;
  return (
    <Alert tone="warn">
      The app is open at {location.origin}, an address that only this computer can open. The camera app of a phone
      cannot follow labels that are printed now. Open the app at the address that phones use, then print.
    </Alert>
  );
}
