import type { Page } from '@playwright/test';

/**
 * Returns the shown texts that only the text spacing of WCAG 2.2, 1.4.12, cuts off or lets reach out of their element,
 * without those that are shortened on purpose, by an ellipsis.
 */
export const cutBySpacing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
       p { margin-bottom: 2em !important }`,
    );
    const hasText = (part: Element) =>
      [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    const cut = () => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const found = [...document.querySelectorAll<HTMLElement>('body :not(svg *, select, option)')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
        .filter((part) => part.clientWidth > 1 && hasText(part) && part.checkVisibility())
        .filter((part) => !['auto', 'scroll'].includes(getComputedStyle(part).overflowY))
        .filter((part) => {
          const { textOverflow, webkitLineClamp } = getComputedStyle(part);
          return textOverflow !== 'ellipsis' && webkitLineClamp === 'none';
        })
        .map((part) => `${part.localName} “${(part.textContent ?? '').trim().slice(0, 60)}”`);
      return [...(scrollWidth > clientWidth + 1 ? ['the page moves sideways'] : []), ...found];
    };
    document.adoptedStyleSheets = [sheet];
    const spaced = cut();
    document.adoptedStyleSheets = [];
    const before = spaced.length > 0 ? cut() : [];
    return spaced.filter((text) => !before.includes(text));
  });
