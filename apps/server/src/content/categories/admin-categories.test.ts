import { paintingOf } from '@mojian/contract/core/cover-number';
import { pigments } from '@mojian/contract/core/pigments';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { testSite } from '../../../test/site.ts';
import { writeDraft } from '../drafts/drafts.ts';

let site: Awaited<ReturnType<typeof testSite>>;
beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

const office = () => site.office(site.owner).categories;
const list = () => office().list();
const create = (name: string, intro = '') => office().create({ body: { name, intro } });
const shown = async () => (await site.as(null).categories.list()).map(({ name }) => name);
const acts = async () =>
  (await site.db.selectFrom('auditLog').select(['act', 'after']).orderBy('id').execute()).map(
    ({ act, after }) => `${act} ${after}`,
  );
const drafts = async (category: string) => {
  const body = { key: 'browser-1', content: { title: '谷雨', markdown: '雨。', category } };
  const { id } = await site.as(site.lin).drafts.create({ body });
  return async () => (await site.as(site.lin).drafts.mine({ query: { id } })).content.category;
};

test('categories are created, ordered and renamed, for readers and in drafts', async () => {
  const [walks, code] = [await create('漫步', '走到哪里'), await create('代码')];
  await site.writes({ category: '漫步' });
  await site.writes({ category: '代码' });
  const inDraft = await drafts('漫步');
  expect((await list()).map(({ name, intro, articles }) => [name, intro, articles])).toEqual([
    ['漫步', '走到哪里', 1],
    ['代码', '', 1],
  ]);
  await office().order({ body: { ids: [code.id, walks.id] } });
  expect(await shown()).toEqual(['代码', '漫步']);
  const before = { name: '漫步', intro: '走到哪里' };
  await office().update({ body: { id: walks.id, name: ' 行  走 ', intro: '', before } });
  expect(await shown()).toEqual(['代码', '行 走']);
  expect(await inDraft()).toBe('行 走');
  expect(await acts()).toEqual([
    'categories.create {"name":"漫步","intro":"走到哪里"}',
    'categories.create {"name":"代码","intro":""}',
    'categories.order ["代码","漫步"]',
    'categories.update {"name":"行 走","intro":""}',
  ]);
});

test('members choose from categories without articles too, not from those that only hidden articles brought', async () => {
  await create('随笔');
  await site.writes({ category: '代码' });
  await site.writes({ category: '心事', state: 'private' });
  await site.writes({ category: '将来', state: 'scheduled', publishedAt: Date.now() + 60_000 });
  expect(await site.as(site.lin).categories.names()).toEqual(['代码', '随笔']);
  expect(await shown()).toEqual(['代码']);
  await expect(site.as(null).categories.names()).rejects.toMatchObject({ id: 'signed-out' });
  const content = { title: '谷雨', markdown: '雨。', category: '随笔' };
  const { id, version } = await site.as(site.lin).drafts.create({ body: { key: 'browser-1', content } });
  expect(await site.as(site.lin).drafts.submit({ body: { id, version } })).toMatchObject({ state: 'pending' });
});

test('a category that only private articles brought is not there for the staff, until one of the site is named so', async () => {
  const walks = await create('漫步');
  const id = await site.writes({ category: '心事', state: 'private' });
  const names = async () => (await list()).map(({ name }) => name);
  expect(await names()).toEqual(['漫步']);
  const hidden = await site.db
    .selectFrom('categories')
    .select('id')
    .where('name', '=', '心事')
    .executeTakeFirstOrThrow();
  const before = { name: '心事', intro: '' };
  const notFound = { id: 'not-found' };
  await expect(office().update({ body: { ...hidden, name: '心', intro: '', before } })).rejects.toMatchObject(notFound);
  await expect(office().remove({ query: hidden })).rejects.toMatchObject(notFound);
  await expect(office().remove({ query: { id: walks.id, to: hidden.id } })).rejects.toMatchObject({ field: 'to' });
  await expect(office().order({ body: { ids: [hidden.id, walks.id] } })).rejects.toMatchObject({ id: 'stale' });
  await office().order({ body: { ids: [walks.id] } });

  expect(await create('心事')).toEqual(hidden);
  expect(await names()).toEqual(['漫步', '心事']);
  await expect(create('心事')).rejects.toMatchObject({ id: 'taken' });
  const mine = await site.as(site.lin).articles.info({ query: { id } });
  expect(mine.category).toMatchObject({ id: hidden.id, name: '心事' });
  await site.writes({ category: '将来', state: 'draft' });
  expect(await names()).toEqual(['将来', '漫步', '心事']);
});

