import { changed } from '../../core/notices/office-changes.ts';
import { requireNoMaintenance } from '../../core/settings/features.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { tell } from '../../platform/stream/hub.ts';
import { insertUser } from './accounts.queries.ts';

type Newcomer = {
  nickname: string;
  nicknameKey: string;
  email?: string;
  passwordHash?: string;
  avatar?: string;
};

/**
 * Makes a member and returns their id. A taken nickname or e-mail violates a unique index: see isDuplicate.
 * @param newcomer `nicknameKey` as checkNickname or freeNickname gave it, `email` in lower case and proven theirs.
 * @throws Failure maintenance while nobody new is taken.
 */
export async function createMember(trx: Trx, newcomer: Newcomer): Promise<number> {
  await requireNoMaintenance(trx);
  const unknown = { email: null, passwordHash: null };
  await tell(trx, changed('users'));
  return insertUser(trx, { ...unknown, ...newcomer, role: 'member', createdAt: Date.now() });
}
