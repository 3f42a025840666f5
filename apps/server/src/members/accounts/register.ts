import { Failure } from '@mojian/contract/platform/failures';
import { slowHash } from '../../core/identity/passwords.ts';
import { requireAllowedWords } from '../../core/moderation/judge.ts';
import { signIn } from '../../core/sessions/sessions.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { registrationOf } from '../../core/settings/site.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { requireCode } from '../registration/apply.ts';
import { requireInvitation, useInvitation } from '../registration/invitations.ts';
import { createMember, type Names, requireFree, requireStrongPassword } from './create-member.ts';
import { burnCode, proveMailbox } from './mail-codes.ts';
import { checkNickname } from './nickname.ts';

type Deps = { db: Db; smtpUrl?: string | undefined };
type RegistrationInput = {
  email: string;
  nickname: string;
  password: string;
  code?: string | undefined;
  invitation?: string | undefined;
};

/**
 * Creates a member and logs them in. A refusal changes nothing and leaves the code valid.
 * @throws Failure invalid-input, wrong-code or taken, naming the field; `email` only to who proved that mailbox.
 */
export async function register({ db, smtpUrl }: Deps, input: RegistrationInput, caller: Caller) {
  const { email, nickname, password, invitation = '' } = input;
  const settings = await readSettings(db);
  const { mode, code: needsCode } = registrationOf(settings, smtpUrl);
  if (mode === 'review') throw new Failure('not-allowed', '本站的注册要站长通过，请提交申请');
  const nicknameKey = checkNickname(nickname);
  requireAllowedWords(settings.moderation, 'nickname', nickname);
  requireStrongPassword(password, { email, nickname });
  if (mode === 'invite') await requireInvitation(db, invitation);
  const proof = needsCode ? await proveMailbox(db, email, requireCode(input.code)) : undefined;
  await requireFree(db, { email, nickname, nicknameKey });

  const newcomer = { email, nickname, nicknameKey, passwordHash: await slowHash(password) };
  const userId = await insertUnique(db, newcomer, async (trx) => {
    if (proof) await burnCode(trx, proof);
    if (mode === 'invite') await useInvitation(trx, invitation);
    return createMember(trx, newcomer);
  });
  return signIn(db, { userId, way: 'password', caller });
}

/** Runs the insert; a violated unique index becomes the failure that names the field. */
async function insertUnique<Made>(db: Db, names: Names, work: (trx: Trx) => Promise<Made>) {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (isDuplicate(error)) await requireFree(db, names);
    throw error;
  }
}
