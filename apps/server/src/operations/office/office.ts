import { may, permissionsOf } from '@mojian/contract/core/permissions';
import { featuresOn } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { countDue } from '../setup/steps.ts';
import { countWaiting, findPerson } from './office.queries.ts';

/** Whoever enters the back office: who they are, what they may, and what waits. */
export async function enterOffice(db: Db, viewer: Viewer, version: string) {
  const [person, settings, waiting, setupDue] = await Promise.all([
    findPerson(db, viewer.id),
    readSettings(db),
    countWaiting(db),
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

/** Friends that do not answer wait for nobody: they are told on the overview alone. */
function countsOf({ lostLinks: _, ...waiting }: Awaited<ReturnType<typeof countWaiting>>) {
  const counts = Object.entries(waiting).map(([kind, { count }]) => [kind, count]);
  return Object.fromEntries(counts) as Record<keyof typeof waiting, number>;
}
