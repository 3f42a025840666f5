import type { adminLinks } from '@mojian/contract/pages/links-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import * as queries from './admin-links.queries.ts';

type Groups = Input<typeof adminLinks.arrange>['body']['groups'];

/** The groups as readers see them, each with its links. */
export async function showOrder(db: Db) {
  const groups = Map.groupBy(await queries.listOrder(db), ({ groupName }) => groupName);
  return Array.from(groups, ([name, links]) => ({ name, links: links.map(({ id, name }) => ({ id, name })) }));
}

/**
 * Puts the groups and their links in order, and names the groups.
 * @throws Failure stale when there are others than those listed: somebody added or removed one meanwhile.
 */
export async function arrangeLinks(db: Db, viewer: Viewer, groups: Groups) {
  await db.transaction().execute(async (trx) => {
    const before = await queries.listOrder(trx);
    const listed = groups.flatMap(({ ids }) => ids);
    const known = new Set(before.map(({ id }) => id));
    if (listed.length !== known.size || new Set(listed).size !== listed.length || !listed.every((id) => known.has(id)))
      throw new Failure('stale', '别处加了或删了友链，请刷新后再排');
    let position = 0;
    for (const { name, ids } of groups)
      for (const id of ids) await queries.place(trx, id, { groupName: name, position: position++ });
    await enqueue(trx, 'drop-pages', { tags: ['links'] });
    await recordAct(trx, viewer, {
      ...{ act: 'links.arrange', before: namesIn(before) },
      after: namesIn(await queries.listOrder(trx)),
    });
  });
}

/** What stands in which group, by name and in order. */
function namesIn(links: { groupName: string; name: string }[]) {
  const groups = Map.groupBy(links, ({ groupName }) => groupName);
  return Object.fromEntries(Array.from(groups, ([name, inGroup]) => [name, inGroup.map((link) => link.name)]));
}
