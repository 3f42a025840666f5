import type { Client } from '@mojian/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite, tokenOf } from '../../../test/site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

let site: Awaited<ReturnType<typeof testSite>>;

beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

type Content = Parameters<Client['drafts']['create']>[0]['body']['content'];

let keys = 0;
const begin = (viewer: Viewer, content: Content = {}) =>
  site.as(viewer).drafts.create({
    body: { key: `browser-${++keys}`, content: { title: '春天', markdown: '雨水。', ...content } },
  });
const submit = async (viewer: Viewer, draft: { id: number; version: number }, publishAt?: string) =>
  site.as(viewer).drafts.submit({ body: { id: draft.id, version: draft.version, publishAt } });
const mine = (viewer: Viewer, id: number) => site.as(viewer).drafts.mine({ query: { id } });
const read = (id: number) => site.as(null).articles.info({ query: { id } });
const found = async (keyword: string) => (await site.as(null).articles.search({ query: { keyword } })).total;
async function letMembersPublish() {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'writing', { publish: true }));
  forgetSettings(site.db);
}

test('publishing with permission is immediate and consumes the draft', async () => {
  await site.db
    .insertInto('series')
    .values({ authorId: site.owner.id, name: '节气', createdAt: 1, updatedAt: 1 })
    .execute();
  const content = {
    summary: '写好的',
    cover: '/files/a/b.webp',
    coverNumber: 7,
    focusX: 20,
    focusY: 80,
    category: '四时',
    tags: ['雨', '春'],
    keywords: '雨',
    original: false,
    sourceUrl: 'https://a.example/1',
    sourceAuthor: '老友',
    readType: 4 as const,
    slug: 'spring-1',
    description: '说雨',
    seriesId: 1,
  };
  const draft = await begin(site.owner, content);
  expect(await submit(site.owner, draft)).toEqual({ state: 'published', version: draft.version + 1 });

  expect(await read(draft.id)).toMatchObject({
    title: '春天',
    summary: '写好的',
    cover: content.cover,
    coverNumber: 7,
    focusX: 20,
    focusY: 80,
    keywords: '雨',
    original: false,
    readType: 4,
    sourceUrl: content.sourceUrl,
    sourceAuthor: '老友',
    description: '说雨',
    category: { name: '四时' },
    locked: true,
  });
  const { tags, ...rest } = content;
  const after = await mine(site.owner, draft.id);
  expect(after).toMatchObject({ state: 'published', changed: false, version: draft.version + 1, content: rest });
  expect(after.content.tags.toSorted()).toEqual(tags.toSorted());
  expect(await site.db.selectFrom('drafts').selectAll().execute()).toEqual([]);
  expect(await site.db.selectFrom('revisions').select(['reason', 'title']).execute()).toEqual([
    { reason: 'published', title: '春天' },
  ]);
  const effects = (await site.db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind);
  expect(effects).toContain('drop-pages');
  expect(effects).toContain('tell-followers');
});

test('a change of a published article is private until republished, which keeps the date', async () => {
  const draft = await begin(site.owner, { tags: ['旧'], slug: 'spring' });
  await submit(site.owner, draft);
  await site.db.updateTable('articles').set({ publishedAt: 1000, views: 5, pinned: 1 }).execute();
  const { version } = await mine(site.owner, draft.id);
  const content = { title: '夏天', markdown: '蝉鸣。', tags: ['新'], slug: 'summer' };
  const saved = await site.as(site.owner).drafts.save({ body: { id: draft.id, version, content } });
  expect(await read(draft.id)).toMatchObject({ title: '春天', html: expect.stringContaining('雨水') });
  expect([await found('蝉鸣'), await found('雨水')]).toEqual([0, 1]);
  expect(await mine(site.owner, draft.id)).toMatchObject({ state: 'published', changed: true, content });

  expect(await submit(site.owner, saved)).toMatchObject({ state: 'published' });
  const now = await read(draft.id);
  expect(now).toMatchObject({ title: '夏天', views: 5, pinned: true, publishedAt: '1970-01-01T00:00:01.000Z' });
  expect(Date.parse(now.updatedAt)).toBeGreaterThan(1000);
  expect([await found('蝉鸣'), await found('雨水')]).toEqual([1, 0]);
  expect(await site.db.selectFrom('movedPaths').select(['path', 'target']).execute()).toEqual([
    { path: '/article/spring', target: `/article/${draft.id}` },
  ]);
  expect((await site.as(null).tags.list()).map(({ name }) => name)).toEqual(['新']);
  const reported = await site.db.selectFrom('outbox').select('id').where('kind', '=', 'tell-followers').execute();
  expect(reported).toHaveLength(1);
});

