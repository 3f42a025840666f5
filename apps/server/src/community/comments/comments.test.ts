import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { selectPinned, selectReplies, selectTop } from './comments.queries.ts';

const site = freshSite();
let articleId: number;

beforeEach(async () => {
  articleId = await site.writes();
});

type Viewer = typeof site.ming | null;
type Row = { text?: string; authorId?: number; parentId?: number; replyToId?: number; createdAt?: number } & {
  likes?: number;
  replies?: number;
  state?: 'shown' | 'held';
  removedAt?: number;
  pinned?: number;
  articleId?: number | null;
  sayId?: number;
};

const plain = {
  state: 'shown',
  replies: 0,
  likes: 0,
  sayId: null,
  parentId: null,
  replyToId: null,
  removedAt: null,
  pinned: 0,
} as const;

/** Comments as they lie in the database; 阿明's unless they say otherwise. */
const write = async (...rows: Row[]) => {
  const full = rows.map((row, n) => {
    const text = row.text ?? String(n + 1);
    return {
      articleId,
      authorId: site.ming.id,
      createdAt: n + 1,
      sendKey: null,
      ...plain,
      html: text,
      ...row,
      text,
    };
  });
  return (await site.db.insertInto('comments').values(full).returning('id').execute()).map(({ id }) => id);
};
const list = (viewer: Viewer = null, query: object = {}) =>
  site.as(viewer).comments.list({ query: { articleId, ...query } });
const words = async (...input: Parameters<typeof list>) => (await list(...input)).records.map(({ html }) => html);

test('an article without comments has an empty list', async () => {
  expect(await list()).toEqual({ records: [], total: 0, next: null });
});

