import type { Page } from '@playwright/test';

/**
 * Reads all rows of a store on the tablet as JSON; used to wait, because a robot leaves a page before they are written.
 */
function keptIn(page: Page, database: string, store: string): Promise<string> {
  return page.evaluate(
    ([name, of]) =>
      new Promise<string>((done) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction(of).objectStore(of).getAll();
          reading.addEventListener('success', () => {
            opening.result.close();
            done(JSON.stringify(reading.result));
          });
        });
      }),
    [database, store] as const,
  );
}

/** Reads the drafts stored on the tablet, as JSON. */
export const keptDrafts = (page: Page): Promise<string> => keptIn(page, 'ward-outbox', 'drafts');

/** Reads the list answers stored for offline use, as JSON. */
export const keptAnswers = (page: Page): Promise<string> => keptIn(page, 'ward-seen', 'answers');
