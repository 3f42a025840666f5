import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import { isEmailInUse, isNicknameInUse } from './accounts.queries.ts';

export type Names = { email: string; nicknameKey: string };

/** @throws Failure taken, naming what a member has already. */
export async function requireFree(db: Db, { email, nicknameKey }: Names) {
  if (await isEmailInUse(db, email)) throw new Failure('taken', '这个邮箱已经注册过了，请直接登录', 'email');
  if (await isNicknameInUse(db, nicknameKey))
    throw new Failure('taken', '这个昵称已经有人用了，或与别人的太像', 'nickname');
}
