import type { ArticleAct, Imported } from '@mojian/contract/content/articles-admin';
import { mostTags, searchCountedTo } from '@mojian/contract/platform/rules';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { mayReachHere, openNeighbour } from '../../../test/neighbour.ts';
import { sendForm } from '../../../test/upload.ts';
import { saveSettings } from '../../core/settings/settings.ts';
import { listDeadLinks } from './review.ts';

const site = freshSite();

let keys = 0;
const office = () => site.office(site.owner).articles;
const list = async (query: object = {}) => (await office().list({ query })).data;
const titles = async (query: object = {}) => (await list(query)).records.map(({ title }) => title);
const act = (ids: number[], name: ArticleAct, more: object = {}) => office().act({ body: { ids, act: name, ...more } });
const draft = (viewer = site.lin, content: object = {}) =>
  site.as(viewer).drafts.create({
    body: { key: `browser-${++keys}`, content: { title: '谷雨', markdown: '雨生百谷。', ...content } as never },
  });
const handedIn = async (content: object = {}) => {
  const made = await draft(site.lin, content);
  const { version } = await site.as(site.lin).drafts.submit({ body: { id: made.id, version: made.version } });
  return { id: made.id, version };
};
const acts = async () =>
  (await site.db.selectFrom('auditLog').select(['act', 'subject']).orderBy('id').execute()).map(
    ({ act, subject }) => `${act} ${subject}`,
  );
const reported = async (viewer = site.lin) =>
  (await site.as(viewer).notices.list({ query: { type: 0 } })).records.map(({ title, text }) => `${title} ${text}`);
const read = (id: number) => site.as(null).articles.info({ query: { id } });
const visible = async () => (await site.as(null).articles.list({ query: {} })).records.map(({ title }) => title);

test('the list contains all but the drafts of others, by tab and by every filter', async () => {
  const spring = await site.writes({ category: '四时', tags: ['雨'], markdown: '下了一夜 100%_。' });
  await site.writes({ title: '桥', authorId: site.owner.id, readType: 4, publishedAt: Date.now() - 40 * 86_400_000 });
  await draft(site.lin, { title: '小林的草稿' });
  await draft(site.owner, { title: '站长的草稿' });
  await handedIn({ title: '惊蛰', category: '四时' });
  const gone = await site.writes({ title: '旧闻' });
  await act([gone], 'trash');

  const { data, extra } = await office().list({ query: {} });
  expect(data.records.map(({ title }) => title).toSorted()).toEqual(['惊蛰', '春天', '桥', '站长的草稿'].toSorted());
  expect(extra).toEqual({
    all: 4,
    pending: 1,
    draft: 1,
    scheduled: 0,
    published: 2,
    private: 0,
    withdrawn: 0,
    refused: 0,
    trash: 1,
  });
  expect(await titles({ state: 'pending' })).toEqual(['惊蛰']);
  expect((await list({ state: 'pending' })).records[0]).toMatchObject({ category: '四时', waiting: true, path: '' });
  expect(await titles({ state: 'trash' })).toEqual(['旧闻']);
  expect(await titles({ state: 'draft' })).toEqual(['站长的草稿']);
  expect(await titles({ text: '100%_' })).toEqual(['春天']);
  expect(await titles({ text: '100%%' })).toEqual([]);
  const { categories, tags, authors } = await office().choices();
  expect(authors.map(({ name }) => name)).toEqual(['站长', '小林']);
  expect(await titles({ categoryId: categories[0]?.id, tagId: tags[0]?.id })).toEqual(['春天']);
  expect(await titles({ authorId: site.owner.id, state: 'published' })).toEqual(['桥']);
  expect(await titles({ readType: '4' })).toEqual(['桥']);
  expect(await titles({ days: '30', state: 'published' })).toEqual(['春天']);
  await site.db.updateTable('articles').set({ views: 9 }).where('id', '=', spring).execute();
  expect((await titles({ sort: 'views' }))[0]).toBe('春天');
  expect((await list({ pageSize: 1, pageNo: 2 })).records).toHaveLength(1);
});

