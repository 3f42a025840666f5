import { randomBytes } from 'node:crypto';
import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Share, SharedDraft } from '@mojian/contract/content/shares';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { readingMinutes } from '@mojian/markdown/words';
import { isbot } from 'isbot';
import type { Insertable } from 'kysely';
import { LRUCache } from 'lru-cache';
import { lockMember } from '../../core/identity/accounts.ts';
import { enabled } from '../../core/sessions/sessions.ts';
import { withPictures } from '../../core/uploads/public-files.ts';
import { findPictureSizes } from '../../core/uploads/uploads.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Caller, Viewer } from '../../platform/http/viewer.ts';
import { secretHash } from '../../platform/tickets/tickets.ts';
import { type Reading, renderForReading } from '../articles/save-article.ts';
import { findOwn } from '../drafts/drafts.ts';

const day = 24 * 3_600_000;
const mostAtOnce = 20;

/** Lists valid links to the member's draft, newest first. */
export async function listShares(db: Db, viewer: Viewer, articleId: number): Promise<Share[]> {
  await findOwn(db, viewer, articleId);
  return (await selectShares(db, articleId, Date.now())).map(present);
}

/**
 * Creates a link that opens the draft to anyone for some days.
 * @throws Failure not-found for others' drafts; already-done at the maximum
 */
export async function createShare(db: Db, viewer: Viewer, { id, days }: { id: number; days: number }): Promise<Share> {
  const { state } = await findOwn(db, viewer, id);
  if (state === 'private') throw new Failure('invalid-input', '仅自己可读的文章没有分享链接，先改成别的再分享', 'id');
  const createdAt = Date.now();
  const token = randomBytes(24).toString('base64url');
  const share = { articleId: id, token, createdAt, expiresAt: createdAt + days * day };
  return present(await db.transaction().execute((trx) => insert(trx, viewer, share)));
}

/** Locks the member's row, so that concurrent calls count each other. */
async function insert(trx: Trx, viewer: Viewer, share: NewShare) {
  await lockMember(trx, viewer.id);
  if ((await selectShares(trx, share.articleId, share.createdAt)).length >= mostAtOnce)
    throw new Failure('already-done', `一篇草稿最多同时有 ${mostAtOnce} 个链接，请先作废不用的`, 'id');
  return insertShare(trx, share);
}

/** Revokes a link at once; revoking twice is no error. */
export async function revokeShare(db: Db, viewer: Viewer, id: number) {
  const share = await findShare(db, id);
  const notThere = new Failure('not-found', '链接已经失效', 'id');
  if (!share) throw notThere;
  await findOwn(db, viewer, share.articleId).catch((error) => {
    throw isFailure(error) && error.id === 'not-found' ? notThere : error;
  });
  await deleteShare(db, id);
  return null;
}

export function dropOldShares(db: Db) {
  return deleteExpired(db, Date.now());
}

type Row = Awaited<ReturnType<typeof selectShares>>[number];

function present({ id, token, views, createdAt, expiresAt }: Row): Share {
  return { id, path: `/draft/${token}`, views, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
}

type Deps = { db: Db; siteUrl: string };

/** Caches renders: a link sent to a group is opened by many at once. */
const finished = new LRUCache<string, Reading>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: ({ html }) => html.length + 1000,
});

/** Renders under way, shared by concurrent requests. */
const underWay = new Map<string, Promise<Reading>>();

/**
 * Renders the newest saved draft in full. Expired, revoked and wrong links look alike.
 * @throws Failure not-found
 */
export async function showShared({ db, siteUrl }: Deps, { agent }: Pick<Caller, 'agent'>, token: string) {
  const shared = await findShared(db, token, Date.now());
  if (!shared) throw new Failure('not-found', '这个链接已经失效，或从来没有过');
  await countShareView(db, { path: `/draft/${token}`, agent });
  const rendered = await render(db, shared, siteUrl);
  return presentDraft(shared, { ...rendered, html: await withPictures(db, rendered.html, shared) });
}

type SharedRow = NonNullable<Awaited<ReturnType<typeof findShared>>>;

function textOf({ content, title, markdown }: SharedRow): Pick<ArticleContent, 'title' | 'markdown'> {
  return content === null ? { title, markdown } : JSON.parse(content);
}

async function render(db: Db, shared: SharedRow, siteUrl: string) {
  const { markdown } = textOf(shared);
  // Keyed by content: ids and versions recur after a restore.
  const key = secretHash(markdown);
  const known = finished.get(key) ?? (await underWay.get(key));
  if (known) return known;
  const rendering = findPictureSizes(db, markdown).then((pictureSizes) =>
    renderForReading(markdown, { siteUrl, pictureSizes }),
  );
  underWay.set(key, rendering);
  try {
    const made = await rendering;
    finished.set(key, made);
    return made;
  } finally {
    underWay.delete(key);
  }
}

function presentDraft(shared: SharedRow, { html, headings, hasDiagram, words }: Reading): SharedDraft {
  return {
    title: textOf(shared).title,
    html,
    headings: JSON.parse(headings),
    hasDiagram: hasDiagram === 1,
    words,
    minutes: readingMinutes(words),
    author: { id: shared.authorId, nickname: shared.nickname, avatar: shared.avatar },
    savedAt: isoTime(shared.savedAt ?? shared.updatedAt),
    expiresAt: isoTime(shared.expiresAt),
  };
}

type Seen = { path: string; agent: string; prefetch?: boolean };

/** Counts a person's visit; bots, chat previews and prefetches do not count. */
export async function countShareView(db: Db, { path, agent, prefetch }: Seen) {
  const [, token] = /^\/draft\/([\w-]{20,100})\/?$/.exec(path) ?? [];
  if (token && !prefetch && agent !== '' && !isbot(agent)) await countView(db, token);
}

const shown = ['id', 'articleId', 'token', 'views', 'createdAt', 'expiresAt'] as const;

function selectShares(db: Db | Trx, articleId: number, now: number) {
  return db
    .selectFrom('shares')
    .select(shown)
    .where('articleId', '=', articleId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

type NewShare = Insertable<Schema['shares']>;

function insertShare(trx: Trx, values: NewShare) {
  return trx.insertInto('shares').values(values).returning(shown).executeTakeFirstOrThrow();
}

function findShare(db: Db, id: number) {
  return db.selectFrom('shares').select(shown).where('id', '=', id).executeTakeFirst();
}

async function deleteShare(db: Db, id: number) {
  await db.deleteFrom('shares').where('id', '=', id).execute();
}

async function deleteExpired(db: Db, now: number) {
  await db.deleteFrom('shares').where('expiresAt', '<=', now).execute();
}

function findShared(db: Db, token: string, now: number) {
  return db
    .selectFrom('shares')
    .innerJoin('articles', 'articles.id', 'shares.articleId')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .select([
      'shares.articleId',
      'shares.expiresAt',
      'articles.version',
      'articles.title',
      'articles.markdown',
      'articles.updatedAt',
      'articles.authorId',
      'users.nickname',
      'users.avatar',
      'drafts.content',
      'drafts.savedAt',
    ])
    .where('shares.token', '=', token)
    .where('shares.expiresAt', '>', now)
    .where('articles.removedAt', 'is', null)
    .where('articles.state', '<>', 'private')
    .where(enabled(now))
    .executeTakeFirst();
}

async function countView(db: Db, token: string) {
  await db
    .updateTable('shares')
    .set((share) => ({ views: share('views', '+', 1) }))
    .where('token', '=', token)
    .execute();
}
