import { api } from '@mojian/contract/all';
import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { makeFeed, readSource } from '../../pages/feeds/feed.ts';
import { sitemap } from '../../pages/feeds/sitemap.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { notifyNextFollowers } from '../announce/announce.ts';

const site = freshSite();

let keys = 0;
const begin = (viewer: Viewer, content: Partial<ArticleContent> = {}) =>
  site.as(viewer).drafts.create({
    body: { key: `browser-${++keys}`, kind: 'page', content: { title: '装备清单', markdown: '一支笔。', ...content } },
  });
const submit = (viewer: Viewer, { id, version }: { id: number; version: number }) =>
  site.as(viewer).drafts.submit({ body: { id, version } });
const mine = (viewer: Viewer, id: number) => site.as(viewer).drafts.mine({ query: { id } });
const show = (id: number) => site.as(null).articles.info({ query: { id } });
const menu = async () => (await site.as(null).site.info()).data.menu;

async function publishes(content: Partial<ArticleContent> = {}) {
  const draft = await begin(site.owner, { slug: 'gear', ...content });
  await submit(site.owner, draft);
  return draft.id;
}

async function changes(id: number, change: Partial<ArticleContent>) {
  const { version, content } = await mine(site.owner, id);
  const saved = await site.as(site.owner).drafts.save({ body: { id, version, content: { ...content, ...change } } });
  await submit(site.owner, { id, version: saved.version });
}

async function inMenu(id: number, words = '') {
  const items = [{ to: `/page/${id}`, words, hidden: false }];
  await site.db.transaction().execute((trx) => saveSettings(trx, 'menu', { items }));
  forgetSettings(site.db);
}

test('a page has its own address, and no category, neighbours or related articles', async () => {
  await site.writes({ title: '前' });
  const id = await publishes();
  expect(await show(id)).toMatchObject({
    kind: 'page',
    path: '/page/gear',
    title: '装备清单',
    category: null,
    tags: [],
    previous: null,
    next: null,
    related: [],
    series: null,
    commenting: 'open',
  });
  expect(await site.as(null).slugs.find({ query: { slug: 'gear' } })).toEqual({ id });
});

test('a former address redirects to the present one', async () => {
  const id = await publishes();
  await changes(id, { slug: 'tools' });
  expect(await site.as(null).slugs.find({ query: { slug: 'gear' } })).toEqual({ id });
  expect((await show(id)).path).toBe('/page/tools');
});

test('only administrators write pages', async () => {
  const editor = { ...site.lin, role: 'editor' as const };
  const roleOf = (role: 'editor' | 'moderator' | 'admin' | 'member') =>
    site.db.updateTable('users').set({ role }).where('id', '=', site.lin.id).execute();
  for (const role of ['member', 'moderator'] as const) {
    await roleOf(role);
    await expect(begin(site.lin)).rejects.toMatchObject({ id: 'not-allowed' });
  }
  expect(await site.db.selectFrom('articles').select('id').execute()).toEqual([]);
  for (const role of ['editor', 'admin'] as const) {
    await roleOf(role);
    expect(await submit(editor, await begin(editor, { slug: role }))).toMatchObject({ state: 'published' });
  }
});

test('a former administrator may neither save, publish, revert nor restore a page', async () => {
  await site.db.updateTable('users').set({ role: 'editor' }).where('id', '=', site.lin.id).execute();
  const draft = await begin(site.lin, { slug: 'a' });
  await submit(site.lin, draft);
  await site.db.updateTable('users').set({ role: 'member' }).where('id', '=', site.lin.id).execute();
  const { version, content, may } = await mine(site.lin, draft.id);
  expect(may).toMatchObject({ edit: false, publish: false, submit: false });
  const refused = { id: 'not-allowed', message: '页面由站长、管理员与编辑来写' };
  const calls = site.as(site.lin).drafts;
  await expect(calls.save({ body: { id: draft.id, version, content } })).rejects.toMatchObject(refused);
  await expect(submit(site.lin, { id: draft.id, version })).rejects.toMatchObject(refused);
  await calls.remove({ query: { id: draft.id } });
  await expect(calls.restore({ body: { id: draft.id } })).rejects.toMatchObject(refused);
  expect(await mine(site.lin, draft.id).catch(({ id }) => id)).toBe('gone');
});

const unfit: [string, Partial<ArticleContent>][] = [
  ['slug', { slug: 'Gear' }],
  ['category', { category: '物' }],
  ['tags', { tags: ['相机'] }],
  ['original', { original: false, sourceUrl: 'https://a.example' }],
  ['readType', { readType: 2 }],
];
test.each(unfit)('a page is not published with a %s that does not suit it', async (field, content) => {
  const draft = await begin(site.owner, { slug: 'gear', ...content });
  await expect(submit(site.owner, draft)).rejects.toMatchObject({ id: 'invalid-input', field });
  expect(await mine(site.owner, draft.id)).toMatchObject({ state: 'draft' });
});

