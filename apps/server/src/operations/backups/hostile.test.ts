import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip } from '../../../../../packages/foreign-files/test/make-zip.ts';
import { newDatabase } from '../../../test/database.ts';
import { fillFully } from '../../../test/full-site.ts';
import { testSite } from '../../../test/site.ts';
import { storedRows } from '../../../test/stored-rows.ts';
import { knownSteps } from '../../platform/db/migrate.ts';
import { localStorage } from '../../platform/storage/local-storage.ts';
import { backUpInto } from './backups.ts';
import { previewRestore } from './check-backup.ts';
import { restoreSite } from './restore.ts';

type Entries = Map<string, Buffer>;
type Packed = { name: string; bytes: Buffer; claims?: number; encrypted?: boolean };

let folder: string;
let good: Buffer;
let entries: Entries;
let deps: Parameters<typeof restoreSite>[0];
let before: Awaited<ReturnType<typeof storedRows>>;
let place: Awaited<ReturnType<typeof newDatabase>>;

/** Site shared by all hostile archives. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-hostile-'));
  const site = await testSite();
  await fillFully(site, 100);
  const path = join(folder, 'good.zip');
  await backUpInto({ ...site, databaseUrl: site.url, dataDir: folder }, path, () => {});
  await site.close();
  good = await readFile(path);
  entries = unpack(good);

  place = await newDatabase();
  const storage = localStorage(join(folder, 'files'));
  deps = { databaseUrl: place.url, dataDir: folder, storage, siteUrl: 'https://b' };
  await restoreSite(deps, path);
  before = await storedRows(place.url);
});
afterAll(async () => {
  await place.remove();
  await rm(folder, { recursive: true, force: true });
});

function unpack(zip: Buffer): Entries {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const found: Entries = new Map();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const [name = 0, extra = 0, note = 0] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const header = zip.readUInt32LE(at + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const bytes = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed;
    found.set(zip.toString('utf8', at + 46, at + 46 + name), bytes);
    at += 46 + name + extra + note;
  }
  return found;
}

const listed = (from: Entries): Packed[] => [...from].map(([name, bytes]) => ({ name, bytes }));
const changed = (name: string, bytes: Buffer | string) =>
  makeZip(...listed(new Map([...entries, [name, Buffer.from(bytes as string)]])));
const without = (name: string) => makeZip(...listed(new Map([...entries].filter(([one]) => one !== name))));
const beside = (...more: Packed[]) => makeZip(...listed(entries), ...more);

type Said = { [field: string]: unknown; tables: { name: string; rows: number; bytes: number; sha256: string }[] };

function said(change: (manifest: Said) => void) {
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as Said;
  change(manifest);
  return changed('manifest.json', JSON.stringify(manifest));
}

/** Rows other than those saved, with sums that fit: only the database can tell. */
function rewritten(table: string, change: (text: string) => string) {
  const name = `rows/${table}.ndjson`;
  const bytes = Buffer.from(change(entries.get(name)?.toString() ?? ''));
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as Said;
  const own = manifest.tables.find((one) => one.name === table);
  if (own) {
    own.bytes = bytes.length;
    own.sha256 = createHash('sha256').update(bytes).digest('hex');
    own.rows = bytes.toString().split('\n').length - 1;
  }
  const all = new Map([...entries, [name, bytes], ['manifest.json', Buffer.from(JSON.stringify(manifest))]] as const);
  return makeZip(...listed(all));
}

/** Turns over one bit in the middle of what an entry packs. */
function flipped(name: string) {
  const zip = Buffer.from(good);
  const at = zip.indexOf(name) + name.length + 40;
  zip.writeUInt8((zip[at] ?? 0) ^ 1, at);
  return zip;
}

const someFile = () => [...entries.keys()].find((name) => name.startsWith('files/')) ?? '';
const zeros = Buffer.alloc(17 * 1024 * 1024);

