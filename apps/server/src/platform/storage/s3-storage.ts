import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Failure } from '@mojian/contract/platform/failures';
import { LRUCache } from 'lru-cache';
import type { S3Bucket } from './s3-address.ts';
import { askS3, notStorage, reasonOfTrouble } from './s3-request.ts';
import { type LocalFile, type OpenedFile, type Storage, typeOfKey } from './storage.ts';

/** Cache for pictures on many pages, such as avatars. */
const memory = { max: 4000, maxSize: 16 * 1024 * 1024, maxEntrySize: 1024 * 1024, ttl: 10 * 60_000 };

const forEver = 'public, max-age=31536000, immutable';

/**
 * Storage in a bucket, with a cache of recent reads: after a removal other processes serve a picture for 10 minutes.
 */
export function s3Storage(bucket: S3Bucket): Storage {
  const { ask, open } = askS3(bucket);
  const known = new LRUCache<string, Uint8Array, Found>({
    ...memory,
    sizeCalculation: ({ length }) => length || 1,
    // concurrent readers of a small picture share a request; large ones are streamed to each
    fetchMethod: async (key, _old, { context }) => {
      const file = await open(key);
      context.isAsked = true;
      if (file && isSmall(file)) return bytesOf(file);
      if (file) context.large = file;
    },
    // an entry evicted while loading still answers its readers
    ignoreFetchAbort: true,
  });

  async function openObject(key: string): Promise<OpenedFile | undefined> {
    const context: Found = {};
    const bytes = await known.fetch(key, { context });
    if (bytes) return { size: bytes.length, body: bytes };
    return context.isAsked ? context.large : open(key);
  }

  return {
    async put(key, bytes, type) {
      if (typeOfKey(key) !== type) throw new RangeError(`${key} is no key for ${type}`);
      await ask(putting(key, bytes, type)).catch(away);
    },
    async putFile(key, file, type) {
      if (typeOfKey(key) !== type) throw new RangeError(`${key} is no key for ${type}`);
      await ask(await puttingFile(key, file, type)).catch(away);
    },
    async get(key) {
      if (typeOfKey(key) === undefined) return undefined;
      const file = await openObject(key).catch(away);
      return file && bytesOf(file).catch(away);
    },
    async open(key, range) {
      if (typeOfKey(key) === undefined) return undefined;
      return (range ? open(key, range) : openObject(key)).catch(away);
    },
    async has(key) {
      if (typeOfKey(key) === undefined) return false;
      return (await ask({ method: 'HEAD', key }).catch(away)) !== undefined;
    },
    async remove(key) {
      if (typeOfKey(key) === undefined) return;
      known.delete(key);
      await ask({ method: 'DELETE', key }).catch(away);
    },
    check: () => checkBucket(ask, bucket),
  };
}

type Ask = ReturnType<typeof askS3>['ask'];

async function checkBucket(ask: Ask, bucket: S3Bucket) {
  const key = `.mojian-${randomUUID()}`; // processes that check at once do not meet
  const probe = randomBytes(64);
  try {
    await ask(putting(key, probe, 'application/octet-stream'));
    const read = await ask({ method: 'GET', key }).finally(() => ask({ method: 'DELETE', key }));
    if (!read || !probe.equals(read)) throw notStorage();
  } catch (error) {
    throw new Error(`STORAGE_URL：${reasonOfTrouble(error, bucket)}`, { cause: error });
  }
}

/** Result of one request. */
type Found = { isAsked?: true; large?: OpenedFile };

function isSmall({ size }: OpenedFile) {
  return size <= memory.maxEntrySize;
}

async function bytesOf({ body }: OpenedFile): Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : buffer(body);
}

function putting(key: string, bytes: Uint8Array, type: string) {
  const headers = {
    'content-type': type,
    'cache-control': forEver,
    'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
  };
  return { method: 'PUT', key, headers, body: new Uint8Array(bytes) } as const;
}

/** Bytes a second below which a file is not sent to the bucket. */
const slowestPut = 100 * 1024;

/** A file that the request reads as it is sent, with its length, which a stream would not have. */
async function puttingFile(key: string, { path, size, sha256 }: LocalFile, type: string) {
  const headers = { 'content-type': type, 'cache-control': forEver, 'x-amz-content-sha256': sha256 };
  const time = (size / slowestPut) * 1000;
  return { method: 'PUT', key, headers, body: await openAsBlob(path), time } as const;
}

function away(cause: unknown): never {
  throw Object.assign(new Failure('unavailable', '图片存储暂时连不上，请稍后再试'), { cause });
}