test('a draft saved while its category is renamed is stored under the new name', async () => {
  const { id } = await create('漫步');
  const content = { title: '谷雨', markdown: '雨。', category: '漫步' };
  const draft = await site.as(site.lin).drafts.create({ body: { key: 'browser-1', content } });
  const mine = async () => (await site.as(site.lin).drafts.mine({ query: { id: draft.id } })).content;
  const longer = { ...(await mine()), markdown: '雨停了，去走走。' };
  const [saved, renamed] = await atOnce(
    site,
    (trx) => writeDraft(trx, site.lin, { id: draft.id, version: draft.version, content: longer, words: 7 }),
    () => office().update({ body: { id, name: '行走', intro: '', before: { name: '漫步', intro: '' } } }),
  );
  expect([saved?.status, renamed?.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(await mine()).toMatchObject({ markdown: '雨停了，去走走。', category: '行走' });
});

test('the second of two concurrent changes to a category is a conflict and stores nothing', async () => {
  const { id } = await create('漫步');
  const other = await create('代码');
  const before = { name: '漫步', intro: '' };
  await office().update({ body: { id, name: '行走', intro: '', before } });
  await expect(office().update({ body: { id, name: '散步', intro: '', before } })).rejects.toMatchObject({
    id: 'stale',
  });
  await expect(office().order({ body: { ids: [id] } })).rejects.toMatchObject({ id: 'stale' });
  await expect(office().order({ body: { ids: [id, id] } })).rejects.toMatchObject({ id: 'stale' });
  await expect(
    office().update({ body: { id: other.id, name: '行走', intro: '', before: { name: '代码', intro: '' } } }),
  ).rejects.toMatchObject({ id: 'taken', field: 'name' });
  await expect(office().update({ body: { id: 99, name: '无', intro: '', before } })).rejects.toMatchObject({
    id: 'not-found',
  });
  expect((await list()).map(({ name }) => name)).toEqual(['行走', '代码']);
});

test('articles and drafts of a deleted category move to another or to none', async () => {
  const [walks, code] = [await create('漫步'), await create('代码')];
  const id = await site.writes({ category: '漫步' });
  const inDraft = await drafts('漫步');
  expect(await office().remove({ query: { id: walks.id, to: code.id } })).toEqual({ moved: 1 });
  expect((await site.as(null).articles.info({ query: { id } })).category?.name).toBe('代码');
  expect(await inDraft()).toBe('代码');
  expect(await office().remove({ query: { id: code.id } })).toEqual({ moved: 1 });
  expect((await site.as(null).articles.info({ query: { id } })).category).toBeNull();
  expect([await inDraft(), await list()]).toEqual(['', []]);
});

test('a category cannot be deleted into itself or an unknown one', async () => {
  const { id } = await create('漫步');
  for (const to of [id, 99])
    await expect(office().remove({ query: { id, to } })).rejects.toMatchObject({ field: 'to' });
  await expect(office().remove({ query: { id: 99 } })).rejects.toMatchObject({ id: 'not-found' });
  expect(await list()).toHaveLength(1);
});

test.each([
  [{ name: ' ' }, '请输入分类名'],
  [{ name: '长'.repeat(31) }, '分类名不能超过 30 个字'],
  [{ name: '好', intro: '长'.repeat(201) }, '简介不能超过 200 个字'],
  [{ name: '漫步' }, '已经有这个分类'],
])('a category %j is refused', async (body, words) => {
  await create('漫步');
  await expect(office().create({ body: body as never })).rejects.toThrow(words);
  expect(await list()).toHaveLength(1);
});

test('new categories take the next free pigment, the owner chooses another, and articles are drawn in it', async () => {
  for (const name of ['一', '二', '三', '四', '五', '六', '七', '八', '九']) await create(name);
  const made = (await list()).map(({ pigment }) => pigment);
  expect(made).toEqual([...pigments, 'plain']);
  const [first] = await list();
  if (!first) throw new Error('no category');
  await site.writes({ title: '谷雨', category: '一' });
  const { id, articles: _, ...before } = first;
  await office().update({ body: { id, ...before, pigment: 'moss', before } });
  const [card] = (await site.as(null).articles.list({ query: {} })).records;
  expect(card?.category).toEqual({ id, name: '一', pigment: 'moss' });
  expect(paintingOf(card?.coverNumber ?? -1)?.pigment).toBe(pigments.indexOf('moss'));
  expect((await site.as(null).categories.list())[0]).toMatchObject({ pigment: 'moss' });
  expect((await acts()).at(-1)).toBe('categories.update {"name":"一","intro":"","pigment":"苔","coverStyle":"画"}');
  // a call without a pigment leaves it alone
  await office().update({ body: { id, name: '一', intro: '甲', before: { name: '一', intro: '' } } });
  expect((await list())[0]).toMatchObject({ intro: '甲', pigment: 'moss' });
});

test('an unknown pigment is refused, and so is a choice made on what another has changed', async () => {
  const { id } = await create('漫步');
  const before = { name: '漫步', intro: '', pigment: 'plain' } as const;
  const wrong = { id, ...before, pigment: 'pink' as 'plain', before };
  await expect(office().update({ body: wrong })).rejects.toMatchObject({
    id: 'invalid-input',
    field: 'pigment',
    message: '没有这种颜料',
  });
  await office().update({ body: { id, ...before, pigment: 'ochre', before } });
  await expect(office().update({ body: { id, ...before, pigment: 'moss', before } })).rejects.toMatchObject({
    id: 'stale',
  });
  await expect(site.office(site.lin).categories.update({ body: { id, ...before, before } })).rejects.toMatchObject({
    id: 'not-allowed',
  });
});
