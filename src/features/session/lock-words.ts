import { counted } from '#contract/rules/counted.ts';

/** Says why the tablet cannot be unlocked offline; null if it can. */
export function onlineOnlyWords(triesLeft: number | null): string | null {
  if (triesLeft === null) return 'This tablet cannot check your password offline. Connect to the network to unlock it.';
  return triesLeft <= 0 ? 'Too many failed attempts. Connect to the network to unlock this tablet.' : null;
}

/** Says that a password or PIN was wrong, and how many attempts are left. */
export function wrongWords(triesLeft: number | null, secret: 'password' | 'PIN' = 'password'): string {
  const wrong = `Wrong ${secret}.`;
  if (triesLeft === null || triesLeft <= 0) return wrong;
  return `${wrong} ${counted(triesLeft, 'attempt is', 'attempts are')} left.`;
}
