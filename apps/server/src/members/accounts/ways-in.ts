import { Failure } from '@mojian/contract/platform/failures';
import type { Insertable } from 'kysely';
import { lockMember } from '../../core/identity/user-rows.ts';
import type { Schema, Trx } from '../../platform/db/schema.ts';
import { countWaysIn } from './accounts.queries.ts';

/**
 * Runs in the transaction that removed a login method. E-mail, social logins, WeChat and passkeys count.
 * @throws Failure not-allowed when none is left; the transaction must then fail.
 */
export async function requireWayIn(trx: Trx, userId: number) {
  await lockMember(trx, userId);
  if ((await countWaysIn(trx, userId)) === 0)
    throw new Failure('not-allowed', '这是最后一种登录方式，先添加另一种再来解除');
}

type SocialLink = Pick<Insertable<Schema['socialLinks']>, 'userId' | 'provider' | 'subject' | 'name'>;

/** Adds a social login as a way in. */
export async function insertSocialLink(trx: Trx, link: SocialLink) {
  await trx
    .insertInto('socialLinks')
    .values({ ...link, createdAt: Date.now() })
    .execute();
}

export async function updateSocialLink(trx: Trx, id: number, link: Pick<SocialLink, 'subject' | 'name'>) {
  await trx.updateTable('socialLinks').set(link).where('id', '=', id).execute();
}

/** False when there was none. */
export async function deleteSocialLink(trx: Trx, userId: number, provider: string) {
  const { numDeletedRows } = await trx
    .deleteFrom('socialLinks')
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}