test('a text is found in public articles by words, in all others and with signs as it stands', async () => {
  await site.writes({ title: '公开', markdown: '用 TypeScript 写的，不是别的。' });
  await site.writes({ title: '上锁', markdown: '开头\n\n<!-- more -->\n\n用 TypeScript 写的', readType: 4 });
  await site.writes({ title: '草稿', markdown: '用 TypeScript 写的', state: 'draft', authorId: site.owner.id });
  await handedIn({ title: '改名 TypeScript' });
  const found = async (text: string) => (await titles({ text })).toSorted();
  expect(await found('typescript')).toEqual(['上锁', '公开', '改名 TypeScript', '草稿'].toSorted());
  expect(await found('Script')).toEqual(['上锁', '改名 TypeScript', '草稿'].toSorted());
  expect(await found('写的，不')).toEqual(['公开']);
  expect(await found('写的。')).toEqual([]);
  expect(await found('，')).toEqual(['公开']);
  expect((await list({ text: 'typescript', state: 'pending' })).total).toBe(1);
});

test('a text that more than a thousand articles have is counted so far, and every filter still finds all', async () => {
  const first = await site.writes({ title: '最早的一篇', markdown: '备份。', publishedAt: Date.UTC(2020, 0, 1) });
  await site.writes({ title: '上锁的一篇', markdown: '备份。', readType: 4, publishedAt: Date.UTC(2020, 0, 2) });
  const { id, ...row } = await site.db
    .selectFrom('articles')
    .selectAll()
    .where('id', '=', first)
    .executeTakeFirstOrThrow();
  const days = Array.from({ length: searchCountedTo + 2 }, (_, day) => Date.UTC(2022, 0, 1 + day));
  for (let from = 0; from < days.length; from += 100) {
    const rows = days
      .slice(from, from + 100)
      .map((publishedAt) => ({ ...row, title: '备份', slug: null, publishedAt }));
    await site.db.transaction().execute(async (trx) => {
      const written = await trx.insertInto('articles').values(rows).returning(['id', 'publishedAt']).execute();
      for (const { id, publishedAt } of written)
        await site.search.index(trx, { id, date: publishedAt ?? 0, title: '备份', summary: '', body: '备份' });
    });
  }
  await site.db.updateTable('articles').set({ views: 9 }).where('id', '=', id).execute();

  await site.writes({ title: '新锁的一篇', markdown: '备份。', readType: 4, publishedAt: Date.now() - 1000 });
  await site.db.updateTable('articles').set({ views: 8 }).where('title', '=', '新锁的一篇').execute();

  expect((await titles({ text: '备份', pageSize: 1 }))[0]).toBe('新锁的一篇');
  const { total, records } = await list({ text: '备份', pageSize: 1, pageNo: 2 });
  expect([total, records[0]?.time]).toEqual([searchCountedTo, new Date(days.at(-1) ?? 0).toISOString()]);
  expect((await list({ text: '备份', sort: 'views' })).total).toBe(days.length + 3);
  expect((await titles({ text: '备份', sort: 'views' }))[0]).toBe('最早的一篇');
  expect(await titles({ text: '备份', readType: '4' })).toEqual(['新锁的一篇', '上锁的一篇']);
  expect((await list({ text: '备份 最早' })).total).toBe(1);
  expect(await titles({ text: '备份', state: 'withdrawn' })).toEqual([]);
});

test('a submission stands among the others by its own time, however the list is cut', async () => {
  const hour = (n: number) => Date.UTC(2026, 0, 1, n);
  for (const n of [1, 3, 5]) await site.writes({ title: `发表 ${n}`, publishedAt: hour(n) });
  const { id } = await handedIn({ title: '投稿' });
  await site.db
    .updateTable('drafts')
    .set({ submittedAt: hour(4) })
    .where('articleId', '=', id)
    .execute();
  const pages = await Promise.all(
    [1, 2, 3, 4, 5].map(async (pageNo) => (await titles({ pageSize: 1, pageNo })).join()),
  );
  expect(pages).toEqual(['发表 5', '投稿', '发表 3', '发表 1', '']);
  expect(await list()).toMatchObject({ total: 4 });
});

test.each([
  [{ state: 'lost' }, '没有这种状态'],
  [{ text: '长'.repeat(51) }, '搜索内容不能超过 50 个'],
  [{ readType: '9' }, '没有这种阅读方式'],
  [{ days: '8' }, '须为 7、30 或 365 天'],
  [{ sort: 'title' }, '没有这种排序'],
  [{ categoryId: 'x' }, '分类编号须为 1 到'],
])('the filter %j is refused', async (query, words) => {
  await expect(list(query)).rejects.toThrow(words);
});

