import type { adminNavigation, NavigationGroupRow } from '@mojian/contract/pages/navigation';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { type Act, recordAct } from '../../core/audit/audit.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isSameIds } from '../../platform/http/batch.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import * as queries from './navigation.queries.ts';

type Group = Input<typeof adminNavigation.saveGroup>['body'];
type Site = Input<typeof adminNavigation.saveSite>['body'];

/** Includes empty groups. */
export async function listAdminNavigation(db: Db): Promise<NavigationGroupRow[]> {
  const [groups, sites] = await Promise.all([queries.listGroups(db), queries.listAllSites(db)]);
  const byGroup = Map.groupBy(sites, ({ groupId }) => groupId);
  return groups.map((group) => ({
    ...group,
    sites: (byGroup.get(group.id) ?? []).map(({ intro, ...site }) => ({ ...site, info: intro })),
  }));
}

/** Creates or renames a group. @throws Failure not-found; stale at another version */
export function saveNavigationGroup(db: Db, viewer: Viewer, { id, version, name }: Group) {
  return db.transaction().execute(async (trx) => {
    if (id === undefined) {
      const made = await queries.insertGroup(trx, name);
      await finish(trx, viewer, { act: 'navigation.addGroup', subject: `navigationGroup:${made}`, after: { name } });
      return { id: made };
    }
    const before = await requireGroup(trx, id);
    if (!(await queries.renameGroup(trx, id, version, name))) throw new Failure('stale');
    const changes = { subject: `navigationGroup:${id}`, before: { name: before.name }, after: { name } };
    await finish(trx, viewer, { act: 'navigation.changeGroup', ...changes });
    return { id };
  });
}

/** Creates or changes a site. @throws Failure not-found; stale at another version */
export function saveSite(db: Db, viewer: Viewer, { id, version, info, ...fields }: Site) {
  const site = { ...fields, intro: info };
  return db.transaction().execute(async (trx) => {
    await requireGroup(trx, site.groupId);
    if (id === undefined) {
      const made = await queries.insertNavigationSite(trx, site);
      await finish(trx, viewer, {
        act: 'navigation.addSite',
        subject: `navigationSite:${made}`,
        after: auditFields(site),
      });
      return { id: made };
    }
    const before = auditFields(await requireSite(trx, id));
    if (!(await queries.updateSite(trx, id, version, site))) throw new Failure('stale');
    const subject = `navigationSite:${id}`;
    await finish(trx, viewer, { act: 'navigation.changeSite', subject, before, after: auditFields(site) });
    return { id };
  });
}

/** @throws Failure not-found */
export async function removeGroup(db: Db, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    const { name } = await requireGroup(trx, id);
    const sites = (await queries.listAllSites(trx)).filter(({ groupId }) => groupId === id).map((site) => site.name);
    await queries.deleteGroup(trx, id);
    const changes = { subject: `navigationGroup:${id}`, before: { name, sites } };
    await finish(trx, viewer, { act: 'navigation.removeGroup', ...changes });
  });
}

/** @throws Failure not-found */
export async function removeSite(db: Db, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    const before = auditFields(await requireSite(trx, id));
    await queries.deleteSite(trx, id);
    await finish(trx, viewer, { act: 'navigation.removeSite', subject: `navigationSite:${id}`, before });
  });
}

async function requireGroup(trx: Trx, id: number) {
  const group = await queries.findNavigationGroup(trx, id);
  if (!group) throw new Failure('not-found', '没有这一组', 'groupId');
  return group;
}

async function requireSite(trx: Trx, id: number) {
  const site = await queries.findWholeSite(trx, id);
  if (!site) throw new Failure('not-found', '导航里没有这个站点', 'id');
  return site;
}

/** Fields recorded in the audit log. */
function auditFields({ name, url, intro, logo }: Record<'name' | 'url' | 'intro' | 'logo', string>) {
  return { name, url, intro, logo };
}

async function finish(trx: Trx, viewer: Viewer, act: Act) {
  await enqueue(trx, 'drop-pages', { tags: ['navigation'] });
  await recordAct(trx, viewer, act);
}

type Groups = Input<typeof adminNavigation.arrange>['body']['groups'];

/**
 * Orders groups and sites; sites may change groups.
 * @throws Failure stale when they are not exactly those there are
 */
export async function arrangeNavigation(db: Db, viewer: Viewer, groups: Groups) {
  await db.transaction().execute(async (trx) => {
    const [known, sites] = [await queries.listGroups(trx), await queries.listAllSites(trx)];
    const listed = groups.flatMap(({ siteIds }) => siteIds);
    if (!isSameIds(idsOf(known), idsOf(groups)) || !isSameIds(idsOf(sites), listed))
      throw new Failure('stale', '别处加了或删了组与站，请刷新后再排');
    let position = 0;
    for (const { id, siteIds } of groups) {
      await queries.placeGroup(trx, id, position++);
      for (const siteId of siteIds) await queries.placeSite(trx, siteId, { groupId: id, position: position++ });
    }
    await enqueue(trx, 'drop-pages', { tags: ['navigation'] });
    const after = namesIn(await queries.listGroups(trx), await queries.listAllSites(trx));
    await recordAct(trx, viewer, { act: 'navigation.arrange', before: namesIn(known, sites), after });
  });
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

/** Names by group, in order. */
function namesIn(groups: { id: number; name: string }[], sites: { groupId: number; name: string }[]) {
  const inGroup = (id: number) => sites.filter(({ groupId }) => groupId === id).map(({ name }) => name);
  return Object.fromEntries(groups.map(({ id, name }) => [name, inGroup(id)]));
}
