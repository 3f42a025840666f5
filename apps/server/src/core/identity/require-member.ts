import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** @throws Failure naming `field`: not-found when there never was such a member, gone when they closed their account. */
export async function requireMember(db: Db | Trx, id: number, field: string) {
  const member = await db.selectFrom('users').select('closesAt').where('id', '=', id).executeTakeFirst();
  if (!member) throw new Failure('not-found', '用户不存在', field);
  if (member.closesAt !== null && member.closesAt <= Date.now()) throw new Failure('gone', '该用户已注销', field);
}
