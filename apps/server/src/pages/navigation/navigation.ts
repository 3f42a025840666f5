import type { NavigationGroup } from '@mojian/contract/pages/navigation';
import { Failure } from '@mojian/contract/platform/failures';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { isbot } from 'isbot';
import { createRepeats } from '../../core/visits/visits.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import * as queries from './navigation.queries.ts';
import { addClick, findSite } from './navigation.queries.ts';

export async function listNavigation(db: Db): Promise<NavigationGroup[]> {
  const sites = (await queries.listSites(db)).filter(({ url }) => isWebAddress(url));
  const groups = Map.groupBy(sites, ({ groupId }) => groupId);
  return Array.from(groups, ([id, own]) => ({
    id,
    name: own[0]?.groupName ?? '',
    sites: own.map(({ intro, ...site }) => ({ ...site, info: intro })),
  }));
}

const sameClick = 10 * 60_000;
/** Truncates user agents, to bound memory. */
const longest = 300;

/** Counts clicks; visitors are remembered in memory only, for ten minutes. */
export function createClicks({ db, now = Date.now }: { db: Db; now?: () => number }) {
  const repeats = createRepeats(sameClick);

  return {
    /** Ignores bots and repeats within ten minutes. @throws Failure not-found */
    async record(id: number, { address, agent }: Pick<Caller, 'address' | 'agent'>) {
      if (!(await findSite(db, id))) throw new Failure('not-found', '导航里没有这个站点', 'id');
      if (agent === '' || isbot(agent)) return;
      repeats.forgetOld(now());
      if (!repeats.isRepeat(`${id}\n${address}\n${agent.slice(0, longest)}`, now())) await addClick(db, id);
    },
  };
}
