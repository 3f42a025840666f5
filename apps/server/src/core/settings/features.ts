import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import {
  type BelongsTo,
  type Feature,
  featureNames,
  featureOffText,
  featurePaths,
  isOn,
} from '@mojian/contract/platform/features';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { loadSettings, readSettings, type Settings } from './settings.ts';

/** Features the owner has switched on. */
export function featuresOn({ features }: Pick<Settings, 'features'>): Feature[] {
  const isOff = (name: Feature) => {
    if (name === 'comments') return features.comments === 'hidden';
    return features[name] === 'closed' || (name === 'neighbours' && !features.links);
  };
  return featureNames.filter((name) => features[name] !== false && !isOff(name));
}

/** Paths of the features switched off. */
export function pathsOff(features: Settings['features']): string[] {
  const on = featuresOn({ features });
  return Object.keys(featurePaths).filter((path) => !isOn(on, featurePaths[path]));
}

/** Whether the feature, or one of several, is on. */
export async function hasFeature(db: Db, belongsTo: BelongsTo) {
  return isOn(featuresOn(await readSettings(db)), belongsTo);
}

/** @throws Failure feature-off */
export async function requireFeature(db: Db, belongsTo: BelongsTo) {
  if (!(await hasFeature(db, belongsTo))) throw new Failure('feature-off', featureOffText(belongsTo));
}

/** Runs first in every call. @throws Failure feature-off */
export async function refuseWhenOff(db: Db, { feature }: Endpoint) {
  if (feature !== undefined) await requireFeature(db, feature);
}

/** During maintenance everybody reads, and only staff change anything. @throws Failure maintenance */
export async function refuseInMaintenance(db: Db, endpoint: Endpoint, viewer: Viewer | null) {
  if (!changes(endpoint) || isStaff(viewer)) return;
  const { maintenance, maintenanceText } = (await readSettings(db)).system;
  if (maintenance) throw new Failure('maintenance', maintenanceText || undefined);
}

/** For acts of visitors outside of calls. @throws Failure maintenance */
export async function requireNoMaintenance(trx: Trx) {
  const { maintenance, maintenanceText } = (await loadSettings(trx)).system;
  if (maintenance) throw new Failure('maintenance', maintenanceText || undefined);
}

function changes({ method, changes = method !== 'GET', duringMaintenance = false }: Endpoint) {
  return changes && !duringMaintenance;
}
