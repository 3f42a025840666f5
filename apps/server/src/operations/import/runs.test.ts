import { Failure } from '@mojian/contract/platform/failures';
import { fileRefused } from '@mojian/foreign-files/open-zip';
import type { Item } from '@mojian/importers/form';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { expectRightLists } from '../../../test/article-lists.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { article, author, comment, madeSource } from '../../../test/made-source.ts';
import { findMoved } from '../../content/slugs/moved.ts';
import { PictureRefused } from '../../platform/storage/picture.ts';
import { decideWaiting } from './decide-waiting.ts';
import { carryOut, findRun, insertRun, previewImport } from './runs.ts';
import { reportLines } from './show-runs.ts';
import { type OpenedSource, proposedOptions } from './survey.ts';
import { undoRun } from './undo.ts';

const site = freshSite();
const userId = () => site.owner.id;

async function imports(items: Item[] | OpenedSource, options?: Parameters<typeof insertRun>[1]['options']) {
  const opened = Array.isArray(items) ? madeSource(items) : items;
  const preview = await previewImport(site, opened, { userId: userId(), options });
  const input = {
    survey: preview,
    opened,
    upload: 'upload-12345',
    userId: userId(),
    options: options ?? proposedOptions(preview),
  };
  const runId = await insertRun(site.db, input);
  const counts = await carryOut(site, opened, runId);
  return { runId, counts, preview };
}

const losses = async () =>
  (await site.db.selectFrom('importLosses').select(['thing', 'place', 'reason']).orderBy('id').execute()).map(
    ({ thing, place, reason }) => `${thing} ${place}：${reason}`,
  );
const comments = () =>
  site.db
    .selectFrom('comments')
    .select(['id', 'text', 'parentId', 'replyToId', 'state', 'replies', 'likes', 'pinned', 'articleId'])
    .orderBy('id')
    .execute();
const on = { article: '1' };
const rows = async () => {
  const tables = ['articles', 'comments', 'users', 'movedPaths', 'importedRows', 'tags', 'articleTags'] as const;
  const all: Record<string, unknown[]> = {};
  for (const table of tables) {
    const found = await site.db
      .selectFrom(table as 'articles')
      .selectAll()
      .execute();
    all[table] = found.map((row) => JSON.stringify(row)).sort();
  }
  return all;
};

test('a second run changes nothing, and its preview says so', async () => {
  const items: Item[] = [
    { kind: 'site', url: 'https://old.example.com', title: '旧站' },
    article({
      key: '1',
      categories: ['随笔', '旅行'],
      tags: ['雨', '春', '夏', '秋'],
      addresses: ['/2020/05/rain.html', '/?p=1'],
    }),
    comment({ key: '10', on }),
    comment({ key: '11', on, parent: '10' }),
    { kind: 'category', key: 'a', name: '随笔', parent: null, intro: '', addresses: ['/category/essay'] },
    { kind: 'tag', key: 't', name: '雨', addresses: ['/tag/rain'] },
  ];
  const { counts, preview } = await imports(items);
  expect(preview.counts).toMatchObject({ article: { inFile: 1, added: 1 }, comment: { inFile: 2, added: 2 } });
  expect(counts).toMatchObject({
    article: { inFile: 1, added: 1 },
    comment: { inFile: 2, added: 2 },
    tag: { added: 1 },
  });
  const choice = { thing: '文章里的内容', reason: '有几个分类：第一个作分类，其余成为标签', count: 1 };
  expect(preview.losses).toEqual([expect.objectContaining(choice)]);
  const before = await rows();
  const second = await imports(items);
  const unchanged = {
    article: { unchanged: 1 },
    comment: { unchanged: 2 },
    category: { unchanged: 1 },
    tag: { unchanged: 1 },
  };
  expect(second.preview.counts).toMatchObject(unchanged);
  expect(second.counts).toMatchObject(unchanged);
  expect(await rows()).toEqual(before);

  const { records } = await site.as(null).articles.list({ query: {} });
  expect(records[0]).toMatchObject({ title: '文章 1', category: { name: '随笔' }, comments: 2 });
  expect(records[0]?.tags.map(({ name }) => name).sort()).toEqual(['夏', '旅行', '春', '秋', '雨'].sort());
  const old = ['/2020/05/rain', '/?p=1', '/category/essay/', '/tag/rain'];
  const targets = await Promise.all(old.map((path) => findMoved(site.db, path)));
  const path = `/article/${records[0]?.id}`;
  expect(targets).toEqual([
    path,
    path,
    expect.stringMatching(/^\/category\?id=/),
    expect.stringMatching(/^\/tags\?id=/),
  ]);
});

