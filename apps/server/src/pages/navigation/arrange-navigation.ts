import type { adminNavigation } from '@mojian/contract/pages/navigation-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import * as queries from './admin-navigation.queries.ts';

type Groups = Input<typeof adminNavigation.arrange>['body']['groups'];

/**
 * Puts groups and sites in order; a site may come into another group.
 * @throws Failure stale when there are others than those listed: somebody added or removed one meanwhile.
 */
export async function arrangeNavigation(db: Db, viewer: Viewer, groups: Groups) {
  await db.transaction().execute(async (trx) => {
    const [known, sites] = [await queries.listGroups(trx), await queries.listSites(trx)];
    requireSame(
      groups.map(({ id }) => id),
      known,
    );
    requireSame(
      groups.flatMap(({ siteIds }) => siteIds),
      sites,
    );
    let position = 0;
    for (const { id, siteIds } of groups) {
      await queries.placeGroup(trx, id, position++);
      for (const siteId of siteIds) await queries.placeSite(trx, siteId, { groupId: id, position: position++ });
    }
    await enqueue(trx, 'drop-pages', { tags: ['navigation'] });
    const after = namesIn(await queries.listGroups(trx), await queries.listSites(trx));
    await recordAct(trx, viewer, { act: 'navigation.arrange', before: namesIn(known, sites), after });
  });
}

/** What stands in which group, by name and in order. */
function namesIn(groups: { id: number; name: string }[], sites: { groupId: number; name: string }[]) {
  const inGroup = (id: number) => sites.filter(({ groupId }) => groupId === id).map(({ name }) => name);
  return Object.fromEntries(groups.map(({ id, name }) => [name, inGroup(id)]));
}

function requireSame(listed: number[], known: { id: number }[]) {
  const all = new Set(known.map(({ id }) => id));
  if (listed.length === all.size && new Set(listed).size === all.size && listed.every((id) => all.has(id))) return;
  throw new Failure('stale', '别处加了或删了组与站，请刷新后再排');
}