test('a page without a slug is published under one in pinyin', async () => {
  const draft = await begin(site.owner, { title: '关于我', slug: '' });
  await submit(site.owner, draft);
  expect((await mine(site.owner, draft.id)).content.slug).toBe('guan-yu-wo');
});

test('a slug is unique among pages and articles', async () => {
  await site.writes({ slug: 'gear' });
  await expect(publishes()).rejects.toMatchObject({ id: 'taken', field: 'slug' });
});

test('comments, revisions, shares, trash and locks of a page work as for an article', async () => {
  const id = await publishes();
  await site.as(site.ming).comments.post({ body: { articleId: id, text: '好笔' } });
  expect((await site.as(null).comments.list({ query: { articleId: id } })).records).toHaveLength(1);
  await changes(id, { markdown: '一支笔。\n\n两张纸。', readType: 4 });
  expect((await show(id)).locked).toBe(true);
  expect((await site.as(site.owner).revisions.list({ query: { id } })).length).toBeGreaterThan(1);
  await site.as(site.owner).drafts.remove({ query: { id } });
  await expect(show(id)).rejects.toMatchObject({ id: 'gone' });
  await site.as(site.owner).drafts.restore({ body: { id } });
  expect(await show(id)).toMatchObject({ kind: 'page', path: '/page/gear', comments: 1 });
});

test('a page has no likes, collects or marks, and no place in a category, tag or series', async () => {
  const id = await publishes();
  const refused = { id: 'invalid-input' };
  await expect(site.as(site.ming).articles.like({ query: { articleId: id } })).rejects.toMatchObject(refused);
  await expect(site.as(site.ming).collects.collect({ query: { articleId: id } })).rejects.toMatchObject(refused);
  const act = (body: object) =>
    site.office(site.owner).articles.act({ body: { ids: [id], reason: '', tag: '', ...body } as never });
  await site.writes({ category: '物' });
  const categoryId = (await site.as(null).categories.list())[0]?.id;
  for (const body of [{ act: 'pin' }, { act: 'feature' }, { act: 'category', categoryId }, { act: 'tag', tag: '相机' }])
    expect((await act(body)).failed).toHaveLength(1);
  expect(await site.db.selectFrom('articleTags').select('articleId').where('articleId', '=', id).execute()).toEqual([]);
});

test('reading a page does not count as reading an article', async () => {
  const id = await publishes();
  const visitor = { address: '203.0.113.7', agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0' };
  site.visits.record({ ...visitor, path: '/page/gear' });
  await site.visits.flush();
  expect(await show(id)).toMatchObject({ views: 1 });
  expect(await site.db.selectFrom('articleDays').select('reads').execute()).toEqual([]);
  expect(await site.db.selectFrom('visitDays').select(['views', 'reads']).execute()).toEqual([{ views: 1, reads: 0 }]);
});

test('followers are notified of a new article, not of a page', async () => {
  await site.as(site.ming).follows.follow({ query: { userId: site.owner.id } });
  await publishes();
  const due = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'tell-followers').execute();
  for (const { payload } of due) await notifyNextFollowers(site.db, JSON.parse(payload));
  expect((await site.as(site.ming).notices.list({ query: { type: 2 } })).records).toEqual([]);
});

test('the menu shows a published page with its present address and title', async () => {
  const id = await publishes();
  await inMenu(id);
  expect((await menu())[0]).toEqual({ to: '/page/gear', words: '装备清单' });
  await changes(id, { slug: 'tools', title: '工具' });
  expect((await menu())[0]).toEqual({ to: '/page/tools', words: '工具' });
  await inMenu(id, '家当');
  expect((await menu())[0]).toEqual({ to: '/page/tools', words: '家当' });
  await site.as(site.owner).drafts.withdraw({ body: { id } });
  expect((await menu()).map(({ to }) => to)).not.toContain('/page/tools');
});

test('a change of a page drops the cached pages that show the menu', async () => {
  const sitesDropped = async () => {
    const rows = await site.db
      .selectFrom('outbox')
      .select(['id', 'payload'])
      .where('kind', '=', 'drop-pages')
      .execute();
    await site.db.deleteFrom('outbox').execute();
    return rows.some(({ payload }) => JSON.parse(payload).tags.includes('site'));
  };
  const id = await publishes();
  expect(await sitesDropped()).toBe(true);
  await site.as(site.owner).drafts.withdraw({ body: { id } });
  expect(await sitesDropped()).toBe(true);
  await submit(site.owner, await mine(site.owner, id));
  await sitesDropped();
  await site.as(site.owner).drafts.remove({ query: { id } });
  expect(await sitesDropped()).toBe(true);
});

