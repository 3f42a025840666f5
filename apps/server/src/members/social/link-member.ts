import type { Provider } from '@mojian/contract/members/social';
import { providerNames } from '@mojian/contract/members/social-texts';
import { alertMember } from '../../core/identity/accounts.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Profile } from './adapter.ts';
import { findLink } from './find-link.ts';
import { LoginFailed } from './login-failed.ts';
import { onceMore } from './once-more.ts';
import * as queries from './social.queries.ts';

/**
 * Gives a member one more way in. Doing it again is fine.
 * @throws LoginFailed `taken` when it is somebody else's, `another` when the member has one there already.
 */
export function linkMember(db: Db, userId: number, provider: Provider, profile: Profile) {
  return onceMore(() => db.transaction().execute((trx) => link(trx, userId, provider, profile)));
}

async function link(trx: Trx, userId: number, provider: Provider, profile: Profile) {
  const known = await findLink(trx, provider, profile);
  if (known?.userId === userId) return;
  if (known) throw new LoginFailed('taken');
  if (await queries.hasLink(trx, userId, provider)) throw new LoginFailed('another');
  await queries.insertLink(trx, { userId, provider, subject: profile.subject, name: profile.name });
  const text = `你的账号刚刚绑定了${providerNames[provider]}「${profile.name}」，以后用它就能登录。`;
  await alertMember(trx, userId, { title: `绑定了${providerNames[provider]}登录`, text, link: '/user' });
}