test('replies keep their parents, states, likes and pins whatever their order in the file', async () => {
  await imports([
    comment({ key: '3', on, parent: '2', markdown: '孙' }),
    comment({ key: '2', on, parent: '1', markdown: '子', state: 'held' }),
    article({ key: '1' }),
    comment({ key: '1', on, markdown: '父', likes: 7, pinned: true }),
    comment({ key: '4', on, state: 'spam', markdown: '广告' }),
    comment({ key: '5', on, state: 'removed' }),
  ]);
  const found = await comments();
  const idOf = (text: string) => found.find((one) => one.text === text)?.id ?? 0;
  const shape = found.map(({ text, parentId, replyToId, state }) => [text, parentId, replyToId, state]);
  expect(shape.sort()).toEqual(
    [
      ['父', null, null, 'shown'],
      ['子', idOf('父'), idOf('父'), 'held'],
      ['孙', idOf('父'), idOf('子'), 'shown'],
      ['广告', null, null, 'held'],
    ].sort(),
  );
  expect(found.find(({ text }) => text === '父')).toMatchObject({ likes: 7, pinned: 1, replies: 1 });
  expect((await site.db.selectFrom('articles').select('comments').executeTakeFirst())?.comments).toBe(2);
  expect(await losses()).toContainEqual(expect.stringContaining('在原来的站里已经删除'));
});

test('circular replies, missing parents and repeated ids neither hang the run nor lose a comment', async () => {
  await imports([
    article({ key: '1' }),
    comment({ key: '1', on, parent: '2' }),
    comment({ key: '2', on, parent: '1' }),
    comment({ key: '3', on, parent: '99' }),
    comment({ key: '4', on, parent: '4' }),
    comment({ key: '5', on }),
    comment({ key: '5', on, markdown: '又一条' }),
  ]);
  expect((await comments()).map(({ text }) => text).sort()).toEqual([1, 2, 3, 4, 5].map((key) => `评论 ${key}`));
  expect(await site.db.selectFrom('waitingComments').selectAll().execute()).toEqual([]);
  expect((await losses()).join('\n')).toContain('编号在文件里出现了两次');
});

test('comments without articles in the file find theirs by address, slug or title; others wait until it is imported', async () => {
  const { runId } = await imports([
    article({ key: '1', title: '春雨', slug: 'spring-rain', addresses: ['/p/1.html'] }),
  ]);
  const places = [
    ['/p/1.html', ''],
    ['https://old.example.com/blog/spring-rain/', ''],
    ['/whatever', '春雨'],
    ['/nowhere', '没有'],
  ] as const;
  const items = places.map(([address, title], index) => comment({ key: `${index + 1}`, on: { address, title } }));
  const { preview, counts } = await imports(madeSource(items, { id: 'talks' }));
  expect(preview.places.map(({ match }) => match?.how)).toEqual(['address', 'slug', 'title', undefined]);
  expect(counts.comment).toMatchObject({ inFile: 4, added: 3, waiting: 1 });
  expect(await comments()).toHaveLength(3);

  await imports(madeSource([article({ key: '2', title: '没有' })], { id: 'other' }));
  expect(await decideWaiting(site, site.owner, {})).toEqual({ placed: 1, dropped: 0 });
  expect(await comments()).toHaveLength(4);
  expect(await site.db.selectFrom('waitingComments').selectAll().execute()).toEqual([]);
  expect(runId).toBeGreaterThan(0);
});

