import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icons.tsx';

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** Renders a checkbox whose whole line is the target. */
export function Checkbox({ label, hint, className, id: givenId, ...input }: CheckboxProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={cx('flex min-h-target items-center gap-3 py-1.5', input.disabled ? 'text-muted' : 'cursor-pointer')}
      >
        {/* The tick's colour is set here: forced colours repaint the box, but not an icon's own colours. */}
        <span className="relative flex size-6 shrink-0 text-on-primary">
          <input
            {...input}
            id={id}
            type="checkbox"
            {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
            className="peer size-6 cursor-[inherit] appearance-none rounded-tag border-2 border-line-strong bg-surface transition-colors checked:border-primary checked:bg-primary hover:border-primary disabled:border-line disabled:bg-sunken"
          />
          <Icon
            name="check"
            size={24}
            className="pointer-events-none absolute inset-0 p-0.5 opacity-0 peer-checked:opacity-100 peer-disabled:text-muted"
          />
        </span>
        <span>{label}</span>
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="-mt-1 pl-9 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
