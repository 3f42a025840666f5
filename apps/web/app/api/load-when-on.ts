import { type BelongsTo, isOn } from '@mojian/contract/platform/features';
import type { LoadArgs } from './load.ts';

/** For screens without data: not found while their feature is off. */
export const loadWhenOn =
  (belongsTo: BelongsTo) =>
  async ({ api }: LoadArgs) => {
    const { data: site } = await api.site.info();
    if (isOn(site.features, belongsTo)) return null;
    const { Failure } = await import('@mojian/contract/platform/failures');
    throw new Failure('feature-off');
  };
