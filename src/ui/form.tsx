import type { ComponentPropsWithRef, FormEvent, KeyboardEvent } from 'react';

/** The browser ignores Enter while the button waits for a valid form: the form hears it then, and says what is missing. */
function submitByEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { currentTarget: form, target } = event;
  // A field that has its own use for Enter says so; with a text that is still being composed, Enter takes it.
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (!(target instanceof HTMLInputElement) || target.type === 'file' || target.form !== form) return;
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!button?.disabled) return;
  event.preventDefault();
  form.requestSubmit();
}

interface FormProps extends Omit<ComponentPropsWithRef<'form'>, 'noValidate' | 'onKeyDown' | 'onSubmit'> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * A form that says itself what is wrong with it, also on Enter while its button waits. A form in a dialog that it opened
 * is no part of it, although React tells it of that one's keys and sends.
 */
export function Form({ children, onSubmit, ...form }: FormProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears Enter in its fields, as the browser does
    <form
      {...form}
      noValidate
      onKeyDown={submitByEnter}
      onSubmit={(event) => {
        if (event.target === event.currentTarget) onSubmit(event);
      }}
    >
      {children}
    </form>
  );
}