test('a generated summary is renewed, and a reverted change is no change', async () => {
  const draft = await begin(site.owner);
  const published = await submit(site.owner, draft);
  expect((await read(draft.id)).summary).toBe('雨水。');
  const shown = await mine(site.owner, draft.id);
  expect(shown.content.summary).toBe('');
  const save = (version: number, markdown: string) =>
    site.as(site.owner).drafts.save({ body: { id: draft.id, version, content: { ...shown.content, markdown } } });
  const changed = await save(published.version, '惊蛰。');
  expect(await mine(site.owner, draft.id)).toMatchObject({ changed: true });
  const back = await save(changed.version, '雨水。');
  expect(await mine(site.owner, draft.id)).toMatchObject({ changed: false });
  expect(await submit(site.owner, back)).toEqual({ state: 'published', version: back.version });
  await submit(site.owner, await save(back.version, '惊蛰。'));
  expect((await read(draft.id)).summary).toBe('惊蛰。');
});

test('without permission a draft is submitted for review once, and editors get one notice', async () => {
  await site.db.updateTable('users').set({ role: 'editor' }).where('id', '=', site.ming.id).execute();
  const draft = await begin(site.lin);
  const handedIn = await submit(site.lin, draft);
  expect(handedIn).toEqual({ state: 'pending', version: draft.version + 1 });
  expect(await submit(site.lin, { ...handedIn, id: draft.id })).toEqual(handedIn);
  const summer = await begin(site.lin, { title: '夏天' });
  await submit(site.lin, summer);
  await expect(read(draft.id)).rejects.toMatchObject({ id: 'not-found' });
  expect(await mine(site.lin, draft.id)).toMatchObject({ state: 'pending', changed: true, may: { publish: false } });
  expect((await mine(site.lin, draft.id)).submittedAt).not.toBeNull();

  for (const editor of [site.owner, site.ming]) {
    const { records } = await site.as(editor).notices.list({ query: { type: 0 } });
    const link = `/admin/articles?review=${summer.id}`;
    expect(records).toMatchObject([{ title: '有文章等待审核', text: '夏天', link }]);
  }
  expect(await mine(site.owner, draft.id)).toMatchObject({
    content: { markdown: '雨水。' },
    may: { edit: false, publish: false, submit: false, withdraw: false },
  });
  const other = await begin(site.lin);
  await expect(mine(site.owner, other.id)).rejects.toMatchObject({ id: 'not-found' });
});

test('concurrent submissions and publications in one category and series do not block each other', async () => {
  await site.db
    .insertInto('series')
    .values({ authorId: site.owner.id, name: '节气', createdAt: 1, updatedAt: 1 })
    .execute();
  const same = { category: '四时', tags: ['雨', '春'], seriesId: 1 };
  const own = await Promise.all(Array.from({ length: 10 }, () => begin(site.owner, same)));
  const others = await Promise.all(Array.from({ length: 10 }, () => begin(site.lin)));
  await Promise.all([
    ...own.map((draft) => submit(site.owner, draft)),
    ...others.map((draft) => submit(site.lin, draft)),
  ]);
  const rows = await site.db.selectFrom('articles').select(['state', 'seriesPosition']).execute();
  expect(rows.filter(({ state }) => state === 'pending')).toHaveLength(10);
  const reported = (await site.as(site.owner).notices.list({ query: { type: 0 } })).records;
  expect(reported.map(({ title }) => title)).toEqual(['有文章等待审核']);
  const places = rows.filter(({ state }) => state === 'published').map(({ seriesPosition }) => seriesPosition);
  expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
});

