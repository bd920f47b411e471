import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { ApiError } from '../problem.ts';
import { checkArrived, placeOfFile, type FileStore, type StoredBytes } from './file-store.ts';

/** An S3-compatible bucket, from the operator's settings. */
export interface S3Settings {
  /** Undefined: Amazon's endpoint for the region. */
  endpoint: string | undefined;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket is in the path and not in the host name, as most self-hosted servers require. */
  forcePathStyle: boolean;
}

/** Number of digits of the offset in a piece's name, so that names sort in order of offsets. */
const offsetDigits = 9;
/** Time limit of one request to the bucket, including its retry and body, after which it is aborted. Units: ms. */
const requestMs = 10_000;
const connectMs = 3_000;
const tries = 2;

function clientOf(
  { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey }: S3Settings,
  requestTimeout: number,
): S3Client {
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Not all servers other than Amazon's know the newer checksums; the content hash is checked at the end.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout, connectionTimeout: connectMs, throwOnRequestTimeout: true },
    maxAttempts: tries,
  });
}

/** Aborts a request: the SDK's own timeout restarts with each attempt, and never ends a body that stalls. */
const within = (ms: number) => ({ abortSignal: AbortSignal.timeout(ms) });

/** Returns what the bucket reports as wrong with its settings; `silent` if it does not answer. */
export async function bucketFault(settings: S3Settings): Promise<string | null> {
  const client = clientOf(settings, requestMs);
  try {
    await client.send(new HeadBucketCommand({ Bucket: settings.bucket }), within(requestMs));
    return null;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404) return `S3_BUCKET names a bucket that does not exist: ${settings.bucket}.`;
    if (status === 401 || status === 403) {
      return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY may not list, read and write the bucket.';
    }
    if (status === 301 || status === 400) return `S3_REGION is not the region of the bucket: ${settings.region}.`;
    return 'silent';
  } finally {
    client.destroy();
  }
}

/**
 * Creates a store that keeps files in a bucket. Pieces of a file that is still arriving are separate objects below
 * `<file>.part/`, named by offset; the last piece completes the file. Throws: ApiError `server.busy` while the bucket
 * does not answer within `limitMs`.
 * Source: docs/decisions/162-s3-store.md
 */
export function createS3Store(settings: S3Settings, limitMs = requestMs): FileStore {
  const Bucket = settings.bucket;
  const client = clientOf(settings, limitMs);
  const inTime = () => within(limitMs);

  const sizeOf = (Key: string): Promise<number | null> =>
    answered(async () => (await client.send(new HeadObjectCommand({ Bucket, Key }), inTime())).ContentLength ?? 0);
  const put = (Key: string, Body: Buffer): Promise<unknown> =>
    answered(() => client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: Body.length }), inTime()));
  const get = async (Key: string): Promise<StoredBytes> => {
    const object = await answered(() => client.send(new GetObjectCommand({ Bucket, Key }), inTime()));
    if (!(object?.Body instanceof Readable) || object.ContentLength === undefined) throw storeFault(null);
    return { bytes: object.Body, size: object.ContentLength };
  };
  const bytesOf = async (Key: string): Promise<Buffer> => {
    const { bytes } = await get(Key);
    return Buffer.concat((await answered(() => bytes.toArray({ signal: inTime().abortSignal }))) ?? []);
  };
  const removeAll = (keys: readonly string[]): Promise<unknown> =>
    Promise.all(keys.map((Key) => answered(() => client.send(new DeleteObjectCommand({ Bucket, Key }), inTime()))));
  /** Lists the pieces that have arrived, by offset. */
  const chunk = async (place: string): Promise<ArrivedPiece[]> => {
    const Prefix = `${place}.part/`;
    const pages = paginateListObjectsV2({ client }, { Bucket, Prefix }, inTime());
    const found = await answered(async () => {
      const objects = [];
      for await (const { Contents } of pages) objects.push(...(Contents ?? []));
      return objects;
    });
    return (found ?? []).flatMap(({ Key, Size }) =>
      Key === undefined ? [] : [{ key: Key, offset: Number(Key.slice(Prefix.length)), size: Size ?? 0 }],
    );
  };
  const join = async (pieces: readonly ArrivedPiece[]): Promise<Buffer> =>
    Buffer.concat(await Promise.all(follow(pieces).map(({ key }) => bytesOf(key))));
  const dropPieces = async (place: string): Promise<unknown> => removeAll((await chunk(place)).map(({ key }) => key));

  return {
    async save(hospitalId, sha256, bytes) {
      const place = placeOfFile(hospitalId, sha256);
      if ((await sizeOf(place)) !== bytes.length) await put(place, bytes);
      await dropPieces(place);
    },
    async writePiece(hospitalId, sha256, offset, bytes) {
      const place = placeOfFile(hospitalId, sha256);
      if (offset > 0 && endOf(await chunk(place), offset) < offset) return false;
      await put(`${place}.part/${String(offset).padStart(offsetDigits, '0')}`, bytes);
      return true;
    },
    has: async (hospitalId, sha256) => (await sizeOf(placeOfFile(hospitalId, sha256))) !== null,
    async finish(hospitalId, sha256, size) {
      const place = placeOfFile(hospitalId, sha256);
      const pieces = await chunk(place);
      // Checked after the pieces: another request that finishes the same file saves it before removing them.
      const isWhole = (await sizeOf(place)) !== null;
      if (!isWhole && endOf(pieces, size) < size) return { fault: 'file.offset' };
      const bytes = isWhole ? await bytesOf(place) : (await join(pieces)).subarray(0, size);
      const checked = checkArrived(sha256, bytes);
      if ('mime' in checked && !isWhole) await put(place, bytes);
      await removeAll([...pieces.map(({ key }) => key), ...('fault' in checked && isWhole ? [place] : [])]);
      return checked;
    },
    read: (hospitalId, sha256) => get(placeOfFile(hospitalId, sha256)),
    async discard(hospitalId, sha256) {
      const place = placeOfFile(hospitalId, sha256);
      await removeAll([place, ...(await chunk(place)).map(({ key }) => key)]);
    },
  };
}

/** A piece that has arrived. Units: bytes. */
interface ArrivedPiece {
  key: string;
  offset: number;
  size: number;
}

/** Returns the pieces that follow each other from the start, without those that a later, longer piece covers. */
function follow(pieces: readonly ArrivedPiece[]): ArrivedPiece[] {
  let end = 0;
  return pieces.filter(({ offset, size }) => {
    if (offset !== end) return false;
    end += size;
    return true;
  });
}

/** Returns how far the pieces before an offset reach without a gap. Units: bytes. */
function endOf(pieces: readonly ArrivedPiece[], before: number): number {
  return follow(pieces.filter(({ offset }) => offset < before)).reduce((end, { size }) => end + size, 0);
}

/** Returns null if the bucket has no such object. Throws: ApiError `server.busy` for all other failures. */
async function answered<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (
      error instanceof S3ServiceException &&
      error.$metadata.httpStatusCode === 404 &&
      error.name !== 'NoSuchBucket'
    ) {
      return null;
    }
    throw storeFault(error);
  }
}

/** Reports an error of the bucket only by its name: the SDK's errors may contain the request with its signature. */
function storeFault(error: unknown): ApiError {
  const code = error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'NoSuchKey';
  const fault = new ApiError('server.busy');
  fault.cause = new Error(`The file store answered: ${code}`);
  return fault;
}