test('waiting comments of an address are assigned to an article by hand, or dropped', async () => {
  await imports([article({ key: '1' })]);
  const items = ['/a', '/b'].map((address, index) => comment({ key: `${index}`, on: { address, title: '' } }));
  await imports(madeSource(items, { id: 'talks' }));
  const id = (await site.db.selectFrom('articles').select('id').executeTakeFirstOrThrow()).id;
  const place = { origin: 'talks#1', title: '' };
  await expect(
    decideWaiting(site, site.owner, { place: { ...place, address: '/a', article: 999 } }),
  ).rejects.toMatchObject({ id: 'not-found', field: 'article' });
  expect(await decideWaiting(site, site.owner, { place: { ...place, address: '/a', article: id } })).toMatchObject({
    placed: 1,
  });
  expect(await decideWaiting(site, site.owner, { place: { ...place, address: '/b', article: null } })).toMatchObject({
    dropped: 1,
  });
  expect(await comments()).toHaveLength(1);
});

test('waiting comments that are settled twice at the same time are stored once', async () => {
  const at = { address: '/rain', title: '' };
  const waiting = Array.from({ length: 250 }, (_, key) =>
    comment({ key: `${key}`, on: at, parent: key === 249 ? '0' : null }),
  );
  await imports(madeSource(waiting, { id: 'talks' }));
  const article = await site.writes({ title: '雨' });
  const decide = () => decideWaiting(site, site.owner, { place: { origin: 'talks#1', ...at, article } });
  const [one, other] = await Promise.all([decide(), decide()]);
  expect(one.placed + other.placed).toBe(250);
  const stored = await comments();
  expect(new Set(stored.map(({ text }) => text)).size).toBe(250);
  expect(stored).toHaveLength(250);
  expect(stored.at(-1)).toMatchObject({ text: '评论 249', replyToId: stored[0]?.id });
  expect(await site.db.selectFrom('waitingComments').selectAll().execute()).toEqual([]);
});

test('two sites with equal ids do not overwrite each other', async () => {
  await imports([article({ key: '1' })]);
  const commentSaying = (markdown: string, createdAt: number) =>
    comment({ key: '1', on: { address: '', title: '文章 1' }, markdown, createdAt });
  await imports(madeSource([commentSaying('一', 1000)], { id: 'talks' }));
  await imports(madeSource([commentSaying('二', 2000)], { id: 'talks' }));
  await imports(madeSource([commentSaying('一', 1000)], { id: 'talks' }));
  expect((await comments()).map(({ text }) => text)).toEqual(['一', '二']);
});

test('articles edited or deleted here stay as they are; those changed at the source are updated', async () => {
  await imports([article({ key: '1' }), article({ key: '2' }), article({ key: '3' })]);
  const ids = (await site.db.selectFrom('articles').select('id').orderBy('id').execute()).map(({ id }) => id);
  await site.db
    .updateTable('articles')
    .set({ title: '改过', version: 9 })
    .where('id', '=', ids[0] ?? 0)
    .execute();
  await site.db
    .updateTable('articles')
    .set({ removedAt: 1 })
    .where('id', '=', ids[1] ?? 0)
    .execute();
  const { counts } = await imports(['1', '2', '3'].map((key) => article({ key, markdown: '新的' })));
  expect(counts.article).toMatchObject({ skipped: 2, updated: 1 });
  const texts = await site.db.selectFrom('articles').select('markdown').orderBy('id').execute();
  expect(texts.map(({ markdown }) => markdown)).toEqual(['春雨。', '春雨。', '新的']);
});

