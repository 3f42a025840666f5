import { createHash, type KeyObject, verify } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as startTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { isDiskFull } from '../../platform/db/errors.ts';
import { makeFolder, putInPlace } from '../../platform/durable-files.ts';
import { isSafeSource, safeSourceWords } from '../../platform/release-source.ts';

export function readSum(list: string, name: string) {
  for (const line of list.split('\n')) {
    const [sum = '', file = ''] = line.trim().split(/\s+\*?/);
    if (file === name && /^[0-9a-f]{64}$/.test(sum)) return sum;
  }
  return undefined;
}

export async function sha256(path: string) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** `key`: whose signature the list of sums must have. */
type Download = { url: string; version: string; variant: string; folder: string; key?: KeyObject | undefined };

const triesAtMost = 4;
const betweenTries = 1000;
/** Milliseconds without a byte after which a transfer counts as broken. */
const silence = 30_000;

/**
 * Fetches an archive from the owner's address and compares it with the sums there. A broken transfer goes on where it
 * stopped, also in a later call. @returns path of the archive @throws Error in Chinese
 */
export async function download({ url, version, variant, folder, key }: Download) {
  const name = `mojian-${version}-${variant}.tar.xz`;
  const base = url.endsWith('/') ? url : `${url}/`;
  const list = await fetchText(new URL('SHA256SUMS', base));
  if (key) requireSignature(list, await fetchText(new URL('SHA256SUMS.sig', base)), key);
  const wanted = readSum(list, name);
  if (!wanted) throw new Error(`${base}SHA256SUMS 里没有 ${name}`);

  const part = join(folder, `${wanted}.part`);
  await makeFolder(folder);
  for (const left of await readdir(folder)) if (join(folder, left) !== part) await rm(join(folder, left));
  for (let tries = 1; !(await fetchRest(new URL(name, base), part)); tries++) {
    if (tries === triesAtMost) throw new Error(`下载 ${name} 时连接断了，再运行一次就接着下载`);
    await setTimeout(betweenTries);
  }
  if ((await sha256(part)) !== wanted) {
    await rm(part);
    throw new Error(`下载的 ${name} 与 SHA256SUMS 对不上，没有升级。请重试；还不对，就告诉放文件的人`);
  }
  await putInPlace(part, join(folder, name));
  return join(folder, name);
}

/** Bytes of a list of sums, or a signature, that are read. */
const longestText = 64 * 1024;

export async function fetchText(url: URL) {
  const { body } = await fetchFrom(url);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > longestText) throw new Error(`${url.href} 太大，不是要找的文件`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The sums of the archive are in the list, so one signature is enough. */
export function requireSignature(list: string, signature: string, key: KeyObject) {
  if (!verify(null, Buffer.from(list), key, Buffer.from(signature, 'base64')))
    throw new Error('SHA256SUMS 的签名与 UPGRADE_KEY 对不上，没有升级：文件可能被人换过，请问放文件的人');
}

/** Appends what a file still lacks. @returns whether it is whole */
async function fetchRest(url: URL, part: string) {
  const present = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  const stop = new AbortController();
  const timer = startTimer(() => stop.abort(), silence);
  try {
    const { status, body, headers } = await fetchFrom(url, { present, signal: stop.signal });
    if (!body || status === nothingFollows) return true;
    await requireRoom(part, Number(headers.get('content-length') ?? 0));
    return await append(body as ReadableStream<Uint8Array>, part, {
      anew: status !== 206,
      onBytes: () => timer.refresh(),
    });
  } finally {
    clearTimeout(timer);
  }
}

const nothingFollows = 416;

type Append = { anew: boolean; onBytes: () => void };

async function append(body: ReadableStream<Uint8Array>, part: string, { anew, onBytes }: Append) {
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      onBytes();
      yield chunk;
    }
  };
  try {
    await pipeline(Readable.fromWeb(body), counted, createWriteStream(part, { flags: anew ? 'w' : 'a' }));
    return true;
  } catch (error) {
    if (isDiskFull(error)) throw new Error('磁盘满了，没有下载完');
    return false;
  }
}

async function requireRoom(part: string, bytes: number) {
  const { bavail, bsize } = await statfs(join(part, '..'));
  if (bytes > bavail * bsize)
    throw new Error(`磁盘不够：下载要 ${readableSize(bytes)}，只有 ${readableSize(bavail * bsize)}`);
}

type Request = { present?: number; signal?: AbortSignal };

async function fetchFrom(url: URL, { present = 0, signal = AbortSignal.timeout(silence) }: Request = {}) {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (present > 0) headers.range = `bytes=${present}-`;
  const response = await fetch(url, { headers, signal }).catch(() => undefined);
  if (response && !isSafeSource(response.url))
    throw new Error(`${url.href} 转到了 ${response.url}：${safeSourceWords}`);
  if (response?.ok || (present > 0 && response?.status === nothingFollows)) return response;
  throw new Error(`下载不了 ${url.href}（${response ? response.status : '没有应答'}）`);
}
