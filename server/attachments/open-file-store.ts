import path from 'node:path';
import type { Settings } from '../settings.ts';
import { createFileStore, type FileStore } from './file-store.ts';

/** Opens the store of attached files that the settings name: a bucket, else a folder beside the database. */
export async function openFileStore({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): Promise<FileStore> {
  if (!s3) return createFileStore(path.join(dataDir, 'files'));
  // The SDK is large: it is loaded only where it is used.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(s3);
}