test('marks are set and removed, readers see it immediately, and each change is audited', async () => {
  const [one, other] = [await site.writes(), await site.writes({ title: '桥' })];
  expect(await visible()).toEqual(['桥', '春天']);
  expect(await act([one], 'pin')).toEqual({ done: 1, failed: [] });
  expect(await visible()).toEqual(['春天', '桥']);
  await act([one, other], 'recommend');
  await act([one], 'feature');
  expect(
    (await list()).records.map(({ title, pinned, recommended, featured }) => [title, pinned, recommended, featured]),
  ).toEqual([
    ['桥', false, true, false],
    ['春天', true, true, true],
  ]);
  for (const undo of ['unpin', 'unrecommend', 'unfeature'] as const) await act([one, other], undo);
  expect((await list()).records.some(({ pinned, recommended, featured }) => pinned || recommended || featured)).toBe(
    false,
  );
  expect((await acts()).slice(0, 3)).toEqual([
    `articles.pin article:${one}`,
    `articles.recommend article:${one}`,
    `articles.recommend article:${other}`,
  ]);
  const { id } = await draft(site.owner);
  expect(await act([id, 999], 'pin')).toEqual({
    done: 0,
    failed: [
      { id, why: '读者还看不到这一篇' },
      { id: 999, why: '读者还看不到这一篇' },
    ],
  });
  expect(await acts()).toHaveLength(10);
});

test('the carousel is sortable; new entries come first, and removed ones start over', async () => {
  const ids = [
    await site.writes({ title: '一' }),
    await site.writes({ title: '二' }),
    await site.writes({ title: '三' }),
  ];
  const [one = 0, two = 0, three = 0] = ids;
  const onHome = async () => (await site.as(null).home.show()).featured.map(({ title }) => title);
  const order = (wanted: number[]) => office().orderCarousel({ body: { ids: wanted } });
  await act([one, two], 'feature');
  expect((await office().carousel()).map(({ title }) => title)).toEqual(['二', '一']);
  await order([one, two]);
  expect(await onHome()).toEqual(['一', '二']);
  await act([three], 'feature');
  expect(await onHome()).toEqual(['三', '一', '二']);
  for (const wrong of [[one, two], [one, two, two], [one, two, 99], []])
    await expect(order(wrong)).rejects.toMatchObject({ id: 'stale' });
  await act([one], 'unfeature');
  await act([one], 'feature');
  expect(await onHome()).toEqual(['三', '一', '二']);
  expect((await acts())[2]).toBe('articles.carousel ');
  expect(await acts()).toHaveLength(6);
});

test('withdrawing, republishing, trashing, restoring and erasing notify the author of others’ acts', async () => {
  const id = await site.writes({ category: '四时' });
  await act([id], 'withdraw');
  await expect(read(id)).rejects.toMatchObject({ id: 'not-found' });
  expect((await act([id], 'withdraw')).failed).toEqual([{ id, why: '这篇文章现在不能撤回' }]);
  await act([id], 'publish');
  expect((await read(id)).category?.name).toBe('四时');
  expect((await act([id], 'publish')).failed).toEqual([{ id, why: '这篇已经发布了' }]);

  expect((await act([id], 'purge')).failed).toEqual([{ id, why: '回收站里没有这一篇' }]);
  await act([id], 'trash');
  await expect(read(id)).rejects.toMatchObject({ id: 'gone' });
  for (const name of ['publish', 'withdraw', 'trash', 'pin'] as const)
    expect((await act([id], name)).done, name).toBe(0);
  await act([id], 'restore');
  expect((await read(id)).title).toBe('春天');
  await act([id], 'trash');
  expect(await act([id], 'purge')).toEqual({ done: 1, failed: [] });
  expect(await site.db.selectFrom('articles').select('id').execute()).toEqual([]);
  expect(await acts()).toEqual(
    ['withdraw', 'publish', 'trash', 'restore', 'trash', 'purge'].map((name) => `articles.${name} article:${id}`),
  );
});

