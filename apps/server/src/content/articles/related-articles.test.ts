import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { chooseDue, chooseRelated } from './related.ts';

const site = freshSite();

const shown = async (id: number) => (await site.as(null).articles.info({ query: { id } })).related;
/** Once all that is due was chosen. */
async function related(id: number) {
  await chooseDue(site);
  return (await shown(id)).map(({ title }) => title);
}
const writes = (title: string, summary: string, more: Parameters<typeof site.writes>[0] = {}) =>
  site.writes({ title, summary, markdown: `${summary}\n\n其余。`, ...more });

test('without a shared tag, similar texts come first', async () => {
  const id = await writes('给编辑器加上离线草稿', '断网时草稿先写进浏览器，恢复之后再存到服务器');
  await writes('晒太阳的猫', '午后在阳台看一只猫睡觉');
  await writes('浏览器里的离线草稿', '编辑器断网怎么办，草稿怎么恢复');
  await writes('煮一壶茶', '水开之前想了想今年的计划');
  expect(await related(id)).toEqual(['浏览器里的离线草稿']);
});

test('a shared tag outweighs similar words; among equal tags the words decide', async () => {
  const id = await writes('给编辑器加上离线草稿', '断网时草稿先写进浏览器', { tags: ['前端'] });
  await writes('编辑器的离线草稿', '断网时草稿写进浏览器，给编辑器加上离线');
  await writes('毫不相干', '说说天气', { tags: ['前端'], publishedAt: Date.now() });
  await writes('编辑器与草稿', '离线的编辑器', { tags: ['前端'], publishedAt: 1000 });
  expect(await related(id)).toEqual(['编辑器与草稿', '毫不相干', '编辑器的离线草稿']);
});

test('one common word does not relate two articles', async () => {
  const id = await writes('春天', '雨水落在屋顶');
  await writes('秋天的雨水', '别的事情');
  expect(await related(id)).toEqual([]);
});

test('unpublished, removed and locked texts are not compared', async () => {
  const id = await writes('给编辑器加上离线草稿', '断网时草稿先写进浏览器');
  await writes('编辑器离线草稿一', '断网时草稿写进浏览器', { state: 'draft' });
  const removed = await writes('编辑器离线草稿二', '断网时草稿写进浏览器');
  await site.writes({
    title: '锁着的',
    markdown: `开头。\n\n<!-- more -->\n\n${'编辑器离线草稿，断网时草稿先写进浏览器。'.repeat(5)}`,
    readType: 4,
  });
  await site.db.updateTable('articles').set({ removedAt: 1 }).where('id', '=', removed).execute();
  expect(await related(id)).toEqual([]);
});

test('until related articles are computed, the newest of the category are shown', async () => {
  const older = await writes('春天', '雨水', { category: '四时', publishedAt: 1000 });
  await writes('夏天', '荷花', { category: '四时', publishedAt: 2000 });
  const id = await writes('秋天', '桂花', { category: '四时', publishedAt: 3000 });
  expect((await shown(id)).map(({ title }) => title)).toEqual(['夏天', '春天']);
  await site.db.updateTable('articles').set({ state: 'withdrawn' }).where('id', '=', older).execute();
  expect((await shown(id)).map(({ title }) => title)).toEqual(['夏天']);
});

test('a new article becomes related to similar ones, and only changed articles are recomputed', async () => {
  const old = await writes('给编辑器加上离线草稿', '断网时草稿先写进浏览器', { tags: ['前端'] });
  await chooseDue(site);
  const id = await writes('编辑器的离线草稿', '断网时草稿写进浏览器', { tags: ['前端'] });
  expect(await site.db.selectFrom('relatedDue').select('articleId').execute()).toEqual([{ articleId: id }]);
  await chooseRelated(site, [id]);
  expect((await shown(old)).map((one) => one.id)).toEqual([id]);
  expect(await site.db.selectFrom('relatedDue').select('articleId').execute()).toEqual([]);
  const drops = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute();
  expect(JSON.parse(drops.at(-1)?.payload ?? '').tags).toEqual([`article:${id}`, `article:${old}`]);
});

test('an article that loses a tag is no longer related to the others with that tag', async () => {
  const old = await writes('晒太阳的猫', '午后', { tags: ['猫'] });
  const id = await writes('煮一壶茶', '水开之前', { tags: ['猫'] });
  expect((await related(old)).length).toBe(1);
  await site.db.deleteFrom('articleTags').where('articleId', '=', id).execute();
  expect(await related(old)).toEqual([]);
});

test('at most six related articles are stored, never the article itself', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 9; n++) ids.push(await writes(`第 ${n} 篇`, '同一个标签', { tags: ['合集'] }));
  await chooseDue(site);
  const rows = await site.db.selectFrom('relatedArticles').selectAll().execute();
  for (const id of ids) expect(rows.filter(({ articleId }) => articleId === id).length).toBe(6);
  expect(rows.filter(({ articleId, relatedId }) => articleId === relatedId)).toEqual([]);
});

test('related articles never include an unreadable one after random acts', { timeout: 120_000 }, async () => {
  const ids: number[] = [];
  for (let n = 0; n < 8; n++)
    ids.push(await writes(`离线草稿 ${n}`, '断网时草稿写进浏览器', { tags: ['前端'], category: '技术' }));
  const states = ['published', 'withdrawn', 'draft', 'private', 'scheduled', 'pending'] as const;
  const act = fc.oneof(
    fc.record({ state: fc.constantFrom(...states) }),
    fc.record({ removedAt: fc.constantFrom(null, 1) }),
    fc.record({ kind: fc.constantFrom('article' as const, 'page' as const) }),
    fc.record({ title: fc.constantFrom('离线草稿', '别的题目') }),
  );
  const acts = fc.array(fc.tuple(fc.nat(7), act, fc.boolean()), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(acts, async (some) => {
      for (const [at, change, isChosen] of some) {
        await site.db
          .updateTable('articles')
          .set(change)
          .where('id', '=', ids[at] ?? 0)
          .execute();
        if (isChosen) await chooseRelated(site, ids);
      }
      const rows = await site.db.selectFrom('articles').select(['id', 'state', 'removedAt', 'kind']).execute();
      const open = rows.filter((row) => row.state === 'published' && row.removedAt === null);
      const listed = new Set(open.filter(({ kind }) => kind === 'article').map(({ id }) => id));
      for (const { id } of open)
        for (const one of await shown(id)) expect([one.id !== id, listed.has(one.id)]).toEqual([true, true]);
    }),
    { numRuns: 25 },
  );
});
