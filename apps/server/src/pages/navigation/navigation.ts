import type { NavigationGroup } from '@mojian/contract/pages/navigation';
import { isWebAddress } from '@mojian/contract/platform/fields';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './navigation.queries.ts';

/** The groups that have sites, each with its sites. */
export async function listNavigation(db: Db): Promise<NavigationGroup[]> {
  const sites = (await queries.listSites(db)).filter(({ url }) => isWebAddress(url));
  const groups = Map.groupBy(sites, ({ groupId }) => groupId);
  return Array.from(groups, ([id, own]) => ({
    id,
    name: own[0]?.groupName ?? '',
    sites: own.map(({ intro, ...site }) => ({ ...site, info: intro })),
  }));
}
