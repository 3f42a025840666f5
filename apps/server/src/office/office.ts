import { permissionsOf } from '@mojian/contract/permissions';
import type { Db } from '../db/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import { readSettings } from '../site/settings.ts';
import { countWaiting, findPerson } from './office.queries.ts';

/** Whoever enters the back office: who they are, what they may, and what waits. */
export async function enterOffice(db: Db, viewer: Viewer, version: string) {
  const [person, { identity }, waiting] = await Promise.all([
    findPerson(db, viewer.id),
    readSettings(db),
    countWaiting(db),
  ]);
  return {
    ...person,
    role: viewer.role,
    permissions: permissionsOf(viewer.role),
    site: { name: identity.name, version },
    waiting,
  };
}
