import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { draftQuota } from './drafts.ts';

const site = freshSite();

const begin = (viewer: Viewer, key: string, markdown = '雨水。') =>
  site
    .as(viewer)
    .drafts.create({ body: { key: `browser ${key}`.replaceAll(' ', '-'), content: { title: '春天', markdown } } });
const counted = async (table: 'articles' | 'drafts' | 'revisions') => {
  const { n } = await site.db
    .selectFrom(table as 'articles')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
};

/** As many articles of a member that nobody reads. */
async function fillWith(authorId: number, count: number) {
  const { id } = await begin(site.lin, 'model');
  const { id: _, ...model } = await site.db
    .selectFrom('articles')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await site.db.deleteFrom('articles').where('id', '=', id).execute();
  for (let from = 0; from < count; from += 25)
    await site.db
      .insertInto('articles')
      .values(Array.from({ length: Math.min(25, count - from) }, () => ({ ...model, authorId, draftKey: null })))
      .execute();
}

/** A version in the history of an article, so many megabytes long. */
const keep = (articleId: number, reason: 'time' | 'published', megabytes: number, createdAt: number) =>
  site.db
    .insertInto('revisions')
    .values({
      articleId,
      userId: site.lin.id,
      reason,
      title: '',
      words: 0,
      createdAt,
      content: 'x'.repeat(megabytes * 1024 * 1024),
    })
    .execute();

test('a member’s number of articles is limited with an explanation; an editor’s is not', async () => {
  await fillWith(site.lin.id, draftQuota.articles - 1);
  const tries = await Promise.allSettled([1, 2, 3].map((n) => begin(site.lin, `at once ${n}`)));
  const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toMatchObject(
    Array(2).fill({ id: 'too-large', message: expect.stringMatching(/^没有发布的文章最多 500 篇.*回收站/) }),
  );
  expect([await counted('articles'), await counted('drafts')]).toEqual([draftQuota.articles, 1]);
  await begin(site.ming, 'another member');
  await site.db.updateTable('users').set({ role: 'editor' }).where('id', '=', site.lin.id).execute();
  await begin(site.lin, 'as an editor');
});

test('unpublished revisions are evicted oldest first; published ones stay', async () => {
  const { id, version } = await begin(site.lin, 'one');
  await site.db.deleteFrom('revisions').execute();
  await keep(id, 'time', 20, 1);
  await keep(id, 'published', 22, 2);
  await keep(id, 'time', 22, 3);
  const markdown = '雨'.repeat(10_000);
  await site.as(site.lin).drafts.save({ body: { id, version, content: { title: '春天', markdown } } });
  const stored = await site.db.selectFrom('revisions').select('createdAt').where('createdAt', '<', 9).execute();
  expect(stored.map(({ createdAt }) => Number(createdAt)).sort()).toEqual([2, 3]);
});

test('a draft beyond the quota is refused whole, and a shorter one is saved', async () => {
  const { id, version } = await begin(site.lin, 'one', '甲'.repeat(2000));
  await site.db.deleteFrom('revisions').execute();
  await keep(id, 'published', 64, 1);
  const save = (markdown: string) =>
    site.as(site.lin).drafts.save({ body: { id, version, content: { title: '春天', markdown } } });
  const refusal = { id: 'too-large', message: expect.stringMatching(/^草稿与历史最多占 64.0 MB.*没有保存.*删去/) };
  await expect(save('乙'.repeat(3000))).rejects.toMatchObject(refusal);
  expect(await site.as(site.lin).drafts.mine({ query: { id } })).toMatchObject({
    version,
    content: { markdown: '甲'.repeat(2000) },
  });
  await expect(begin(site.lin, 'two')).rejects.toMatchObject(refusal);
  expect(await counted('articles')).toBe(1);
});

test('a text stored before another replaces it, and a submission, count like a save', async () => {
  const { id, version } = await begin(site.lin, 'one', '甲'.repeat(2000));
  await site.db.deleteFrom('revisions').execute();
  await keep(id, 'time', 22, 1);
  await keep(id, 'published', 43, 2);
  const store = (markdown: string) =>
    site.as(site.lin).revisions.keep({ body: { id, content: { title: '春天', markdown } } });
  await store('乙'.repeat(3000));
  expect((await site.as(site.lin).revisions.list({ query: { id } })).map(({ reason }) => reason)).toEqual([
    'replaced',
    'published',
  ]);
  await keep(id, 'published', 22, 3);
  await site.db.deleteFrom('revisions').where('reason', '=', 'replaced').execute();
  const refusal = { id: 'too-large', message: expect.stringMatching(/^草稿与历史最多占 64.0 MB/) };
  await expect(store('乙'.repeat(3000))).rejects.toMatchObject(refusal);
  await expect(site.as(site.lin).drafts.submit({ body: { id, version } })).rejects.toMatchObject(refusal);
  expect(await site.as(site.lin).drafts.mine({ query: { id } })).toMatchObject({ version, submittedAt: null });
  expect(await counted('revisions')).toBe(2);
});

test('the back office shows a member’s usage', async () => {
  const { id } = await begin(site.lin, 'one');
  await keep(id, 'time', 1, 1);
  const { counts } = await site.office(site.owner).members.info({ query: { id: site.lin.id } });
  expect(counts.draftBytes).toBeGreaterThan(1024 * 1024);
  expect((await site.office(site.owner).members.info({ query: { id: site.ming.id } })).counts.draftBytes).toBe(0);
});
