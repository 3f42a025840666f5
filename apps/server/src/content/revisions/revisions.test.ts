import { type ArticleContent, articleContent } from '@mojian/contract/content/article-content';
import { readTypes } from '@mojian/contract/platform/rules';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testSite } from '../../../test/site.ts';
import { keepRevision, superfluous, thinRevisions } from './keep-revisions.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let site: Awaited<ReturnType<typeof testSite>>;
let id: number;
beforeEach(async () => {
  site = await testSite();
  const content = { title: '春天', markdown: '雨水。' };
  ({ id } = await site.as(site.lin).drafts.create({ body: { key: 'browser-1', content } }));
  await site.db.deleteFrom('revisions').execute();
});
afterEach(async () => {
  vi.useRealTimers();
  await site.close();
});

type Reason = Parameters<typeof keepRevision>[1]['reason'];
const contentOf = (markdown: string): ArticleContent => articleContent.parse({ title: '春天', markdown });

function keep(reason: Reason, markdown: string) {
  const stored = { articleId: id, userId: site.lin.id, reason, content: contentOf(markdown) };
  return site.db.transaction().execute((trx) => keepRevision(trx, stored));
}

const list = (viewer: typeof site.lin | null = site.lin, article = id) =>
  site.as(viewer).revisions.list({ query: { id: article } });
const texts = async () => {
  const rows = await site.db.selectFrom('revisions').selectAll().orderBy('createdAt').orderBy('id').execute();
  return rows.map(({ reason, content }) => `${reason} ${JSON.parse(content).markdown}`);
};

test('a revision is stored every five minutes, or at once after a large change', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') });
  await keep('time', '一');
  await keep('time', '二');
  expect(await texts()).toEqual(['time 一']);
  vi.setSystemTime(Date.now() + 5 * minute);
  await keep('time', '三');
  await keep('time', '四'.repeat(600));
  expect(await texts()).toEqual(['time 一', 'time 三', `time ${'四'.repeat(600)}`]);
  await keep('time', '三');
  expect(await texts()).toHaveLength(4);
});

test('submitted, published and replaced texts are always kept; identical neighbours are merged under the stronger reason', async () => {
  await keep('submitted', '一');
  await keep('replaced', '一');
  await keep('published', '一');
  await keep('time', '一');
  await keep('replaced', '二');
  await keep('published', '一');
  expect(await texts()).toEqual(['published 一', 'replaced 二', 'published 一']);
});

test('an empty draft has no revision', async () => {
  const stored = { articleId: id, userId: site.lin.id, reason: 'time' as const, content: articleContent.parse({}) };
  await site.db.transaction().execute((trx) => keepRevision(trx, stored));
  expect(await texts()).toEqual([]);
});

test('the author lists revisions newest first and reads each', async () => {
  await keep('submitted', '雨水。');
  await keep('published', '雨水。惊蛰。');
  const [newest, oldest] = await list();
  expect(newest).toMatchObject({ reason: 'published', title: '春天', words: 4, author: { nickname: '小林' } });
  expect(oldest).toMatchObject({ reason: 'submitted', words: 2 });
  const shown = await site.as(site.lin).revisions.info({ query: { id: oldest?.id ?? 0 } });
  expect(shown).toMatchObject({ reason: 'submitted', content: { title: '春天', markdown: '雨水。', focusX: 50 } });
});

test('the editor’s text is stored as a revision before another replaces it', async () => {
  const body = { id, content: { title: '春天', markdown: '还没有保存的一句。' } };
  await site.as(site.lin).revisions.keep({ body });
  await site.as(site.lin).revisions.keep({ body });
  expect(await texts()).toEqual(['replaced 还没有保存的一句。']);
});

test('a revision includes the present names of its author’s series only', async () => {
  const begins = (viewer: typeof site.lin, name: string) => site.as(viewer).series.create({ body: { name } });
  const own = [await begins(site.lin, '走山路'), await begins(site.lin, '走水路')];
  await begins(site.ming, '别人的');
  const content = { title: '春天', markdown: '换了专栏。', seriesId: own[1]?.id ?? 0 };
  await site.as(site.lin).revisions.keep({ body: { id, content } });
  const [stored] = await list();
  const info = await site.as(site.lin).revisions.info({ query: { id: stored?.id ?? 0 } });
  expect(info.content.seriesId).toBe(own[1]?.id);
  expect(info.series).toEqual([
    { id: own[0]?.id, name: '走山路' },
    { id: own[1]?.id, name: '走水路' },
  ]);
});

