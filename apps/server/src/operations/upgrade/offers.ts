import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { UpgradeRelease } from '@mojian/contract/operations/upgrade';
import { Failure } from '@mojian/contract/platform/failures';
import { z } from 'zod';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/schema.ts';
import { deleteValue, readValue, writeValue } from '../../platform/db/stored-values.ts';
import { makeFolder, putInPlace, writeWhole } from '../../platform/durable-files.ts';
import { programFile, programVersion } from '../../platform/program-files.ts';
import { inPieces } from '../../platform/storage/pieces.ts';
import { fetchText, readSum, requireSignature } from './download.ts';
import { compareVersions } from './home.ts';
import { readRelease, versionPattern } from './release.ts';
import { incomingFolder } from './request.ts';
import { archiveName, signedSum } from './uploaded.ts';

type Deps = { db: Db; config: Config };

/** Rows of the settings with the newest version at the address, and with what was uploaded and checked. */
const [atAddress, uploaded] = ['upgradeOffer', 'upgradeUpload'];
const offer = z.object({ version: z.string(), notes: z.string().default(''), isSigned: z.boolean().default(false) });

export async function readVariant() {
  return readRelease(programFile('.')).then(
    ({ variant }) => variant,
    () => 'node',
  );
}

/** Releases that are newer than this program and may be installed. */
export async function offersOf({ db, config }: Deps): Promise<UpgradeRelease[]> {
  const [found, sent] = await Promise.all([readOffer(db, atAddress), readOffer(db, uploaded)]);
  const variant = await readVariant();
  const isThere = sent && existsSync(join(incomingFolder(config.dataDir), archiveName(sent.version, variant)));
  return [
    ...(found && config.upgradeUrl ? [{ ...found, source: 'address' as const }] : []),
    ...(isThere && config.upgradeKey ? [{ ...sent, source: 'upload' as const }] : []),
  ].filter(({ version }) => compareVersions(version, programVersion()) > 0);
}

export async function findOffered(deps: Deps, wanted: Pick<UpgradeRelease, 'version' | 'source'>) {
  return (await offersOf(deps)).find(({ version, source }) => version === wanted.version && source === wanted.source);
}

async function readOffer(db: Db, name: string) {
  const value = await readValue(db, name);
  return value === undefined ? undefined : offer.safeParse(JSON.parse(value)).data;
}

/** Looks which is the newest version at the owner's address. @throws Failure unavailable with the reason */
export async function lookForNewer({ db, config }: Deps) {
  const { upgradeUrl: url, upgradeKey: key } = config;
  if (!url) throw new Failure('invalid-input', '没有设 UPGRADE_URL，不知道去哪里看');
  const base = url.endsWith('/') ? url : `${url}/`;
  try {
    const sums = await fetchText(new URL('SHA256SUMS', base));
    if (key) requireSignature(sums, await fetchText(new URL('SHA256SUMS.sig', base)), key);
    const newest = newestIn(sums, await readVariant());
    if (newest === undefined || compareVersions(newest, programVersion()) <= 0) {
      await deleteValue(db, atAddress);
      return '';
    }
    const notes = (await notesBeside(base, sums, newest)) ?? (await notesOf(db, newest));
    await writeValue(db, atAddress, JSON.stringify({ version: newest, notes, isSigned: key !== undefined }));
    return newest;
  } catch (error) {
    throw new Failure('unavailable', (error as Error).message);
  }
}

function newestIn(sums: string, variant: string) {
  const versions = sums.split('\n').flatMap((line) => {
    const [, version = '', of = ''] =
      /\bmojian-(\d[\w.]*(?:-[a-z][\w.]*)?)-(linux-x64|linux-arm64|node)\.tar\.xz$/.exec(line.trim()) ?? [];
    return of === variant && versionPattern.test(version) ? [version] : [];
  });
  return versions.sort(compareVersions).at(-1);
}

/** Notes that lie beside the archives; undefined where there are none, or not those that the sums name. */
async function notesBeside(base: string, sums: string, version: string) {
  const name = `mojian-${version}-notes.md`;
  const wanted = readSum(sums, name);
  if (wanted === undefined) return undefined;
  const notes = await fetchText(new URL(name, base)).catch(() => '');
  return createHash('sha256').update(notes).digest('hex') === wanted ? plainNotes(notes) : undefined;
}

const updateCheck = z.object({ newest: z.string().optional(), notes: z.string().default('') });

