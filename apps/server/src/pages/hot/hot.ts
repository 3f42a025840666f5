import { type HotList, type HotType, hotOverviewItems, hotTypes } from '@mojian/contract/pages/hot';
import type { Db } from '../../platform/db/schema.ts';
import type { Limits } from '../../platform/outgoing/outgoing.ts';
import { type Copy, findCopy, listCopies } from './hot.queries.ts';
import { createRenewal, type Hosts } from './renewal.ts';
import { sources } from './sources/all.ts';

export type Parts = {
  db: Db;
  /** Other hosts in the place of the sources' own. */
  hosts?: Hosts;
  now?: () => number;
  limits?: Limits;
};

const keptFor = 10 * 60_000;

/** Hot search: the last good copy of each source is in the database; one that has aged is fetched anew. */
export function createHot({ db, hosts = {}, now = Date.now, limits }: Parts) {
  const { renew, failureOf } = createRenewal({ db, hosts, now, limits });
  // a clock set back must not make a copy fresh for ever
  const isFresh = (copy: Copy | undefined) => copy !== undefined && Math.abs(now() - copy.fetchedAt) < keptFor;

  const show = (type: HotType, copy: Copy | undefined): HotList => ({
    type,
    name: sources[type].name,
    updatedAt: copy ? new Date(copy.fetchedAt).toISOString() : null,
    stale: copy !== undefined && !isFresh(copy),
    age: copy ? Math.max(0, Math.floor((now() - copy.fetchedAt) / 1000)) : null,
    failure: isFresh(copy) ? null : failureOf(type),
    items: copy?.items ?? [],
  });

  return {
    /** One source, asked anew when its copy has aged. Waits for the source as long as the limits allow. */
    async list(type: HotType) {
      const kept = await findCopy(db, type);
      if (isFresh(kept)) return show(type, kept);
      await renew(type);
      return show(type, await findCopy(db, type));
    },

    /** The beginnings of all kept copies. Waits for no source: the aged ones are fetched behind. */
    async overview() {
      const copies = await listCopies(db);
      const aged = hotTypes.filter((type) => !isFresh(copies.get(type)));
      for (const type of aged) renew(type).catch(() => {}); // the database is away, as the next call will find
      return hotTypes.map((type) => {
        const list = show(type, copies.get(type));
        return { ...list, items: list.items.slice(0, hotOverviewItems) };
      });
    },
  };
}
