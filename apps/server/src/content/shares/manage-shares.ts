import { randomBytes } from 'node:crypto';
import type { Share } from '@mojian/contract/content/shares';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { lockMember } from '../../core/identity/accounts.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findOwn } from '../drafts/save-draft.ts';
import * as queries from './shares.queries.ts';

const day = 24 * 3_600_000;
const mostAtOnce = 20;

/** The links to one's own draft that still open it, newest first. */
export async function listShares(db: Db, viewer: Viewer, articleId: number): Promise<Share[]> {
  await findOwn(db, viewer, articleId);
  return (await queries.listShares(db, articleId, Date.now())).map(present);
}

/**
 * Makes a link that opens one's own draft to whoever has it, for some days.
 * @throws Failure not-found for what is another's; already-done when too many links are open.
 */
export async function createShare(db: Db, viewer: Viewer, { id, days }: { id: number; days: number }): Promise<Share> {
  const { state } = await findOwn(db, viewer, id);
  if (state === 'private') throw new Failure('invalid-input', '仅自己可读的文章没有分享链接，先改成别的再分享', 'id');
  const createdAt = Date.now();
  const token = randomBytes(24).toString('base64url');
  const share = { articleId: id, token, createdAt, expiresAt: createdAt + days * day };
  return present(await db.transaction().execute((trx) => insert(trx, viewer, share)));
}

/** The member's row is held first, so that of many at once each counts those before it. */
async function insert(trx: Trx, viewer: Viewer, share: queries.NewShare) {
  await lockMember(trx, viewer.id);
  if ((await queries.listShares(trx, share.articleId, share.createdAt)).length >= mostAtOnce)
    throw new Failure('already-done', `一篇草稿最多同时有 ${mostAtOnce} 个链接，请先作废不用的`, 'id');
  return queries.insertShare(trx, share);
}

/** Takes a link back at once. Taken back twice it is as good as taken back once. */
export async function revokeShare(db: Db, viewer: Viewer, id: number) {
  const share = await queries.findShare(db, id);
  const notThere = new Failure('not-found', '链接已经失效', 'id');
  if (!share) throw notThere;
  await findOwn(db, viewer, share.articleId).catch((error) => {
    throw isFailure(error) && error.id === 'not-found' ? notThere : error;
  });
  await queries.deleteShare(db, id);
  return null;
}

/** Forgets links that no longer open anything. */
export function dropOldShares(db: Db) {
  return queries.deleteExpired(db, Date.now());
}

type Row = Awaited<ReturnType<typeof queries.listShares>>[number];

function present({ id, token, views, createdAt, expiresAt }: Row): Share {
  return { id, path: `/draft/${token}`, views, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
}
