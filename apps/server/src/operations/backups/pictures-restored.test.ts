import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { upload } from '../../../test/upload.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { backUpInto } from './backups.ts';
import { restoreSite } from './restore.ts';

const slow = { timeout: 300_000 };
const site = freshSite();
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mojian-pictures-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const deps = () => ({ ...site, databaseUrl: site.url, dataDir });

async function picture(background: string) {
  const bytes = await sharp({ create: { width: 600, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  return (await upload(site, site.lin, bytes)).data.url;
}

/** A published article and a draft of 小林's, each with a picture. */
async function fill() {
  const [open, hidden] = [await picture('red'), await picture('blue')];
  await site.writes({ title: '公开', markdown: `![](${open})` });
  const content = { title: '草稿', markdown: `![](${hidden})` };
  const { id } = await site.as(site.lin).drafts.create({ body: { key: 'browser-1', content } });
  return { open, hidden, id };
}

const get = async (url: string) => (await site.app.inject({ url })).statusCode;
const shownTo = async (viewer: Viewer, url: string) =>
  (await site.as(viewer).files.sizes({ query: { addresses: url } }))[0]?.shown ?? '';

async function expectShown({ open, hidden, id }: Awaited<ReturnType<typeof fill>>) {
  expect([await get(open), await get(hidden)]).toEqual([200, 404]);
  const { content } = await site.as(site.lin).drafts.mine({ query: { id } });
  expect(content.markdown).toContain(hidden);
  const signed = await shownTo(site.lin, hidden);
  expect(signed).toContain('&s=');
  expect(await get(signed)).toBe(200);
  expect(await get(await shownTo(site.ming, hidden))).toBe(404);
  await expect(site.as(site.ming).drafts.mine({ query: { id } })).rejects.toMatchObject({ id: 'not-found' });
  return signed;
}

/** The running site becomes what the backup says. */
const restore = (path: string) => {
  const replacing = {
    db: site.db,
    quiet: <Result>(work: () => Promise<Result>) => work(),
    onReplaced: async () => {},
  };
  return restoreSite({ ...deps(), replacing }, path);
};

test('pictures of a backup keep their visibility, and signatures stay valid', slow, async () => {
  const filled = await fill();
  const before = await expectShown(filled);
  const path = join(dataDir, 'now.zip');
  await backUpInto(deps(), path, () => {});
  await site.db.deleteFrom('drafts').execute();
  await site.db.deleteFrom('articles').execute();
  await site.db.deleteFrom('secrets').execute();
  await restore(path);
  await expectShown(filled);
  expect(await get(before)).toBe(200);
});
