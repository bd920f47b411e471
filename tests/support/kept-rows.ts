import type { Page } from '@playwright/test';

/** All rows of a store of the tablet, as JSON: a robot leaves a page faster than they are written. */
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

/** The drafts stored on the tablet, as JSON. */
export const keptDrafts = (page: Page): Promise<string> => keptIn(page, 'ward-outbox', 'drafts');

/** The answers to lists kept for a time without network, as JSON. */
export const keptAnswers = (page: Page): Promise<string> => keptIn(page, 'ward-seen', 'answers');
