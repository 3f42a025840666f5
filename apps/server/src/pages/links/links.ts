import type { FriendLinks } from '@mojian/contract/pages/links';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './links.queries.ts';

/** All friend links by group, in the order they came, and what friends need to link here. */
export async function showLinks(db: Db, siteUrl: string): Promise<FriendLinks> {
  const [rows, settings] = await Promise.all([queries.listLinks(db), readSettings(db)]);
  const links = rows.filter(({ url }) => isWebAddress(url));
  const groups = Map.groupBy(links, ({ groupName }) => groupName);
  return {
    count: links.length,
    groups: Array.from(groups, ([name, own]) => ({
      name,
      links: own.map(({ intro, reachable, ...link }) => ({ ...link, info: intro, reachable: reachable === 1 })),
    })),
    own: ownCard(settings, siteUrl),
  };
}

function ownCard({ identity, author }: Settings, siteUrl: string) {
  const picture = author.avatar || identity.logo;
  return {
    name: identity.name,
    url: siteUrl,
    info: identity.tagline,
    avatar: picture && (URL.parse(picture, siteUrl)?.href ?? ''),
  };
}
