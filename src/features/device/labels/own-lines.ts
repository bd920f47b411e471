import type { SettingRecord } from '#contract/records/agreement.ts';

/** Returns what a hospital has printed on its labels: its line in a second language, and the helpline. */
export function ownLinesOf(setting: SettingRecord | undefined): readonly string[] {
  if (setting?.id !== 'reports') return [];
  const { labelLine } = setting;
  // A number that breaks in two is misread.
  const helpline = setting.helpline.replaceAll(' ', '\u00a0');
  return [labelLine, helpline && `Helpline ${helpline}`].filter((line) => line !== '');
}
