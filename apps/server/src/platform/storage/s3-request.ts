import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { S3Bucket } from './s3-address.ts';
import type { ByteRange, OpenedFile } from './storage.ts';

const timeLimit = 30_000;
const attempts = 3;
const firstPause = 200;

/** Error code of the service, such as NoSuchBucket, or of the network. Never secret. */
class S3Trouble extends Error {
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
  body?: Uint8Array<ArrayBuffer> | Blob;
  /** Milliseconds beyond the usual limit. */
  time?: number;
};

/**
 * Client for the objects of one bucket, signed (AWS4-HMAC-SHA256). 5xx, 429 and broken connections are tried three
 * times, a timeout of 30 s once. Returns undefined for a missing object.
 * @throws S3Trouble for every other reply, and for none
 */
export function askS3(bucket: S3Bucket) {
  const { accessKeyId, secretAccessKey, region } = bucket;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });

  return {
    /** Body of the reply. */
    ask: (what: What) => tried(() => sendOnce(client, bucket.urlOf(what.key), what)),
    /** Stream of the object, or of a part that lies within it, at the reader's speed. */
    open: (key: string, range?: ByteRange) => tried(() => begin(client, bucket.urlOf(key), range)),
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

/** The timeout covers the headers only. */
async function begin(client: AwsClient, url: string, range?: ByteRange): Promise<OpenedFile | undefined> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), timeLimit);
  try {
    const headers: Record<string, string> = range ? { range: `bytes=${range.from}-${range.to}` } : {};
    const answer = await fetchSigned(client, url, { method: 'GET', headers }, limit.signal);
    requireObject(answer, 'GET');
    if (range && answer.ok && answer.status !== 206) {
      await answer.body?.cancel();
      throw notStorage(); // the whole would be sent as a part
    }
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

async function sendOnce(client: AwsClient, url: string, { method, headers = {}, body, time = 0 }: What) {
  const signal = AbortSignal.timeout(timeLimit + time);
  try {
    const answer = await fetchSigned(client, url, { method, headers, ...(body && { body }) }, signal);
    requireObject(answer, method);
    return read(answer, method, new Uint8Array(await answer.arrayBuffer()));
  } catch (error) {
    throw error instanceof S3Trouble ? error : new S3Trouble({ code: networkCode(error as Error) }, { cause: error });
  }
}

/** The signal goes to `fetch` itself: that of a Request may be collected while it waits, and then never comes. */
async function fetchSigned(client: AwsClient, url: string, init: RequestInit, signal: AbortSignal) {
  return fetch(await client.sign(url, init), { signal, redirect: 'manual' });
}

/** Refuses the success of something else, such as the login page of a network or a website at a wrong address. */
function requireObject({ ok, headers }: Response, method: What['method']) {
  const isPage = /^(text\/html|application\/xhtml)/i.test(headers.get('content-type') ?? '');
  if (ok && (isPage || (method === 'PUT' && !headers.get('etag')))) throw notStorage();
}

/** For replies that nobody who stored the object would give. */
export function notStorage() {
  return new S3Trouble({ code: 'NotStorage' });
}

function read({ ok, status }: Response, method: What['method'], bytes: Uint8Array) {
  if (ok) return bytes;
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(Buffer.from(bytes).toString()) ?? [];
  if (status === 404 && method !== 'PUT' && code !== 'NoSuchBucket') return undefined;
  throw new S3Trouble({ status, code });
}

function mayPass({ status, code }: S3Trouble) {
  return status === undefined ? code !== 'TimeoutError' && code !== 'NotStorage' : status >= 500 || status === 429;
}

function networkCode(error: Error) {
  return (error.cause as { code?: string } | undefined)?.code ?? error.name;
}

type Place = Pick<S3Bucket, 'host' | 'bucket' | 'region'>;

const reasons: Record<string, (place: Place) => string> = {
  NoSuchBucket: ({ bucket }) => `没有名为 ${bucket} 的存储桶`,
  InvalidAccessKeyId: () => '对象存储不认识这个 KEY',
  SignatureDoesNotMatch: () => 'SECRET 不对',
  AccessDenied: ({ bucket }) => `这对密钥没有读写存储桶 ${bucket} 的权限`,
  RequestTimeTooSkewed: () => '本机的时钟与对象存储相差太多',
  PermanentRedirect: ({ bucket, region }) => `存储桶 ${bucket} 不在区域 ${region}，请改 region 或主机名`,
  AuthorizationHeaderMalformed: ({ bucket, region }) => `存储桶 ${bucket} 不在区域 ${region}，请改 region 或主机名`,
  ECONNREFUSED: ({ host }) => `连不上 ${host}`,
  ENOTFOUND: ({ host }) => `找不到主机 ${host}`,
  NotStorage: ({ host }) => `${host} 答的不是存进去的文件：主机名写错了，或者前面有登录页、代理拦着`,
  TimeoutError: ({ host }) => `${host} 迟迟没有答复`,
};

/** Explains to the owner why the bucket cannot be used. */
export function reasonOfTrouble(error: unknown, place: Place): string {
  if (!(error instanceof S3Trouble)) return `对象存储 ${place.host} 不能使用`;
  return reasonOfCode(error, place);
}

/** As `reasonOfTrouble`, by the status of an answer and the code in it. */
export function reasonOfCode({ status, code }: { status: number | undefined; code: string }, place: Place): string {
  return (
    reasons[code]?.(place) ??
    (status === undefined ? `连不上 ${place.host}（${code}）` : `对象存储 ${place.host} 答复 ${status} ${code}`.trim())
  );
}
