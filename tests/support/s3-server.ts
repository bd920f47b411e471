import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '#server/files/s3-store.ts';

/** A local S3 server with one empty bucket. */
export interface TestBucket {
  settings: S3Settings;
  close(): Promise<void>;
}

/** Starts an S3 server in a temporary folder. */
export async function startTestBucket(): Promise<TestBucket> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wr-s3-'));
  const bucket = 'ward-files';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket }],
    // The server signs a bucket's address without the slash with which the SDK signs it.
    allowMismatchedSignatures: true,
  });
  const { port } = await server.run();
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      forcePathStyle: true,
    },
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
