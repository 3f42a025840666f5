import type { ArticleContent } from '@mojian/contract/content/article-content';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();
let id: number;
beforeEach(async () => {
  await site.db.updateTable('users').set({ role: 'editor' }).where('id', '=', site.lin.id).execute();
});

const mine = () => site.as(site.lin).drafts;
const articles = (viewer = site.owner) => site.office(viewer).articles;
const present = (viewer = site.owner) => articles(viewer).present({ query: { id } });
const history = (viewer = site.owner) => site.as(viewer).revisions.list({ query: { id } });
const read = () => site.as(null).articles.info({ query: { id } });
const acts = () => site.db.selectFrom('auditLog').selectAll().orderBy('id').execute();

/** Writes on, and publishes what came of it. */
async function publishes(change: Partial<ArticleContent>) {
  const { version, content } = await mine().mine({ query: { id } });
  const saved = await mine().save({ body: { id, version, content: { ...content, ...change } } });
  await mine().submit({ body: { id: saved.id, version: saved.version } });
}

/** 小林, an editor, publishes twice: spring, then a worse one. */
async function publishesTwice() {
  const content = { title: '春天', markdown: '雨水。', category: '四时', tags: ['雨'] } as never;
  const made = await mine().create({ body: { key: 'browser-1', content } });
  id = made.id;
  await mine().submit({ body: { id: made.id, version: made.version } });
  await publishes({ title: '广告', markdown: '买一送一。', category: '', readType: 4 });
}

async function revert(reason: string, viewer = site.owner) {
  const stored = (await history(viewer)).filter((one) => one.reason === reason).at(-1);
  const { version } = await present(viewer);
  return articles(viewer).revert({ body: { id: stored?.id ?? 0, version } });
}

test('reverting shows the earlier text immediately, notifies the author, and can be undone', async () => {
  await publishesTwice();
  const { publishedAt } = await read();
  await revert('published');
  expect(await read()).toMatchObject({ title: '春天', publishedAt, category: { name: '四时' }, readType: 0 });
  expect((await read()).html).toContain('雨水');
  const found = await site.as(null).articles.search({ query: { keyword: '雨水' } });
  expect(found.records.map(({ title }) => title)).toEqual(['春天']);
  expect((await mine().mine({ query: { id } })).content.markdown).toBe('雨水。');
  const [restored, ...before] = await history();
  expect(restored).toMatchObject({ reason: 'restored', title: '春天', author: { nickname: '站长' } });
  expect(before.map(({ reason, title }) => `${reason} ${title}`)).toEqual(['published 广告', 'published 春天']);
  const reported = (await site.as(site.lin).notices.list({ query: { type: 0 } })).records;
  expect(reported.map(({ title, text }) => `${title} ${text}`)).toEqual(['文章被管理员恢复到之前的版本 广告']);

  const [act] = await acts();
  expect([act?.act, act?.subject, act?.actor]).toEqual(['articles.revert', `article:${id}`, '站长']);
  expect(JSON.parse(act?.before ?? '')).toEqual({ title: '广告', markdown: '买一送一。', category: '', readType: 4 });
  expect(JSON.parse(act?.after ?? '')).toMatchObject({ title: '春天', keptAt: expect.stringMatching(/^\d{4}-/) });

  const worse = (await history()).find(({ title }) => title === '广告');
  await articles().revert({ body: { id: worse?.id ?? 0, version: (await present()).version } });
  expect((await read()).title).toBe('广告');
});

test('a text published by another path is stored as a revision before it is replaced', async () => {
  await publishesTwice();
  await site.writes({ id, title: '搬来的', markdown: '从别处。' });
  await revert('published');
  expect((await history())[1]).toMatchObject({ reason: 'superseded', title: '搬来的' });
  await revert('superseded');
  expect((await read()).title).toBe('搬来的');
});

test('the author’s newer draft is kept, and open editors are notified', async () => {
  await publishesTwice();
  const { version, content } = await mine().mine({ query: { id } });
  const saved = await mine().save({ body: { id, version, content: { ...content, markdown: '还没写完。' } } });
  expect((await present()).content.markdown).toBe('买一送一。');
  await revert('published');
  expect((await mine().mine({ query: { id } })).content.markdown).toBe('还没写完。');
  await expect(mine().save({ body: { id, version: saved.version, content } })).rejects.toMatchObject({ id: 'stale' });
});

