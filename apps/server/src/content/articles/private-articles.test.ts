import type { Client } from '@mojian/client';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { tokenOf } from '../../../test/site.ts';
import { upload } from '../../../test/upload.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const site = freshSite();

/** Stands in everything that is written of the article, beside words that can be asked for. */
const secret = '芝麻开门';
const requested = '梧桐';
let editor: Viewer;

const enter = async (role: 'editor' | 'admin', who: Viewer) => {
  await site.db.updateTable('users').set({ role }).where('id', '=', who.id).execute();
  return { ...who, role };
};
beforeEach(async () => {
  editor = await enter('editor', site.lin);
});

type Content = Parameters<Client['drafts']['create']>[0]['body']['content'];
let keys = 0;
const words = {
  title: `${requested}${secret}`,
  markdown: `${requested}落了，${secret}。`,
  summary: secret,
  tags: [secret],
};

async function begin(viewer: Viewer, content: Content) {
  return site.as(viewer).drafts.create({ body: { key: `private-${++keys}`, content } });
}
async function hand(viewer: Viewer, content: Content = {}) {
  const { id, version } = await begin(viewer, { ...words, readType: 5, ...content });
  return { id, ...(await site.as(viewer).drafts.submit({ body: { id, version } })) };
}
async function change(viewer: Viewer, id: number, content: Content) {
  const drafts = site.as(viewer).drafts;
  const { version, content: before } = await drafts.mine({ query: { id } });
  const saved = await drafts.save({ body: { id, version, content: { ...before, ...content } } });
  return drafts.submit({ body: { id, version: saved.version } });
}

