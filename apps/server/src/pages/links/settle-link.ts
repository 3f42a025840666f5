import { isBlank } from '@mojian/contract/platform/blank';
import { Failure } from '@mojian/contract/platform/failures';
import type { Recording } from '../../core/audit/audit.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { type Letter, postLetter } from '../../platform/mail/mails.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { keepLinkPictureEffect } from './keep-link-picture.ts';
import { linkApprovedLetter, linkRefusedLetter } from './letters.ts';
import * as queries from './links.queries.ts';

type Site = { db: Db; siteUrl: string };

/**
 * Takes an applicant in among the friends, and writes to them.
 * @throws Failure not-found, already-done for one that does not wait.
 */
export async function approveLink({ db, siteUrl }: Site, id: number, groupName = '', record?: Recording) {
  await db.transaction().execute(async (trx) => {
    const link = await settle(trx, id, { state: 'approved', groupName });
    await write(trx, link.email, linkApprovedLetter(link, siteUrl));
    await enqueue(trx, keepLinkPictureEffect, { id });
    await enqueue(trx, 'drop-pages', { tags: ['links'] });
    await record?.(trx);
  });
}

/**
 * Refuses an applicant, and writes to them why. They may apply again.
 * @throws Failure as approveLink, and invalid-input without a reason.
 */
export async function refuseLink({ db, siteUrl }: Site, id: number, reason: string, record?: Recording) {
  if (isBlank(reason)) throw new Failure('invalid-input', '请写下原因', 'reason');
  await db.transaction().execute(async (trx) => {
    const link = await settle(trx, id, { state: 'refused', reason: reason.trim() });
    await write(trx, link.email, linkRefusedLetter(link, reason.trim(), siteUrl));
    await record?.(trx);
  });
}

async function settle(trx: Trx, id: number, decision: Parameters<typeof queries.settleLink>[2]) {
  const link = await queries.settleLink(trx, id, decision);
  if (link) return link;
  throw (await queries.findLink(trx, id))
    ? new Failure('already-done', '这份申请已经处理过了')
    : new Failure('not-found', '友链不存在');
}

/** Links of the first days came without an e-mail. */
async function write(trx: Trx, to: string, letter: Omit<Letter, 'to'>) {
  if (to) await postLetter(trx, { to, ...letter });
}