test('a withdrawn article reappears unchanged, and its author’s draft is untouched', async () => {
  const made = await draft(site.owner);
  await site.as(site.owner).drafts.submit({ body: { id: made.id, version: made.version } });
  await site.db.updateTable('articles').set({ authorId: site.lin.id }).where('id', '=', made.id).execute();
  await act([made.id], 'withdraw');
  const mine = await site.as(site.lin).drafts.mine({ query: { id: made.id } });
  const content = { ...mine.content, markdown: '还没写完' };
  await site.as(site.lin).drafts.save({ body: { id: made.id, version: mine.version, content } });
  await act([made.id], 'publish');
  expect((await read(made.id)).html).toContain('雨生百谷');
  expect((await site.as(site.lin).drafts.mine({ query: { id: made.id } })).content.markdown).toBe('还没写完');
  expect(await reported()).toEqual(['文章被管理员撤回 谷雨']);
});

test('no act reaches drafts of others, one’s own draft is published', async () => {
  const { id } = await draft(site.lin);
  for (const name of ['publish', 'withdraw', 'trash', 'restore', 'purge', 'approve', 'pin'] as const)
    expect((await act([id], name)).done, name).toBe(0);
  expect((await act([id], 'category', { categoryId: null })).done).toBe(0);
  expect((await act([id], 'refuse', { reason: '不行' })).done).toBe(0);
  expect(await acts()).toEqual([]);
  const own = await draft(site.owner, { title: '' });
  expect((await act([own.id], 'publish')).failed).toEqual([{ id: own.id, why: '请输入标题' }]);
  const whole = await draft(site.owner);
  expect((await act([whole.id], 'publish')).done).toBe(1);
  expect(await visible()).toEqual(['谷雨']);
});

test('changing the category applies to article and draft, and notifies open editors', async () => {
  const id = await site.writes({ category: '四时' });
  await site.writes({ title: '桥', category: '漫步' });
  const { content, version } = await site.as(site.lin).drafts.mine({ query: { id } });
  const saved = await site.as(site.lin).drafts.save({ body: { id, version, content: { ...content, title: '春雨' } } });
  const walks = (await office().choices()).categories.find(({ name }) => name === '漫步');
  await act([id], 'category', { categoryId: walks?.id });
  expect((await read(id)).category?.name).toBe('漫步');
  expect((await site.as(site.lin).drafts.mine({ query: { id } })).content).toMatchObject({
    title: '春雨',
    category: '漫步',
  });
  await expect(site.as(site.lin).drafts.save({ body: { id, version: saved.version, content } })).rejects.toMatchObject({
    id: 'stale',
  });
  await act([id], 'category', { categoryId: null });
  expect((await read(id)).category).toBeNull();
});

test('an author’s unsubmitted draft shows neither in the audit log nor by its tag limit', async () => {
  const id = await site.writes({ category: '四时', tags: ['雨'] });
  const { content, version } = await site.as(site.lin).drafts.mine({ query: { id } });
  const hidden = { category: '漫步', tags: Array.from({ length: mostTags }, (_, n) => `没写完${n}`) };
  await site.as(site.lin).drafts.save({ body: { id, version, content: { ...content, ...hidden } } });
  expect(await act([id], 'tag', { tag: '春' })).toEqual({ done: 1, failed: [] });
  expect((await read(id)).tags.map(({ name }) => name).toSorted()).toEqual(['春', '雨'].toSorted());
  expect((await site.as(site.lin).drafts.mine({ query: { id } })).content).toMatchObject(hidden);
  await act([id], 'untag', { tag: '雨' });
  await act([id], 'category', { categoryId: null });
  const logged = await site.db.selectFrom('auditLog').select(['before', 'after']).orderBy('id').execute();
  expect(logged.map(({ before, after }) => [JSON.parse(before), JSON.parse(after)])).toEqual([
    [{ tags: ['雨'] }, { tags: ['雨', '春'] }],
    [{ tags: expect.arrayContaining(['春', '雨']) }, { tags: ['春'] }],
    [{ category: '四时' }, { category: '' }],
  ]);
});

