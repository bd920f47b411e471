import { useId } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';
import { useHeld } from './press.ts';
import { type Tone, toneSolid, toneText } from './tone.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A choice in a radio group: a word, and for a status an icon and a tone; without a tone it has the accent's colour. */
export interface RadioOption<Value extends string> {
  value: Value;
  label: string;
  icon?: IconName;
  tone?: Tone;
}

interface RadioGroupProps<Value extends string> {
  /** The group's name, announced before each choice. */
  label: string;
  labelHidden?: boolean;
  options: readonly RadioOption<Value>[];
  value: Value | null;
  /** Called when the user chooses, and again for the current choice while it is unconfirmed. */
  onChange: (value: Value) => void;
  /** Called after `onChange` if the choice was made by finger or mouse; only then may the focus move. */
  onPointed?: (value: Value) => void;
  /** The choice is only proposed: it looks pale until the user confirms it. */
  unconfirmed?: boolean;
  unconfirmedText?: string;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  className?: string;
}

const pale: Record<Tone | 'accent', string> = {
  accent: 'border-dashed border-primary bg-surface text-primary-ink',
  ok: 'border-dashed border-ok bg-surface text-ok',
  warn: 'border-dashed border-warn bg-surface text-warn',
  danger: 'border-dashed border-danger bg-surface text-danger',
  info: 'border-dashed border-info bg-surface text-info',
  neutral: 'border-dashed border-neutral bg-surface text-neutral',
};
const solid: Record<Tone | 'accent', string> = {
  ...toneSolid,
  accent: 'border-primary bg-primary text-on-primary',
};
const ink: Record<Tone | 'accent', string> = { ...toneText, accent: 'text-primary-ink' };

/**
 * Renders a segmented choice with large targets, based on native radio buttons (one tab stop, arrow keys choose, Space
 * confirms).
 */
export function RadioGroup<Value extends string>({
  label,
  labelHidden,
  options,
  value,
  onChange,
  onPointed,
  unconfirmed = false,
  unconfirmedText = 'Not confirmed yet',
  error: latestError,
  required,
  disabled,
  className,
}: RadioGroupProps<Value>) {
  const error = useHeld(latestError);
  /** More choices than fit side by side on a phone. */
  const isMany = options.length > 3;
  const id = useId();
  const describedBy = cx(unconfirmed && `${id}-pale`, error !== undefined && `${id}-error`);
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      {...(describedBy && { 'aria-describedby': describedBy })}
      {...(required && { 'aria-required': true })}
      {...(error !== undefined && { 'aria-invalid': true })}
      className={cx('@container', className)}
    >
      <div id={`${id}-label`} className={labelHidden ? 'sr-only' : 'mb-1 text-sm font-semibold'}>
        {label}
      </div>
      {unconfirmed && <VisuallyHidden id={`${id}-pale`}>{unconfirmedText}</VisuallyHidden>}
      <div
        className={cx(
          'flex gap-1 rounded-card bg-sunken p-1 @max-[12rem]:flex-col @sm:gap-1.5 @sm:p-1.5',
          isMany && '@max-md:flex-wrap',
        )}
      >
        {options.map((option) => (
          <RadioChoice
            key={option.value}
            name={id}
            option={option}
            checked={option.value === value}
            {...{ unconfirmed, disabled, onChange, onPointed }}
            look={cx(
              'min-h-12 min-w-target flex-1 flex-col rounded-control border-2 px-0.5 py-1 text-[0.8125rem] @sm:px-1.5 @sm:text-sm @md:flex-auto @md:flex-row @md:whitespace-nowrap @lg:text-base',
              isMany && '@max-md:basis-2/5',
            )}
          />
        ))}
      </div>
      <div aria-live="polite">
        {error !== undefined && (
          <p id={`${id}-error`} className="mt-1 flex items-start gap-1.5 text-sm font-medium text-danger">
            <Icon name="octagon" size={16} className="mt-0.5" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

interface RadioChoiceProps<Value extends string> {
  /** Groups the choices: only one of them can be checked. */
  name: string;
  option: RadioOption<Value>;
  checked: boolean;
  unconfirmed: boolean;
  disabled?: boolean | undefined;
  onChange: (value: Value) => void;
  onPointed?: ((value: Value) => void) | undefined;
  /** Class names for size, direction and edge. */
  look: string;
  /** Class names of the word. */
  wordLook?: string;
}

/** Renders one choice as a native radio button that fills its label. */
export function RadioChoice<Value extends string>(props: RadioChoiceProps<Value>) {
  const { name, option, checked, unconfirmed, disabled, onChange, onPointed, look, wordLook } = props;
  const tone = option.tone ?? 'accent';
  return (
    <label
      data-proposed={(checked && unconfirmed) || undefined}
      className={cx(
        'relative flex items-center justify-center gap-x-2 gap-y-0.5 text-center leading-tight font-semibold transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        look,
        disabled ? 'opacity-60' : 'cursor-pointer',
        checked && (unconfirmed ? pale[tone] : solid[tone]),
        !checked && 'border-line-strong text-muted hover:bg-surface hover:text-ink',
      )}
    >
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={checked}
        disabled={disabled}
        onChange={({ nativeEvent }) => {
          onChange(option.value);
          // A click caused by a key has a detail of 0.
          if (nativeEvent instanceof UIEvent && nativeEvent.detail > 0) onPointed?.(option.value);
        }}
        onClick={() => {
          if (checked && unconfirmed) onChange(option.value);
        }}
        onKeyDown={(event) => {
          if (!checked || !unconfirmed || (event.key !== ' ' && event.key !== 'Enter')) return;
          event.preventDefault();
          onChange(option.value);
        }}
        className="absolute inset-0 cursor-[inherit] appearance-none rounded-control outline-none"
      />
      {option.icon && <Icon name={option.icon} className={checked ? '' : ink[tone]} />}
      <span className={wordLook}>{option.label}</span>
    </label>
  );
}
