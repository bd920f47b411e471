import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The meta tag in which a page of the build names its release. */
export const releaseMeta = 'ward-release';

/** Copies of the build that differ in their page, and so in their worker, as an update does. */
export interface Releases {
  /** Creates the next release and returns its folder and number. */
  next(): Promise<{ folder: string; number: number }>;
  close(): Promise<void>;
}

/** Creates a folder for copies of the build, below node_modules so that they find the libraries. */
export async function openReleases(): Promise<Releases> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'ward-chromium-'));
  let number = 1;
  return {
    async next() {
      number += 1;
      // The server looks for its app in a sibling folder with this name.
      const made = join(folder, String(number), 'dist');
      await cp(join(root, 'dist'), made, { recursive: true });
      await rename(join(made, 'app'), number);
      return { folder: made, number };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Changes the page's content and its revision in the worker. Throws: Error if the build looks different. */
async function rename(app: string, release: number): Promise<void> {
  const page = await readFile(join(app, 'index.html'), 'utf8');
  const changed = page.replace('<head>', `<head><meta name="${releaseMeta}" content="${release}" />`);
  const worker = await readFile(join(app, 'service-worker.js'), 'utf8');
  const revision = createHash('md5').update(changed).digest('hex');
  const listed = /("revision":")[0-9a-f]{32}("[^{}]*"url":"index\.html")/;
  if (changed === page || !listed.test(worker)) throw new Error('The build has no page with a revision.');
  const files = [
    ['index.html', changed],
    ['service-worker.js', worker.replace(listed, `$1${revision}$2`)],
  ] as const;
  for (const [name, text] of files) {
    await writeFile(join(app, name), text);
    for (const twin of ['br', 'gz']) await rm(join(app, `${name}.${twin}`), { force: true });
  }
}