test('comments are paged newest first, ten per page', async () => {
  await write(...Array.from({ length: 25 }, (_, n) => ({ createdAt: Math.floor(n / 2) })));
  const first = await list();
  const second = await list(null, { after: first.next });
  const third = await list(null, { after: second.next });
  const all = [first, second, third].map(({ records }) => records.map(({ html }) => Number(html)));
  expect(all.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(all.flat()).toEqual(Array.from({ length: 25 }, (_, n) => 25 - n));
  expect(third.next).toBeNull();
});

test('new comments do not shift pages', async () => {
  await write(...Array.from({ length: 12 }, () => ({})));
  const { next } = await list();
  await write({ text: '刚刚', createdAt: 99 });
  expect(await words(null, { after: next })).toEqual(['2', '1']);
});

test('the hot order sorts by likes, then by time', async () => {
  await write(...Array.from({ length: 12 }, (_, n) => ({ likes: n % 3 })));
  const first = await list(null, { sort: 'hot' });
  const rest = await words(null, { sort: 'hot', after: first.next });
  expect(first.records.map(({ html }) => html).concat(rest)).toEqual(
    ['12', '9', '6', '3', '11', '8', '5', '2', '10', '7'].concat('4', '1'),
  );
});

test('pinned comments stand before all in both orders, and pages do not repeat them', async () => {
  await write(...Array.from({ length: 25 }, (_, n) => ({ likes: n, ...([3, 7].includes(n) && { pinned: 1 }) })));
  await write({ text: '已删除', pinned: 1, removedAt: 1, replies: 1, createdAt: 0 });
  for (const sort of ['new', 'hot']) {
    const first = await list(null, { sort });
    expect(first.records.slice(0, 3).map(({ html, pinned }) => [html, pinned])).toEqual([
      ['8', true],
      ['4', true],
      ['25', false],
    ]);
    const second = await list(null, { sort, after: first.next });
    const third = await list(null, { sort, after: second.next });
    expect([third.next, third.records.at(-1)?.removed]).toEqual([null, true]);
    const ids = [first, second, third].flatMap(({ records }) => records.map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([26, 26]);
  }
  const numbered = await Promise.all([1, 2, 3].map((pageNo) => list(null, { pageNo, pageSize: 10 })));
  expect(numbered.map(({ records, pages }) => [records.length, pages])).toEqual([
    [10, 3],
    [10, 3],
    [6, 3],
  ]);
  expect(new Set(numbered.flatMap(({ records }) => records.map(({ id }) => id))).size).toBe(26);
  const smallest = await Promise.all([1, 2, 3].map((pageNo) => list(null, { pageNo, pageSize: 1 })));
  expect(smallest.map(({ records }) => records.map(({ html }) => html))).toEqual([['8'], ['4'], ['25']]);
});

test('of more than twenty pinned comments the older ones stay in the order of the others', async () => {
  await write(...Array.from({ length: 23 }, () => ({ pinned: 1 })), { likes: 1 });
  const hot = await words(null, { sort: 'hot' });
  expect([hot.length, hot[20], hot[21]]).toEqual([24, '24', '3']);
});

test('a comment has its three oldest replies and a cursor to the others', async () => {
  const [parentId = 0] = await write({ text: '上', replies: 25 });
  await write(...Array.from({ length: 25 }, (_, n) => ({ parentId, replyToId: parentId, createdAt: 100 - n })));
  const [thread] = (await list()).records;
  expect(thread?.replies).toMatchObject({ total: 25, first: [{ html: '25' }, { html: '24' }, { html: '23' }] });
  const more = await site.as(null).comments.replies({ query: { id: parentId, after: thread?.replies.next ?? '' } });
  const last = await site.as(null).comments.replies({ query: { id: parentId, after: more.next ?? '' } });
  expect(more.records.map(({ html }) => html)).toEqual(Array.from({ length: 20 }, (_, n) => String(22 - n)));
  expect(last).toMatchObject({ records: [{ html: '2' }, { html: '1' }], next: null });
  expect((await list()).records).toHaveLength(1);
});

test('a linked comment is listed first', async () => {
  const [old = 0] = await write(...Array.from({ length: 12 }, () => ({})));
  const replies = await write(...Array.from({ length: 5 }, () => ({ parentId: old, replyToId: old })));
  await site.db.updateTable('comments').set({ replies: 5 }).where('id', '=', old).execute();
  const [held = 0] = await write({ state: 'held' });
  const firstFor = async (focus: number | undefined) => (await list(null, { focus })).records[0];
  expect(await firstFor(old)).toMatchObject({ id: old });
  const sought = await firstFor(replies[4]);
  expect(sought?.id).toBe(old);
  expect(sought?.replies.first.map(({ id }) => id)).toEqual([...replies.slice(0, 3), replies[4]]);
  expect((await firstFor(replies[1]))?.replies.first.map(({ id }) => id)).toEqual(replies.slice(0, 3));
  const page = await list(null, { focus: old });
  expect(page.records).toHaveLength(11);
  expect((await list(null, { focus: old, after: page.next })).records.map(({ html }) => html)).toEqual(['2', '1']);
  for (const focus of [held, 999]) expect((await list(null, { focus })).records).toHaveLength(10);
});

test('a comment has its author, place, device and addressee', async () => {
  const [parentId = 0] = await write({ text: '上', authorId: site.owner.id, replies: 2 });
  const [first = 0] = await write({ text: '一', authorId: site.lin.id, parentId, replyToId: parentId });
  await write({ text: '二', parentId, replyToId: first, createdAt: 5 });
  await site.db.updateTable('comments').set({ place: '浙江', device: 'Chrome · Windows' }).execute();
  const [thread] = (await list()).records;
  expect(thread).toMatchObject({
    id: parentId,
    parentId: null,
    html: '上',
    pictures: [],
    replyTo: null,
    place: '浙江',
    device: 'Chrome · Windows',
    likes: 0,
    liked: false,
    held: false,
    removed: false,
    mayDelete: false,
    author: { id: site.owner.id, nickname: '站长', avatar: '', badge: 'owner' },
    createdAt: '1970-01-01T00:00:00.001Z',
  });
  expect(thread?.replies.first).toMatchObject([
    { html: '一', author: { nickname: '小林', badge: 'author' }, replyTo: null, parentId },
    { html: '二', author: { nickname: '阿明', badge: null }, replyTo: { id: site.lin.id, nickname: '小林' } },
  ]);
});

test('the owner is marked 博主 also under an article of their own', async () => {
  await site.db.updateTable('articles').set({ authorId: site.owner.id }).execute();
  await write({ authorId: site.owner.id });
  expect((await list()).records[0]?.author.badge).toBe('owner');
});

test('authors may delete their own comments, staff any', async () => {
  await write({ authorId: site.lin.id });
  const may = async (viewer: Viewer) => (await list(viewer)).records[0]?.mayDelete;
  expect([await may(null), await may(site.ming), await may(site.lin), await may(site.owner)]).toEqual(
    [false, false, true, true], // the article's author is 小林 too, and that alone would not do
  );
  await site.db.updateTable('comments').set({ authorId: site.ming.id }).execute();
  expect(await may(site.lin)).toBe(false);
});

test('a removed comment remains only as an empty placeholder above replies', async () => {
  const [stored = 0] = await write({ text: '秘密', removedAt: 5, replies: 1 }, { text: '也是秘密', removedAt: 5 });
  await write({ text: '答', parentId: stored, replyToId: stored });
  const { records } = await list();
  expect(records).toMatchObject([
    {
      id: stored,
      html: '',
      removed: true,
      author: { id: 0, nickname: '' },
      replies: { total: 1, first: [{ html: '答' }] },
    },
  ]);
  expect(JSON.stringify(records)).not.toContain('秘密');
});

test('a held comment is visible to its author and the staff only, marked and first', async () => {
  const [shown = 0] = await write({ text: '看得见', createdAt: 9 });
  await write({ text: '等着', state: 'held' }, { text: '答也等着', state: 'held', parentId: shown, replyToId: shown });
  expect(await words(null)).toEqual(['看得见']);
  expect(await words(site.lin)).toEqual(['看得见']);
  for (const viewer of [site.ming, site.owner]) {
    const { records } = await list(viewer);
    expect(records).toMatchObject([
      { html: '等着', held: true },
      { html: '看得见', held: false, replies: { total: 0, first: [{ html: '答也等着', held: true }], next: null } },
    ]);
  }
  const held = (await list(site.ming)).records[0]?.id ?? 0;
  await expect(site.as(null).comments.replies({ query: { id: held } })).rejects.toThrow('评论不存在');
});

test('comments on an invisible article or say are not found', async () => {
  const draft = await site.writes({ state: 'draft' });
  const secret = await site.says({ isPublic: false });
  await expect(list(null, { articleId: draft })).rejects.toMatchObject({ id: 'not-found' });
  await expect(list(null, { articleId: 999 })).rejects.toMatchObject({ id: 'not-found' });
  await expect(site.as(site.ming).comments.list({ query: { sayId: secret } })).rejects.toThrow('说说不存在');
  expect((await site.as(site.lin).comments.list({ query: { sayId: secret } })).records).toEqual([]);
  const [hidden = 0] = await write({ articleId: draft });
  await expect(site.as(null).comments.replies({ query: { id: hidden } })).rejects.toMatchObject({ id: 'not-found' });
  await site.db.updateTable('articles').set({ removedAt: 1 }).where('id', '=', articleId).execute();
  await expect(list()).rejects.toMatchObject({ id: 'gone' });
});

test('a list requires either an article or a say, and a cursor from a previous page', async () => {
  const asks = (query: object) => site.as(null).comments.list({ query: query as { articleId: number } });
  await expect(asks({})).rejects.toThrow('须给出文章或说说');
  await expect(asks({ articleId, sayId: 1 })).rejects.toThrow('须给出文章或说说');
  for (const after of ['x', '1', '1-2-3', '1-', "1-2'", '-1-2', '1-1.5'])
    await expect(list(null, { after }), after).rejects.toMatchObject({ id: 'invalid-input', field: 'after' });
  await expect(list(null, { sort: 'hot', after: '1-2' })).rejects.toMatchObject({ field: 'after' });
});

test('a linked held comment is listed once for its author, also beyond the first held ones', async () => {
  const ids = await write(...Array.from({ length: 25 }, () => ({ state: 'held' as const })));
  const [oldest = 0, newest = 0] = [ids[0], ids.at(-1)];
  const shown = async (viewer: Viewer, focus: number) => (await list(viewer, { focus })).records.map(({ id }) => id);
  expect(await shown(site.ming, newest)).toHaveLength(20);
  expect((await shown(site.ming, oldest)).at(-1)).toBe(oldest);
  expect(await shown(site.lin, oldest)).toEqual([]);
  const [top = 0] = await write({ createdAt: 90 });
  const [reply = 0] = await write({ parentId: top, state: 'held', createdAt: 91 });
  const [thread] = (await list(site.ming, { focus: reply })).records.filter(({ id }) => id === top);
  expect(thread?.replies.first.map(({ id, held }) => [id, held])).toEqual([[reply, true]]);
});

test('a link to one’s held reply does not show the comment above it once staff hid that', async () => {
  const [top = 0] = await write({ text: '被隐藏的话', authorId: site.lin.id });
  const [reply = 0] = await write({ parentId: top, replyToId: top, state: 'held' });
  await site.office(site.owner).comments.act({ body: { ids: [top], act: 'hold' } });
  expect((await list(site.ming, { focus: reply })).records).toEqual([]);
  expect((await list(site.owner, { focus: reply })).records).toMatchObject([{ id: top, held: true }]);
});

test('the page of an article’s comments is dropped by its own tag', async () => {
  const { tags } = await site.calls.answer(
    'GET /v1/comment/',
    { query: { articleId } },
    { viewer: null, address: '', agent: '' },
  );
  expect(tags).toEqual([`comments:article:${articleId}`, 'people']);
});

test('the viewer’s own comments are listed with their place, held ones included', async () => {
  const sayId = await site.says();
  const withdrawn = await site.writes({ title: '撤回的' });
  await write({ text: '甲' }, { text: '乙', state: 'held' }, { text: '丙', removedAt: 1 });
  await write({ text: '丁', articleId: null, sayId, createdAt: 8 }, { text: '戊', articleId: withdrawn, createdAt: 7 });
  await write({ text: '别人的', authorId: site.lin.id });
  await site.db.updateTable('articles').set({ state: 'withdrawn' }).where('id', '=', withdrawn).execute();
  const mine = await site.as(site.ming).comments.mine({ query: {} });
  expect(mine).toMatchObject({ total: 4, next: null });
  expect(mine.records).toMatchObject([
    { html: '丁', article: null, say: { id: sayId, text: '雨停了。' } },
    { html: '戊', article: null, say: null },
    { html: '乙', held: true, article: { id: articleId, title: '春天' } },
    { html: '甲', held: false },
  ]);
  await site.db.updateTable('says').set({ state: 'held' }).where('id', '=', sayId).execute();
  expect((await site.as(site.ming).comments.mine({ query: {} })).records[0]).toMatchObject({ html: '丁', say: null });
  await write(...Array.from({ length: 10 }, () => ({ createdAt: 20 })));
  const { next } = await site.as(site.ming).comments.mine({ query: {} });
  expect((await site.as(site.ming).comments.mine({ query: { after: next ?? '' } })).records).toHaveLength(4);
  await expect(site.as(null).comments.mine({ query: {} })).rejects.toMatchObject({ id: 'signed-out' });
});

test('@ suggests participants, then members by name prefix, never the viewer', async () => {
  await write({ authorId: site.owner.id }, { authorId: site.ming.id }, { authorId: site.lin.id, state: 'held' });
  const people = ['小雨', '小雪', '大山', 'Ming'].map((nickname) => ({
    nickname,
    nicknameKey: nickname.toLowerCase(),
  }));
  const base = { email: null, passwordHash: null, role: 'member', createdAt: 0 } as const;
  await site.db
    .insertInto('users')
    .values(people.map((person) => ({ ...base, ...person })))
    .execute();
  const offered = async (prefix: string, query: object = { articleId }) =>
    (await site.as(site.ming).comments.mentionable({ query: { prefix, ...query } })).map(({ nickname }) => nickname);
  expect((await offered('')).sort()).toEqual(['小林', '站长']);
  expect(await offered('小')).toEqual(['小林', '小雨', '小雪']);
  expect(await offered('mI')).toEqual(['Ming']);
  for (const nobody of ['%', '_', "'", '阿明']) expect(await offered(nobody), nobody).toEqual([]);
  await expect(offered('', { articleId: 999 })).rejects.toMatchObject({ id: 'not-found' });
});

test('twenty thousand comments are read from the indexes', async () => {
  const [parentId = 0] = await write({ text: '上', createdAt: 0, replies: 5000, likes: 9 });
  for (let batch = 0; batch < 15; batch++)
    await write(...Array.from({ length: 1000 }, (_, n) => ({ createdAt: batch * 1000 + n, likes: n % 7 })));
  for (let batch = 0; batch < 5; batch++)
    await write(...Array.from({ length: 1000 }, (_, n) => ({ parentId, replyToId: parentId, createdAt: n })));
  await write(...Array.from({ length: 30 }, () => ({ pinned: 1 })));
  if (site.dialect === 'postgres') await sql`analyze comments`.execute(site.db);

  const page = { target: { kind: 'article', id: articleId }, limit: 11 } as const;
  const plans = [
    [selectTop(site.db, { ...page, sort: 'new', before: [9000, 5000] }), 'comments_articleId_new'],
    [selectTop(site.db, { ...page, sort: 'hot', before: [3, 9000, 5000] }), 'comments_articleId_hot'],
    [selectPinned(site.db, page.target), 'commentsPinnedOnArticle'],
    [selectReplies(site.db, { parentId, after: [500, 17_000], limit: 21 }), 'commentsReplies'],
  ] as const;
  for (const [query, index] of plans) {
    expect(await query.execute()).not.toEqual([]);
    const plan = JSON.stringify(
      site.dialect === 'sqlite' ? await query.explain(undefined, sql`query plan`) : await query.explain(),
    );
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/SCAN comments"|Seq Scan|TEMP B-TREE|"Sort /);
  }
  expect((await list()).records).toHaveLength(20 + 10);
  expect((await list(site.owner, { sort: 'hot' })).records[20]).toMatchObject({ id: parentId });
});
