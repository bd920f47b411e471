import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { Icon } from './icons.tsx';
import { type Tone, toneIcon, toneSoft, toneText } from './tone.ts';
import { useAfterMount } from './use-after-mount.ts';

interface AlertProps {
  tone: Tone;
  children: ReactNode;
  title?: string;
  /** The next step: a "Try again" button or a link. */
  action?: ReactNode;
  onDismiss?: () => void;
}

/**
 * Shows a message in the page: role alert for errors, role status for the rest. Its space is reserved in the first
 * frame and its text follows in the next, so that it is announced and nothing below it moves.
 */
export function Alert({ tone, children, title, action, onDismiss }: AlertProps) {
  const filled = useAfterMount();
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx(
        'flex items-start gap-3 rounded-control border px-4 py-3',
        toneSoft[tone],
        !filled && '*:invisible',
      )}
    >
      <Icon name={toneIcon[tone]} size={22} className={cx('mt-px', toneText[tone])} />
      <div className="min-w-0 flex-1 text-ink">
        {title && <p className="font-bold">{title}</p>}
        <div>{children}</div>
        {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
      </div>
      {onDismiss && <IconButton icon="x" label="Dismiss" onClick={onDismiss} className="-my-2 -mr-2" />}
    </div>
  );
}
