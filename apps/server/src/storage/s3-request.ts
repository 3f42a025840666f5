import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { S3Bucket } from './s3-address.ts';

const timeLimit = 30_000;
const attempts = 3;
const firstPause = 200;

/** What went wrong: the service's own code, such as NoSuchBucket, or that of the network. Nothing of it is secret. */
export class S3Trouble extends Error {
  override name = 'S3Trouble';
  readonly status: number | undefined;
  readonly code: string;

  constructor(what: { status?: number; code: string }, options?: ErrorOptions) {
    super(`S3: ${[what.status, what.code].filter(Boolean).join(' ')}`, options);
    this.status = what.status;
    this.code = what.code;
  }
}

type What = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  key: string;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
};

/**
 * Asks for objects of one bucket, signed (AWS4-HMAC-SHA256). A service that stumbles (5xx, 429, a broken connection) is
 * asked three times; one that does not answer within 30 s only once.
 * @returns what the answer carried, or undefined when there is no such object.
 * @throws S3Trouble for every other answer, and for none.
 */
export function askS3(bucket: S3Bucket) {
  const { accessKeyId, secretAccessKey, region } = bucket;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });

  return async (what: What): Promise<Uint8Array | undefined> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await once(client, bucket.urlOf(what.key), what).catch((error: S3Trouble) => error);
      if (answer instanceof S3Trouble && attempt < attempts && mayPass(answer)) await sleep(firstPause * attempt ** 2);
      else if (answer instanceof S3Trouble) throw answer;
      else return answer;
    }
  };
}

async function once(client: AwsClient, url: string, { method, headers = {}, body }: What) {
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const answer = await client.fetch(url, { method, headers, signal, redirect: 'manual', ...(body && { body }) });
    return read(answer, method, new Uint8Array(await answer.arrayBuffer()));
  } catch (error) {
    throw error instanceof S3Trouble ? error : new S3Trouble({ code: networkCode(error as Error) }, { cause: error });
  }
}

function read({ ok, status }: Response, method: What['method'], bytes: Uint8Array) {
  if (ok) return bytes;
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(Buffer.from(bytes).toString()) ?? [];
  if (status === 404 && method !== 'PUT' && code !== 'NoSuchBucket') return undefined;
  throw new S3Trouble({ status, code });
}

function mayPass({ status, code }: S3Trouble) {
  return status === undefined ? code !== 'TimeoutError' : status >= 500 || status === 429;
}

function networkCode(error: Error) {
  return (error.cause as { code?: string } | undefined)?.code ?? error.name;
}
