import type { Me } from '@mojian/contract/core/me';
import { may } from '@mojian/contract/core/permissions';
import { Failure } from '@mojian/contract/platform/failures';
import type { Selectable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { mayPublish, mayWrite } from '../identity/may-write.ts';
import { readSettings } from '../settings/settings.ts';
import { findUser } from './sessions.queries.ts';

/** A member as they are told of themselves. @throws Failure signed-out when there is no such member any more. */
export async function readMe(db: Db | Trx, userId: number): Promise<Me> {
  const user = await findUser(db, userId, Date.now());
  if (!user) throw new Failure('signed-out', '账号不存在或已注销');
  const { writing } = await readSettings(db);
  return toMe(user, { write: mayWrite(user, writing), publish: mayPublish(user, writing) });
}

function toMe(user: Selectable<Schema['users']>, writing: Me['writing']): Me {
  return {
    id: user.id,
    nickname: user.nickname,
    avatar: user.avatar,
    cover: user.cover,
    intro: user.intro,
    website: user.website,
    place: user.place,
    role: user.role,
    email: user.email,
    hasPassword: user.passwordHash !== null,
    mailOnReply: user.mailOnReply === 1,
    proposeEmail: user.email === null && user.emailProposed === 0,
    writing,
    office: may(user.role, 'office.enter'),
    joinedAt: isoTime(user.createdAt),
  };
}
