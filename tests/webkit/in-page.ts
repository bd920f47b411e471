/** Bodies of functions that run in the page; each returns an empty string until it has succeeded. */

/** A screen of the app is at this path. */
export const screenAt = (path: string): string =>
  `return location.pathname === ${JSON.stringify(path)} && document.querySelector('main :is(h1, h2)') ? 'open' : '';`;

/** Clicks the first button or link whose name starts with this text. */
export const press = (name: string): string => `
  const all = [...document.querySelectorAll('button, a[href], [role=menuitem]')];
  const named = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim().startsWith(${JSON.stringify(name)});
  const found = all.find((one) => one.checkVisibility() && !one.disabled && named(one));
  found?.click();
  return found ? 'pressed' : '';`;

/** Opens the first row of the list. */
export const openRow = `
  const found = [...document.querySelectorAll('tbody a[href]')].find((one) => one.checkVisibility());
  found?.click();
  return found ? 'opened' : '';`;

/**
 * Types into the first field that matches the selector. React notices it only if its own setter on the element is
 * bypassed.
 */
export const type = (selector: string, text: string): string => `
  const field = document.querySelector(${JSON.stringify(selector)});
  if (!field || field.matches(':disabled')) return '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(text)});
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return 'typed';`;
