import type { SiteInfo } from '@mojian/contract/core/site';
import { type ComponentType, useEffect, useState } from 'react';

type Lanterns = ComponentType<{ always: boolean }>;

/** Fetches the lanterns only when they may hang: the new-year days lie between 13 January and 6 March. */
export function SeasonLanterns({ wish }: { wish: SiteInfo['lantern'] }) {
  const [part, setPart] = useState<{ Lanterns: Lanterns }>();
  const mayHang = wish === 'on' || (wish === 'auto' && new Date().getMonth() < 3);
  useEffect(() => {
    if (mayHang) import('./lanterns.tsx').then(setPart, (cause) => console.warn('灯笼没有取到', cause));
  }, [mayHang]);
  return part && <part.Lanterns always={wish === 'on'} />;
}