const hostile: Record<string, [() => Buffer, RegExp]> = {
  nothing: [() => Buffer.alloc(0), /不是 zip/],
  'no zip': [() => Buffer.from('墨笺'.repeat(1000)), /不是 zip/],
  'half of one': [() => good.subarray(0, good.length / 2), /不是 zip|没有传完/],
  'one without its end': [() => good.subarray(0, good.length - 30), /不是 zip|没有传完/],
  'another zip': [() => makeZip({ name: 'manifest.json', bytes: '{"name":"别家"}' }), /不是墨笺的备份/],
  'a zip of other files': [() => makeZip({ name: 'a.md', bytes: '一' }), /不该有的「a\.md」/],
  'an empty zip': [() => makeZip(), /没有 manifest/],
  'a way out': [() => beside({ name: '../mojian.db', bytes: Buffer.from('x') }), /指向别处/],
  'a way out of the files': [() => beside({ name: 'files/../../x.webp', bytes: Buffer.from('x') }), /指向别处/],
  'an absolute way': [() => beside({ name: '/etc/passwd', bytes: Buffer.from('x') }), /指向别处/],
  'a name that steers the terminal': [
    () => beside({ name: '\u001b[2J\u0007a.md', bytes: Buffer.from('x') }),
    /^[^\p{Cc}]*不该有的「\[2Ja\.md」[^\p{Cc}]*$/u,
  ],
  'a version that steers the terminal': [
    () => said((manifest) => (manifest.steps as string[]).push('099-\u001b]0;x\u0007')),
    /^[^\p{Cc}]*099-\]0;x[^\p{Cc}]*$/u,
  ],
  'a program beside': [() => beside({ name: 'files/ab/x.html', bytes: Buffer.from('x') }), /不该有的/],
  'the same twice': [() => beside({ name: 'rows/users.ndjson', bytes: Buffer.from('') }), /两个 rows\/users/],
  'one with a password': [
    () => makeZip(...listed(entries).map((entry) => ({ ...entry, encrypted: entry.name === 'files.ndjson' }))),
    /密码/,
  ],
  'a bomb': [() => changed('rows/says.ndjson', zeros), /压缩率异常/],
  'a liar about sizes': [
    () => makeZip(...listed(entries).map((one) => (one.name === 'rows/tags.ndjson' ? { ...one, claims: 7 } : one))),
    /rows\/tags\.ndjson 的大小/,
  ],
  'rows with one bit turned': [() => flipped('rows/articles.ndjson'), /rows\/articles\.ndjson 损坏/],
  'a picture with one bit turned': [() => flipped(someFile()), /files\/.* 损坏/],
  'a manifest with one bit turned': [() => flipped('manifest.json'), /manifest\.json (损坏|读不懂)/],
  'a table left away': [() => without('rows/users.ndjson'), /缺少 rows\/users/],
  'a picture left away': [() => without(someFile()), /图片应有/],
  'no listing': [() => without('files.ndjson'), /缺少 files\.ndjson/],
  'a table unnamed': [
    () =>
      said((manifest) =>
        manifest.tables.splice(
          manifest.tables.findIndex(({ name }) => name === 'likes'),
          1,
        ),
      ),
    /缺少表 likes/,
  ],
  'a newer format': [() => said((manifest) => Object.assign(manifest, { format: 2 })), /更新的版本/],
  'newer tables': [() => said((manifest) => (manifest.steps as string[]).push('099-later')), /更新的版本（099-later）/],
  'no steps': [() => said((manifest) => Object.assign(manifest, { steps: [] })), /steps 不对/],
  'a version before 0.2.0': [
    () => said((manifest) => Object.assign(manifest, { steps: ['001-start'] })),
    /0\.2\.0 以前/,
  ],
  'a manifest of nonsense': [() => said((manifest) => Object.assign(manifest, { tables: 'all' })), /tables 不对/],
  'a table that does not exist': [
    () =>
      said((manifest) => {
        for (const table of manifest.tables) if (table.name === 'tags') Object.assign(table, { columns: ['id; --'] });
      }),
    /columns/,
  ],
  'rows that name no other row': [
    () => rewritten('articleTags', (text) => text.replace(/^\[\d+/, '[4242')),
    /数据对不上/,
  ],
  'rows that stand twice': [() => rewritten('tags', (text) => `${text}${text.split('\n')[0]}\n`), /数据对不上/],
  'rows of another shape': [() => rewritten('tags', () => '[1]\n'), /tags\.ndjson 损坏/],
  'rows that are no JSON': [() => rewritten('tags', () => '[1,\n'), /tags\.ndjson 损坏/],
  'a last line without its end': [() => rewritten('tags', (text) => `${text}[1`), /不完整|损坏/],
};

test.each(Object.entries(hostile))(
  '%s is refused with its reason, and the site stays as it is',
  async (_, [make, why]) => {
    const path = join(folder, 'hostile.zip');
    await writeFile(path, make());
    const files = await readdir(join(folder, 'files'), { recursive: true });
    const refusal = { id: 'invalid-input', message: expect.stringMatching(why) };
    await expect(restoreSite(deps, path)).rejects.toMatchObject(refusal);
    expect(await storedRows(place.url)).toEqual(before);
    expect(await readdir(join(folder, 'files'), { recursive: true })).toEqual(files);
    expect((await readdir(folder)).filter((name) => name.startsWith('.copy'))).toEqual([]);
  },
);

test('a dry run reports what would change and changes nothing', async () => {
  const path = join(folder, 'good.zip');
  const { tables, ...counts } = await previewRestore(place.url, path);
  expect(counts).toMatchObject({ site: 'https://mojian.example', isEmpty: false, missing: 0, step: knownSteps.at(-1) });
  expect(tables.find(({ name }) => name === 'comments')).toEqual({ name: 'comments', now: 101, later: 101 });
  const nowhere = join(folder, 'nowhere', 'mojian.db');
  expect(await previewRestore(nowhere, path)).toMatchObject({ isEmpty: true });
  await expect(previewRestore(place.url, join(folder, 'none.zip'))).rejects.toThrow('没有这个文件');
  expect(await storedRows(place.url)).toEqual(before);
});