test('editing a submission withdraws it', async () => {
  const draft = await begin(site.lin);
  const { version } = await submit(site.lin, draft);
  const content = { title: '春天', markdown: '惊蛰。' };
  await site.as(site.lin).drafts.save({ body: { id: draft.id, version, content } });
  expect(await mine(site.lin, draft.id)).toMatchObject({ state: 'draft', submittedAt: null, content });
});

test('a change of a published article waits for review while readers see the old text', async () => {
  const id = await site.writes({ title: '春天' });
  const { version } = await mine(site.lin, id);
  const content = { title: '夏天', markdown: '蝉鸣。' };
  const saved = await site.as(site.lin).drafts.save({ body: { id, version, content } });
  expect(await submit(site.lin, saved)).toMatchObject({ state: 'published' });
  expect(await read(id)).toMatchObject({ title: '春天' });
  expect(await mine(site.lin, id)).toMatchObject({ state: 'published', changed: true });
  expect((await mine(site.lin, id)).submittedAt).not.toBeNull();
});

const nested = `${'> '.repeat(1000)}深`;
const wide = `${'|列'.repeat(500)}|\n${'|-'.repeat(500)}|\n`;
const refusals: [what: string, content: Content, field: string, text: string][] = [
  ['no title', { title: '  ' }, 'title', '请输入标题'],
  ['no text', { markdown: ' \n ' }, 'markdown', '请输入正文'],
  ['an unknown category', { category: '没有' }, 'category', '没有这个分类，请选一个已有的'],
  ['a reprint from nowhere', { original: false }, 'sourceUrl', '转载请写明来源网址'],
  [
    'a reprint from no site',
    { original: false, sourceUrl: 'javascript:1' },
    'sourceUrl',
    '来源须为 http 或 https 网址',
  ],
  ['a slug of digits', { slug: '123' }, 'slug', '网址里的名字不能只有数字'],
  ['a slug with spaces', { slug: 'A b' }, 'slug', '网址里的名字只能用小写字母、数字，中间用连字符隔开'],
  ['a slug another has', { slug: 'taken' }, 'slug', '已有别的文章用着这个别名'],
  ['another’s series', { seriesId: 1 }, 'seriesId', '专栏不存在'],
  ['10,000 headings', { markdown: '# 题\n'.repeat(10_000) }, 'markdown', '标题太多：有 10000 个，最多 1000 个'],
  ['a table of 500 columns', { markdown: wide }, 'markdown', '表格太宽：有 500 列，最多 100 列'],
  ['quotes 1,000 deep', { markdown: nested }, 'markdown', '引用套得太深：最多 50 层'],
];

test('an incomplete draft is refused at its field and kept unchanged', async () => {
  await letMembersPublish();
  const other = await site.writes();
  await site.db.updateTable('articles').set({ slug: 'taken' }).where('id', '=', other).execute();
  await site.db
    .insertInto('series')
    .values({ authorId: site.owner.id, name: '节气', createdAt: 1, updatedAt: 1 })
    .execute();
  for (const [what, content, field, message] of refusals) {
    const draft = await begin(site.lin, content);
    await expect(submit(site.lin, draft), what).rejects.toMatchObject({ field, message });
    expect(await mine(site.lin, draft.id), what).toMatchObject({ version: draft.version, state: 'draft' });
  }
  expect(await site.as(null).articles.list({ query: {} })).toMatchObject({ total: 1 });
  expect(await site.db.selectFrom('categories').selectAll().execute()).toEqual([]);
});

