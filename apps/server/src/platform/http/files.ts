import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { SpooledFile, UploadedFile } from '@mojian/contract/core/uploads';
import { Failure } from '@mojian/contract/platform/failures';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf } from '../client-address.ts';
import { isDiskFull } from '../db/errors.ts';
import { Turns } from '../limits/concurrency.ts';
import { addressKey } from '../limits/limits.ts';
import { openSpool, type Spool } from '../storage/spool.ts';
import { limitOf } from './rate-limit.ts';

/** Multipart limits: one file and a few small fields. */
const limits = { files: 1, fields: 4, parts: 5, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 };
/** Bytes of the form around the file. */
const wrapping = 16 * 1024;

const timeLimit = 5 * 60_000;
/** For a call that takes large files, which do not wait in memory. */
const longTimeLimit = 40 * 60_000;

/** Concurrent uploads by different people, each in memory as far as it has arrived. */
const arrivals = new Turns(12);
/** Upload rates in bytes per second: below `slowest` an upload is cut; below `slow` only while all slots are taken. */
const slowest = 2 * 1024;
const slow = 64 * 1024;
const graceTime = 15_000;
const lookEvery = 5000;
/** Concurrent processing of arrived files. */
const turns = new Turns(4);

/** Accepts multipart/form-data in the calls of `scope`, unread until `receiveFile`. */
export async function acceptFiles(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, { throwFileSizeLimit: false });
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** Limit in bytes, and the name of the file in refusals. With a `folder`, the file is written there and not held in memory. */
type Limit = { most: number; name: string; folder?: string };

/** `decide`: of a call that takes several kinds, the limit of a file by its first bytes, as Latin-1 text. */
export type Wanted = Limit & { decide?: (head: string) => Limit };

/** First bytes by which a call decides. */
const headBytes = 4096;

/**
 * Runs a call that takes a file. `run` gets the function that reads it: nothing is received before it is called, one
 * caller's files arrive one after another, and only a complete file takes a processing slot. Reading throws Failure on
 * `file`, in Chinese, unless the form holds exactly one file.
 */
export async function receiveFile<Answer>(
  request: FastifyRequest,
  wanted: Wanted,
  run: (read: () => Promise<{ file: UploadedFile | SpooledFile }>) => Promise<Answer>,
): Promise<Answer> {
  const owner = request.viewer ? `member:${request.viewer.id}` : addressKey(addressOf(request));
  let endTurn = () => {};
  let spooled: string | undefined;
  try {
    return await run(async () => {
      const endArrival = await arrivals.take(owner);
      try {
        const file = await readInTime(request, wanted);
        spooled = 'path' in file ? file.path : undefined;
        endTurn = await turns.take(owner); // a whole file that waits for its turn is in memory like one that arrives
        return { file };
      } finally {
        endArrival();
      }
    });
  } finally {
    endTurn();
    if (spooled !== undefined) await rm(spooled, { force: true }); // unless it was moved to its place
  }
}

async function readInTime(request: FastifyRequest, wanted: Wanted) {
  const late = setTimeout(() => request.raw.destroy(), wanted.decide ? longTimeLimit : timeLimit);
  const leave = watchPace(request.raw);
  try {
    return await readFile(request, wanted);
  } catch (error) {
    throw error instanceof Failure ? error : malformed(error, wanted);
  } finally {
    clearTimeout(late);
    leave();
  }
}

type Arriving = { raw: FastifyRequest['raw']; begun: number; before: number };
const arriving = new Set<Arriving>();
let watch: ReturnType<typeof setInterval> | undefined;

function watchPace(raw: Arriving['raw']) {
  const one = { raw, begun: performance.now(), before: raw.socket.bytesRead };
  arriving.add(one);
  watch ??= setInterval(dropSlow, lookEvery).unref();
  return () => {
    arriving.delete(one);
    if (arriving.size > 0) return;
    clearInterval(watch);
    watch = undefined;
  };
}

/** Aborts slow uploads, so that a few slow senders cannot hold all slots. */
function dropSlow() {
  const now = performance.now();
  const pace = ({ raw, begun, before }: Arriving) => ((raw.socket.bytesRead - before) * 1000) / (now - begun);
  const old = [...arriving]
    .filter(({ begun }) => now - begun > graceTime)
    .sort((one, other) => pace(one) - pace(other));
  for (const one of old) if (pace(one) < slowest) one.raw.destroy();
  const [last] = old;
  if (last && arrivals.isFull && pace(last) < slow) last.raw.destroy();
}

