import type { ComponentPropsWithRef, KeyboardEvent } from 'react';

/** The browser ignores Enter while the button waits for a valid form: the form hears it then, and says what is missing. */
function submitByEnter(event: KeyboardEvent<HTMLFormElement>) {
  // A field that has its own use for Enter says so.
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
  const button = event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!button?.disabled) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** A form that says itself what is wrong with it, also on Enter while its button waits. */
export function Form({ children, ...form }: Omit<ComponentPropsWithRef<'form'>, 'noValidate' | 'onKeyDown'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears Enter in its fields, as the browser does
    <form {...form} noValidate onKeyDown={submitByEnter}>
      {children}
    </form>
  );
}
