import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { forgetSettings, readSettings } from '../../core/settings/settings.ts';
import { publicFiles } from '../../core/uploads/public-files.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { createSearch } from '../../platform/search/search.ts';
import { localStorage } from '../../platform/storage/local-storage.ts';
import { keyOfAddress } from '../../platform/storage/storage.ts';
import { fillFirstSite } from '../sample/fill.ts';
import { type Drawing, drawPicture } from './draw-picture.ts';
import { fillDemo, requireEmpty } from './fill-demo.ts';

let base: Awaited<ReturnType<typeof testDatabase>>;
let folder: string;

beforeEach(async () => {
  base = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'mojian-demo-'));
});
afterEach(async () => {
  await base.close();
  await rm(folder, { recursive: true, force: true });
});

const slow = { timeout: 120_000 };
const siteUrl = 'https://mojian.example';
const deps = () => ({
  db: base.db,
  storage: localStorage(folder),
  search: createSearch(base.dialect),
  siteUrl,
  draw: (drawing: Drawing) => drawPicture({ ...drawing, width: 320, height: 256 }),
});

const fillFirst = () => fillFirstSite({ ...deps(), config: { siteUrl, sampleContent: true } });

async function count(table: keyof Schema) {
  const rows = await base.db
    .selectFrom(table as 'says')
    .selectAll()
    .execute();
  return rows.length;
}

test(
  'a new site becomes a lively one of three years, whose pictures are there and whose counts are true',
  slow,
  async () => {
    await fillFirst();
    const now = Date.parse('2026-06-01T12:00:00+08:00');
    const steps: string[] = [];
    const filled = await fillDemo({ ...deps(), onStep: (words) => steps.push(words) }, now);
    expect(filled).toMatchObject({ members: 12 });
    expect(steps).toEqual(['12 位会员', '图片', `${filled.articles} 篇文章`, '说说、评论与来往']);

    const articles = await base.db.selectFrom('articles').selectAll().orderBy('publishedAt').execute();
    expect(articles.length).toBeGreaterThanOrEqual(40);
    expect(articles.every(({ publishedAt, state }) => Number(publishedAt) < now && state === 'published')).toBe(true);
    expect(await count('says')).toBeGreaterThanOrEqual(40);
    expect(await count('categories')).toBe(8);
    expect(await count('albums')).toBe(3);
    const says = await base.db.selectFrom('says').selectAll().orderBy('createdAt').execute();
    expect(now - Number(says[0]?.createdAt)).toBeGreaterThan(2.8 * 365 * 86_400_000);

    const shown = [
      ...articles.flatMap(({ markdown, cover }) => [markdown, cover]),
      ...says.map(({ pictures }) => pictures),
    ];
    expect(shown.join('\n')).not.toContain('demo:');
    const addresses = new Set(shown.join('\n').match(/\/files\/[\w/-]+\.webp/g));
    expect(addresses.size).toBe(filled.pictures);
    for (const address of addresses) expect(await localStorage(folder).has(keyOfAddress(address) ?? '')).toBe(true);
    const faces = await base.db.selectFrom('users').select('avatar').where('avatar', '<>', '').execute();
    const keys = [...addresses, ...faces.map(({ avatar }) => avatar)].map((address) => keyOfAddress(address) ?? '');
    const seen = await publicFiles(base.db, keys);
    expect(
      keys.filter((key) => !seen.has(key)),
      'pictures that a visitor is refused',
    ).toEqual([]);

    const commented = articles.reduce((sum, { comments }) => sum + comments, 0);
    expect(commented + says.reduce((sum, { comments }) => sum + comments, 0)).toBe(await count('comments'));
    const liked = await base.db.selectFrom('likes').selectAll().where('kind', '=', 'article').execute();
    expect(articles.reduce((sum, { likes }) => sum + likes, 0)).toBe(liked.length);
    const late = await base.db.selectFrom('comments').select('text').where('createdAt', '>', now).execute();
    expect(late).toEqual([]);
    for (const table of [
      'highlights',
      'follows',
      'links',
      'boardMessages',
      'chatMessages',
      'collects',
      'notices',
    ] as const)
      expect(await count(table), table).toBeGreaterThan(5);

    forgetSettings(base.db);
    expect((await readSettings(base.db)).identity.name).toBe('檐下');
    expect(await deps().search.find(base.db, '柿饼', { limit: 5, offset: 0 })).toMatchObject({
      total: expect.any(Number),
    });
    expect(await base.db.selectFrom('sampleRows').selectAll().execute()).toEqual([]);
    await expect(fillDemo(deps())).rejects.toThrow(/站里已经有内容（48 篇文章、.*12 位会员）/);
  },
);

test('a site with an article of its own is refused, and keeps it and the first content', async () => {
  await fillFirst();
  const before = await count('articles');
  const owner = await base.db.selectFrom('users').select('id').where('role', '=', 'owner').executeTakeFirstOrThrow();
  await base.db.insertInto('says').values({ authorId: owner.id, text: '自己写的', createdAt: 1 }).execute();
  await expect(requireEmpty(base.db)).rejects.toThrow('站里已经有内容（1 条说说），演示内容只放进空的站点');
  await expect(fillDemo(deps())).rejects.toThrow('1 条说说');
  expect(await count('articles')).toBe(before);
});

test('first content that the owner edited is no empty site', async () => {
  await fillFirst();
  const before = await count('articles');
  const [article] = await base.db.selectFrom('articles').select('id').orderBy('id').execute();
  await base.db
    .updateTable('articles')
    .set({ title: '我的第一篇' })
    .where('id', '=', article?.id ?? 0)
    .execute();
  await expect(fillDemo(deps())).rejects.toThrow('示例内容有人动过（文章《我的第一篇》（改动过）');
  expect(await count('articles')).toBe(before);
});

test('an owner who named themselves and the site keeps both names', slow, async () => {
  await fillFirstSite({ ...deps(), config: { siteUrl, sampleContent: false } });
  await base.db.updateTable('users').set({ nickname: '阿明', nicknameKey: '阿明', intro: '我' }).execute();
  await base.db.insertInto('settings').values({ name: 'identity', value: '{"name":"听雨楼"}' }).execute();
  await fillDemo(deps());
  forgetSettings(base.db);
  expect((await readSettings(base.db)).identity.name).toBe('听雨楼');
  const owner = base.db.selectFrom('users').select(['nickname', 'intro']).where('role', '=', 'owner');
  expect(await owner.executeTakeFirst()).toEqual({ nickname: '阿明', intro: '我' });
});
