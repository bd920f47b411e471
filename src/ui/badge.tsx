import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';
import { type Tone, toneIcon, toneSoft } from './tone.ts';

interface BadgeProps {
  tone: Tone;
  /** The status in words; colour and icon only repeat it. */
  children: ReactNode;
  /** An icon instead of the tone's default. */
  icon?: IconName;
  /** Allows the text to wrap onto a second line in a narrow place. */
  wraps?: boolean;
}

/** Shows a status as icon and word. */
export function Badge({ tone, icon = toneIcon[tone], wraps = false, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-tag border py-0.5 pr-2 pl-1.5 align-middle text-sm leading-5 font-semibold',
        !wraps && 'whitespace-nowrap',
        toneSoft[tone],
      )}
    >
      <Icon name={icon} size={16} />
      {children}
    </span>
  );
}
