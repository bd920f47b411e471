import type { Page } from '@playwright/test';

/** The drafts stored on the tablet, as JSON: a robot leaves a page faster than they are written. */
export function keptDrafts(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((done) => {
        const opening = indexedDB.open('ward-outbox');
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
          reading.addEventListener('success', () => {
            opening.result.close();
            done(JSON.stringify(reading.result));
          });
        });
      }),
  );
}
