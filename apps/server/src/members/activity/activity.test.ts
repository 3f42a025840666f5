import { chinaDay, dayLength } from '@mojian/contract/platform/time';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { enter } from '../../../test/served.ts';

const site = freshSite();

type Kind = 'all' | 'articles' | 'says' | 'comments' | 'collects';

const list = (query: { kind?: Kind; after?: string } = {}, viewer: typeof site.ming | null = null) =>
  site.as(viewer).activity.list({ query: { userId: site.lin.id, ...query } });
const year = () => site.as(null).activity.year({ query: { userId: site.lin.id } });
const about = () => site.as(null).activity.about({ query: { userId: site.lin.id } });

/** Names the rows, newest first. */
const namesOf = ({ records }: Awaited<ReturnType<typeof list>>) =>
  records.map((row) => {
    if (row.kind === 'article' || row.kind === 'collect') return `${row.kind} ${row.article.title}`;
    if (row.kind === 'follow') return `follow ${row.person.nickname}`;
    return `${row.kind} ${row.html.replace(/<[^>]*>/g, '').trim()}`;
  });
const names = async (...request: Parameters<typeof list>) => namesOf(await list(...request));

async function comment(text: string, target: { articleId?: number; sayId?: number }, values: object = {}) {
  const row = { articleId: null, sayId: null, ...target, authorId: site.lin.id, text, html: `<p>${text}</p>` };
  const { id } = await site.db
    .insertInto('comments')
    .values({ ...row, createdAt: Date.now(), ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const dated = (table: 'says' | 'comments' | 'collects' | 'follows', createdAt: number, id?: number) =>
  site.db
    .updateTable(table as 'says')
    .set({ createdAt })
    .$if(id !== undefined, (rows) => rows.where('id', '=', id ?? 0))
    .execute();

test('articles, says, comments and follows are mixed by time, and each kind is listed alone', async () => {
  const now = Date.now();
  const other = await site.writes({ title: '别人的', authorId: site.ming.id });
  await site.writes({ title: '春天', publishedAt: now - 4 * dayLength });
  await dated('says', now - 3 * dayLength, await site.says({ text: '雨停了' }));
  await comment('读到了', { articleId: other }, { createdAt: now - 2 * dayLength });
  await comment(
    '也来说一句',
    { sayId: await site.says({ text: '船', authorId: site.ming.id }) },
    { createdAt: now - 1 },
  );
  await site.as(site.lin).follows.follow({ query: { userId: site.ming.id } });
  await dated('follows', now - dayLength);

  const all = ['comment 也来说一句', 'follow 阿明', 'comment 读到了', 'say 雨停了', 'article 春天'];
  for (const viewer of [null, site.ming, site.lin, site.owner]) expect(await names({}, viewer)).toEqual(all);
  expect(await names({ kind: 'articles' })).toEqual(['article 春天']);
  expect(await names({ kind: 'says' })).toEqual(['say 雨停了']);
  expect(await names({ kind: 'comments' })).toEqual(['comment 也来说一句', 'comment 读到了']);
  const { records } = await list({ kind: 'comments' });
  expect(records.map((row) => row.kind === 'comment' && [row.target.kind, row.target.title])).toEqual([
    ['say', '船'],
    ['article', '别人的'],
  ]);
  expect(new Set((await list()).records.map(({ id }) => id)).size).toBe(5);
  expect(await year()).toMatchObject({ total: 4, to: chinaDay(now), mostly: null });
});

test('nothing that others may not see is listed or counted in the year, for whoever asks', async () => {
  const secret = '看不见的';
  for (const state of ['draft', 'pending', 'private'] as const) await site.writes({ title: secret, state });
  const trashed = await site.writes({ title: secret });
  await site.db.updateTable('articles').set({ removedAt: 1 }).where('id', '=', trashed).execute();
  await site.says({ text: secret, isPublic: false });
  await site.db
    .updateTable('says')
    .set({ state: 'held' })
    .where('id', '=', await site.says({ text: secret }))
    .execute();
  const ming = site.ming.id;
  const open = await site.writes({ title: '开着', authorId: ming });
  await comment(secret, { articleId: open }, { state: 'held' });
  await comment(secret, { articleId: open }, { removedAt: 1 });
  const held = await comment('别人的', { articleId: open }, { authorId: ming, state: 'held' });
  await comment(secret, { articleId: open }, { parentId: held, replyToId: held });
  await comment(secret, { articleId: await site.writes({ title: secret, authorId: ming, state: 'private' }) });
  const hidden = await site.writes({ title: secret, authorId: ming });
  await site.db.updateTable('articles').set({ commenting: 'hidden' }).where('id', '=', hidden).execute();
  await comment(secret, { articleId: hidden });
  await comment(secret, { sayId: await site.says({ text: secret, authorId: ming, isPublic: false }) });

  for (const viewer of [null, site.ming, site.lin, site.owner])
    for (const kind of ['all', 'articles', 'says', 'comments'] as const)
      expect(await names({ kind }, viewer), kind).toEqual([]);
  expect(await year()).toMatchObject({ total: 0, days: [], streak: 0, mostly: null });
  expect(await about()).toEqual({ pinned: null, topics: [], series: [], highlighted: null, showsCollects: false });
});

test('of an article that asks for a login only the public part is listed', async () => {
  const markdown = `${'开头。'.repeat(200)}\n\n余下的秘密。`;
  await site.writes({ title: '要登录', readType: 1, markdown });
  const reply = await list();
  expect(namesOf(reply)).toEqual(['article 要登录']);
  expect(JSON.stringify(reply)).not.toContain('余下的秘密');
});

test('writings taken down leave the page with their author’s, and come back with them', async () => {
  await site.writes({ title: '春天' });
  await site.says({ text: '雨停了' });
  await comment('读到了', { articleId: await site.writes({ authorId: site.ming.id }) });
  expect((await list()).records).toHaveLength(3);
  const office = site.office(site.owner);
  await office.members.takeDown({ body: { id: site.lin.id, purge: false } });
  expect(await names()).toEqual([]);
  expect(await year()).toMatchObject({ total: 0 });
  await office.members.putBack({ body: { id: site.lin.id } });
  expect((await list()).records).toHaveLength(3);
});

test('collections are listed and counted for others only once their member shows them', async () => {
  const article = await site.writes({ title: '收下的', authorId: site.ming.id });
  await site.as(site.lin).collects.collect({ query: { articleId: article } });
  const counted = async (viewer: typeof site.ming | null) =>
    (await site.as(viewer).members.counts({ query: { id: site.lin.id } })).collects;
  expect(await names({}, site.lin)).toEqual([]);
  for (const viewer of [null, site.ming, site.owner]) {
    expect(await names({}, viewer)).toEqual([]);
    await expect(list({ kind: 'collects' }, viewer)).rejects.toMatchObject({ id: 'not-found', field: 'kind' });
    expect(await counted(viewer)).toBe(0);
  }
  expect(await names({ kind: 'collects' }, site.lin)).toEqual(['collect 收下的']);
  expect(await counted(site.lin)).toBe(1);

  await site.as(site.lin).accounts.changePreferences({ body: { showsCollects: true } });
  expect(await names({ kind: 'collects' })).toEqual(['collect 收下的']);
  expect(await counted(null)).toBe(1);
  expect(await about()).toMatchObject({ showsCollects: true });
  await site.db.updateTable('articles').set({ state: 'private' }).where('id', '=', article).execute();
  expect(await names()).toEqual([]);

  await site.as(site.lin).accounts.changePreferences({ body: { showsCollects: false } });
  await expect(list({ kind: 'collects' })).rejects.toMatchObject({ id: 'not-found' });
  await expect(site.as(null).accounts.changePreferences({ body: { showsCollects: true } })).rejects.toMatchObject({
    id: 'signed-out',
  });
});

test('pages follow one another without a gap or a repetition, also where many share a moment', async () => {
  const at = Date.now() - dayLength;
  const article = await site.writes({ authorId: site.ming.id });
  for (let number = 0; number < 25; number++) await comment(`第${number}`, { articleId: article }, { createdAt: at });
  for (let number = 0; number < 22; number++) await site.says({ text: `说${number}` });
  await dated('says', at);
  await site.as(site.lin).follows.follow({ query: { userId: site.ming.id } });
  await dated('follows', at);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await list(after === undefined ? {} : { after });
    expect(page.records.length).toBeLessThanOrEqual(20);
    seen.push(...namesOf(page));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(seen).toHaveLength(48);
  expect(new Set(seen).size).toBe(48);
  for (const after of ['x', '1-2', '1-9-1-1', `${'9'.repeat(61)}`])
    await expect(list({ after })).rejects.toMatchObject({ id: 'invalid-input', field: 'after' });
});

test('the year counts days of twelve months, names the longest run and the usual part of the day', async () => {
  const midnight = new Date(`${chinaDay(Date.now() - 10 * dayLength)}T23:10:00+08:00`).getTime();
  for (const [days, times] of [
    [0, 6],
    [1, 3],
    [2, 2],
    [5, 1],
  ] as const)
    for (let time = 0; time < times; time++) await site.writes({ publishedAt: midnight - days * dayLength + time });
  await dated('says', midnight - 500 * dayLength, await site.says());
  const { days, from, ...rest } = await year();
  expect(days.map(({ day, count }) => [day, count])).toEqual(
    [5, 2, 1, 0].map((ago, at) => [chinaDay(midnight - ago * dayLength), [1, 2, 3, 6][at]]),
  );
  expect(rest).toEqual({ to: chinaDay(Date.now()), total: 12, streak: 3, mostly: 'night' });
  expect(from.slice(8)).toBe('01');
});

test('topics join tags and topics of one name; a pinned article and series stand beside them', async () => {
  await site.says({ text: '#散步# 走了一圈' });
  await site.says({ text: '#散步# 又走了一圈' });
  const pinned = await site.writes({ title: '置顶的', tags: ['散步', '写字'] } as never);
  await site.db.updateTable('articles').set({ pinned: 1 }).where('id', '=', pinned).execute();
  const found = await about();
  expect(found.pinned?.title).toBe('置顶的');
  expect(found.topics.map(({ name, count }) => [name, count])).toEqual(
    expect.arrayContaining([['散步', expect.any(Number)]]),
  );
});

test('what is turned off is not on the page', async () => {
  await site.says({ text: '雨停了' });
  await comment('读到了', { articleId: await site.writes({ authorId: site.ming.id }) });
  await site.turn({ says: false, comments: 'hidden' });
  expect(await names()).toEqual([]);
  expect(await year()).toMatchObject({ total: 0 });
  expect(await site.as(null).members.counts({ query: { id: site.lin.id } })).toMatchObject({ says: 0, comments: 0 });
});

test('an unknown member is not found, a closed account is gone', async () => {
  const userId = 99;
  for (const call of ['list', 'year', 'about'] as const)
    await expect(site.as(null).activity[call]({ query: { userId } })).rejects.toMatchObject({
      id: 'not-found',
      field: 'userId',
    });
  await site.db.updateTable('users').set({ closesAt: 1 }).where('id', '=', site.lin.id).execute();
  for (const call of [list, year, about]) await expect(call()).rejects.toMatchObject({ id: 'gone' });
});

test('the sentence of a member that most people highlighted is told, as far as everybody may read it', async () => {
  const [often, seldom, locked] = [
    '晴天没人想起伞，雨天没人等得及。',
    '人刚刚想起自己有一把伞。',
    '锁着的这一句，划的人最多。',
  ];
  const written = await site.writes({ title: '下雨不出摊', markdown: `${often}\n\n${seldom}` });
  const closed = await site.writes({ title: '锁着', markdown: `开头。\n\n<!-- more -->\n\n${locked}`, readType: 4 });
  const readers = ['甲', '乙', '丙', '丁'];
  for (const reader of readers) await enter(site.db, reader);
  const mark = (reader: string, articleId: number, words: string) =>
    site.withToken(reader).highlights.add({ body: { articleId, quote: { words } } });
  for (const reader of readers) await mark(reader, closed, locked);
  for (const reader of readers.slice(0, 2)) await mark(reader, written, seldom);
  const marked = [];
  for (const reader of readers.slice(0, 2)) marked.push(await mark(reader, written, often));
  expect((await about()).highlighted).toBeNull();
  await mark('丙', written, often);
  const shown = { words: often, people: 3, article: { title: '下雨不出摊', path: `/article/${written}` } };
  expect((await about()).highlighted).toEqual(shown);

  await site.turn({ highlights: false });
  expect((await about()).highlighted).toBeNull();
  await site.turn({ highlights: true });
  await site.db.updateTable('articles').set({ highlighting: 0 }).where('id', '=', written).execute();
  expect((await about()).highlighted).toBeNull();
  await site.db.updateTable('articles').set({ highlighting: 1 }).where('id', '=', written).execute();
  expect((await about()).highlighted).toEqual(shown);
  await site.withToken('甲').highlights.remove({ query: { id: marked[0]?.id ?? 0 } });
  expect((await about()).highlighted).toBeNull();
  await mark('丁', written, often);
  expect((await about()).highlighted).toEqual(shown);
  await site.db.updateTable('articles').set({ state: 'withdrawn' }).where('id', '=', written).execute();
  expect((await about()).highlighted).toBeNull();
});
