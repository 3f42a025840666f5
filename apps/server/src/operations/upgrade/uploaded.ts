import { createHash, type KeyObject } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, fstatSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from './context.ts';
import { readSum, requireSignature } from './download.ts';
import { incomingFolder, openPlain, readSmall } from './request.ts';

export const archiveName = (version: string, variant: string) => `mojian-${version}-${variant}.tar.xz`;

const longestText = 64 * 1024;
/** Bytes of the largest archive: a release has 55 MB. */
const largestArchive = 512 * 1024 ** 2;

/** @throws Error in Chinese unless the key signed the list, and the list names the archive @returns its sum */
export function signedSum({
  sums,
  signature,
  name,
  key,
}: {
  sums: string;
  signature: string;
  name: string;
  key: KeyObject;
}) {
  requireSignature(sums, signature, key);
  const wanted = readSum(sums, name);
  if (!wanted) throw new Error(`SHA256SUMS 里没有 ${name}`);
  return wanted;
}

/**
 * Copies an uploaded archive to where only root writes, and compares what was written there with a list that the key in
 * root's settings signed: whoever owns the data could exchange it at any moment before. @returns path of the copy
 * @throws Error in Chinese
 */
export async function takeUploaded(
  { config, privileges }: Context,
  { name, folder }: { name: string; folder: string },
) {
  const incoming = incomingFolder(config.dataDir);
  if (!config.upgradeKey)
    throw new Error('没有设 UPGRADE_KEY，传上来的发布包没法核对是谁做的：请在服务器上运行 mojian upgrade');
  const sums = readSmall(join(incoming, 'SHA256SUMS'), longestText) ?? '';
  const signature = readSmall(join(incoming, 'SHA256SUMS.sig'), longestText) ?? '';
  const wanted = signedSum({ sums, signature, name, key: config.upgradeKey });
  const source = openPlain(join(incoming, name));
  if (source === undefined) throw new Error(`传上来的 ${name} 不在了，请重新上传`);
  try {
    if (fstatSync(source).size > largestArchive) throw new Error(`${name} 太大，不是墨笺的发布包`);
    return await privileges.asRoot(() => copyAndCompare(source, { path: join(folder, name), folder, wanted }));
  } finally {
    closeSync(source);
  }
}

type Copy = { path: string; folder: string; wanted: string };

async function copyAndCompare(source: number, { path, folder, wanted }: Copy) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > largestArchive) throw new Error('传上来的文件太大，不是墨笺的发布包');
      hash.update(chunk);
      yield chunk;
    }
  };
  const reading = createReadStream('', { fd: source, autoClose: false, start: 0 });
  await pipeline(reading, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  if (hash.digest('hex') === wanted) return path;
  await rm(folder, { recursive: true, force: true });
  throw new Error('传上来的发布包与 SHA256SUMS 对不上（没有传完，或被改过），没有升级');
}
