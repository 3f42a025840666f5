import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { loadSettings, readSettings } from './settings.ts';

/** While the site is being maintained everybody reads on, and only the staff changes anything. @throws Failure maintenance */
export async function refuseInMaintenance(db: Db, endpoint: Endpoint, viewer: Viewer | null) {
  if (!changes(endpoint) || isStaff(viewer)) return;
  const { maintenance, maintenanceText } = (await readSettings(db)).system;
  if (maintenance) throw new Failure('maintenance', maintenanceText || undefined);
}

/** For what somebody who is not logged in does by another way than a call. @throws Failure maintenance */
export async function requireNoMaintenance(trx: Trx) {
  const { maintenance, maintenanceText } = (await loadSettings(trx)).system;
  if (maintenance) throw new Failure('maintenance', maintenanceText || undefined);
}

function changes({ method, changes = method !== 'GET', duringMaintenance = false }: Endpoint) {
  return changes && !duringMaintenance;
}
