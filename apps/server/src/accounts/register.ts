import { Failure } from '@mojian/contract/failures';
import { isDuplicate } from '../db/dialect.ts';
import type { Db, Trx } from '../db/schema.ts';
import type { Caller } from '../http/viewer.ts';
import { signIn } from '../sessions/sessions.ts';
import { isEmailInUse, isNicknameInUse } from './accounts.queries.ts';
import { createMember } from './create-member.ts';
import { burnCode, proveMailbox } from './mail-codes.ts';
import { checkNickname } from './nickname.ts';
import { slowHash } from './slow-hash.ts';
import { requireStrongPassword } from './strong-password.ts';

type Registration = { email: string; nickname: string; password: string; code: string };
type Names = { email: string; nicknameKey: string };

/**
 * Makes a member and logs them in. Whatever is refused changes nothing, and the code stays good for another try.
 * @throws Failure invalid-input, wrong-code, or taken, naming the field; `email` only to who reads that mailbox.
 */
export async function register(db: Db, { email, nickname, password, code }: Registration, caller: Caller) {
  const nicknameKey = checkNickname(nickname);
  requireStrongPassword(password, { email, nickname });
  const proof = await proveMailbox(db, email, code);
  await requireFree(db, { email, nicknameKey });

  const newcomer = { email, nickname, nicknameKey, passwordHash: await slowHash(password) };
  const userId = await inOneGo(db, newcomer, async (trx) => {
    await burnCode(trx, proof);
    await requireFree(trx, newcomer);
    return createMember(trx, newcomer);
  });
  return signIn(db, { userId, way: 'password', caller });
}

/** Of two who register the same at once the unique indexes let one in; the other is told which name it was. */
async function inOneGo<Made>(db: Db, names: Names, work: (trx: Trx) => Promise<Made>) {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (isDuplicate(error)) await requireFree(db, names);
    throw error;
  }
}

async function requireFree(db: Db | Trx, { email, nicknameKey }: Names) {
  if (await isEmailInUse(db, email)) throw new Failure('taken', '这个邮箱已经注册过了，请直接登录', 'email');
  if (await isNicknameInUse(db, nicknameKey))
    throw new Failure('taken', '这个昵称已经有人用了，或与别人的太像', 'nickname');
}