/** Several ways to ask: every call takes of each what it knows. */
async function waysToAsk(id: number, authorId: number) {
  const stored = await site.db
    .selectFrom('revisions')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  const ids = { articleId: id, userId: authorId, categoryId: 1, tagId: 1, seriesId: 1 };
  const queries = [
    {},
    { id, ...ids },
    { id: stored?.id ?? 0 },
    { id: authorId },
    { id: 1, state: 'trash', readType: '5' },
    { keyword: requested, typed: requested, text: requested, subject: requested, state: 'all' },
    { id, type: 1, days: '30', who: '', what: 'articles' },
    { slug: 'open-sesame', address: '/article/open-sesame' },
  ];
  return queries.map(
    (query) => `${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  );
}

/** Every call that only reads, as this viewer: those of which some answer holds the secret. */
async function leaks(viewer: Viewer | null, id: number, authorId: number) {
  const ways = await waysToAsk(id, authorId);
  const headers = viewer ? { authorization: tokenOf(viewer) } : {};
  const isRead = (path: string) => path !== '/logout' && !path.includes(':');
  const calls = (await site.calls.list()).filter(({ method, path }) => method === 'GET' && isRead(path));
  const found = new Set<string>();
  for (const { path } of calls)
    for (const way of ways)
      if ((await site.app.inject({ url: `${path}?${way}`, headers })).body.includes(secret)) found.add(path);
  if (viewer) await site.as(viewer).drafts.list({ query: {} }); // still logged in
  return [...found];
}

test('a private article is visible to its author only, in every call', async () => {
  const series = await site.as(editor).series.create({ body: { name: '随记' } });
  const { id, state } = await hand(editor, { seriesId: series.id, slug: 'open-sesame' });
  expect(state).toBe('private');
  const own = await leaks(editor, id, editor.id);
  for (const path of ['/v1/article/info', '/v1/article/selectMyArticles', '/v1/article/selectMyArticleInfo'])
    expect(own).toContain(path);
  expect(own).toContain('/v1/admin/articles/');

  const info = await site.as(editor).articles.info({ query: { id } });
  expect(info).toMatchObject({ locked: false, readType: 5, html: expect.stringContaining(secret) });
  expect(await leaks(null, id, editor.id)).toEqual([]);
  expect(await leaks(site.ming, id, editor.id)).toEqual([]);
  for (const role of ['editor', 'admin'] as const)
    expect(await leaks(await enter(role, site.ming), id, editor.id), role).toEqual([]);
  expect(await leaks(site.owner, id, editor.id)).toEqual([]);
  await expect(site.as(null).articles.info({ query: { id } })).rejects.toMatchObject({ id: 'not-found' });
}, 120_000);

test('a private article is not counted or announced, and only its author may change it', async () => {
  const { id: before } = await hand(editor, {
    readType: 0,
    title: '山茶',
    markdown: '开了。',
    summary: '',
    tags: ['花'],
  });
  const series = await site.as(editor).series.create({ body: { name: '随记' } });
  await site.as(site.ming).follows.follow({ query: { userId: editor.id } });
  const { id } = await hand(editor, { seriesId: series.id, tags: ['花'], category: '随笔' });
  const { records, total } = await site.as(null).articles.list({ query: {} });
  expect([records.map((card) => card.id), total]).toEqual([[before], 1]);
  expect(await site.as(null).tags.list()).toMatchObject([{ name: '花', articles: 1 }]);
  expect((await site.as(null).articles.archive({ query: {} })).total).toBe(1);
  expect(await site.as(null).series.list()).toEqual([]);
  const neighbours = await site.as(editor).articles.info({ query: { id: before } });
  expect(neighbours).toMatchObject({ previous: null, next: null, related: [] });
  const tellers = await site.db.selectFrom('outbox').select(['kind', 'payload']).execute();
  expect(tellers.filter(({ payload }) => JSON.parse(payload).articleId === id)).toEqual([]);

  const other = await enter('admin', site.ming);
  const act = site.office(other).articles.act;
  for (const name of ['trash', 'withdraw', 'publish', 'pin', 'purge', 'tag'] as const) {
    const { failed } = await act({ body: { act: name, ids: [id], tag: '花' } });
    expect(failed, name).toHaveLength(1);
  }
  for (const refused of [
    () => site.as(other).articles.like({ query: { articleId: id } }),
    () => site.as(other).comments.post({ body: { articleId: id, text: '在吗' } }),
    () => site.office(other).articles.markdown({ query: { id } }),
    () => site.office(other).articles.present({ query: { id } }),
  ])
    await expect(refused()).rejects.toMatchObject({ id: 'not-found' });
});

test('a public article made private is hidden at once, and keeps its date when published again', async () => {
  const { id } = await hand(editor, { readType: 0 });
  const publishedAt = (await site.as(null).articles.info({ query: { id } })).publishedAt;
  await site.as(site.ming).comments.post({ body: { articleId: id, text: '好。' } });
  const share = await site.as(editor).shares.create({ body: { id, days: 1 } });
  await site.db.deleteFrom('outbox').execute();
  expect(await change(editor, id, { readType: 5, title: `${requested}：${secret}` })).toMatchObject({
    state: 'private',
  });

  const reported = await site.db.selectFrom('outbox').select(['kind', 'payload']).execute();
  const dropped = reported
    .filter(({ kind }) => kind === 'drop-pages')
    .flatMap(({ payload }) => JSON.parse(payload).tags);
  expect(dropped).toEqual(expect.arrayContaining(['articles', `article:${id}`]));
  expect(reported.map(({ kind }) => kind)).toContain('untell-followers');
  const token = share.path.replace('/draft/', '');
  await expect(site.as(null).shares.show({ query: { token } })).rejects.toMatchObject({ id: 'not-found' });
  await expect(site.as(editor).shares.create({ body: { id, days: 1 } })).rejects.toMatchObject({ id: 'invalid-input' });
  expect(await leaks(site.ming, id, editor.id)).toEqual([]);
  expect(await leaks(await enter('admin', site.ming), id, editor.id)).toEqual([]);

  expect(await change(editor, id, { readType: 0 })).toMatchObject({ state: 'published' });
  expect(await site.as(null).articles.info({ query: { id } })).toMatchObject({ publishedAt, comments: 1 });
  // staff reads again what readers saw, and not what stood in between
  const stored = await site.as(site.owner).revisions.list({ query: { id } });
  expect(stored.map(({ title }) => title)).toEqual([`${requested}：${secret}`, words.title]);
  expect(stored.every(({ reason }) => reason === 'published')).toBe(true);
}, 120_000);

test('pictures of a private article need a signed address of its author', async () => {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const { url } = (await upload(site, editor, bytes)).data;
  const { id } = await hand(editor, { markdown: `![](${url})\n\n之后。`, cover: url, readType: 0 });
  const status = async (address: string) => (await site.app.inject({ url: address })).statusCode;
  expect(await status(url)).toBe(200);
  await change(editor, id, { readType: 5 });
  expect(await status(url)).toBe(404);
  const { html, cover } = await site.as(editor).articles.info({ query: { id } });
  for (const signed of [cover, /src="([^"]+)"/.exec(html)?.[1] ?? ''])
    expect(await status(signed.replaceAll('&amp;', '&'))).toBe(200);
});

test("a member's private article needs no review until it is to be published", async () => {
  const { id, state } = await hand(site.ming);
  expect(state).toBe('private');
  expect(await leaks(editor, id, site.ming.id)).toEqual([]);
  const version = (await site.as(site.ming).drafts.mine({ query: { id } })).version;
  const publishAt = new Date(Date.now() + 86_400_000).toISOString();
  await expect(site.as(editor).drafts.submit({ body: { id, version } })).rejects.toMatchObject({ id: 'not-found' });

  const open = { readType: 0 as const, title: '给大家看', markdown: '可以看。', summary: '', tags: [] };
  expect(await change(site.ming, id, open)).toMatchObject({ state: 'pending' });
  expect(await leaks(editor, id, site.ming.id)).toEqual([]);
  expect(await site.office(editor).articles.review({ query: { id } })).toMatchObject({ title: '给大家看' });
  await site.as(site.ming).drafts.withdraw({ body: { id } });
  expect((await site.as(site.ming).drafts.mine({ query: { id } })).content).toMatchObject({ title: '给大家看' });

  const drafted = await begin(editor, { ...words, readType: 5 });
  const timed = { id: drafted.id, version: drafted.version, publishAt };
  await expect(site.as(editor).drafts.submit({ body: timed })).rejects.toMatchObject({ field: 'publishAt' });
}, 120_000);

test('acts on one’s own private article leave nothing of it in the audit log', async () => {
  const series = await site.as(editor).series.create({ body: { name: '随记' } });
  const { id } = await hand(editor, { seriesId: series.id, category: secret });
  const { id: other } = await hand(editor, { readType: 0, title: '山茶', markdown: '开了。', seriesId: series.id });
  const office = site.office(editor);
  const { categories } = await office.articles.choices();
  const one = (act: 'tag' | 'untag' | 'category' | 'trash' | 'purge', more: object = {}) =>
    office.articles.act({ body: { ids: [id], act, ...more } });
  const acts = [
    await one('tag', { tag: `${secret}二` }),
    await one('untag', { tag: secret }),
    await one('category', { categoryId: null }),
    await one('category', { categoryId: categories.find(({ name }) => name === secret)?.id }),
  ];
  await office.series.arrange({ body: { id: series.id, before: [id, other], ids: [other, id] } });
  acts.push(await one('trash'), await one('purge'));
  expect(acts).toEqual(acts.map(() => ({ done: 1, failed: [] })));
  const logged = await site.db.selectFrom('auditLog').selectAll().orderBy('id').execute();
  expect(logged.map(({ act }) => act)).toEqual([
    ...['tag', 'untag', 'category', 'category'].map((act) => `articles.${act}`),
    'series.order',
    ...['trash', 'purge'].map((act) => `articles.${act}`),
  ]);
  expect(JSON.stringify(logged)).not.toContain(secret);
});

test('a private article stays private through trash, a second import and marking by the staff', async () => {
  const { id } = await hand(editor);
  await site.as(editor).drafts.remove({ query: { id } });
  expect(await leaks(site.owner, id, editor.id)).toEqual([]);
  expect(await site.as(editor).drafts.restore({ body: { id } })).toEqual({ state: 'private' });

  const brought = await site.writes({ readType: 5, title: secret, importKey: 'a.md' });
  const stands = () =>
    site.db.selectFrom('articles').select(['state', 'readType']).where('id', '=', brought).executeTakeFirst();
  expect(await stands()).toEqual({ state: 'private', readType: 4 });
  await site.writes({ id: brought, state: 'private', title: secret });
  expect(await stands()).toEqual({ state: 'private', readType: 4 });
  expect((await site.as(null).articles.list({ query: {} })).total).toBe(0);
});
