import type { Provider } from '@mojian/contract/members/social';
import type { Trx } from '../../platform/db/schema.ts';
import type { Profile } from './adapter.ts';
import * as queries from './social.queries.ts';

/** Whose way in this is, if it is anybody's; its subject and name are brought up to date. */
export async function findLink(trx: Trx, provider: Provider, { subject, earlier = subject, name }: Profile) {
  const links = await queries.findLinks(trx, provider, [subject, earlier]);
  const link = links.find((known) => known.subject === subject) ?? links[0];
  if (link && (link.subject !== subject || link.name !== name))
    await queries.updateLink(trx, link.id, { subject, name });
  return link;
}
