import {
  type BelongsTo,
  type Feature,
  featureNames,
  featureOffText,
  featurePaths,
  isOn,
} from '@mojian/contract/core/features';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import { readSettings, type Settings } from './settings.ts';

/** What the owner has on. */
export function featuresOn({ features }: Pick<Settings, 'features'>): Feature[] {
  return featureNames.filter((name) => features[name] !== false && features[name] !== 'closed');
}

/** Where the features live that are off. */
export function pathsOff(features: Settings['features']): string[] {
  const on = featuresOn({ features });
  return Object.keys(featurePaths).filter((path) => !isOn(on, featurePaths[path]));
}

/** Whether the owner has this on; of several, one of them. */
export async function hasFeature(db: Db, belongsTo: BelongsTo) {
  return isOn(featuresOn(await readSettings(db)), belongsTo);
}

/** @throws Failure feature-off while the owner has this off. */
export async function requireFeature(db: Db, belongsTo: BelongsTo) {
  if (!(await hasFeature(db, belongsTo))) throw new Failure('feature-off', featureOffText(belongsTo));
}

/** Asked before anything else of every call. @throws Failure feature-off */
export async function refuseWhenOff(db: Db, { feature }: Endpoint) {
  if (feature !== undefined) await requireFeature(db, feature);
}
