import path from 'node:path';
import type { DatabaseLog } from '../db/database-log.ts';
import { SettingsError, type Settings } from './settings.ts';
import { createFileStore, type FileStore } from '../files/file-store.ts';

/**
 * Opens the store of attached files from the settings: a bucket, or a folder next to the database. The server starts
 * even if the bucket does not answer: entries wait for their files.
 * Throws: SettingsError when the bucket reports a wrong setting.
 */
export async function openFileStore(
  { s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>,
  log: Pick<DatabaseLog, 'warn'>,
): Promise<FileStore> {
  if (!s3) return createFileStore(path.join(dataDir, 'files'));
  // The SDK is large, so it is loaded only when needed.
  const { bucketFault, createS3Store } = await import('../files/s3-store.ts');
  const fault = await bucketFault(s3);
  if (fault === 'silent') log.warn({ bucket: s3.bucket }, 'The bucket of attached files does not answer');
  else if (fault !== null) throw new SettingsError([fault]);
  return createS3Store(s3);
}
