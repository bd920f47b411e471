import type { IconName } from './icons.tsx';

/** The meaning of a colour; always shown together with an icon and a word. */
export type Tone = 'ok' | 'warn' | 'danger' | 'info' | 'neutral';

/** The default icon of a tone. */
export const toneIcon: Record<Tone, IconName> = {
  ok: 'check-circle',
  warn: 'warning',
  danger: 'octagon',
  info: 'info',
  neutral: 'dot',
};

/** Soft background, border and text of a tone. */
export const toneSoft: Record<Tone, string> = {
  ok: 'border-ok-line bg-ok-soft text-ok',
  warn: 'border-warn-line bg-warn-soft text-warn',
  danger: 'border-danger-line bg-danger-soft text-danger',
  info: 'border-info-line bg-info-soft text-info',
  neutral: 'border-neutral-line bg-neutral-soft text-neutral',
};

/** Solid background of a tone with a readable text colour. */
export const toneSolid: Record<Tone, string> = {
  ok: 'border-ok bg-ok text-on-ok',
  warn: 'border-warn bg-warn text-on-warn',
  danger: 'border-danger bg-danger text-on-danger',
  info: 'border-info bg-info text-on-info',
  neutral: 'border-neutral bg-neutral text-on-neutral',
};

/** Text colour of a tone on the page's background. */
export const toneText: Record<Tone, string> = {
  ok: 'text-ok',
  warn: 'text-warn',
  danger: 'text-danger',
  info: 'text-info',
  neutral: 'text-neutral',
};
