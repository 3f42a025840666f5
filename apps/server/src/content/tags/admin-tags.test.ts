import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectRightLists } from '../../../test/article-lists.ts';
import { atOnce } from '../../../test/at-once.ts';
import { testSite } from '../../../test/site.ts';
import { writeTags } from '../articles/save-article.ts';

let site: Awaited<ReturnType<typeof testSite>>;
beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

const office = () => site.office(site.owner).tags;
const list = async (query: object = {}) => (await office().list({ query })).records;
const named = async (name: string) => (await list()).find((tag) => tag.name === name)?.id ?? 0;
const unused = (name: string) => site.db.insertInto('tags').values({ name }).returning('id').executeTakeFirstOrThrow();
const tagsOf = async (id: number) =>
  (await site.as(null).articles.info({ query: { id } })).tags.map(({ name }) => name).toSorted();
const acts = async () =>
  (await site.db.selectFrom('auditLog').select('act').orderBy('id').execute()).map(({ act }) => act);
const draft = async (tags: string[]) => {
  const body = { key: 'browser-1', content: { title: '谷雨', markdown: '雨。', tags } };
  const { id } = await site.as(site.lin).drafts.create({ body });
  return async () => (await site.as(site.lin).drafts.mine({ query: { id } })).content.tags;
};

test('tags are listed by use, and searched by name and use', async () => {
  await site.writes({ tags: ['雨', '春'] });
  await site.writes({ tags: ['雨'] });
  await unused('100%');
  expect((await list()).map(({ name, articles }) => [name, articles])).toEqual([
    ['雨', 2],
    ['春', 1],
    ['100%', 0],
  ]);
  expect((await list({ use: 'unused' })).map(({ name }) => name)).toEqual(['100%']);
  expect((await list({ use: 'used', text: '春' })).map(({ name }) => name)).toEqual(['春']);
  expect(await list({ text: '%%' })).toEqual([]);
});

test('drafts, withdrawn and trashed articles count for a tag, private ones do not and hide a tag of their own', async () => {
  const write = async (state: 'draft' | 'withdrawn' | 'private' | 'published', tags: string[]) =>
    site.writes({ state, tags });
  await write('published', ['雨']);
  await write('draft', ['雨', '草']);
  await write('withdrawn', ['雨']);
  await write('private', ['雨', '秘密']);
  const trashed = await write('published', ['雨']);
  await site.db.updateTable('articles').set({ removedAt: 1 }).where('id', '=', trashed).execute();
  const counts = async (query: object = {}) => (await list(query)).map(({ name, articles }) => [name, articles]);
  expect(await counts()).toEqual([
    ['雨', 4],
    ['草', 1],
  ]);
  expect(await counts({ use: 'used' })).toEqual(await counts());
  expect(await counts({ use: 'unused' })).toEqual([]);
});

test('a tag that only private articles carry is not there for renaming, deleting or merging', async () => {
  await site.writes({ state: 'private', tags: ['雨', '秘密'] });
  await site.writes({ tags: ['雨'] });
  const { id: spare } = await unused('闲');
  const { id } = await site.db.selectFrom('tags').select('id').where('name', '=', '秘密').executeTakeFirstOrThrow();
  const rain = await named('雨');
  for (const merge of [
    { ids: [id], into: rain },
    { ids: [rain], into: id },
  ])
    for (const isTrial of [true, false])
      await expect(office().merge({ body: { ...merge, try: isTrial } })).rejects.toMatchObject({ id: 'not-found' });
  const gone = [{ id, why: '标签不存在' }];
  expect(await office().act({ body: { ids: [id], act: 'remove' } })).toEqual({ done: 0, failed: gone });
  await expect(office().rename({ body: { id, before: '秘密', name: '公开' } })).rejects.toMatchObject({
    id: 'not-found',
  });
  expect(await acts()).toEqual([]);
  expect(await office().merge({ body: { ids: [spare], into: rain } })).toMatchObject({ gone: ['闲'] });
});

