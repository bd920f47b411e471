import { counted } from '#contract/rules/counted.ts';

/** Says what happens to unsent work when its author logs out. Source: sync/SPEC.md AU. */
export function unsentWorkText(count: number): string {
  const they = count === 1 ? 'It stays' : 'They stay';
  return `${counted(count, 'entry has', 'entries have')} not been sent. ${they} on this tablet and will be sent under your name.`;
}
