import type { BelongsTo } from '@mojian/contract/core/features';
import type { LoadArgs } from './load.ts';

/** For screens without data: not found while their feature is off. */
export const loadWhenOn =
  (belongsTo: BelongsTo) =>
  async ({ api }: LoadArgs) => {
    const [{ data: site }, { isOn }] = await Promise.all([api.site.info(), import('@mojian/contract/core/features')]);
    if (isOn(site.features, belongsTo)) return null;
    const { Failure } = await import('@mojian/contract/platform/failures');
    throw new Failure('feature-off');
  };