/** Notes of a version, where the check for updates has read them. */
async function notesOf(db: Db, version: string) {
  const value = await readValue(db, 'updateCheck');
  const { data } = updateCheck.safeParse(value === undefined ? {} : JSON.parse(value));
  return data?.newest === version ? data.notes : '';
}

const coming = inPieces('.incoming-');
const arrived = 'arrived.part';

type Piece = { id: string; from: number; total: number; bytes: Uint8Array; owner: number };

/** Stores the next piece of a release; the last one makes it whole, to be checked. */
export async function receiveRelease({ config }: Pick<Deps, 'config'>, piece: Piece) {
  if (!config.upgradeKey) throw new Failure('invalid-input', '没有设 UPGRADE_KEY，传上来的发布包没法核对是谁做的');
  const folder = incomingFolder(config.dataDir);
  await makeFolder(folder, { mode: 0o700 });
  const whole = join(folder, arrived);
  const { received } = await coming.take({ ...piece, folder }, { whenWhole: (path) => putInPlace(path, whole) });
  return { received };
}

type Checked = { name: string; sums: string; signature: string };

/** Checks what was uploaded as root will again; what does not fit is not kept. @throws Failure naming the field */
export async function checkUploaded({ db, config }: Deps, { name, sums, signature }: Checked): Promise<UpgradeRelease> {
  const folder = incomingFolder(config.dataDir);
  const path = join(folder, arrived);
  try {
    if (!config.upgradeKey) throw new Failure('invalid-input', '没有设 UPGRADE_KEY，传上来的发布包没法核对是谁做的');
    const version = versionIn(name, await readVariant());
    if (!existsSync(path)) throw new Failure('stale', '还没有上传，请重新选择发布包', 'name');
    const wanted = refusable('signature', () => signedSum({ sums, signature, name, key: config.upgradeKey as never }));
    if ((await sumOf(path)) !== wanted)
      throw new Failure('invalid-input', '发布包与 SHA256SUMS 对不上：没有下载完，或被改过', 'name');
    await removeOthers(folder, arrived);
    await writeWhole(join(folder, 'SHA256SUMS'), Buffer.from(sums), { mode: 0o600 });
    await writeWhole(join(folder, 'SHA256SUMS.sig'), Buffer.from(signature), { mode: 0o600 });
    await putInPlace(path, join(folder, name));
    const notes = await notesInside(join(folder, name));
    await writeValue(db, uploaded, JSON.stringify({ version, notes, isSigned: true }));
    return { version, notes, isSigned: true, source: 'upload' };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function versionIn(name: string, variant: string) {
  const version = name.startsWith('mojian-') ? name.slice('mojian-'.length).split(`-${variant}.tar.xz`)[0] : undefined;
  if (version === undefined || !versionPattern.test(version) || archiveName(version, variant) !== name)
    throw new Failure('invalid-input', `这台机器要的发布包叫 ${archiveName('版本', variant)}`, 'name');
  if (compareVersions(version, programVersion()) <= 0)
    throw new Failure('invalid-input', `现在就是 ${programVersion()}，只能换成更新的`, 'name');
  return version;
}

function refusable<Result>(field: string, work: () => Result) {
  try {
    return work();
  } catch (error) {
    throw new Failure('invalid-input', (error as Error).message, field);
  }
}

async function sumOf(path: string) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function removeOthers(folder: string, stays: string) {
  for (const name of readdirSync(folder))
    if (name !== stays) await rm(join(folder, name), { recursive: true, force: true });
}

const [longestNotes, longestFile] = [5000, 64 * 1024];

/** Notes that a release carries for its owner; '' where it has none. */
async function notesInside(archive: string) {
  const options = ['-xJOf', archive, '--wildcards', '*/NOTES.md', '--occurrence=1'];
  const tar = spawn('tar', options, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 60_000 });
  tar.on('error', () => {});
  const notes = await text(limited(tar.stdout)).catch(() => '');
  tar.kill();
  return plainNotes(notes);
}

/** Without the title, which names the version, and without control characters. */
function plainNotes(notes: string) {
  return notes
    .replace(/^# [^\n]*\n/, '')
    .replace(/[^\P{C}\n]/gu, '')
    .trim()
    .slice(0, longestNotes);
}

async function* limited(source: AsyncIterable<Buffer>) {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > longestFile) return;
    yield chunk;
  }
}