test('a tag is renamed for readers and in drafts; a taken, deleted or changed name is refused', async () => {
  const id = await site.writes({ tags: ['雨', '春'] });
  const inDraft = await draft(['雨', '江南']);
  const rain = await named('雨');
  await office().rename({ body: { id: rain, before: '雨', name: ' 雨水 ' } });
  expect(await tagsOf(id)).toEqual(['春', '雨水'].toSorted());
  expect(await inDraft()).toEqual(['雨水', '江南']);
  const rename = (body: object) => office().rename({ body: { id: rain, before: '雨水', name: '好', ...body } });
  await expect(rename({ name: '春' })).rejects.toMatchObject({ id: 'taken', field: 'name' });
  await expect(rename({ before: '雨' })).rejects.toMatchObject({ id: 'stale' });
  await expect(rename({ id: 99 })).rejects.toMatchObject({ id: 'not-found' });
  await expect(rename({ name: ' ' })).rejects.toThrow('请输入标签名');
  await expect(rename({ name: '长'.repeat(31) })).rejects.toThrow('标签名不能超过 30 个字');
  expect(await acts()).toEqual(['tags.rename']);
});

test('a merge is previewed, then gives every article the remaining tag once', async () => {
  const both = await site.writes({ tags: ['雨', '雨水', '春'] });
  const one = await site.writes({ tags: ['雨水'] });
  const inDraft = await draft(['雨水', '雨']);
  const [rain, water, spring] = [await named('雨'), await named('雨水'), await named('春')];
  const merge = { ids: [water, rain], into: rain };
  expect(await office().merge({ body: { ...merge, try: true } })).toEqual({ into: '雨', gone: ['雨水'], articles: 1 });
  expect(await tagsOf(one)).toEqual(['雨水']);
  expect(await acts()).toEqual([]);
  await office().merge({ body: merge });
  expect(await tagsOf(one)).toEqual(['雨']);
  expect(await tagsOf(both)).toEqual(['春', '雨'].toSorted());
  expect(await inDraft()).toEqual(['雨']);
  expect(await named('雨水')).toBe(0);
  await expect(office().merge({ body: { ids: [rain], into: rain } })).rejects.toThrow('请选择要并进来的标签');
  await expect(office().merge({ body: { ids: [spring, water], into: rain } })).rejects.toMatchObject({
    id: 'not-found',
  });
  expect(await acts()).toEqual(['tags.merge']);
});

test('an article trashed or published while its tag is merged is in the lists that its state asks for', async () => {
  const [trashed, shown] = [
    await site.writes({ tags: ['雨'] }),
    await site.writes({ tags: ['雨'], state: 'withdrawn' }),
  ];
  await site.writes({ tags: ['雨水'] });
  const merge = { ids: [await named('雨')], into: await named('雨水') };
  const [, merged] = await atOnce(
    site,
    async (trx) => {
      await trx.updateTable('articles').set({ removedAt: 1 }).where('id', '=', trashed).execute();
      await trx.updateTable('articles').set({ state: 'published', publishedAt: 1 }).where('id', '=', shown).execute();
    },
    () => office().merge({ body: { ...merge, try: false } }),
  );
  expect(merged).toMatchObject({ status: 'fulfilled' });
  await expectRightLists(site.db);
  const { total } = await site.as(null).articles.list({ query: { tagId: merge.into } });
  expect(total).toBe(2);
});

test('only tags without articles are deleted; trashed articles count', async () => {
  const id = await site.writes({ tags: ['雨'] });
  await site.office(site.owner).articles.act({ body: { ids: [id], act: 'trash' } });
  const [rain, spare] = [await named('雨'), (await unused('闲')).id];
  expect(await office().act({ body: { ids: [rain, spare, 99], act: 'remove' } })).toEqual({
    done: 1,
    failed: [
      { id: rain, why: '还有文章用着「雨」' },
      { id: 99, why: '标签不存在' },
    ],
  });
  expect((await list()).map(({ name }) => name)).toEqual(['雨']);
});

test('a tag assigned while it is deleted stays', async () => {
  const [id, { id: rain }] = [await site.writes(), await unused('雨')];
  const [, removed] = await atOnce(
    site,
    (trx) => writeTags(trx, id, ['雨']),
    () => office().act({ body: { ids: [rain], act: 'remove' } }),
  );
  expect(removed).toMatchObject({ value: { done: 0, failed: [{ id: rain, why: '还有文章用着「雨」' }] } });
  expect(await tagsOf(id)).toEqual(['雨']);
});

test('accents in two characters and what cannot be seen make no twin of a tag', async () => {
  await site.writes({ tags: ['café', '生活'] });
  await site.writes({ tags: ['cafe\u0301', '生\u200b活'] });
  const found = (await list()).map(({ name, articles }) => `${name} ${articles}`);
  expect(found.toSorted()).toEqual(['café 2', '生活 2']);
});