test('reverting a withdrawn or scheduled article keeps it unpublished', async () => {
  await publishesTwice();
  await articles().act({ body: { ids: [id], act: 'withdraw' } });
  await revert('published');
  expect((await present()).content.title).toBe('春天');
  await expect(read()).rejects.toMatchObject({ id: 'not-found' });
  const { data } = await articles().list({ query: {} });
  expect(data.records[0]?.state).toBe('withdrawn');
});

test('reverting is refused for a stale version, the current one, and a text that is no longer valid', async () => {
  await publishesTwice();
  const [latest, first] = await history();
  const { version } = await present();
  const body = { id: first?.id ?? 0, version };
  await articles().act({ body: { ids: [id], act: 'tag', tag: '雪' } });
  await expect(articles().revert({ body })).rejects.toMatchObject({ id: 'stale' });
  const now = (await present()).version;
  await articles().act({ body: { ids: [id], act: 'untag', tag: '雪' } });
  await expect(articles().revert({ body: { id: latest?.id ?? 0, version: now + 1 } })).rejects.toThrow(
    '现在就是这一版',
  );
  await articles().act({ body: { ids: [id], act: 'trash' } });
  await expect(present()).rejects.toMatchObject({ id: 'not-found' });
  await expect(articles().revert({ body })).rejects.toMatchObject({ id: 'not-found' });
  await expect(articles().revert({ body: { id: 99_999, version: 0 } })).rejects.toThrow('这一版不在了');
  expect((await acts()).filter(({ act }) => act === 'articles.revert')).toEqual([]);
});

test('an author reverts their own draft, and the replaced text is kept', async () => {
  const made = await mine().create({
    body: { key: 'browser-2', content: { title: '一稿', markdown: '甲。' } as never },
  });
  id = made.id;
  const { content } = await mine().mine({ query: { id } });
  await mine().save({ body: { id, version: made.version, content: { ...content, title: '二稿' } } });
  expect(await present(site.lin)).toMatchObject({ isShown: false, own: true, content: { title: '二稿' } });
  await revert('time', site.lin);
  expect((await mine().mine({ query: { id } })).content.title).toBe('一稿');
  expect((await history(site.lin))[0]).toMatchObject({ reason: 'replaced', title: '二稿' });
  expect((await acts()).map(({ act }) => act)).toEqual(['articles.revert']);
  await expect(present()).rejects.toMatchObject({ id: 'not-found' });
});

test('a submission is compared but not edited; unpublished revisions are restored by the author only', async () => {
  await site.db.updateTable('users').set({ role: 'member' }).where('id', '=', site.lin.id).execute();
  const made = await mine().create({
    body: { key: 'browser-3', content: { title: '投稿', markdown: '甲。' } as never },
  });
  id = made.id;
  const { content } = await mine().mine({ query: { id } });
  const saved = await mine().save({ body: { id, version: made.version, content: { ...content, title: '改过' } } });
  await mine().submit({ body: { id: saved.id, version: saved.version } });
  expect(await present()).toMatchObject({ isShown: false, own: false, content: { title: '改过' } });
  await expect(revert('time')).rejects.toThrow('读者没有看过这一版，由作者自己恢复');
  expect((await mine().mine({ query: { id } })).content.title).toBe('改过');

  await articles().act({ body: { ids: [id], act: 'approve' } });
  const again = await mine().mine({ query: { id } });
  const changed = await mine().save({
    body: { id, version: again.version, content: { ...again.content, title: '又改' } },
  });
  await mine().submit({ body: { id: changed.id, version: changed.version } });
  await expect(revert('time')).rejects.toThrow('读者没有看过这一版，由作者自己恢复');
  expect((await read()).title).toBe('改过');
});

test('members and the demo account are refused', async () => {
  await publishesTwice();
  const [latest] = await history();
  const body = { id: latest?.id ?? 0, version: 0 };
  for (const role of ['member', 'moderator', 'demo'] as const) {
    await site.db.updateTable('users').set({ role }).where('id', '=', site.ming.id).execute();
    await expect(articles(site.ming).revert({ body }), role).rejects.toMatchObject({ id: 'not-allowed' });
  }
});
