import { type Provider, providerNames } from '@mojian/contract/core/social-providers';
import type { SocialLink } from '@mojian/contract/members/social';
import { Failure } from '@mojian/contract/platform/failures';
import { hasOpenSession } from '../../core/identity/passwords.ts';
import { alertMember } from '../../core/notices/alert-member.ts';
import { isoTime } from '../../platform/dates.ts';
import { retryOnDuplicate } from '../../platform/db/retry-on-duplicate.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { deleteSocialLink, insertSocialLink, requireWayIn, updateSocialLink } from '../accounts/ways-in.ts';
import { LoginFailed, type Profile } from './adapter.ts';
import * as queries from './social.queries.ts';

export async function listSocialLinks(db: Db, viewer: Viewer): Promise<SocialLink[]> {
  const links = await queries.listSocialLinksOf(db, viewer.id);
  return links.map(({ provider, name, createdAt }) => ({
    provider: provider as SocialLink['provider'],
    name,
    linkedAt: isoTime(createdAt),
  }));
}

/** @throws Failure not-found when there is no such link, not-allowed when nobody could log in any more without it. */
export async function unlink(db: Db, viewer: Viewer, provider: SocialLink['provider']) {
  await db.transaction().execute((trx) => removeLink(trx, viewer.id, provider));
}

async function removeLink(trx: Trx, userId: number, provider: SocialLink['provider']) {
  if (!(await deleteSocialLink(trx, userId, provider)))
    throw new Failure('not-found', '没有绑定这种登录方式', 'provider');
  await requireWayIn(trx, userId);
}

/** A member who links a login, with the session they left with. */
export type LinkingMember = Pick<Viewer, 'id' | 'sessionId'>;

/** Finds the account of a social login and updates its subject and name. */
export async function findSocialLink(trx: Trx, provider: Provider, { subject, earlier = subject, name }: Profile) {
  const links = await queries.findLinks(trx, provider, [subject, earlier]);
  const link = links.find((known) => known.subject === subject) ?? links[0];
  if (link && (link.subject !== subject || link.name !== name)) await updateSocialLink(trx, link.id, { subject, name });
  return link;
}

/**
 * Links a social login to a member. Linking again changes nothing.
 * @throws LoginFailed `expired` when the session they left with has ended, `taken` for another member's login, `another`
 *   when the member has one of this provider.
 */
export function linkMember(db: Db, member: LinkingMember, provider: Provider, profile: Profile) {
  return retryOnDuplicate(() => db.transaction().execute((trx) => link(trx, member, provider, profile)));
}

async function link(trx: Trx, member: LinkingMember, provider: Provider, profile: Profile) {
  const userId = member.id;
  if (!(await hasOpenSession(trx, member))) throw new LoginFailed('expired');
  const known = await findSocialLink(trx, provider, profile);
  if (known?.userId === userId) return;
  if (known) throw new LoginFailed('taken');
  if (await queries.hasLink(trx, userId, provider)) throw new LoginFailed('another');
  await insertSocialLink(trx, { userId, provider, subject: profile.subject, name: profile.name });
  const text = `你的账号刚刚绑定了${providerNames[provider]}「${profile.name}」，以后用它就能登录。`;
  await alertMember(trx, userId, { title: `绑定了${providerNames[provider]}登录`, text, link: '/user' });
}
