import type { SiteInfo } from '@mojian/contract/core/site';
import { type ComponentType, useState } from 'react';
import { useLocation } from 'react-router';
import { loadPart } from '../ui/load-part.ts';

type Overlay = ComponentType<OverlayProps>;

/** At most one overlay, loaded on demand; a navigation closes it. */
export function useOverlay() {
  const { key } = useLocation();
  const [opened, setOpened] = useState<{ part: Overlay; key: string }>();
  return {
    Overlay: opened?.key === key ? opened.part : null,
    open: (load: () => Promise<Overlay>) => loadPart(load, (part) => setOpened({ part, key })),
    close: () => setOpened(undefined),
  };
}

/** Views and visitors since the site opened. */
export type Counts = { siteAccess: number; visitorAccess: number };

export type OverlayProps = { site: SiteInfo; close: () => void };
