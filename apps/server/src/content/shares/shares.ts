import { randomBytes } from 'node:crypto';
import type { Share, SharedDraft } from '@mojian/contract/content/shares';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { dayLength } from '@mojian/contract/platform/time';
import { readingMinutes } from '@mojian/markdown/words';
import { isbot } from 'isbot';
import { unmuted } from '../../core/identity/mutes.ts';
import { lockMember } from '../../core/identity/user-rows.ts';
import { enabled } from '../../core/sessions/sessions.ts';
import { withPictures } from '../../core/uploads/public-files.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { largeAnswer } from '../../platform/http/large-answers.ts';
import type { Caller, Viewer } from '../../platform/http/viewer.ts';
import {
  addShareView,
  deleteExpiredShares,
  deleteShare,
  insertShare,
  type NewShare,
  shareColumns,
} from '../article-rows/share-rows.ts';
import type { Reading } from '../articles/save-article.ts';
import { findOwn } from '../drafts/drafts.ts';
import { readingOf, shownHtmlOf, textKey } from '../drafts/readings.ts';

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
  const share = { articleId: id, token, createdAt, expiresAt: createdAt + days * dayLength };
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
  return deleteExpiredShares(db, Date.now());
}

type Row = Awaited<ReturnType<typeof selectShares>>[number];

function present({ id, token, views, createdAt, expiresAt }: Row): Share {
  return { id, path: `/draft/${token}`, views, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
}

type Deps = { db: Db; siteUrl: string };

/**
 * Renders the newest saved draft in full. Expired, revoked and wrong links look alike.
 * @throws Failure not-found; unavailable while strangers have too many others under way
 */
export async function showShared(deps: Deps, { agent }: Pick<Caller, 'agent'>, token: string) {
  const shared = await findShared(deps.db, token, Date.now());
  if (!shared) throw new Failure('not-found', '这个链接已经失效，或从来没有过');
  await countShareView(deps.db, { path: `/draft/${token}`, agent });
  const { articleId: id, key, authorId } = shared;
  // takes one turn for all drafts of an author, whoever opens them
  const reading = await readingOf(deps, { id, key }, { owner: `shared by ${authorId}`, isStranger: true });
  return largeAnswer(async () =>
    presentDraft(shared, reading, await withPictures(deps.db, await shownHtmlOf(deps.db, reading), shared)),
  );
}

type SharedRow = NonNullable<Awaited<ReturnType<typeof findShared>>>;

function presentDraft(
  { title, authorId, nickname, avatar, savedAt, expiresAt }: SharedRow,
  { headings, hasDiagram, words }: Omit<Reading, 'html'>,
  html: string,
): SharedDraft {
  return {
    title,
    html,
    headings: JSON.parse(headings),
    hasDiagram: hasDiagram === 1,
    words,
    minutes: readingMinutes(words),
    author: { id: authorId, nickname, avatar },
    savedAt: isoTime(savedAt),
    expiresAt: isoTime(expiresAt),
  };
}

type Seen = { path: string; agent: string; prefetch?: boolean };

/** Counts a person's visit; bots, chat previews and prefetches do not count. */
export async function countShareView(db: Db, { path, agent, prefetch }: Seen) {
  const [, token] = /^\/draft\/([\w-]{20,100})\/?$/.exec(path) ?? [];
  if (token && !prefetch && agent !== '' && !isbot(agent)) await addShareView(db, token);
}

function selectShares(db: Db | Trx, articleId: number, now: number) {
  return db
    .selectFrom('shares')
    .select(shareColumns)
    .where('articleId', '=', articleId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

function findShare(db: Db, id: number) {
  return db.selectFrom('shares').select(shareColumns).where('id', '=', id).executeTakeFirst();
}

/** Finds a share without its text, which is loaded in turn. */
function findShared(db: Db, token: string, now: number) {
  return db
    .selectFrom('shares')
    .innerJoin('articles', 'articles.id', 'shares.articleId')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .select(({ fn }) => [
      'shares.articleId',
      'shares.expiresAt',
      'articles.authorId',
      'users.nickname',
      'users.avatar',
      textKey.as('key'),
      fn.coalesce('drafts.title', 'articles.title').as('title'),
      fn.coalesce('drafts.savedAt', 'articles.updatedAt').as('savedAt'),
    ])
    .where('shares.token', '=', token)
    .where('shares.expiresAt', '>', now)
    .where('articles.removedAt', 'is', null)
    .where('articles.state', '<>', 'private')
    .where(enabled(now))
    .where(unmuted(now))
    .executeTakeFirst();
}
