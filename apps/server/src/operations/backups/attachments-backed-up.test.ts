import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { madeFiles, mp3 } from '../../../test/made-files.ts';
import { upload } from '../../../test/upload.ts';
import { finishClosing } from '../../members/accounts/close-account.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { createSearch } from '../../platform/search/search.ts';
import { tables } from '../../tables.ts';
import { backUpInto } from './backups.ts';
import { restoreSite } from './restore.ts';

const site = freshSite();
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mojian-attachments-'));
  await site.change('uploads', { memberFiles: 20 });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const send = async (name: string, bytes: Uint8Array, viewer: Viewer = site.lin) =>
  (await upload(site, viewer, { name, bytes })).data.url;
const get = (url: string) => site.app.inject({ url });

test('a backup brings a recording of some megabytes back, byte for byte, with its name and its picture', {
  timeout: 120_000,
}, async () => {
  const song = mp3(20_000);
  const url = await send('长录音.mp3', song);
  await site.writes({ markdown: `[听](${url})` });
  const drawn = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#b32' } })
    .png()
    .toBuffer();
  const details = { url, seconds: 522, wave: '0z', poster: drawn.toString('base64') };
  const { poster } = await site.as(site.lin).files.describe({ body: details as never });
  const path = join(dataDir, 'now.zip');
  const deps = { ...site, databaseUrl: site.url, dataDir };
  await backUpInto(deps, path, () => {});
  for (const address of [url, poster]) await site.storage.remove(address.replace('/files/', ''));
  await site.db.deleteFrom('fileOwners').execute();
  await site.db.deleteFrom('files').execute();
  expect((await get(url)).statusCode).toBe(404);
  const replacing = { db: site.db, quiet: <Result>(work: () => Promise<Result>) => work(), onReplaced: async () => {} };
  await restoreSite({ ...deps, replacing }, path);
  const served = await get(url);
  expect(served.rawPayload.equals(song)).toBe(true);
  expect(decodeURIComponent(String(served.headers['content-disposition']))).toContain("''长录音.mp3");
  expect((await get(poster)).statusCode).toBe(200);
  const [row] = await site.db.selectFrom('files').select(['seconds', 'wave', 'width']).execute();
  expect(row).toEqual({ seconds: 522, wave: '0z', width: 40 });
});

test('files go with the account that uploaded them, but not what another member uploaded too', async () => {
  const [own, shared] = [await send('自己的.pdf', madeFiles.pdf()), await send('都有.zip', madeFiles.zip())];
  expect(await send('都有.zip', madeFiles.zip(), site.owner)).toBe(shared);
  await site.writes({ markdown: `[一](${own})\n\n[二](${shared})` });
  await site.db.updateTable('users').set({ closesAt: 1, keepWritings: 0 }).where('id', '=', site.lin.id).execute();
  await finishClosing({ ...site, search: createSearch(site.dialect), tables });
  const left = await site.db.selectFrom('files').select('key').execute();
  expect(left.map(({ key }) => `/files/${key}`)).toEqual([shared]);
  expect(await site.keptFiles()).toBe(1);
});

test('what no text uses is removed by the office with its bytes; what is used stays', async () => {
  const [used, unused] = [await send('用着.pdf', madeFiles.pdf()), await send('没用.zip', madeFiles.zip())];
  await site.writes({ markdown: `[一](${used})` });
  const keys = [used, unused].map((url) => url.replace('/files/', ''));
  const { done, failed } = await site.office(site.owner).files.remove({ body: { keys } });
  expect([done, failed.map(({ key }) => key)]).toEqual([1, [keys[0]]]);
  expect([(await get(used)).statusCode, await site.keptFiles()]).toEqual([200, 1]);
});

test('a member’s own archive names the files, with an address that opens them', async () => {
  await send('自己的.pdf', madeFiles.pdf());
  const { archiveFiles } = await import('../exports/archive-files.ts');
  let uploads = '';
  for await (const { name, content } of archiveFiles({ ...site, tables }, site.lin.id, async () => {}))
    for await (const piece of content) if (name === 'uploads.json') uploads += piece;
  const [file] = JSON.parse(uploads);
  expect(file).toMatchObject({ name: '自己的.pdf', type: 'application/pdf', bytes: madeFiles.pdf().length });
  expect((await get(file.url.replace(site.siteUrl, ''))).statusCode).toBe(200);
});