async function readFile(request: FastifyRequest, wanted: Wanted): Promise<UploadedFile | SpooledFile> {
  const { most, name } = wanted;
  if (request.raw.destroyed) throw refused('上传中断了');
  if (!request.isMultipart()) throw new Failure('wrong-type', `请用表单（multipart/form-data）上传${name}`, 'file');
  if (Number(request.headers['content-length']) > most + wrapping) throw tooLarge(wanted);

  let file: UploadedFile | SpooledFile | undefined;
  try {
    for await (const part of request.parts({ limits: { ...limits, fileSize: most + 1 } })) {
      if (part.type === 'file') file = await takePart(part, wanted);
    }
  } catch (error) {
    if (file && 'path' in file) await rm(file.path, { force: true });
    throw error;
  }
  if (!file) throw refused(`请选择${oneOf(wanted)}`);
  return file;
}

/** Reads a file into memory or to the disk, and no further than its limit. */
async function takePart({ file, filename = '' }: MultipartFile, wanted: Wanted) {
  let limit: Limit = wanted;
  let isDecided = !wanted.decide;
  const start: Buffer[] = [];
  let spool: Spool | undefined;
  let size = 0;
  const decide = async () => {
    isDecided = true;
    const head = Buffer.concat(start).subarray(0, headBytes).toString('latin1');
    limit = wanted.decide?.(head) ?? wanted;
    if (limit.folder === undefined) return;
    spool = await openSpool(limit.folder);
    for (const chunk of start.splice(0)) await spool.write(chunk);
  };
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (spool) await spool.write(chunk);
      else start.push(chunk);
      if (!isDecided && size >= headBytes) await decide();
      if (size > limit.most) throw tooLarge(limit);
    }
    if (size === 0) throw refused(`这个文件是空的，请选择${oneOf(wanted)}`);
    if (!isDecided) await decide();
    if (size > limit.most) throw tooLarge(limit);
    return spool ? { name: filename, ...(await spool.end()) } : { name: filename, bytes: Buffer.concat(start) };
  } catch (error) {
    await spool?.remove();
    throw error;
  }
}

function tooLarge({ most, name }: Wanted) {
  return new Failure('too-large', `${name}不能超过 ${most / 1024 / 1024} MB`, 'file');
}

function oneOf({ name }: Wanted) {
  return name === '图片' ? '一张图片' : `一个${name}`;
}

function refused(text: string) {
  return new Failure('invalid-input', text, 'file');
}

/** Names the cause for which an upload broke off. A full disk is not its sender's fault. */
function malformed(error: unknown, wanted: Wanted) {
  if (isDiskFull(error)) return error;
  const { code } = error as { code?: string };
  if (code === 'FST_FILES_LIMIT') return refused(`一次只能上传${oneOf(wanted)}`);
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') return refused(`表单里只需要${oneOf(wanted)}`);
  return refused(`${wanted.name}没有传完整，请重试`);
}

/** Without `size` and `type`: unknown size, and a zip. */
type File = { name: string; size?: number; type?: string; stream: Readable };
type TicketQuery = { Querystring: { ticket?: unknown } };

/**
 * Route of a file with a single-use address, offered on the screen `from`. The ticket replaces the Authorization header, which a
 * link cannot send. `open` returns undefined for a wrong, used or expired ticket.
 */
export function sendOnce(
  app: FastifyInstance,
  url: string,
  open: (ticket: string) => Promise<File | undefined>,
  { most = 30, from = '后台' } = {},
) {
  const rateLimit = limitOf({ access: 'anyone', limit: { most, seconds: 60 } });
  // No HEAD route: it would consume the ticket.
  app.get<TicketQuery>(url, { exposeHeadRoute: false, config: { rateLimit } }, async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    const file = await open(String(request.query.ticket));
    if (!file)
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send(`下载地址已经用过或已过期，请返回${from}重新下载。`);
    reply.header('content-disposition', `attachment; filename="${file.name}"`);
    if (file.size !== undefined) reply.header('content-length', file.size);
    return reply.type(file.type ?? 'application/zip').send(file.stream);
  });
}
