import type { Provider } from '@mojian/contract/members/social';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Limits } from '../../platform/outgoing/outgoing.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { createMember } from '../accounts/create-member.ts';
import { freeNickname } from '../accounts/nickname.ts';
import { applyByLogin } from '../registration/apply.ts';
import type { Keys, Profile } from './adapter.ts';
import { keepAvatar } from './avatar.ts';
import { findLink } from './find-link.ts';
import { LoginFailed } from './login-failed.ts';
import { onceMore } from './once-more.ts';
import { insertLink } from './social.queries.ts';

type Parts = { db: Db; storage: Storage; limits: Limits };

/**
 * The member whom somebody logs in as; on the first time, one made for them. An e-mail that a provider may tell is not
 * even asked for: it proves nothing here, and two accounts never become one by themselves.
 */
export async function memberOf(parts: Parts, provider: Provider, profile: Profile, keys: Keys): Promise<number> {
  const { db } = parts;
  const known = await db.transaction().execute((trx) => findLink(trx, provider, profile));
  if (known) return known.userId;

  const { registration } = (await readSettings(db)).features;
  if (registration === 'closed' || registration === 'invite') throw new LoginFailed(registration);
  const avatar = await keepAvatar(parts, provider, profile.picture, keys);
  const asks = registration === 'review';
  const made = await onceMore<number | 'waiting' | 'refused'>(() =>
    db.transaction().execute(async (trx) => (asks ? applyWith : enter)(trx, provider, profile, avatar)),
  );
  if (made === 'waiting') throw new LoginFailed('waiting');
  if (made === 'refused') throw new LoginFailed('rejected');
  return made;
}

async function applyWith(trx: Trx, provider: Provider, { name, subject }: Profile, avatar: string) {
  const wanted = await freeNickname(trx, name);
  return applyByLogin(trx, { ...wanted, provider, subject, providerName: name, avatar });
}

async function enter(trx: Trx, provider: Provider, profile: Profile, avatar: string) {
  const known = await findLink(trx, provider, profile);
  if (known) return known.userId;

  const userId = await createMember(trx, { ...(await freeNickname(trx, profile.name)), avatar });
  await insertLink(trx, { userId, provider, subject: profile.subject, name: profile.name });
  return userId;
}