test('members choose an existing category; editors may create one', async () => {
  await letMembersPublish();
  await submit(site.owner, await begin(site.owner, { category: '四时' }));
  expect(await submit(site.lin, await begin(site.lin, { category: '四时' }))).toMatchObject({ state: 'published' });
  expect((await site.as(null).categories.list()).map(({ articles }) => articles)).toEqual([2]);
});

test('a draft of another, a stale one, or one without permission is not submitted', async () => {
  const draft = await begin(site.lin);
  await expect(submit(site.ming, draft)).rejects.toMatchObject({ id: 'not-found' });
  await expect(submit(site.owner, draft)).rejects.toMatchObject({ id: 'not-found' });
  await expect(submit(site.lin, { ...draft, version: draft.version - 1 })).rejects.toMatchObject({ id: 'stale' });
  await expect(site.as(null).drafts.submit({ body: { id: draft.id, version: draft.version } })).rejects.toMatchObject({
    id: 'signed-out',
  });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const refused = { id: 'not-allowed', message: '暂无发布权限' };
  await expect(submit(site.lin, draft, tomorrow)).rejects.toMatchObject({ ...refused, field: 'publishAt' });
  await site.db.transaction().execute((trx) => saveSettings(trx, 'writing', { members: false, publish: true }));
  forgetSettings(site.db);
  await expect(submit(site.lin, draft)).rejects.toMatchObject(refused);
  await expect(begin(site.lin)).rejects.toMatchObject(refused);
  expect(await mine(site.lin, draft.id)).toMatchObject({
    state: 'draft',
    version: draft.version,
    may: { edit: false },
  });
});

test('moderators write like members; editors and admins publish', async () => {
  for (const [role, state] of [
    ['moderator', 'pending'],
    ['editor', 'published'],
    ['admin', 'published'],
  ] as const) {
    await site.db.updateTable('users').set({ role }).where('id', '=', site.ming.id).execute();
    expect(await submit(site.ming, await begin(site.ming)), role).toMatchObject({ state });
  }
});

test('a member’s account says whether they may write and publish', async () => {
  const writing = async (viewer: Viewer) =>
    (await site.as(viewer).sessions.byToken({ query: { token: tokenOf(viewer) } })).writing;
  expect(await writing(site.owner)).toEqual({ write: true, publish: true });
  expect(await writing(site.lin)).toEqual({ write: true, publish: false });
  await letMembersPublish();
  expect(await writing(site.lin)).toEqual({ write: true, publish: true });
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.lin.id).execute();
  expect(await writing(site.lin)).toEqual({ write: false, publish: false });
});

test('exactly one of fifty concurrent saves or submissions of one version succeeds', async () => {
  await letMembersPublish();
  const draft = await begin(site.lin, { tags: ['雨', '春'] });
  const all = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) =>
      n % 2
        ? submit(site.lin, draft)
        : site.as(site.lin).drafts.save({
            body: { id: draft.id, version: draft.version, content: { title: `第${n}`, markdown: '文' } },
          }),
    ),
  );
  const [won, ...more] = all.filter(({ status }) => status === 'fulfilled');
  expect(more).toEqual([]);
  expect(won).toMatchObject({ value: { version: draft.version + 1 } });
  for (const one of all.filter(({ status }) => status === 'rejected'))
    expect(one).toMatchObject({ reason: { id: 'stale' } });
  expect(await mine(site.lin, draft.id)).toMatchObject({ version: draft.version + 1 });
});

test('the word count is the same in the editor, in review and on the page', async () => {
  const markdown =
    '## 雨水\n\n**春风**又绿[江南岸](https://a.example/a-long-way)，`code` $x_1$。\n\n![图](/files/a.webp)';
  const draft = await begin(site.lin, { markdown });
  const listed = async () => (await site.as(site.lin).drafts.list({ query: {} })).data.records[0]?.words;
  const written = await listed();
  await submit(site.lin, draft);
  expect(await listed()).toBe(written);
  await letMembersPublish();
  const own = await begin(site.lin, { title: '夏天', markdown });
  await submit(site.lin, own);
  expect((await read(own.id)).words).toBe(written);
});
