import type { Claimable } from '@mojian/contract/members/guests';
import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { sql } from 'kysely';
import { findAccount } from '../../core/identity/accounts.ts';
import { hashMail } from '../../core/identity/guest-mail.ts';
import { notify } from '../../core/notices/notify.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { lockForRemoval } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { memberColumns, type Tables } from '../../platform/db/table.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { canMail } from '../../platform/mail/smtp-url.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { burnCode, proveMailbox } from '../accounts/mail-codes.ts';
import { mergeGuest } from '../merges/merges.ts';

type Deps = { db: Db; tables: Tables; smtpUrl?: string | undefined };

const nothing: Claimable = { count: 0, names: [] };

/** Counts texts of guests with the member's e-mail; none while no code can be mailed. */
export async function listClaimable({ db, tables, smtpUrl }: Deps, viewer: Viewer): Promise<Claimable> {
  if (!canMail((await readSettings(db)).mail, smtpUrl)) return nothing;
  const { email = null } = (await findAccount(db, viewer.id)) ?? {};
  return email === null ? nothing : summaryOf(await listGuests(db, tables, email));
}

/**
 * Gives all texts of guests with the member's e-mail to the member, once a code proved that they read it.
 * @throws Failure no-mail, wrong-code; not-allowed for a member without e-mail; not-found, which leaves the code valid.
 */
export async function claimTexts({ db, tables, smtpUrl }: Deps, viewer: Viewer, code: string) {
  if (!canMail((await readSettings(db)).mail, smtpUrl)) throw new Failure('no-mail');
  const { email = null } = (await findAccount(db, viewer.id)) ?? {};
  if (email === null) throw new Failure('not-allowed', '先添加邮箱，才能凭它认领从前写的文字');
  const proof = await proveMailbox(db, email, code);
  return db.transaction().execute(async (trx) => {
    await burnCode(trx, proof);
    const ids = (await listGuests(trx, tables, email)).map(({ id }) => id);
    await lockForRemoval(trx, 'users', ids); // so that a concurrent import is included
    const guests = await listGuests(trx, tables, email);
    if (guests.length === 0) throw new Failure('not-found', '没有可以认领的文字，或已经认领过了');
    for (const { id } of guests) await mergeGuest(trx, tables, { from: id, into: viewer.id });
    await enqueue(trx, 'drop-pages', { tags: ['site'] }); // the name may be on any page
    return summaryOf(guests);
  });
}

/** Tells a member once, after a login, that texts may be claimed. */
export async function proposeClaim(deps: Deps, { userId }: { userId: number }) {
  const { db, tables, smtpUrl } = deps;
  const member = await findAccount(db, userId);
  if (!member?.email || !canMail((await readSettings(db)).mail, smtpUrl)) return;
  const { count, names } = summaryOf(await listGuests(db, tables, member.email));
  if (count === 0) return;
  await db.transaction().execute(async (trx) => {
    if (!(await markProposed(trx, userId))) return;
    const title = '从前写的文字可以归到你名下';
    const text = `有 ${count} 条文字留的是你的邮箱，在旧站上或以访客的名义写的，署名是${names.slice(0, 5).join('、')}。`;
    const about = { userId, kind: noticeKinds.system, actorId: null, subject: 'claim' };
    await notify(trx, { ...about, title, text, link: '/user#account' });
  });
}

function summaryOf(guests: Awaited<ReturnType<typeof listGuests>>): Claimable {
  return {
    count: guests.reduce((total, guest) => total + Number(guest.texts), 0),
    names: [...new Set(guests.map(({ nickname }) => nickname))],
  };
}

async function listGuests(db: Db | Trx, tables: Tables, email: string) {
  const mailHash = await hashMail(db, email);
  if (mailHash === null) return [];
  const counts = memberColumns(tables).flatMap(({ table: { name, isText }, column, onMerge }) =>
    onMerge === 'move' && isText
      ? [sql`(select count(*) from ${sql.table(name)} where ${sql.ref(column)} = users.id and ${isText})`]
      : [],
  );
  const texts = sql<number>`${sql.join(counts, sql` + `)}`;
  return db
    .selectFrom('users')
    .select(['id', 'nickname', texts.as('texts')])
    .where('mailHash', '=', mailHash)
    .where('isGuest', '=', 1)
    .orderBy('id')
    .execute();
}

/** False when they were told before. */
async function markProposed(trx: Trx, id: number) {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ claimProposed: 1 })
    .where('id', '=', id)
    .where('claimProposed', '=', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
