import type { SiteInfo } from '@mojian/contract/core/site';

/** Views and visitors since the beginning. */
export type Counts = { siteAccess: number; visitorAccess: number };

/** What lies over the page is given the site and a way to go. */
export type OverlayProps = { site: SiteInfo; close: () => void };
