import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { kindOfAttachment } from '@mojian/contract/core/attachment-kinds';
import { copyWidths } from '@mojian/contract/core/picture-set';
import { Failure } from '@mojian/contract/platform/failures';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../client-address.ts';
import { addressKey } from '../limits/limits.ts';
import { type Attachment, headersOf, rangeOf } from './attachment-reply.ts';
import { addressOfKey, isPictureKey, type Storage, sizedKey, typeOfKey, unsizedKey } from './storage.ts';

const forEver = 'public, max-age=31536000, immutable';

/** Access to a file: public, granted for some seconds, or none. */
type FileAccess = (
  key: string,
  query: { e?: unknown; s?: unknown },
) => Promise<'public' | { seconds: number } | undefined>;

/** Finds name and size of an attachment, which a key does not tell. */
type FindAttachment = (key: string) => Promise<Attachment | undefined>;

type FileRequest = { Params: { '*': string }; Querystring: { e?: unknown; s?: unknown; view?: unknown } };

/**
 * Serves stored files at `/files/<key>`: pictures as pictures only, others by name, whole or in parts. A key never changes
 * its bytes.
 */
export function storageRoutes(
  app: FastifyInstance,
  storage: Storage,
  access: FileAccess,
  findAttachment: FindAttachment = async () => undefined,
): void {
  const underWay = new RepliesUnderWay({ ofAddress: 100, atAll: 400 });
  app.get<FileRequest>('/files/*', async (request, reply) => {
    const key = request.params['*'];
    const type = typeOfKey(key);
    reply.header('x-content-type-options', 'nosniff').header('content-security-policy', "default-src 'none'; sandbox");
    const caching = type && cachingOf(await access(key, request.query));
    if (!caching) return sendNotThere(reply);
    if (request.headers['if-none-match']?.includes(etagOf(key)))
      return reply.code(304).header('etag', etagOf(key)).header('cache-control', caching).send();

    // a reader who left during the look-up would be counted for ever: their `close` is over
    if (reply.raw.destroyed) return reply.hijack();
    if (!underWay.begin(addressKey(addressOf(request)), reply.raw))
      throw new Failure('too-many-requests', '同时打开的图片太多，请稍后再试', undefined, 5);
    if (isPictureKey(key)) return sendPicture(request, reply, { key, caching, storage });
    return sendAttachment(request, reply, { key, caching, storage, findAttachment });
  });
}

type Sending = { key: string; caching: string; storage: Storage };

async function sendPicture({ method }: FastifyRequest, reply: FastifyReply, { key, caching, storage }: Sending) {
  const file = await openOrWhole(storage, key);
  if (!file) return sendNotThere(reply);
  reply.type(typeOfKey(key) ?? '').headers({ etag: etagOf(key), 'cache-control': caching });
  return reply.header('content-length', file.size).send(bodyFor(method, file.body));
}

/** Sends an attachment, or the part asked for. */
async function sendAttachment(
  request: FastifyRequest<FileRequest>,
  reply: FastifyReply,
  { key, caching, storage, findAttachment }: Sending & { findAttachment: FindAttachment },
) {
  const kind = kindOfAttachment(addressOfKey(key));
  const attachment = await findAttachment(key);
  if (!kind || !attachment) return sendNotThere(reply);
  const size = attachment.bytes;
  const isPart = request.method === 'GET' && request.headers.range !== undefined;
  const range = isPart ? rangeOf(request.headers, { etag: etagOf(key), size }) : 'whole';
  if (range === 'beyond') return sendBeyond(reply, size);
  const file = await storage.open(key, range === 'whole' ? undefined : range);
  if (!file) return sendNotThere(reply);
  reply.headers(headersOf(kind, attachment, request.query.view !== undefined));
  reply.headers({ etag: etagOf(key), 'cache-control': caching, 'content-length': file.size });
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${size}`);
  return reply.send(bodyFor(request.method, file.body));
}

function sendBeyond(reply: FastifyReply, size: number) {
  reply.code(416).type('text/plain; charset=utf-8').header('cache-control', 'no-store');
  return reply.header('content-range', `bytes */${size}`).send('文件没有这一段');
}

/** Leaves a file unread that would be read as it is sent, for a reader who wants only the headers. */
function bodyFor(method: string, body: Uint8Array | Readable) {
  if (method !== 'HEAD' || body instanceof Uint8Array) return body;
  body.destroy();
  return Readable.from([]);
}

/** Opens a file, or the picture itself for a copy that was not worth making: `srcset` offers every width. */
async function openOrWhole(storage: Storage, key: string) {
  const file = await storage.open(key);
  const whole = unsizedKey(key);
  if (file || !copyWidths.some((width) => sizedKey(whole, width) === key)) return file;
  return storage.open(whole);
}

function cachingOf(may: Awaited<ReturnType<FileAccess>>) {
  return may && (may === 'public' ? forEver : `private, max-age=${may.seconds}, immutable`);
}

/** Not cacheable: a private picture may become public. */
function sendNotThere(reply: FastifyReply) {
  return reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('没有这个文件');
}

/** ETag from the key, which names the content. */
function etagOf(key: string) {
  return `"${key}"`;
}

/** Counts responses in progress per address and in total: each holds a file and a buffer. */
class RepliesUnderWay {
  readonly #most: { ofAddress: number; atAll: number };
  readonly #byAddress = new Map<string, number>();
  #all = 0;

  constructor(most: { ofAddress: number; atAll: number }) {
    this.#most = most;
  }

  /** Counts one more until it is sent or aborted; false without room. */
  begin(address: string, answer: ServerResponse) {
    const others = this.#byAddress.get(address) ?? 0;
    if (this.#all >= this.#most.atAll || others >= this.#most.ofAddress) return false;
    this.#all++;
    this.#byAddress.set(address, others + 1);
    answer.once('close', () => this.#end(address));
    return true;
  }

  #end(address: string) {
    this.#all--;
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    if (left === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, left);
  }
}