test('the back office lists and counts pages separately', async () => {
  await site.writes();
  const id = await publishes();
  await begin(site.owner);
  const list = (kind: 'article' | 'page') => site.office(site.owner).articles.list({ query: { kind } });
  const pages = await list('page');
  expect(pages.data.records.map((row) => [row.id, row.path])).toContainEqual([id, '/page/gear']);
  expect(pages).toMatchObject({ data: { total: 2 }, extra: { all: 2, published: 1, draft: 1 } });
  expect(await list('article')).toMatchObject({ data: { total: 1 }, extra: { all: 1, published: 1 } });
  expect(await site.as(site.owner).drafts.list({ query: {} })).toMatchObject({ data: { total: 0 }, extra: { all: 0 } });
  expect(await site.as(site.owner).drafts.list({ query: { kind: 'page' } })).toMatchObject({
    data: { total: 2 },
    extra: { published: 1 },
  });
  expect((await site.office(site.owner).overview.show()).totals).toMatchObject({ articles: 1, pages: 1 });
});

type Query = Record<string, string | number>;

/** Public calls by name. Those that change something or are about something else than texts are left out by name. */
function publicCalls() {
  const leftOut =
    /^(site\.report|home\.preview|hot\.|navigation\.visit|shares\.|chat\.|sessions\.|captcha\.|series\.info|comments\.replies)/;
  return Object.entries<Record<string, Endpoint>>(api)
    .flatMap(([noun, calls]) => Object.entries(calls).map(([name, call]) => ({ name: `${noun}.${name}`, ...call })))
    .filter(({ name, method, access, changes, path }) => {
      return method === 'GET' && access === 'anyone' && !changes && !leftOut.test(name) && !path.startsWith('/oauth');
    });
}

async function replyOf({ path, name }: { path: string; name: string }, query: Query = {}) {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const { payload } = await site.app.inject({ url: `${path}?${search}` });
  expect(JSON.parse(payload), name).toMatchObject({ code: 200 });
  return payload;
}

test('no public list, feed or count contains a page', async () => {
  await site.change('features', { neighbours: true });
  const sayId = await site.says();
  const article = await site.writes({ authorId: site.owner.id, tags: ['雨'], category: '随笔' });
  const id = await publishes({ title: '独一无二的页面', markdown: '雨水。独一无二。', summary: '独一无二' });
  await site.as(site.ming).comments.post({ body: { articleId: id, text: '独一无二的评论' } });
  const queries: Record<string, Query> = {
    'activity.list': { userId: site.owner.id },
    'activity.year': { userId: site.owner.id },
    'activity.about': { userId: site.owner.id },
    'highlights.list': { articleId: article },
    'says.neighbours': { id: sayId },
    'articles.info': { id: article },
    'articles.byUser': { userId: site.owner.id },
    'articles.category': { id: 1 },
    'articles.search': { keyword: '春' },
    'comments.list': { sayId },
    'follows.list': { userId: site.owner.id, kind: 'fans' },
    'members.info': { userId: site.owner.id },
    'members.counts': { id: site.owner.id },
    'search.find': { q: '春' },
    'slugs.find': { slug: 'gear' },
  };
  const calls = publicCalls();
  for (const call of calls) expect(await replyOf(call, queries[call.name]), call.name).not.toMatch(/独一无二|\/page\//);
  expect(calls.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...Object.keys(queries), 'home.show', 'tags.list']),
  );
  expect((await site.as(null).home.show()).counts).toMatchObject({ articles: 1 });
  expect((await site.as(null).about.show()).counts).toMatchObject({ articles: 1 });
  expect(await site.as(null).articles.archive({ query: {} })).toMatchObject({ total: 1, days: [{ count: 1 }] });
  expect(await site.as(null).members.counts({ query: { id: site.owner.id } })).toMatchObject({ articles: 1 });
  expect(JSON.stringify(await makeFeed(site.db, await readSource(site.db, site.siteUrl)))).not.toContain('独一无二');
});

test('search and sitemap contain pages', async () => {
  await publishes();
  const found = await site.as(null).articles.search({ query: { keyword: '一支笔' } });
  expect(found.records).toMatchObject([{ kind: 'page', path: '/page/gear', title: '装备清单' }]);
  expect(await (await sitemap(site)).make()).toContain(`<loc>${site.siteUrl}/page/gear</loc>`);
});

test('no list of articles in the back office contains a page', async () => {
  const id = await publishes({ title: '独一无二的页面' });
  const calls = site.office(site.owner);
  expect(await calls.articles.carousel()).toEqual([]);
  expect(JSON.stringify(await calls.overview.show())).not.toContain('独一无二');
  expect((await calls.members.info({ query: { id: site.owner.id } })).counts).toMatchObject({ articles: 0 });
  expect(await show(id)).toMatchObject({ title: '独一无二的页面' });
});
