import { signIn } from '../../apps/server/src/core/sessions/sessions.ts';
import type { Db, Trx } from '../../apps/server/src/platform/db/schema.ts';

/** Number of rows of each kind. */
export type Size = { name: string; comments: number; notices: number; board: number; says: number };

/** Ids and tokens for the calls. */
export type Filled = {
  size: Size;
  articleId: number;
  /** Comment with a tenth as many replies; oldest at the top level. */
  answeredId: number;
  oldestId: number;
  /** Author of the article and recipient of the notices. */
  author: { id: number; token: string };
  /** Members who take turns because of the rate limit. */
  tokens: string[];
};

const members = 200;
const begun = Date.UTC(2024, 0, 1);
const atOnce = 250;

/** Fills an empty site with rows as the calls would have written them. */
export async function fill(db: Db, size: Size): Promise<Filled> {
  const ids = await people(db);
  const authorId = ids[0] ?? 0;
  const articleId = await article(db, authorId);
  const filled = await db.transaction().execute(async (trx) => {
    await board(trx, size.board, ids);
    await says(trx, size.says, ids);
    await notices(trx, size.notices, { authorId, ids });
    await likes(trx, Math.ceil(size.notices / 10), { authorId, articleId });
    return comments(trx, size.comments, { articleId, ids });
  });
  const caller = { address: '127.0.0.1', agent: '' };
  const tokens: string[] = [];
  for (const userId of ids) tokens.push((await signIn(db, { userId, way: 'password', caller })).token);
  return { size, articleId, ...filled, author: { id: authorId, token: tokens[0] ?? '' }, tokens: tokens.slice(1) };
}

async function people(db: Db) {
  const person = { role: 'member', email: null, passwordHash: null, createdAt: begun } as const;
  const rows = Array.from({ length: members }, (_, n) => ({ ...person, nickname: `读者${n}`, nicknameKey: `r${n}` }));
  return (await db.insertInto('users').values(rows).returning('id').execute()).map(({ id }) => id);
}

async function article(db: Db, authorId: number) {
  const html = '<p>一篇很多人说过话的文章。</p>';
  const texts = { title: '春天', summary: '春天', markdown: '春天', html, openingHtml: html };
  const { id } = await db
    .insertInto('articles')
    .values({
      authorId,
      categoryId: null,
      ...texts,
      headings: '[]',
      openingHeadings: '[]',
      words: 12,
      state: 'published',
      publishedAt: begun,
      updatedAt: begun,
      createdAt: begun,
      removedAt: null,
      importKey: null,
      importHash: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Table = 'users' | 'likes' | 'boardMessages' | 'says' | 'notices' | 'noticeActors' | 'comments' | 'sayTopics';

async function insert(trx: Trx, table: Table, rows: object[]) {
  for (let from = 0; from < rows.length; from += atOnce)
    await trx
      .insertInto(table as 'sayTopics')
      .values(rows.slice(from, from + atOnce) as never)
      .execute();
}

const rows = <Row>(count: number, row: (n: number) => Row) => Array.from({ length: count }, (_, n) => row(n));
const one = (ids: number[], n: number) => ids[n % ids.length] ?? 0;
const at = (n: number) => begun + n * 60_000;

async function board(trx: Trx, count: number, ids: number[]) {
  const author = (n: number) => (n % 2 ? one(ids, n) : null);
  const message = (n: number) => ({ authorId: author(n), nickname: '游客', text: `路过第 ${n} 次`, createdAt: at(n) });
  await insert(trx, 'boardMessages', rows(count, message));
}

async function says(trx: Trx, count: number, ids: number[]) {
  const say = (n: number) => ({ authorId: one(ids, n), text: `第 ${n} 句`, html: `<p>第 ${n} 句</p>\n`, isPublic: 1 });
  await insert(
    trx,
    'says',
    rows(count, (n) => ({ ...say(n), createdAt: at(n) })),
  );
}

/** Leaves the newest ten of the member's notices unread. */
async function notices(trx: Trx, count: number, { authorId, ids }: { authorId: number; ids: number[] }) {
  const read = (n: number) => (n < count - 10 ? at(n) : null);
  const notice = (n: number) => ({
    userId: authorId,
    kind: 1,
    subject: `said:${n}`,
    count: 1,
    text: `第 ${n} 句`,
    title: '春天',
    link: '/article/1',
    readAt: read(n),
    createdAt: at(n),
  });
  await insert(trx, 'notices', rows(count, notice));
  const made = await trx.selectFrom('notices').select('id').orderBy('id').execute();
  const actor = (n: number) => ({ noticeId: made[n]?.id ?? 0, actorId: one(ids, n + 1), createdAt: at(n) });
  await insert(trx, 'noticeActors', rows(made.length, actor));
}

/** Adds a tenth as many likes, merged in one unread notice. */
async function likes(trx: Trx, count: number, { authorId, articleId }: { authorId: number; articleId: number }) {
  const person = { role: 'member', email: null, passwordHash: null, createdAt: begun } as const;
  const likers = rows(count, (n) => ({ ...person, nickname: `过客${n}`, nicknameKey: `p${n}` }));
  await insert(trx, 'users', likers);
  const found = await trx.selectFrom('users').select('id').where('nickname', 'like', '过客%').orderBy('id').execute();
  const like = (userId: number, n: number) =>
    ({ kind: 'article', targetId: articleId, userId, createdAt: at(n) }) as const;
  await insert(
    trx,
    'likes',
    found.map(({ id }, n) => like(id, n)),
  );
  await trx.updateTable('articles').set({ likes: count }).where('id', '=', articleId).execute();
  const reported = { kind: 3, subject: `article:${articleId}`, count, title: '春天', link: `/article/${articleId}` };
  const { id: noticeId } = await trx
    .insertInto('notices')
    .values({ ...reported, userId: authorId, text: '', readAt: null, createdAt: at(count) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insert(
    trx,
    'noticeActors',
    found.map(({ id }, n) => ({ noticeId, actorId: id, createdAt: at(n) })),
  );
}

async function comments(trx: Trx, count: number, { articleId, ids }: { articleId: number; ids: number[] }) {
  const status = { articleId, html: '<p>说得好</p>\n', sendKey: null, removedAt: null };
  const comment = (n: number) => ({ ...status, authorId: one(ids, n), text: `第 ${n} 句`, likes: n % 97 });
  await insert(
    trx,
    'comments',
    rows(count, (n) => ({ ...comment(n), createdAt: at(n) })),
  );
  const made = await trx.selectFrom('comments').select('id').orderBy('id').execute();
  const oldestId = made[0]?.id ?? 0;
  const answeredId = made.at(-1)?.id ?? 0;
  const replies = Math.max(25, Math.round(count / 10));
  const reply = (n: number) => ({
    ...comment(n),
    parentId: answeredId,
    replyToId: answeredId,
    createdAt: at(count + n),
  });
  await insert(trx, 'comments', rows(replies, reply));
  await trx.updateTable('comments').set({ replies }).where('id', '=', answeredId).execute();
  await trx
    .updateTable('articles')
    .set({ comments: count + replies })
    .where('id', '=', articleId)
    .execute();
  return { oldestId, answeredId };
}
