import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { S3Bucket } from './s3-address.ts';
import type { OpenedFile } from './storage.ts';

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
 * asked three times; one that does not answer within 30 s only once. Both give undefined when there is no such object.
 * @throws S3Trouble for every other answer, and for none.
 */
export function askS3(bucket: S3Bucket) {
  const { accessKeyId, secretAccessKey, region } = bucket;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });

  return {
    /** What the answer carried. */
    ask: (what: What) => tried(() => once(client, bucket.urlOf(what.key), what)),
    /** The object as it comes; its reader sets the pace. */
    open: (key: string) => tried(() => begin(client, bucket.urlOf(key))),
  };
}

async function tried<Answer>(once: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await once().catch((error: S3Trouble) => error);
    if (answer instanceof S3Trouble && attempt < attempts && mayPass(answer)) await sleep(firstPause * attempt ** 2);
    else if (answer instanceof S3Trouble) throw answer;
    else return answer;
  }
}

/** Only what comes before the body has a time limit here. */
async function begin(client: AwsClient, url: string): Promise<OpenedFile | undefined> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), timeLimit);
  try {
    const answer = await client.fetch(url, { method: 'GET', signal: limit.signal, redirect: 'manual' });
    const size = Number(answer.headers.get('content-length'));
    if (answer.ok && answer.body && size > 0) return { size, body: Readable.fromWeb(answer.body as ReadableStream) };
    const body = read(answer, 'GET', new Uint8Array(await answer.arrayBuffer()));
    return body && { size: body.length, body };
  } catch (error) {
    throw error instanceof S3Trouble ? error : new S3Trouble({ code: networkCode(error as Error) }, { cause: error });
  } finally {
    clearTimeout(timer);
  }
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