test('undoing a run removes what it added, unless edited or answered since', async () => {
  const before = await rows();
  const { runId } = await imports([
    article({ key: '1', tags: ['雨'], addresses: ['/one'] }),
    article({ key: '2', addresses: ['/two'] }),
    comment({ key: '1', on }),
    comment({ key: '2', on: { article: '2' } }),
    { kind: 'message', key: '1', author, text: '到此一游', createdAt: 5, state: 'shown' },
    { kind: 'say', key: '1', author: null, text: '今天有雨', pictures: [], createdAt: 5, isPublic: true, likes: 3 },
    { kind: 'link', key: '1', group: '朋友', name: '阿甲', url: 'https://jia.example.com/', intro: '', avatar: '' },
    { kind: 'redirect', from: '/alt', to: '/one' },
  ]);
  await expectRightLists(site.db);
  const [first] = await comments();
  const answered = { articleId: first?.articleId ?? 0, replyTo: first?.id ?? 0 };
  await site.as(site.lin).comments.post({ body: { ...answered, text: '回你', pictures: [] } });
  expect(await undoRun(site, runId)).toEqual({ removed: 6, left: 2 });
  await expectRightLists(site.db);
  expect((await comments()).map(({ text }) => text)).toEqual(['评论 1', '回你']);
  expect(await site.db.selectFrom('articles').select('title').execute()).toEqual([{ title: '文章 1' }]);
  expect(await site.db.selectFrom('boardMessages').selectAll().execute()).toEqual([]);
  expect(await site.db.selectFrom('says').selectAll().execute()).toEqual([]);

  await site.db.deleteFrom('comments').where('text', '=', '回你').execute();
  await site.db.updateTable('comments').set({ replies: 0 }).execute();
  expect(await undoRun(site, runId)).toEqual({ removed: 2, left: 0 });
  const after = await rows();
  expect(after).toEqual({ ...before, movedPaths: [] });
});

test('undoing a run keeps the people of another run', async () => {
  const person = (name: string): Item => {
    return { kind: 'person', key: name, name, email: '', website: '', intro: '', createdAt: 5 };
  };
  await imports(madeSource([person('甲'), article({ key: '1' })], { id: 'first' }));
  const { runId } = await imports(madeSource([person('乙'), article({ key: '1' })], { id: 'second' }));
  await undoRun(site, runId);
  const guests = await site.db.selectFrom('users').select('nickname').where('isGuest', '=', 1).execute();
  expect(guests.map(({ nickname }) => nickname)).toEqual(['甲']);
});

test('a resumed run counts what it added before the pause, and a later run does not hinder the undo of the first', async () => {
  const items = [article({ key: '1' }), article({ key: '2', isPage: true }), comment({ key: '1', on })];
  const { runId } = await imports(items);
  const counts = await carryOut(site, madeSource(items), runId);
  expect(counts).toMatchObject({ article: { added: 1 }, page: { added: 1 }, comment: { added: 1 } });

  const second = await imports([article({ key: '1', markdown: '新的' }), article({ key: '2', isPage: true })]);
  expect(second.counts).toMatchObject({ article: { updated: 1 }, page: { unchanged: 1 } });
  let report = '';
  for await (const line of reportLines(site.db, second.runId)) report += line;
  expect(report).toContain('"更新","1","文章 1"');
  expect(await undoRun(site, runId)).toEqual({ removed: 3, left: 0 });
  expect(await site.db.selectFrom('articles').select('id').execute()).toEqual([]);
});

