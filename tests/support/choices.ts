import { expect, type Locator } from '@playwright/test';

/** The pointer of a press; a finger needs a context with touch. */
export type Hand = 'mouse' | 'finger';

/** Presses a point of an element, by default its middle. Units: CSS pixels from its top left corner. */
export function pressAt(part: Locator, hand: Hand, position?: { x: number; y: number }): Promise<void> {
  const where = position && { position };
  return hand === 'mouse' ? part.click(where) : part.tap(where);
}

/**
 * Presses a checkbox or radio button as a user does: on its label text. A control without visible text (a row's
 * checkbox) is pressed itself.
 */
export async function pressWords(choice: Locator, hand: Hand = 'mouse'): Promise<void> {
  const label = choice.locator('xpath=ancestor::label[1]');
  const words = await label.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement } = texts.currentNode;
      // Text only for screen readers is clipped to a pixel.
      if (!texts.currentNode.textContent?.trim() || !parentElement?.checkVisibility()) continue;
      if (parentElement.closest('.sr-only')) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const [line] = range.getClientRects();
      if (line) return { x: line.left + line.width / 2 - left, y: line.top + line.height / 2 - top };
    }
    return null;
  });
  await (words ? pressAt(label, hand, words) : pressAt(choice, hand));
}

/** Presses a radio button's text and waits until it is checked: a busy page draws the change later. */
export async function choose(radio: Locator): Promise<void> {
  await pressWords(radio);
  await expect(radio).toBeChecked();
}

/** Checks or clears boxes by pressing their text. */
export async function tick(box: Locator, ticked = true): Promise<void> {
  if ((await box.isChecked()) === ticked) return;
  await pressWords(box);
  await expect(box).toBeChecked({ checked: ticked });
}