test('a tag is added and removed for readers and in the draft; an article at the tag limit is named', async () => {
  const [id, full] = [
    await site.writes({ tags: ['雨'] }),
    await site.writes({ title: '满', tags: Array.from({ length: mostTags }, (_, n) => `签${n}`) }),
  ];
  const { content, version } = await site.as(site.lin).drafts.mine({ query: { id } });
  await site.as(site.lin).drafts.save({ body: { id, version, content: { ...content, title: '春雨' } } });
  const tagsOf = async () => (await read(id)).tags.map(({ name }) => name).sort();
  expect(await act([id, full], 'tag', { tag: ' 四时 ' })).toEqual({
    done: 1,
    failed: [{ id: full, why: `已经有 ${mostTags} 个标签了` }],
  });
  expect(await tagsOf()).toEqual(['四时', '雨'].sort());
  expect((await site.as(site.lin).drafts.mine({ query: { id } })).content).toMatchObject({
    title: '春雨',
    tags: ['雨', '四时'],
  });
  await act([id], 'untag', { tag: '雨' });
  expect(await tagsOf()).toEqual(['四时']);
  expect((await site.db.selectFrom('tags').select('name').execute()).map(({ name }) => name)).not.toContain('雨');
  expect(await acts()).toEqual([`articles.tag article:${id}`, `articles.untag article:${id}`]);
});

test.each([
  [{ act: 'category' }, '请选择分类'],
  [{ act: 'tag', tag: ' ' }, '请输入标签名'],
  [{ act: 'tag', tag: '长'.repeat(31) }, '标签不能超过 30 个字'],
  [{ act: 'category', categoryId: 99 }, '没有这个分类'],
  [{ act: 'refuse', reason: ' ' }, '请写下原因'],
  [{ act: 'praise' }, '没有这种处理'],
  [{ act: 'pin', ids: [] }, '请选择要处理的'],
])('the batch %j is refused', async (body, words) => {
  const id = await site.writes();
  await expect(office().act({ body: { ids: [id], ...body } as never })).rejects.toThrow(words);
  expect(await acts()).toEqual([]);
});

test('a submission is shown with its details and its position in the queue', async () => {
  await site.db
    .transaction()
    .execute((trx) => saveSettings(trx, 'moderation', { hold: ['赌钱'], mask: ['坏词'], mode: 'none', links: 2 }));
  const long = '封路的三个小时桥是我们的，手电照着铆钉一颗一颗敲过去听它回答。';
  await site.writes({ title: '夜里检修一座桥', markdown: long });
  const markdown = `${long}\n\n来赌钱，坏词。[外面](https://elsewhere.example/a) [自己](${site.siteUrl}/hot)\n\n![图](https://elsewhere.example/p.png)`;
  const first = await handedIn({ title: '检修一座桥', markdown, category: '', tags: ['桥'] });
  const second = await handedIn({ title: '另一篇' });
  const shown = await office().review({ query: { id: first.id } });
  expect(shown).toMatchObject({
    id: first.id,
    version: first.version,
    isChange: false,
    title: '检修一座桥',
    tags: ['桥'],
    author: { nickname: '小林', published: 1, refused: 0 },
    found: { words: ['赌钱', '坏词'], alike: { title: '夜里检修一座桥' }, pictures: { total: 1, foreign: 1 } },
    queue: [first.id, second.id],
  });
  expect(shown.html).toContain('铆钉');
  // a picture of another site is shown to readers as a link to it
  expect(shown.found.links).toEqual(['https://elsewhere.example/a', 'https://elsewhere.example/p.png']);
  expect(shown.found.alike?.percent).toBeGreaterThan(30);
  expect((await office().review({ query: { id: second.id } })).found).toMatchObject({ words: [], links: [] });
});

test('one submission is approved and recommended, another refused with a reason; both authors are notified', async () => {
  const good = await handedIn();
  const bad = await handedIn({ title: '凑数' });
  await office().decide({ body: { ...good, approve: true, recommend: true } });
  expect(await visible()).toEqual(['谷雨']);
  expect((await list({ state: 'published' })).records[0]).toMatchObject({ recommended: true });
  await expect(office().decide({ body: { ...bad, approve: false } })).rejects.toMatchObject({ field: 'reason' });
  await office().decide({ body: { ...bad, approve: false, reason: '请补出处' } });
  expect(await reported()).toEqual(['文章没有通过审核 《凑数》：请补出处', '文章通过了审核 谷雨']);
  expect(await titles({ state: 'refused' })).toEqual(['凑数']);
  await expect(office().review({ query: { id: bad.id } })).rejects.toMatchObject({ id: 'not-found' });
  expect(await acts()).toEqual([`articles.approve article:${good.id}`, `articles.refuse article:${bad.id}`]);
});