test('pictures inside the source are stored, those of other hosts wait to be fetched', async () => {
  const png = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
  const markdown = '![雨](/upload/rain.png)\n\n![远](https://pics.example.com/far.png)\n\n`![码](/upload/rain.png)`';
  const { runId } = await imports(
    madeSource([article({ key: '1', markdown, cover: '/upload/rain.png' })], { pictures: { '/upload/rain.png': png } }),
  );
  const stored = await site.db.selectFrom('articles').select(['markdown', 'cover']).executeTakeFirstOrThrow();
  expect(stored.markdown).toMatch(/^!\[雨\]\(\/files\/.+\.webp\)\n\n!\[远\]\(https:\/\/pics\.example\.com\/far\.png\)/);
  expect(stored.markdown).toContain('`![码](/upload/rain.png)`');
  expect(stored.cover).toMatch(/^\/files\//);
  expect(await site.db.selectFrom('remotePictures').select(['url', 'host', 'state']).execute()).toEqual([
    { url: 'https://pics.example.com/far.png', host: 'pics.example.com', state: 'waiting' },
  ]);
  for (const old of ['/upload/rain.png', '/upload/rain-300x200.png', 'https://old.example.com/upload/Rain.png'])
    expect(await findMoved(site.db, old)).toBe(stored.cover);
  await undoRun(site, runId);
  expect(await findMoved(site.db, '/upload/rain.png')).toBe(undefined);
});

test.each([new Failure('unavailable'), new PictureRefused('too-many')])(
  'a run whose pictures cannot be stored for now (%s) fails and loses none of them when it is resumed',
  async (trouble) => {
    const png = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
    const items = [article({ key: '1', markdown: '![雨](/rain.png)' }), comment({ key: '1', on, markdown: '雨' })];
    const opened = madeSource(items, { pictures: { '/rain.png': png } });
    const survey = await previewImport(site, opened, { userId: userId() });
    const run = { survey, opened, upload: 'upload-12345', userId: userId(), options: proposedOptions(survey) };
    const runId = await insertRun(site.db, run);
    const storage = { ...site.storage, put: () => Promise.reject(trouble) };
    await expect(carryOut({ ...site, storage }, opened, runId)).rejects.toBe(trouble);
    expect(await findRun(site.db, runId)).toMatchObject({ state: 'failed', failure: trouble.message });

    expect(await carryOut(site, opened, runId)).toMatchObject({ article: { added: 1 }, comment: { added: 1 } });
    const stored = await site.db.selectFrom('articles').select('markdown').executeTakeFirstOrThrow();
    expect(stored.markdown).toMatch(/^!\[雨\]\(\/files\//);
    expect(await losses()).toEqual([]);
  },
);

test('a damaged picture of a say is lost alone; the say and all after it are stored', async () => {
  const say = { kind: 'say', author: null, createdAt: 1000, isPublic: true, likes: 0 } as const;
  const opened = madeSource([
    { ...say, key: '1', text: '雨', pictures: ['/rain.png'] },
    { ...say, key: '2', text: '晴', pictures: [] },
  ]);
  const read = () => Promise.reject(fileRefused('压缩包打不开，可能没有传完整'));
  opened.reader.findPicture = (_source, path) => ({ path, size: 1, modifiedAt: 0, read, open: read });
  const { counts } = await imports(opened);
  expect(counts.say).toMatchObject({ inFile: 2, added: 2 });
  expect(await losses()).toEqual(['图片 /rain.png：压缩包打不开，可能没有传完整']);
});

test('pictures of a say that are not in the file are reported, or linked where the old site is known', async () => {
  const say = { kind: 'say', author: null, createdAt: 1000, isPublic: true, likes: 0 } as const;
  const many = Array.from({ length: 10 }, (_, at) => `https://img.example/${at}.png`);
  const items: Item[] = [
    { ...say, key: '1', text: '雨', pictures: ['/upload/rain.png'] },
    { ...say, key: '2', text: '晴', pictures: many },
  ];
  const { preview } = await imports(items);
  const reported = ['图片 /upload/rain.png：找不到文件', `图片 ${many[9]}：一条说说最多 9 张图片`];
  expect(preview.losses.map(({ thing, places, reason }) => `${thing} ${places[0]}：${reason}`).sort()).toEqual(
    reported.toSorted(),
  );
  expect(await losses()).toEqual(reported);
  const texts = async () =>
    (await site.db.selectFrom('says').select('text').orderBy('id').execute()).map((row) => row.text);
  expect(await texts()).toEqual(['雨', expect.stringContaining(`[图片](${many[8]})`)]);

  await imports([
    { kind: 'site', url: 'https://old.example', title: '旧站' },
    { ...say, key: '3', text: '雪', pictures: ['/upload/snow.png'] },
  ]);
  expect((await texts()).at(-1)).toBe('雪\n\n[图片](https://old.example/upload/snow.png)');
  expect(await losses()).toEqual(reported);
});

test('a file that names no site counts as an earlier one only when much of it is the same', async () => {
  const bare = (items: Item[]) => imports([{ kind: 'site', url: '', title: '' }, ...items]);
  const about = article({ key: 'about.md', title: '关于' });
  const posts = (name: string) =>
    Array.from({ length: 5 }, (_, at) => article({ key: `${name}${at}`, title: `${name} ${at}` }));
  await bare([about, ...posts('雨')]);
  expect((await bare([{ ...about, markdown: '别人' }, ...posts('雪')])).counts).toMatchObject({
    article: { added: 6 },
  });
  expect((await bare([about, ...posts('雨'), article({ key: 'new' })])).counts).toMatchObject({
    article: { added: 1, unchanged: 6 },
  });
  const origins = await site.db.selectFrom('importRuns').select('origin').orderBy('id').execute();
  expect(origins.map(({ origin }) => origin)).toEqual(['made#1', 'made#2', 'made#1']);
});

test('an article with an unchanged source is not converted again', async () => {
  const converted = article({ key: '1', markdown: '春雨。', source: 'a', warnings: ['少了一样'] });
  await imports([converted, article({ key: '2', source: 'b' })]);
  const again = await imports([
    { ...converted, markdown: '', warnings: [] },
    article({ key: '2', source: 'c', markdown: '夏雨。' }),
  ]);
  expect(again.preview.counts).toMatchObject({ article: { unchanged: 1, updated: 1 } });
  expect(again.counts).toMatchObject({ article: { unchanged: 1, updated: 1 } });
  const texts = await site.db.selectFrom('articles').select('markdown').orderBy('id').execute();
  expect(texts.map(({ markdown }) => markdown)).toEqual(['春雨。', '夏雨。']);
});

test("a comment's pictures inside the source are stored with it; those elsewhere stay links", async () => {
  const png = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#3a3' } })
    .png()
    .toBuffer();
  const pictures = { '/upload/tea.png': png };
  const markdown = '看 [图片：茶](/upload/tea.png) 和 [图片](https://pics.example.com/far.png)';
  const items = [
    article({ key: '1' }),
    comment({ key: '1', on, markdown }),
    comment({ key: '2', on, markdown: '![](/upload/tea.png)' }),
    comment({ key: '3', on, markdown: '![](/upload/gone.png)' }),
  ];
  const { counts } = await imports(madeSource(items, { pictures }));
  expect(counts.comment).toEqual({ inFile: 3, added: 3 });
  const stored = await site.db.selectFrom('comments').select(['text', 'pictures', 'html']).orderBy('id').execute();
  expect(stored.map(({ text, pictures: shown }) => [text, JSON.parse(shown).length])).toEqual([
    ['看  和 [图片](https://pics.example.com/far.png)', 1],
    ['', 1],
    ['![](/upload/gone.png)', 0],
  ]);
  const articleId = (await site.db.selectFrom('articles').select('id').executeTakeFirstOrThrow()).id;
  const { records } = await site.as(null).comments.list({ query: { articleId } });
  expect(records.flatMap(({ pictures: shown }) => shown.map(({ url }) => url))).toEqual(
    Array(2).fill(expect.stringMatching(/^\/files\/.+\.webp$/)),
  );
});

test('an imported article can be opened in the editor and saved without a change', async () => {
  await imports([
    article({ key: '1', title: '🌧️'.repeat(90), tags: Array.from({ length: 25 }, (_, index) => `签${index}`) }),
    article({ key: '2', slug: 'Hello_World', sourceUrl: '某本书', isOriginal: false, keywords: '春，'.repeat(200) }),
    article({ key: '3', isPage: true, title: '关于我', slug: '', tags: ['签'], categories: ['类', '别'], readType: 2 }),
  ]);
  const rows = await site.db.selectFrom('articles').select(['id', 'kind', 'slug']).orderBy('id').execute();
  expect(rows.map(({ kind, slug }) => [kind, slug])).toEqual([
    ['article', null],
    ['article', 'hello-world'],
    ['page', 'guan-yu-wo'],
  ]);
  const mine = (id: number) => site.as(site.owner).drafts.mine({ query: { id } });
  for (const { id } of rows) {
    const { version, content } = await mine(id);
    await site.as(site.owner).drafts.save({ body: { id, version, content } });
    expect(await mine(id)).toMatchObject({ content, changed: false });
  }
});

test('values that are too long are cut and reported, and hostile text stays text', async () => {
  const { counts } = await imports([
    article({
      key: '1',
      title: '长'.repeat(300),
      tags: Array.from({ length: 30 }, (_, index) => `标签${index}`),
      hasPassword: true,
    }),
    article({ key: '2', title: '', state: 'held', markdown: '<script>alert(1)</script>雨' }),
    article({ key: '3', publishedAt: Date.now() + 86_400_000 }),
    comment({ key: '1', on: { article: '2' }, markdown: '<img src=x onerror=alert(1)>' }),
    comment({ key: '2', on: { article: '2' }, markdown: '字'.repeat(50_000) }),
    comment({ key: '3', on: { article: '2' }, markdown: '\0 \n' }),
  ]);
  expect(counts.article).toMatchObject({ added: 3 });
  const stored = await site.db.selectFrom('articles').select(['title', 'state', 'html']).orderBy('id').execute();
  expect(stored.map(({ title, state }) => [title.length, state])).toEqual([
    [100, 'private'],
    [3, 'draft'],
    [9, 'scheduled'].map((one) => (one === 9 ? '文章 3'.length : one)),
  ]);
  expect(stored.map(({ html }) => html).join('')).not.toContain('<script');
  expect((await comments()).every(({ text }) => text.length <= 20_000)).toBe(true);
  const said = (await losses()).join('\n');
  for (const words of ['标题「长', '标签最多', '原来要口令', '等待审核', '太长，只留下', '没有文字'])
    expect(said).toContain(words);
});

test('waiting comments are recognised when their file, which names no site, is imported again', async () => {
  const items = [comment({ key: '1', on: { address: '/unknown/', title: '' } })];
  await imports(items);
  const { preview } = await imports(items);
  expect(preview.counts).toMatchObject({ comment: { inFile: 1, waiting: 1 } });
  expect(await site.db.selectFrom('waitingComments').select('origin').execute()).toHaveLength(1);
});

test('a waiting comment belongs to the run that brought it, whichever ran last', async () => {
  const waiting = [
    comment({ key: '1', on: { address: '/rain', title: '' } }),
    comment({ key: '2', on: { address: '/rain', title: '' }, parent: '1' }),
  ];
  const first = await imports(waiting.slice(0, 1));
  const second = await imports(waiting);
  const third = await imports(waiting);
  expect(await undoRun(site, third.runId)).toEqual({ removed: 0, left: 0 });

  const articleId = await site.writes({ title: '雨' });
  const place = { origin: 'made#1', address: '/rain', title: '', article: articleId };
  expect(await decideWaiting(site, site.owner, { place })).toEqual({ placed: 2, dropped: 0 });
  const [above, below] = await comments();
  expect(below).toMatchObject({ text: '评论 2', replyToId: above?.id });
  const ledger = await site.db.selectFrom('importedRows').select(['key', 'runId']).orderBy('key').execute();
  expect(ledger).toEqual([
    { key: '1', runId: first.runId },
    { key: '2', runId: second.runId },
  ]);
  expect(await undoRun(site, second.runId)).toEqual({ removed: 1, left: 0 });
  expect(await undoRun(site, first.runId)).toEqual({ removed: 1, left: 0 });
  expect(await comments()).toEqual([]);
});

test('a run places what an earlier one left waiting as that one’s', async () => {
  const first = await imports([article({ key: '9' }), comment({ key: '1', on })]);
  expect(first.counts.comment).toMatchObject({ waiting: 1 });
  const second = await imports([article({ key: '9' }), article({ key: '1' }), comment({ key: '2', on, parent: '1' })]);
  expect(second.counts.comment).toMatchObject({ inFile: 1, added: 1, waiting: 0 });
  expect((await comments()).map(({ text, replyToId }) => [text, replyToId === null])).toEqual([
    ['评论 1', true],
    ['评论 2', false],
  ]);
  await undoRun(site, second.runId);
  expect((await comments()).map(({ text }) => text)).toEqual(['评论 1']);
  await undoRun(site, first.runId);
  expect(await comments()).toEqual([]);
});

test('a say that was edited since its import stays when that is undone', async () => {
  const say = { kind: 'say', author: null, pictures: [], createdAt: 1000, isPublic: true, likes: 3 } as const;
  const { runId } = await imports(
    ['雨', '晴', '雪'].map((text) => ({ ...say, key: text, text, pictures: [] }) satisfies Item),
  );
  await site.db.updateTable('says').set({ text: '雨停了' }).where('text', '=', '雨').execute();
  await site.db.deleteFrom('says').where('text', '=', '雪').execute();
  await site.db.updateTable('says').set({ likes: 4, comments: 1 }).execute();
  expect(await undoRun(site, runId)).toEqual({ removed: 2, left: 1 });
  expect(await site.db.selectFrom('says').select('text').execute()).toEqual([{ text: '雨停了' }]);
});

test('an article brings its password along, which opens it here; one that cannot be kept closes it to all', async () => {
  const word = ' 芝麻开门 ';
  const items = [
    article({ key: '1', markdown: '开头。\n\n余下。', hasPassword: true, password: word }),
    article({ key: '2', isPage: true, title: '相册', hasPassword: true, password: word }),
    article({ key: '3', hasPassword: true, password: '长'.repeat(129) }),
    article({ key: '4', state: 'private', hasPassword: true, password: word }),
    article({ key: '5', readType: 6 }),
  ];
  await imports(items);
  const stored = site.db.selectFrom('articles').select(['id', 'state', 'authorId']).orderBy('id');
  const states = (await stored.execute()).map(({ state }) => state);
  expect(states).toEqual(['published', 'published', 'private', 'private', 'private']);
  const [first, page] = await stored.execute();
  const unlock = (id = 0) => site.as(null).articles.unlock({ body: { id, password: '芝麻开门' } });
  const { key } = await unlock(first?.id);
  const read = async () =>
    (await site.as(null).articles.info({ query: { id: first?.id ?? 0, ...(key && { key }) } })).html;
  expect(await read()).toContain('余下');
  expect(await unlock(page?.id)).toMatchObject({ key: expect.any(String) });
  expect((await losses()).filter((line) => line.includes('口令'))).toEqual([
    '文章里的内容 文章 3：原来要口令；口令没有搬过来，收为「仅自己可读」',
    '文章里的内容 文章 5：原来要口令；口令没有搬过来，收为「仅自己可读」',
  ]);

  // the text changed over there, the word did not: who has opened it still reads
  const [changed, ...same] = items;
  await imports([{ ...changed, markdown: '开头。\n\n改过的余下。' } as (typeof items)[number], ...same]);
  expect(await read()).toContain('改过的余下');
  const passwords = await site.db.selectFrom('articlePasswords').select('hash').execute();
  expect(passwords).toHaveLength(2);
  expect(JSON.stringify(passwords)).not.toContain('芝麻');
});
