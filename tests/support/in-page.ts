/** A window of any engine, reduced to what the checks need. */
export interface DrivenWindow {
  load(url: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Runs the body of an async function in the page. Throws: whatever it throws there. */
  run(code: string): Promise<string>;
  /** Repeats code until it returns a non-empty result. Throws: an error with `what` on timeout. */
  until(what: string, code: string): Promise<string>;
}

/* Bodies of functions that run in the page; each returns an empty string until it has succeeded. */

/** Checks that a screen of the app is at this path. */
export const screenAt = (path: string): string =>
  `return location.pathname === ${JSON.stringify(path)} && document.querySelector('main :is(h1, h2)') ? 'open' : '';`;

/**
 * Clicks the first button, or link of the screen, whose name starts with this text; within the open dialog if there is
 * one.
 */
export const press = (name: string): string => `
  const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const all = [...open.querySelectorAll('button, main a[href], [role=menuitem]')];
  const named = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim().startsWith(${JSON.stringify(name)});
  const found = all.find((one) => one.checkVisibility() && !one.disabled && named(one));
  found?.click();
  return found ? 'pressed' : '';`;

/** Asks the open dialog to close, as Android's back button and Escape do. */
export const askToClose = `document.querySelector('dialog[open]').requestClose(); return '';`;

/** Checks that no dialog is open, and returns the path of the screen. */
export const noDialog = `return document.querySelector('dialog[open]') ? '' : location.pathname;`;

/** Opens the first row of the list. */
export const openRow = `
  const found = [...document.querySelectorAll('tbody a[href]')].find((one) => one.checkVisibility());
  found?.click();
  return found ? 'opened' : '';`;

/**
 * Types into the first field that matches the selector, bypassing React's setter on the element, without which React
 * does not notice the change.
 */
export const type = (selector: string, text: string): string => `
  const field = document.querySelector(${JSON.stringify(selector)});
  if (!field || field.matches(':disabled')) return '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(text)});
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return 'typed';`;
