import { expect, type Locator } from '@playwright/test';

/** What presses: the finger needs a context with touch. */
export type Hand = 'mouse' | 'finger';

/** Presses one spot of an element. Units: CSS pixels from its top left corner; without one its middle. */
export function pressAt(part: Locator, hand: Hand, position?: { x: number; y: number }): Promise<void> {
  const where = position && { position };
  return hand === 'mouse' ? part.click(where) : part.tap(where);
}

/**
 * Presses a tick box or radio button as a user does: on its words. A choice without visible words (a row's tick box) is
 * pressed itself.
 */
export async function pressWords(choice: Locator, hand: Hand = 'mouse'): Promise<void> {
  const label = choice.locator('xpath=ancestor::label[1]');
  const words = await label.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement } = texts.currentNode;
      // Text for screen readers alone is clipped to a pixel.
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

/** Chooses a radio button by its words and waits for it: a busy page draws the press later. */
export async function choose(radio: Locator): Promise<void> {
  await pressWords(radio);
  await expect(radio).toBeChecked();
}

/** Ticks boxes, or clears them, by pressing their words. */
export async function tick(box: Locator, ticked = true): Promise<void> {
  if ((await box.isChecked()) === ticked) return;
  await pressWords(box);
  await expect(box).toBeChecked({ checked: ticked });
}
