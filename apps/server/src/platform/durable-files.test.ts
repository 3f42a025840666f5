import { readlinkSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { foldersMade, putInPlace, writeWhole } from './durable-files.ts';

let folder: string;
let synced: { path: string; names: string[] }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-durable-'));
  await recordSyncs();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** Records what each sync meets: the path, and the names in it where it is a folder. */
async function recordSyncs() {
  synced = [];
  const any = await open(folder);
  const prototype = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const sync = prototype.sync;
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const path = readlinkSync(`/proc/self/fd/${this.fd}`);
    synced.push({ path: path.slice(folder.length + 1), names: await readdir(path).catch(() => []) });
    return sync.call(this);
  });
}

test.runIf(process.platform === 'linux')(
  'a file is on the disk with its name and each new folder above it',
  async () => {
    await writeWhole(join(folder, 'files/9c/picture.webp'), Buffer.from('picture'));
    expect(synced).toEqual([
      { path: 'files', names: ['9c'] },
      { path: '', names: ['files'] },
      { path: expect.stringMatching(/^files\/9c\/picture\.webp\..*\.part$/), names: [] },
      { path: 'files/9c', names: ['picture.webp'] },
    ]);
  },
);

test.runIf(process.platform === 'linux')('a folder takes its name once all in it is on the disk', async () => {
  await writeWhole(join(folder, 'export.part/texts/one.md'), Buffer.from('one'));
  await writeFile(join(folder, 'export.part/two.md'), 'two');
  synced = [];
  await putInPlace(join(folder, 'export.part'), join(folder, 'export'));
  expect(synced.map(({ path }) => path)).toEqual([
    'export.part/texts/one.md',
    'export.part/texts',
    'export.part/two.md',
    'export.part',
    '',
  ]);
  expect(synced.at(-1)?.names).toEqual(['export']);
});

test('a file that cannot be written leaves nothing', async () => {
  await writeFile(join(folder, 'taken'), '');
  await expect(writeWhole(join(folder, 'taken/file'), Buffer.from('x'))).rejects.toThrow();
  await expect(putInPlace(join(folder, 'none'), join(folder, 'file'))).rejects.toThrow('ENOENT');
  expect(await readdir(folder)).toEqual(['taken']);
});

test('the folders made end with the first one, in whatever form the system names it', () => {
  expect(foldersMade('/srv/blog/files/ab', '/srv/blog/files', posix)).toEqual([
    '/srv/blog/files/ab',
    '/srv/blog/files',
  ]);
  const [shard, files] = [String.raw`C:\blog\files\ab`, String.raw`C:\blog\files`];
  for (const first of [files, String.raw`\\?\C:\blog\files`])
    expect(foldersMade(shard, first, win32)).toEqual([shard, files]);
  expect(foldersMade(files, String.raw`D:\elsewhere`, win32)).toEqual([files, String.raw`C:\blog`, 'C:\\']);
});