test('revisions are visible to the author only; editors see those of submissions', async () => {
  await keep('submitted', '雨水。');
  const [stored] = await list();
  const info = (viewer: typeof site.lin | null) => site.as(viewer).revisions.info({ query: { id: stored?.id ?? 0 } });
  const add = (viewer: typeof site.lin | null) =>
    site.as(viewer).revisions.keep({ body: { id, content: { title: '夺来', markdown: '' } } });
  for (const viewer of [site.ming, site.owner]) {
    await expect(list(viewer)).rejects.toMatchObject({ id: 'not-found' });
    await expect(info(viewer)).rejects.toMatchObject({ id: 'not-found' });
    await expect(add(viewer)).rejects.toMatchObject({ id: 'not-found' });
  }
  await expect(list(null)).rejects.toMatchObject({ id: 'signed-out' });
  await expect(site.as(site.lin).revisions.info({ query: { id: 99_999 } })).rejects.toMatchObject({ id: 'not-found' });

  await site.db.updateTable('drafts').set({ submittedAt: Date.now() }).where('articleId', '=', id).execute();
  expect(await list(site.owner)).toHaveLength(1);
  expect((await info(site.owner)).content.markdown).toBe('雨水。');
  await expect(list(site.ming)).rejects.toMatchObject({ id: 'not-found' });
  await expect(add(site.owner)).rejects.toMatchObject({ id: 'not-found' });
  expect(await texts()).toEqual(['submitted 雨水。']);
});

test('editors see published revisions, not the author’s unpublished attempts', async () => {
  await keep('published', '雨水。');
  await keep('submitted', '试着写的。');
  await site.db
    .updateTable('articles')
    .set({ state: 'published', publishedAt: Date.now() })
    .where('id', '=', id)
    .execute();
  const [tried, shown] = await list();
  expect((await list(site.owner)).map(({ reason }) => reason)).toEqual(['published']);
  const info = (number: number | undefined) => site.as(site.owner).revisions.info({ query: { id: number ?? 0 } });
  expect((await info(shown?.id)).content.markdown).toBe('雨水。');
  await expect(info(tried?.id)).rejects.toMatchObject({ id: 'not-found' });
  await expect(list(site.ming)).rejects.toMatchObject({ id: 'not-found' });
});

test('a trashed article shows no revisions', async () => {
  await keep('submitted', '雨水。');
  await site.db.updateTable('articles').set({ removedAt: Date.now() }).where('id', '=', id).execute();
  await expect(list()).rejects.toMatchObject({ id: 'gone' });
});

const now = Date.parse('2026-11-21T08:00:00Z');
const every = (step: number, from: number, until: number, reason: Reason = 'time') =>
  Array.from({ length: Math.floor((until - from) / step) }, (_, at) => ({ reason, createdAt: now - from - at * step }));
const left = (ages: { reason: Reason; createdAt: number }[]) => {
  const numbered = ages.map((age, at) => ({ ...age, id: at + 1 }));
  const gone = new Set(superfluous(numbered, now));
  return numbered.filter((age) => !gone.has(age.id));
};

test('revisions are thinned: all of the last day, hourly for a week, daily for three months, weekly after', () => {
  expect(left(every(10 * minute, 0, day))).toHaveLength(144);
  expect(left(every(10 * minute, day, 2 * day)).length).toBeLessThanOrEqual(25);
  expect(left(every(10 * minute, day, 2 * day)).length).toBeGreaterThanOrEqual(24);
  expect(left(every(hour, 8 * day, 10 * day)).length).toBeLessThanOrEqual(3);
  expect(left(every(day, 100 * day, 170 * day)).length).toBeLessThanOrEqual(11);
  expect(left(every(day, 100 * day, 170 * day)).length).toBeGreaterThanOrEqual(10);
});

test('published ones stay whatever their age; of more than 200 the oldest others go', () => {
  expect(left(every(minute, 100 * day, 100 * day + 50 * minute, 'published'))).toHaveLength(50);
  const stay = left([
    ...every(minute, 0, 300 * minute),
    ...every(minute, 100 * day, 100 * day + 10 * minute, 'published'),
  ]);
  expect(stay).toHaveLength(200);
  expect(stay.filter(({ reason }) => reason === 'published')).toHaveLength(10);
  expect(left(every(minute, 0, 300 * minute, 'published'))).toHaveLength(200);
});

test('the daily job thins every history, and leaves the newest of each stretch', async () => {
  const noon = Math.floor((now - 3 * day) / hour) * hour;
  const row = { articleId: id, userId: site.lin.id, title: '春天', words: 1, reason: 'time' as const };
  const stored = [1, 2, 3].map((at) => ({ ...row, createdAt: noon + at * minute, content: `{"markdown":"${at}"}` }));
  await site.db.insertInto('revisions').values(stored).execute();
  await thinRevisions(site.db, new AbortController().signal, now);
  expect(await texts()).toEqual(['time 3']);
});

test('a list reads none of the texts, and still leaves out what was the author’s alone', async () => {
  const shared = contentOf('给大家');
  const draft = await site.as(site.lin).drafts.create({ body: { key: 'browser-2', content: shared } });
  for (const content of [shared, { ...contentOf('给自己'), readType: readTypes.onlyAuthor }]) {
    const revision = { articleId: draft.id, userId: site.lin.id, reason: 'published', content } as const;
    await site.db.transaction().execute((trx) => keepRevision(trx, revision));
  }
  await site.as(site.lin).drafts.submit({ body: { id: draft.id, version: draft.version } });
  await site.db.updateTable('revisions').set({ content: '' }).execute();
  const all = await list(site.lin, draft.id);
  expect(await list(site.owner, draft.id)).toEqual(all.filter((_, index) => index !== 1));
});
