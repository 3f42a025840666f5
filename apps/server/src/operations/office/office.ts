import type { Waiting } from '@mojian/contract/operations/office';
import { may, permissionsOf } from '@mojian/contract/platform/permissions';
import { featuresOn } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { countDue } from '../setup/steps.ts';
import { countWaitingItems, findPerson } from './office.queries.ts';

/** The viewer's permissions and pending counts, on entering the admin. */
export async function enterOffice(db: Db, viewer: Viewer, version: string) {
  const [person, settings, waiting, setupDue] = await Promise.all([
    findPerson(db, viewer.id),
    readSettings(db),
    countWaitingItems(db, viewer.role),
    may(viewer.role, 'setup.finish') ? countDue(db) : 0,
  ]);
  const { identity, look } = settings;
  return {
    ...person,
    role: viewer.role,
    permissions: permissionsOf(viewer.role),
    site: { name: identity.name, logo: identity.logo, seal: identity.seal, ...look, version },
    waiting: countsOf(waiting),
    features: featuresOn(settings),
    setupDue,
  };
}

/** Unreachable links are shown on the overview only. */
function countsOf(waiting: Awaited<ReturnType<typeof countWaitingItems>>): Waiting {
  return Object.fromEntries(waiting.filter(({ kind }) => kind !== 'lostLinks').map(({ kind, count }) => [kind, count]));
}
