import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { putInPlaceSync, writeWhole } from '../../platform/durable-files.ts';
import { upgradesFolder } from './journal.ts';
import { versionPattern } from './release.ts';

// The site, which may write its data only, requests by a file what a unit of root does. Of its content only the name of
// a version is believed, and it is read with the rights of the owner of the data.

const version = z.string().regex(versionPattern).max(40);
const id = z.uuid();
const request = z.discriminatedUnion('act', [
  z.strictObject({
    format: z.literal(1),
    id,
    act: z.literal('upgrade'),
    version,
    source: z.enum(['address', 'upload']),
  }),
  z.strictObject({ format: z.literal(1), id, act: z.literal('rollback') }),
  z.strictObject({ format: z.literal(1), id, act: z.literal('finish') }),
]);

export type UpgradeRequest = z.infer<typeof request>;

const status = z.object({
  format: z.literal(1),
  id: z.string(),
  act: z.enum(['upgrade', 'rollback', 'finish']),
  version: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  /** Lines the command said; the last one is the outcome. */
  lines: z.array(z.string()),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
});

export type UpgradeStatus = z.infer<typeof status>;

export const requestPath = (dataDir: string) => join(upgradesFolder(dataDir), 'request.json');
const statusPath = (dataDir: string) => join(upgradesFolder(dataDir), 'status.json');

/** Folder of a release that the owner uploaded, with its sums and their signature. */
export const incomingFolder = (dataDir: string) => join(upgradesFolder(dataDir), 'incoming');

const longestRequest = 4096;
const longestStatus = 64 * 1024;

type RequestInput =
  | { act: 'upgrade'; version: string; source: 'address' | 'upload' }
  | { act: 'rollback' }
  | { act: 'finish' };

/** Asks for an upgrade; systemd's path unit sees the file. @returns the number of the request */
export async function writeRequest(dataDir: string, input: RequestInput) {
  const entry = request.parse({ ...input, format: 1, id: randomUUID() });
  await writeWhole(requestPath(dataDir), Buffer.from(`${JSON.stringify(entry)}\n`), { mode: 0o600 });
  return entry.id;
}

export const isRequested = (dataDir: string) => existsSync(requestPath(dataDir));

/** Milliseconds after which a unit that has not taken a request up is not there. */
const takesUpWithin = 60_000;

/** Whether a request waits that nobody takes up. */
export function isOverdue(dataDir: string) {
  const request = statSync(requestPath(dataDir), { throwIfNoEntry: false });
  return request !== undefined && Date.now() - request.mtimeMs > takesUpWithin;
}

/** Takes back a request that nobody has taken up. @returns whether one waited */
export function withdrawRequest(dataDir: string): boolean {
  const wasRequested = isRequested(dataDir);
  rmSync(requestPath(dataDir), { force: true });
  return wasRequested;
}

/** Takes the request away, so that the unit starts once for it. @throws Error in Chinese for one that is none */
export function takeRequest(dataDir: string): UpgradeRequest | undefined {
  const path = requestPath(dataDir);
  try {
    const text = readSmall(path, longestRequest);
    return text === undefined ? undefined : parseRequest(text);
  } finally {
    rmSync(path, { force: true, recursive: true });
  }
}

function parseRequest(text: string) {
  try {
    return request.parse(JSON.parse(text));
  } catch {
    throw new Error('升级的请求读不懂，没有动');
  }
}

/** Reads a small plain file, through no link; undefined where there is none. @throws Error for anything else */
export function readSmall(path: string, most: number) {
  const file = openPlain(path);
  if (file === undefined) return undefined;
  try {
    const bytes = Buffer.alloc(most + 1);
    const length = readSync(file, bytes, 0, bytes.length, 0);
    if (length > most) throw new Error(`${path} 太大，没有读`);
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}

/** Opens a plain file of the present user for reading, through no link; undefined where there is none. @throws Error for anything else */
export function openPlain(path: string) {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${path} 不是数据的主人写的普通文件，没有读`, { cause: error });
  }
  const found = fstatSync(file);
  if (found.isFile() && found.uid === process.geteuid?.()) return file;
  closeSync(file);
  throw new Error(`${path} 不是数据的主人写的普通文件，没有读`);
}

/** The last request that was taken up, and how far it has come; undefined for none, or an unreadable one. */
export function readStatus(dataDir: string): UpgradeStatus | undefined {
  try {
    const text = readFileSync(statusPath(dataDir), 'utf8');
    return text.length > longestStatus ? undefined : status.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Writes the state as whoever this process is at the moment; a full disk must not stop an upgrade. */
export function writeStatus(dataDir: string, entry: UpgradeStatus) {
  const path = statusPath(dataDir);
  const unfinished = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(unfinished, JSON.stringify(entry), { mode: 0o600, flag: 'wx' });
    putInPlaceSync(unfinished, path);
  } catch {
    rmSync(unfinished, { force: true });
  }
}