test('the second of two concurrent decisions is a conflict, and a text changed since is not published unread', async () => {
  const { id, version } = await handedIn();
  const { content } = await site.as(site.lin).drafts.mine({ query: { id } });
  const saved = await site
    .as(site.lin)
    .drafts.save({ body: { id, version, content: { ...content, markdown: '换了' } } });
  await site.as(site.lin).drafts.submit({ body: { id, version: saved.version } });
  await expect(office().decide({ body: { id, version, approve: true } })).rejects.toMatchObject({ id: 'stale' });
  expect(await visible()).toEqual([]);
  const now = (await office().review({ query: { id } })).version;
  await office().decide({ body: { id, version: now, approve: false, reason: '不' } });
  await expect(office().decide({ body: { id, version: now, approve: true } })).rejects.toMatchObject({
    id: 'not-found',
  });
  expect(await acts()).toHaveLength(1);
});

test('a batch approves and refuses submissions, also changes to published articles', async () => {
  await site.db
    .transaction()
    .execute((trx) => saveSettings(trx, 'writing', { publish: false, members: true, slugs: false }));
  const id = await site.writes();
  const { content, version } = await site.as(site.lin).drafts.mine({ query: { id } });
  const saved = await site
    .as(site.lin)
    .drafts.save({ body: { id, version, content: { ...content, title: '春雨', markdown: '改过' } } });
  await site.as(site.lin).drafts.submit({ body: { id, version: saved.version } });
  expect((await office().list({ query: {} })).extra).toMatchObject({ all: 1, pending: 1, published: 1 });
  expect(await titles({ state: 'pending' })).toEqual(['春雨']);
  expect((await act([id], 'refuse', { reason: '再改改' })).done).toBe(1);
  expect((await read(id)).title).toBe('春天');
  const other = await handedIn();
  expect(await act([other.id, id], 'approve')).toEqual({ done: 1, failed: [{ id, why: '没有等待审核的这篇文章' }] });
  expect((await site.office(site.owner).office.enter()).waiting.articles).toBe(0);
});

test('a file becomes one’s own draft, and an exported article can be imported again', async () => {
  const send = (bytes: string) =>
    sendForm<Imported>(site, site.owner, '/v1/admin/articles/import', [{ name: 'ting-yu.md', bytes }]);
  const { data } = await send('---\ntitle: 听雨\ntags: [雨]\ncategories: 四时\n---\n\n一夜的雨。');
  expect(data).toEqual({ id: data.id, title: '听雨', pictures: 0, warnings: [] });
  expect(await titles({ state: 'draft' })).toEqual(['听雨']);
  await expect(office().markdown({ query: { id: data.id } })).rejects.toMatchObject({ id: 'not-found' });
  await act([data.id], 'publish');
  const file = await office().markdown({ query: { id: data.id } });
  expect(file.name).toContain('听雨');
  expect((await send(file.text)).data.title).toBe('听雨');
  expect(await acts()).toEqual([
    `articles.import article:${data.id}`,
    `articles.publish article:${data.id}`,
    `articles.import article:${data.id + 1}`,
  ]);
  expect((await sendForm(site, site.owner, '/v1/admin/articles/import', [{ name: 'a.exe', bytes: 'x' }])).code).toBe(
    415,
  );
  const before = (await list()).total;
  expect((await sendForm(site, site.lin, '/v1/admin/articles/import', [{ name: 'a.md', bytes: 'x' }])).code).toBe(403);
  expect((await list()).total).toBe(before);
});

test('dead links are found, and non-public addresses are not requested', async () => {
  const { url: base } = await openNeighbour(({ url }, reply) => reply.writeHead(url === '/gone' ? 404 : 200).end());
  const { id } = await handedIn({ markdown: `[在](${base}/here) [不在](${base}/gone) [自己](${site.siteUrl}/hot)` });
  expect(await listDeadLinks({ ...site, mayReach: mayReachHere }, id)).toEqual([`${base}/gone`]);
  expect(await office().deadLinks({ query: { id } })).toEqual([`${base}/here`, `${base}/gone`]);
  await expect(office().deadLinks({ query: { id: 99 } })).rejects.toMatchObject({ id: 'not-found' });
});
